import Foundation
import LuaRuntime
import LuaScreens
import Testing

@testable import Foresight

/// What a trial run does not do to its surroundings.
@Suite("Refused effects")
@MainActor
struct RefusalTests {
  /// Returns what an app that does this at launch is refused, and its other errors.
  private func examine(_ body: String, isAllowed: Bool = false) throws -> (refused: [String], errors: [String]) {
    let example = DoctorCase.note("refusal", launch: "self.window.rootViewController = ROOT\n  \(body)")
    let diagnosis = try example.withFolder {
      try Doctor(ScriptHost.Configuration(script: $0.path), isAllowed: isAllowed).examine()
    }
    let failures = diagnosis.findings.filter { $0.code == .callbackFailed }.map { "\($0)" }
    return (diagnosis.refusedOperations, diagnosis.otherErrors + failures)
  }

  @Test(
    "an effect outside of the run is refused, which is no error of the app",
    arguments: [
      ("os.execute 'true'", "os.execute"), ("ui.Process { 'true' }", "ui.Process"),
      ("ui.task(function() ui.run { 'true' } end)", "ui.run"), ("io.open('/tmp/luahost-refused', 'w')", "io.open"),
      ("require('luv').fs_mkdir('/tmp/luahost-refused', 448)", "luv.fs_mkdir"),
      ("require('luv').fs_open('/tmp/luahost-refused', 'w', 420)", "luv.fs_open"),
      ("require('luv').fs_open('/tmp/luahost-refused', 64 | 1, 420)", "luv.fs_open"),
      ("require('luv').spawn('true', {}, function() end)", "luv.spawn"),
      ("app:runInTerminal { 'true' }", "app:runInTerminal"),
      ("ui.Worker(function() os.execute('true') end)", "os.execute"),
      ("ui.Worker(function() io.open('/tmp/luahost-refused', 'w') end)", "io.open"),
      ("ui.Worker(function() require('cjson') end)", "require of a module in C"),
      ("ui.task(function() ui.Worker(function() os.remove('/tmp/luahost-refused') end):wait() end)", "os.remove"),
    ])
  func refused(body: String, name: String) throws {
    let result = try examine(body)
    #expect(result.refused.contains { $0.hasPrefix(name) }, "\(result)")
    #expect(result.errors == [])
    #expect(!FileManager.default.fileExists(atPath: "/tmp/luahost-refused"))
  }

  @Test("luv can read, and write to the app's own files")
  func luvReads() throws {
    let result = try examine(
      """
      local luv = require "luv"
      luv.fs_close(assert(luv.fs_open("/etc/passwd", "r", 0)))
      luv.fs_mkdir(app.filesDirectory .. "/own", 448)
      luv.fs_close(assert(luv.fs_open(app.filesDirectory .. "/own/file", "w", 420)))
      """)
    #expect(result.refused == [] && result.errors == [])
  }

  @Test("a refusal that a script passes on within its own message is still no error")
  func passedOn() throws {
    let result = try examine(
      "local ok, message = pcall(os.execute, 'true')\n  error('cannot start: ' .. message)")
    #expect(result.refused == ["os.execute"] && result.errors == [])
  }

  @Test("an error with the words of a refusal is an error of the app")
  func sameWords() throws {
    let words = "os.execute is not called in a trial run unless effects are allowed"
    let result = try examine("pcall(os.execute, 'true')\n  error('\(words)', 0)")
    #expect(result.errors.count == 1)
  }

  @Test("the error names the script's line")
  func line() throws {
    let result = try examine(
      "local ok, message = pcall(function() os.execute 'true' end)\n  error(message:match '^[^:]*:%d+', 0)")
    let error = try #require(result.errors.first)
    #expect(error.contains(".lua:") && !error.contains("luahost doctor"))
  }

  @Test("a program in the terminal is not tried even if effects are allowed, as there is no terminal")
  func terminal() throws {
    let result = try examine("app:runInTerminal { 'true' }", isAllowed: true)
    #expect(result.refused == ["app:runInTerminal"] && result.errors == [])
  }

  @Test("a trial run of an app that has a terminal does not use it")
  func terminalOfTheApp() throws {
    let example = DoctorCase.note(
      "refusal", launch: "app:runInTerminal { 'true' }\n  self.window.rootViewController = ROOT")
    var programs = 0
    let refused = try example.withFolder { file in
      var configuration = ScriptHost.Configuration(script: file.path)
      configuration.terminal = TerminalLending(
        lend: { $0() },
        run: { _ in
          programs += 1
          throw LuaError.closed
        })
      return try Doctor(configuration).examine().refusedOperations
    }
    #expect(programs == 0 && refused == ["app:runInTerminal"])
  }
}
