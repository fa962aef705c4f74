import Foundation
import Testing

@Suite("Launch errors without a screen")
struct LaunchErrorTests {
  @Test(
    "a failed launch exits with 1 and saves nothing; with errors, the pinned save and its command are named")
  func headless() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appendingPathComponent("app.lua")
    func run(_ arguments: String..., fault: String = "nil") async throws -> (output: String, status: Int32) {
      try """
      local ui = require "luahost"
      local fault = \(fault)
      local app = ui.Application { identifier = "org.example.launch" }
      local Page = ui.ViewController:subclass "Page"
      function Page:init() if fault == "init" then error "fault" end end
      function Page:encodeRestorableState(coder) coder:encode("n", 7) end
      function Page:decodeRestorableState(coder) if fault == "decode" then error "fault" end end
      app.storyboard = ui.Storyboard("Main", {
        initial = "page", scenes = { page = { class = Page, restorationIdentifier = "page" } } })
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      return app
      """.write(to: script, atomically: true, encoding: .utf8)
      return try await CommandRun.run(arguments + ["--state-dir", "state"], in: folder)
    }
    #expect(try await run("--headless", "app.lua").status == 0)
    let saves = try await run("archive", "list", "app.lua").output
    let last = try #require(saves.split(separator: "\n").last?.prefix { $0 != " " })
    let failed = try await run("--headless", "app.lua", fault: "'init'")
    #expect(failed.status == 1, "\(failed)")
    // Only the reason why it is kept has changed.
    let kept = try await run("archive", "list", "app.lua").output
    #expect(kept.split(separator: "\n").count == saves.split(separator: "\n").count)
    #expect(kept.contains("launch errors"), "\(kept)")
    let decoded = try await run("--headless", "app.lua", fault: "'decode'")
    #expect(decoded.status == 1)
    #expect(decoded.output.contains("save \(last) pinned"), "\(decoded)")
    #expect(decoded.output.contains("luahost archive rollback app.lua --state-dir state \(last)"))
    #expect(try await run("archive", "list", "--json", "app.lua").output.contains("\"launch-errors\""))
  }
}
