/// What is looked for in a table, and how far it was looked.
struct TableSearch {
  /// The text, compared without regard to case.
  var text = ""
  /// Whether the person is typing it.
  var isTyping = true
  /// The row that the search began at.
  var origin: IndexPath?
  /// Whether rows are still being looked at, or none was found.
  var outcome = Outcome.found

  enum Outcome {
    case found, looking, missing
  }

  private var label: String { "/\(text)" }

  /// The search in words.
  var spoken: String {
    guard !text.isEmpty else { return "empty" }
    return switch outcome {
    case .found: "\(text), found"
    case .looking: "\(text), still looking"
    case .missing: "\(text), not found"
    }
  }

  var cursorColumn: Int { label.cellWidth }

  @MainActor
  func draw(in canvas: Canvas, y: Int, width: Int, theme: Theme) {
    canvas.fill(Rect(x: 0, y: y, width: width, height: 1), style: theme[.field])
    canvas.put(label, x: 0, y: y, style: theme[.field])
    let note =
      switch outcome {
      case .found: isTyping ? "" : "n N"
      case .looking: "…"
      case .missing: "not found"
      }
    if label.cellWidth + note.cellWidth + 1 < width {
      canvas.put(note, x: width - note.cellWidth, y: y, style: theme[.placeholder].over(theme[.field]))
    }
  }
}

extension TableView {
  /// How many rows are looked at before the screen gets its turn.
  private static let rowsPerTurn = 5_000

  func beginSearch() -> Bool {
    reloadIfNeeded()
    guard lineCount > 0 else { return false }
    search = TableSearch(origin: focusedRow ?? firstRow(from: firstLine, step: 1))
    setNeedsLayout()
    return true
  }

  /// Goes to the first row from the focused one on that has a text, as a person who types it into the search.
  public func search(for text: String) {
    becomeFirstResponder()
    guard beginSearch() else { return }
    _ = addToSearch(text)
    search?.isTyping = false
  }

  /// Whether rows are still looked at.
  public var isSearching: Bool { search?.outcome == .looking }

  /// Puts the search away; false if there is none.
  func endSearch() -> Bool {
    guard search != nil else { return false }
    search = nil
    setNeedsLayout()
    return true
  }

  func handleSearchKey(_ key: KeyPress) -> Bool {
    switch key {
    case KeyPress(.enter):
      search?.isTyping = false
      if search?.text.isEmpty == true { search = nil }
    case KeyPress(.escape):
      if let origin = search?.origin, isRow(origin) { focus(origin) }
      return endSearch()
    case KeyPress(.backspace):
      guard search?.text.isEmpty == false else { return endSearch() }
      search?.text.removeLast()
      look(from: search?.origin, step: 1, includingFirst: true)
    case KeyPress(.down): return searchAgain(forward: true)
    case KeyPress(.up): return searchAgain(forward: false)
    default:
      guard case .character(let character) = key.key, key.modifiers.isEmpty else { return true }
      return addToSearch(String(character))
    }
    setNeedsLayout()
    return true
  }

  func addToSearch(_ text: String) -> Bool {
    search?.text += text
    look(from: search?.origin, step: 1, includingFirst: true)
    return true
  }

  /// Goes to the next row that has the text; false if nothing is looked for.
  func searchAgain(forward: Bool) -> Bool {
    guard let search, !search.text.isEmpty else { return false }
    look(from: focusedRow, step: forward ? 1 : -1, includingFirst: false)
    return true
  }

  /// Looks row by row, from one on and round the end, as much in one turn as a person does not notice.
  private func look(from start: IndexPath?, step: Int, includingFirst: Bool) {
    setNeedsDisplay()
    guard let text = search?.text, !text.isEmpty, let start, isRow(start) else {
      search?.outcome = .found
      return
    }
    look(for: text.lowercased(), atLine: line(of: start) + (includingFirst ? 0 : step), step: step, left: lineCount)
  }

  private func look(for text: String, atLine start: Int, step: Int, left: Int) {
    // The rows may be others than a turn ago.
    reloadIfNeeded()
    var line = start
    for turn in 0..<min(left, lineCount, Self.rowsPerTurn) where lineCount > 0 {
      line = start + turn * step
      line = ((line % lineCount) + lineCount) % lineCount
      guard let content = content(ofLine: line), let row = content.row else { continue }
      let path = IndexPath(section: content.section, row: row)
      guard case .text(let title, let detail, _) = cell(at: path) else { continue }
      if title.lowercased().contains(text) || detail?.lowercased().contains(text) == true {
        search?.outcome = .found
        focus(path)
        return
      }
    }
    guard left > Self.rowsPerTurn, lineCount > 0, let timers = window?.application?.timers else {
      search?.outcome = .missing
      setNeedsDisplay()
      return
    }
    search?.outcome = .looking
    let revision = search?.text
    timers.after(0) { [weak self] in
      // Another letter began another search.
      guard let self, search?.text == revision, search?.outcome == .looking else { return }
      look(for: text, atLine: line + step, step: step, left: left - Self.rowsPerTurn)
    }
  }
}
