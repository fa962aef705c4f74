import Seeded
import TestApplication
import Testing

@testable import Interface

@Suite("Search in rows and texts")
@MainActor
struct TextSearchTests {
  /// Returns the visited lines and the number of slices.
  private func looked(_ lines: Range<Int>, from line: Int, step: Int) -> (lines: [Int], turns: Int) {
    var scan = SearchScan(lines, from: line, step: step)
    var (visited, turns): ([Int], Int) = ([], 0)
    while !scan.isOver {
      turns += 1
      _ = scan.next(in: lines) { line in
        visited.append(line)
        return false
      }
    }
    return (visited, turns)
  }

  @Test("every line is visited once, wrapping around, in both directions")
  func round() {
    #expect(looked(0..<4, from: 2, step: 1).lines == [2, 3, 0, 1])
    #expect(looked(7..<11, from: 8, step: -1).lines == [8, 7, 10, 9])
    // A line before the first, and one behind the last.
    #expect(looked(5..<8, from: 4, step: -1).lines == [7, 6, 5])
    #expect(looked(5..<8, from: 8, step: 1).lines == [5, 6, 7])
    #expect(looked(0..<0, from: 0, step: 1).lines.isEmpty)
  }

  @Test("a long search runs in several slices, and visits each line once")
  func turns() {
    let (lines, turns) = looked(0..<12_000, from: 500, step: 1)
    #expect(turns == 3 && lines.count == 12_000 && Set(lines).count == 12_000)
  }

  @Test("a scan that goes on after a match finds the next match")
  func found() {
    var scan = SearchScan(0..<100, from: 10, step: 1)
    var matches: [Int] = []
    for _ in 0..<2 {
      let isFound = scan.next(in: 0..<100) { line in
        if line % 7 == 0 { matches.append(line) }
        return line % 7 == 0
      }
      #expect(isFound)
    }
    #expect(matches == [14, 21])
  }

  @Test("a search continues on the current lines if lines were removed between slices")
  func shrinking() {
    var scan = SearchScan(0..<20_000, from: 0, step: 1)
    #expect(!scan.next(in: 0..<20_000) { _ in false })
    #expect(scan.next(in: 0..<10) { $0 == 3 })
    #expect(!scan.next(in: 0..<0) { _ in true } && scan.isOver)
  }

  @Test("a search describes its text and its result")
  func words() {
    var search = TextSearch()
    #expect(search.spoken(nil) == "empty")
    search.text = "pear"
    #expect(search.spoken(nil) == "pear, found" && search.cursorColumn == 6)
    let third = MatchPosition(number: 3, total: 17, isComplete: true)
    #expect(search.spoken(third) == "pear, 3 of 17")
    #expect(search.spoken(MatchPosition(number: 0, total: 17, isComplete: true)) == "pear, 17 found")
    #expect(search.spoken(MatchPosition(number: 3, total: 9, isComplete: false)) == "pear, found")
    search.outcome = .looking(.fromOrigin)
    #expect(search.spoken(third) == "pear, still looking")
    search.outcome = .missing
    #expect(search.spoken(nil) == "pear, not found")
  }

  @Test("the bar has the same keys, hints, cursor and look in rows and in texts")
  func sameBar() throws {
    let pager = TextView()
    pager.isEditable = false
    pager.text = (0..<40).map { "line \($0) end" }.joined(separator: "\n")
    let table = TableView()
    table.rows = (0..<40).map { Text("line \($0) end") }
    var bars: [[String]] = []
    for view in [pager, table] as [View] {
      let shown = TestApplication(view: view, width: 30, height: 8)
      var states: [String] = []
      for key in ["/", "1", "7", "down", "backspace", "x", "enter", "n", "escape", "/", "2", "enter", "N", "escape"] {
        try shown.key(key)
        let grid = shown.application.render()
        let hints = view.keyBindings.compactMap(\.title).filter { $0.contains("match") || $0.contains("search") }
        // Only matches in texts are counted.
        let bar = grid.lines[7].hasPrefix("⌕") ? String(grid.lines[7].prefix(20)).trimmed : ""
        states.append("\(bar) \(grid.cursor.map { "\($0)" } ?? "-") \(hints)")
      }
      shown.application.handle(.paste("typed"))
      bars.append(states)
    }
    #expect(bars[0] == bars[1])
  }

