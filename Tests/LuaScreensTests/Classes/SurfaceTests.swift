import LuaRuntime
import Testing

@testable import LuaScreens

@Suite("Lua API")
@MainActor
struct SurfaceTests {
  private static let screen = """
    Screen = ui.ViewController:subclass "Screen"
    function Screen:init(props) self.made = true end
    function Screen:loadView()
      self.label = ui.Label { text = "hi", accessibilityIdentifier = "greeting" }
      self.view = ui.VStack { self.label }
    end
    function app:didFinishLaunching()
      screen = Screen { restorationIdentifier = "screen", title = "A screen" }
      self.window.rootViewController = screen
      self.window:makeKeyAndVisible()
    end
    _G.ui = ui
    """

  @Test("properties are fields, init runs after they are set, and objects have a description")
  func fields() throws {
    let app = try ScriptedApp(Self.screen)
    #expect(try app.eval("screen.title, screen.made, screen.label.text") == "A screen, true, hi")
    #expect(
      try app.eval("tostring(screen), tostring(screen.label), tostring(ui.Label {})")
        == "Screen \"screen\", Label \"greeting\", Label")
    #expect(
      try app.eval("screen:isKindOf(ui.ViewController), screen:isKindOf(Screen), screen:isKindOf(ui.TabBarController)")
        == "true, true, false")
    #expect(try app.eval("Screen.super == ui.ViewController") == "true")
    try app.eval("screen.own = { 1, 2 }")
    #expect(try app.eval("#screen.own, screen.nothing") == "2, nil")
  }

  @Test(
    "a misspelt name in a built-in type is an error that suggests the nearest one",
    arguments: [
      ("screen.label.txt = 'x'", "test:1: Label has no property 'txt'; did you mean 'text'?"),
      ("return screen.label.txt", "test:1: Label has no property 'txt'; did you mean 'text'?"),
      ("ui.Label { txt = 'x' }", "test:1: Label has no property 'txt'; did you mean 'text'?"),
      (
        "ui.View { draw = print }",
        "test:1: View has no property 'draw', but a method: define it in a subclass, as function Subclass:draw()"
      ),
      ("ui.Labl {}", "test:1: the module luahost has no 'Labl'; did you mean 'Label'?"),
      (
        "ui.TabBarController {}.selectedIndx = 1",
        "test:1: TabBarController has no property 'selectedIndx'; did you mean 'selectedIndex'?"
      ),
      (
        "ui.NavigationController {}:pusch()",
        "test:1: NavigationController has no property 'pusch'; did you mean 'push'?"
      ),
    ])
  func misspelt(source: String, message: String) throws {
    #expect(try ScriptedApp(Self.screen).failure(source) == message)
  }

  @Test(
    "a wrong type is an error that says what was expected",
    arguments: [
      ("screen.label.text = 5", "test:1: text: expected a string or an AttributedString, got an integer"),
      ("screen.label.text = nil", "test:1: text: expected a string or an AttributedString, got nil"),
      ("ui.Switch { isOn = 'yes' }", "test:1: isOn: expected a boolean, got a string"),
      (
        "app.window.rootViewController = 3",
        "test:1: rootViewController: expected a ViewController or nil, got an integer"
      ),
      ("screen.restorationClass = 'Screen'", "test:1: restorationClass: expected a class or nil, got a string"),
      (
        "screen.view.addSubview(3)",
        "test:1: View:addSubview: expected a View as self, got an integer; call it as object:addSubview(…)"
      ),
      (
        "screen.view:addSubview(screen.view)",
        "test:1: addSubview: a view cannot be added to itself or to one of its descendants"
      ),
      (
        "ui.TableView { rows = { x = 'a' } }",
        "test:1: rows: expected a list (each item a string or an AttributedString), got a table with the key x"
      ),
      (
        "ui.TabBarController { viewControllers = { ui.ViewController(), a = ui.ViewController() } }",
        "test:1: viewControllers: expected a list (each item a ViewController), got a table with the key a"
      ),
      (
        "ui.RadioGroup { items = { 'a', [3] = 'c' } }",
        "test:1: items: expected a list (each item a string), got a table with the key 3"
      ),
      ("ui.RadioGroup { items = table.pack('a', 'b') }", ""),
      (
        "ui.TableView { columns = { title = 'Name' } }",
        "test:1: columns: expected a list of { title =, width =, … }; put a single one in a list: { { … } }"
      ),
      (
        "ui.AlertController { actions = { title = 'OK' } }",
        "test:1: actions: expected a list of { title =, style =, handler = }; put a single one in a list: { { … } }"
      ),
      (
        "ui.AlertController { actions = { { title = 'OK' }, title = 'No' } }",
        "test:1: actions: expected a list of { title =, style =, handler = }, got a table with the key title"
      ),
      (
        "ui.ViewController { keyCommands = { { title = 'Go', action = 'go' }, [3] = { title = 'No', action = 'no' } } }",
        "test:1: keyCommands: expected a list of { title =, input =, action = }, got a table with the key 3"
      ),
      ("screen.label.text = 'a\\xff'", "test:1: text: expected UTF-8 text, got a string that is not UTF-8"),
      (
        "ui.SegmentedControl { segments = { 'a' }, selectedSegmentIndex = 2 }",
        "test:1: selectedSegmentIndex: expected 1 to 1, got 2"
      ),
      ("local x = setmetatable(screen, {})", "test:1: bad argument #1 to 'setmetatable' (table expected, got Screen)"),
    ])
  func wrongType(source: String, message: String) throws {
    #expect(try ScriptedApp(Self.screen).failure(source) == message)
  }

  @Test("a second class with the same name is an error")
  func doubleClass() throws {
    let app = try ScriptedApp(Self.screen)
    #expect(
      app.failure("ui.ViewController:subclass 'Screen'").contains(
        "a class Screen already exists (it was defined at app.lua:"))
  }

  @Test("an error in a callback is reported with its traceback, and the app keeps running")
  func errorInCallback() throws {
    let app = try ScriptedApp(
      """
      function app:didFinishLaunching()
        local Broken = ui.ViewController:subclass "Broken"
        function Broken:viewWillAppear() error "broken" end
        self.window.rootViewController = Broken {}
        self.window:makeKeyAndVisible()
      end
      """)
    #expect(app.problems.count == 1)
    #expect(app.problems.first?.contains("<Broken> viewWillAppear: app.lua:8: broken") == true, "\(app.problems)")
    #expect(app.problems.first?.contains("stack traceback") == true)
    #expect(app.application.phase == .active)
  }

  @Test("controls pass themselves to their handlers after user input")
  func handlers() throws {
    let app = try ScriptedApp(
      """
      function app:didFinishLaunching()
        log = {}
        local function note(view) log[#log + 1] = tostring(view) end
        self.window.rootViewController = ui.ViewController { view = ui.VStack {
          ui.Button { title = "Go", action = note, accessibilityIdentifier = "button" },
          ui.Switch { accessibilityIdentifier = "switch", onChange = note },
          ui.TextField { accessibilityIdentifier = "field", onChange = note },
        } }
        self.window:makeKeyAndVisible()
      end
      """)
    try app.host.turn {
      try app.automation.tap("Go")
      try app.automation.tap("switch")
      try app.automation.tap("field")
      try app.automation.type("x")
    }
    #expect(try app.eval("table.concat(log, ' ')") == "Button \"button\" Switch \"switch\" TextField \"field\"")
  }

  @Test("a result is passed to the presenter's method by name")
  func result() throws {
    let app = try ScriptedApp(
      """
      local Root = ui.ViewController:subclass "Root"
      function Root:picked(value) picked = value end
      function app:didFinishLaunching()
        root = Root {}
        self.window.rootViewController = root
        self.window:makeKeyAndVisible()
      end
      _G.ui = ui
      """)
    try app.eval("root:present(ui.ViewController {}, { onResult = 'picked' })")
    #expect(try app.eval("root.presentedViewController.presentingViewController == root") == "true")
    try app.eval("root.presentedViewController:dismiss('blue')")
    #expect(try app.eval("picked, root.presentedViewController") == "blue, nil")
    #expect(app.failure("root:present(ui.ViewController {}, { onResult = 'pickt' })").contains("picked"))
  }

  @Test("timers and tasks run when they are due, and tasks do not block")
  func timers() throws {
    let app = try ScriptedApp("_G.ui = ui log = ''")
    try app.eval("ui.after(1, function() log = log .. 'a' end)")
    try app.eval("timer = ui.every(0.4, function() log = log .. 'e' end)")
    try app.eval("ui.task(function() log = log .. 't' ui.sleep(0.5) log = log .. 'u' end)")
    app.advance(by: 1)
    #expect(try app.eval("log") == "teuea")
    try app.eval("timer:cancel()")
    app.advance(by: 5)
    #expect(try app.eval("log") == "teuea")
    #expect(app.failure("ui.after('x', print)") == "test:1: seconds: expected a number, got a string")
  }

  @Test("launch options are passed to both launch callbacks")
  func launchOptions() throws {
    let app = try ScriptedApp(
      "function app:willFinishLaunching(o) self.window = ui.Window() one = o end\nfunction app:didFinishLaunching(o) two = o end"
    )
    #expect(try app.eval("one, two") == "nil, nil")
    let stack = try app.host.lua.stack
    stack.createTable()
    stack.push("v")
    stack.rawSet(-2, "k")
    let options = try PlainValue(stack, -1).bytes
    let other = try ScriptedApp(app.script, launchOptions: options)
    #expect(try other.eval("one.k, two.k") == "v, v")
  }

  @Test("a storyboard created before the application belongs to the application")
  func early() throws {
    let source = """
      local ui = require "luahost"
      local sb = ui.Storyboard("Main", { initial = "a", scenes = { a = { restorationIdentifier = "a", title = "from the storyboard" } } })
      local app = ui.Application { identifier = "org.example.early", storyboard = sb }
      return app
      """
    var configuration = ScriptHost.Configuration(script: "early.lua")
    configuration.source = source
    let host = try ScriptHost(configuration, onPrint: { _ in })
    host.launch(store: nil)
    #expect(host.application.storyboards["Main"] != nil)
    #expect(host.application.keyWindow?.rootViewController?.title == "from the storyboard")
  }

  @Test(
    "the error for a script without an application shows a minimal app",
    arguments: ["", "return 5", "return {}", "error 'early'", "local ui = require 'luahost' ui.Application {}"])
  func noApplication(source: String) throws {
    var configuration = ScriptHost.Configuration(script: "bad.lua")
    configuration.source = source
    #expect(throws: LuaError.self) { try ScriptHost(configuration, onPrint: { _ in }) }
  }

  @Test("an identifier of the application that is too long is refused by its length, and not printed as a whole")
  func longIdentifier() throws {
    var configuration = ScriptHost.Configuration(script: "long.lua")
    configuration.source = "return require 'luahost'.Application { identifier = ('x'):rep(201) }"
    do {
      _ = try ScriptHost(configuration, onPrint: { _ in })
      Issue.record("the identifier was accepted")
    } catch {
      #expect("\(error)".contains("expected at most 200 bytes, got 201: \"xxxxxxxxxxxxxxxxxxxx…\""), "\(error)")
    }
    configuration.source = "return require 'luahost'.Application { identifier = ('x'):rep(200) }"
    _ = try ScriptHost(configuration, onPrint: { _ in })
  }
}
