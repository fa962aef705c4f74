import Glibc
import Interface
import Loop
import LuaRuntime
import LuaScreens
import Processes
import StateRestoration

/// Runs the cases of a test file one after the other, each with its own apps.
@MainActor
public final class TestRunner {
  /// The results of a file's cases.
  public struct Result: Sendable {
    /// The cases in order; a file that cannot be run counts as one.
    public var cases: [Case] = []
    /// The number of passed cases.
    public var passed: Int { cases.count - failed }
    /// The number of failed cases.
    public var failed: Int { cases.filter { $0.failure != nil }.count }

    /// Creates an empty result.
    public init() {}
  }

  /// The result of a case.
  public struct Case: Sendable {
    /// The case's name.
    public let name: String
    /// The duration.
    public let seconds: Double
    /// The failure with the last steps before it; nil if the case passed.
    public let failure: String?
    /// Notes for the report.
    public let notes: [String]
  }

  private let path: String
  /// The folder of the test file; empty for the current one.
  let folder: String
  let lua: LuaState
  private(set) var library: TestLibrary?
  /// A case of the file.
  struct Definition {
    let name: String
    let function: TestFunction
    /// Whether the case is run with neutral events between its steps.
    var isEverywhere = false
    /// The chosen events; nil for all.
    var events: [NeutralEvent]?
  }

  private var cases: [Definition] = []
  private var before: [TestFunction] = []
  private var after: [TestFunction] = []
  private var apps = LaunchedApps()
  /// The steps of the current case.
  private var steps: [(text: String, count: Int)] = []
  private var notes: [String] = []
  private static let shownSteps = 10

  /// Runs only the cases whose names contain this text; nil runs all.
  public var filter: String?
  /// Runs only the case at this position, counted from 0; nil runs all.
  public var onlyCase: Int?

  /// Adds advice to problems of tested apps; see ``AppSession/advise``.
  public var advise: (Problem) -> Problem = { $0 }
  /// The command line of a program that calls ``runIsolatedApp()``, for apps in separate processes; nil if there is
  /// none.
  public var isolatedAppProgram: [String]?
  /// Whether `isolated = true` runs an app in a separate process; false for an owner that observes the sessions of apps.
  public var isolatesApps = true
  /// Receives the output of the run: a line per case, failures, and the output of the test and its apps.
  public var onPrint: ([UInt8]) -> Void = {
    ScriptOutput.output.write($0, isTrusted: true)
    fflush(nil)
  }

  /// Prints a text of the runner, which may contain names and messages from scripts.
  private func report(_ text: String) { print(Array((text.showingControls + "\n").utf8)) }

  private func print(_ bytes: [UInt8]) { if !isRepeating { onPrint(bytes) } }

  /// Defines the classes and functions of a Swift program in each app; see `ScriptHost.Configuration.register`.
  public var register: (@MainActor (ScriptHost) throws -> Void)?
  /// Called with the session of each app in this process, before its first launch.
  public var willLaunch: (AppSession) -> Void = { _ in }
  /// Called after each step of an app in this process, with its session.
  public var stepDidEnd: (AppSession) -> Void = { _ in }
  /// Called at the end of each case with its failure, if any, and the sessions of its apps, before they are killed. Errors
  /// of the apps do not fail the case any more.
  public var caseDidEnd: (_ failure: String?, _ sessions: [AppSession]) -> Void = { _, _ in }
  /// Whether a case passes in spite of errors in its apps, as its owner reports them.
  public var ignoresErrorsOfApps = false
  /// Returns what `isSound` reports about an app, or nil to pass over the expectation; nil if this runner cannot examine apps.
  public var examine: ((AppSession) throws -> [String]?)?

  /// Runs a case with neutral events between its steps. If it is nil, cases of `test.everywhere` fail.
  public var repeatCase: ((CaseRepetition) -> CaseRepetition.Result)?
  /// Whether all suitable cases are run with neutral events between their steps.
  public var repeatsAllCases = false
  /// The run of a case that is run several times; nil for other cases.
  private(set) var caseRun: CaseRun?
  /// The name of the running case.
  private var runningCase = ""
  /// Whether a case is being repeated: output is discarded, as that of the case's first run was shown.
  public var isRepeating: Bool { caseRun?.isFirst == false }

  /// The snapshots for comparing screens.
  public let snapshots: SnapshotStore

  /// The time limit of a case, in seconds.
  private static let timeLimit = 300.0

  /// The files that the test has created with `os.tmpname`.
  public private(set) var temporaryFiles: Set<String> = []

  /// The default limits and capabilities of tested apps.
  let appLimits: LuaState.Options

