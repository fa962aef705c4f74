import Testing

@testable import AppSession
@testable import Interface

@Suite("What the app prints, beside it")
@MainActor
struct ConsoleTests {
  private let screen = Size(width: 30, height: 12)

  private func grid(_ pane: ConsolePane, _ size: Size? = nil) -> [String] {
    var grid = Grid(size: size ?? screen)
    grid.cursor = Point(x: 1, y: 1)
    pane.draw(over: &grid, theme: .dark)
    return grid.lines
  }

  @Test("what was printed before is shown, the app gets the other rows, and all of them back")
  func room() {
    let pane = ConsolePane()
    pane.append("one\ntwo\nthr")
    #expect(pane.room(on: screen) == screen)
    #expect(grid(pane) == Array(repeating: "", count: 12))
    pane.toggle(on: screen)
    pane.append("ee\n")
    #expect(pane.room(on: screen) == Size(width: 30, height: 7))
    #expect(grid(pane)[7].contains("Printed: F11 closes"))
    #expect(grid(pane)[8...10].map { $0.dropFirst().prefix(5) } == ["one  ", "two  ", "three"])
    pane.toggle(on: screen)
    #expect(pane.room(on: screen) == screen)
    #expect(pane.lastLines == "one\ntwo\nthree\n")
  }

  @Test("any size of the screen will do", arguments: [(0, 0), (1, 1), (80, 2), (3, 4), (80, 9), (200, 60)])
  func sizes(width: Int, height: Int) {
    let pane = ConsolePane()
    pane.append(String(repeating: "many words ", count: 100))
    pane.toggle(on: screen)
    let size = Size(width: width, height: height)
    pane.resize(to: size)
    #expect(grid(pane, size).count == height)
    #expect(pane.room(on: size).height >= min(height, 3))
  }

  @Test("it follows the end, until it is scrolled; then what is read stays where it is")
  func following() {
    let pane = ConsolePane()
    pane.toggle(on: screen)
    func shown() -> [String] { grid(pane)[8...10].map { String($0.dropFirst().prefix { $0 != " " }) } }
    for number in 1...9 { pane.append("\(number)\n") }
    #expect(shown() == ["7", "8", "9"])
    let above = Point(x: 2, y: 9)
    #expect(pane.handle(.mouse(MouseEvent(.wheel(rows: -2), at: above))))
    #expect(shown() == ["5", "6", "7"])
    pane.append("10\n11\n")
    #expect(shown() == ["5", "6", "7"])
    #expect(pane.handle(.mouse(MouseEvent(.wheel(rows: 9), at: above))))
    pane.append("12\n")
    #expect(shown() == ["10", "11", "12"])
  }

  @Test("keys are the app's, but for those that scroll once it was clicked on")
  func keys() {
    let pane = ConsolePane()
    for number in 1...9 { pane.append("\(number)\n") }
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

  @Test("a grid of another size keeps what there is room for, and no half of a wide character")
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
