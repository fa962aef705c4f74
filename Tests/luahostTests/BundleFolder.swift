import Foundation
import Testing

/// A folder with scripts, for creating and running bundles.
struct BundleFolder {
  let url: URL

  init(_ files: [String: String]) throws {
    url = try CommandRun.makeFolder()
    for (name, text) in files {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }

  func environment(_ options: String?) throws -> [String: String] {
    let tools = URL(fileURLWithPath: try CommandRun.command()).deletingLastPathComponent().path
    return ["PATH": "\(tools):/usr/bin:/bin", "XDG_STATE_HOME": path("state")].merging(
      options.map { ["LUAHOST_OPTIONS": $0] } ?? [:]
    ) { $1 }
  }

  /// Runs the command.
  func luahost(_ arguments: String..., options: String? = nil) async throws -> (output: String, status: Int32) {
    try await CommandRun.run(arguments, environment: try environment(options), in: url)
  }

  /// Runs a program of this folder as the system does.
  func run(
    _ program: String, _ arguments: [String] = [], options: String? = "--headless", in folder: String = "."
  ) async throws -> (output: String, status: Int32) {
    try await CommandRun.run(
      arguments, environment: try environment(options), in: url.appendingPathComponent(folder), program: path(program))
  }

  /// An app of two files that shows its arguments and resources.
  static let bundledApp = """
    local ui = require "luahost"
    local words = require "screens.words"
    local app = ui.Application { identifier = "org.example.bundled", version = "1.5", help = "Usage: bundled FILE" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:didFinishLaunching()
      local lines = { "args " .. table.concat(arg, "|"), words.text, "data " .. (ui.resource "data/x.txt" or "none") }
      local stack = ui.VStack {}
      for _, line in ipairs(lines) do stack:addSubview(ui.Label { text = line }) end
      stack:addSubview(ui.Slider { restorationIdentifier = "slider" })
      local controller = ui.ViewController { restorationIdentifier = "root" }
      controller.view = stack
      self.window = ui.Window { rootViewController = controller }
      self.window:makeKeyAndVisible()
    end
    return app
    """
  static let bundledFiles = [
    "src/app.lua": bundledApp, "src/screens/words.lua": "return { text = \"from \" .. ... }", "src/data/x.txt": "here",
    "other dir/screens/words.lua": "return { text = \"shadow\" }",
  ]

  /// Returns a folder with a bundle, `app`, and its sources in `src`.
  static func withBundle(_ arguments: [String] = []) async throws -> BundleFolder {
    let folder = try BundleFolder(bundledFiles)
    let made = try await CommandRun.run(
      ["bundle", "src/app.lua", "-o", "app", "--include", "src/data"] + arguments,
      environment: try folder.environment(nil), in: folder.url)
    #expect(made.status == 0, "\(made)")
    #expect(made.output.contains("screens/words.lua") && made.output.contains("data/x.txt"), "\(made)")
    return folder
  }
}
