import Foundation
import Testing

/// A folder with apps that save a text, and the state of one whose text is "precious".
final class SavedNote {
  let folder: URL
  let state: String

  /// Creates the app "good", and its state.
  init() async throws {
    folder = try CommandRun.makeFolder()
    state = folder.appendingPathComponent("state").path
    try add("good")
    let typed = try await CommandRun.run(
      ["repl", "--state-dir", state, path("good")], input: [":type precious", ":background"], in: folder)
    #expect(typed.status == 0, "\(typed)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns the path of an app.
  func path(_ name: String) -> String { folder.appendingPathComponent("\(name).lua").path }

  /// Writes a file in the folder.
  func write(_ text: String, to name: String) throws {
    try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  /// Adds an app that saves a text.
  ///
  /// - Parameters:
  ///   - decode: Lua code that runs first in its `decodeRestorableState`.
  ///   - restores: the body of its `shouldRestoreApplicationState`.
  ///   - identifier: that of the controller with the text.
  ///   - className: that of the controller's class.
  func add(
    _ name: String, decode: String = "", version: String = "1", restores: String = "return true",
    identifier: String = "note", className: String = "Note"
  ) throws {
    let script = """
      local ui = require "luahost"
      local Note = ui.ViewController:subclass "\(className)"
      local app = ui.Application { identifier = "org.luahost.recovery", version = "\(version)" }
      function Note:loadView() self.field = ui.TextField {} self.view = ui.VStack { self.field } end
      function Note:encodeRestorableState(coder) coder:encode("text", self.field.text) end
      function Note:decodeRestorableState(coder)
        \(decode)
        self.field.text = coder:decode "text" or ""
      end
      function Note:viewControllerWithRestorationIdentifierPath() return Note() end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState(coder) \(restores) end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          self.window.rootViewController = Note { restorationIdentifier = "\(identifier)", restorationClass = Note }
        end
        self.window:makeKeyAndVisible()
      end
      return app
      """
    try script.write(toFile: path(name), atomically: true, encoding: .utf8)
  }

  /// Runs an app without a terminal until it exits.
  func run(_ name: String = "good", _ options: String...) async throws -> (output: String, status: Int32) {
    try await CommandRun.run(["--headless", "--state-dir", state, path(name)] + options, in: folder)
  }

  /// Runs lines of bash with the command as $1, the app "good" as $2 and a state folder as $3.
  func bash(_ lines: String, environment: [String: String] = [:]) async throws -> (output: String, status: Int32) {
    try await CommandRun.run(
      ["-c", lines, "bash", CommandRun.command(), path("good"), state], environment: environment, in: folder,
      program: "/bin/bash")
  }

  /// Runs `luahost archive`.
  func archive(_ arguments: String...) async throws -> CommandRun { try await CommandRun(["archive"] + arguments) }

  /// Returns the number of the newest save.
  func lastSave() async throws -> String {
    let list = try await archive("list", state)
    return try String(#require(list.output.split(separator: "\n").last?.split(separator: " ").first))
  }

  /// Fails the test unless the app restores the text and reports no problem.
  func expectRestored(_ rule: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let run = try await run()
    #expect(
      run.output.contains("precious") && !run.output.contains("while it restored"), "\(rule): \(run)",
      sourceLocation: sourceLocation)
  }
}
