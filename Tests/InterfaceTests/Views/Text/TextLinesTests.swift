import Seeded
import Testing

@testable import Interface

@Suite("Lines of a long text")
@MainActor
struct TextLinesTests {
  private func contents(_ lines: TextLines) -> [String] {
    (lines.first..<lines.end).map { lines[$0].content.string }
  }

  @Test("the next character boundary is found at each byte", arguments: 0..<100)
  func boundaries(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let marks = String(repeating: "\u{301}", count: Int.random(in: 0..<40, using: &random))
    let text = random.text(of: 4) + "e" + marks + random.text(of: 4)
    var boundaries: [Int] = [0]
    for character in text { boundaries.append(boundaries[boundaries.count - 1] + character.utf8.count) }
    for byte in 0...text.utf8.count {
      #expect(text.characterBoundary(atOrAfter: byte) == boundaries.first { $0 >= byte })
    }
  }

  @Test("text appended in any pieces equals the text set at once", arguments: 0..<300)
  func pieces(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let parts = (0..<12).map { _ in
      Bool.random(using: &random) ? Text(random.text(of: 5)) : Text(random.attributedText(of: 3))
    }
    let whole = parts.map(\.string).joined()
    var pieces = TextLines()
    for part in parts {
      if part.attributed != nil || Bool.random(using: &random) {
        pieces.append(part)
      } else {
        for scalar in part.string.unicodeScalars { pieces.append(Text(String(scalar))) }
      }
    }
    #expect(pieces.string == whole && pieces.text.string == whole)
    #expect(contents(pieces) == contents(TextLines(Text(whole))))
    var split = whole.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if split.count > 1, split.last == "" { split.removeLast() }
    #expect(contents(pieces) == split)
    let styled = AttributedString.joined(parts.map { $0.attributed ?? AttributedString($0.string) })
    if pieces.isStyled { #expect(pieces.text.attributed == styled) }
    #expect(Set(pieces.links) == Set(styled.links) && Set(pieces.takeLinkChanges().gained) == Set(styled.links))
    pieces.keepLast(1)
    #expect(pieces.links.count + pieces.takeLinkChanges().lost.count == Set(styled.links).count)
  }

  @Test("rows are counted as lines come and go", arguments: 0..<30)
  func rowsThatComeAndGo(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    var lines = TextLines()
    for _ in 0..<20 {
      for _ in 0..<Int.random(in: 0...900, using: &random) {
        lines.append(Text(String(repeating: "x", count: .random(in: 0...12, using: &random)) + "\n"))
      }
      if Bool.random(using: &random) { lines.append("withoutnewline") }
      lines.keepLast(.random(in: 1...3000, using: &random))
      let width = Int.random(in: 4...5, using: &random)
      let counts = (lines.first..<lines.end).map { max(1, (lines[$0].contentCount + width - 1) / width) }
      #expect(lines.rowCount(width: width) == counts.reduce(0, +))
      let place = Int.random(in: 0..<counts.count, using: &random)
      #expect(
        lines.rowCount(before: lines.first + place, width: width) == counts[..<place].reduce(0, +))
    }
  }

  @Test("characters and positions map to each other", arguments: 0..<60)
  func characters(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let text = random.text(of: 40)
    var lines = TextLines(Text(text))
    #expect(lines.characterCount() == text.count)
    for number in 0...text.count {
      let offset = lines.offset(ofCharacter: number)
      #expect(lines.characterCount(before: offset) == number)
      #expect(lines.string(in: 0..<offset) == String(text.prefix(number)))
      let place = lines.place(ofOffset: offset)
      #expect(lines.offset(ofLine: place.line) + place.byte == offset)
    }
  }

  @Test("a character is found from its neighbour as in a plain string", arguments: 0..<200)
  func neighbours(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let scalars = "ab \r\n\u{ad}\u{a9}éαжאب\u{301}\u{600}‰•☎’日ののー\u{3099}가\u{11a8}\u{200d}\u{fe0f}👩🏽🇩क\u{94d}"
    let letters = (0..<30).map { _ in scalars.unicodeScalars.randomElement(using: &random) ?? "x" }
    let text = String(String.UnicodeScalarView(letters))
    let lines = TextLines(Text(text))
    var offset = 0
    for character in text {
      let end = offset + character.utf8.count
      #expect(lines.offset(after: offset) == end && lines.offset(before: end) == offset, "\(text.debugDescription)")
      #expect(lines.character(at: offset) == character)
      offset = end
    }
  }

