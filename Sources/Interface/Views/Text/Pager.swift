/// The rows of a text view whose text is not edited: it is read from row to row, followed as it grows, and searched.
@MainActor
final class Pager: TextViewport {
  /// What was given, while it is what stands there.
  private(set) var given: Text?
  /// How many lines are kept; nil for all.
  var maximumLines: Int?
  /// Whether the last row is seen, and what is added brings itself into view.
  private(set) var isAtEnd = false
  /// Whether what is added is to be seen.
  private(set) var followsEnd = true
  /// A restored first row that the text is too short for, counted from the first line.
  private(set) var pendingTop: Place?
  private var pendingByte: Int?
  /// Whether the end was seen in an earlier launch, and the text is still to come.
  private var isEndPending = false
  /// The place of the mouse's press, and where it was dragged: what is between is selected.
  var selection: (anchor: Mark, cursor: Mark)?
  var search: TextSearch?
  /// What the search found last, in the line's bytes.
  var match: (line: Int, bytes: Range<Int>)?
  var searchOrigin: Place?
  /// Where the search was when the state was saved, until the text is there: its places are counted from the first line.
  var pendingSearch: (match: (line: Int, bytes: Range<Int>)?, origin: Place?)?
  /// The link that Enter chooses: its line, and its number there.
  private(set) var currentLink: (line: Int, number: Int)?
  /// The current link of an earlier launch, until its text is there: its line is counted from the first.
  private var pendingLink: (line: Int, number: Int)?

  /// - Parameter given: the text that the lines were made of.
  init(of view: TextInput, size: Size, given: Text) {
    self.given = given
    super.init(of: view, size: size)
  }

  // MARK: The text

  var text: Text { given ?? lines.text }

  /// Whether these are the letters.
  private func hasLetters(_ text: Text) -> Bool {
    given.map { $0.string == text.string } ?? lines.isEqual(to: text.string)
  }

  /// Puts another text in place, seen from its start. One with the same letters is seen where the user was in it.
  ///
  /// - Returns: false if it is the same text, looks and links included.
  func set(_ text: Text) -> Bool {
    if given == text || text.attributed == nil && !lines.isStyled && hasLetters(text) { return false }
    let isAtSamePlace = lines.first == 0 && hasLetters(text)
    lines = TextLines(text)
    given = text
    keepMaximum()
    guard !isAtSamePlace else { return true }
    top = Place(line: lines.first, row: 0)
    rest = nil
    isAtEnd = isEndPending
    isEndPending = false
    (selection, match, currentLink) = (nil, nil, nil)
    applyPending()
    return true
  }

  /// Adds to the text.
  func append(_ text: Text) {
    lines.append(text)
    given = nil
    keepMaximum()
    if followsEnd, pendingTop == nil { (isAtEnd, rest) = (true, nil) }
    applyPending()
  }

  func keepMaximum() {
    guard let maximumLines, lines.count > maximumLines else { return }
    given = nil
    lines.keepLast(maximumLines)
    if top.line < lines.first { (top, rest) = (Place(line: lines.first, row: 0), nil) }
    if let selection, min(selection.anchor, selection.cursor).line < lines.first { self.selection = nil }
    if let match, match.line < lines.first { self.match = nil }
    if let currentLink, currentLink.line < lines.first { self.currentLink = nil }
  }

  // MARK: Rows

  override var height: Int { max(0, size.height - (search == nil ? 0 : 1)) }

  /// Nothing stands behind a newline at the end.
  override var endLine: Int { lines.end }

  override var firstPlace: Place {
    let first = firstPlaceWithoutLink
    guard rest?.isFocusSeen == true, let link = placeOfLink else { return first }
    return max(min(first, link), place(link, movedBy: -(max(1, height) - 1)))
  }

  private var firstPlaceWithoutLink: Place { isAtEnd ? lastTop : min(normalized(top), lastTop) }

  // MARK: Scrolling

  override func show(_ place: Place) -> Bool {
    pendingTop = nil
    isEndPending = false
    let isMoved = super.show(place)
    isAtEnd = top == lastTop
    followsEnd = isAtEnd
    return isMoved
  }

  /// Brings a row into view, with some around it.
  func reveal(_ place: Place) {
    guard !isSeen(place, from: firstPlace) else { return }
    _ = show(self.place(place, movedBy: -(height / 3)))
  }

  /// A script says whether what is added is to be seen.
  func setFollowsEnd(_ follows: Bool) {
    pendingTop = nil
    isEndPending = false
    if !follows, isAtEnd { (top, rest) = (firstPlace, nil) }
    followsEnd = follows
    isAtEnd = follows
  }

  /// Where the view was in an earlier launch: so many lines from the first.
  ///
  /// - Parameter byte: the byte of its line that the first row began with; nil for an older save.
  func restore(top: Place, byte: Int?, followsEnd: Bool, isAtEnd: Bool) {
    self.followsEnd = followsEnd
    self.isAtEnd = isAtEnd
    isEndPending = isAtEnd && lines.isEmpty
    pendingTop = isAtEnd ? nil : top
    pendingByte = byte
    applyPending()
  }

  /// What was searched for in an earlier launch, and where it was found: so many lines from the first.
  func restoreSearch(_ search: TextSearch, match: (line: Int, bytes: Range<Int>)?, origin: Place?) {
    self.search = search
    pendingSearch = (match, origin)
    applyPendingSearch()
  }

