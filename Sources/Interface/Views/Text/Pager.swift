/// The rows of a text view that is not editable. They can be scrolled, followed as the text grows, and searched.
@MainActor
final class Pager: TextViewport {
  /// The styled text as it was set, until text is appended or lines are removed.
  private(set) var given: AttributedString?
  /// The maximum number of lines that are kept; nil for no limit.
  var maximumLines: Int?
  /// Whether the last row is visible, so that appended text scrolls into view.
  private(set) var isAtEnd = false
  /// Whether appended text should scroll into view.
  private(set) var followsEnd = true
  /// A restored first row that the text is still too short for. Its line is relative to the first line.
  private(set) var pendingTop: Place?
  private var pendingByte: Int?
  /// Whether the current link or line was visible when the state was saved.
  private var isPendingFocusSeen = true
  /// Whether the end was visible when the state was saved, and the text has not been set yet.
  private var isEndPending = false
  /// The start of the selection, where the mouse was pressed, and its end, where it was dragged.
  var selection: (anchor: Mark, cursor: Mark)?
  var search: TextSearch?
  /// The last search match, in bytes of its line.
  var match: (line: Int, bytes: Range<Int>)?
  var searchOrigin: Place?
  /// The count of the matches, as far as they were counted.
  var matchCount: MatchCount?
  /// Whether a timer will count the next slice.
  var isCountScheduled = false
  /// The restored search position, until the text has been set. Its lines are relative to the first line.
  var pendingSearch: (match: (line: Int, bytes: Range<Int>)?, origin: Place?)?
  /// Whether there is a current line.
  var showsCursor = false
  /// The current line; nil for the first one.
  var cursor: Int?
  /// The restored current line, relative to the first line, that the text is still too short for.
  var pendingCursor: Int?
  /// The link that Enter activates: its line, and its index there.
  private(set) var currentLink: (line: Int, number: Int)?
  /// The restored current link, until its text has been set. Its line is relative to the first line.
  private var pendingLink: (line: Int, number: Int)?

  /// - Parameter given: the styled text that the lines were created from; nil for a plain one.
  init(of view: TextInput, size: Size, given: AttributedString?) {
    self.given = given
    super.init(of: view, size: size)
  }

  // MARK: The text

  var text: Text { given.map { Text($0) } ?? lines.text }

  /// Replaces the text and scrolls to its start. The position is kept if only styles or links differ.
  ///
  /// - Parameters:
  ///   - utf8: the characters.
  ///   - attributed: the text with its styles and links; nil for a plain one.
  /// - Returns: false if the text is equal, including styles and links.
  func set(utf8: UnsafeBufferPointer<UInt8>, attributed: AttributedString?) -> Bool {
    if let given, given == attributed { return false }
    let hasSameCharacters = lines.isEqual(to: utf8)
    if hasSameCharacters, attributed == nil, !lines.isStyled { return false }
    let isAtSamePlace = lines.first == 0 && hasSameCharacters
    lines = attributed.map { TextLines(Text($0)) } ?? TextLines(utf8: utf8)
    (given, filled) = (attributed, nil)
    matchCount = nil
    keepMaximum()
    guard !isAtSamePlace else { return true }
    top = Place(line: lines.first, row: 0)
    rest = nil
    isAtEnd = isEndPending
    isEndPending = false
    (selection, match, currentLink, cursor) = (nil, nil, nil, nil)
    applyPending()
    return true
  }

  /// Appends to the text.
  func append(_ text: Text) {
    // The last line continues, and a match that begins in the one before may end in it.
    matchCount?.forget(from: lines.endOfAll - 2)
    lines.append(text)
    given = nil
    keepMaximum()
    if followsEnd, pendingTop == nil { (isAtEnd, rest) = (true, nil) }
    applyPending()
  }

  func keepMaximum() {
    guard let maximumLines, lines.count > maximumLines else { return }
    (given, filled) = (nil, nil)
    lines.keepLast(maximumLines)
    matchCount?.forget(before: lines.first)
    if top.line < lines.first { (top, rest) = (Place(line: lines.first, row: 0), nil) }
    if let selection, min(selection.anchor, selection.cursor).line < lines.first { self.selection = nil }
    if let match, match.line < lines.first { self.match = nil }
    if let currentLink, currentLink.line < lines.first { self.currentLink = nil }
  }

  // MARK: Rows

  /// The number of rows that the text is known to have at a width: it can only become longer by appending.
  private var filled: Size?

  /// Returns whether the text has a number of rows. Does not wrap a growing line again for each appended text.
  func fills(_ rows: Int, width: Int) -> Bool {
    if let filled, filled.width == width, filled.height >= rows { return true }
    guard lines.count >= rows || rowCount(upTo: rows, width: width) >= rows else { return false }
    filled = Size(width: width, height: rows)
    return true
  }

