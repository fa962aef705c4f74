import ArgumentParser
import Foundation

/// `luahost test`: runs test scripts that drive apps.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "test", abstract: "Run test scripts that drive apps.")

  @Argument(help: "The test scripts.")
  var files: [String]

  func run() throws {
    for file in files { try AppOptions.check(script: file) }
    let total = try MainActor.assumeIsolated {
      var total = TestRunner.Result()
      for file in files {
        if files.count > 1 { print(file) }
        let result = try TestRunner(file).run()
        total.passed += result.passed
        total.failed += result.failed
      }
      return total
    }
    print("\(total.passed) passed, \(total.failed) failed")
    throw ExitCode(total.failed == 0 ? ExitStatus.success.rawValue : ExitStatus.scriptFailed.rawValue)
  }
}
