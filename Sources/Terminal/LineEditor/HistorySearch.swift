import Interface

/// An incremental search of the history (Control-R).
struct HistorySearch {
  /// The text to search for.
  var query = ""
  /// The index of the matching line.
  var index: Int
  var isFailed = false
  /// The text before the search.
  let original: LineBuffer

  var prompt: String { "(\(isFailed ? "no " : "")search `\(query)'): " }

  /// Returns the nearest line that contains the query, searching older or newer lines from an index on, and the offset
  /// of the match.
  func match(in lines: [String], from place: Int, step: Int) -> (index: Int, offset: Int)? {
    var index = place
    while lines.indices.contains(index) {
      if let range = lines[index].firstRange(of: query) {
        return (index, lines[index].distance(from: lines[index].startIndex, to: range.lowerBound))
      }
      index += step
    }
    return nil
  }
}

extension LineEditor {
  /// The effect of a key during a search.
  enum SearchStep {
    /// The search has handled the key.
    case taken(Outcome?)
    /// The search has ended, and the key has its usual effect.
    case passed
  }

  func openSearch() {
    search = HistorySearch(index: history.lines.count, original: buffer)
    lastAction = .other
  }

  /// Ends the search with the matching line, or with the text before the search.
  func closeSearch(accepting: Bool) {
    guard let search else { return }
    if accepting {
      if history.lines.indices.contains(search.index) {
        if historyIndex == history.lines.count { draft = search.original.text }
        historyIndex = search.index
      }
    } else {
      buffer = search.original
    }
    self.search = nil
  }

  func handleInSearch(_ key: KeyPress) -> SearchStep {
    switch (key.key, key.modifiers) {
    case (.character("r"), .control): find(from: -1, step: -1)
    case (.character("s"), .control): find(from: 1, step: 1)
    case (.character("g"), .control): closeSearch(accepting: false)
    case (.character("c"), .control): return .taken(clearLine())
    case (.character(let character), []):
      search?.query.append(character)
      find(from: 0, step: -1)
    case (.backspace, _), (.character("h"), .control):
      if search?.query.isEmpty == false { search?.query.removeLast() }
      search?.index = history.lines.count
      find(from: 0, step: -1)
    case (.escape, _): closeSearch(accepting: true)
    default:
      closeSearch(accepting: true)
      return .passed
    }
    redraw()
    return .taken(nil)
  }

  private func find(from offset: Int, step: Int) {
    guard var search else { return }
    let lines = history.lines
    let start = min(search.index + offset, step < 0 ? lines.count - 1 : lines.count)
    if search.query.isEmpty {
      buffer = search.original
      search.isFailed = false
    } else if let match = search.match(in: lines, from: start, step: step) {
      search.index = match.index
      search.isFailed = false
      buffer = LineBuffer(lines[match.index])
      buffer.move(to: match.offset)
    } else {
      search.isFailed = true
    }
    self.search = search
  }
}
