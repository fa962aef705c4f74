import AppSession
import ArgumentParser
import Foresight
import FoundationEssentials
import Glibc
import Interface
import Loop
import LuaRuntime
import LuaScreens
import StateRestoration

/// `luahost explore APP.lua`: finds out by itself what an app loses.
struct ExploreCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Find state that an app loses, by trying its screens, and print a test for each loss.",
    discussion: """
      Makes steps that the app's screens offer in temporary copies of the app, and interrupts it in each state: by a kill, \
      the background, another size. What differs from an app that was not interrupted is reduced to the fewest steps, and \
      printed as a test file. The app's own state does not change. Control-C stops it, and prints what was found until \
      then; a second one terminates it at once. Exit codes: 0 no loss was found; 1 a loss or an error was found; 130 it \
      was stopped before one was found.
      """)

  @Argument(help: "The app's script.", completion: .file(extensions: ["lua"]))
  var script: String

  @Argument(help: "Arguments for the script.", completion: .file())
  var arguments: [AppArgument] = []

  @Option(
    help: ArgumentHelp("Make at most this many steps at random.", discussion: "Default: 1000.", valueName: "number"))
  var steps: Int?

  @Option(
    help: ArgumentHelp(
      "Choose other steps. The same seed finds the same.", discussion: "Default: 1.", valueName: "number"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Try every list of this many steps, instead of choosing steps at random; excludes --steps and --seed.",
      valueName: "steps"))
  var depth: Int?

  @Option(
    help: ArgumentHelp(
      "Share the work among this many processes.", discussion: "Default: the number of processors.", valueName: "number"
    ))
  var processes = ProcessInfo.processInfo.activeProcessorCount

  @Flag(help: "Let the app run commands, send requests and change files outside of its own folder.")
  var allow = false

  @Flag(
    help: "Also change the items of files that the app has read while it is not running: remove, rename, reorder them.")
  var world = false

  @Flag(help: "Print JSON; what was reached is printed to standard error.")
  var json = false

  @OptionGroup var options: AppOptions

  @OptionGroup(visibility: .hidden) var observation: ObservationOptions

  func validate() throws {
    if let steps, steps < 1 { throw ValidationError("--steps: expected at least 1, got \(steps)") }
    if processes < 1 { throw ValidationError("--processes: expected at least 1, got \(processes)") }
    if let depth, !(1...10).contains(depth) { throw ValidationError("--depth: expected 1 to 10, got \(depth)") }
    if depth != nil, steps != nil || seed != nil {
      let option = steps == nil ? "--seed" : "--steps"
      throw ValidationError("--depth tries every list of steps; use it without \(option)")
    }
  }

  func perform() throws {
    try AppOptions.check(script: script)
    try observation.reject()
    options.noteUnusedState("the exploration starts the app")
    var printed: [UInt8] = []
    // Standard error is discarded while the app runs.
    let progress = ProgressLine()
    let report = try printingEmptyList(json) {
      defer { progress?.clear() }
      return try StandardStreams.discarding { try explore(progress) { printed += $0 } }
    }
    ScriptOutput.error.write(printed, isTrusted: options.limits.lua.isTrusted)
    for name in report.notTried { complain("not tried without --allow: \(name)") }
    for complaint in report.complaints { complain(complaint) }
    let total = depth == nil ? " of \(steps ?? 1000)" : ""
    let made = report.isStopped ? "stopped after \(report.steps)\(total) steps" : "\(report.steps) steps"
    if report.isStopped { complain(made) }
    if json {
      for line in report.coverageLines { printError(line) }
      print(report.table.jsonText)
    } else {
      print(report.tests, terminator: report.count == 0 ? "" : "\n")
      for line in ["\(made), \(report.count) found"] + report.coverageLines { print("-- \(line)") }
    }
    if report.isStopped, !report.hasLosses { throw ExitCode(128 + SIGINT) }
    throw ExitCode((report.hasLosses ? ExitStatus.scriptFailed : .success).rawValue)
  }

  @MainActor
  private func explore(
    _ progress: ProgressLine?, onPrint: @escaping ([UInt8]) -> Void
  ) throws -> Exploration.Report {
    var exploration = Exploration(options.limits.configuration(script, arguments), isAllowed: allow)
    if let steps { exploration.steps = steps }
    if let seed { exploration.seed = seed }
    exploration.depth = depth
    exploration.movesWorld = world
    exploration.onPrint = onPrint
    exploration.workerProgram = HelperCommand.exploreWorker.commandLine
    exploration.workers = processes
    let interruption = InterruptFlag()
    exploration.shouldStop = { interruption.isSet }
    exploration.onProgress = { progress?.show($0.line) }
    return try exploration.explore()
  }
}

extension ExplorationProgress {
  /// A line for the user who waits.
  fileprivate var line: String {
    let done = total.map { "\(steps) of \($0) steps" } ?? "\(steps) steps"
    let reduced = reduction.map { ", reducing \($0.number) of \($0.count)" } ?? ""
    let found = losses == 1 ? "1 loss" : "\(losses) losses"
    return "\(done), \(states) states, \(found)\(reduced)"
  }
}
