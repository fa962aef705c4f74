import Seeded
import StateRestoration
import Testing

@testable import Interface
import TestApplication

@Suite("Pager")
@MainActor
struct PagerTests {
  private let view = TextView()
  private let shown: TestApplication

  init() {
    view.isEditable = false
    view.restorationIdentifier = "pager"
    shown = TestApplication(view: view, width: 20, height: 5)
  }

  private func fill(_ count: Int) { for number in 1...count { view.append(Text("line \(number)\n")) } }

  private var rows: [String] { shown.application.render().lines.map { String($0.prefix(18)).trimmed } }

  @Test("a text without room is read as its number of lines")
  func noRoom() throws {
    fill(3)
    let (stack, field) = (VStack(), TextField())
    stack.addSubview(field)
    stack.addSubview(view)
    let shown = TestApplication(view: stack, width: 20, height: 1)
    field.becomeFirstResponder()
    let window = try #require(shown.application.keyWindow)
    #expect(window.accessibilityElements.last?.text == "text area, 3 lines")
    view.becomeFirstResponder()
    #expect(window.accessibilityElements.last?.text.contains("line 3") == true)
  }

  @Test("the scroll bar shows whether keys go to the pager")
  func focusedScrollBar() {
    fill(9)
    let (stack, other) = (VStack(), Button())
    stack.addSubview(view)
    stack.addSubview(other)
    let shown = TestApplication(view: stack, width: 20, height: 5)
    for (focused, role) in [(view as View, Theme.Role.scrollThumbFocused), (other, .scrollThumb)] {
      focused.becomeFirstResponder()
      let screen = shown.application.render()
      let thumb = (0..<4).map { screen[19, $0] }.first { $0.text == "┃" }
      #expect(thumb?.style.foreground == shown.application.theme[role].foreground)
    }
  }

  @Test("appended text is followed until the user scrolls up, and again at the end")
  func following() throws {
    #expect(view.followsEnd)
    fill(20)
    #expect(rows == (16...20).map { "line \($0)" })
    try shown.key("up")
    #expect(!view.followsEnd && rows.first == "line 15")
    view.append(Text("line 21\n"))
    #expect(rows.first == "line 15")
    try shown.key("end")
    #expect(view.followsEnd && rows.last == "line 21")
    view.append(Text("line 22\n"))
    #expect(rows.last == "line 22")
    view.followsEnd = false
    view.append(Text("line 23\n"))
    #expect(rows.last == "line 22")
    view.followsEnd = true
    #expect(rows.last == "line 23")
  }

  @Test("a text that was not to follow its end while it was editable does not follow it as a pager")
  func notFollowing() {
    let view = TextView()
    view.followsEnd = false
    view.isEditable = false
    let shown = TestApplication(view: view, width: 20, height: 5)
    for number in 1...20 { view.append(Text("line \(number)\n")) }
    #expect(!view.followsEnd && shown.text.first?.hasPrefix("line 1 ") == true)
  }

  @Test("keys scroll at once; at the ends the arrows move to other views")
  func keys() throws {
    view.text = (1...30).map { "line \($0)" }.joined(separator: "\n")
    #expect(rows.first == "line 1")
    for (key, first) in [
      ("down", 2), ("j", 3), ("k", 2), ("up", 1), ("space", 5), ("pagedown", 9), ("b", 5), ("pageup", 1), ("G", 26),
      ("g", 1), ("end", 26), ("home", 1), ("k", 1), ("pageup", 1),
    ] {
      try shown.key(key)
      #expect(rows.first == "line \(first)", "\(key)")
    }
    #expect(!shown.application.handle(.key(.up)) || rows.first == "line 1")
    #expect(view.text.hasPrefix("line 1\nline 2\n"))
    shown.application.handle(.mouse(MouseEvent(.wheel(rows: 3), at: Point(x: 1, y: 1))))
    #expect(rows.first == "line 4")
    #expect(throws: AutomationError.self) { try shown.automation.type("x") }
  }

