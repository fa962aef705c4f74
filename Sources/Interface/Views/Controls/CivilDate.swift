import Glibc

/// A date and time in the user's time zone (`TZ`, as the C library interprets it).
struct CivilDate: Equatable {
  var year: Int
  /// One-based.
  var month: Int
  /// One-based.
  var day: Int
  var hour: Int
  var minute: Int
  var second: Int

  /// Creates a date from seconds since 1970.
  init(secondsSince1970 seconds: Double) {
    // Clamped to the years 1 to 9999, as the C library's range is limited.
    var time = time_t(min(max(seconds.isFinite ? seconds.rounded(.down) : 0, -62_135_596_800), 253_402_300_799))
    var parts = tm()
    localtime_r(&time, &parts)
    year = Int(parts.tm_year) + 1900
    month = Int(parts.tm_mon) + 1
    day = Int(parts.tm_mday)
    hour = Int(parts.tm_hour)
    minute = Int(parts.tm_min)
    second = Int(parts.tm_sec)
  }

  /// Seconds since 1970. Out-of-range days, hours and minutes carry over into the next month, day and hour.
  var secondsSince1970: Double {
    var parts = tm()
    parts.tm_year = Int32(clamping: year - 1900)
    parts.tm_mon = Int32(clamping: month - 1)
    parts.tm_mday = Int32(clamping: day)
    parts.tm_hour = Int32(clamping: hour)
    parts.tm_min = Int32(clamping: minute)
    parts.tm_sec = Int32(clamping: second)
    parts.tm_isdst = -1
    return Double(mktime(&parts))
  }

  /// The day of the week; Monday is 0.
  var weekday: Int {
    var time = time_t(secondsSince1970)
    var parts = tm()
    localtime_r(&time, &parts)
    return (Int(parts.tm_wday) + 6) % 7
  }

  var daysInMonth: Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// Moves to the same day of another month, or to its last day.
  mutating func addMonths(_ count: Int) {
    let months = year * 12 + month - 1 + count
    guard (12..<120_000).contains(months) else { return }
    year = months / 12
    month = months % 12 + 1
    day = min(day, daysInMonth)
  }

  mutating func addDays(_ count: Int) {
    day += count
    self = CivilDate(secondsSince1970: secondsSince1970)
  }
}

extension DatePicker {
  /// Returns a date without the parts that the mode does not show: the time of day, or the day; and the seconds.
  package func shownPart(ofSecondsSince1970 seconds: Double) -> Double {
    var civil = CivilDate(secondsSince1970: seconds)
    civil.second = 0
    if mode == .date { (civil.hour, civil.minute) = (0, 0) }
    if mode == .time { (civil.year, civil.month, civil.day) = (2000, 1, 1) }
    return civil.secondsSince1970
  }
}
