import StateRestoration

/// Several lines of text that the person edits. Long lines wrap.
@MainActor
open class TextView: TextInput {
  private var scroll = 0
  private var wantedColumn: Int?
  private var wrapped: (revision: Int, width: Int, lines: [WrappedLine])?
  private var scrollsToCursor = false
  private var isDraggingScrollBar = false

  typealias WrappedLine = (line: String, start: Int)

  open override func isFlexible(along axis: Axis) -> Bool { true }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(proposal.height, max(3, lines(width: proposal.width).count)))
  }

  /// The lines as they are shown, with room for the cursor behind them, or for the scroll bar.
  private func lines(width: Int) -> [WrappedLine] {
    if let wrapped, wrapped.revision == editing.revision, wrapped.width == width { return wrapped.lines }
    let lines = text.wrapped(to: max(1, width - 1))
    wrapped = (editing.revision, width, lines)
    return lines
  }
  private var lines: [WrappedLine] { lines(width: bounds.width) }

  /// The last line that starts at or before an offset.
  private func row(of offset: Int, in lines: [WrappedLine]) -> Int {
    var low = 0
    var high = lines.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lines[middle].start <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private func position(of offset: Int, in lines: [WrappedLine]) -> Point {
    let row = row(of: offset, in: lines)
    guard lines.indices.contains(row) else { return .zero }
    let before = lines[row].line.prefix(max(0, offset - lines[row].start))
    return Point(x: before.reduce(0) { $0 + $1.drawable.cellWidth }, y: row)
  }

  private func offset(atColumn column: Int, row: Int, in lines: [WrappedLine]) -> Int {
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

  // MARK: Events

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
    if let step, !key.modifiers.contains(.alt) { return moveByLines(step, extending: key.modifiers.contains(.shift)) }
    wantedColumn = nil
    if key == KeyPress(.enter) {
      return edit {
        $0.insert("\n")
        return true
      }
    }
    return clipboardKeyPressed(key) || edit { $0.handle(key) }
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

  private var scrollBar: ScrollBar { ScrollBar(total: lines.count, visible: bounds.height, offset: scroll) }

  private func scroll(to row: Int) {
    let row = min(max(0, row), max(0, lines.count - bounds.height))
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
    return mouseSelection(event, at: offset(atColumn: event.location.x, row: event.location.y + scroll, in: lines))
  }

  override func textDidChange() {
    super.textDidChange()
    scrollsToCursor = true
  }

  private func scrollToCursor(_ lines: [WrappedLine]) {
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

  // MARK: Drawing

  open override func draw(in canvas: Canvas) {
    if editing.characters.isEmpty {
      for (y, line) in placeholder.wrapped(to: bounds.width).prefix(bounds.height).enumerated() {
        canvas.put(line.line, x: 0, y: y, style: theme[.placeholder])
      }
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
    scrollBar.draw(in: canvas, x: bounds.width - 1, theme: theme)
  }

  open override var accessibilityRole: AccessibilityRole? { .textView }
  open override var keyHelp: [KeyHelp] { [KeyHelp("PageUp PageDown", "By screens")] + super.keyHelp }

  // MARK: State

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    // What was typed may not have been drawn yet.
    if bounds.height > 0 { scrollToCursor(lines) }
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
