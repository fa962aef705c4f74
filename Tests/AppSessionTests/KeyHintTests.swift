import TestApplication
import Testing

@testable import AppSession
@testable import Interface

@Suite("Key hints")
@MainActor
struct KeyHintTests {
  private func form() -> (shown: TestApplication, page: ViewController) {
    let form = TestApplication.form()
    HelpAndCommands.offer(over: form.shown.application)
    return (form.shown, form.page)
  }

  private func press(_ word: String, in shown: TestApplication) throws {
    let lines = shown.application.render().lines
    let line = try #require(lines.last)
    let place = try #require(line.range(of: word))
    let point = Point(x: String(line[..<place.lowerBound]).cellWidth, y: lines.count - 1)
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: point)))
    shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: point)))
  }

  @Test("a click on a hint presses its key without moving keyboard focus")
  func click() throws {
    let (shown, page) = form()
    var count = 0
    page.keyCommands = [KeyCommand(title: "Save", input: .control("s")) { count += 1 }]
    let holder = shown.firstResponder
    try press("^S save", in: shown)
    #expect(count == 1)
    #expect(shown.firstResponder === holder)
    try press("F1 help", in: shown)
    #expect(shown.application.keyWindow?.overlay is HelpController)
  }

  @Test("a click beside the hints does nothing")
  func clickBeside() throws {
    let (shown, _) = form()
    let size = shown.application.screenSize
    let corner = Point(x: size.width - 1, y: size.height - 1)
    #expect(!shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: corner))))
  }

  @Test("the key that selects several rows is hinted, unless a command has it; a search only if there are rows")
  func severalRows() {
    let table = TableView()
    table.allowsMultipleSelection = true
    let page = ViewController()
    page.view = table
    let shown = TestApplication(page, width: 80, height: 12)
    HelpAndCommands.offer(over: shown.application)
    func hints() -> String { shown.application.render().lines.last ?? "" }
    table.becomeFirstResponder()
    #expect(hints().contains("Space select") && !hints().contains("/ search"))
    table.rows = ["one", "two"]
    #expect(hints().contains("Space select  ^A select all, none  / search"))
    page.keyCommands = [KeyCommand(title: "Play", input: .space) {}]
    #expect(hints().contains("Space play  ^A select all, none  / search"))
  }

  @Test("clicks also trigger the host's commands")
  func hostCommand() throws {
    let (shown, _) = form()
    var hasQuit = false
    shown.application.hostCommands = [KeyCommand(HostCommand.quit) { hasQuit = true }]
    shown.application.resize(to: Size(width: 100, height: 20))
    try press("^Q quit", in: shown)
    #expect(hasQuit)
  }

  @Test("below a host overlay the hints show its keys and how to close it")
  func coveredByHost() throws {
    let (shown, page) = form()
    page.keyCommands = [KeyCommand(title: "Save", input: .control("s")) {}]
    func cover(reporting summary: String) {
      let sheet = ProblemSheet(Problem(.warning, summary: summary))
      sheet.screenSize = Size(width: 40, height: 10)
      shown.application.coveringHints = sheet.keyHints
    }
    cover(reporting: "It is gone")
    #expect(shown.application.render().lines.last == " Enter close")
    cover(reporting: (1...20).map { "It is gone \($0)" }.joined(separator: "\n"))
    #expect(shown.application.render().lines.last == " Enter close  ↑↓ scroll")
    shown.application.coveringHints = nil
    #expect(shown.application.render().lines.last?.contains("^S save") == true)
  }

  @Test("an application whose host offers no help has no hint line")
  func alone() {
    let shown = TestApplication.form().shown
    #expect(shown.application.render().lines.last?.isEmpty == true)
  }

  @Test("plain output neither lists nor numbers the hints")
  func words() throws {
    let (shown, page) = form()
    page.keyCommands = [KeyCommand(title: "Save it", input: .control("s")) {}]
    let elements = try #require(shown.application.keyWindow).accessibilityElements
    #expect(!elements.contains { $0.text.contains("ave it") || $0.text.contains("quit") })
  }
}