  /// Where the search is, to be kept: counted from the first line.
  var keptSearch: (match: (line: Int, bytes: Range<Int>)?, origin: Place?) {
    if let pendingSearch { return pendingSearch }
    return (
      match.map { ($0.line - lines.first, $0.bytes) },
      searchOrigin.map { Place(line: $0.line - lines.first, row: $0.row) }
    )
  }

  private func applyPendingSearch() {
    guard let pending = pendingSearch, search != nil, !lines.isEmpty else { return }
    if let match = pending.match {
      guard match.line < lines.count,
        lines.offset(ofLine: lines.first + match.line) + match.bytes.upperBound <= lines.utf8Count
      else { return }
      self.match = (lines.first + match.line, match.bytes)
    }
    searchOrigin = pending.origin.flatMap {
      $0.line < lines.count ? Place(line: lines.first + $0.line, row: $0.row) : nil
    }
    pendingSearch = nil
  }

  // MARK: The current link

  /// The row in which the current link begins.
  private var placeOfLink: Place? {
    guard let link = currentLink, link.line >= lines.first, link.line < lines.end else { return nil }
    let rows = rows(ofLine: link.line)
    let row = (0..<rows.count).first { rows.pieces(ofRow: $0).contains { $0.link == link.number } }
    // The row of a link at the end of the line may be the first one of the next.
    return row.map { Place(line: link.line, row: $0) }
      ?? place(of: Mark(line: link.line, byte: lines[link.line].contentCount))
  }

  /// Whether the current link is in sight where the first row is, and so is kept there at every size.
  override var isFocusSeen: Bool {
    if let rest { return rest.isFocusSeen }
    return placeOfLink.map { isSeen($0, from: firstPlaceWithoutLink) } ?? false
  }

  /// Lets Enter choose another link, which comes into view; nil for none.
  func focus(_ link: (line: Int, number: Int)?) {
    pendingLink = nil
    if rest != nil {
      let first = firstPlace
      if first != firstPlaceWithoutLink { (top, isAtEnd) = (first, false) }
      rest = nil
    }
    currentLink = link
    if let place = placeOfLink { reveal(place) }
  }

  /// The current link of an earlier launch.
  func restoreLink(_ link: (line: Int, number: Int), isSeen: Bool) {
    pendingLink = link
    rest = (rest?.mark ?? markOfTop, isSeen)
    applyPendingLink()
  }

  /// The current link, to be kept: its line is counted from the first.
  var keptLink: (line: Int, number: Int)? {
    pendingLink ?? currentLink.map { ($0.line - lines.first, $0.number) }
  }

  private func applyPendingLink() {
    guard let link = pendingLink, link.line < lines.count,
      lines[lines.first + link.line].content.attributed?.links.indices.contains(link.number) == true
    else { return }
    currentLink = (lines.first + link.line, link.number)
    pendingLink = nil
  }

  private func applyPending() {
    applyPendingSearch()
    applyPendingLink()
    guard let pending = pendingTop, pending.line < lines.count else { return }
    top = Place(line: lines.first + pending.line, row: pending.row)
    rest = pendingByte.map { (Mark(line: top.line, byte: $0), rest?.isFocusSeen ?? true) }
    returnToRest()
    // Where the text ends before the rows that were below, more may come.
    if lastTop >= top || pending.line == 0 { pendingTop = nil }
  }

  /// What is to be kept: the first row, counted from the first line, and the byte that it begins with. A size that does not
  /// allow it changes nothing.
  var keptTop: (place: Place, byte: Int) {
    if let pendingTop { return (pendingTop, pendingByte ?? 0) }
    let place = isAtEnd || top.line >= lines.end ? firstPlace : top
    if isAtEnd { return (Place(line: place.line - lines.first, row: place.row), 0) }
    let mark = rest?.mark ?? markOfTop
    // A row may have begun in the line before its own.
    return (Place(line: mark.line - lines.first, row: mark.line == place.line ? place.row : 0), mark.byte)
  }

  // MARK: Selection

  /// What is selected, in order.
  var selected: Range<Mark>? {
    guard let selection, selection.anchor != selection.cursor else { return nil }
    return min(selection.anchor, selection.cursor)..<max(selection.anchor, selection.cursor)
  }

  /// What is selected, in bytes.
  private var selectedOffsets: Range<Int>? {
    selected.map { offset(of: $0.lowerBound)..<min(lines.utf8Count, offset(of: $0.upperBound)) }
  }

  /// What is selected, in bytes from the start of a line.
  func selectedBytes(ofLine number: Int) -> Range<Int>? { selectedOffsets.map { bytes($0, inLine: number) } }

  var selectedText: String? { selectedOffsets.map(lines.string) }

  /// What is selected, in characters.
  var selectedRange: TextEditing.Selection {
    get {
      guard let selection else { return .init(location: 0) }
      let (start, end) = (min(selection.anchor, selection.cursor), max(selection.anchor, selection.cursor))
      let location = lines.characterCount(before: offset(of: start))
      return .init(location: location, length: lines.characterCount(before: offset(of: end)) - location)
    }
    set {
      select(newValue)
      if let selection { reveal(place(of: selection.anchor)) }
    }
  }

  /// Selects characters, wherever they are.
  func select(_ range: TextEditing.Selection) {
    let start = lines.offset(ofCharacter: range.location)
    let end = lines.offset(ofCharacter: max(0, range.location) + max(0, range.length))
    selection = (mark(ofOffset: start), mark(ofOffset: end))
  }

  /// The letters that are seen.
  var visibleText: String {
    visibleRows.map { pieces(of: $0).map(\.text).joined() }.joined(separator: "\n")
  }
}
