import TestApplication
import StateRestoration
import Testing

@testable import AppSession
@testable import Interface

@Suite("Help and commands over an app")
@MainActor
struct OverlayTests {
  private func screen() -> (shown: TestApplication, field: TextField, page: ViewController) {
    let form = TestApplication.form()
    return (offering(form.shown), form.field, form.page)
  }

  @Test("a presenting controller gets no keys, the presented app does")
  func modal() throws {
    let (shown, _, page) = screen()
    var ran: [String] = []
    page.keyCommands = [KeyCommand(title: "Page", input: KeyPress(.function(5))) { ran.append("page") }]
    shown.application.keyCommands = [KeyCommand(title: "App", input: KeyPress(.function(6))) { ran.append("app") }]
    let sheet = ViewController()
    try page.present(sheet)
    try shown.key("f5", "f6", "ctrl+p")
    #expect(ran == ["app"])
    #expect(!shown.text.joined().contains("Page"))
    #expect(shown.text.joined().contains("App"))
  }

  @Test("the help is not part of the app's tree, events or saved state; closing it returns keyboard focus")
  func help() throws {
    let (shown, field, _) = screen()
    let events = shown.application.log.events.count
    let tree = shown.automation.tree
    try shown.key("f1")
    #expect(shown.text.joined(separator: "\n").contains("Select all"))
    #expect(shown.application.log.events.count == events)
    #expect(shown.automation.tree == tree)
    #expect(shown.firstResponder !== field)
    let coder = StateCoder()
    shown.root.encodeBuiltInState(with: coder)
    #expect(coder.decodeValue(forKey: "focus") == FocusPlace(of: field, in: shown.root)?.value)
    try shown.key("escape")
    #expect(shown.firstResponder === field)
    #expect(shown.application.log.events.count == events)
  }

  @Test("the help is as wide as its descriptions, so none wraps if the screen has room; long lists of keys wrap")
  func helpWidth() throws {
    let table = TableView()
    table.rows = ["one", "two"]
    let shown = offering(TestApplication(view: table, width: 80, height: 24))
    try shown.key("f1")
    #expect(shown.text.contains { $0.contains("Ctrl+B Ctrl+F   Page up, down") }, "\(shown.text)")
  }

  @Test("a question mark is text where text is typed, and opens the help elsewhere")
  func questionMark() throws {
    let (shown, field, _) = screen()
    try shown.key("?")
    #expect(field.text == "?")
    try shown.key("tab", "?")
    #expect(shown.application.keyWindow?.overlay is HelpController)
  }

  @Test("the palette finds commands by letters in order; an error in a command is reported")
  func palette() throws {
    struct Broken: Error {}
    let (shown, _, page) = screen()
    var problems: [Problem] = []
    shown.application.context.onProblem = { problems.append($0) }
    var ran = false
    page.keyCommands = [
      KeyCommand(title: "Duplicate line") { ran = true }, KeyCommand(title: "Delete everything") { throw Broken() },
    ]
    try shown.key("ctrl+p")
    try shown.automation.type("duln")
    #expect(shown.text.contains { $0.contains("Duplicate line") })
    #expect(!shown.text.contains { $0.contains("Delete everything") })
    try shown.key("enter")
    #expect(ran)
    #expect(shown.application.keyWindow?.overlay == nil)
    try shown.key("ctrl+p", "down", "enter")
    #expect(problems.count == 1)
    #expect(problems.first?.summary.contains("Delete everything") == true)
  }

  @Test("the best match is selected first; without a match the palette says so and ignores Enter")
  func paletteRanking() throws {
    let (shown, _, page) = screen()
    var ran: [String] = []
    page.keyCommands = ["Scroll open files", "Open file", "Often pet"].map { title in
      KeyCommand(title: title) { ran.append(title) }
    }
    try shown.key("ctrl+p")
    try shown.automation.type("open")
    try shown.key("enter")
    #expect(ran == ["Open file"])
    try shown.key("ctrl+p")
    try shown.automation.type("opqx")
    #expect(shown.text.contains { $0.contains("No matches") })
    try shown.key("enter")
    #expect(ran.count == 1 && shown.application.keyWindow?.overlay != nil)
  }

  @Test("the defined keys trigger the commands, and help and palette show them")
  func definitions() throws {
    for key in HostCommand.help.keys {
      let shown = offering(TestApplication(view: Switch(), width: 70, height: 24))
      #expect(shown.application.handle(.key(key)))
      #expect(shown.application.keyWindow?.overlay is HelpController)
      let text = shown.text.joined(separator: "\n")
      for command in [HostCommand.help, .commands] {
        #expect(text.contains(command.keyNames) && text.contains(command.keyTitle))
      }
      // The same key closes it.
      shown.application.handle(.key(key))
      #expect(shown.application.keyWindow?.overlay == nil)
    }
    for key in HostCommand.commands.keys {
      let shown = offering(TestApplication(view: Switch(), width: 70, height: 24))
      var hasQuit = false
      shown.application.hostCommands = [KeyCommand(HostCommand.quit) { hasQuit = true }]
      shown.application.handle(.key(key))
      let text = shown.text.joined(separator: "\n")
      #expect(text.contains(HostCommand.quit.title) && text.contains(HostCommand.quit.keyNames))
      #expect(text.contains(HostCommand.help.title))
      try? shown.key("escape")
      #expect(shown.application.keyWindow?.overlay == nil && !hasQuit)
    }
  }

  @Test("the help accepts j, k and q")
  func helpKeys() throws {
    let shown = offering(TestApplication(view: TextView(), width: 70, height: 12))
    try shown.key("f1")
    let first = shown.text
    try shown.key("j")
    #expect(shown.text != first)
    try shown.key("k")
    #expect(shown.text == first)
    try shown.key("q")
    #expect(shown.application.keyWindow?.overlay == nil)
  }

  @Test("the palette's field accepts every letter, and Ctrl-N and Ctrl-P move in the results")
  func paletteKeys() throws {
    let shown = offering(TestApplication(view: Switch(), width: 70, height: 24))
    var done = ""
    shown.root.keyCommands = ["one", "two", "three"].map { name in KeyCommand(title: name) { done = name } }
    try shown.key("ctrl+p", "ctrl+n", "ctrl+n", "ctrl+p", "enter")
    #expect(done == "two")
    try shown.key("ctrl+p", "tab", "down", "j", "k", "q", "g", "space")
    #expect(shown.application.keyWindow?.overlay != nil)
    #expect(shown.text.joined().contains("jkqg"))
  }

  @Test("common keys are listed after the commands: focus, commands, help")
  func everywhere() {
    let shown = offering(TestApplication(view: Switch()))
    #expect(
      shown.application.keyWindow?.keyHelp == [
        KeyHelp("Tab Shift+Tab", "Next, previous control"), KeyHelp("Ctrl+P", "Commands"),
        KeyHelp("? F1", "This help"),
      ])
  }
}

/// Adds help and commands to the application.
@MainActor
private func offering(_ shown: TestApplication) -> TestApplication {
  HelpAndCommands.offer(over: shown.application)
  return shown
}
