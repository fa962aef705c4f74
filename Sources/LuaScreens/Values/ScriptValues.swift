import FoundationEssentials
import Glibc
import LuaRuntime

/// Binary data: `ui.Data`. Instances with the same bytes are equal.
final class ScriptData: LuaObject {
  static var luaName: String { "Data" }
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }
}

/// A point in time: `ui.Date`, in seconds since 1970-01-01 00:00 UTC. Instances with the same time are equal.
final class ScriptDate: LuaObject {
  static var luaName: String { "Date" }
  let seconds: Double

  init(_ seconds: Double) {
    self.seconds = seconds
  }

  /// Returns a negative number if this date is earlier, 0 if both are equal, nil if one is NaN.
  func compare(_ other: ScriptDate) -> Int? {
    if seconds < other.seconds { return -1 }
    if seconds > other.seconds { return 1 }
    return seconds == other.seconds ? 0 : nil
  }

  private static let yearOne = -62_135_596_800.0
  private static let yearTenThousand = 253_402_300_800.0

  /// The date in ISO 8601, in UTC with all known digits; the number of seconds if it is outside the calendar's range.
  var iso8601: String {
    guard (Self.yearOne..<Self.yearTenThousand).contains(seconds) else { return "\(seconds)" }
    // Microseconds are the precision of numbers for current dates. The nearest one can begin the next second.
    var whole = seconds.rounded(.down)
    var micros = Int(((seconds - whole) * 1e6).rounded())
    if micros == 1_000_000 { (whole, micros) = (whole + 1, 0) }
    var time = time_t(whole)
    var parts = tm()
    gmtime_r(&time, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = String(repeating: "0", count: max(0, 4 - "\(parts.tm_year + 1900)".count)) + "\(parts.tm_year + 1900)"
    var fraction = ""
    if micros > 0 {
      fraction = "." + String(repeating: "0", count: 6 - "\(micros)".count) + "\(micros)"
      while fraction.last == "0" { fraction.removeLast() }
    }
    return "\(year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T"
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))\(fraction)Z"
  }
}
