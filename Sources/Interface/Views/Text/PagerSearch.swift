import Loop

/// Finds a text in others, without regard to case.
struct TextFinder {
  private let needle: [String]
  /// The needle's bytes in lower case, if it is ASCII.
  private let ascii: [UInt8]?

  init(_ text: String) {
    needle = text.map { $0.lowercased() }
    ascii = text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.map(\.lowercasedASCII) : nil
  }

  /// The bytes of a text in which it is found, from the first place on; they do not overlap.
  func ranges(in text: String) -> [Range<Int>] {
    guard !needle.isEmpty else { return [] }
    var text = text
    if let ascii, let found = text.withUTF8({ Self.ranges(of: ascii, in: $0) }) { return found }
    let letters = text.map { (lower: $0.lowercased(), count: $0.utf8.count) }
    var found: [Range<Int>] = []
    var (place, byte) = (0, 0)
    while place + needle.count <= letters.count {
      let isFound = needle.indices.allSatisfy { letters[place + $0].lower == needle[$0] }
      let step = isFound ? needle.count : 1
      let count = letters[place..<(place + step)].reduce(0) { $0 + $1.count }
      if isFound { found.append(byte..<(byte + count)) }
      place += step
      byte += count
    }
    return found
  }

  /// The same for ASCII; nil if the text is none.
  private static func ranges(of needle: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
    var found: [Range<Int>] = []
    var place = 0
    let end = text.count
    while place < end {
      if text[place] >= 0x80 { return nil }
      var length = 0
      while length < needle.count, place + length < end, text[place + length].lowercasedASCII == needle[length] {
        length += 1
      }
      if length == needle.count {
        found.append(place..<(place + length))
        place += length
      } else {
        place += 1
      }
    }
    return found
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { self >= 0x41 && self <= 0x5a ? self | 0x20 : self }
}

// Looking for a text in a pager.
extension Pager {
  /// How much is looked at before the screen gets its turn: as much as a person does not notice.
  private static let linesPerTurn = 5_000
  private static let bytesPerTurn = 1 << 20

  /// The places that are found in a line.
  func matches(inLine number: Int) -> [Range<Int>] {
    guard let text = search?.text, !text.isEmpty else { return [] }
    return TextFinder(text).ranges(in: lines[number].content.string)
  }

  func beginSearch() {
    pendingSearch = nil
    search = RowSearch()
    searchOrigin = firstPlace
    match = nil
  }

  /// Looks for what is typed, from where the search began.
  func lookFromOrigin(timers: TimerQueue?, changed: @escaping () -> Void) {
    guard let origin = searchOrigin else { return }
    look(.fromOrigin, from: origin.line, after: nil, timers: timers, changed: changed)
  }

  /// Begins a scan again that was under way when the state was saved, once the text that it begins at is there.
  func resumeSearch(timers: TimerQueue, changed: @escaping () -> Void) {
    guard search?.awaitsScan == true, pendingSearch == nil else { return }
    timers.after(0) { [weak self] in
      guard let self, let aim = search?.takeAwaitedScan() else { return }
      if aim == .fromOrigin {
        searchOrigin = searchOrigin ?? firstPlace
        lookFromOrigin(timers: timers, changed: changed)
      } else {
        searchAgain(aim, timers: timers, changed: changed)
      }
      changed()
    }
  }

  /// Goes to the next place, or back to the one before.
  func searchAgain(_ aim: RowSearch.Aim, timers: TimerQueue?, changed: @escaping () -> Void) {
    let from = match.map { ($0.line, $0.bytes as Range<Int>?) } ?? (firstPlace.line, nil)
    look(aim, from: from.0, after: from.1, timers: timers, changed: changed)
  }

  private func look(
    _ aim: RowSearch.Aim, from line: Int, after bytes: Range<Int>?, timers: TimerQueue?,
    changed: @escaping () -> Void
  ) {
    guard let text = search?.text, !text.isEmpty else {
      search?.outcome = .found
      match = nil
      return
    }
    let finder = TextFinder(text)
    if let bytes {
      let here = finder.ranges(in: lines[line].content.string)
      let next =
        aim.step > 0
        ? here.first { $0.lowerBound >= bytes.upperBound } : here.last { $0.upperBound <= bytes.lowerBound }
      if let next { return found(line, next) }
    }
    let start = bytes == nil ? line : line + aim.step
    look(aim, finder, from: start, left: lines.count, timers: timers, changed: changed)
  }

  private func look(
    _ aim: RowSearch.Aim, _ finder: TextFinder, from line: Int, left: Int, timers: TimerQueue?,
    changed: @escaping () -> Void
  ) {
    let step = aim.step
    var (line, left) = (line, left)
    var bytes = 0
    for _ in 0..<Self.linesPerTurn where left > 0 && bytes < Self.bytesPerTurn {
      // Round the end, and the start.
      if line >= lines.end { line = lines.first }
      if line < lines.first { line = lines.end - 1 }
      let ranges = finder.ranges(in: lines[line].content.string)
      if let range = step > 0 ? ranges.first : ranges.last { return found(line, range) }
      bytes += lines[line].string.utf8.count
      line += step
      left -= 1
    }
    guard left > 0, let timers else {
      search?.outcome = .missing
      return
    }
    search?.outcome = .looking(aim)
    let begun = search?.text
    timers.after(0) { [weak self] in
      // Another letter began another search.
      guard let self, search?.text == begun, search?.outcome == .looking(aim) else { return }
      look(aim, finder, from: line, left: left, timers: timers, changed: changed)
      changed()
    }
  }

  private func found(_ line: Int, _ bytes: Range<Int>) {
    pendingSearch = nil
    search?.outcome = .found
    match = (line, bytes)
    reveal(place(of: Mark(line: line, byte: bytes.lowerBound)))
  }
}
