// Incremental search.
extension RowList: SearchableView {
  /// Moves to the first row, from the focused one on, that contains a text, as if the user had searched for it.
  public func search(for text: String) {
    becomeFirstResponder()
    guard beginSearch() else { return }
    _ = addToSearch(text)
    search?.isTyping = false
  }

  /// Whether the search is still scanning rows.
  public var isSearching: Bool { search?.isLooking == true }

  func beginSearch() -> Bool {
    reloadIfNeeded()
    guard lines.count > 0 else { return false }
    pending.searchOrigin = nil
    searchOrigin = focusedRow ?? lines.firstRow(from: firstLine, step: 1)
    search = TextSearch()
    noteItems()
    searchDidChange()
    return true
  }

  var searchedLines: Range<Int> {
    // The rows may have changed since the last turn.
    reloadIfNeeded()
    return 0..<lines.count
  }

  func firstLine(of aim: TextSearch.Aim) -> Int? {
    reloadIfNeeded()
    let origin = searchOrigin ?? lines.firstRow(from: firstLine, step: 1)
    let line = (aim == .fromOrigin ? origin : focusedRow).flatMap(lines.line(of:))
    return line.map { aim == .fromOrigin ? $0 : $0 + aim.step }
  }

  func canResume(_ aim: TextSearch.Aim) -> Bool {
    lines.rowCount > 0 && (aim == .fromOrigin ? pending.searchOrigin == nil : pending.focused == nil)
  }

  func showMatchBesideLast(_ finder: TextFinder, _ aim: TextSearch.Aim) -> Bool { false }

  func showMatch(_ finder: TextFinder, inLine line: Int, _ aim: TextSearch.Aim) -> Bool {
    guard let row = lines.content(ofLine: line)?.row,
      words(ofRowAt: row).searchedTexts.contains(where: finder.isFound)
    else { return false }
    focus(row)
    return true
  }

  func returnToSearchOrigin() {
    if let searchOrigin, lines.contains(searchOrigin) { focus(searchOrigin) }
  }

  func searchDidChange() { setNeedsLayout() }

  /// Rows are not counted, as their data source would be asked for all of them.
  var matchPosition: MatchPosition? { nil }
}
