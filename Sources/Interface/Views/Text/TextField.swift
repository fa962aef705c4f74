import StateRestoration

/// An editable single line of text.
@MainActor
open class TextField: TextInput {
  /// Whether the characters are drawn as dots and cannot be copied.
  public var isSecure = false {
    didSet {
      setNeedsDisplay()
      scrolled = nil
      guard isSecure != oldValue else { return }
      hidingDidChange()
      preferredWidthDidChange()
    }
  }
  /// Called when the user presses Enter.
  public var onSubmit: ((TextField) -> Void)?
  /// Validates a text. It is called after every change by the user, and when ``isValid`` is read. If it throws, the
  /// text counts as valid.
  public var validate: ((String) throws -> Validity)?
  /// Filters what the user types and pastes; nil accepts everything. Text set in code is not filtered, and deleting is
  /// always possible.
  public var inputFilter: InputFilter?
  /// The error message drawn below the field while its text is invalid. Empty until the user has changed the text or
  /// pressed Enter.
  public internal(set) var message = "" {
    didSet { if message != oldValue { contentSizeDidChange() } }
  }
  /// Whether the user has edited or submitted the text, so that its error is shown.
  var showsMessage = false {
    didSet { if showsMessage != oldValue { invalidateRestorableState() } }
  }
  var isChecking = false
  private var needsValidation = false
  /// The byte offset of the first visible character.
  private var first = 0
  /// The first visible character before the width changed, or when the state was saved. It stays the first one at every
  /// width that allows it, until the cursor moves.
  private var restingFirst: Int? { didSet { scrolled = nil } }
  /// The width for which ``first`` was last updated, and the column of the cursor; nil if the text, the cursor or the
  /// resting position has changed since.
  private var scrolled: (width: Int, cursorColumn: Int)?
  private var laidOutWidth = 0
  /// The directions in the text of a revision; nil if it is displayed in logical order.
  var knownDirections: (revision: Int, directions: BidirectionalText?)?

  open override var heldBytes: Int { super.heldBytes + message.utf8.count }

  override var isHiddenText: Bool { isSecure }

