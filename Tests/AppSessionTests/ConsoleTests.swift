import Seeded
import Testing

@testable import AppSession
@testable import Interface

@Suite("Console beside the app")
@MainActor
struct ConsoleTests {
  private let screen = Size(width: 30, height: 12)

  /// A front end that captures nothing.
  private final class Quiet: FrontEnd {
    let size = Size.zero
    func open(showing picture: Grid?, for host: any FrontEndHost) {}
    func present(_ frame: Frame) {}
  }

  /// A console that can be shown and hidden.
  @MainActor
  private final class Shown {
    let text = ConsoleView()
    let stack: OverlayStack
    private lazy var console = OutputConsole(text)

    init(on screen: Size) { stack = OverlayStack(on: screen) }

    func append(_ text: String, isError: Bool = false) { self.text.append(text, isError: isError) }
    func toggle() { if stack.isPresented(console) { stack.dismiss(console) } else { stack.present(console) } }
  }

  /// An overlay that shows a text on the whole screen.
  private final class Covering: OverlayController {
    private let text: ConsoleView

    init(_ text: ConsoleView) {
      self.text = text
      super.init()
    }

    override func loadView() { view = text }
  }

  private func grid(_ shown: Shown, _ size: Size? = nil) -> [String] {
    var grid = Grid(size: size ?? screen)
    grid.cursor = Point(x: 1, y: 1)
    shown.stack.draw(over: &grid, theme: .dark)
    return grid.lines
  }

  @Test("opening shows earlier output and leaves the other rows to the app; closing restores them")
  func room() {
    let shown = Shown(on: screen)
    shown.append("one\ntwo\nthr")
    #expect(shown.stack.room == screen)
    #expect(grid(shown) == Array(repeating: "", count: 12))
    shown.toggle()
    shown.append("ee\n")
    #expect(shown.stack.room == Size(width: 30, height: 7))
    #expect(grid(shown)[7].contains("Output: F11 closes"))
    #expect(grid(shown)[8...10].map { $0.dropFirst(2).prefix(5) } == ["one  ", "two  ", "three"])
    shown.toggle()
    #expect(shown.stack.room == screen)
    #expect(shown.text.text.map(\.text) == ["one\n", "two\n", "three\n"])
  }

  @Test("what is shown is the end of what was printed, wrapped, whatever the pieces it came in", arguments: 0..<40)
  func pieces(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let console = ConsoleView()
    let pane = OverlayPane(Covering(console), on: Size(width: 25, height: 9))
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
      var grid = Grid(size: Size(width: 25, height: 9))
      pane.draw(over: &grid, theme: .dark)
      for (y, row) in rows.enumerated() {
        var drawn = (2...21).map { grid[$0, y + 1].text }.joined()
        while drawn.last == " " { drawn.removeLast() }
        var expected = row.text
        while expected.last == " " { expected.removeLast() }
        #expect(drawn == expected, "seed \(seed), row \(y)")
        if !expected.isEmpty {
          #expect((grid[2, y + 1].style.foreground == Theme.dark[.destructive].foreground) == row.isError)
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
    let pane = OverlayPane(Covering(console), on: Size(width: 21, height: 3))
    func shown() -> [String] {
      var grid = Grid(size: Size(width: 21, height: 3))
      pane.draw(over: &grid, theme: .dark)
      return grid.lines.map { String($0.prefix { $0 != " " }) }
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
    let shown = Shown(on: screen)
    shown.append(String(repeating: "many words ", count: 100))
    shown.toggle()
    let size = Size(width: width, height: height)
    shown.stack.resize(to: size)
    #expect(grid(shown, size).count == height)
    #expect(shown.stack.room.height >= min(height, 3))
  }

  @Test("the console follows the end until it is scrolled; then its text stays in place")
  func following() {
    let shown = Shown(on: screen)
    shown.toggle()
    func lines() -> [String] { grid(shown)[8...10].map { String($0.dropFirst(2).prefix { $0 != " " }) } }
    for number in 1...9 { shown.append("\(number)\n") }
    #expect(lines() == ["7", "8", "9"])
    let above = Point(x: 2, y: 9)
    #expect(shown.stack.handle(.mouse(MouseEvent(.wheel(rows: -2), at: above))))
    #expect(lines() == ["5", "6", "7"])
    shown.append("10\n11\n")
    #expect(lines() == ["5", "6", "7"])
    #expect(shown.stack.handle(.mouse(MouseEvent(.wheel(rows: 9), at: above))))
    shown.append("12\n")
    #expect(lines() == ["10", "11", "12"])
  }

  @Test("errors are distinguishable in every theme and have their own lines", arguments: Theme.all)
  func errors(theme: Theme) {
    let shown = Shown(on: screen)
    shown.append("said")
    shown.append("failed", isError: true)
    shown.append(" twice\n", isError: true)
    shown.append("goes on")
    shown.toggle()
    var grid = Grid(size: screen)
    shown.stack.draw(over: &grid, theme: theme)
    #expect(grid.lines[8...10].map { $0.dropFirst(2).prefix(12) } == ["said        ", "failed twice", "goes on     "])
    let styles = (8...10).map { grid[2, $0].style }
    #expect(styles[1] != styles[0] && styles[0] == styles[2])
    #expect(
      shown.text.text == [
        ConsoleText("said\n"), ConsoleText("failed twice\n", isError: true), ConsoleText("goes on"),
      ])
  }

  @Test("captured output is split into errors and output at the length that was reported")
  func captured() {
    let output = ScreenOutput(Quiet())
    #expect(output.take(Array("one\n".utf8)) == [ConsoleText("one\n")])
    output.willCapture(error: 2)
    #expect(output.take(Array("e\ntwo".utf8)) == [ConsoleText("e\n", isError: true), ConsoleText("two")])
    #expect(output.take(Array("x".utf8)) == [ConsoleText("x")])
    output.willCapture(error: .max)
    #expect(output.take(Array("all".utf8)) == [ConsoleText("all", isError: true)])
    #expect(output.take([]).isEmpty)
  }

  @Test("keys go to the app; scrolling keys go to the console after a click on it")
  func keys() {
    let shown = Shown(on: screen)
    for number in 1...9 { shown.append("\(number)\n") }
    shown.toggle()
    let (up, letter) = (InputEvent.key(KeyPress(.up)), InputEvent.key(KeyPress(.character("x"))))
    #expect(!shown.stack.handle(up))
    #expect(!shown.stack.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 2, y: 2)))))
    #expect(!shown.stack.handle(up))
    #expect(shown.stack.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 2, y: 9)))))
    #expect(
      shown.stack.handle(up) && shown.stack.handle(.key(KeyPress(.home))) && shown.stack.handle(.key(KeyPress(.end))))
    #expect(!shown.stack.handle(letter))
    #expect(shown.stack.handle(.key(KeyPress(.escape))))
    #expect(!shown.stack.handle(up))
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
