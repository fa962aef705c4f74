import StateRestoration

/// A control for a date, a time or both, in the user's time zone (UIKit's `UIDatePicker`).
@MainActor
open class DatePicker: Control, TitledParts, KeyedParts {
  /// The kind of value.
  public enum Mode: String, Sendable, CaseIterable {
    case date, time, dateAndTime
  }

  /// The presentation.
  public enum Style: String, Sendable, CaseIterable {
    /// One line whose parts are edited separately.
    case compact
    /// A calendar of one month.
    case inline
  }

  /// The selected date in seconds since 1970, clamped to ``minimumDate`` and ``maximumDate``.
  public var date = 0.0 {
    didSet {
      pendingDate = nil
      if !date.isFinite { date = oldValue }
      keepInBounds()
      if date != oldValue { visibleStateDidChange() }
    }
  }
  /// The earliest date in seconds since 1970; nil for none.
  public var minimumDate: Double? { didSet { boundsDidChange() } }
  /// The latest date in seconds since 1970; nil for none.
  public var maximumDate: Double? { didSet { boundsDidChange() } }
  /// The kind of value.
  public var mode = Mode.date {
    didSet {
      focusedPart = min(focusedPart, parts.count - 1)
      contentSizeDidChange()
    }
  }
  /// The presentation. Times always use one line.
  public var preferredStyle = Style.compact { didSet { contentSizeDidChange() } }

  /// Whether a character is typed as a digit of the focused part.
  func types(_ character: Character) -> Bool { !isInline && KeyPress(.character(character)).digit != nil }

  private var isInline: Bool { preferredStyle == .inline && mode == .date }
  private var focusedPart = 0 {
    didSet { if focusedPart != oldValue { visibleStateDidChange() } }
  }
  /// The first digits of a number that the user is typing for the focused part.
  private var typed = "" {
    didSet { if typed != oldValue { invalidateRestorableState() } }
  }

  /// A restored date outside of the bounds, which may be set later.
  private var pendingDate: Double? { didSet { if pendingDate != oldValue { invalidateRestorableState() } } }

  private func boundsDidChange() {
    let pending = pendingDate
    keepInBounds()
    pending.map(restore)
  }

  private func restore(_ seconds: Double) {
    date = seconds
    if seconds.isFinite, date != seconds { pendingDate = seconds }
  }

  private func keepInBounds() {
    let kept = clamped(date)
    if kept != date { date = kept }
  }

  private func clamped(_ seconds: Double) -> Double {
    let least = minimumDate ?? -.infinity
    return min(max(seconds, least), max(maximumDate ?? .infinity, least))
  }

  // MARK: Parts

  private enum Part {
    case year, month, day, hour, minute

    /// The number of its digits.
    var length: Int { self == .year ? 4 : 2 }
  }

  private var parts: [Part] {
    switch mode {
    case .date: [.year, .month, .day]
    case .time: [.hour, .minute]
    case .dateAndTime: [.year, .month, .day, .hour, .minute]
    }
  }

  /// The selected date in the user's time zone.
  var civil: CivilDate { CivilDate(secondsSince1970: date) }

  private func text(of part: Part, _ civil: CivilDate) -> String {
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return switch part {
    case .year: digits(civil.year, 4)
    case .month: digits(civil.month, 2)
    case .day: digits(civil.day, 2)
    case .hour: digits(civil.hour, 2)
    case .minute: digits(civil.minute, 2)
    }
  }

  /// The parts in the line with their positions and the separator before each.
  private var places: [(part: Part, before: String, x: Int, text: String)] { places(of: civil) }

  /// Returns a date as the picker would show it on one line.
  package func text(ofSecondsSince1970 seconds: Double) -> String {
    places(of: CivilDate(secondsSince1970: seconds)).map { $0.before + $0.text }.joined()
  }

  private func places(of civil: CivilDate) -> [(part: Part, before: String, x: Int, text: String)] {
    var x = 0
    return parts.enumerated().map { index, part in
      let before =
        switch part {
        case .year: ""
        case .month, .day: "-"
        case .hour: index == 0 ? "" : "  "
        case .minute: ":"
        }
      x += before.count
      let text = text(of: part, civil)
      defer { x += text.count }
      return (part, before, x, text)
    }
  }

  private func change(_ change: (inout CivilDate) -> Void) {
    var civil = civil
    change(&civil)
    choose(seconds(at: civil))
  }

  /// Returns the selectable date at a time of day: on its own day, the next or the previous one; nil if the bounds allow
  /// none.
  private func selectable(_ time: CivilDate) -> Double? {
    [0, 1, -1].lazy.map { days in
      var time = time
      time.addDays(days)
      return time.secondsSince1970
    }.first { self.clamped($0) == $0 }
  }

