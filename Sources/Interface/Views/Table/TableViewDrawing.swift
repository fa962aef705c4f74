// How rows stand and look.
extension TableView {
  var scrollBar: ScrollBar { ScrollBar(total: lineCount, visible: pageHeight, offset: firstLine) }

  /// How many columns rows have: the last one is the scroll bar's while there is one.
  var rowWidth: Int { max(0, bounds.width - (scrollBar.isNeeded ? 1 : 0)) }

  func placeCellViews() {
    reloadIfNeeded()
    let lastLine = max(0, lineCount - pageHeight)
    settlePendingScroll(lastLine: lastLine)
    firstLine = min(firstLine, lastLine)
    // A focused row that was seen is still seen when there is less room.
    if let focusedRow, isRow(focusedRow), pageHeight > 0, pageHeight < laidOutHeight {
      let line = line(of: focusedRow)
      if line < firstLine + laidOutHeight { firstLine = max(firstLine, line - pageHeight + 1) }
    }
    laidOutHeight = pageHeight
    guard dataSource != nil else { return }
    var shown: [IndexPath: View] = [:]
    for y in 0..<pageHeight {
      guard let content = content(ofLine: firstLine + y), let row = content.row else { continue }
      let path = IndexPath(section: content.section, row: row)
      guard let view = cellViews[path] ?? madeView(at: path) else { continue }
      shown[path] = view
      if view.superview !== self { addSubview(view) }
      view.frame = Rect(x: 2, y: y, width: max(0, rowWidth - 2 - (isEditing ? 2 : 0)), height: 1)
    }
    for (path, view) in cellViews where shown[path] == nil { view.removeFromSuperview() }
    cellViews = shown
  }

  private func madeView(at path: IndexPath) -> View? {
    guard case .view(let view) = cell(at: path) else { return nil }
    return view
  }

  func drawRow(_ path: IndexPath, y: Int, in canvas: Canvas) {
    let isFocused = isFirstResponder && focusedRow == path
    let isSelected = selected.contains(path)
    var style = isSelected ? theme[.selected] : textStyle
    if !isEffectivelyEnabled { style = textStyle }
    // While one of the row's actions has the keys, it looks so, and not the row.
    let isActionFocused = rowActions?.row == path
    if isFocused, !isActionFocused { style = theme[.focused].over(Style(attributes: style.attributes)) }
    let row = Rect(x: 0, y: y, width: rowWidth, height: 1)
    if style != .plain { canvas.fill(row, style: style) }
    // Where several can be selected, the focused row has to say whether it is one of them.
    let mark = isSelected && (allowsMultipleSelection || !isFocused) ? "*" : isFocused ? ">" : " "
    canvas.put(mark, x: 0, y: y, style: style)
    guard cellViews[path] == nil, case .text(let text, let detail, let accessory) = cell(at: path) else {
      _ = drawTrailing(of: path, detail: nil, accessory: nil, y: y, style: style, in: canvas)
      return
    }
    let room = drawTrailing(of: path, detail: detail, accessory: accessory, y: y, style: style, in: canvas)
    let line = text.contains(where: \.isNewline) ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
    canvas.put(line.truncated(to: max(0, room)), x: 2, y: y, style: style)
  }

  /// Draws what stands at the right edge of a row, and returns how many columns are left for its text.
  private func drawTrailing(
    of path: IndexPath, detail: String?, accessory: String?, y: Int, style: Style, in canvas: Canvas
  ) -> Int {
    if let rowActions, rowActions.row == path {
      let places = rowActions.places(width: rowWidth)
      for (index, place) in places.enumerated() {
        let action = rowActions.actions[index]
        let look = index == rowActions.selected ? theme[.focused] : theme[action.isDestructive ? .destructive : .accent]
        canvas.put(place.title, x: place.x, y: y, style: look)
      }
      return (places.first?.x ?? rowWidth) - 3
    }
    let parts = [detail, accessory, isEditing ? "≡" : nil].compactMap { $0 }.filter { !$0.isEmpty }
    let right = parts.joined(separator: " ")
    guard !right.isEmpty, right.cellWidth < rowWidth - 2 else { return rowWidth - 2 }
    let look = style == .plain ? theme[.secondary] : style
    canvas.put(right, x: rowWidth - right.cellWidth, y: y, style: look)
    return rowWidth - 2 - right.cellWidth - 1
  }
}
