import AppSession
import ArchiveStore
import ArgumentParser
import Foresight
import Glibc
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// `luahost doctor [APP.lua]`: reports what an app will not restore, or the surroundings of the command.
struct DoctorCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Report what an app will not restore, and why; without an app, the surroundings.",
    discussion: """
      Launches the app in a temporary folder, saves it, kills it and restores it. The launch is a fresh one, or with \
      --state-dir or --session starts from a copy of that state. The app's own state does not change. Exit codes: 0 nothing was found; 1 something was found.
      """)

  @Argument(help: "The app's script.", completion: .file(extensions: ["lua"]))
  var script: String?

  @Argument(help: "Arguments for the script.", completion: .file())
  var arguments: [AppArgument] = []

  @Option(
    help: ArgumentHelp(
      "Examine the app at the end of each case of this test, instead of after its launch.", valueName: "test.lua"),
    completion: .file(extensions: ["lua"]))
  var after: String?

  @Flag(help: "Let the app run commands, send requests and change files outside of its own folder.")
  var allow = false

  @Flag(help: "Print the changes that remove findings, as a unified diff; each was tried on a copy.")
  var fix = false

  @Flag(help: "With --fix: change the scripts.")
  var write = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var options: AppOptions

  @OptionGroup(visibility: .hidden) var observation: ObservationOptions

  func perform() throws {
    if write, !fix { throw UsageError("--write requires --fix") }
    if fix, after != nil { throw UsageError("--fix examines a fresh launch; use it without --after") }
    if fix, json { throw UsageError("--fix prints a diff; use it without --json") }
    guard let script else {
      if fix || after != nil { throw UsageError("--fix and --after require an app") }
      return try reportSurroundings()
    }
    try AppOptions.check(script: script)
    try observation.reject()
    if let after {
      try AppOptions.check(script: after)
      options.noteUnusedState("the test launches the app")
    }
    if fix { return try repair(script) }
    let diagnosis = try printingEmptyList(json) { try StandardStreams.writingOutputToError { try examine(script) } }
    for name in diagnosis.refusedOperations { complain("not tried without --allow: \(name)") }
    for error in diagnosis.otherErrors { complain(error) }
    for failure in diagnosis.failedCases { complain("a case of the test failed: \(failure)") }
    print(json ? diagnosis.table.jsonText : DoctorText.text(diagnosis))
    let isClean = diagnosis.findings.isEmpty && diagnosis.failedCases.isEmpty
    throw ExitCode((isClean ? ExitStatus.success : .scriptFailed).rawValue)
  }

  @MainActor
  private func repair(_ script: String) throws {
    if AppBundle.isBundle(script) {
      throw UsageError("\(script) is a bundled app; fix its scripts, and bundle it again")
    }
    let repair = try StandardStreams.writingOutputToError { try Repair(try doctor(script)) }
    // Bytes, for `patch`; to a terminal, with control characters made visible.
    ScriptOutput.output.write(repair.diff, isTrusted: false)
    for (finding, reason) in repair.remaining { printError("\(finding)\n  Not changed: \(reason).\n") }
    if write { try repair.write() }
    let isClean = repair.remaining.isEmpty && (write || repair.fixed.isEmpty)
    throw ExitCode((isClean ? ExitStatus.success : .scriptFailed).rawValue)
  }

  @MainActor
  private func examine(_ script: String) throws -> Diagnosis {
    let doctor = try doctor(script)
    if let after { return try doctor.examine(afterTest: after) }
    return try doctor.examine()
  }

  @MainActor
  private func doctor(_ script: String) throws -> Doctor {
    var doctor = Doctor(options.limits.configuration(script, arguments), isAllowed: allow)
    let isTrusted = options.limits.lua.isTrusted
    doctor.onPrint = { ScriptOutput.error.write($0, isTrusted: isTrusted) }
    if after == nil, !options.fresh, options.selectsState {
      let files = try options.files(ofScript: script, arguments: arguments)
      doctor.initialState = try SQLiteArchiveStore.archiveToRestore(of: files) { complain(Advice.message(of: $0)) }
        .map { ($0, files.ownFiles) }
    }
    return doctor
  }

  @MainActor
  private func reportSurroundings() throws {
    let surroundings = Surroundings(stateDirectory: options.stateDirectory)
    print(json ? surroundings.table.jsonText : surroundings.text)
    throw ExitCode((surroundings.isComplete ? ExitStatus.success : .scriptFailed).rawValue)
  }
}

/// The text form of a diagnosis.
enum DoctorText {
  /// Returns a block for each finding, and a last line with their number.
  static func text(_ diagnosis: Diagnosis) -> String {
    (diagnosis.findings.map { "\($0)\n" } + [summary(diagnosis)]).joined(separator: "\n")
  }

  private static func summary(_ diagnosis: Diagnosis) -> String {
    switch (diagnosis.findings.count, diagnosis.otherErrors.isEmpty) {
    case (0, _) where !diagnosis.failedCases.isEmpty: "nothing found in the other cases"
    case (0, true): "nothing found"
    case (0, false): "nothing found that saving or restoring loses, but the app reports errors"
    case (1, _): "1 finding"
    case (let count, _): "\(count) findings"
    }
  }
}
