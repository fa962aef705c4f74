import AppSession
import ArgumentParser
import Foresight
import Foundation
import LuaScreens

/// `luahost test`: runs test scripts that drive apps.
struct TestCommand: MainActorCommand {
  static let configuration = CommandConfiguration(commandName: "test", abstract: "Run test scripts that drive apps.")

  @Argument(help: "The test scripts.", completion: .file(extensions: ["lua"]))
  var files: [String]

  @Flag(help: "Accept the current screens: write the snapshots that matchesSnapshot compares with.")
  var accept = false

  @Option(
    help: ArgumentHelp("Write an HTML page with the snapshots that differ, before and after.", valueName: "file.html"),
    completion: .file(extensions: ["html"]))
  var report: String?

  @Option(help: ArgumentHelp("Run only the cases whose names contain this text.", valueName: "text"))
  var filter: String?

  @Option(
    help: ArgumentHelp("Write the results as JUnit XML, for CI systems.", valueName: "file.xml"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  @OptionGroup var limits: LimitOptions

  func perform() throws {
    for file in files {
      try AppOptions.check(script: file)
      if AppBundle.isBundle(file) {
        throw UsageError("\(file) is a bundled app, not a test; launch it from a test with t:launch \"\(file)\"")
      }
    }
    let (results, differences) = try runFiles()
    let failed = results.reduce(0) { $0 + $1.failed }
    if let filter, results.allSatisfy(\.cases.isEmpty) { print("no case has a name that contains \"\(filter)\"") }
    print("\(results.reduce(0) { $0 + $1.passed }) passed, \(failed) failed")
    fflush(nil)
    if let report { try PictureFile.write(Data(SnapshotStore.report(differences).utf8), to: report) }
    if let junit {
      try PictureFile.write(Data(JUnitReport.xml(Array(zip(files, results))).utf8), to: junit)
    }
    throw ExitCode(failed == 0 ? ExitStatus.success.rawValue : ExitStatus.scriptFailed.rawValue)
  }

  private typealias Difference = (file: String, difference: SnapshotStore.Difference)

  @MainActor
  private func runFiles() throws -> (results: [TestRunner.Result], differences: [Difference]) {
    var results: [TestRunner.Result] = []
    var differences: [Difference] = []
    var accepted = 0
    for file in files {
      if files.count > 1 { print(file) }
      let runner = try TestRunner(file, acceptsSnapshots: accept, apps: limits.lua)
      runner.advise = { Advice.advise($0) }
      runner.examine = { try Doctor.examine($0).findings.map(\.description) }
      runner.isolatedAppProgram = IsolatedAppCommand.arguments
      runner.snapshots.advice =
        "`luahost test --report FILE.html` shows both; `luahost test --accept` accepts the new one"
      runner.filter = filter
      results.append(runner.run())
      differences += runner.snapshots.differences.map { (file, $0) }
      accepted += runner.snapshots.accepted
    }
    if accept { print("\(accepted) snapshots accepted") }
    return (results, differences)
  }
}