  /// Returns the seconds since 1970. A time without a date is on the day on which the bounds allow it.
  private func seconds(at civil: CivilDate) -> Double {
    (mode == .time ? selectable(civil) : nil) ?? civil.secondsSince1970
  }

  /// Changes the date on behalf of the user.
  private func choose(_ seconds: Double) {
    let before = date
    date = seconds
    if date != before { sendValueChanged() }
  }

  private func add(_ count: Int, to part: Part) {
    switch part {
    case .year: change { $0.addMonths(count * 12) }
    case .month: change { $0.addMonths(count) }
    case .day: change { $0.addDays(count) }
    // Hours pass evenly, also where the clock is put forward or back.
    case .hour: choose(afterSeconds(count * 3600))
    case .minute: choose(afterSeconds(count * 60))
    }
  }

  /// Returns the date a number of seconds later. At midnight a time without a date stays on its day, if the bounds allow
  /// it.
  private func afterSeconds(_ seconds: Int) -> Double {
    let later = date + Double(seconds)
    guard mode == .time else { return later }
    var time = CivilDate(secondsSince1970: later)
    let isOnSameDay = time.day == civil.day
    if isOnSameDay, clamped(later) == later { return later }
    (time.year, time.month, time.day) = (civil.year, civil.month, civil.day)
    return selectable(time) ?? (isOnSameDay ? later : date)
  }

  private func type(_ digit: Int) {
    let part = parts[focusedPart]
    typed = typed.count >= part.length ? String(digit) : typed + String(digit)
    let isWhole = typed.count == part.length
    if let number = Int(typed), let seconds = date(with: number, as: part, isWhole: isWhole),
      // The bounds would change the other parts for a first digit that is no number of its own.
      isWhole || clamped(seconds) == seconds
    {
      choose(seconds)
    }
    if isWhole {
      typed = ""
      focusedPart = min(focusedPart + 1, parts.count - 1)
    }
  }

  /// Returns the date with another number in one part; nil if the part cannot have it.
  private func date(with number: Int, as part: Part, isWhole: Bool) -> Double? {
    var civil = civil
    switch part {
    case .year where isWhole && number > 0: civil.addMonths((number - civil.year) * 12)
    case .month where (1...12).contains(number): civil.addMonths(number - civil.month)
    case .day where number >= 1 && number <= civil.daysInMonth: civil.day = number
    case .hour where number < 24: civil.hour = number
    case .minute where number < 60: civil.minute = number
    default: return nil
    }
    return seconds(at: civil)
  }

  // MARK: Events

  open override var arrowAxes: Set<Axis> { [.horizontal, .vertical] }

  open override func keyPressed(_ key: KeyPress) -> Bool {
    // Any key that is not a digit ends the typed number.
    if key.modifiers.isEmpty, key.digit == nil, key.key != .character("t") { typed = "" }
    return super.keyPressed(key)
  }

  open override var keyBindings: [KeyBinding] {
    (isInline ? calendarBindings : lineBindings) + [
      KeyBinding(mode == .date ? "Today" : "Now", [.character("t"): { self.selectNow() }])
    ]
  }

  open override func didResignFirstResponder() {
    super.didResignFirstResponder()
    typed = ""
  }

  private func selectNow() {
    guard let now = window?.application?.wallClock(), now > 0 else { return }
    change { $0 = CivilDate(secondsSince1970: now) }
  }

  private var lineBindings: [KeyBinding] {
    [
      KeyBinding(
        "Previous, next part", trying: [.left: { self.moveFocus(by: -1) }, .right: { self.moveFocus(by: 1) }]),
      KeyBinding(
        "Increase, decrease",
        [
          .up: { self.add(1, to: self.parts[self.focusedPart]) },
          .down: { self.add(-1, to: self.parts[self.focusedPart]) },
        ]
      ),
      KeyBinding("Type a value", .digits(0...9)) { [self] key in
        guard let digit = key.digit else { return false }
        type(digit)
        return true
      },
    ]
  }

  private func moveFocus(by step: Int) -> Bool {
    guard parts.indices.contains(focusedPart + step) else { return false }
    focusedPart += step
    return true
  }

