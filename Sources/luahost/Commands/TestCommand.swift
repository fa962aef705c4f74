import AppSession
import ArgumentParser
import Foundation
import LuaScreens

/// `luahost test`: runs test scripts that drive apps.
struct TestCommand: MainActorCommand {
  static let configuration = CommandConfiguration(commandName: "test", abstract: "Run test scripts that drive apps.")

  @Argument(help: "The test scripts.", completion: .file(extensions: ["lua"]))
  var files: [String]

  @Flag(help: "What screens look like now is right: write the snapshots that matchesSnapshot compares with.")
  var accept = false

  @Option(
    help: ArgumentHelp("Write a page with the snapshots that differ, before and now.", valueName: "file.html"),
    completion: .file(extensions: ["html"]))
  var report: String?

  @Option(help: ArgumentHelp("Run the cases whose names contain this.", valueName: "text"))
  var filter: String?

  @Option(
    help: ArgumentHelp("Write how the cases went as JUnit's XML, which CI systems read.", valueName: "file.xml"),
    completion: .file(extensions: ["xml"]))
  var junit: String?

  @OptionGroup var limits: LimitOptions

  func perform() throws {
    for file in files {
      try AppOptions.check(script: file)
      if AppBundle.isBundle(file) {
        throw UsageError("\(file) is the bundle of an app, and no test; a test launches it: t:launch \"\(file)\"")
      }
    }
    let (results, differences) = try runFiles()
    let failed = results.reduce(0) { $0 + $1.failed }
    if let filter, results.allSatisfy(\.cases.isEmpty) { print("no case's name contains \"\(filter)\"") }
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
      runner.advise = Advice.advise
      runner.snapshots.advice =
        "`luahost test --report FILE.html` shows both; `luahost test --accept` makes the new one right"
      runner.filter = filter
      results.append(runner.run())
      differences += runner.snapshots.differences.map { (file, $0) }
      accepted += runner.snapshots.accepted
    }
    if accept { print("\(accepted) snapshots accepted") }
    return (results, differences)
  }
}