  override var height: Int { max(0, size.height - (search == nil ? 0 : 1)) }

  /// There is no row after a newline at the end.
  override var endLine: Int { lines.end }

  override var firstPlace: Place {
    let first = firstPlaceWithoutFocus
    guard rest?.isFocusSeen == true, let focus = placeOfFocus else { return first }
    return max(min(first, focus), place(focus, movedBy: -(max(1, height) - 1)))
  }

  private var firstPlaceWithoutFocus: Place { isAtEnd ? lastTop : min(normalized(top), lastTop) }

  // MARK: Scrolling

  override func show(_ place: Place) -> Bool {
    pendingTop = nil
    isEndPending = false
    let isMoved = super.show(place)
    followsEnd = top == lastTop
    // A text that fits is at its beginning, too.
    let start = Place(line: lines.first, row: 0)
    let wasAtEnd = isAtEnd
    isAtEnd = followsEnd && (lastTop > start || isAtEnd && place > start)
    if wasAtEnd, !isAtEnd { rest = nil }
    return isMoved
  }

  override func scrollToEnd() -> Bool {
    let isMoved = super.scrollToEnd()
    isAtEnd = true
    return isMoved
  }

  /// Scrolls by the least amount that makes the current line visible. Appended text is followed from the last line on.
  func revealCursor() {
    guard let line = cursorLine, height > 0 else { return }
    pendingTop = nil
    isEndPending = false
    (top, rest, isAtEnd) = (firstPlace, nil, false)
    let end = lines.paragraphEnd(fromLine: line)
    bringIntoView(place(of: Mark(line: end, byte: lines[end].contentCount)))
    bringIntoView(Place(line: line, row: 0))
    followsEnd = isCursorAtEnd
    isAtEnd = followsEnd && top == lastTop
  }

  /// Scrolls a row into view, with rows above it for context.
  func reveal(_ place: Place) {
    guard !isSeen(place, from: firstPlace) else { return }
    _ = show(self.place(place, movedBy: -(height / 3)))
  }

  /// Sets whether appended text scrolls into view, and scrolls to the end if so.
  func setFollowsEnd(_ follows: Bool) {
    pendingTop = nil
    isEndPending = false
    if !follows, isAtEnd { (top, rest) = (firstPlace, nil) }
    followsEnd = follows
    isAtEnd = follows
  }

  /// Whether to save that the end is visible. In an empty text, it says nothing about the next one.
  var keptIsAtEnd: Bool { isAtEnd && (isEndPending || !lines.isEmpty) }

  /// Restores the scroll position. The line of `top` is relative to the first line.
  ///
  /// - Parameter byte: the byte offset in its line at which the first row began; nil for an older save.
  func restore(top: Place, byte: Int?, followsEnd: Bool, isAtEnd: Bool) {
    self.followsEnd = followsEnd
    self.isAtEnd = isAtEnd
    isEndPending = isAtEnd && lines.isEmpty
    pendingTop = isAtEnd ? nil : top
    pendingByte = byte
    applyPending()
  }

  /// Restores the search. The lines of its match and origin are relative to the first line.
  func restoreSearch(_ search: TextSearch, match: (line: Int, bytes: Range<Int>)?, origin: Place?) {
    self.search = search
    pendingSearch = (match, origin)
    applyPendingSearch()
  }

