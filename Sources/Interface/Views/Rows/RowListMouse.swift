// Mouse input.
extension RowList {
  func handle(_ event: MouseEvent) -> Bool {
    reloadIfNeeded()
    if let isHandled = handleBesideField(event) { return isHandled }
    if let isHandled = handleHeader(event) { return isHandled }
    switch event.action {
    case .wheel(let rows):
      // Rows that come later are not scrolled, as nothing was visible to scroll.
      if lines.count > 0 { contentOffset += rows }
      return true
    case .press(button: 1):
      isDraggingScrollBar = scrollBar.isNeeded && event.location.x >= scrollBarColumn
      if isDraggingScrollBar { contentOffset = scrollBar.offset(atRow: event.location.y - headerHeight) }
      // In editing mode, the handle is at the right of the row.
      let isAtHandle = !isDraggingScrollBar && event.location.x >= rowWidth - 1
      draggedRow = isAtHandle ? row(at: event.location).flatMap { hasHandle($0) ? $0 : nil } : nil
      let isOnText = !isDraggingScrollBar && draggedRow == nil
      press = isOnText ? row(at: event.location).map { ($0, event.location.x) } : nil
      if event.clickCount == 2, isOnText { editCell(at: event.location) }
      return true
    case .drag(button: 1):
      if isDraggingScrollBar { contentOffset = scrollBar.offset(atRow: event.location.y - headerHeight) }
      if draggedRow != nil { dragRow(toward: event.location) }
      return isDraggingScrollBar || draggedRow != nil || isClick(at: event.location)
    case .release(button: 1):
      defer {
        isDraggingScrollBar = false
        draggedRow = nil
        press = nil
      }
      guard let press, row(at: event.location) == press.row else { return true }
      click(press.row, event)
      return true
    case .press(button: 3):
      guard let row = row(at: event.location) else { return false }
      let focused = focusedRow
      focus(row)
      return showRowActions(row) || focusedRow != focused
    default: return false
    }
  }

  /// Whether the mouse has hardly moved since it was pressed on a row.
  private func isClick(at location: Point) -> Bool {
    guard let press else { return false }
    return row(at: location) == press.row && abs(location.x - press.x) <= 1
  }

  private func click(_ row: IndexPath, _ event: MouseEvent) {
    let page = rowActions.flatMap { $0.row == row ? $0.page(width: rowWidth) : nil }
    if let rowActions, let index = page?.item(at: event.location.x) {
      perform(rowActions, index)
    } else if let index = page?.itemBeyond(event.location.x) {
      rowActions?.selected = index
    } else if event.modifiers.contains(.shift), allowsMultipleSelection {
      extendSelection(to: row)
    } else {
      rowActions = nil
      if hasCellCursor, let column = column(at: event.location.x) { focusedColumn = column }
      choose(row)
    }
  }

  /// Whether a point is on the actions that are shown beside a row.
  func isOnActions(_ location: Point) -> Bool {
    guard let rowActions, row(at: location) == rowActions.row else { return false }
    return rowActions.page(width: rowWidth).columns.contains(location.x)
  }

  func row(at location: Point) -> IndexPath? {
    let y = location.y - headerHeight
    guard bounds.contains(location), y >= 0, y < pageHeight else { return nil }
    return lines.content(ofLine: firstLine + y)?.row
  }

  /// Returns the position of a visible line's text, excluding its triangle and handle.
  func textPoint(ofLine line: Int) -> Point {
    let row = lines.content(ofLine: line)?.row
    let leading = row.flatMap { rowSource?.leadingTextForRow(at: $0).cellWidth } ?? 0
    let last = hasHandles ? rowWidth - 2 : bounds.width - 1
    return Point(x: max(0, min(2 + leading, last)), y: y(ofLine: line))
  }

  func rowPoint(forTitle title: String, isOnScreen: Bool = false) -> Point? {
    if let point = actionPoint(forTitle: title) { return point }
    reloadIfNeeded()
    if let column = column(titled: title) {
      scrollToColumn(column)
      return titlePoint(ofColumn: column)
    }
    // Visible rows come first, then a limited number of others.
    let others = isOnScreen ? 0..<0 : 0..<min(lines.count, 10_000)
    for line in Array(linesOnScreen) + Array(others) {
      guard let (path, column) = match(forTitle: title, inLine: line) else { continue }
      scrollToRow(path)
      layoutIfNeeded()
      if let column { scrollToColumn(column) }
      return point(ofLine: line, path, column, titled: title)
    }
    return nil
  }

  /// Returns the points of everything on the screen with a title, without scrolling.
  func rowPoints(forTitle title: String) -> [Point] {
    reloadIfNeeded()
    let rows = linesOnScreen.compactMap { line in
      match(forTitle: title, inLine: line).map { point(ofLine: line, $0.path, $0.column, titled: title) }
    }
    return [actionPoint(forTitle: title), column(titled: title).map(titlePoint)].compactMap { $0 } + rows
  }

  private var linesOnScreen: Range<Int> { firstLine..<max(firstLine, min(lines.count, firstLine + max(1, pageHeight))) }

  private func actionPoint(forTitle title: String) -> Point? {
    guard let rowActions, let index = rowActions.actions.firstIndex(where: { $0.title == title }),
      let line = lines.line(of: rowActions.row), let place = rowActions.page(width: rowWidth)[index]
    else { return nil }
    return Point(x: place.columns.lowerBound + 1, y: y(ofLine: line))
  }

  /// Returns the row of a line with a title, and the column of the cell if cells are focused; nil if the line has
  /// another title.
  private func match(forTitle title: String, inLine line: Int) -> (path: IndexPath, column: Int?)? {
    guard let path = lines.content(ofLine: line)?.row else { return nil }
    let words = words(ofRowAt: path)
    guard words.label == title || !columns.isEmpty && words.searchedTexts.contains(title) else { return nil }
    let column = hasCellCursor ? words.searchedTexts.firstIndex(of: title) : nil
    return (path, column.flatMap { columns.indices.contains($0) ? $0 : nil })
  }

  /// Returns the point of a row or cell. A match in one of the row's views takes precedence.
  private func point(ofLine line: Int, _ path: IndexPath, _ column: Int?, titled title: String) -> Point {
    if let (view, point) = shownCells[path]?.view.tapTarget(titled: title) {
      return convertFromWindow(view.convertToWindow(point))
    }
    guard let column else { return textPoint(ofLine: line) }
    return Point(x: 2 + max(0, columnPlaces[column].lowerBound - columnOffset), y: y(ofLine: line))
  }
}