  @Test("every part of a text is shown as it wraps on its own", arguments: 0..<40)
  func wrapping(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let text = Text(random.attributedText(of: 30))
    var pieces = text.attributed?.parts ?? []
    view.append(Text(AttributedString(parts: pieces.prefix(7))))
    pieces.removeFirst(min(7, pieces.count))
    for piece in pieces { view.append(Text(AttributedString(parts: [piece]))) }
    #expect(view.attributedText.string == text.string)
    let whole = TextView()
    whole.isEditable = false
    whole.attributedText = text
    let other = TestApplication(view: whole, width: 20, height: 5)
    try shown.key("home")
    for _ in 0..<40 {
      let (one, two) = (shown.application.render(), other.application.render())
      #expect(one.cells == two.cells, "seed \(seed)")
      try shown.key("j")
      try other.key("j")
    }
    let expected = TextLayout(text, width: 19).lines
    try other.key("home")
    let lines = other.application.render().lines
    for (row, line) in expected.prefix(5).enumerated() {
      let drawn = line.pieces.map { $0.text.map { String($0.drawable) }.joined() }.joined().trimmed
      #expect(lines[row].hasPrefix(drawn), "seed \(seed)")
    }
  }

  @Test("a slash searches: a match is scrolled to and highlighted; n and N move on, wrapping around")
  func search() throws {
    view.text = (1...200).map { $0 % 50 == 0 ? "Needle \($0) needle" : "line \($0)" }.joined(separator: "\n")
    try shown.key("/", "n", "e", "e", "d")
    #expect(rows.contains("Needle 50 needle") && rows.last?.hasPrefix("⌕ need") == true)
    try shown.key("enter", "n", "n")
    #expect(rows.contains("Needle 100 needle"))
    try shown.key("N")
    #expect(rows.contains("Needle 50 needle"))
    try shown.key("N", "N")
    #expect(rows.contains("Needle 200 needle"))
    let y = try #require(rows.firstIndex(of: "Needle 200 needle"))
    #expect(shown.application.render()[11, y].style == shown.application.theme[.currentMatch])
    try shown.key("escape")
    let left = try #require(rows.firstIndex(of: "Needle 200 needle"))
    let plain = shown.application.render()[0, left].style
    #expect(shown.application.render()[11, left].style == plain, "there is no match without a search")
    try shown.key("home", "/", "x", "y")
    #expect(shown.application.render().lines.last?.hasSuffix("not found") == true)
    try shown.key("escape")
    #expect(rows == (1...5).map { "line \($0)" })
  }

  @Test("a search through very many lines runs in slices")
  func longSearch() throws {
    view.text = (1...40_000).map { "line \($0)" }.joined(separator: "\n")
    try shown.key("/")
    for letter in ["3", "9", "9", "9", "9"] { try shown.key(letter) }
    #expect(shown.application.render().lines.last?.contains("…") == true)
    // A turn takes at most 10 ms, which is fewer lines where the tests run slowly.
    var turn = 0.0
    while turn < 5_000, !rows.contains("line 39999") {
      turn += 1
      shown.application.timers.advance(to: turn)
    }
    #expect(rows.contains("line 39999"))
  }

  @Test("dragging selects text across lines, which can be copied")
  func selecting() throws {
    view.text = "one two\nthree\nfour"
    for (action, x, y): (MouseEvent.Action, Int, Int) in [
      (.press(button: 1), 4, 0), (.drag(button: 1), 2, 1), (.release(button: 1), 2, 1),
    ] {
      shown.application.handle(.mouse(MouseEvent(action, at: Point(x: x, y: y))))
    }
    #expect(view.selectedRange == .init(location: 4, length: 6))
    try shown.key("ctrl+c")
    #expect(shown.application.pasteboard.string == "two\nth")
    view.selectedRange = .init(location: 0, length: 3)
    try shown.key("ctrl+c")
    #expect(shown.application.pasteboard.string == "one")
  }

