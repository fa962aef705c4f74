import Foundation
import Interface
import LuaScreens
import Testing

@testable import AppSession

@Suite("Reloading an app")
@MainActor
struct ReloadTests {
  /// An app of two files, whose label shows the value that the second returns.
  @MainActor final class Fixture {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-reload-\(UUID().uuidString)")
    let session: AppSession
    var problems: [String] = []

    private static let script = """
      local ui = require "luahost"
      local words = require "words"
      local app = ui.Application { identifier = "org.example.reload" }
      local Screen = ui.ViewController:subclass "Screen"
      function Screen:loadView()
        self.field = ui.TextField { restorationIdentifier = "field" }
        self.view = ui.VStack { ui.Label { text = words() }, self.field }
      end
      function Screen:viewControllerWithRestorationIdentifierPath() return Screen() end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
        end
        self.window:makeKeyAndVisible()
      end
      function app:shouldSaveApplicationState() return saves ~= false end
      function app:shouldRestoreApplicationState() return true end
      return app
      """

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let script = folder.appendingPathComponent("app.lua")
      try Self.script.write(to: script, atomically: true, encoding: .utf8)
      session = AppSession(ScriptHost.Configuration(script: script.path), storage: .memory)
      session.onProblem = { [unowned self] in problems.append($0.description) }
      try write("return function() return 'One' end")
      try session.load()
      try session.launch()
    }

