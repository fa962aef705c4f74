import Seeded
import StateRestoration
import TestApplication
import Testing

@testable import Interface

@Suite("Line cursor of a pager")
@MainActor
struct LineCursorTests {
  private var view = TextView()
  private let shown: TestApplication
  private let reported = Reported()

  private final class Reported { var lines: [Int] = [] }

  init() {
    view.isEditable = false
    view.showsLineCursor = true
    shown = TestApplication(view: view, width: 20, height: 5)
    view.becomeFirstResponder()
    view.onLine = { [reported] _, line in reported.lines.append(line) }
  }

  private func fill(_ count: Int) { view.text = (1...count).map { "line \($0)" }.joined(separator: "\n") }

  @Test("keys move the current line, which stays visible, and report it")
  func keys() throws {
    #expect(view.currentLine == nil)
    try shown.key("down")
    fill(30)
    #expect(view.currentLine == 0)
    for (key, line) in [
      ("down", 1), ("j", 2), ("k", 1), ("up", 0), ("up", 0), ("pagedown", 4), ("space", 8), ("b", 4), ("ctrl+d", 6),
      ("G", 29), ("down", 29), ("pageup", 25), ("g", 0), ("end", 29), ("home", 0),
    ] {
      try shown.key(key)
      #expect(view.currentLine == line, "\(key)")
      #expect(shown.text.contains { $0.hasPrefix("line \(line + 1) ") }, "\(key)")
    }
    #expect(reported.lines == [1, 2, 1, 0, 4, 8, 4, 6, 29, 25, 0, 29, 0])
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 1, y: 3))))
    #expect(view.currentLine == 3 && reported.lines.last == 3)
  }

  @Test("a search moves the current line to its match")
  func searching() throws {
    fill(30)
    try shown.key("/", "2", "3", "enter", "down")
    #expect(view.currentLine == 23)
  }

  @Test(
    "the search bar does not cover the current line, and the text returns when it is closed",
    arguments: [["pagedown"], ["pagedown", "down"], ["down"], ["G"]])
  func searchBar(keys: [String]) throws {
    fill(30)
    for key in keys { try shown.key(key) }
    let before = shown.text
    let line = try #require(view.currentLine)
    let coder = StateCoder()
    view.encodeBuiltInState(with: coder)
    let other = TextView()
    other.isEditable = false
    other.showsLineCursor = true
    other.text = view.text
    let screen = TestApplication(view: other, width: 20, height: 5)
    other.becomeFirstResponder()
    other.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
    #expect(screen.text == before)
    for shown in [shown, screen] { try shown.key("/") }
    #expect(shown.text.contains { $0.hasPrefix("line \(line + 1) ") })
    #expect(screen.text == shown.text)
    for shown in [shown, screen] { try shown.key("escape") }
    #expect(shown.text == before && screen.text == before)
  }

  @Test("the current line stays until the line that a script has set exists")
  func laterLine() {
    fill(3)
    view.currentLine = 2
    view.currentLine = 8
    #expect(view.currentLine == 2)
    view.append(Text("\nline 4"))
    #expect(view.currentLine == 2)
    view.append(Text((5...9).map { "\nline \($0)" }.joined()))
    #expect(view.currentLine == 8)
  }

  @Test("at the last line appended text is followed; elsewhere the current line stays")
  func appending() throws {
    for number in 1...9 { view.append(Text("line \(number)\n")) }
    #expect(view.currentLine == 8 && view.followsEnd)
    try shown.key("up")
    view.append(Text("line 10\n"))
    #expect(view.currentLine == 7 && !view.followsEnd)
    try shown.key("end")
    view.append(Text("line 11\n"))
    #expect(view.currentLine == 10 && view.followsEnd && reported.lines == [7, 9])
    view.maximumLines = 4
    #expect(view.currentLine == 3)
    try shown.key("home")
    view.append(Text("line 12\nline 13\n"))
    #expect(view.currentLine == 0, "the current line was removed")
    #expect(shown.text.contains { $0.hasPrefix("line 10") })
  }

  @Test("the current line is restored, also if its text comes later; setting it reports nothing")
  func restoring() throws {
    fill(30)
    view.currentLine = 20
    #expect(shown.text.contains { $0.hasPrefix("line 21 ") } && reported.lines.isEmpty)
    let coder = StateCoder()
    view.encodeBuiltInState(with: coder)
    let other = TextView()
    other.isEditable = false
    other.showsLineCursor = true
    let screen = TestApplication(view: other, width: 20, height: 5)
    other.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
    other.append(Text("line 1\n"))
    #expect(other.currentLine == 0)
    other.append(Text((2...30).map { "line \($0)\n" }.joined()))
    #expect(other.currentLine == 20 && screen.text == shown.text)
  }

  @Test("the scroll position is restored, whether or not the current line is visible", arguments: [0, 1, 4])
  func scrolling(movedBy keys: Int) throws {
    fill(30)
    for _ in 0..<keys { try shown.key("down") }
    for rows in [1, 2, 3, 9, -4, 30, -30] {
      shown.application.handle(.mouse(MouseEvent(.wheel(rows: rows), at: Point(x: 1, y: 1))))
      let coder = StateCoder()
      view.encodeBuiltInState(with: coder)
      let other = TextView()
      other.isEditable = false
      other.showsLineCursor = true
      other.text = view.text
      let screen = TestApplication(view: other, width: 20, height: 5)
      other.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
      #expect(screen.text == shown.text && other.currentLine == keys, "\(rows) rows")
    }
  }

  @Test("lines are counted as readers count them, whatever their length and the width", arguments: 1...6)
  func random(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let lengths = (0..<12).map { _ in [0, 3, 25, 90, 40_000].randomElement(using: &random) ?? 0 }
    let lines = lengths.enumerated().map { "\($0.offset)" + String(repeating: "x", count: $0.element) }
    view.text = lines.joined(separator: "\n")
    var line = 0
    for step in 0..<60 {
      switch Int.random(in: 0..<7, using: &random) {
      case 0:
        try shown.key("down")
        line = min(line + 1, 11)
      case 1:
        try shown.key("up")
        line = max(line - 1, 0)
      case 2:
        line = Int.random(in: 0..<12, using: &random)
        view.currentLine = line
      case 3:
        let size = Size(width: Int.random(in: 5...40, using: &random), height: Int.random(in: 1...9, using: &random))
        shown.application.handle(.resize(size))
      case 4:
        try shown.key("home")
        line = 0
      case 5:
        try shown.key("G")
        line = 11
      default:
        try shown.key("pagedown")
        let next = try #require(view.currentLine)
        #expect(next > line || line == 11, "seed \(seed), step \(step)")
        line = next
      }
      #expect(view.currentLine == line, "seed \(seed), step \(step)")
      let value = view.accessibilityElements.first { $0.label == "line \(line + 1)" }?.value
      #expect(value?.hasPrefix(lines[line].prefix(20)) == true, "seed \(seed), step \(step)")
      _ = shown.text
    }
  }
}
