import AppSession
import ArgumentParser
import Foresight
import Glibc
import Interface
import LuaRuntime
import LuaScreens

/// `luahost test`: runs test scripts that drive apps.
struct TestCommand: MainActorCommand {
  static let configuration = CommandConfiguration(commandName: "test", abstract: "Run test scripts that drive apps.")

  @Argument(
    help: "The test scripts; with --from, the apps, and after -- arguments for their scripts.",
    completion: .file(extensions: ["lua"]))
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

  @Option(
    help: ArgumentHelp(
      "Restore the states in this folder, which `luahost archive keep` wrote, with the app's script of today.",
      discussion: "Prints each node and key that is lost or refused; the exit code is 1 if there is one.",
      valueName: "folder"),
    completion: .directory)
  var from: String?

  @Flag(help: "Repeat each case with a kill, a resize and other events after each step, and report what is lost.")
  var everywhere = false

  @OptionGroup var limits: LimitOptions

  func perform() throws {
    if let from { return try testUpgrades(from: from) }
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
    if let report { try OutputError.write(Array(SnapshotStore.report(differences).utf8), to: report) }
    if let junit {
      try OutputError.write(Array(JUnitReport.xml(Array(zip(files, results))).utf8), to: junit)
    }
    throw ExitCode(failed == 0 ? ExitStatus.success.rawValue : ExitStatus.scriptFailed.rawValue)
  }

  /// Restores the kept states with each app.
  @MainActor
  private func testUpgrades(from folder: String) throws {
    for (option, isGiven) in [
      ("--accept", accept), ("--report", report != nil), ("--junit", junit != nil), ("--everywhere", everywhere),
    ] where isGiven {
      throw UsageError("--from restores kept states and runs no test scripts; use it without \(option)")
    }
    // The parser adds what follows -- to the files.
    let arguments = CommandLine.arguments.firstIndex(of: "--").map { CommandLine.arguments[($0 + 1)...] } ?? []
    let apps = files.dropLast(arguments.count)
    if apps.isEmpty { throw UsageError("--from requires an app before --") }
    for file in apps { try AppOptions.check(script: file) }
    let states = try KeptStates(in: folder).states.filter { state in filter.map(state.name.contains) ?? true }
    if states.isEmpty, let filter { print("no state has a name that contains \"\(filter)\"") }
    var failed = 0
    for file in apps {
      var test = UpgradeTest(limits.configuration(file, arguments.map(AppArgument.init)))
      let isTrusted = limits.lua.isTrusted
      test.onPrint = { ScriptOutput.error.write($0, isTrusted: isTrusted) }
      for state in states {
        let (failures, refusedOperations): ([String], [String])
        do {
          let (losses, refused) = try test.run(state)
          (failures, refusedOperations) = (losses.map(\.description), refused)
        } catch {
          // An app that cannot be loaded fails as a test file does. The first line has the place.
          (failures, refusedOperations) = (["\(error)".split(separator: "\n").first.map(String.init) ?? ""], [])
        }
        print(failures.isEmpty ? "ok    \(state.name)" : "FAIL  \(state.name)")
        for failure in failures { print("      \(failure.showingControlsInLine)") }
        for name in refusedOperations { complain("not tried: \(name)") }
        if !failures.isEmpty { failed += 1 }
      }
    }
    print("\(states.count * apps.count - failed) passed, \(failed) failed")
    throw ExitCode((failed == 0 ? ExitStatus.success : .scriptFailed).rawValue)
  }

  private typealias Difference = (file: String, difference: SnapshotStore.Difference)

  @MainActor
  private func runFiles() throws -> (results: [TestRunner.Result], differences: [Difference]) {
    var results: [TestRunner.Result] = []
    var differences: [Difference] = []
    var accepted = 0
    let everywhereTests = EverywhereTests(includesAll: everywhere)
    for file in files {
      if files.count > 1 { print(file) }
      let runner = try TestRunner(file, acceptsSnapshots: accept, apps: limits.lua)
      runner.advise = { Advice.advise($0) }
      runner.examine = { try Doctor.examine($0).findings.map(\.description) }
      runner.willLaunch = { [unowned runner] session in
        session.drawSave = { [unowned session] in try SavedScreen.draw($0, of: session) }
        if !runner.isRepeating { session.configuration.reportMistakes() }
      }
      runner.isolatedAppProgram = HelperCommand.isolatedApp.commandLine
      runner.snapshots.advice =
        "`luahost test --report FILE.html` shows both; `luahost test --accept` accepts the new one"
      runner.filter = filter
      everywhereTests.install(in: runner)
      results.append(runner.run())
      differences += runner.snapshots.differences.map { (file, $0) }
      accepted += runner.snapshots.accepted
    }
    if accept { print("\(accepted) \(accepted == 1 ? "snapshot" : "snapshots") accepted") }
    return (results, differences)
  }
}
