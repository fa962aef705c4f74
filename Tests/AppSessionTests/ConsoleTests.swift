import Seeded
import Testing

@testable import AppSession
@testable import Interface

@Suite("Console beside the app")
@MainActor
struct ConsoleTests {
  private let screen = Size(width: 30, height: 12)

  private func grid(_ pane: ConsolePane, _ size: Size? = nil) -> [String] {
    var grid = Grid(size: size ?? screen)
    grid.cursor = Point(x: 1, y: 1)
    pane.draw(over: &grid, theme: .dark)
    return grid.lines
  }

  @Test("opening shows earlier output and leaves the other rows to the app; closing restores them")
  func room() {
    let pane = ConsolePane()
    pane.append(ConsoleText("one\ntwo\nthr"))
    #expect(pane.room(on: screen) == screen)
    #expect(grid(pane) == Array(repeating: "", count: 12))
    pane.toggle(on: screen)
    pane.append(ConsoleText("ee\n"))
    #expect(pane.room(on: screen) == Size(width: 30, height: 7))
    #expect(grid(pane)[7].contains("Output: F11 closes"))
    #expect(grid(pane)[8...10].map { $0.dropFirst().prefix(5) } == ["one  ", "two  ", "three"])
    pane.toggle(on: screen)
    #expect(pane.room(on: screen) == screen)
    #expect(pane.lastLines.map(\.text) == ["one\n", "two\n", "three\n"])
  }

