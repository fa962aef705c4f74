// The visible lines.
extension RowList {
  /// The number of visible lines. The search takes the last row of the view.
  var pageHeight: Int { max(0, bounds.height - headerHeight - searchBarHeight) }

  /// The number of rows of the view for column titles; 0 if there is room for one row only.
  var headerHeight: Int { columns.isEmpty || bounds.height - searchBarHeight < 2 ? 0 : 1 }

  /// The height at which the list still shows a row, below the column titles.
  var heightOfOneRow: Int { columns.isEmpty ? 1 : 2 }

  /// Returns the view's row of a line.
  func y(ofLine line: Int) -> Int { headerHeight + line - firstLine }

  /// The visible lines.
  public var visibleLines: Range<Int> { firstLine..<max(firstLine, min(lines.count, firstLine + pageHeight)) }

  /// The zero-based index of the first visible line, headers included.
  public var contentOffset: Int {
    get { firstLine }
    set {
      reloadIfNeeded()
      guard lines.count > 0 else {
        pending.first = newValue > 0 ? RowPlace(IndexPath(section: 0, row: newValue)) : nil
        pending.isFocusSeen = false
        return invalidateRestorableState()
      }
      abandonPendingLine()
      let last = pageHeight > 0 ? max(0, lines.count - pageHeight) : max(0, lines.count - 1)
      let line = min(max(0, newValue), last)
      guard line != firstLine else { return }
      firstLine = line
      setNeedsLayout()
    }
  }

  /// Scrolls by the least amount that makes a row visible. If the row does not exist yet, scrolls once it does.
  public func scrollToRow(_ path: IndexPath) {
    reloadIfNeeded()
    guard let line = lines.line(of: path) else {
      (pending.first, pending.isFocusSeen) = (RowPlace(path), false)
      return invalidateRestorableState()
    }
    abandonPendingLine()
    guard pageHeight > 0 else {
      awaitedRow = path
      return
    }
    if line < firstLine { contentOffset = line }
    if line >= firstLine + pageHeight { contentOffset = line - pageHeight + 1 }
  }
}
