import StateRestoration

/// What text field and text view share: a text that the person edits.
@MainActor
open class TextInput: View {
  var editing = TextEditing()

  /// The text. Setting it puts the cursor at its end.
  public var text: String {
    get { editing.text }
    set {
      guard newValue != editing.text else { return }
      editing.text = newValue
      textDidChange()
    }
  }
  /// What stands there, faintly, while the text is empty.
  public var placeholder = "" { didSet { setNeedsDisplay() } }
  /// The cursor, or what is selected, in characters. Kept inside the text.
  public var selectedRange: TextEditing.Selection {
    get { editing.selection }
    set {
      guard newValue != editing.selection else { return }
      editing.selection = newValue
      textDidChange()
    }
  }

  func textDidChange() {
    contentSizeDidChange()
    invalidateRestorableState()
  }

  /// Edits, and tells the script if the text is another one now.
  @discardableResult
  final func edit(_ change: (inout TextEditing) -> Bool) -> Bool {
    let before = editing
    guard change(&editing) else { return false }
    if editing != before { textDidChange() }
    if editing.characters != before.characters { sendValueChanged() }
    return true
  }

  open override var canBecomeFirstResponder: Bool { isEffectivelyEnabled }

  open override func pasted(_ text: String) -> Bool {
    guard isEffectivelyEnabled else { return false }
    return edit {
      $0.insert(text)
      return true
    }
  }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    coder.encode(editing.selection.location, forKey: "selectionLocation")
    coder.encode(editing.selection.length, forKey: "selectionLength")
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    guard let location = coder.decodeInteger(forKey: "selectionLocation") else { return }
    selectedRange = .init(location: location, length: coder.decodeInteger(forKey: "selectionLength") ?? 0)
  }

  /// Behind what stands there, as a person who wants to go on writing would.
  open override var tapPoint: Point { Point(x: max(0, bounds.width - 1), y: max(0, bounds.height - 1)) }

  /// The style of one character.
  func style(at offset: Int) -> Style {
    var style = textStyle
    let selection = editing.selection
    if selection.length > 0, offset >= selection.location, offset < selection.location + selection.length {
      style.attributes.insert(.reverse)
    }
    return style
  }
}

/// One line of text that the person edits.
@MainActor
open class TextField: TextInput {
  /// Whether the letters are hidden.
  public var isSecure = false { didSet { setNeedsDisplay() } }
  /// Whether Enter was pressed: what Swift does then.
  public var onSubmit: ((TextField) -> Void)?
  private var firstShown = 0