  @Test("what is shown is the end of what was printed, wrapped, whatever the pieces it came in", arguments: 0..<40)
  func pieces(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let console = ConsoleView()
    let pane = OverlayPane(title: "", frame: Rect(x: 0, y: 0, width: 23, height: 9), content: console)
    /// The lines, each of one kind, without newlines.
    var lines: [(text: String, isError: Bool)] = [("", false)]
    for _ in 0..<60 {
      let piece =
        ["word ", "\n", "日本語 text", "x", "two\nlines\n", "e\u{301}", String(repeating: "long ", count: 9)]
        .randomElement(using: &random) ?? ""
      let isError = Int.random(in: 0..<4, using: &random) == 0
      console.append(piece, isError: isError)
      if !lines[lines.count - 1].text.isEmpty, lines[lines.count - 1].isError != isError, piece.first != "\n" {
        lines.append(("", isError))
      }
      for (index, part) in piece.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if index > 0 { lines.append(("", isError)) }
        if !part.isEmpty { lines[lines.count - 1] = (lines[lines.count - 1].text + part, isError) }
      }
      var rows = lines.dropLast(lines[lines.count - 1].text.isEmpty ? 1 : 0)
        .flatMap { line in line.text.wrapped(to: 20).map { (text: $0.line, isError: line.isError) } }
      #expect(console.rowCount(width: 21) == max(1, rows.count), "seed \(seed)")
      rows = rows.suffix(7)
      var grid = Grid(size: Size(width: 23, height: 9))
      pane.draw(over: &grid, theme: .dark)
      for (y, row) in rows.enumerated() {
        var drawn = (1...20).map { grid[$0, y + 1].text }.joined()
        while drawn.last == " " { drawn.removeLast() }
        var expected = row.text
        while expected.last == " " { expected.removeLast() }
        #expect(drawn == expected, "seed \(seed), row \(y)")
        if !expected.isEmpty {
          #expect((grid[1, y + 1].style.foreground == Theme.dark[.destructive].foreground) == row.isError)
        }
      }
      let texts = lines.enumerated().map { $0.offset < lines.count - 1 ? $0.element.text + "\n" : $0.element.text }
      #expect(console.text.map(\.text) == texts.filter { !$0.isEmpty })
      #expect(console.isInLine == !lines[lines.count - 1].text.isEmpty)
    }
  }

  @Test("a text that starts at its top stays where it is scrolled when it grows or is replaced")
  func top() {
    let console = ConsoleView()
    console.startsAtTop = true
    let pane = OverlayPane(title: "", frame: Rect(x: 0, y: 0, width: 23, height: 5), content: console)
    func shown() -> [String] {
      var grid = Grid(size: Size(width: 23, height: 5))
      pane.draw(over: &grid, theme: .dark)
      return grid.lines[1...3].map { String($0.dropFirst().prefix { $0 != " " }) }
    }
    console.append((1...9).map { "\($0)\n" }.joined())
    #expect(shown() == ["1", "2", "3"])
    console.scroll(by: -2)
    #expect(shown() == ["3", "4", "5"])
    console.append("10\n")
    #expect(shown() == ["3", "4", "5"])
    console.replace(with: (1...12).map { "\($0)!\n" }.joined())
    #expect(shown() == ["3!", "4!", "5!"])
    console.scroll(by: -ConsoleView.maximumRows)
    #expect(shown() == ["10!", "11!", "12!"])
    console.append("13\n")
    #expect(shown() == ["10!", "11!", "12!"])
    console.scroll(by: ConsoleView.maximumRows)
    #expect(shown() == ["1!", "2!", "3!"])
  }

  @Test("the console works at any screen size", arguments: [(0, 0), (1, 1), (80, 2), (3, 4), (80, 9), (200, 60)])
  func sizes(width: Int, height: Int) {
    let pane = ConsolePane()
    pane.append(ConsoleText(String(repeating: "many words ", count: 100)))
    pane.toggle(on: screen)
    let size = Size(width: width, height: height)
    pane.resize(to: size)
    #expect(grid(pane, size).count == height)
    #expect(pane.room(on: size).height >= min(height, 3))
  }

  @Test("the console follows the end until it is scrolled; then its text stays in place")
  func following() {
    let pane = ConsolePane()
    pane.toggle(on: screen)
    func shown() -> [String] { grid(pane)[8...10].map { String($0.dropFirst().prefix { $0 != " " }) } }
    for number in 1...9 { pane.append(ConsoleText("\(number)\n")) }
    #expect(shown() == ["7", "8", "9"])
    let above = Point(x: 2, y: 9)
    #expect(pane.handle(.mouse(MouseEvent(.wheel(rows: -2), at: above))))
    #expect(shown() == ["5", "6", "7"])
    pane.append(ConsoleText("10\n11\n"))
    #expect(shown() == ["5", "6", "7"])
    #expect(pane.handle(.mouse(MouseEvent(.wheel(rows: 9), at: above))))
    pane.append(ConsoleText("12\n"))
    #expect(shown() == ["10", "11", "12"])
  }

  @Test("errors are distinguishable in every theme and have their own lines", arguments: Theme.all)
  func errors(theme: Theme) {
    let pane = ConsolePane()
    pane.append(ConsoleText("said"))
    pane.append(ConsoleText("failed", isError: true))
    pane.append(ConsoleText(" twice\n", isError: true))
    pane.append(ConsoleText("goes on"))
    pane.toggle(on: screen)
    var grid = Grid(size: screen)
    pane.draw(over: &grid, theme: theme)
    #expect(grid.lines[8...10].map { $0.dropFirst().prefix(12) } == ["said        ", "failed twice", "goes on     "])
    let styles = (8...10).map { grid[1, $0].style }
    #expect(styles[1] != styles[0] && styles[0] == styles[2])
    #expect(
      pane.lastLines == [
        ConsoleText("said\n"), ConsoleText("failed twice\n", isError: true), ConsoleText("goes on"),
      ])
  }

  @Test("captured output is split into errors and output at the length that was reported")
  func captured() {
    let pane = ConsolePane()
    #expect(pane.take(Array("one\n".utf8)) == [ConsoleText("one\n")])
    pane.comingErrorCount = 2
    #expect(pane.take(Array("e\ntwo".utf8)) == [ConsoleText("e\n", isError: true), ConsoleText("two")])
    #expect(pane.take(Array("x".utf8)) == [ConsoleText("x")])
    pane.comingErrorCount = .max
    #expect(pane.take(Array("all".utf8)) == [ConsoleText("all", isError: true)])
    #expect(pane.take([]).isEmpty)
  }

  @Test("keys go to the app; scrolling keys go to the console after a click on it")
  func keys() {
    let pane = ConsolePane()
    for number in 1...9 { pane.append(ConsoleText("\(number)\n")) }
    pane.toggle(on: screen)
    let (up, letter) = (InputEvent.key(KeyPress(.up)), InputEvent.key(KeyPress(.character("x"))))
    #expect(!pane.handle(up))
    #expect(!pane.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 2, y: 2)))))
    #expect(!pane.handle(up))
    #expect(pane.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 2, y: 9)))))
    #expect(pane.handle(up) && pane.handle(.key(KeyPress(.home))) && pane.handle(.key(KeyPress(.end))))
    #expect(!pane.handle(letter))
    #expect(pane.handle(.key(KeyPress(.escape))))
    #expect(!pane.handle(up))
  }

  @Test("a resized grid keeps the cells that fit, and no half of a wide character")
  func resizing() {
    var grid = Grid(size: Size(width: 4, height: 2))
    grid.set(0, 0, Cell("a"), isWide: false)
    grid.set(2, 0, Cell("界"), isWide: true)
    grid.cursor = Point(x: 3, y: 1)
    #expect(grid.resized(to: Size(width: 3, height: 1)).lines == ["a"])
    #expect(grid.resized(to: Size(width: 3, height: 1)).cursor == nil)
    #expect(grid.resized(to: Size(width: 6, height: 3)).lines == ["a 界", "", ""])
    #expect(grid.resized(to: Size(width: 6, height: 3)).cursor == Point(x: 3, y: 1))
  }
}