    isolated deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ words: String, as name: String = "words.lua") throws {
      try words.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    func type(_ text: String) throws {
      try session.running.turn {
        let automation = Automation(try session.running.application)
        try automation.tap("field")
        try automation.type(text)
      }
    }

    /// The number of reloads by ``watch()``.
    var reloads = 0
    /// Whether the launch of the last one has reported errors.
    var hasErrors = false

    /// Reloads the scripts when they change, and counts.
    func watch() -> ScriptWatch {
      session.reloadOnChange {
      } didReload: { [unowned self] in
        reloads += 1
        hasErrors = $0
      }
    }

    /// The two lines of the screen.
    var screen: String {
      get throws { try session.running.application.render().lines.prefix(2).joined(separator: " ") }
    }

    /// Runs the loop for some seconds.
    func passes(_ seconds: Double) {
      let loop = session.loop
      let end = loop.timers.after(seconds) { loop.stop() }
      loop.run {}
      end.cancel()
    }

    /// Runs the loop until the screen shows a text, for five seconds at most.
    func waits(for text: String) throws -> Bool {
      let loop = session.loop
      let end = loop.timers.after(5) { loop.stop() }
      defer { end.cancel() }
      let look = loop.timers.every(0.01) { [unowned self] in if (try? screen) == text { loop.stop() } }
      loop.run {}
      look.cancel()
      return try screen == text
    }
  }

  @Test("a reload reads the scripts and required modules again and restores the state")
  func reload() throws {
    let fixture = try Fixture()
    try fixture.type("typed")
    #expect(try fixture.screen == "One typed")
    try fixture.write("return function() return 'Two' end")
    let old = fixture.session.host
    try fixture.session.reload()
    #expect(try fixture.screen == "Two typed")
    #expect(fixture.session.host !== old && fixture.session.host?.application.didRestoreState == true)
    #expect(fixture.problems.isEmpty)
    fixture.session.kill()
    #expect(throws: SessionError.self) { try fixture.session.reload() }
  }

  @Test("scripts that cannot be loaded leave the app running", arguments: ["return {", "error 'x'", "return nil + 1"])
  func unloadable(words: String) throws {
    let fixture = try Fixture()
    try fixture.type("typed")
    try fixture.write(words)
    let old = fixture.session.host
    #expect(throws: (any Error).self) { try fixture.session.reload() }
    #expect(fixture.session.host === old)
    try fixture.type("!")
    #expect(try fixture.screen == "One typed!")
    try fixture.write("return function() return 'Two' end")
    try fixture.session.reload()
    #expect(try fixture.screen == "Two typed!")
  }

  @Test("the launch after a failed one starts with the state from before the failure")
  func failedLaunch() throws {
    let fixture = try Fixture()
    try fixture.type("typed")
    try fixture.write("return function() error 'broken' end")
    for _ in 1...3 {
      try fixture.session.reload()
      try fixture.session.running.application.preserve()
    }
    #expect(fixture.problems.count >= 3)
    try fixture.write("return function() return 'Two' end")
    try fixture.session.reload()
    #expect(try fixture.screen == "Two typed")
    try fixture.type("!")
    try fixture.session.reload()
    #expect(try fixture.screen == "Two typed!")
  }

  @Test("a watch tells a reload whose launch reports an error from others")
  func errorsOfLaunch() throws {
    let fixture = try Fixture()
    let watch = fixture.watch()
    defer { withExtendedLifetime(watch) {} }
    for (reload, words) in ["error 'broken'", "return 'Two'"].enumerated() {
      try fixture.write("return function() \(words) end")
      for _ in 0..<50 where fixture.reloads == reload { fixture.passes(0.1) }
      #expect(fixture.reloads == reload + 1 && fixture.hasErrors == (reload == 0))
    }
  }

  @Test("what the user has done since a failed launch is kept by the next reload, and the state before stays pinned")
  func useAfterFailedLaunch() throws {
    let fixture = try Fixture()
    try fixture.type("typed")
    try fixture.write("require 'luahost'.after(0, function() error 'late' end) return function() return 'Two' end")
    try fixture.session.reload()
    #expect(fixture.problems.contains { $0.contains("late") })
    try fixture.type("!")
    fixture.session.wasUsed = true
    try fixture.session.reload()
    #expect(try fixture.screen == "Two typed!")
    #expect(try #require(fixture.session.store).saves().contains { $0.reasons.contains(.launchErrors) })
  }

  @Test("every script change is noticed, also in scripts that failed to load; other files are ignored")
  func watching() throws {
    let fixture = try Fixture()
    let watch = fixture.watch()
    try fixture.type("typed")
    try fixture.write("return function() return 'Two' end")
    #expect(try fixture.waits(for: "Two typed"))
    try fixture.write("return require 'more'")
    fixture.session.onProblem = { problem in
      fixture.problems.append(problem.description)
      try? fixture.write("return function() return 'Three' end", as: "more.lua")
    }
    #expect(try fixture.waits(for: "Three typed"))
    #expect(fixture.problems.count == 1)
    #expect(fixture.problems.first?.hasPrefix("The changed scripts could not be loaded") == true)
    try fixture.write("return function() return 'Four' end", as: "more.lua")
    #expect(try fixture.waits(for: "Four typed"))
    #expect(fixture.reloads == 3)
    try fixture.write("return function() return 'Five' end", as: "other.txt")
    try fixture.write("return dofile(\"\(fixture.folder.path)/other.txt\")", as: "more.lua")
    #expect(try fixture.waits(for: "Five typed"))
    try fixture.write("return function() return 'Six' end", as: "other.txt")
    #expect(try fixture.waits(for: "Six typed"))
    fixture.reloads = 3
    try fixture.write("nothing", as: "other.lua")
    fixture.passes(0.3)
    #expect(fixture.reloads == 3)
    withExtendedLifetime(watch) {}
  }

  @Test("a change that comes while the changed scripts are being loaded is loaded, too", arguments: [true, false])
  func changeWhileLoading(isLast: Bool) throws {
    let fixture = try Fixture()
    let watch = fixture.watch()
    try fixture.type("!")
    let file = "\(fixture.folder.path)/words.lua"
    let loading = """
      local file = io.open("\(file)", "w")
      file:write "return function() return 'Three' end"
      file:close()
      """
    // The file, which a script changes here, is read before and after.
    try fixture.write("\(isLast ? "" : loading) require 'more' return function() return 'Two' end")
    try fixture.write(isLast ? loading : "", as: "more.lua")
    #expect(try fixture.waits(for: "Three !"))
    fixture.passes(0.2)
    #expect(fixture.reloads == 2)
    withExtendedLifetime(watch) {}
  }

  @Test("modules required or created late, also in new folders, and resources are watched")
  func lateFiles() throws {
    let fixture = try Fixture()
    let watch = fixture.session.reloadOnChange {
    } didReload: { _ in
    }
    try fixture.type("!")
    try fixture.write(
      """
      local ui = require "luahost"
      local isThere, late = pcall(require, "parts.late")
      return function() return (ui.resource "word" or "no word") .. (isThere and late or " -") end
      """)
    #expect(try fixture.waits(for: "no word - !"))
    try fixture.write("word", as: "word")
    #expect(try fixture.waits(for: "word - !"))
    let parts = fixture.folder.appendingPathComponent("parts")
    try FileManager.default.createDirectory(at: parts, withIntermediateDirectories: false)
    try fixture.write("return ' late'", as: "parts/late.lua")
    #expect(try fixture.waits(for: "word late !"))
    try fixture.write("return 'Lazy'", as: "lazy.lua")
    try fixture.write("return function() return require 'lazy' end")
    #expect(try fixture.waits(for: "Lazy !"))
    try fixture.write("return 'Lazier'", as: "lazy.lua")
    #expect(try fixture.waits(for: "Lazier !"))
    withExtendedLifetime(watch) {}
  }

  @Test("folders that are created one after the other, or created again, are watched")
  func folders() throws {
    let fixture = try Fixture()
    let watch = fixture.session.reloadOnChange {
    } didReload: { _ in
    }
    try fixture.type("!")
    try fixture.write(
      """
      local isThere, deep = pcall(require, "a.b.c")
      return function() return isThere and deep or "none" end
      """)
    #expect(try fixture.waits(for: "none !"))
    let files = FileManager.default
    let (outer, inner) = (fixture.folder.appendingPathComponent("a"), fixture.folder.appendingPathComponent("a/b"))
    for words in ["One", "Two"] {
      for folder in [outer, inner] {
        try files.createDirectory(at: folder, withIntermediateDirectories: false)
        fixture.passes(0.2)
      }
      try fixture.write("return '\(words)'", as: "a/b/c.lua")
      #expect(try fixture.waits(for: "\(words) !"))
      try fixture.write("return '\(words) again'", as: "a/b/c.lua")
      #expect(try fixture.waits(for: "\(words) again !"))
      try files.removeItem(at: outer)
      #expect(try fixture.waits(for: "none !"))
    }
    withExtendedLifetime(watch) {}
  }

  @Test("files that the app writes while it ends, and files rewritten unchanged, trigger no reload")
  func writtenAtTheEnd() throws {
    let fixture = try Fixture()
    let watch = fixture.watch()
    try fixture.type("!")
    func write(_ words: String) throws {
      try fixture.write(
        """
        local path = "\(fixture.folder.path)/saved.lua"
        pcall(dofile, path)
        return function()
          function app:willTerminate()
            local file = io.open(path, "w")
            file:write("-- ", tostring({}), os.clock())
            file:close()
          end
          return "\(words)"
        end
        """)
    }
    for words in ["Two", "Three"] {
      try write(words)
      #expect(try fixture.waits(for: "\(words) !"))
    }
    #expect(fixture.session.scripts.paths.contains { $0.hasSuffix("saved.lua") })
    fixture.passes(0.4)
    #expect(fixture.reloads == 2)
    try write("Three")
    fixture.passes(0.2)
    #expect(fixture.reloads == 2)
    withExtendedLifetime(watch) {}
  }

  @Test("files in the app's own folder are no scripts, even if the app reads them as Lua")
  func ownFiles() throws {
    let fixture = try Fixture()
    try fixture.write(
      """
      local app = require "luahost".Application { identifier = "org.example.own" }
      local path = app.filesDirectory .. "/settings.lua"
      local file = io.open(path, "w")
      file:write "settings = 1"
      file:close()
      dofile(path)
      return app
      """, as: "own.lua")
    let script = fixture.folder.appendingPathComponent("own.lua").path
    let folder = fixture.folder.path
    for storage in [AppSession.Storage.memory, .files(directory: "\(folder)/none/../state", session: "main")] {
      let session = AppSession(ScriptHost.Configuration(script: script), storage: storage)
      try session.load()
      #expect(session.scripts.paths.contains(script))
      #expect(!session.scripts.paths.contains { $0.hasSuffix("settings.lua") })
    }
  }
}
