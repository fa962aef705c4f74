// Layout and drawing of rows.
extension RowList {
  var scrollBar: ScrollBar { ScrollBar(total: lines.count, visible: pageHeight, offset: firstLine) }

  /// Whether rows have room for handles on the right.
  var hasHandles: Bool { isEditing && rowSource?.canMoveRows == true }

  /// Returns whether a row has a handle, that is, can be moved among other rows or into another section.
  func hasHandle(_ path: IndexPath) -> Bool {
    hasHandles && (sectionCount > 1 || rowCount(inSection: path.section) > 1)
      && rowSource?.canEditRow(at: path) == true
  }

  /// The width of rows; the scroll bar, if shown, takes the last column, unless it is on the border.
  public var rowWidth: Int { max(0, min(bounds.width, scrollBar.isNeeded ? scrollBarColumn : bounds.width)) }

  func drawRows(in canvas: Canvas) {
    reloadIfNeeded()
    let visible = canvas.visibleRows
    if visible.contains(0) { drawHeader(in: canvas) }
    if lines.rowCount == 0 { drawPlaceholder(in: canvas) }
    for y in visible.clamped(to: headerHeight..<max(headerHeight, headerHeight + pageHeight)) {
      switch pictureToDraw(at: y) {
      case .row(let row): draw(row, of: lines.content(ofLine: firstLine + y - headerHeight)?.row, y: y, in: canvas)
      case .header(let title?):
        canvas.put(title.inOneLine.truncated(to: rowWidth), x: 0, y: y, style: theme[.header], theme: theme)
      case .header(nil), .empty: break
      }
    }
    drawSearchBar(in: canvas)
  }

  private func placeholderLines(width: Int) -> [String] {
    placeholder.isEmpty ? [] : placeholder.wrapped(to: max(1, width)).map(\.line)
  }

  /// The hint of the command that is offered below the placeholder; nil if no visible screen has it.
  private var placeholderHint: KeyHint? {
    guard !placeholderCommand.isEmpty, let window else { return nil }
    return window.commandSources.lazy.flatMap(window.commands).first { $0.title == self.placeholderCommand }
      .flatMap { KeyHint($0) }
  }

  /// Returns the number of rows of the placeholder, with its command, at a width.
  func placeholderHeight(width: Int) -> Int {
    placeholderLines(width: width).count + (placeholderCommand.isEmpty ? 0 : 1)
  }

  /// Draws the placeholder centred below the headers, and its command.
  private func drawPlaceholder(in canvas: Canvas) {
    let shown = placeholderLines(width: bounds.width)
    let hint = placeholderHint
    let top = headerHeight + lines.count
    let bottom = headerHeight + pageHeight
    var y = top + max(0, (bottom - top - shown.count - (hint == nil ? 0 : 1)) / 2)
    for line in shown where y < bottom {
      let text = line.truncated(to: bounds.width)
      canvas.put(text, x: (bounds.width - text.cellWidth) / 2, y: y, style: theme[.secondary])
      y += 1
    }
    guard let hint, y < bottom else { return }
    let x = max(0, (bounds.width - hint.cellWidth - 1) / 2)
    let next = canvas.put(hint.keys, x: x, y: y, style: theme[.hintKey])
    canvas.put(hint.title, x: next + 2, y: y, style: theme[.hint])
  }

  /// Applies the style of focused and selected rows to what their views have drawn.
  func highlightCells(in canvas: Canvas) {
    guard !shownCells.isEmpty else { return }
    let appearance = RowAppearance(of: self)
    for path in shownCells.keys {
      guard let line = lines.line(of: path) else { continue }
      let style = appearance.style(ofRowAt: path)
      if style.hidesColors {
        canvas.highlight(Rect(x: 2, y: y(ofLine: line), width: max(0, rowWidth - 2), height: 1), with: style)
      }
    }
  }

  /// Draws the actions of a row over its views.
  func drawActions(in canvas: Canvas) {
    guard let rowActions, let line = lines.line(of: rowActions.row), visibleLines.contains(line) else { return }
    let first = rowActions.page(width: rowWidth).columns.lowerBound
    // With a cell between, except for the row's mark.
    let start = min(first, max(1, first - 1))
    let y = y(ofLine: line)
    canvas.fill(
      Rect(x: start, y: y, width: rowWidth - start, height: 1),
      style: RowAppearance(of: self).style(ofRowAt: rowActions.row))
    rowActions.draw(in: canvas, y: y, width: rowWidth, theme: theme)
  }

