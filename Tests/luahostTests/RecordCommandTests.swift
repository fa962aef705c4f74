import Foundation
import Testing

@testable import luahost

@Suite("record command")
struct RecordCommandTests {
  private static let app = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.recorded" }
    local Note = ui.ViewController:subclass "Note"
    function Note:loadView()
      self.title = "Note"
      self.field = ui.TextField { restorationIdentifier = "field" }
      self.label = ui.Label { text = "empty" }
      self.view = ui.VStack {
        self.field, self.label, ui.Button { title = "Keep", action = function() self.label.text = self.field.text end },
      }
    end
    function Note:viewControllerWithRestorationIdentifierPath() return Note() end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      self.window.rootViewController = self.window.rootViewController
        or Note { restorationIdentifier = "note", restorationClass = Note }
      self.window:makeKeyAndVisible()
    end
    return app

    """

  @Test("what a user does in the terminal becomes a test that passes, and doctor --after takes it")
  func fullScreen() async throws {
    let folder = try BundleFolder([:])
    defer { folder.remove() }
    let file = folder.path("walk.test.lua")
    let process = try TerminalProcess(Self.app, arguments: ["record", "-o", file])
    #expect(try await process.shows("empty"))
    process.type("hello\t\r")
    #expect(try await process.shows("hello"))
    process.type("\u{11}")
    let end = try #require(try await process.ended())
    #expect(end.end == .code(0) && process.output.contains("recorded \(file); run it with"), "\(process.output)")
    let text = try String(decoding: folder.bytes("walk.test.lua"), as: UTF8.self)
    #expect(
      text.contains("app:type \"hello\"\n  app:key \"tab\"\n  app:key \"enter\"\n  t:expect(app:screen()):contains"),
      "\(text)")
    let script = process.folder.appendingPathComponent("app.lua").path
    let test = try await folder.luahost("test", file)
    #expect(test.status == 0 && test.output.contains("1 passed"), "\(test)\n\(text)")
    let doctor = try await folder.luahost("doctor", script, "--after", file)
    #expect(doctor.status == 1 && doctor.output.contains("text of this Label was \"hello\""), "\(doctor)")
  }

  @Test("a session at the prompt is recorded and played, and a failed step fails the prompt")
  func prompt() async throws {
    let folder = try BundleFolder(["app.lua": Self.app])
    defer { folder.remove() }
    func prompt(_ lines: String..., in state: String) async throws -> (output: String, status: Int32) {
      try await CommandRun.run(
        ["repl", "app.lua", "--state-dir", folder.path(state)], input: lines,
        environment: try folder.environment(nil), in: folder.url)
    }
    let recorded = try await prompt(
      ":record walk.test.lua", ":tap field", ":type hello", ":tap Keep", "note = 1", ":record", in: "one")
    #expect(
      recorded.status == 0 && recorded.output.contains("recorded walk.test.lua; run it with: luahost test"),
      "\(recorded)")
    let text = try String(decoding: folder.bytes("walk.test.lua"), as: UTF8.self)
    #expect(text.contains("app:tap \"field\"\n  app:type \"hello\"\n"), "\(text)")
    #expect(text.contains("app:tap \"Keep\"\n"), "\(text)")
    #expect(text.contains("app:eval \"note = 1\""), "\(text)")
    let test = try await folder.luahost("test", "walk.test.lua")
    #expect(test.status == 0, "\(test)\n\(text)")
    let played = try await prompt(":play walk.test.lua", ":screen", in: "two")
    #expect(played.status == 0 && played.output.components(separatedBy: "hello").count > 2, "\(played)")
    try text.replacing("\"Keep\"", with: "\"Keeep\"").write(
      toFile: folder.path("walk.test.lua"), atomically: true, encoding: .utf8)
    try text.replacing("app:tap \"field\"", with: "app:resize(60, 20)\n  app:tap \"field\"").write(
      toFile: folder.path("small.test.lua"), atomically: true, encoding: .utf8)
    for (command, width) in [(":resize", 80), (":resize 70 22", 70)] {
      let resized = try await prompt(
        command, ":play small.test.lua", "= app.window.rootViewController.view.frame.width", in: "small")
      #expect(resized.output.hasSuffix("\n\(width)\n"), "\(resized)")
    }
    let failed = try await prompt(":play walk.test.lua", in: "three")
    #expect(failed.status == 1 && failed.output.contains("app:tap(\"Keeep\")"), "\(failed)")
  }

  @Test("a recording launches the app with its arguments, and of a task it waits for the program")
  func argumentsAndPrograms() async throws {
    let app = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.arguments" }
      local name = ...
      function app:didFinishLaunching()
        local label = ui.Label { text = name }
        local button = ui.Button { title = "Run", action = function()
          ui.task(function() label.text = "answer " .. ui.run { "sh", "-c", "sleep 0.3; printf found" }.output end)
        end }
        self.window = ui.Window { rootViewController = ui.ViewController { view = ui.VStack { label, button } } }
        self.window:makeKeyAndVisible()
      end
      return app

      """
    let folder = try BundleFolder(["app.lua": app])
    defer { folder.remove() }
    let run = try await CommandRun.run(
      ["repl", "app.lua", "--", "two words"],
      input: [":record walk.test.lua", ":tap Run", "ui.task(function() ui.sleep(1.5) end)", ":record"],
      environment: try folder.environment(nil), in: folder.url)
    let text = try String(decoding: folder.bytes("walk.test.lua"), as: UTF8.self)
    #expect(run.status == 0 && text.contains(#"{ arguments = { "two words" } }"#), "\(run)\n\(text)")
    let test = try await folder.luahost("test", "walk.test.lua")
    #expect(test.status == 0, "\(test)\n\(text)")
  }

  @Test("of an app that exits by itself, a recording expects nothing afterwards")
  func exits() async throws {
    let app = Self.app.replacing("= self.field.text end", with: "= \"Goodbye\" os.exit(0) end")
    let folder = try BundleFolder(["app.lua": app])
    defer { folder.remove() }
    let run = try await CommandRun.run(
      ["repl", "app.lua"], input: [":record walk.test.lua", ":tap Keep"], environment: try folder.environment(nil),
      in: folder.url)
    let text = try String(decoding: folder.bytes("walk.test.lua"), as: UTF8.self)
    #expect(run.status == 0 && text.contains("app:tap \"Keep\"") && !text.contains("Goodbye"), "\(run)\n\(text)")
    let test = try await folder.luahost("test", "walk.test.lua")
    #expect(test.status == 0, "\(test)\n\(text)")
  }

  @Test("a second recording is refused, and the first one continues")
  func second() async throws {
    let folder = try BundleFolder(["app.lua": Self.app])
    defer { folder.remove() }
    let run = try await CommandRun.run(
      ["repl", "app.lua"], input: [":record one.test.lua", ":record two.test.lua", ":tap Keep", ":record"],
      environment: try folder.environment(nil), in: folder.url)
    #expect(run.status == 1 && run.output.contains("already recording to one.test.lua"), "\(run)")
    #expect(run.output.contains("recorded one.test.lua;"), "\(run)")
    #expect(try String(decoding: folder.bytes("one.test.lua"), as: UTF8.self).contains("app:tap \"Keep\""))
    #expect(!FileManager.default.fileExists(atPath: folder.path("two.test.lua")))
  }

  @Test("a file that is no recording is not replaced")
  func otherFile() async throws {
    let folder = try BundleFolder(["app.lua": Self.app, "mine.lua": "return 1"])
    defer { folder.remove() }
    let run = try await CommandRun.run(
      ["repl", "app.lua"], input: [":record mine.lua"], environment: try folder.environment(nil), in: folder.url)
    #expect(run.status == 1 && run.output.contains("mine.lua exists and was not recorded"), "\(run)")
    #expect(try folder.bytes("mine.lua") == Data("return 1".utf8))
  }
}
