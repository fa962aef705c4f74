import AppSession
import Foundation
import LuaScreens
import Testing

@testable import luahost

@Suite("Prompt")
@MainActor
struct PromptTests {
  /// A prompt at an app with one screen, and its output.
  @MainActor final class Fixture {
    let session: AppSession
    var output: [String] = []
    var errors: [String] = []
    private(set) var prompt: Prompt!

    init() throws {
      var configuration = ScriptHost.Configuration(script: "app.lua")
      configuration.source = """
        local ui = require "luahost"
        local app = ui.Application { identifier = "org.example.prompt" }
        local Screen = ui.ViewController:subclass "Screen"
        function Screen:loadView()
          self.field = ui.TextField { accessibilityIdentifier = "field" }
          self.view = ui.VStack { self.field, ui.Button { title = "Fail", action = function() error "failed" end } }
        end
        function Screen:encodeRestorableState(coder) coder:encode("text", self.field.text) end
        function Screen:decodeRestorableState(coder) self.field.text = coder:decode "text" end
        function app:willFinishLaunching()
          self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
        end
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        return app
        """
      session = AppSession(configuration, storage: .memory)
      prompt = Prompt(
        session, output: { [unowned self] in output.append($0) }, errorOutput: { [unowned self] in errors.append($0) })
      session.onProblem = { [unowned self] in prompt.report($0) }
      try session.load()
      try session.launch()
    }

    /// Returns the output of a line.
    func run(_ line: String) -> String {
      output = []
      _ = prompt.run(line)
      return output.joined(separator: "\n")
    }

    /// Runs a waiting line until it has ended or for a number of seconds, and returns its outcome.
    func wait(for line: String, seconds: Double = 5, meanwhile: @escaping () -> Void = {}) -> Prompt.Outcome {
      output = []
      errors = []
      var outcome = prompt.run(line)
      guard outcome == .waits else { return outcome }
      prompt.onEnd = { [unowned self] in
        outcome = $0
        session.loop.stop()
      }
      let limit = session.loop.timers.after(seconds) { [unowned self] in session.loop.stop() }
      session.loop.post(meanwhile)
      session.loop.run {}
      limit.cancel()
      return outcome
    }
  }

  @Test("printing an object changes nothing: no view is loaded, and no folder created")
  func printingMakesNothing() throws {
    let fixture = try Fixture()
    _ = fixture.run("made = ui.ViewController { title = 'Made' }")
    #expect(fixture.run("made").contains("title = \"Made\""))
    #expect(!fixture.run("made").contains("view = "))
    #expect(fixture.run("made.isViewLoaded") == "false")
    #expect(fixture.run("made.view") != "nil")
    #expect(fixture.run("made").contains("view = View"))
    #expect(!fixture.run("app").contains("filesDirectory"))
  }

  @Test("the doctor examines the app as it is, and changes nothing in it")
  func doctor() throws {
    let fixture = try Fixture()
    #expect(fixture.run(":doctor") == "nothing found")
    _ = fixture.run(":type milk")
    _ = fixture.run("app.window.rootViewController:present(ui.ViewController { title = 'Sheet' })")
    _ = fixture.run("app.window.rootViewController.presentedViewController.encodeRestorableState = function() end")
    let before = fixture.run(":tree")
    #expect(fixture.run(":doctor").contains("no-identifier"))
    #expect(fixture.run(":tree") == before)
    _ = fixture.run(":kill")
    #expect(fixture.prompt.run(":doctor") == .failed)
  }

  @Test(
    "pasted text runs statement by statement, unless it is a single one",
    arguments: [
      ("a = 1\na + 1", ["a = 1", "a + 1"]), ("local a = 1\nprint(a)", ["local a = 1\nprint(a)"]),
      (":tap x\n:type y", [":tap x", ":type y"]),
      (":kill\nfor i = 1, 2 do\nend\n1", [":kill", "for i = 1, 2 do\nend", "1"]),
      ("if x then\n= 1\nend", ["if x then\n= 1\nend"]), ("= 1\n= 2\n", ["= 1", "= 2", ""]), ("f(\n", ["f(\n"]),
    ])
  func pasted(text: String, statements: [String]) throws {
    #expect(try Fixture().prompt.statements(of: text) == statements)
  }

