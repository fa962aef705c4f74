import AppSession
import Foundation
import Interface
import LuaScreens
import Testing

@testable import luahost

@Suite("README")
@MainActor
struct ReadmeTests {
  /// The blocks of Lua in the README, in order.
  private static func blocks() throws -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    return text.components(separatedBy: "```lua\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
  }

  /// Runs an app whose one screen has the methods of a block, with these lines before.
  private static func session(_ lines: String, block part: String) throws -> AppSession {
    var configuration = ScriptHost.Configuration(script: "readme.lua")
    configuration.source = """
      local ui = require "luahost"
      local Screen = ui.ViewController:subclass "Screen"
      \(lines)
      \(try #require(try blocks().first { $0.contains(part) }))
      local app = ui.Application { identifier = "org.luahost.readme" }
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = Screen() }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    session.onProblem = { Issue.record("\($0)") }
    try session.load()
    try session.launch()
    return session
  }

  @Test("the commands and bars of a screen are taken as they are written")
  func commands() throws {
    let host = try Self.session("function Screen:save() saved = true end", block: "self.keyCommands").running
    try host.turn { try Automation(host.application).key("ctrl+s") }
    try host.evaluate("assert(saved)", name: "test") { _, _ in }
  }

  @Test("work in the background goes on beside the app")
  func tasks() throws {
    let lines = "function Screen:loadView() self.status = ui.Label() self.view = self.status end"
    let session = try Self.session(lines, block: "ui.await")
    let application = try session.running.application
    #expect(application.render().text.contains("Looking ..."))
    session.loop.advance(by: 2)
    #expect(application.render().text.contains("found"))
  }

  @Test("other programs are used as it is written")
  func programs() throws {
    let lines = """
      function Screen:loadView()
        self.status = ui.Label { accessibilityIdentifier = "status" }
        self.view, self.folder = self.status, "/"
        screen = self
      end
      """
    let session = try Self.session(lines, block: "app:runInTerminal")
    let host = try session.running
    try host.turn { try host.evaluate("screen:fetchAll()", name: "test") { _, _ in } }
    let end = ContinuousClock.now + .seconds(10)
    // The root is no repository.
    while !host.application.render().text.contains("repository"), ContinuousClock.now < end {
      usleep(10_000)
      session.loop.advance(by: 0)
    }
    #expect(host.application.render().text.contains("repository"))
    session.kill()
  }

  @Test("the first screen's script works, and its test passes")
  func example() throws {
    let blocks = try Self.blocks()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-readme-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try blocks[0].write(to: folder.appendingPathComponent("notes.lua"), atomically: true, encoding: .utf8)
    let test = folder.appendingPathComponent("notes.test.lua")
    try #require(blocks.first { $0.contains("test.case") }).write(to: test, atomically: true, encoding: .utf8)
    let result = try TestRunner(test.path).run()
    #expect(result.passed == 1)
    #expect(result.failed == 0)
    #expect(blocks[0].split(separator: "\n", omittingEmptySubsequences: true).count <= 25)
  }
}
