import Foundation
import LuaRuntime
import LuaScreens
import Testing

@testable import AppSession

@Suite("The app's own files")
@MainActor
final class OwnFilesTests {
  private let folder = NSTemporaryDirectory() + "luahost-own-\(getpid())-\(UInt32.random(in: 0 ... .max))"

  isolated deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func session(_ storage: AppSession.Storage, lua: LuaState.Options = .init()) throws -> AppSession {
    var configuration = ScriptHost.Configuration(script: "app.lua", lua: lua)
    configuration.source = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.files" }
      -- Right away, before anything is launched.
      first = app.filesDirectory
      function app:willFinishLaunching() self.window = ui.Window() end
      function put(text) local file = assert(io.open(app.filesDirectory .. "/note", "w")) file:write(text) file:close() end
      function get() local file = io.open(app.filesDirectory .. "/note") return file and file:read "a" end
      return app
      """
    let session = AppSession(configuration, storage: storage)
    try session.load()
    try session.launch()
    return session
  }

  private func eval(_ source: String, in session: AppSession) throws -> String {
    var result = ""
    try session.running.evaluate(source, name: "test", push: { _ in 0 }) { stack, count in
      if count > 0 { result = stack.describe(-count) }
    }
    return result
  }

  @Test func theFolderStandsBesideTheStateForItsOwnerOnly() throws {
    let session = try session(.files(directory: folder, session: "two"))
    let directory = try eval("return app.filesDirectory", in: session)
    #expect(directory == "\(folder)/two.files")
    #expect(try eval("return first", in: session) == directory)
    let attributes = try FileManager.default.attributesOfItem(atPath: directory)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    _ = try eval("put('kept')", in: session)
    try session.relaunch()
    #expect(try eval("return get()", in: session) == "kept")
    try session.terminate()
    #expect(try String(contentsOfFile: "\(directory)/note", encoding: .utf8) == "kept")
    #expect(try eval("return get()", in: try self.session(.files(directory: folder, session: "one"))) == "nil")
  }

  @Test func inATestItLivesThroughKillAndRelaunch() throws {
    var session: AppSession? = try session(.memory)
    let directory = try eval("put('kept') return app.filesDirectory", in: try #require(session))
    session?.kill()
    try session?.relaunch()
    #expect(try eval("return get()", in: try #require(session)) == "kept")
    session?.kill()
    session = nil
    #expect(!FileManager.default.fileExists(atPath: directory))
  }

  @Test func aCopyOfTheStateHasACopyOfTheFiles() throws {
    let original = try session(.files(directory: folder, session: "main"))
    _ = try eval("put('kept')", in: original)
    original.kill()
    let copy = try session(.copy(directory: folder, session: "main"))
    #expect(try eval("local was = get() put('changed') return was", in: copy) == "kept")
    #expect(try String(contentsOfFile: "\(folder)/main.files/note", encoding: .utf8) == "kept")
  }

  @Test func theSandboxHasNoneAndNobodySetsIt() throws {
    let sandboxed = try session(
      .files(directory: folder, session: "main"), lua: LuaState.Options(capabilities: []))
    #expect(try eval("return app.filesDirectory", in: sandboxed) == "nil")
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/main.files"))
    #expect(throws: LuaError.self) { try eval("app.filesDirectory = '/tmp'", in: sandboxed) }
  }
}