  open override var arrowAxes: Set<Axis> { [.horizontal] }
  open override func isFlexible(along axis: Axis) -> Bool { axis == .horizontal }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    let width = min(proposal.width, max(10, cells(upTo: proposal.width) + 1))
    return Size(width: width, height: 1 + messageLines(width: proposal.width).count)
  }

  open override var keyBindings: [KeyBinding] {
    [KeyBinding(onSubmit == nil ? nil : "Submit", trying: [.enter: { self.submit() }])] + super.keyBindings
  }

  private func submit() -> Bool {
    beginShowingMessage()
    onSubmit?(self)
    return onSubmit != nil
  }

  override func textWasTyped() { beginShowingMessage() }
  override func textWasSet() { if showsMessage { checkValidity() } }
  override var isFiltered: Bool { inputFilter != nil }
  override func allows(_ edited: TextEditing) -> Bool { accepts(edited.text) }

  open override var acceptedValues: String? {
    isEditable ? inputFilter?.acceptedValues ?? super.acceptedValues : nil
  }
  open override func enterValue(_ text: String) -> Bool {
    guard inputFilter == nil || accepts(text) else { return false }
    return super.enterValue(text)
  }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    if showsMessage, !message.isEmpty, !isTyped, !holdsSecret, !isHiddenText {
      coder.encode(true, forKey: "showsMessage")
    }
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    guard isTyped || coder.decodeBoolean(forKey: "showsMessage") == true else { return }
    // Validation may depend on other fields that are not restored yet: repeat it at the next layout.
    needsValidation = true
    beginShowingMessage()
  }

  open override func pasted(_ text: String) -> Bool {
    super.pasted(text.inOneLine)
  }

  // A text may be much longer than the field: only its visible part is read. Lines are passed as an argument because
  // each access to the property would copy them.

  private func shown(at offset: Int, of lines: TextLines) -> Character {
    guard !isSecure, let character = lines.character(at: offset) else { return "•" }
    return character.breaksLine ? " " : character
  }

  private func cells(at offset: Int, of lines: TextLines) -> Int {
    lines.isPrintableASCII(at: offset) ? 1 : shown(at: offset, of: lines).drawable.cellWidth
  }

  /// Returns the width in cells of the text from an offset on. Counting stops once it reaches `limit`.
  private func cells(from start: Int = 0, upTo limit: Int) -> Int {
    let lines = editing.lines
    let end = lines.utf8Count
    var cells = 0
    var offset = start
    while offset < end, cells < limit {
      cells += self.cells(at: offset, of: lines)
      offset = lines.offset(after: offset)
    }
    return cells
  }

  open override func layoutSubviews() {
    if needsValidation {
      needsValidation = false
      checkValidity()
    }
    if laidOutWidth > 0, laidOutWidth != bounds.width { restingFirst = restingFirst ?? first }
    laidOutWidth = bounds.width
    scrollToCursor()
  }

  override func editingDidChange() { scrolled = nil }

  override func textDidChange() {
    restingFirst = nil
    // The height depends on the message alone.
    preferredWidthDidChange()
    invalidateRestorableState()
  }

  override var firstShown: Int {
    // Text typed since the last frame may not have been drawn yet.
    if bounds.width > 0 { scrollToCursor() }
    return restingFirst ?? first
  }

  override func showText(from place: TextPlace) {
    restingFirst = editing.lines.offset(ofCharacter: place.firstCharacter ?? place.scroll)
  }

  /// The width of the text, beside the mark of an invalid one.
  private var textWidth: Int { showsMark ? bounds.width - 2 : bounds.width }
  private var showsMark: Bool { !message.isEmpty && bounds.width >= 6 }

  private func scrollToCursor() {
    guard scrolled?.width != textWidth else { return }
    let (lines, cursor) = (editing.lines, editing.cursor)
    let leftmost = min(restingFirst ?? first, cursor, lines.utf8Count)
    // Go back from the cursor as far as the text fits.
    var start = cursor
    var column = 0
    while start > leftmost {
      let before = lines.offset(before: start)
      let wider = column + cells(at: before, of: lines)
      if wider >= max(1, textWidth) { break }
      (start, column) = (before, wider)
    }
    // Hide no text on the left while there is room on the right, including a cell for the cursor after the last
    // character.
    let right = cells(from: cursor, upTo: textWidth - column)
    while start > 0 {
      let before = lines.offset(before: start)
      let wider = column + cells(at: before, of: lines)
      guard wider + right < textWidth else { break }
      (start, column) = (before, wider)
    }
    first = start
    scrolled = (textWidth, column)
  }

  /// The visible characters as they are displayed; nil if they are displayed in logical order.
  private var displayedLine: BidirectionalLine? {
    guard let directions else { return nil }
    let lines = editing.lines
    var (end, used) = (first, 0)
    while end < lines.utf8Count {
      used += cells(at: end, of: lines)
      if used > textWidth { break }
      end = lines.offset(after: end)
    }
    return line(first..<end, in: directions, width: textWidth)
  }

  override func isReordered(at offset: Int) -> Bool { directions != nil }

  override func isRightToLeft(at offset: Int) -> Bool { directions?.isRightToLeft(at: 0) ?? false }

  override func offset(beside offset: Int, step: Int) -> Int {
    guard let directions else { return offset }
    guard case .byte(let byte) = line(0..<editing.count, in: directions).neighbor(of: offset, step: step, hasEnd: true)
    else { return offset }
    return byte
  }

  override func isBefore(_ first: Int, _ second: Int) -> Bool {
    guard let directions else { return first < second }
    let line = line(0..<editing.count, in: directions)
    return line.column(of: first) < line.column(of: second)
  }

  open override var cursorLocation: Point? {
    guard isFirstResponder else { return nil }
    scrollToCursor()
    if let line = displayedLine { return Point(x: max(0, line.column(of: editing.cursor)), y: 0) }
    return Point(x: scrolled?.cursorColumn ?? 0, y: 0)
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool { mouseSelection(event, at: offset(at: event.location)) }

  override func offset(at point: Point) -> Int {
    let lines = editing.lines
    if let line = displayedLine {
      // A point beside the field scrolls.
      let isBefore = line.isRightToLeft ? point.x >= textWidth : point.x < 0
      return isBefore ? lines.offset(before: first) : line.byte(atColumn: point.x)
    }
    // A point left of the field scrolls back.
    if point.x < 0 { return lines.offset(before: first) }
    var offset = first
    var x = 0
    while offset < lines.utf8Count, x + cells(at: offset, of: lines) <= point.x {
      x += cells(at: offset, of: lines)
      offset = lines.offset(after: offset)
    }
    return offset
  }

  open override func draw(in canvas: Canvas) {
    scrollToCursor()
    let field = fieldStyle
    if field != .plain { canvas.fill(Rect(x: 0, y: 0, width: bounds.width, height: 1), style: field) }
    for (y, line) in messageLines(width: bounds.width).prefix(max(0, bounds.height - 1)).enumerated() {
      canvas.put(line, x: 0, y: y + 1, style: theme[.error])
    }
    if showsMark { canvas.put("✗", x: bounds.width - 1, y: 0, style: field) }
    if editing.isEmpty {
      let style = isEffectivelyEnabled ? theme[.placeholder].over(field) : field
      let shown = placeholder.truncated(to: textWidth)
      canvas.put(shown, x: Label.Alignment.natural.start(of: Text(shown), in: textWidth), y: 0, style: style)
      return
    }
    let text = canvas.part(Rect(x: 0, y: 0, width: textWidth, height: 1))
    if let line = displayedLine {
      for cluster in line.clusters {
        let style = editing.range.contains(cluster.byte) ? theme[.textSelection] : field
        text.put(
          cluster.character.breaksLine ? " " : String(cluster.character), x: cluster.x, y: 0, style: style,
          level: cluster.level)
      }
      return
    }
    let lines = editing.lines
    var x = 0
    var offset = first
    while offset < lines.utf8Count, x < textWidth {
      let style = editing.range.contains(offset) ? theme[.textSelection] : field
      x = text.put(String(shown(at: offset, of: lines)), x: x, y: 0, style: style)
      offset = lines.offset(after: offset)
    }
  }

  open override var accessibilityRole: AccessibilityRole? { isSecure ? .secureTextField : .textField }
  open override var accessibilityValue: String? {
    let value =
      isSecure && !text.isEmpty ? AccessibilityElement.count(characterCount, of: "character") : super.accessibilityValue
    return message.isEmpty ? value : [value, message].compactMap { $0 }.joined(separator: ", ")
  }
  /// In the line of the text, above the error message.
  open override var tapPoint: Point { Point(x: max(0, bounds.width - 1), y: 0) }
}