  public init(_ path: String, acceptsSnapshots: Bool = false, apps: LuaState.Options = .init()) throws {
    appLimits = apps
    self.path = path
    snapshots = SnapshotStore(testFile: path, accepts: acceptsSnapshots)
    folder = path.deletingLastPathComponent
    lua = try LuaState(options: LuaState.Options(timeLimit: Self.timeLimit))
    lua.onPrint = { [weak self] in self?.print($0) }
    // Programs started by the test itself, such as a server for its apps, continue when an app exits.
    lua.onProcessStart = { Descendants.hold() }
    lua.onProcessStarted = { Descendants.willWait(for: $0) }
    lua.moduleFolders = [testFolder]
    library = TestLibrary(runner: self, lua: lua)
    try library?.install()
    try noteTemporaryFiles()
  }

  private func noteTemporaryFiles() throws {
    try lua.withStack { stack in
      try lua.load(Array(Self.notingNames.utf8), name: "luahost.test", on: stack)
      lua.pushFunction(on: stack) { [weak self] stack in
        if let name = stack.string(1) { self?.temporaryFiles.insert(name) }
        return 0
      }
      try stack.call(arguments: 1, results: 0)
    }
  }

  private static let notingNames = """
    local note, tmpname = ..., os.tmpname
    function os.tmpname()
      local name = tmpname()
      note(name)
      return name
    end
    """

  /// The documentation of the module `luahost.test`.
  var reference: Reference { Reference(module, variable: "test", classesOf: lua) }

  private var module: ScriptModule { library?.module ?? ScriptModule("luahost.test") }

  var testFolder: String { folder.isEmpty ? "." : folder }

  /// Whether the file has defined its cases.
  private(set) var isLoaded = false

  func add(_ definition: Definition) { cases.append(definition) }
  func addBefore(_ function: TestFunction) { before.append(function) }
  func addAfter(_ function: TestFunction) { after.append(function) }
  /// Records a step of the current case, for the message if it fails.
  func note(step: String) {
    if steps.last?.text == step { steps[steps.count - 1].count += 1 } else { steps.append((step, 1)) }
  }

  /// The running app that `t:launch` returns, instead of launching one.
  private var played: (session: AppSession, resize: (Size?) -> Void)?

  /// Performs the steps of the file in a session's running app, which continues afterwards.
  ///
  /// - Parameter resize: resizes the app's screen.
  public func play(in session: AppSession, resize: @escaping (Size?) -> Void) -> Result {
    played = (session, resize)
    let inner = session.onProblem
    defer {
      played = nil
      session.onProblem = inner
    }
    return run()
  }

  func launch(_ settings: TestedApp.Settings, _ options: LaunchedApp.Options) throws -> LaunchedApp {
    let errors = AppErrors()
    var settings = settings
    try caseRun?.willLaunch(&settings)
    let place: LaunchedApp.Place
    if let played {
      _ = try played.session.running
      played.session.onProblem = { [inner = played.session.onProblem] problem in
        // The case fails with those that it does not expect.
        if problem.severity == .error { errors.add(problem) } else { inner(problem) }
      }
      place = .here(TestedApp(playing: played.session, settings, errors: errors, resize: played.resize))
    } else if options.isIsolated, isolatesApps, caseRun?.isFirst != false {
      place = .isolated(try makeIsolatedApp(settings, options, errors))
    } else {
      let app = TestedApp(
        settings, errors: errors,
        TestedApp.Surroundings(
          onOverdue: onOverdue, terminal: options.terminal, onPrint: { [weak self] in self?.print($0) },
          advise: advise,
          onNote: { [weak self] in self?.report(noteFromApp: $0) }))
      app.session.configuration.register = register
      caseRun?.willLaunch(app)
      willLaunch(app.session)
      app.didStep = { [unowned self] in stepDidEnd($0) }
      place = .here(app)
    }
    let app = LaunchedApp(place, errors: errors, areErrorsAllowed: options.areErrorsAllowed)
    try app.launch()
    apps.add(app)
    return app
  }

  /// Reports the running case with a call of its app that cannot be stopped, as the process cannot run further ones.
  private var onOverdue: @Sendable (LuaOverdueCall) -> Void {
    { [runningCase, report = appLimits.onOverdue] call in
      var call = call
      call.callback = "case \"\(runningCase)\": \(call.callback)"
      report(call)
    }
  }

  private func makeIsolatedApp(
    _ settings: TestedApp.Settings, _ options: LaunchedApp.Options, _ errors: AppErrors
  ) throws -> IsolatedApp {
    guard let isolatedAppProgram, let library else {
      throw LuaError.usage(
        "isolated = true: this program cannot run an app in a process of its own; run the test with the command `luahost`"
      )
    }
    return try IsolatedApp(
      Command(isolatedAppProgram.map { Array($0.utf8) }), settings, library, errors: errors, terminal: options.terminal)
  }

  /// Reports a problem of an app that is no error.
  func report(noteFromApp problem: Problem) { report(Self.indented("note from the app: \(problem)")) }