  /// Draws a row, or the parts of it that its views leave to the list.
  private func draw(_ row: RowPicture.Row, of path: IndexPath?, y: Int, in canvas: Canvas) {
    let style = row.style
    if style != .plain { canvas.fill(Rect(x: 0, y: y, width: rowWidth, height: 1), style: style) }
    if let mark = row.mark { canvas.put(mark.mark.rawValue, x: 0, y: y, style: mark.style) }
    var width = rowWidth - 2
    let actions = rowActions.flatMap { $0.row == path ? $0 : nil }
    if let actions { width = actions.page(width: rowWidth).columns.lowerBound - 3 }
    let rect = Rect(x: 2, y: y, width: max(0, width), height: 1)
    let handle: Text? = row.hasHandle ? "≡" : nil
    switch row.texts {
    case .line(let text, let trailing):
      draw(
        leading: row.leading, text: text, trailing: actions == nil ? trailing + [handle] : [], in: rect, style: style,
        canvas: canvas)
    case .columns:
      if actions == nil, let handle {
        draw(leading: "", text: nil, trailing: [handle], in: rect, style: style, canvas: canvas)
      }
      drawCells(of: row, in: rect, canvas: canvas)
    }
  }

  /// Draws a row's text on the left, and further texts on the right. If there is too little room, each side gets half,
  /// plus the part that the other side does not need.
  ///
  /// - Parameters:
  ///   - leading: the text before the row's text.
  ///   - text: nil for a row with columns.
  private func draw(
    leading: Text, text: Text?, trailing: [Text?], in rect: Rect, style: Style, canvas: Canvas
  ) {
    // Looked up once, as it is found by the window.
    let theme = theme
    var room = rect.width
    if !trailing.isEmpty {
      let all = trailing.compactMap { $0?.inOneLine }.filter { !$0.isEmpty }
      let wanted = leading.cellWidth + (text?.prefix(cells: rect.width).cellWidth ?? 0)
      let parts = Self.cut(all, to: rect.width - 1 - min(wanted, (rect.width + 1) / 2))
      if !parts.isEmpty {
        let look = detailStyle(on: style)
        let width = parts.reduce(parts.count - 1) { $0 + $1.cellWidth }
        var x = rect.maxX - width
        for (index, part) in parts.enumerated() {
          if index > 0 { x = canvas.put(" ", x: x, y: rect.minY, style: look) }
          x = canvas.put(part.legible(on: look, in: theme), x: x, y: rect.minY, style: look, theme: theme)
        }
        room -= width + 1
      }
    }
    guard let text else { return }
    let start = canvas.put(
      leading.truncated(to: max(0, room)).legible(on: style, in: theme), x: rect.minX, y: rect.minY, style: style,
      theme: theme)
    let shown = text.inOneLine.truncated(to: max(0, room - leading.cellWidth))
    canvas.put(shown.legible(on: style, in: theme), x: start, y: rect.minY, style: style, theme: theme)
  }

  /// Returns the style of the details in a row of this style.
  private func detailStyle(on style: Style) -> Style {
    if style == .plain { return theme[.secondary] }
    // The colour of details is legible on selected rows, but not on focused ones.
    guard style == theme[.selected] else { return style }
    return Style(foreground: theme[.secondary].foreground).over(style)
  }

  /// Truncates texts so that they fit into a width, with one cell between two. The last ones, which are symbols, are
  /// truncated only as far as the ones before them need the room, and none to less than half of the remaining room.
  private static func cut(_ texts: [Text], to width: Int) -> [Text] {
    var left = width
    var kept: [Text] = []
    for (index, text) in texts.enumerated().reversed() {
      let before = texts[..<index].reduce(0) { $0 + $1.cellWidth + 1 }
      let shown = text.truncated(to: max(left - before, (left + 1) / 2, index == 0 ? left : 0))
      if shown.isEmpty { break }
      kept.insert(shown, at: 0)
      left -= shown.cellWidth + 1
    }
    return kept
  }
}