  /// The search position to save, relative to the first line.
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
    if let origin = pending.origin {
      // A command may still append the line.
      guard origin.line < lines.count else { return }
      searchOrigin = Place(line: lines.first + origin.line, row: origin.row)
    }
    pendingSearch = nil
  }

  // MARK: The current link and line

  /// The row in which the current link or line begins.
  private var placeOfFocus: Place? {
    guard showsCursor, let line = cursorLine else { return placeOfLink }
    let link = placeOfLink.flatMap { lines.paragraphStart(ofLine: $0.line) == line ? $0 : nil }
    return link ?? Place(line: line, row: 0)
  }

  /// The row in which the current link begins.
  private var placeOfLink: Place? {
    guard let link = currentLink, link.line >= lines.first, link.line < lines.end else { return nil }
    let rows = rows(ofLine: link.line)
    let row = (0..<rows.count).first { rows.pieces(ofRow: $0).contains { $0.link == link.number } }
    // A link at the end of a line may begin in the first row of the next one.
    return row.map { Place(line: link.line, row: $0) }
      ?? place(of: Mark(line: link.line, byte: lines[link.line].contentCount))
  }

  /// The current link; nil if the user has scrolled it out of view.
  var visibleLink: (line: Int, number: Int)? {
    guard height > 0, let link = currentLink, let place = placeOfLink else { return currentLink }
    if isSeen(place, from: firstPlace) { return link }
    // A link that begins above the visible rows can continue in them.
    let isShown = visibleRows.contains {
      $0.line == link.line && displayedRow($0).pieces.contains { $0.link == link.number }
    }
    return isShown ? link : nil
  }

  /// Whether the current link or line is visible at the resting position, and stays so when the view is resized.
  override var isFocusSeen: Bool {
    if let rest { return rest.isFocusSeen }
    return placeOfFocus.map { isSeen($0, from: firstPlaceWithoutFocus) } ?? false
  }

  /// Leaves the resting position before the focus moves: the visible rows stay.
  func endRest() {
    guard rest != nil else { return }
    let first = firstPlace
    if first != firstPlaceWithoutFocus { (top, isAtEnd) = (first, false) }
    rest = nil
  }

  /// Makes a link the current one and scrolls it into view; nil for no link.
  func focus(_ link: (line: Int, number: Int)?) {
    pendingLink = nil
    endRest()
    currentLink = link
    if let place = placeOfLink { reveal(place) }
  }

  /// Restores the current link, whose line is relative to the first line, and whether it or the current line was visible.
  func restoreLink(_ link: (line: Int, number: Int)?, isFocusSeen: Bool) {
    pendingLink = link
    isPendingFocusSeen = isFocusSeen
    rest = (rest?.mark ?? markOfTop, isFocusSeen)
    applyPendingLink()
  }

  /// The current link to save. Its line is relative to the first line.
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
    applyPendingCursor()
    applyPendingSearch()
    applyPendingLink()
    guard let pending = pendingTop, pending.line < lines.count else { return }
    top = Place(line: lines.first + pending.line, row: pending.row)
    rest = pendingByte.map { (Mark(line: top.line, byte: $0), isPendingFocusSeen) }
    returnToRest()
    // If the text ends before the rows that were below, more of it may still be appended.
    if lastTop >= top || pending.line == 0 { pendingTop = nil }
  }

  /// The scroll position to save: the first row, relative to the first line, and the byte offset at which it begins. A
  /// size that does not allow the position does not change it.
  var keptTop: (place: Place, byte: Int) {
    if let pendingTop { return (pendingTop, pendingByte ?? 0) }
    let place = isAtEnd || top.line >= lines.end ? firstPlace : top
    if isAtEnd { return (Place(line: place.line - lines.first, row: place.row), 0) }
    let mark = rest?.mark ?? markOfTop
    // A row may begin in the line before its own.
    return (Place(line: mark.line - lines.first, row: mark.line == place.line ? place.row : 0), mark.byte)
  }

  // MARK: Selection

  /// The selection, in order.
  var selected: Range<Mark>? {
    guard let selection, selection.anchor != selection.cursor else { return nil }
    return min(selection.anchor, selection.cursor)..<max(selection.anchor, selection.cursor)
  }

  /// The selection, in bytes of the text.
  private var selectedOffsets: Range<Int>? {
    selected.map { offset(of: $0.lowerBound)..<min(lines.utf8Count, offset(of: $0.upperBound)) }
  }

  /// Returns the selection in bytes relative to the start of a line.
  func selectedBytes(ofLine number: Int) -> Range<Int>? { selectedOffsets.map { bytes($0, inLine: number) } }

  var selectedText: String? { selectedOffsets.map(lines.string) }

  /// The selection, in characters.
  var selectedRange: TextEditing.Selection {
    get {
      guard let selection else { return .init(location: 0) }
      let (start, end) = (min(selection.anchor, selection.cursor), max(selection.anchor, selection.cursor))
      let location = lines.characterCount(before: offset(of: start))
      return .init(
        location: location, length: lines.characterCount(before: offset(of: end)) - location,
        direction: selection.cursor < selection.anchor ? .backward : .forward)
    }
    set {
      select(newValue)
      if let selection { reveal(place(of: min(selection.anchor, selection.cursor))) }
    }
  }

  /// Selects a range of characters without scrolling.
  func select(_ range: TextEditing.Selection) {
    let start = lines.offset(ofCharacter: range.location)
    let end = lines.offset(ofCharacter: max(0, range.location) + max(0, range.length))
    let (first, last) = (mark(ofOffset: start), mark(ofOffset: end))
    selection = range.direction == .forward ? (first, last) : (last, first)
  }

  /// The text of the visible rows.
  var visibleText: String {
    visibleRows.map(text).joined(separator: "\n")
  }
}