  /// Adds a note to the report: below the line of the running case, if there is one.
  func note(_ text: String) {
    guard !isRepeating else { return }
    notes.append(text)
    if runningCase.isEmpty { report(note: text) }
  }

  private func report(note text: String) { report(Self.indented("note: \(text)")) }

  /// Runs the file, which defines its cases, and then the cases. A runner runs once.
  public func run() -> Result {
    defer {
      lua.close(runningFinalizers: true)
      Descendants.release()
    }
    var result = Result()
    do {
      let stack = try lua.stack
      try lua.load(file: path, on: stack)
      stack.push(path)
      try stack.call(arguments: 1, results: 0)
    } catch {
      let message = Self.message(of: error)
      report("FAIL  \(path)\n\(Self.indented(message))")
      result.cases.append(Case(name: path, seconds: 0, failure: message, notes: notes))
      return result
    }
    isLoaded = true
    if cases.isEmpty { note("\(path) has no cases; add one with test.case(\"a rule\", function(t) … end)") }
    for (index, definition) in cases.enumerated() {
      guard onlyCase ?? index == index, filter.map({ $0.isEmpty || definition.name.contains($0) }) ?? true else {
        continue
      }
      let name = definition.name
      runningCase = name
      let start = ContinuousClock.now
      let failure = run(definition)
      let seconds = (ContinuousClock.now - start).seconds
      result.cases.append(Case(name: name, seconds: seconds, failure: failure, notes: notes))
      let line = "\(name.showingControlsInLine) (\(Self.words(forSeconds: seconds)))"
      report((failure == nil ? "ok    " : "FAIL  ") + line)
      if let failure { report(Self.indented(failure)) }
      notes.forEach(report(note:))
    }
    return result
  }

  private static func words(forSeconds seconds: Double) -> String {
    seconds < 1 ? "\(Int((seconds * 1000).rounded())) ms" : "\((seconds * 100).rounded() / 100) s"
  }

  /// Runs a case, several times if it is to be run with events between its steps.
  private func run(_ definition: Definition) -> String? {
    notes = []
    guard definition.isEverywhere || repeatsAllCases else { return run(definition.function) }
    guard let repeatCase else { return "test.everywhere is not available in this program" }
    let result = repeatCase(
      CaseRepetition(events: definition.events, isRequested: definition.isEverywhere) {
        [unowned self] caseRun in
        self.caseRun = caseRun
        defer { self.caseRun = nil }
        return run(definition.function)
      })
    for text in result.notes { note(text) }
    return result.failure
  }

  /// Runs a case once, with its before and after functions.
  ///
  /// - Returns: the failure; nil if the case passed.
  private func run(_ body: TestFunction) -> String? {
    steps = []
    var failures: [String] = []
    var testObject: LuaReference?
    func call(_ function: TestFunction) -> Bool {
      do {
        let stack = try lua.stack
        testObject = try testObject ?? library?.testObject(on: stack)
        stack.push(function.body)
        if let testObject { stack.push(testObject) } else { stack.pushNil() }
        try stack.call(arguments: 1, results: 0)
        return true
      } catch {
        let traceback = (error as? LuaError)?.traceback ?? ""
        failures.append(function.placed(Self.message(of: error), traceback: traceback))
        return false
      }
    }
    if before.allSatisfy(call) { _ = call(body) }
    for function in after.reversed() { _ = call(function) }
    apps.all.forEach { $0.drawFrame() }
    // Errors of a repeated run are compared with those of the first.
    if !isRepeating, !ignoresErrorsOfApps { failures += apps.unexpectedErrors.map { "error in the app: \($0)" } }
    caseRun?.take(errors: apps.allErrors)
    caseDidEnd(failures.first, apps.all.compactMap(\.session))
    endApps()
    guard !failures.isEmpty else { return nil }
    let last = steps.suffix(Self.shownSteps)
    if !last.isEmpty {
      failures.append(
        (["the last steps:"] + last.map { "  \($0.text)" + ($0.count > 1 ? " (\($0.count) times)" : "") }).joined(
          separator: "\n"))
    }
    return failures.joined(separator: "\n")
  }

  /// Ends the apps of the case.
  private func endApps() {
    let all = apps.all
    guard !all.isEmpty else { return }
    for program in all.flatMap(\.runningPrograms) { note("the case left \(program) running; it was killed") }
    for app in all { app.end() }
    apps = LaunchedApps()
    // The test's collector sees only a small part of an app's memory.
    lua.collectGarbage()
  }

  /// Returns the message of an error: a failed expectation contains its place, other errors come with their traceback.
  private static func message(of error: any Error) -> String {
    if case LuaError.runtime(let message, _, _?) = error { return message }
    // Frames of the library itself are irrelevant to the test.
    return "\(error)".split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("\tluahost.test:") && !$0.contains("[C]: in function 'pcall'") }.joined(separator: "\n")
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "      \($0)" }.joined(separator: "\n")
  }
}
