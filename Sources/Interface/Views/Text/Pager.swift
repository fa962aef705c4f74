/// What a text view is while its text is not edited: a long text that is read from row to row, followed as it grows, and
/// searched. Whatever is done costs what is seen, however long the text is.
@MainActor
final class Pager {
  /// A row: so many rows into a line.
  struct Place: Comparable {
    var line: Int
    var row: Int

    static func < (left: Place, right: Place) -> Bool { (left.line, left.row) < (right.line, right.row) }
  }

  /// A place in the text: so many bytes into a line.
  struct Mark: Comparable {
    var line: Int
    var byte: Int

    static func < (left: Mark, right: Mark) -> Bool { (left.line, left.byte) < (right.line, right.byte) }
  }

  var lines = TextLines()
  /// What was given, while it is what stands there.
  private(set) var given: Text? = ""
  /// How many lines are kept; nil for all.
  var maximumLines: Int?
  /// The first row that is seen, unless the end is.
  private var top = Place(line: 0, row: 0)
  /// The byte of its line that the first row began with before the size changed, or when the state was saved, and whether the
  /// current link was in sight: they count at every size until the user scrolls or goes to another link.
  private var rest: (byte: Int, isLinkSeen: Bool)?
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
  var search: RowSearch?
  /// What the search found last, in the line's bytes.
  var match: (line: Int, bytes: Range<Int>)?
  var searchOrigin: Place?
  /// Where the search was when the state was saved, until the text is there: its places are counted from the first line.
  var pendingSearch: (match: (line: Int, bytes: Range<Int>)?, origin: Place?)?
  /// The link that Enter chooses: its line, and its number there.
  private(set) var currentLink: (line: Int, number: Int)?
  /// The current link of an earlier launch, until its text is there: its line is counted from the first.
  private var pendingLink: (line: Int, number: Int)?
  private(set) var size = Size.zero
  private var layouts: [Int: [TextLayout.Line]] = [:]

  private static let mostLayouts = 2_000

  init(_ text: Text, size: Size) {
    self.size = size
    set(text)
  }

  // MARK: The text

  var text: Text { given ?? lines.text }

  var heldBytes: Int { lines.heldBytes + layouts.count * 200 }

  /// Puts another text in place, seen from its start.
  func set(_ text: Text) {
    lines = TextLines(text)
    given = text
    layouts = [:]
    top = Place(line: 0, row: 0)
    rest = nil
    isAtEnd = isEndPending
    isEndPending = false
    (selection, match, currentLink) = (nil, nil, nil)
    keepMaximum()
    applyPending()
  }

  /// Adds to the text.
  func append(_ text: Text) {
    layouts[lines.end - 1] = nil
    layouts[lines.end] = nil
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
    if layouts.count > Self.mostLayouts / 2 { layouts = layouts.filter { $0.key >= lines.first } }
  }

  // MARK: Rows

  /// How many cells a row may take: there is room for the scroll bar.
  private var width: Int { max(1, size.width - 1) }
  /// How many rows are seen.
  var height: Int { max(0, size.height - (search == nil ? 0 : 1)) }

  func resize(to size: Size) {
    // The row that was first may not be there any more; what it begins with is.
    if rest == nil, height > 0 { rest = (byteOfTop, isLinkSeen) }
    let isSameWidth = size.width == self.size.width
    self.size = size
    guard !isSameWidth else { return }
    layouts = [:]
    returnToRest()
  }

  /// The byte of its line that the first row begins with.
  private var byteOfTop: Int {
    guard top.line >= lines.first, top.line < lines.end else { return 0 }
    let rows = rows(ofLine: top.line)
    return rows.indices.contains(top.row) ? rows[top.row].start : 0
  }

  private func returnToRest() {
    guard let rest, top.line >= lines.first, top.line < lines.end else { return }
    top.row = place(of: Mark(line: top.line, byte: rest.byte)).row
  }

  func rows(ofLine number: Int) -> [TextLayout.Line] {
    if let known = layouts[number] { return known }
    let layout = TextLayout(lines[number].content, width: width).lines
    if layouts.count >= Self.mostLayouts { layouts = [:] }
    layouts[number] = layout
    return layout
  }

  private func rowCount(of line: TextLines.Line) -> Int {
    // No character takes more cells than bytes.
    if line.runs == nil, line.string.utf8.count <= width { return 1 }
    if line.runs == nil, let count = line.asciiRowCount(width: width) { return count }
    return max(1, TextLayout(line.content, width: width).lines.count)
  }

  private func rowCount(ofLine number: Int) -> Int { layouts[number]?.count ?? rowCount(of: lines[number]) }

