import Foundation
import LuaRuntime

/// Bytes that are no text: `ui.Data`. Two of the same bytes are equal.
final class ScriptData: LuaObject {
  static var luaName: String { "Data" }
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }
}

/// A point in time: `ui.Date`, in seconds since 1970-01-01 00:00 UTC. Two of the same time are equal.
final class ScriptDate: LuaObject {
  static var luaName: String { "Date" }
  let seconds: Double

  init(_ seconds: Double) {
    self.seconds = seconds
  }

  /// Negative if this is earlier, 0 if both are the same time, nil if one is no time.
  func compare(_ other: ScriptDate) -> Int? {
    if seconds < other.seconds { return -1 }
    if seconds > other.seconds { return 1 }
    return seconds == other.seconds ? 0 : nil
  }

  private static let yearOne = -62_135_596_800.0
  private static let yearTenThousand = 253_402_300_800.0

  /// As ISO 8601 has it, in UTC and as exactly as it is known; the seconds, where no calendar shows them.
  var iso8601: String {
    guard (Self.yearOne..<Self.yearTenThousand).contains(seconds) else { return "\(seconds)" }
    let whole = seconds.rounded(.down)
    var time = time_t(whole)
    var parts = tm()
    gmtime_r(&time, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = String(repeating: "0", count: max(0, 4 - "\(parts.tm_year + 1900)".count)) + "\(parts.tm_year + 1900)"
    // A fraction as far as the number holds it: microseconds, in our times.
    let micros = Int(((seconds - whole) * 1e6).rounded(.down))
    var fraction = ""
    if micros > 0 {
      fraction = "." + String(repeating: "0", count: 6 - "\(micros)".count) + "\(micros)"
      while fraction.last == "0" { fraction.removeLast() }
    }
    return "\(year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T"
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))\(fraction)Z"
  }
}
