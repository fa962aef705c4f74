import Foundation
import Interface
import LuaRuntime
import Testing

@testable import LuaScreens

@Suite("Names of callbacks that take too long")
@MainActor
struct CallbackNameTests {
  /// A screen with data sources and delegates. Setting `hang` to the name of a callback makes that callback run
  /// forever.
  private static let script = """
    after, every, task = ui.after, ui.every, ui.task
    local function may(name) return function() if hang == name then while true do end end end end
    model = {}
    function model:encodeRestorableState(coder) may "encode" () coder:encode("n", 1) end
    function model:decodeRestorableState(coder) may "decode" () end
    Screen = ui.ViewController:subclass "Screen"
    function Screen:encodeRestorableState(coder) may "screen" () end
    function Screen:viewControllerWithRestorationIdentifierPath() may "restore" () return Screen() end
    function Screen:loadView()
      list = ui.TableView { restorationIdentifier = "list" }
      list.dataSource = {
        numberOfRowsInSection = function() may "rows" () return 1 end,
        cellForRow = function() may "cell" () return "row" end,
        didSelectRow = may "select",
      }
      tree = ui.OutlineView { restorationIdentifier = "tree" }
      tree.dataSource = {
        numberOfChildrenOfItem = function(_, _, item) return item and 0 or 1 end,
        childOfItem = function() may "child" () return "child" end, cellForItem = function() return "cell" end,
      }
      box = ui.Checkbox { restorationIdentifier = "box", title = "Box", onChange = may "change" }
      self.view = ui.VStack { list, tree, box }
    end
    function app:willFinishLaunching()
      self.window = ui.Window()
      self:registerObjectForStateRestoration(model, "model")
    end
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
      end
      pages = ui.PageViewController { restorationIdentifier = "pages", viewControllers = { ui.ViewController() } }
      pages.dataSource = { viewControllerAfter = may "after" }
      self.window:makeKeyAndVisible()
    end
    """

  /// The message about a callback that was stopped.
  private static func stopped(_ name: String) -> String { "time limit exceeded: \(name) ran longer than" }

  @Test(
    "a call stopped by the time limit is named, whatever caused it",
    arguments: [
      ("cell", "list cellForRow", "list:reloadData()"), ("rows", "list numberOfRowsInSection", "list:reloadData()"),
      ("child", "tree childOfItem", "tree:reloadData()"), ("encode", "model encodeRestorableState", ""),
      ("screen", "screen encodeRestorableState", "box.superview:setNeedsDisplay() app:restorableStateChanged()"),
      ("after", "pages viewControllerAfter", "pages:goForward()"), ("timer", "timer", "after(0, loop)"),
      ("timer", "timer", "every(0.1, loop)"), ("task", "task", "task(loop)"),
      ("task", "screen task", "app.window.rootViewController:task(loop)"),
    ])
  func stopped(_ hang: String, _ name: String, _ source: String) throws {
    let app = try ScriptedApp(Self.script, lua: .init(timeLimit: 0.1))
    #expect(app.problems == [])
    let loop = "local function loop() while true do end end"
    let failure = app.failure("\(loop) hang = '\(hang)' \(source)")
    _ = app.application.render()
    app.advance(by: 0.2)
    let messages = app.problems + [failure]
    #expect(messages.contains { $0.contains(Self.stopped(name)) }, "\(messages)")
    #expect(messages.allSatisfy { !$0.contains("ran longer") || $0.contains(Self.stopped(name)) }, "\(messages)")
  }

  @Test("callbacks caused by the user are named")
  func actions() throws {
    for (hang, name) in [("change", "box onChange"), ("select", "list didSelectRow")] {
      let app = try ScriptedApp(Self.script, lua: .init(timeLimit: 0.1))
      _ = app.application.render()
      try app.eval("hang = '\(hang)' \(hang == "change" ? "box" : "list"):becomeFirstResponder()")
      let key = try #require(KeyPress(name: hang == "change" ? "space" : "enter"))
      app.host.turn { _ = app.application.handle(.key(key)) }
      #expect(app.problems.contains { $0.contains(Self.stopped(name)) }, "\(app.problems)")
    }
  }

  @Test("restoration methods are named")
  func restoration() throws {
    for (hang, name) in [
      ("restore", "Screen viewControllerWithRestorationIdentifierPath"), ("decode", "model decodeRestorableState"),
    ] {
      let app = try ScriptedApp(Self.script)
      try app.relaunch("hang = '\(hang)'\n" + Self.script, lua: .init(timeLimit: 0.1))
      #expect(app.problems.contains { $0.contains(Self.stopped(name)) }, "\(app.problems)")
    }
  }

  @Test("after a nested callback has returned, the outer one is named")
  func afterNested() throws {
    let app = try ScriptedApp(Self.script, lua: .init(timeLimit: 0.1))
    #expect(app.failure("pages:goForward() while true do end").contains(Self.stopped("test")))
    #expect(
      app.failure("hang = 'after' pcall(pages.goForward, pages)").contains(Self.stopped("pages viewControllerAfter")))
    #expect(app.failure("hang = nil while true do end").contains(Self.stopped("test")))
  }

  @Test(
    "a call that cannot be stopped is named",
    arguments: [
      ("cell", "list cellForRow", "list:reloadData()"), ("encode", "model encodeRestorableState", ""),
      ("", "test", "pages:goForward() os.execute 'sleep 2.6'"),
    ])
  func overdue(_ hang: String, _ name: String, _ source: String) throws {
    let calls = Calls()
    var options = LuaState.Options(timeLimit: 0.05)
    options.onOverdue = { calls.add($0.callback) }
    let script = Self.script.replacing("while true do end", with: "os.execute 'sleep 2.6'")
    let app = try ScriptedApp(script, lua: options)
    _ = app.failure("hang = '\(hang)' \(source)")
    _ = app.application.render()
    #expect(Set(calls.all) == [name])
  }

  private final class Calls: @unchecked Sendable {
    private let lock = NSLock()
    private var names: [String] = []
    func add(_ name: String) { lock.withLock { names.append(name) } }
    var all: [String] { lock.withLock { names } }
  }
}
