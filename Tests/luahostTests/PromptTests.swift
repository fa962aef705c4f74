import AppSession
import Foundation
import LuaScreens
import Testing

@testable import luahost

@Suite("Prompt")
@MainActor
struct PromptTests {
  /// A prompt at an app with one screen, and what it wrote.
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
      session.onProblem = { [unowned self] in prompt.tell($0) }
      try session.load()
      try session.launch()
    }

    /// What a line prints.
    func run(_ line: String) -> String {
      output = []
      _ = prompt.run(line)
      return output.joined(separator: "\n")
    }
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
    ])
  func values(line: String, text: String) throws {
    #expect(try Fixture().run(line) == text)
  }

  @Test("long tables take several lines, endless ones end")
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

  @Test("several lines make one statement when the first is incomplete")
  func incomplete() throws {
    let prompt = try Fixture().prompt!
    for text in ["for i = 1, 2 do", "{ 1,", "f(", "x = function()", "[[abc"] {
      #expect(!prompt.isComplete(text), "\(text)")
    }
    for text in ["1", "x = 1", "for i = 1, 2 do end", "x = = 1", "end", ":tap x", ""] {
      #expect(prompt.isComplete(text), "\(text)")
    }
  }

  @Test("an app is driven, killed and brought back by commands")
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
    #expect(fixture.run(":background").hasPrefix("saved ("))
    #expect(fixture.run(":rollback 1").contains("launched from save 1"))
    #expect(fixture.prompt.run(":quit") == .quit)
    #expect(fixture.errors.count == 1)
  }

  @Test(
    "what goes wrong is said, and counts as a failed line",
    arguments: [":tap Fail", ":tapp x", ":tap", ":find nothing", "error 'x'", "x = = 1", ":rollback 99", ":events x"])
  func failures(line: String) throws {
    let fixture = try Fixture()
    #expect(fixture.prompt.run(line) == .failed)
    #expect(fixture.errors.count == 1)
  }

  @Test("an object's own fields are printed after its properties, and can be gone through")
  func fields() throws {
    let fixture = try Fixture()
    #expect(fixture.run("app.window.rootViewController").contains("\n  field = TextField"))
    let names =
      "(function() local names = {} for name in pairs(app.window.rootViewController) do names[#names + 1] = name end return table.concat(names, ' ') end)()"
    #expect(fixture.run(names) == "\"field\"")
    let count = "(function() local n = 0 for _ in pairs(require 'luahost'.Label {}) do n = n + 1 end return n end)()"
    #expect(fixture.run(count) == "0")
  }

  @Test("names complete: globals, fields, methods, commands, identifiers")
  func completion() throws {
    let prompt = try Fixture().prompt!
    func candidates(_ text: String) -> [String] { prompt.completions(text, text.count).candidates }
    #expect(candidates("prin") == ["print"])
    #expect(candidates("x = app.win") == ["window", "windows"])
    #expect(candidates("app.window:make") == ["makeKeyAndVisible"])
    #expect(candidates("app.window.rootViewController.fie") == ["field"])
    #expect(candidates("string.for") == ["format"])
    #expect(candidates(":rel") == [":relaunch"])
    #expect(candidates(":find scr") == ["screen"])
    #expect(candidates("nothing.here.").isEmpty)
  }
}