/// A search field; Escape clears it (UIKit's `UISearchBar`).
@MainActor
open class SearchBar: TextField {
  nonisolated static let sign = "⌕ "
  /// A short text at the right end, such as the number of matches.
  public var note = "" {
    didSet {
      guard note != oldValue else { return }
      padding.right = note.isEmpty ? 0 : note.cellWidth + 2
      heldBytesDidChange()
      setNeedsDisplay()
    }
  }

  open override var heldBytes: Int { super.heldBytes + note.utf8.count }

  /// Creates an empty search field with a placeholder.
  public override init() {
    super.init()
    placeholder = "Search"
    padding = Insets(left: 2)
  }

  open override func drawDecoration(in canvas: Canvas) {
    super.drawDecoration(in: canvas)
    let around = contentInsets
    let style = isEffectivelyEnabled ? theme[.secondary].over(fieldStyle) : fieldStyle
    if around.left >= 2 { canvas.put(Self.sign, x: around.left - 2, y: around.top, style: style) }
    guard !note.isEmpty, bounds.height > 0 else { return }
    let room = around.right - (border == .none ? 0 : 1)
    let place = Rect(x: around.left + bounds.width, y: around.top, width: max(0, room), height: 1)
    canvas.fill(place, style: style)
    canvas.put(note.truncated(to: max(0, place.width - 2)), x: place.minX + 1, y: place.minY, style: style)
  }

  open override var keyBindings: [KeyBinding] {
    [
      KeyBinding("Clear the field", trying: [.escape: { self.empty() }])
        .weighing(editing.isEmpty ? .idle : .main)
    ] + super.keyBindings
  }

  private func empty() -> Bool {
    guard !editing.isEmpty else { return false }
    return edit {
      $0.select(0..<$0.count)
      $0.delete($0.range)
      return true
    }
  }

  open override var accessibilityRole: AccessibilityRole? { .searchField }
  open override var accessibilityValue: String? {
    note.isEmpty
      ? super.accessibilityValue : [super.accessibilityValue, note].compactMap { $0 }.joined(separator: ", ")
  }
}