  @Test(
    "a command accepts quoted names, and rejects other arguments with a message",
    arguments: [
      (":key \"tab\"", nil), (":tree 'screen'", nil), (": screen", nil), (":help 'tap'", nil), (":help", nil),
      (":screen now", ":screen takes no argument, got now"), (":quit it", ":quit takes no argument, got it"),
      (":diff 1 2 3", "expected :diff N M, got 3 numbers"),
      (":scren", "unknown command :scren; did you mean :screen?"),
      (":", "unknown command :; :help lists them"),
    ] as [(String, String?)])
  func commandWords(line: String, error: String?) throws {
    let fixture = try Fixture()
    #expect(fixture.prompt.run(line) == (error == nil ? .done : .failed))
    #expect(fixture.errors == (error.map { ["error: \($0)"] } ?? []))
  }

  @Test("the help fits the available columns", arguments: [30, 40, 80, 200])
  func helpInColumns(width: Int) throws {
    let fixture = try Fixture()
    fixture.prompt.width = width
    #expect(fixture.run(":help").split(separator: "\n").allSatisfy { $0.count <= width })
    #expect(fixture.run(":help tap").contains(":tap WHAT"))
  }

  @Test(
    "values are printed as Lua would write them",
    arguments: [
      ("1 + 1", "2"), ("1.0", "1.0"), ("'a\\nb\"'", "\"a\\nb\\\"\""), ("'\\xff\\0'", "\"\\xff\\x00\""), ("nil", "nil"),
      ("1, 'x', true", "1\t\"x\"\ttrue"),
      ("{}", "{}"), ("{ 1, 2, 3 }", "{ 1, 2, 3 }"), ("{ b = 1, a = { c = 'x' } }", "{ a = { c = \"x\" }, b = 1 }"),
      ("{ ['a b'] = 1, [10] = 2, [true] = 3 }", "{ [10] = 2, [\"a b\"] = 1, [true] = 3 }"),
      ("(function() local t = { 1 } t.me = t return t end)()", "{ 1, me = {…} }"), ("x = 5", ""), ("local t = 1", ""),
      ("math.huge, -math.huge", "inf\t-inf"), ("{ [2^53] = 1, [-1] = 2 }", "{ [-1] = 2, [9007199254740992] = 1 }"),
      (
        "{ [-30] = 1, [-4] = 2, [-1] = 3, [0.5] = 4, [math.huge] = 5, a = 6 }",
        "{ [-30] = 1, [-4] = 2, [-1] = 3, [0.5] = 4, a = 6, [inf] = 5 }"
      ),
      ("tostring(ui.Date(1700000000.3)):match '%d.*Z'", "\"2023-11-14T22:13:20.3Z\""),
      ("tostring(ui.Date(1e9 - 1e-7)):match '%d.*Z'", "\"2001-09-09T01:46:40Z\""),
    ])
  func values(line: String, text: String) throws {
    #expect(try Fixture().run(line) == text)
  }

  @Test("long tables take several lines, recursive ones end")
  func longTables() throws {
    let fixture = try Fixture()
    let text = fixture.run("(function() local t = {} for i = 1, 1000 do t[i] = 'number ' .. i end return t end)()")
    #expect(text.split(separator: "\n").count == 103)
    #expect(text.hasSuffix("  … 900 more\n}"))
  }

  @Test("an object is printed with its properties")
  func objects() throws {
    let text = try Fixture().run("app.window.rootViewController")
    #expect(text.hasPrefix("Screen \"screen\"\n"))
    #expect(text.contains("\n  restorationIdentifier = \"screen\""))
  }

  @Test("an incomplete line continues on the next")
  func incomplete() throws {
    let prompt = try Fixture().prompt!
    for text in ["for i = 1, 2 do", "{ 1,", "f(", "x = function()", "[[abc"] {
      #expect(!prompt.isComplete(text), "\(text)")
    }
    for text in ["1", "x = 1", "for i = 1, 2 do end", "x = = 1", "end", ":tap x", ""] {
      #expect(prompt.isComplete(text), "\(text)")
    }
  }

  @Test("commands drive, kill and relaunch an app")
  func commands() throws {
    let fixture = try Fixture()
    #expect(fixture.run(":type hello") == "")
    #expect(fixture.run(":tree") == "screen  Screen")
    #expect(fixture.run(":screen").hasPrefix("hello"))
    #expect(fixture.run(":kill").hasPrefix("killed"))
    #expect(fixture.prompt.run("1") == .failed)
    #expect(fixture.run(":relaunch") == "launched, state restored")
    #expect(fixture.run(":screen").hasPrefix("hello"))
    #expect(fixture.run(":archive screen").contains("text = \"hello\""))
    #expect(fixture.run(":events 1").contains(" "))
    #expect(fixture.run(":key backspace") == "")
    #expect(fixture.run(":diff").contains("text: \"hello\" -> \"hell\""))
    #expect(fixture.run(":reload") == "reloaded, state restored")
    #expect(fixture.run(":background").hasPrefix("saved ("))
    #expect(fixture.run(":rollback 1").contains("launched from save 1"))
    #expect(fixture.prompt.run(":quit") == .quit)
    #expect(fixture.errors.count == 1)
  }

