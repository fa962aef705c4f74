// The calendar of a month: a line with the month, one with the weekdays, and one for each week.
extension DatePicker {
  static let calendarWidth = 20

  /// The weekday of the month's first day, which is its column.
  private var firstWeekday: Int {
    var first = civil
    first.day = 1
    return first.weekday
  }

  /// Returns the day at a point; nil if there is none.
  func day(at location: Point) -> Int? {
    let day = (location.y - 2) * 7 + location.x / 3 - firstWeekday + 1
    return location.y >= 2 && (0...Self.calendarWidth).contains(location.x) && (1...civil.daysInMonth).contains(day)
      ? day : nil
  }

  /// Returns the cell with the last digit of a day in the calendar.
  func point(ofDay day: Int) -> Point {
    let place = firstWeekday + day - 1
    return Point(x: place % 7 * 3 + 1, y: 2 + place / 7)
  }

  /// Draws the month of the selected day.
  func drawCalendar(in canvas: Canvas) {
    let civil = civil
    let title = "\(CivilDate.monthNames[civil.month - 1]) \(civil.year)"
    let edge = isEffectivelyEnabled ? theme[.accent] : textStyle
    canvas.put("‹", x: 0, y: 0, style: edge)
    canvas.put(title, x: (Self.calendarWidth - title.count) / 2, y: 0, style: textStyle.over(theme[.header]))
    canvas.put("›", x: Self.calendarWidth - 1, y: 0, style: edge)
    canvas.put("Mo Tu We Th Fr Sa Su", x: 0, y: 1, style: isEffectivelyEnabled ? theme[.secondary] : textStyle)
    let first = firstWeekday
    for day in 1...civil.daysInMonth {
      let place = first + day - 1
      var style = textStyle
      if day == civil.day {
        style = isFirstResponder ? theme[.focused] : isEffectivelyEnabled ? theme[.selected] : textStyle
        if !isFirstResponder { style.attributes.insert(.underline) }
      }
      canvas.put((day < 10 ? " " : "") + String(day), x: place % 7 * 3, y: 2 + place / 7, style: style)
    }
  }
}