  @Test("a selection keeps its direction when it is read and set")
  func selectionDirection() throws {
    view.text = "one two\nthree\nfour"
    view.selectionDirection = .backward
    #expect(view.selectedRange == .init(location: 0))
    for (action, x, y): (MouseEvent.Action, Int, Int) in [
      (.press(button: 1), 2, 1), (.drag(button: 1), 4, 0), (.release(button: 1), 4, 0),
    ] {
      shown.application.handle(.mouse(MouseEvent(action, at: Point(x: x, y: y))))
    }
    #expect(view.selectedRange == .init(location: 4, length: 6, direction: .backward))
    view.selectedRange = .init(location: 0, length: 3)
    #expect(view.selectionDirection == .forward)
    view.selectionDirection = .backward
    #expect(view.selectedRange == .init(location: 0, length: 3, direction: .backward))
  }

  @Test("Tab moves through links and scrolls, Enter and clicks activate; links are accessibility elements")
  func links() throws {
    var chosen: [Int] = []
    for number in 1...20 {
      let link = TextLink { _ in chosen.append(number) }
      view.append(
        Text(AttributedString("go ") + AttributedString("there \(number)", link: number % 10 == 0 ? link : nil)))
      view.append("\n")
    }
    try shown.key("home", "tab", "enter")
    #expect(chosen == [10] && rows.contains("go there 10"))
    try shown.key("tab", "enter", "shift+tab", "enter")
    #expect(chosen == [10, 20, 10])
    try shown.automation.tap("there 10")
    #expect(chosen.count == 4)
    let words = shown.application.keyWindow?.accessibilityElements.map(\.text) ?? []
    #expect(words.contains { $0.hasPrefix("there 10, link") } && !words.contains { $0.hasPrefix("there 20") })
  }

  @Test("a pager made editable can be edited, and keeps its styles only if the text stays unchanged")
  func editing() throws {
    let text = AttributedString("bold", look: .style(Style(attributes: .bold))) + " plain"
    view.attributedText = Text(text)
    view.isEditable = true
    #expect(view.text == "bold plain" && view.attributedText == Text(text))
    view.isEditable = false
    #expect(view.attributedText == Text(text) && shown.application.render()[0, 0].style.attributes.contains(.bold))
    view.isEditable = true
    view.becomeFirstResponder()
    try shown.automation.type("!")
    view.isEditable = false
    #expect(view.attributedText == "bold plain!")
  }

  @Test("appending to an edited text keeps the cursor and the lines")
  func appendWhileEditing() throws {
    view.isEditable = true
    view.becomeFirstResponder()
    try shown.automation.type("abc")
    try shown.key("left")
    for number in 1...4 { view.append(Text("\nline \(number)")) }
    try shown.automation.type("X")
    #expect(view.text == "abXc\nline 1\nline 2\nline 3\nline 4")
    view.maximumLines = 2
    view.append("\nlast")
    #expect(view.text == "line 4\nlast")
  }

  @Test("position and following are restored, even for late text; newly set text is shown from its start")
  func restoring() throws {
    func kept() -> StateCoder {
      let coder = StateCoder()
      view.encodeBuiltInState(with: coder)
      return coder
    }
    func restored(from coder: StateCoder) -> (TextView, TestApplication) {
      let view = TextView()
      view.isEditable = false
      let shown = TestApplication(view: view, width: 20, height: 5)
      view.decodeBuiltInState(with: coder)
      return (view, shown)
    }
    fill(50)
    let (atEnd, endShown) = restored(from: kept())
    atEnd.text = (1...30).map { "line \($0)" }.joined(separator: "\n")
    #expect(endShown.text.last?.hasPrefix("line 30") == true)
    atEnd.text = (1...30).map { "other \($0)" }.joined(separator: "\n")
    #expect(endShown.text.first?.hasPrefix("other 1 ") == true)
    for _ in 1...30 { try shown.key("up") }
    #expect(rows.first == "line 16")
    let (later, laterShown) = restored(from: kept())
    #expect(!later.followsEnd)
    for number in 1...30 { later.append(Text("line \(number)\n")) }
    #expect(laterShown.text.first?.hasPrefix("line 16 ") == true)
  }

