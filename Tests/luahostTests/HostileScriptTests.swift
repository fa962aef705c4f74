import Foundation
import Testing

/// Runs each script of `Tests/Scripts/hostile` while an app launches, in its own process, and checks the app
/// afterwards.
///
/// A script is the body of a function that receives the app and the module `luahost`. The comments at its top describe
/// the result:
///
///     -- expect: PATTERN     a regular expression that must match the output
///     -- refuse: PATTERN     a regular expression that must not match the output
///     -- options: OPTION …   command-line options, such as --sandbox
///     -- input: LINE         a line for the prompt afterwards
///     -- exit: CODE          the process exits with this code, and need not be alive after the script
@Suite("Hostile scripts", .inRunOfItsOwn)
struct HostileScriptTests {
  @Test(
    "an app survives each hostile script, or exits as the script says", .timeLimit(.minutes(2)),
    arguments: try HostileScript.all())
  func outcome(of script: HostileScript) async throws {
    let (output, status) = try await script.run()
    for pattern in script.expected {
      #expect(try output.contains(Regex(pattern)), "\(script.name): expected \(pattern) in:\n\(output)")
    }
    for pattern in script.refused {
      #expect(try !output.contains(Regex(pattern)), "\(script.name): found \(pattern) in:\n\(output)")
    }
    if let code = script.exitCode {
      #expect(status == code, "\(script.name): ended with \(status):\n\(output)")
    } else {
      #expect(output.contains("the app is alive"), "\(script.name): ended with \(status):\n\(output)")
      #expect((0...1).contains(status), "\(script.name): ended with \(status):\n\(output)")
    }
  }
}

struct HostileScript: CustomTestStringConvertible {
  let name: String
  let source: String
  var expected: [String] { values(of: "expect") }
  var refused: [String] { values(of: "refuse") }
  var exitCode: Int32? { values(of: "exit").first.flatMap { Int32($0) } }
  var testDescription: String { name }

  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  static func all() throws -> [HostileScript] {
    let folder = tests.appendingPathComponent("Scripts/hostile")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".lua") }.sorted()
      .map {
        HostileScript(name: $0, source: try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
      }
  }

  /// Returns the values of a header in the comments at the top.
  private func values(of header: String) -> [String] {
    source.split(separator: "\n").prefix { $0.hasPrefix("--") }.compactMap {
      $0.hasPrefix("-- \(header): ") ? String($0.dropFirst(header.count + 5)) : nil
    }
  }

  /// Runs the app, and returns its output and exit code, which is negative for a signal.
  func run() async throws -> (output: String, status: Int32) {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // The script's lines keep their numbers.
    let app = """
      local ui = require "luahost"; local app = ui.Application { identifier = "org.example.hostile" }; \
      local function attack(app, ui) \(source)
      end
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = ui.ViewController { restorationIdentifier = "root" } }
        self.window:makeKeyAndVisible()
        attack(self, ui)
      end
      return app
      """
    try app.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    let input = values(of: "input") + ["print(\"the app is \" .. \"alive\")"]
    return try await CommandRun.run(
      ["repl", "--state-dir", "state"] + values(of: "options").flatMap { $0.split(separator: " ").map(String.init) }
        + [name], input: input, in: folder)
  }
}