  @Test(
    "an error is printed, and counts as a failed line",
    arguments: [":tap Fail", ":tapp x", ":tap", ":find nothing", "error 'x'", "x = = 1", ":rollback 99", ":events x"])
  func failures(line: String) throws {
    let fixture = try Fixture()
    #expect(fixture.prompt.run(line) == .failed)
    #expect(fixture.errors.count == 1)
  }

  @Test("an object's own fields are printed after its properties, and can be iterated")
  func fields() throws {
    let fixture = try Fixture()
    #expect(fixture.run("app.window.rootViewController").contains("\n  field = TextField"))
    let names =
      "(function() local names = {} for name in pairs(app.window.rootViewController) do names[#names + 1] = name end return table.concat(names, ' ') end)()"
    #expect(fixture.run(names) == "\"field\"")
    let count = "(function() local n = 0 for _ in pairs(require 'luahost'.Label {}) do n = n + 1 end return n end)()"
    #expect(fixture.run(count) == "0")
  }

  @Test("a line can use the module, the application and the last value, unless the app has such globals")
  func names() throws {
    let fixture = try Fixture()
    #expect(fixture.run("ui.Label { text = 'x' }.text") == "\"x\"")
    #expect(fixture.run("app == require 'luahost'.Application or app.identifier") == "\"org.example.prompt\"")
    #expect(fixture.run("6 * 7") == "42")
    #expect(fixture.run("_ + 1, _") == "43\t42")
    #expect(fixture.run("print()") == "")
    #expect(fixture.run("_") == "43")
    #expect(fixture.run("y = 1; function f() return y end") == "")
    #expect(fixture.run("f(), rawget(_G, 'y'), rawget(_G, 'ui'), rawget(_G, '_')") == "1\t1\tnil\tnil")
    #expect(fixture.run("rawset(_G, 'ui', 'mine')").hasPrefix("{"))
    #expect(fixture.run("ui") == "\"mine\"")
    #expect(fixture.run("ui = nil; return ui.version ~= nil") == "true")
    _ = fixture.run("setmetatable(_G, { __index = function(_, name) error('no global ' .. name, 0) end })")
    #expect(fixture.run("ui.version ~= nil") == "true")
    #expect(fixture.prompt.run("nothing") == .failed)
    #expect(fixture.errors.last?.hasPrefix("error: no global nothing") == true)
    #expect(
      fixture.run("(function() for name in pairs(_ENV) do if name == 'y' then return true end end end)()") == "true")
    #expect(fixture.run(":relaunch").hasPrefix("launched"))
    #expect(fixture.run("app.identifier, _") == "\"org.example.prompt\"\tnil")
  }

  @Test(
    "a line that begins with = prints an expression as Lua's print does",
    arguments: [
      ("= 1 + 1", "2"), ("=1, 'x'", "1\tx"), (" = #{\n1,\n2 }", "2"), ("=nil", "nil"), ("= -- x\n3", "3"),
      ("= 'one\\ntwo'", "one\ntwo"), ("= setmetatable({}, { __tostring = function() return 'me' end })", "me"),
      ("= 2.0, true", "2.0\ttrue"),
    ])
  func equals(line: String, text: String) throws {
    let fixture = try Fixture()
    #expect(fixture.prompt.isComplete(line))
    #expect(fixture.run(line) == text)
    #expect(!fixture.prompt.isComplete("= {"))
    #expect(fixture.prompt.run("= x = 1") == .failed)
    #expect(fixture.errors.first?.hasPrefix("error: prompt:1: ") == true)
  }

  @Test("a line may wait while the app runs, and prints its value at the end")
  func waiting() throws {
    let fixture = try Fixture()
    #expect(fixture.run("n = 0; timer = ui.every(0.01, function() n = n + 1 end)") == "")
    #expect(fixture.wait(for: "repeat ui.sleep(0.01) until n > 2 return n > 2, 'x'") == .done)
    #expect(fixture.output == ["true\t\"x\""])
    #expect(fixture.run("_") == "true")
    #expect(fixture.wait(for: "ui.run { 'echo', 'a' }.output") == .done)
    #expect(fixture.output == ["\"a\\n\""])
    #expect(fixture.wait(for: "ui.sleep(0.01) error 'x'") == .failed)
    #expect(
      fixture.errors == ["error: prompt:1: x\nstack traceback:\n\t[C]: in function 'error'\n\tprompt:1: in main chunk"])
    #expect(fixture.wait(for: "ui.after(0.01, function() error 'late' end) ui.sleep(0.05)") == .failed)
    #expect(fixture.errors.count == 1)
    #expect(fixture.wait(for: "ui.sleep(0.01) os.exit(7)") == .exit(7))
  }

  @Test("interrupting a waiting line ends its wait, closes its variables, and the app keeps running")
  func interruptedWait() throws {
    let fixture = try Fixture()
    let line = "local t <close> = setmetatable({}, { __close = function() closed = true end }) ui.sleep(100)"
    #expect(fixture.wait(for: line, meanwhile: { fixture.prompt.interrupt() }) == .failed)
    #expect(fixture.errors.count == 1)
    #expect(fixture.errors.first?.hasPrefix("error: interrupted\nstack traceback:\n") == true)
    #expect(fixture.errors.first?.contains("prompt:1: in main chunk") == true)
    #expect(!fixture.prompt.isRunning)
    #expect(fixture.run("closed") == "true")
    #expect(fixture.wait(for: "ui.sleep(100)", meanwhile: { fixture.session.kill() }) == .failed)
    #expect(fixture.errors.count == 1)
  }

  @Test("test commands select a row, scroll, resize the screen and advance time")
  func commandsOfTests() throws {
    let fixture = try Fixture()
    _ = fixture.run(
      """
      app.window.rootViewController = ui.ViewController { view = ui.VStack {
        ui.TableView { restorationIdentifier = "the list", rows = { "a", "b", "c", "d", "e", "f" }, height = 3 },
        ui.PopUpButton { accessibilityIdentifier = "pop", items = { "x", "y" } } } }
      """)
    #expect(fixture.run(":select the list 2") == "")
    #expect(fixture.run("app.window.rootViewController.view.subviews[1].indexPathsForSelectedRows[1].row") == "2")
    #expect(fixture.run(":select 'the list' 3") == "")
    #expect(fixture.run("app.window.rootViewController.view.subviews[1].indexPathsForSelectedRows[1].row") == "3")
    #expect(fixture.run(":select pop 2") == "")
    #expect(fixture.run("app.window.rootViewController.view.subviews[2].selectedIndex") == "2")
    #expect(fixture.run(":scroll the list 2") == "")
    #expect(fixture.run("app.window.rootViewController.view.subviews[1].contentOffset.y > 0") == "true")
    #expect(fixture.run(":resize 30 5") == "")
    #expect(fixture.run(":screen").split(separator: "\n").allSatisfy { $0.count <= 30 })
    #expect(fixture.run(":relaunch").hasPrefix("launched"))
    #expect(fixture.session.host?.application.screenSize.width == 30)
    #expect(fixture.run(":resize") == "")
    #expect(fixture.session.host?.application.screenSize.width == 80)
    _ = fixture.run("log = '' for i = 1, 3 do ui.after(i * 10, function() log = log .. i end) end")
    #expect(fixture.run(":advance 25") == "")
    #expect(fixture.run("log") == "\"12\"")
    _ = fixture.run("ui.task(function() ui.sleep(3) log = log .. 't' end)")
    #expect(fixture.run(":advance 10") == "")
    #expect(fixture.run("log") == "\"12t3\"")
    for line in [
      ":select list", ":select 2", ":select the list x", ":select nothing 1", ":select the list 99",
      ":scroll nothing 1",
      ":scroll the list 99999999999999999999", ":resize 0 0", ":resize 5", ":resize 1 2 3", ":advance", ":advance x",
      ":advance -1", ":advance nan", ":advance 1e10",
    ] {
      #expect(fixture.prompt.run(line) == .failed, "\(line)")
    }
  }

  @Test("completion offers globals, fields, methods, commands and identifiers")
  func completion() throws {
    let prompt = try Fixture().prompt!
    func candidates(_ text: String) -> [String] { prompt.completions(text, text.count).candidates }
    #expect(candidates("prin") == ["print"])
    #expect(candidates("x = app.win") == ["window", "windows"])
    #expect(candidates("app.window:make") == ["makeKeyAndVisible"])
    #expect(candidates("app.window.rootViewController.fie") == ["field"])
    #expect(candidates("string.for") == ["format"])
    #expect(candidates(":relo") == [":reload"])
    #expect(candidates(":relau") == [":relaunch"])
    #expect(candidates("ui.TableV") == ["TableView"])
    #expect(candidates("u").contains("ui"))
    #expect(candidates(":select scr") == ["screen"])
    #expect(candidates(":find scr") == ["screen"])
    #expect(candidates("nothing.here.").isEmpty)
  }
}
