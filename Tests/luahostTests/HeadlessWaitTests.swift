import Foundation
import Testing

@Suite("Waiting without a terminal")
struct HeadlessWaitTests {
  private static let script = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.waits" }
    function app:shouldSaveApplicationState() return true end
    function app:didFinishLaunching()
      self.label = ui.Label { text = "at first" }
      self.window = ui.Window { rootViewController = ui.ViewController { view = self.label } }
      self.window:makeKeyAndVisible()
      ui.task(function()
        ui.run { "sleep", "2" }
        self.label.text = "answered"
        ui.sleep(0.2)
        self.label.text = "later"
        if arg[1] == "exit" then os.exit(7) end
      end)
    end
    return app
    """

  private func run(_ arguments: [String], then: [String] = []) async throws -> (output: String, status: Int32) {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.script.write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    return try await CommandRun.run(arguments + ["--state-dir", "state", "app.lua"] + then, in: folder)
  }

  @Test("--wait runs the app for a time in seconds, or until a text is on the screen")
  func waits() async throws {
    let atOnce = try await run(["--headless"])
    #expect(atOnce.output.contains("at first") && atOnce.status == 0)
    let seconds = try await run(["--headless", "--wait", "5"])
    #expect(seconds.output.contains("later") && seconds.status == 0, "\(seconds)")
    let text = try await run(["--headless", "--wait", "answered"])
    #expect(text.output.contains("answered") && text.status == 0, "\(text)")
    let isThere = try await run(["--headless", "--wait", "at first"])
    #expect(isThere.output.contains("at first") && isThere.status == 0, "\(isThere)")
    let exit = try await run(["--headless", "--wait", "nowhere"], then: ["--", "exit"])
    #expect(exit.status == 7, "\(exit)")
  }

  @Test("--wait without --headless, or with an invalid time, is a usage error")
  func usage() async throws {
    #expect(try await run(["--plain", "--wait", "1"]).status == 2)
    for value in ["-1", "", "1e9", "nan", "inf"] {
      let (output, status) = try await run(["--headless", "--wait", value])
      #expect(status == 2 && output.contains("--wait: expected"), "\(value): \(output)")
    }
  }
}
