import Foundation
import LuaScreens

@testable import Foresight

/// A small app with its findings. A line with a mistake ends in `--! code`; a case without such a line is correct.
struct DoctorCase: Sendable, CustomStringConvertible {
  let name: String
  let script: String
  /// Modules by name.
  var modules: [String: String] = [:]

  init(_ name: String, _ script: String, modules: [String: String] = [:]) {
    self.name = name
    self.script = script
    self.modules = modules
  }

  var description: String { name }

  /// The codes with their lines.
  var expected: Set<String> {
    var found: Set<String> = []
    for text in [script] + modules.values {
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard let mark = line.range(of: "--! ") else { continue }
        for code in line[mark.upperBound...].split(separator: " ") { found.insert("\(code) \(index + 1)") }
      }
    }
    return found
  }

  @MainActor
  func diagnosis() throws -> Diagnosis {
    try withFolder { try Doctor(ScriptHost.Configuration(script: $0.path)).examine() }
  }

  /// Runs a closure with the app's script in a folder.
  @MainActor
  func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "doctor-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in modules {
      try text.write(to: folder.appending(path: "\(name).lua"), atomically: true, encoding: .utf8)
    }
    let file = folder.appending(path: "app.lua")
    try script.write(to: file, atomically: true, encoding: .utf8)
    return try body(file)
  }

  /// The methods of an app that saves and restores its state.
  static let saves =
    "function app:shouldSaveApplicationState() return true end\nfunction app:shouldRestoreApplicationState() return true end"

  /// An app with a screen `Note` as its root. The texts replace parts of it.
  static func note(
    _ name: String, class body: String = "", make: String = "return Note()",
    root: String = "Note { restorationIdentifier = 'note', restorationClass = Note }",
    launch: String = "if not self.window.rootViewController then\n    self.window.rootViewController = ROOT\n  end",
    options: String = saves
  ) -> DoctorCase {
    let makeMethod =
      make.isEmpty
      ? "" : "function Note:viewControllerWithRestorationIdentifierPath(path, coder)\n  \(make)\nend\n"
    return DoctorCase(
      name,
      """
      local ui = require "luahost"
      local Note = ui.ViewController:subclass "Note"
      \(body)
      \(makeMethod)
      local app = ui.Application { identifier = "org.example.doctor" }
      \(options)
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        \(launch.replacing("ROOT", with: root))
        self.window:makeKeyAndVisible()
      end
      return app
      """)
  }
}