  @Test("separate scalars form no characters together")
  func separateScalars() {
    let all = (UInt32(0)...0xffff).compactMap(Unicode.Scalar.init).filter(\.isSeparate)
    #expect(all.count > 30_000)
    let others: [Unicode.Scalar] = ["a", "\n", "©", "я", "ب", "☎", "☝", "の", "日", "ꀀ"]
    #expect(others.filter(\.isSeparate) == others)
    for scalar in all where scalar != "\r" && scalar != "\n" {
      for other in others {
        var text = String.UnicodeScalarView([other, scalar, scalar])
        text.append(other)
        #expect(String(text).count == 4, "U+\(String(scalar.value, radix: 16)) and \(other)")
      }
    }
  }

  @Test("every newline of a text ends a line, and no other byte does", arguments: 0..<400)
  func newlines(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    // U+028A and U+02CA have bytes that differ from a newline in one bit, and U+2027 and U+202A follow its separators.
    let scalars = "\n\na\t\u{8}\u{b}\u{c}\u{e}\u{1a}J*\u{28a}\u{2ca}\u{85}\u{2028}\u{2029}\u{2027}\u{202a}…"
    let letters = (0..<Int.random(in: 0...60, using: &random)).map { _ -> String in
      let scalar = scalars.unicodeScalars.randomElement(using: &random) ?? "a"
      return seed % 2 == 0 ? String(scalar) : ["\r", "\r\n", String(scalar)].randomElement(using: &random) ?? ""
    }
    let text = letters.joined()
    var lines = TextLines(Text(text))
    let expected = text.split(omittingEmptySubsequences: false) {
      ["\n", "\r", "\r\n", "\u{b}", "\u{c}", "\u{2028}", "\u{2029}"].contains($0)
    }
    #expect(
      (lines.first..<lines.endOfAll).map { lines[$0].content.string } == expected.map(String.init),
      "\(text.debugDescription)")
    #expect(lines.string == text && lines.characterCount() == text.count)
  }

  @Test("replacements have the same result as in a plain string, in texts of many chunks too", arguments: 0..<20)
  func replacing(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    func piece() -> String {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: String(repeating: "word ", count: .random(in: 0...9_000, using: &random))
      case 1: String(repeating: "日本", count: .random(in: 0...4_000, using: &random))
      case 2: String(repeating: "a line\r\n", count: .random(in: 0...3_000, using: &random))
      case 3: String(repeating: "\n", count: .random(in: 0...3_000, using: &random))
      default: random.text(of: 4)
      }
    }
    var letters = piece() + piece()
    var lines = TextLines(Text(letters))
    for _ in 0..<40 {
      let characters = Array(letters)
      let start = Int.random(in: 0...characters.count, using: &random)
      let isWide = Int.random(in: 0..<6, using: &random) == 0
      let end = min(characters.count, start + .random(in: 0...(isWide ? characters.count : 3), using: &random))
      let (before, removed) = (String(characters[..<start]), String(characters[start..<end]))
      let added = piece()
      lines.replace(before.utf8.count..<(before.utf8.count + removed.utf8.count), with: added)
      letters = before + added + String(characters[end...])
      let isEqual = letters.withUTF8(lines.isEqual)
      #expect(lines.utf8Count == letters.utf8.count && isEqual)
      #expect(lines.string == letters && lines.characterCount() == letters.count, "seed \(seed)")
      #expect(lines.statePieces().flatMap(\.bytes) == Array(letters.utf8))
      #expect((lines.first..<lines.endOfAll).map { lines[$0].string }.joined() == letters)
      let place = Int.random(in: 0...letters.count, using: &random)
      #expect(lines.offset(ofCharacter: place) == String(letters.prefix(place)).utf8.count)
    }
  }

  @Test("an edit changes one of the pieces that are saved, and no line grows without end")
  func savedPieces() {
    for text in [String(repeating: "some letters\n", count: 20_000), String(repeating: "x", count: 300_000)] {
      var lines = TextLines(Text(text))
      var written = 0
      for step in 0..<1_000 {
        let before = Set(lines.statePieces().map(\.version))
        lines.replace(150_000 + step..<150_000 + step, with: "y")
        let new = lines.statePieces().filter { !before.contains($0.version) }
        written += new.count
        #expect(new.count <= 3)
        #expect(new.allSatisfy { $0.bytes.count <= TextLines.longestLine })
      }
      #expect(written < 1_010)
      #expect(lines.string == text.prefix(150_000) + String(repeating: "y", count: 1_000) + text.dropFirst(150_000))
    }
  }

  @Test("the oldest lines are removed with their numbers; the rest is the end of the text")
  func oldest() {
    var lines = TextLines()
    for number in 1...5_000 {
      lines.append(Text("line \(number)\n"))
      lines.keepLast(700)
    }
    #expect(lines.count == 700 && lines.first == 4_300 && lines[4_300].content.string == "line 4301")
    #expect(lines.string.hasPrefix("line 4301\n") && lines.string.hasSuffix("line 5000\n"))
    let bytes = lines.heldBytes
    for number in 1...5_000 {
      lines.append(Text("line \(number)\n"))
      lines.keepLast(700)
    }
    #expect(abs(lines.heldBytes - bytes) < 1000, "\(bytes) -> \(lines.heldBytes)")
  }

  @Test("an overlong line is split without breaking a character", arguments: ["a", "日", "e\u{301}", "👩‍👩‍👧"])
  func longLines(letter: String) {
    let text = String(repeating: letter, count: 3 * TextLines.longestLine / letter.utf8.count)
    let whole = TextLines(Text("x" + text))
    var pieces = TextLines(Text("x"))
    var rest = Array(text.unicodeScalars)[...]
    while !rest.isEmpty {
      // Parts end within characters, too.
      pieces.append(Text(String(String.UnicodeScalarView(rest.prefix(3)))))
      rest = rest.dropFirst(3)
    }
    #expect(whole.count > 2 && contents(whole) == contents(pieces) && whole.string == "x" + text)
    #expect(contents(whole).dropFirst().allSatisfy { $0.count > 0 && $0.first == letter.first })
  }

  @Test("an ASCII paragraph has as many rows as it wraps into", arguments: 0..<200)
  func rows(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let text = random.text(of: 20).filter { $0.isASCII && !$0.isNewline }
    for width in 1...9 {
      var ascii = text
      let starts = ascii.withUTF8 { WrappedText.starts(ofASCII: $0, width: width) }
      #expect(starts == WrappedText.lines(of: Array(text), width: width).map(\.start), "\(text) in \(width)")
    }
  }

  /// What is drawn on each row.
  private func rows(_ lines: inout TextLines, width: Int) -> [String] {
    (lines.first..<lines.endOfAll).flatMap { number in
      let rows = TextLines.Rows(lines.wrap(ofLine: number, width: width))
      return (0..<rows.count).map { rows.pieces(ofRow: $0).map(\.text).joined() }
    }
  }

  @Test("a line of any length wraps as one text, also after edits", arguments: 0..<12)
  func longRows(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let words = ["word ", "x", " ", "long", "日本語", "e\u{301}", "👩‍👩‍👧 ", String(repeating: "y", count: 50)]
      .prefix(seed % 3 == 0 ? 4 : 8)
    func piece(_ count: Int) -> String {
      var piece = ""
      for _ in 0..<count { piece += words.randomElement(using: &random) ?? "" }
      return piece
    }
    var letters = piece(seed % 3 == 0 ? 8_000 : 3_000) + "\n" + piece(3)
    var lines = TextLines(Text(letters))
    for _ in 0..<6 {
      let width = Int.random(in: 1...90, using: &random)
      let expected = WrappedText.lines(of: Array(letters), width: width)
      let characters = Array(letters)
      #expect(rows(&lines, width: width) == expected.map { String(characters[$0.range]) }, "seed \(seed)")
      while lines.counted.width != width || lines.counted.sums.count < lines.chunks.count - 1 {
        _ = lines.rowCount(width: width)
      }
      #expect(lines.rowCount(width: width) == expected.count - (letters.last == "\n" ? 1 : 0))
      let start = Int.random(in: 0..<characters.count, using: &random)
      let isWide = Int.random(in: 0..<4, using: &random) == 0
      let end = min(characters.count, start + .random(in: 0...(isWide ? 5_000 : 5), using: &random))
      let added = piece(.random(in: 0...(isWide ? 2_000 : 4), using: &random)) + (isWide ? "\n" : "")
      let before = String(characters[..<start])
      let removed = String(characters[start..<end])
      lines.replace(before.utf8.count..<(before.utf8.count + removed.utf8.count), with: added)
      letters = before + added + String(characters[end...])
    }
  }

  @Test("a long line with looks wraps as one text, whatever its paragraph is", arguments: 0..<4)
  func longStyledRows(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let breakings: [AttributedString.Paragraph.Breaking] = [.wrapping, .wrapping, .clipping, .filling]
    let paragraph = AttributedString.Paragraph(continuation: AttributedString("| "), breaking: breakings[seed % 4])
    let parts = (0..<2_500).map { number -> (text: String, attributes: AttributedString.Attributes) in
      let text = ["some words ", "longwithoutspace", "日本語 "].randomElement(using: &random) ?? ""
      let look: AttributedString.Look = .role(number % 2 == 0 ? .accent : .destructive)
      return (text, .init(looks: [look], paragraph: seed % 3 == 0 ? nil : paragraph))
    }
    let text = Text(AttributedString(parts: parts))
    var lines = TextLines(text)
    #expect(lines.count > 1)
    for width in [1, 7, 80, .random(in: 2...200, using: &random)] {
      let expected = TextLayout(text, width: width).lines.map { $0.pieces.map(\.text).joined() }
      #expect(rows(&lines, width: width) == expected, "seed \(seed), width \(width)")
    }
  }
}
