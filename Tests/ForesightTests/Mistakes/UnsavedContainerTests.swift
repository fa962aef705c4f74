import Interface
import Loop
import LuaScreens
import Testing

@testable import AppSession
@testable import Foresight

@Suite("Containers without an identifier")
@MainActor
struct UnsavedContainerTests {
  private static let script = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.gap" }
    function app:shouldSaveApplicationState() return SAVES end
    function page(name)
      local page = ui.ViewController { restorationIdentifier = name }
      page.view = ui.VStack {}
      return page
    end
    function app:didFinishLaunching()
      container = ui.NavigationController { viewControllers = { ui.ViewController {} } }
      self.window = ui.Window { rootViewController = container }
      self.window:makeKeyAndVisible()
    end
    _G.ui = ui
    """

  private func session(_ script: String = script + "\nreturn app") -> (session: AppSession, reported: () -> [String]) {
    var configuration = ScriptHost.Configuration(script: "gap.lua")
    configuration.source = "SAVES = true " + script
    configuration.reportMistakes()
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    final class Reported { var lines: [String] = [] }
    let reported = Reported()
    session.onProblem = { reported.lines.append("\($0)") }
    return (session, { reported.lines })
  }

  private func eval(_ source: String, in session: AppSession) throws {
    try session.running.turn { try session.running.evaluate(source, name: "test", push: { _ in 0 }) { _, _ in } }
  }

  @Test("unidentified containers are noted once, with the number of nodes below and the first three paths")
  func noted() throws {
    let (session, reported) = session()
    try session.load()
    try session.launch()
    #expect(reported() == [])
    try eval("for _, name in ipairs { 'a', 'b', 'c', 'd' } do container:push(page(name)) end", in: session)
    #expect(reported().count == 1)
    let note = reported().first ?? ""
    #expect(note.contains("gap.lua:10: this NavigationController has no restorationIdentifier"), "\(note)")
    #expect(note.contains("the 4 nodes with identifiers below it are not saved"))
    #expect(
      note.contains("(<NavigationController>/a, <NavigationController>/b, <NavigationController>/c, …)"), "\(note)")
    try eval("container:push(page 'e')", in: session)
    #expect(reported().count == 1)
  }

  @Test("a container is noted when a view in it gets an identifier later")
  func laterView() throws {
    let (session, reported) = session()
    try session.load()
    try session.launch()
    try eval(
      "container.topViewController.view:addSubview(ui.TextField { restorationIdentifier = 'field' })", in: session)
    #expect(reported().count == 1)
    #expect(reported().first?.contains("the node with an identifier below it is not saved") == true, "\(reported())")
  }

  @Test("nothing is noted if no node below has an identifier, or the app is not saved")
  func notNoted() throws {
    let (session, reported) = session()
    try session.load()
    try session.launch()
    try eval("container:push(ui.ViewController {}) container:present(ui.AlertController { title = 'x' })", in: session)
    #expect(reported() == [])
    let quiet = self.session(
      Self.script.replacing("function app:shouldSaveApplicationState() return SAVES end", with: "") + "\nreturn app")
    try quiet.session.load()
    try quiet.session.launch()
    try eval("container:push(page 'a')", in: quiet.session)
    #expect(quiet.reported() == [])
  }
}