  /// How many rows the text takes, counted no further than to a limit.
  func rowCount(upTo limit: Int, width: Int) -> Int {
    var count = 0
    var number = lines.first
    while number < lines.end, count < limit {
      let line = lines[number]
      count +=
        line.runs == nil && line.string.utf8.count <= width
        ? 1 : max(1, TextLayout(line.content, width: max(1, width)).lines.count)
      number += 1
    }
    return count
  }

  /// A place so many rows further, or back; as far as there are rows.
  private func place(_ place: Place, movedBy step: Int) -> Place {
    var place = place
    var left = step
    while left > 0 {
      let rest = rowCount(ofLine: place.line) - 1 - place.row
      if left <= rest { return Place(line: place.line, row: place.row + left) }
      guard place.line + 1 < lines.end else { return Place(line: place.line, row: place.row + rest) }
      left -= rest + 1
      place = Place(line: place.line + 1, row: 0)
    }
    while left < 0 {
      if -left <= place.row { return Place(line: place.line, row: place.row + left) }
      guard place.line > lines.first else { return Place(line: place.line, row: 0) }
      left += place.row + 1
      place = Place(line: place.line - 1, row: rowCount(ofLine: place.line - 1) - 1)
    }
    return place
  }

  /// The first row when the last one is seen.
  private var lastTop: Place {
    let last = lines.end - 1
    return place(Place(line: last, row: rowCount(ofLine: last) - 1), movedBy: -(max(1, height) - 1))
  }

  /// The first row that is seen.
  var firstPlace: Place {
    let first = firstPlaceWithoutLink
    guard rest?.isLinkSeen == true, let link = placeOfLink else { return first }
    return max(min(first, link), place(link, movedBy: -(max(1, height) - 1)))
  }

  private var firstPlaceWithoutLink: Place {
    let last = lastTop
    if isAtEnd { return last }
    var place = top
    if place.line >= lines.end { return last }
    place.row = min(place.row, rowCount(ofLine: place.line) - 1)
    return min(place, last)
  }

  /// The places of the rows that are seen.
  var visibleRows: [Place] {
    var places: [Place] = []
    var place = firstPlace
    while places.count < height, place.line < lines.end {
      let count = rowCount(ofLine: place.line)
      while place.row < count, places.count < height {
        places.append(place)
        place.row += 1
      }
      place = Place(line: place.line + 1, row: 0)
    }
    return places
  }

  // MARK: Scrolling

  /// Scrolls by rows, as the user wants. Returns false where there is nothing further.
  func scroll(by step: Int) -> Bool { show(place(firstPlace, movedBy: step)) }

  func scrollToStart() -> Bool { show(Place(line: lines.first, row: 0)) }

  func scrollToEnd() -> Bool { show(lastTop) }

  /// Shows the text from a row on, as the user wants. Returns whether that is another.
  func show(_ place: Place) -> Bool {
    pendingTop = nil
    isEndPending = false
    let before = firstPlace
    let last = lastTop
    top = min(place, last)
    rest = nil
    isAtEnd = top == last
    followsEnd = isAtEnd
    return top != before
  }

