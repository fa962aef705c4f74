import TestApplication
import Testing

@testable import Interface

@Suite("Rows of buttons")
@MainActor
struct ButtonRowTests {
  private func button(_ title: String) -> Button {
    let button = Button()
    button.title = title
    return button
  }

  private func lines(_ views: [View], width: Int, height: Int = 6) -> [String] {
    let row = HStack()
    row.spacing = 1
    views.forEach(row.addSubview)
    let stack = VStack()
    stack.addSubview(row)
    let below = Label()
    below.text = "below"
    stack.addSubview(below)
    let shown = TestApplication(view: stack, width: width, height: height)
    return shown.application.render().lines
  }

  @Test("buttons that are too wide for one row wrap to the next, with full titles")
  func wrapping() {
    let titles = ["Export as text", "Export as PNG", "Export as SVG", "Cancel"]
    let lines = lines(titles.map(button), width: 40)
    #expect(lines[0] == "  Export as text     Export as PNG")
    #expect(lines[1] == "  Export as SVG     Cancel")
    #expect(lines[2] == "below")
    #expect(self.lines(titles.map(button), width: 80)[1] == "below")
  }

  @Test("beside other views, truncated buttons stay distinguishable")
  func cutting() {
    let label = Label()
    label.text = "a label that is rather long"
    let lines = lines([label, button("Export as PNG"), button("Export as SVG")], width: 40)
    #expect(lines[0].contains("Export as P") && lines[0].contains("Export as S"), "\(lines)")
  }

  @Test("a truncated title loses its surrounding spaces first")
  func blanks() {
    let field = TextField()
    let lines = lines([field, button("Delete")], width: 16)
    #expect(["Delete", "Delet…"].contains { lines[0].contains($0) }, "\(lines)")
  }

  @Test("without room below, buttons stay in one row")
  func oneRow() {
    let row = HStack()
    row.spacing = 1
    for title in ["Export as text", "Export as PNG", "Export as SVG"] { row.addSubview(button(title)) }
    row.height = 1
    let stack = VStack()
    stack.addSubview(row)
    let shown = TestApplication(view: stack, width: 40, height: 3)
    shown.application.theme = .terminal
    let line = shown.application.render().lines[0]
    #expect(line.count { $0 == "[" } == 3, "\(line)")
  }
}
