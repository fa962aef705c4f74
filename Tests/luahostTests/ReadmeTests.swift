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

  @Test("the commands and bars of a screen are taken as they are written")
  func commands() throws {
    var configuration = ScriptHost.Configuration(script: "readme.lua")
    configuration.source = """
      local ui = require "luahost"
      local Screen = ui.ViewController:subclass "Screen"
      function Screen:save() saved = true end
      \(try Self.blocks()[1])
      local app = ui.Application { identifier = "org.luahost.readme" }
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = Screen() }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    let session = AppSession(configuration, storage: .memory)
    var problems: [String] = []
    session.onProblem = { problems.append($0.description) }
    try session.load()
    try session.launch()
    let host = try session.running
    try host.turn { try Automation(host.application).key("ctrl+s") }
    try host.evaluate("assert(saved)", name: "test") { _, _ in }
    #expect(problems == [])
  }

  @Test("the first screen's script works, and its test passes")
  func example() throws {
    let blocks = try Self.blocks()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-readme-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try blocks[0].write(to: folder.appendingPathComponent("notes.lua"), atomically: true, encoding: .utf8)
    let test = folder.appendingPathComponent("notes.test.lua")
    try #require(blocks.last).write(to: test, atomically: true, encoding: .utf8)
    let result = try TestRunner(test.path).run()
    #expect(result.passed == 1)
    #expect(result.failed == 0)
    #expect(blocks.count == 3)
    #expect(blocks[0].split(separator: "\n", omittingEmptySubsequences: true).count <= 25)
  }
}