  private var calendarBindings: [KeyBinding] {
    [
      KeyBinding(
        "Move by day, week",
        [
          .left: { self.change { $0.addDays(-1) } }, .right: { self.change { $0.addDays(1) } },
          .up: { self.change { $0.addDays(-7) } }, .down: { self.change { $0.addDays(7) } },
        ]),
      KeyBinding(
        "Move by month",
        [.pageUp: { self.change { $0.addMonths(-1) } }, .pageDown: { self.change { $0.addMonths(1) } }]),
      KeyBinding(
        "First, last day",
        [.home: { self.change { $0.day = 1 } }, .end: { self.change { $0.day = $0.daysInMonth } }]),
    ]
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .wheel(let rows):
      if isInline { change { $0.addMonths(rows.signum()) } } else { add(-rows.signum(), to: parts[focusedPart]) }
    case .press(button: 1) where isInline:
      if event.location.y == 0 {
        change { $0.addMonths(event.location.x < Self.calendarWidth / 2 ? -1 : 1) }
      } else if let day = day(at: event.location) {
        change { $0.day = day }
      }
    case .press(button: 1):
      if let index = partIndex(at: event.location) { focusedPart = index }
      typed = ""
      setNeedsDisplay()
    default: return false
    }
    return true
  }

  private func partIndex(at point: Point) -> Int? { places.lastIndex { point.x >= $0.x } }

  /// A day of the calendar.
  func part(at point: Point) -> TitledPart? {
    isInline ? day(at: point).map { TitledPart(indexes: [$0], title: String($0)) } : nil
  }

  func keysAfterTap(for point: Point) -> [KeyPress]? {
    guard isInline else { return Array(repeating: .right, count: partIndex(at: point) ?? 0) }
    if point.y == 0 { return [point.x < Self.calendarWidth / 2 ? .pageUp : .pageDown] }
    return (day(at: point) ?? civil.day) == civil.day ? [] : nil
  }

  var ignoresTap: Bool { isInline || focusedPart == 0 && typed.isEmpty }

  // MARK: Drawing

  open override func sizeThatFits(_ proposal: Size) -> Size {
    if isInline { return Size(width: Self.calendarWidth, height: 8) }
    return Size(width: places.last.map { $0.x + $0.text.count } ?? 0, height: 1)
  }

  open override var tapPoint: Point {
    guard isInline else { return .zero }
    return point(ofDay: civil.day)
  }

  /// The day of the calendar with this number.
  open override func tapPoint(forTitle title: String) -> Point? {
    guard isInline, let day = Int(title), String(day) == title, (1...civil.daysInMonth).contains(day) else {
      return nil
    }
    return point(ofDay: day)
  }

  open override func draw(in canvas: Canvas) {
    if isInline { drawCalendar(in: canvas) } else { drawLine(in: canvas) }
  }

  private func drawLine(in canvas: Canvas) {
    for (index, place) in places.enumerated() {
      canvas.put(place.before, x: place.x - place.before.count, y: 0, style: textStyle)
      let isFocused = isFirstResponder && index == focusedPart
      canvas.put(place.text, x: place.x, y: 0, style: isFocused ? theme[.focused] : textStyle.over(theme[.field]))
    }
  }

  open override var accessibilityRole: AccessibilityRole? { .date }
  open override var accessibilityValue: String? { text(ofSecondsSince1970: date) }

  open override var acceptedValues: String? {
    switch mode {
    case .date: "a date such as 2026-01-31"
    case .time: "a time such as 13:05"
    case .dateAndTime: "a date and time such as 2026-01-31 13:05"
    }
  }

  /// Accepts the numbers of all parts in order, with any separators.
  open override func enterValue(_ text: String) -> Bool {
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    guard numbers.count == parts.count else { return false }
    var wanted = civil
    for (part, number) in zip(parts, numbers) {
      switch part {
      case .year where (1...9999).contains(number): wanted.year = number
      case .month where (1...12).contains(number): wanted.month = number
      case .day where (1...wanted.daysInMonth).contains(number): wanted.day = number
      case .hour where number < 24: wanted.hour = number
      case .minute where number < 60: wanted.minute = number
      default: return false
      }
    }
    change { $0 = wanted }
    return true
  }

  // MARK: State

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    coder.encode(pendingDate ?? date, forKey: "date")
    coder.encode(focusedPart, forKey: "focusedPart")
    if !typed.isEmpty { coder.encode(typed, forKey: "typedDigits") }
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    if let seconds = coder.decodeNumber(forKey: "date") { restore(seconds) }
    focusedPart = min(max(0, coder.decodeInteger(forKey: "focusedPart") ?? 0), parts.count - 1)
    let digits = coder.decodeString(forKey: "typedDigits") ?? ""
    typed = digits.count < parts[focusedPart].length && digits.allSatisfy { $0.isASCII && $0.isNumber } ? digits : ""
  }
}
