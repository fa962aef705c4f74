// Incremental search in a text that is not editable.
extension TextView: SearchableView {
  var search: TextSearch? {
    get { pager?.search }
    set { pager?.search = newValue }
  }

  var searchedLines: Range<Int> { pager.map { $0.lines.first..<$0.lines.end } ?? 0..<0 }

  func beginSearch() -> Bool {
    guard let pager else { return false }
    pager.beginSearch()
    searchDidChange()
    return true
  }

  func firstLine(of aim: TextSearch.Aim) -> Int? {
    guard let pager else { return nil }
    guard aim != .fromOrigin else {
      if pager.searchOrigin == nil { pager.searchOrigin = pager.firstPlace }
      return pager.searchOrigin?.line
    }
    return pager.match.map { $0.line + aim.step } ?? pager.firstPlace.line
  }

  func canResume(_ aim: TextSearch.Aim) -> Bool { pager?.pendingSearch == nil }

  func showMatchBesideLast(_ finder: TextFinder, _ aim: TextSearch.Aim) -> Bool {
    guard let pager, let last = pager.match else { return false }
    let ranges = pager.matches(of: finder, inLine: last.line)
    let next =
      aim.step > 0
      ? ranges.first { $0.lowerBound >= last.bytes.upperBound } : ranges.last { $0.upperBound <= last.bytes.lowerBound }
    guard let next else { return false }
    pager.show(match: next, ofLine: last.line)
    moveCursor(toLine: last.line, pager)
    return true
  }

  func showMatch(_ finder: TextFinder, inLine line: Int, _ aim: TextSearch.Aim) -> Bool {
    guard let pager else { return false }
    let ranges = pager.matches(of: finder, inLine: line)
    guard let range = aim.step > 0 ? ranges.first : ranges.last else { return false }
    pager.show(match: range, ofLine: line)
    moveCursor(toLine: line, pager)
    return true
  }

  func returnToSearchOrigin() {
    if let pager, let origin = pager.searchOrigin { _ = pager.show(origin) }
  }

  func searchDidChange() {
    if search?.text.isEmpty != false, let pager { (pager.match, pager.matchCount) = (nil, nil) }
    visibleStateDidChange()
  }

  var matchPosition: MatchPosition? {
    guard let pager, let search, !search.text.isEmpty, !search.isLooking else { return nil }
    pager.beginCount(of: search.text)
    if !pager.isCountComplete, !pager.isCountScheduled { countMatches(pager) }
    return pager.matchPosition
  }

  /// Counts matches as long as one turn of the event loop allows, and continues in the next turn.
  private func countMatches(_ pager: Pager) {
    pager.countSlice()
    guard !pager.isCountComplete, let timers = window?.application?.timers else { return }
    pager.isCountScheduled = true
    timers.after(0) { [weak self, weak pager] in
      pager?.isCountScheduled = false
      guard let self, let pager, pager === self.pager, pager.matchCount != nil else { return }
      countMatches(pager)
      setNeedsDisplay()
    }
  }
}

extension Pager {
  func beginSearch() {
    pendingSearch = nil
    searchOrigin = firstPlace
    // The search bar takes the place of the last row, which may be the current line.
    beginRest()
    search = TextSearch()
    (match, matchCount) = (nil, nil)
  }

  /// Begins to count the matches of a text, unless they are counted already.
  fileprivate func beginCount(of text: String) {
    if matchCount?.text != text { matchCount = MatchCount(text) }
  }

  fileprivate var isCountComplete: Bool { matchCount?.isComplete(in: lines.first..<lines.end) ?? true }

  fileprivate func countSlice() {
    guard var count = matchCount else { return }
    let finder = count.finder
    count.countSlice(
      in: lines.first..<lines.end, string: { lines[$0].string }, matches: { matches(of: finder, inLine: $0).count })
    matchCount = count
  }

  /// The number of the last match, and how many there are.
  fileprivate var matchPosition: MatchPosition? {
    guard var count = matchCount else { return nil }
    let finder = count.finder
    let current = search?.outcome == .found ? match : nil
    let number = current.map { match in
      count.number(ofMatchAt: match.bytes.lowerBound, inLine: match.line) { matches(of: finder, inLine: $0) }
    }
    matchCount = count
    return MatchPosition(number: current == nil ? 0 : number ?? nil, total: count.total, isComplete: isCountComplete)
  }

  /// Returns the matches that begin in a line, in bytes of it. A match may end in the next line if that continues the
  /// same paragraph.
  func matches(of finder: TextFinder, inLine number: Int) -> [Range<Int>] {
    let line = lines[number]
    guard number + 1 < lines.end, line.contentCount == line.string.utf8.count else {
      return finder.ranges(in: line.content.string)
    }
    let next = lines[number + 1].content.string.prefix(max(0, finder.characterCount - 1))
    return finder.ranges(in: line.string + next).filter { $0.lowerBound < line.contentCount }
  }

  /// Returns the last match in bytes relative to the start of a line.
  func matchBytes(fromLine number: Int) -> Range<Int>? {
    guard let match, match.line >= lines.first else { return nil }
    let start = lines.offset(ofLine: match.line)
    return bytes((start + match.bytes.lowerBound)..<(start + match.bytes.upperBound), inLine: number)
  }

  fileprivate func show(match bytes: Range<Int>, ofLine line: Int) {
    pendingSearch = nil
    match = (line, bytes)
    reveal(place(of: Mark(line: line, byte: bytes.lowerBound)))
  }
}

/// Finds the matches of a pager's search in its rows. Consecutive rows of one line share them, as a line may be long.
@MainActor
struct LineMatches {
  private let pager: Pager
  /// Finds the text; nil without a search.
  private let finder: TextFinder?
  /// The last lines searched.
  private var known: [(line: Int, matches: [Range<Int>])] = []

  init(of pager: Pager) {
    self.pager = pager
    finder = pager.search.flatMap { $0.text.isEmpty ? nil : TextFinder($0.text) }
  }

  /// Returns the matches in the line of a row, and those in the previous line if the row begins there.
  mutating func matches(in place: TextViewport.Place) -> [Range<Int>] {
    guard let finder else { return [] }
    let lines = pager.lines
    let own = matches(of: finder, inLine: place.line)
    guard place.row == 0, place.line > lines.first, !lines.endsWithNewline(place.line - 1) else { return own }
    let shift = lines.offset(ofLine: place.line) - lines.offset(ofLine: place.line - 1)
    let before = matches(of: finder, inLine: place.line - 1)
    return before.map { ($0.lowerBound - shift)..<($0.upperBound - shift) } + own
  }

  private mutating func matches(of finder: TextFinder, inLine line: Int) -> [Range<Int>] {
    if let last = known.first(where: { $0.line == line }) { return last.matches }
    let found = pager.matches(of: finder, inLine: line)
    known = known.suffix(1) + [(line, found)]
    return found
  }
}