  open override func isFlexible(along axis: Axis) -> Bool { axis == .horizontal }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: min(proposal.width, max(10, text.cellWidth + 1)), height: 1)
  }

  open override func keyPressed(_ key: KeyPress) -> Bool {
    guard isEffectivelyEnabled else { return false }
    if key == KeyPress(.enter), let onSubmit {
      onSubmit(self)
      return true
    }
    return edit { $0.handle(key) }
  }

  open override func pasted(_ text: String) -> Bool {
    super.pasted(text.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  private var shown: [Character] {
    isSecure ? editing.characters.map { _ in "•" } : editing.characters.map { $0.isNewline ? " " : $0 }
  }

  private func column(of offset: Int) -> Int {
    guard firstShown <= offset else { return 0 }
    return shown[firstShown..<offset].reduce(0) { $0 + $1.drawable.cellWidth }
  }

  open override func layoutSubviews() { scrollToCursor() }

  private func scrollToCursor() {
    firstShown = min(firstShown, editing.cursor, editing.characters.count)
    while firstShown < editing.cursor, column(of: editing.cursor) >= max(1, bounds.width) { firstShown += 1 }
  }

  open override var cursorLocation: Point? {
    scrollToCursor()
    return isFirstResponder ? Point(x: column(of: editing.cursor), y: 0) : nil
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    let isDrag = if case .drag(button: 1) = event.action { true } else { false }
    guard event.action == .press(button: 1) || isDrag else { return false }
    var offset = firstShown
    while offset < editing.characters.count, column(of: offset + 1) <= event.location.x { offset += 1 }
    return edit {
      $0.move(to: offset, extending: isDrag)
      return true
    }
  }

  open override func draw(in canvas: Canvas) {
    scrollToCursor()
    var base = textStyle
    base.attributes.insert(.underline)
    canvas.fill(bounds, style: base)
    if editing.characters.isEmpty {
      canvas.put(placeholder.truncated(to: bounds.width), x: 0, y: 0, style: Style(attributes: [.dim, .underline]))
      return
    }
    var x = 0
    for offset in firstShown..<editing.characters.count where x < bounds.width {
      var style = style(at: offset)
      style.attributes.insert(.underline)
      x = canvas.put(String(shown[offset]), x: x, y: 0, style: style)
    }
  }
}

/// Several lines of text that the person edits. Long lines wrap.
@MainActor
open class TextView: TextInput {
  private var scroll = 0
  private var wantedColumn: Int?

  open override func isFlexible(along axis: Axis) -> Bool { true }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(proposal.height, max(3, lines(width: proposal.width).count)))
  }

  private func lines(width: Int) -> [(line: String, start: Int)] { text.wrapped(to: max(1, width - 1)) }
  private var lines: [(line: String, start: Int)] { lines(width: bounds.width) }

  private func position(of offset: Int, in lines: [(line: String, start: Int)]) -> Point {
    let row = max(0, lines.lastIndex { $0.start <= offset } ?? 0)
    guard lines.indices.contains(row) else { return .zero }
    let before = lines[row].line.prefix(offset - lines[row].start)
    return Point(x: before.reduce(0) { $0 + $1.drawable.cellWidth }, y: row)
  }

  private func offset(atColumn column: Int, row: Int, in lines: [(line: String, start: Int)]) -> Int {
    guard let line = lines.indices.contains(row) ? lines[row] : lines.last else { return 0 }
    var x = 0
    var offset = line.start
    for character in line.line {
      let next = x + character.drawable.cellWidth
      if next > column { break }
      x = next
      offset += 1
    }
    // The end of a wrapped line is the start of the next.
    if row + 1 < lines.count, offset == lines[row + 1].start, offset > line.start { offset -= 1 }
    return offset
  }

  open override func keyPressed(_ key: KeyPress) -> Bool {
    guard isEffectivelyEnabled else { return false }
    let step: Int? =
      switch key.key {
      case .up: -1
      case .down: 1
      case .pageUp: -max(1, bounds.height - 1)
      case .pageDown: max(1, bounds.height - 1)
      default: nil
      }
    if let step { return moveByLines(step, extending: key.modifiers.contains(.shift)) }
    wantedColumn = nil
    if key == KeyPress(.enter) {
      return edit {
        $0.insert("\n")
        return true
      }
    }
    return edit { $0.handle(key) }
  }

  private func moveByLines(_ step: Int, extending: Bool) -> Bool {
    let lines = lines
    let position = position(of: editing.cursor, in: lines)
    let row = position.y + step
    // At the first and last line the arrows leave the text, unless they select.
    if row < 0 || row >= lines.count, abs(step) == 1, !extending { return false }
    let column = wantedColumn ?? position.x
    let target = offset(atColumn: column, row: min(max(row, 0), lines.count - 1), in: lines)
    edit {
      $0.move(to: target, extending: extending)
      return true
    }
    wantedColumn = column
    return true
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    let lines = lines
    switch event.action {
    case .wheel(let rows):
      scroll = min(max(0, scroll + rows), max(0, lines.count - bounds.height))
      invalidateRestorableState()
      setNeedsDisplay()
      return true
    case .press(button: 1), .drag(button: 1):
      let target = offset(atColumn: event.location.x, row: event.location.y + scroll, in: lines)
      let isDrag = event.action == .drag(button: 1)
      return edit {
        $0.move(to: target, extending: isDrag)
        return true
      }
    default: return false
    }
  }

  override func textDidChange() {
    super.textDidChange()
    scrollsToCursor = true
  }
  private var scrollsToCursor = false

  private func scrollToCursor(_ lines: [(line: String, start: Int)]) {
    scroll = min(scroll, max(0, lines.count - 1))
    guard scrollsToCursor, bounds.height > 0 else { return }
    scrollsToCursor = false
    let row = position(of: editing.cursor, in: lines).y
    if row < scroll { scroll = row }
    if row >= scroll + bounds.height { scroll = row - bounds.height + 1 }
  }

  open override var cursorLocation: Point? {
    guard isFirstResponder else { return nil }
    let lines = lines
    scrollToCursor(lines)
    let place = position(of: editing.cursor, in: lines)
    let visible = Point(x: place.x, y: place.y - scroll)
    return bounds.contains(visible) ? visible : nil
  }

  open override func draw(in canvas: Canvas) {
    if editing.characters.isEmpty {
      canvas.put(placeholder.truncated(to: bounds.width), x: 0, y: 0, style: Style(attributes: .dim))
      return
    }
    let lines = lines
    scrollToCursor(lines)
    for (y, line) in lines.dropFirst(scroll).prefix(bounds.height).enumerated() {
      var x = 0
      for (index, character) in line.line.enumerated() {
        x = canvas.put(String(character), x: x, y: y, style: style(at: line.start + index))
      }
    }
  }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    if scroll > 0 { coder.encode(scroll, forKey: "scroll") }
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    if let saved = coder.decodeInteger(forKey: "scroll") {
      scroll = max(0, saved)
      scrollsToCursor = false
    }
  }
}
