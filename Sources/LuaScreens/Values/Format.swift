/// Numbers, sizes and times as short texts, without a locale.
@MainActor
enum Format {
  /// Returns an integer with its digits in groups of three.
  static func number(_ value: Int64) -> String {
    (value < 0 ? "-" : "") + grouped("\(value.magnitude)")
  }

  /// Returns a number with its digits in groups of three.
  ///
  /// - Parameter digits: the number of digits after the point; nil for as many as it needs.
  static func number(_ value: Double, digits: Int?) -> String {
    guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
    let decimal = DecimalDigits(value.magnitude)
    let (whole, fraction) = decimal.parts(decimals: digits ?? min(15, max(0, 15 - decimal.point)))
    let shown = digits == nil ? String(fraction.reversed().drop { $0 == "0" }.reversed()) : fraction
    let isZero = (whole + shown).allSatisfy { $0 == "0" }
    return (value < 0 && !isZero ? "-" : "") + grouped(whole) + (shown.isEmpty ? "" : "." + shown)
  }

  private static func grouped(_ digits: String) -> String {
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// Returns the digits of a whole number, however great.
  private static func digits(ofWhole value: Double) -> String { DecimalDigits(value).parts(decimals: 0).whole }

  private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

  /// Returns a size in bytes.
  static func size(_ bytes: Double) -> String {
    guard bytes.isFinite else { return "\(number(bytes, digits: 0)) B" }
    var (value, unit) = (bytes.magnitude.rounded(.down), 0)
    // A value that would be shown as 1024 of a unit is one of the next.
    while unit < units.count - 1, value.rounded() >= 1024 { (value, unit) = (value / 1024, unit + 1) }
    var text: String
    if unit > 0, value < 9.95 {
      let tenths = Int((value * 10).rounded())
      text = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    } else {
      text = digits(ofWhole: value.rounded())
    }
    if bytes < 0, text != "0" { text = "-" + text }
    return "\(text) \(units[unit])"
  }

  /// Returns a duration in its two greatest units.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "\(number(seconds, digits: 0)) s" }
    let size = seconds.magnitude
    let sign = seconds < 0 ? "-" : ""
    if size < 1 {
      // 0.29 * 1000 is slightly less than 290.
      let thousandths = min(999, Int((size * 1000 + 1e-9).rounded(.down)))
      return thousandths == 0 ? "0 s" : "\(sign)\(thousandths) ms"
    }
    let whole = size.rounded(.down)
    // Greater numbers have no seconds or hours.
    let rest = whole < 0x1p53 ? Int(whole.truncatingRemainder(dividingBy: 86_400)) : 0
    let days = ((whole - Double(rest)) / 86_400).rounded(.down)
    let parts: [(count: Double, unit: String)] = [
      (days, "d"), (Double(rest / 3600), "h"), (Double(rest / 60 % 60), "min"), (Double(rest % 60), "s"),
    ]
    let shown = parts.drop { $0.count == 0 }.prefix(2).filter { $0.count > 0 }
    return sign + shown.map { "\(digits(ofWhole: $0.count)) \($0.unit)" }.joined(separator: " ")
  }

  /// Returns a time relative to another.
  static func relativeDate(_ date: Double, now: Double) -> String {
    let difference = date - now
    guard difference.isFinite else { return number(difference, digits: 0) }
    let size = difference.magnitude
    func phrase(_ count: Double, _ unit: String) -> String {
      let text = "\(Int(count.rounded(.down))) \(unit)"
      return difference < 0 ? "\(text) ago" : "in \(text)"
    }
    switch size {
    case ..<60: return "now"
    case ..<3600: return phrase(size / 60, "min")
    case ..<86_400: return phrase(size / 3600, "h")
    case ..<172_800: return difference < 0 ? "yesterday" : "tomorrow"
    case ..<604_800: return phrase(size / 86_400, "d")
    default: return String(ScriptDate(date).iso8601.prefix { $0 != "T" })
    }
  }
}

/// The shortest decimal digits that identify a floating-point number, which are rounded as users expect: 1.005 has the
/// digits 1005, although its binary value is slightly less.
struct DecimalDigits {
  /// The digits from 0 to 9, from the first one that is not 0.
  private var digits: [Int]
  /// The position of the decimal point in the digits; negative if zeros follow the point.
  let point: Int

  /// Creates the digits of a finite number that is not negative.
  init(_ value: Double) {
    // A whole number is exact, as far as an integer can be.
    let text = value < 9e18 && value.rounded(.down) == value ? "\(Int64(value))" : "\(value)"
    let parts = text.split(separator: "e")
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let whole = mantissa[0].compactMap(\.wholeNumberValue)
    let all = whole + (mantissa.count > 1 ? mantissa[1].compactMap(\.wholeNumberValue) : [])
    let zeros = all.prefix { $0 == 0 }.count
    digits = Array(all.dropFirst(zeros))
    point = digits.isEmpty ? 0 : whole.count - zeros + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
  }

  /// Returns the digits before and after the point, rounded to a number of decimals, halves up.
  func parts(decimals: Int) -> (whole: String, fraction: String) {
    // Leading zeros, so that the digits begin before the point and have room for a carry.
    let lead = max(0, -point) + 1
    var all = Array(repeating: 0, count: lead) + digits
    let (point, end) = (point + lead, point + lead + decimals)
    let isRoundedUp = end < all.count && all[end] >= 5
    all = Array(all.prefix(end)) + Array(repeating: 0, count: max(0, end - all.count))
    if isRoundedUp {
      var index = end - 1
      while all[index] == 9 { (all[index], index) = (0, index - 1) }
      all[index] += 1
    }
    let text = all.map(String.init).joined()
    let whole = text.prefix(point).drop { $0 == "0" }
    return (whole.isEmpty ? "0" : String(whole), String(text.suffix(decimals)))
  }
}