  @Test("a pasted line is searched without its newline, in rows and in texts")
  func pastedLine() throws {
    let pager = TextView()
    pager.isEditable = false
    pager.text = "first line\nsecond line"
    let table = TableView()
    table.rows = ["first line", "second line"]
    for view in [pager, table] as [View & SearchableView] {
      let shown = TestApplication(view: view, width: 30, height: 8)
      try shown.key("/")
      shown.application.handle(.paste("second\r\nline\n"))
      #expect(view.search?.text == "second line" && view.search?.outcome == .found)
    }
  }

  @Test("an ASCII search finds the same as a comparison of all characters, whatever the rest of the text is")
  func finding() {
    // The characters that are not ASCII and equal one that is, in lower case.
    let equal = (0x80...0x2_ffff).compactMap(Unicode.Scalar.init).filter { scalar in
      guard String(scalar).lowercased().unicodeScalars.count == 1 else { return false }
      return (0x20..<0x7f).contains { String(scalar).lowercased() == String(Unicode.Scalar(UInt8($0))).lowercased() }
    }
    #expect(equal.map { String($0.value, radix: 16) } == ["37e", "1fef", "212a"])
    for scalar in equal {
      let sign = String(scalar).lowercased()
      #expect(TextFinder(sign == ";" ? ";" : sign == "`" ? "`" : "k").ranges(in: "ab\(scalar)").count == 1)
    }
    var random = SeededGenerator(state: 7)
    let pieces = ["e", "E", "en", "é", "e\u{301}", "\u{301}", "ß", "日", "k", "\u{212a}", " ", "n", "\u{200d}", "x"]
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 0...14, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined()
      let needle = ["e", "en", "k", "ee"].randomElement(using: &random) ?? ""
      let letters = text.map { (lower: $0.lowercased(), count: $0.utf8.count) }
      var (expected, place): ([Range<Int>], Int) = ([], 0)
      while place + needle.count <= letters.count {
        let isFound = zip(letters[place...], needle).allSatisfy { $0.lower == String($1) }
        if isFound {
          let start = letters[..<place].reduce(0) { $0 + $1.count }
          expected.append(start..<(start + letters[place..<(place + needle.count)].reduce(0) { $0 + $1.count }))
        }
        place += isFound ? needle.count : 1
      }
      #expect(TextFinder(needle).ranges(in: text) == expected, "\(text.debugDescription) \(needle)")
    }
  }

  @Test("a match is found where a long line continues in another chunk, and is marked on each row that it is on")
  func divided() throws {
    let pager = TextView()
    pager.isEditable = false
    let text = String(repeating: "abcdefg ", count: 6_000)
    pager.text = text
    let shown = TestApplication(view: pager, width: 21, height: 6)
    let lines = pager.editing.lines
    #expect(lines.count > 2)
    let cut = lines.offset(ofLine: lines.first + 1)
    let start = text.utf8.index(text.startIndex, offsetBy: cut - 4)
    // The place is the only one with these letters.
    let needle = "XyZzY"
    pager.text = text.replacingCharacters(at: start, with: needle)
    for key in ["/", "x", "y", "z", "z", "y", "enter"] { try shown.key(key) }
    let match = try #require((pager.viewport as? Pager)?.match)
    #expect(match.line == 0 && match.bytes == (cut - 4)..<(cut + 1))
    let grid = shown.application.render()
    let marked = (0..<5).flatMap { y in
      (0..<20).filter { grid[$0, y].style == shown.application.theme[.currentMatch] }.map { grid[$0, y].text }
    }
    #expect(marked.joined() == needle)
  }
}

extension String {
  fileprivate func replacingCharacters(at start: Index, with text: String) -> String {
    String(self[..<start]) + text + String(self[start...].dropFirst(text.count))
  }
}
