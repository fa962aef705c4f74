import Foundation
import Testing

/// Child processes of an app in the command itself: whatever their output, the app stays responsive, and none outlives
/// it.
@Suite("Output of child processes", .inRunOfItsOwn, .serialized)
struct FloodTests {
  private static func app(_ body: String) -> String {
    """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.flood" }
    function app:didFinishLaunching()
      local label, field = ui.Label { text = "Ready" }, ui.TextField {}
      local root = ui.ViewController { restorationIdentifier = "root" }
      root.view = ui.VStack { label, field }
      self.window = ui.Window { rootViewController = root }
      self.window:makeKeyAndVisible()
      field:becomeFirstResponder()
      \(body)
    end
    return app
    """
  }

  private func memory(of process: pid_t) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(Int(line.split(separator: " ").dropFirst().first ?? ""))
  }

  @Test("a gigabyte of output keeps memory flat and the loop responsive to keys")
  func flood() async throws {
    let process = try TerminalProcess(
      Self.app(
        """
        local total, ticks = 0, 0
        ui.every(0.01, function() ticks = ticks + 1 end)
        ui.after(0.3, function()
          local lines = ui.Process { "yes", "a line of nothing much", onLine = function() end }
          field.onChange = function()
            label.text = "heard" .. field.text
            lines:kill()
            ui.Process { "head", "-c", tostring(1 << 30), "/dev/zero",
              onOutput = function(_, bytes) total = total + #bytes end,
              onExit = function() label.text = "DONE" .. (total >> 20) .. (ticks > 20 and "WITH TICKS" or "WITHOUT") end }
          end
        end)
        """))
    #expect(try await process.outputs("Ready"))
    let before = try memory(of: process.process)
    try await Task.sleep(for: .milliseconds(600))
    let clock = ContinuousClock()
    let start = clock.now
    process.type("x")
    #expect(try await process.outputs("heardx"))
    // A key takes one turn of the loop; the rest is for busy machines.
    #expect(clock.now - start < .seconds(1))
    var isDone = false
    for _ in 0..<12 where !isDone { isDone = try await process.outputs("DONE1024") }
    #expect(isDone, "\(process.output.suffix(500))")
    #expect(process.output.contains("WITH TICKS"))
    #expect(try memory(of: process.process) - before < 24 << 10)
    process.signal(SIGTERM)
    #expect(try await process.ended()?.end == .code(0))
  }

  @Test("no process outlives the app, however it ends", arguments: [SIGKILL, SIGTERM, SIGSEGV])
  func outlives(signal: Int32) async throws {
    let mark = "luahost-flood-\(UUID().uuidString)"
    let process = try TerminalProcess(
      Self.app(
        """
        -- A group that does not hear, job control with groups of its own, and a child that was left behind.
        local count = 0
        for _, words in ipairs {
          { "sh", "-c", "trap '' TERM HUP; sleep 300 & echo; sleep 300; sleep 300", "\(mark)" },
          { "bash", "-mc", "sh -c 'echo; sleep 300; sleep 300' \(mark) & wait", "\(mark)" },
          { "sh", "-c", "sh -c 'echo; sleep 300; sleep 300' \(mark) & exit", "\(mark)" },
        } do
          words.onLine = function()
            count = count + 1
            if count == 3 then label.text = "ALLBEGUN" end
          end
          ui.Process(words)
        end
        """))
    #expect(try await process.outputs("ALLBEGUN"), "\(process.output)")
    // The app itself has the mark only in its script.
    #expect(RunningProcesses.all(with: mark).count >= 4)
    process.signal(signal)
    _ = try await process.ended()
    var left = 0
    for _ in 0..<100 {
      left = RunningProcesses.all(with: mark).count
      if left == 0 { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(left == 0)
  }
}
