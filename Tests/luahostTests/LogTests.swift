import Foundation
import Testing

@testable import luahost

@Suite("Log file")
struct LogTests {
  private static let script = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.log" }
    print("loaded", 1)
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = ui.ViewController {} }
      io.write("written ", 2, "\\n")
      io.stderr:write("to standard error\\n")
      io.stdout:write("and ", "more\\n")
      local file <close> = io.tmpfile()
      file:write("elsewhere")
      error "failed here"
    end
    return app
    """

  @Test(
    "output and errors are appended to the file in order, and still printed",
    arguments: [["run", "--headless"], ["run", "--plain"], ["repl"]])
  func order(_ command: [String]) async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (app, log) = (folder.appendingPathComponent("app.lua"), folder.appendingPathComponent("log"))
    try Self.script.write(to: app, atomically: true, encoding: .utf8)
    try "before\n".write(to: log, atomically: true, encoding: .utf8)
    let (output, _) = try await CommandRun.run(
      command + ["--state-dir", "state", "--log", "log", "app.lua"], in: folder)
    let text = try String(contentsOf: log, encoding: .utf8)
    let start = "before\nloaded\t1\nwritten 2\nto standard error\nand more\nerror: "
    #expect(text.hasPrefix(start), "\(text)")
    #expect(text.contains("app.lua:11: failed here") && text.contains("stack traceback") && !text.contains("elsewhere"))
    for line in ["loaded\t1", "written 2", "to standard error", "and more", "failed here"] {
      #expect(output.contains(line), "\(line)")
    }
  }

  @Test("a log that cannot be written is a usage error that names it")
  func unwritable() async throws {
    let run = try await CommandRun(["repl", "--log", "/nowhere/log"])
    #expect(run.status == 2)
    #expect(run.errors.contains("--log: cannot write /nowhere/log"))
  }
}
