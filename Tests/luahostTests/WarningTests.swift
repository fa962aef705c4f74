import Foundation
import Testing

/// The function `warn` (Lua manual, section 6.1).
@Suite("Script warnings")
struct WarningTests {
  @Test("warnings, also from finalizers, are printed on standard error only while they are turned on")
  func warnings() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appendingPathComponent("app.lua")
    try """
    local ui = require "luahost"
    warn("not", " asked for")
    warn "@on"
    warn("two", " pieces")
    warn("@", "is no control in pieces")
    warn "@unknown"
    setmetatable({}, { __gc = function() error "in a finalizer" end })
    collectgarbage()
    collectgarbage()
    warn "@off"
    warn "no more"
    local app = ui.Application { identifier = "org.example.warnings" }
    function app:didFinishLaunching() self.window = ui.Window { rootViewController = ui.ViewController {} } end
    return app
    """.write(to: script, atomically: true, encoding: .utf8)
    let run = try await CommandRun(["--headless", "--state-dir", folder.path, script.path])
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.prefix(2) == ["Lua warning: two pieces", "Lua warning: @is no control in pieces"], "\(run)")
    #expect(lines.count == 3 && lines.last?.contains("in a finalizer") == true, "\(run)")
  }
}