  /// Brings a row into view, with some around it.
  func reveal(_ place: Place) {
    let first = firstPlace
    let last = self.place(first, movedBy: max(1, height) - 1)
    guard place < first || place > last else { return }
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
  func restoreSearch(_ search: RowSearch, match: (line: Int, bytes: Range<Int>)?, origin: Place?) {
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
      guard match.line < lines.count, match.bytes.upperBound <= lines[lines.first + match.line].contentCount else {
        return
      }
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
    let row = rows(ofLine: link.line).firstIndex { $0.pieces.contains { $0.link == link.number } }
    return Place(line: link.line, row: row ?? 0)
  }

  /// Whether the current link is in sight where the first row stands, and so is kept there at every size.
  var isLinkSeen: Bool {
    if let rest { return rest.isLinkSeen }
    guard let link = placeOfLink else { return false }
    let first = firstPlaceWithoutLink
    return link >= first && link <= place(first, movedBy: max(1, height) - 1)
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
    rest = (rest?.byte ?? byteOfTop, isSeen)
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
    rest = pendingByte.map { ($0, rest?.isLinkSeen ?? true) }
    returnToRest()
    // Where the text ends before the rows that were below, more may come.
    if lastTop >= top || pending.line == 0 { pendingTop = nil }
  }

  /// What is to be kept: the first row, counted from the first line, and the byte that it begins with. A size that does not
  /// allow it changes nothing.
  var keptTop: (place: Place, byte: Int) {
    if let pendingTop { return (pendingTop, pendingByte ?? 0) }
    let place = isAtEnd || top.line >= lines.end ? firstPlace : top
    let byte = isAtEnd ? 0 : rest?.byte ?? byteOfTop
    return (Place(line: place.line - lines.first, row: place.row), byte)
  }

  // MARK: The scroll bar

  func scrollBar() -> ScrollBar {
    let first = firstPlace
    let count: (TextLines.Line) -> Int = { self.rowCount(of: $0) }
    let total = lines.rowCount(width: width, of: count)
    var offset = lines.rowCount(before: first.line, width: width, of: count) + first.row
    // What is only estimated never says that there is nothing more.
    if isAtEnd || first == lastTop { offset = max(0, total - height) }
    return ScrollBar(total: total, visible: height, offset: min(offset, max(0, total - height)))
  }

  func showRow(_ row: Int) -> Bool {
    let found = lines.line(atRow: row, width: width) { self.rowCount(of: $0) }
    return show(Place(line: found.line, row: found.row))
  }

  // MARK: Places in the text

  /// Where a row of the screen and a column lead to in the text.
  func mark(at point: Point) -> Mark {
    let rows = visibleRows
    guard !rows.isEmpty, point.y >= 0 else { return Mark(line: firstPlace.line, byte: 0) }
    guard rows.indices.contains(point.y) else {
      let place = rows[rows.count - 1]
      return Mark(line: place.line, byte: lines[place.line].contentCount)
    }
    let place = rows[point.y]
    let layout = self.rows(ofLine: place.line)
    var byte = place.row + 1 < layout.count ? layout[place.row + 1].start : lines[place.line].contentCount
    for piece in layout[place.row].pieces {
      guard let start = piece.start, point.x < piece.x + piece.width else { continue }
      let letters = piece.text.prefix(cells: max(0, point.x - piece.x))
      byte = start + letters.utf8.count
      break
    }
    return Mark(line: place.line, byte: byte)
  }

  /// The row in which a mark stands.
  func place(of mark: Mark) -> Place {
    let rows = rows(ofLine: mark.line)
    let row = rows.lastIndex { $0.start <= mark.byte } ?? 0
    return Place(line: mark.line, row: row)
  }

  /// What is selected, in order.
  var selected: Range<Mark>? {
    guard let selection, selection.anchor != selection.cursor else { return nil }
    return min(selection.anchor, selection.cursor)..<max(selection.anchor, selection.cursor)
  }

  /// The bytes of a line that are selected.
  func selectedBytes(ofLine number: Int) -> Range<Int>? {
    guard let selected, number >= selected.lowerBound.line, number <= selected.upperBound.line else { return nil }
    let start = number == selected.lowerBound.line ? selected.lowerBound.byte : 0
    let end = number == selected.upperBound.line ? selected.upperBound.byte : Int.max
    return start..<max(start, end)
  }

  var selectedText: String? {
    selected.map {
      lines.string(
        from: ($0.lowerBound.line, $0.lowerBound.byte), to: ($0.upperBound.line, $0.upperBound.byte))
    }
  }

  /// What is selected, in characters.
  var selectedRange: TextEditing.Selection {
    get {
      guard let selection else { return .init(location: 0) }
      let (start, end) = (min(selection.anchor, selection.cursor), max(selection.anchor, selection.cursor))
      let location = lines.characterCount(before: start.byte, ofLine: start.line)
      return .init(
        location: location, length: lines.characterCount(before: end.byte, ofLine: end.line) - location)
    }
    set {
      select(newValue)
      if let selection { reveal(place(of: selection.anchor)) }
    }
  }

  /// Selects characters, wherever they are.
  func select(_ range: TextEditing.Selection) {
    let start = lines.place(ofCharacter: range.location)
    let end = lines.place(ofCharacter: max(0, range.location) + max(0, range.length))
    selection = (Mark(line: start.line, byte: start.byte), Mark(line: end.line, byte: end.byte))
  }

  /// The letters that are seen.
  var visibleText: String {
    visibleRows.map { rows(ofLine: $0.line)[$0.row].pieces.map(\.text).joined() }.joined(separator: "\n")
  }
}

extension TextLines.Line {
  /// How many rows it takes, if all of it is ASCII; nil if more has to be known.
  func asciiRowCount(width: Int) -> Int? {
    var string = string
    let count = contentCount
    return string.withUTF8 { bytes in
      for byte in bytes where byte >= 0x80 { return nil }
      return WrappedText.rowCount(ofASCII: UnsafeBufferPointer(rebasing: bytes[..<count]), width: width)
    }
  }
}
