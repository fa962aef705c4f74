import Seeded
import Testing

@testable import Interface

@Suite("Lines of a long text")
@MainActor
struct TextLinesTests {
  private func contents(_ lines: TextLines) -> [String] {
    (lines.first..<lines.end).map { lines[$0].content.string }
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
      if Bool.random(using: &random) { lines.append("without newline") }
      lines.keepLast(.random(in: 1...3000, using: &random))
      let width = Int.random(in: 4...5, using: &random)
      let count: (TextLines.Line) -> Int = { max(1, ($0.contentCount + width - 1) / width) }
      let counts = (lines.first..<lines.end).map { count(lines[$0]) }
      #expect(lines.rowCount(width: width, of: count) == counts.reduce(0, +))
      let place = Int.random(in: 0..<counts.count, using: &random)
      #expect(
        lines.rowCount(before: lines.first + place, width: width, of: count) == counts[..<place].reduce(0, +))
    }
  }

  @Test("characters and positions map to each other", arguments: 0..<60)
  func characters(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let text = random.text(of: 40)
    var lines = TextLines(Text(text))
    #expect(lines.characterCount() == text.count)
    for offset in 0...text.count {
      let place = lines.place(ofCharacter: offset)
      #expect(lines.characterCount(before: place.byte, ofLine: place.line) == offset)
      let start = lines.place(ofCharacter: 0)
      #expect(lines.string(from: start, to: place) == String(text.prefix(offset)))
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
    for scalar in text.unicodeScalars { pieces.append(Text(String(scalar))) }
    #expect(whole.count > 2 && contents(whole) == contents(pieces) && whole.string == "x" + text)
    #expect(contents(whole).dropFirst().allSatisfy { $0.count > 0 && $0.first == letter.first })
  }

  @Test("an ASCII paragraph has as many rows as it wraps into", arguments: 0..<200)
  func rows(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let text = random.text(of: 20).filter { $0.isASCII && !$0.isNewline }
    for width in 1...9 {
      var ascii = text
      let count = ascii.withUTF8 { WrappedText.rowCount(ofASCII: $0, width: width) }
      #expect(count == WrappedText(Array(text), width: width).lines.count, "\(text) in \(width)")
    }
  }
}
