import StateRestoration

/// One line of text that the user edits.
@MainActor
open class TextField: TextInput {
  /// Whether the letters are hidden, and cannot be copied.
  public var isSecure = false {
    didSet {
      setNeedsDisplay()
      if isSecure != oldValue { hidingDidChange() }
    }
  }
  /// Whether Enter was pressed: what Swift does then.
  public var onSubmit: ((TextField) -> Void)?
  /// Whether a text is valid: asked after every change by the user, and when ``isValid`` is read. An error counts as valid.
  public var validate: ((String) throws -> Validity)?
  /// What can be typed and pasted; nil for everything. What is set in code is not looked at, and deleting is always possible.
  public var inputFilter: InputFilter?
  /// What stands under the field: why its text is not valid. Empty until the user has changed the text or pressed Enter.
  public internal(set) var message = "" {
    didSet { if message != oldValue { contentSizeDidChange() } }
  }
  /// Whether the user has seen or changed enough of the text for its error to be shown.
  var showsMessage = false
  var isChecking = false
  private var isRestoredAnew = false
  /// The offset of the first character that is shown.
  private var first = 0
  /// The first character that was shown before the width changed, or when the state was saved: it is shown first again at a
  /// width that allows it, until the cursor moves.
  private var restingFirst: Int?
  private var laidOutWidth = 0

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

  open override func enterValue(_ text: String) -> Bool {
    guard inputFilter == nil || accepts(text) else { return false }
    return super.enterValue(text)
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    guard isTyped else { return }
    // What other fields have may count too, and they may not be restored yet: it is asked once more when all is there.
    isRestoredAnew = true
    beginShowingMessage()
  }

  open override func pasted(_ text: String) -> Bool {
    super.pasted(text.split(whereSeparator: \.breaksLine).joined(separator: " "))
  }

  // A text may be much longer than the field: only what is seen is looked at. The lines are handed on, as each access to the
  // property would copy it.

  private func shown(at offset: Int, of lines: TextLines) -> Character {
    guard !isSecure, let character = lines.character(at: offset) else { return "•" }
    return character.breaksLine ? " " : character
  }

  private func cells(at offset: Int, of lines: TextLines) -> Int { shown(at: offset, of: lines).drawable.cellWidth }

  /// How many cells the text takes from an offset up to another one, or a number that is no less than a limit.
  private func cells(from start: Int = 0, to end: Int = .max, upTo limit: Int = .max) -> Int {
    let lines = editing.lines
    let end = min(end, lines.utf8Count)
    var cells = 0
    var offset = start
    while offset < end, cells < limit {
      cells += self.cells(at: offset, of: lines)
      offset = lines.offset(after: offset)
    }
    return cells
  }

  open override func layoutSubviews() {
    if isRestoredAnew {
      isRestoredAnew = false
      checkValidity()
    }
    if laidOutWidth > 0, laidOutWidth != bounds.width { restingFirst = restingFirst ?? first }
    laidOutWidth = bounds.width
    scrollToCursor()
  }

  override func textDidChange() {
    restingFirst = nil
    super.textDidChange()
  }

  override var firstShown: Int {
    // What was typed may not have been drawn yet.
    if bounds.width > 0 { scrollToCursor() }
    return restingFirst ?? first
  }

  override func showText(from place: TextPlace) {
    restingFirst = editing.lines.offset(ofCharacter: place.firstCharacter ?? place.scroll)
  }

  private func scrollToCursor() {
    let (lines, cursor) = (editing.lines, editing.cursor)
    let leftmost = min(restingFirst ?? first, cursor, lines.utf8Count)
    // Back from the cursor, as far as there is room.
    var start = cursor
    var column = 0
    while start > leftmost {
      let before = lines.offset(before: start)
      column += cells(at: before, of: lines)
      if column >= max(1, bounds.width) { break }
      start = before
    }
    // No text is hidden on the left while there is room on the right, where the cursor may stand after the last character.
    var used = cells(from: start, upTo: bounds.width)
    while start > 0 {
      let before = lines.offset(before: start)
      used += cells(at: before, of: lines)
      guard used < bounds.width else { break }
      start = before
    }
    first = start
  }

  open override var cursorLocation: Point? {
    scrollToCursor()
    return isFirstResponder ? Point(x: cells(from: first, to: editing.cursor), y: 0) : nil
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    let lines = editing.lines
    var offset = first
    var x = 0
    while offset < lines.utf8Count, x + cells(at: offset, of: lines) <= event.location.x {
      x += cells(at: offset, of: lines)
      offset = lines.offset(after: offset)
    }
    // Left of the field is further back in the text.
    if event.location.x < 0 { offset = lines.offset(before: first) }
    return mouseSelection(event, at: offset)
  }

  open override func draw(in canvas: Canvas) {
    scrollToCursor()
    canvas.fill(Rect(x: 0, y: 0, width: bounds.width, height: 1), style: textStyle.over(theme[.field]))
    for (y, line) in messageLines(width: bounds.width).prefix(max(0, bounds.height - 1)).enumerated() {
      canvas.put(line, x: 0, y: y + 1, style: theme[.destructive])
    }
    if editing.isEmpty {
      canvas.put(placeholder.truncated(to: bounds.width), x: 0, y: 0, style: theme[.placeholder].over(theme[.field]))
      return
    }
    let lines = editing.lines
    var x = 0
    var offset = first
    while offset < lines.utf8Count, x < bounds.width {
      x = canvas.put(String(shown(at: offset, of: lines)), x: x, y: 0, style: style(at: offset).over(theme[.field]))
      offset = lines.offset(after: offset)
    }
  }

  open override var accessibilityRole: AccessibilityRole? { isSecure ? .secureTextField : .textField }
  open override var accessibilityValue: String? {
    let value = isSecure && !text.isEmpty ? "\(characterCount) characters" : super.accessibilityValue
    return message.isEmpty ? value : [value, message].compactMap { $0 }.joined(separator: ", ")
  }
  /// In the line of the text, whatever stands below it.
  open override var tapPoint: Point { Point(x: max(0, bounds.width - 1), y: 0) }
}

/// A field for what is looked for: Escape empties it (UIKit's `UISearchBar`).
@MainActor
open class SearchBar: TextField {
  private static let sign = "⌕ "

  /// A field that says what it is for.
  public override init() {
    super.init()
    placeholder = "Search"
    padding = Insets(left: 2)
  }

  open override func drawDecoration(in canvas: Canvas) {
    super.drawDecoration(in: canvas)
    let around = contentInsets
    guard around.left >= 2 else { return }
    canvas.put(Self.sign, x: around.left - 2, y: around.top, style: isFirstResponder ? theme[.accent] : textStyle)
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
}
