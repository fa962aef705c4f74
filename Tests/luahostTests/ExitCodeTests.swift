import Foundation
import Testing

@Suite("The exit code")
struct ExitCodeTests {
  /// The ways to run an app without a terminal.
  private static let ways = [["run", "--headless"], ["run", "--plain"], ["repl"]]

  private func status(of script: String, _ way: [String]) async throws -> (output: String, status: Int32) {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try script.write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    return try await CommandRun.run(way + ["app.lua", "--state-dir", "state"], in: folder)
  }

  @Test("of a script that leaves before it has made its app is the script's", arguments: ways)
  func exitWhileLoading(_ way: [String]) async throws {
    for (call, code) in [("os.exit(6)", Int32(6)), ("os.exit(true)", 0)] {
      let run = try await status(of: "print \"usage\" \(call)", way)
      #expect(run.status == code && run.output == "usage\n", "\(call): \(run)")
    }
  }

  @Test("of an app whose launch callback fails is 1", arguments: ways)
  func failingLaunch(_ way: [String]) async throws {
    let run = try await status(
      of: """
        local ui = require "luahost"
        local app = ui.Application { identifier = "org.example.exit-code" }
        function app:didFinishLaunching()
          ui.Window { rootViewController = ui.ViewController() }:makeKeyAndVisible()
          error "no luck"
        end
        return app
        """, way)
    #expect(run.status == 1 && run.output.contains("no luck"), "\(run)")
  }
}