  @Test("a search that began further down is restored when its line is appended")
  func searchInLaterText() throws {
    fill(50)
    for _ in 1...20 { try shown.key("down") }
    try shown.key("/", "4")
    let saved = StateCoder()
    view.encodeBuiltInState(with: saved)
    let origin = try #require(saved.decodeValue(forKey: "searchOrigin"))
    let later = TextView()
    later.isEditable = false
    let laterShown = TestApplication(view: later, width: 20, height: 5)
    later.decodeBuiltInState(with: saved)
    for number in 1...50 {
      later.append(Text("line \(number)\n"))
      let coder = StateCoder()
      later.encodeBuiltInState(with: coder)
      #expect(coder.decodeValue(forKey: "searchOrigin") == origin, "\(number) lines")
    }
    let line = laterShown.text.first
    try laterShown.key("escape")
    #expect(later.search == nil && laterShown.text.first != line)
  }

  @Test("a text that is set again unchanged stays where the user is in it, also one that is restored")
  func settingTheSame() throws {
    let text = (1...50).map { "line \($0)" }.joined(separator: "\n")
    view.text = text
    for _ in 1...20 { try shown.key("down") }
    try shown.key("/", "4", "5", "enter")
    view.selectedRange = .init(location: 300, length: 4)
    let before = shown.application.render()
    view.text = text
    #expect(shown.application.render() == before && view.selectedRange == .init(location: 300, length: 4))
    let coder = StateCoder()
    view.encodeBuiltInState(with: coder)
    let other = TextView()
    other.isEditable = false
    other.text = text
    let otherShown = TestApplication(view: other, width: 20, height: 5)
    other.decodeBuiltInState(with: coder)
    other.text = text
    #expect(otherShown.application.render().lines.dropLast() == before.lines.dropLast())
    // A change of styles moves nothing; a change of the text does.
    view.attributedText = Text(AttributedString(text, look: .style(Style(attributes: .bold))))
    #expect(shown.application.render().lines == before.lines)
    view.text = text + "!"
    #expect(rows.first == "line 1")
  }

  @Test("a pager keeps at most its maximum of lines, and the position as long as its line exists")
  func maximum() throws {
    view.maximumLines = 10
    fill(30)
    #expect(view.text == (21...30).map { "line \($0)\n" }.joined())
    for _ in 1...3 { try shown.key("up") }
    #expect(rows.first == "line 23")
    fill(1)
    #expect(rows.first == "line 23")
    fill(5)
    #expect(rows.first == "line 27")
    let bytes = view.heldBytes
    fill(1000)
    #expect(view.heldBytes < bytes + 4096)
  }

  @Test("Tab and Enter do not use a link that was scrolled out of view, but continue from the visible rows or match")
  func linksOutOfView() throws {
    var chosen: [Int] = []
    for number in 1...60 {
      let link = TextLink { _ in chosen.append(number) }
      let name = AttributedString("there \(number)", link: number % 5 == 0 ? link : nil)
      view.append(Text(AttributedString("go ") + name))
      if number < 60 { view.append("\n") }
    }
    try shown.key("home", "tab", "end", "enter")
    #expect(chosen.isEmpty && rows.last == "go there 60")
    try shown.key("tab", "enter")
    #expect(chosen == [60] && rows.last == "go there 60")
    try shown.key("home", "/")
    try shown.automation.type("there 43")
    try shown.key("enter", "tab", "enter", "escape", "home", "shift+tab", "enter")
    #expect(chosen == [60, 45, 5])
    // A link that is scrolled out of view and back is still the current one.
    try shown.key("end", "home", "enter")
    #expect(chosen == [60, 45, 5, 5])
  }

  @Test("one part of a pager is focused: the search, the current link, or the text")
  func focusedPart() throws {
    view.append(Text(AttributedString("go ") + AttributedString("there", link: TextLink())))
    func focused() -> [String] {
      shown.application.keyWindow?.accessibilityElements.filter(\.isFocused).map(\.role.rawValue) ?? []
    }
    #expect(focused() == ["text area"])
    try shown.key("tab")
    #expect(focused() == ["link"])
    try shown.key("/")
    #expect(focused() == ["search field"])
  }
}
