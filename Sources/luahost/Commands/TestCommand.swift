import AppSession
import ArgumentParser
import Foundation

/// `luahost test`: runs test scripts that drive apps.
struct TestCommand: MainActorCommand {
  static let configuration = CommandConfiguration(commandName: "test", abstract: "Run test scripts that drive apps.")

  @Argument(help: "The test scripts.")
  var files: [String]

  @Flag(help: "What screens look like now is right: write the snapshots that matchesSnapshot compares with.")
  var accept = false

  @Option(help: ArgumentHelp("Write a page with the snapshots that differ, before and now.", valueName: "file.html"))
  var report: String?

  @OptionGroup var limits: LimitOptions

  func perform() throws {
    for file in files { try AppOptions.check(script: file) }
    let total = try runFiles()
    print("\(total.passed) passed, \(total.failed) failed")
    throw ExitCode(total.failed == 0 ? ExitStatus.success.rawValue : ExitStatus.scriptFailed.rawValue)
  }

  @MainActor
  private func runFiles() throws -> TestRunner.Result {
    var total = TestRunner.Result()
    var differences: [(file: String, difference: SnapshotStore.Difference)] = []
    var accepted = 0
    for file in files {
      if files.count > 1 { print(file) }
      let runner = try TestRunner(file, acceptsSnapshots: accept, apps: limits.lua)
      runner.advise = Advice.advise
      runner.snapshots.advice =
        "`luahost test --report FILE.html` shows both; `luahost test --accept` makes the new one right"
      let result = runner.run()
      total.passed += result.passed
      total.failed += result.failed
      differences += runner.snapshots.differences.map { (file, $0) }
      accepted += runner.snapshots.accepted
    }
    if accept { print("\(accepted) snapshots accepted") }
    if let report { try PictureFile.write(Data(SnapshotStore.report(differences).utf8), to: report) }
    return total
  }
}
