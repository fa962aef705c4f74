import StateRestoration

/// Several lines of text that the person edits. Long lines wrap.
@MainActor
open class TextView: TextInput {
  private var scroll = 0
  private var wantedColumn: Int?
  private var wrapped: (revision: Int, text: WrappedText)?
  private var scrollsToCursor = false
  private var laidOutSize = Size.zero
  private var isDraggingScrollBar = false

  open override func isFlexible(along axis: Axis) -> Bool { true }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    let text =
      proposal.width == bounds.width
      ? wrappedText : WrappedText(editing.characters, width: max(1, proposal.width - 1))
    let rows = text.lines.count
    return Size(width: proposal.width, height: min(proposal.height, max(3, rows)))
  }

  /// The lines as they are shown, with room for the cursor behind them, or for the scroll bar.
  private var wrappedText: WrappedText {
    let width = max(1, bounds.width - 1)
    if var wrapped, wrapped.text.width == width, let edits = editing.edits(since: wrapped.revision) {
      guard !edits.isEmpty else { return wrapped.text }
      // One edit at a time would need the text as it was in between.
      if edits.count == 1, let edit = edits.first {
        self.wrapped = nil
        wrapped.text.update(edit, in: editing.characters)
        wrapped.revision = editing.revision
        self.wrapped = wrapped
        return wrapped.text
      }
    }
    let text = WrappedText(editing.characters, width: width)
    wrapped = (editing.revision, text)
    heldBytesDidChange()
    return text
  }

  open override var heldBytes: Int {
    super.heldBytes + (wrapped?.text.lines.count ?? 0) * MemoryLayout<WrappedText.Line>.stride
  }

  private func position(of offset: Int, in text: WrappedText) -> Point {
    let row = text.row(at: offset)
    let line = text.lines[row]
    let before = editing.characters[line.range].prefix(max(0, offset - line.start))
    return Point(x: before.reduce(0) { $0 + $1.drawable.cellWidth }, y: row)
  }

  private func offset(atColumn column: Int, row: Int, in text: WrappedText) -> Int {
    let lines = text.lines
    // Above the text is its start, below it its end.
    guard row >= 0 else { return 0 }
    guard row < lines.count else { return editing.characters.count }
    let line = lines[row]
    var x = 0
    var offset = line.start
    for character in editing.characters[line.range] {
      let next = x + character.drawable.cellWidth
      if next > column { break }
      x = next
      offset += 1
    }
    // The end of a wrapped line is the start of the next.
    if row + 1 < lines.count, offset == lines[row + 1].start, offset > line.start { offset -= 1 }
    return offset
  }

  // MARK: Events

  open override var keyBindings: [KeyBinding] {
    let screen = max(1, bounds.height - 1)
    return [
      vertical("By screens", [.pageUp: -screen, .pageDown: screen]), vertical(nil, [.up: -1, .down: 1]),
      KeyBinding(nil, [.enter: { self.breakLine() }]),
    ] + super.keyBindings
  }

  /// Keys that go up and down by lines, whatever but alt is held down beside them.
  private func vertical(_ title: String?, _ steps: KeyValuePairs<Key, Int>) -> KeyBinding {
    KeyBinding(title, .anyModifiers(steps.map(\.key))) { [self] key in
      guard !key.modifiers.contains(.alt), let step = steps.first(where: { $0.key == key.key })?.value else {
        return false
      }
      return moveByLines(step, extending: key.modifiers.contains(.shift))
    }
  }

  private func breakLine() {
    edit {
      $0.insert("\n")
      return true
    }
  }

  private func moveByLines(_ step: Int, extending: Bool) -> Bool {
    let text = wrappedText
    let lines = text.lines
    let position = position(of: editing.cursor, in: text)
    let row = position.y + step
    // At the first and last line the arrows leave the text, unless they select.
    if row < 0 || row >= lines.count, abs(step) == 1, !extending { return false }
    let column = wantedColumn ?? position.x
    let target = offset(atColumn: column, row: min(max(row, 0), lines.count - 1), in: text)
    edit {
      $0.move(to: target, extending: extending)
      return true
    }
    wantedColumn = column
    return true
  }

  private var scrollBar: ScrollBar { ScrollBar(total: wrappedText.lines.count, visible: bounds.height, offset: scroll) }

  private func scroll(to row: Int) {
    let row = min(max(0, row), max(0, wrappedText.lines.count - bounds.height))
    pendingPlace = nil
    guard row != scroll else { return }
    scroll = row
    invalidateRestorableState()
    setNeedsDisplay()
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    if case .wheel(let rows) = event.action {
      scroll(to: scroll + rows)
      return true
    }
    if event.action == .press(button: 1) {
      isDraggingScrollBar = scrollBar.isNeeded && event.location.x >= bounds.width - 1
    }
    if isDraggingScrollBar, event.action == .press(button: 1) || event.action == .drag(button: 1) {
      scroll(to: scrollBar.offset(atRow: event.location.y))
      return true
    }
    return mouseSelection(
      event, at: offset(atColumn: event.location.x, row: event.location.y + scroll, in: wrappedText))
  }

  open override func layoutSubviews() {
    // With less room, what is written stays in view.
    if isFirstResponder, laidOutSize != .zero, bounds.size != laidOutSize { scrollsToCursor = true }
    laidOutSize = bounds.size
  }

  override func textDidChange() {
    super.textDidChange()
    scrollsToCursor = true
    // The column is kept only from one line to the next.
    wantedColumn = nil
  }

  private func scrollToCursor(_ text: WrappedText) {
    scroll = min(scroll, max(0, text.lines.count - 1))
    guard scrollsToCursor, bounds.height > 0 else { return }
    scrollsToCursor = false
    let row = text.row(at: editing.cursor)
    if row < scroll { scroll = row }
    if row >= scroll + bounds.height { scroll = row - bounds.height + 1 }
  }

  open override var cursorLocation: Point? {
    guard isFirstResponder else { return nil }
    let text = wrappedText
    scrollToCursor(text)
    let place = position(of: editing.cursor, in: text)
    let visible = Point(x: place.x, y: place.y - scroll)
    return bounds.contains(visible) ? visible : nil
  }

  // MARK: Drawing

  open override func draw(in canvas: Canvas) {
    if editing.characters.isEmpty {
      for (y, line) in placeholder.wrapped(to: bounds.width).prefix(bounds.height).enumerated() {
        canvas.put(line.line, x: 0, y: y, style: theme[.placeholder])
      }
      return
    }
    let text = wrappedText
    scrollToCursor(text)
    for (y, line) in text.lines[scroll...].prefix(bounds.height).enumerated() {
      // What is selected looks different; the rest of the line is one run on either side of it.
      let selected = editing.range.clamped(to: line.range)
      var x = 0
      for part in [line.start..<selected.lowerBound, selected, selected.upperBound..<line.range.upperBound]
      where !part.isEmpty {
        x = canvas.put(String(editing.characters[part]), x: x, y: y, style: style(at: part.lowerBound))
      }
    }
    scrollBar.draw(in: canvas, x: bounds.width - 1, theme: theme)
  }

  open override var accessibilityRole: AccessibilityRole? { .textView }

  // MARK: State

  override var firstShownLine: Int {
    // What was typed may not have been drawn yet.
    if bounds.height > 0 { scrollToCursor(wrappedText) }
    return scroll
  }

  override func showText(fromLine line: Int) {
    scroll = line
    scrollsToCursor = false
  }
}
