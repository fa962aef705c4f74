import Foundation
import Interface
import LuaRuntime
import LuaScreens
import Processes
import StateRestoration

/// Runs a test file: its cases one after the other, each with apps of its own.
@MainActor
public final class TestRunner {
  /// How a file's cases went.
  public struct Result: Sendable {
    /// The cases that were run, in order; a file that cannot be run is one.
    public var cases: [Case] = []
    /// How many cases passed.
    public var passed: Int { cases.count - failed }
    /// How many failed.
    public var failed: Int { cases.filter { $0.failure != nil }.count }

    /// Nothing yet.
    public init() {}
  }

  /// How a case went.
  public struct Case: Sendable {
    /// What it is called.
    public let name: String
    /// How long it took.
    public let seconds: Double
    /// Why it failed, and the last steps before; nil if it passed.
    public let failure: String?
    /// Further details of the report.
    public let notes: [String]
  }

  private let path: String
  private let folder: String
  let lua: LuaState
  private var library: TestLibrary?
  private var cases: [(name: String, body: LuaReference)] = []
  private var before: [LuaReference] = []
  private var after: [LuaReference] = []
  private var apps = LaunchedApps()
  /// What the test has done since its case began.
  private var steps: [(text: String, count: Int)] = []
  private var notes: [String] = []
  private static let shownSteps = 10

  /// Runs only the cases whose names contain this; nil for all.
  public var filter: String?

  /// As ``AppSession/advise``, for the apps that are tested.
  public var advise: (Problem) -> Problem = { $0 }
  /// Gets what is to be read of the run: a line per case, what failed, and what the test and its apps print.
  public var onPrint: ([UInt8]) -> Void = {
    ScriptOutput.output.write($0, isTrusted: true)
    fflush(nil)
  }

  /// Prints a text of the runner's own, whose names and messages come from scripts.
  private func report(_ text: String) { onPrint(Array((text.showingControls + "\n").utf8)) }

  /// The pictures that screens are compared with.
  public let snapshots: SnapshotStore

  /// How long one case may run, in seconds.
  private static let timeLimit = 300.0

  /// What the apps that are tested may do, unless a test says otherwise.
  let appLimits: LuaState.Options

  public init(_ path: String, acceptsSnapshots: Bool = false, apps: LuaState.Options = .init()) throws {
    appLimits = apps
    self.path = path
    snapshots = SnapshotStore(testFile: path, accepts: acceptsSnapshots)
    folder = (path as NSString).deletingLastPathComponent
    lua = try LuaState(options: LuaState.Options(timeLimit: Self.timeLimit))
    lua.onPrint = { [weak self] in self?.onPrint($0) }
    // What the test starts itself, a server for its apps, goes on when an app ends.
    lua.onProcessStart = { Descendants.hold() }
    lua.onProcessStarted = { Descendants.willWait(for: $0) }
    lua.moduleFolders = [folder.isEmpty ? "." : folder]
    library = TestLibrary(runner: self, lua: lua)
    try library?.install()
  }

  /// What the file can write of the module `luahost.test`.
  var reference: Reference { Reference(module, variable: "test", classesOf: lua) }

  private var module: ScriptModule { library?.module ?? ScriptModule("luahost.test") }

  var testFolder: String { folder.isEmpty ? "." : folder }

  /// Whether the file has said what its cases are.
  private(set) var isLoaded = false

  func add(_ name: String, _ body: LuaReference) { cases.append((name, body)) }
  func addBefore(_ body: LuaReference) { before.append(body) }
  func addAfter(_ body: LuaReference) { after.append(body) }
  /// Notes what the test does now, for the message if its case fails.
  func note(step: String) {
    if steps.last?.text == step { steps[steps.count - 1].count += 1 } else { steps.append((step, 1)) }
  }

  func launch(_ script: String, _ options: TestedApp.Options) throws -> TestedApp {
    let app = try TestedApp(
      script: script, folder: folder, options, onPrint: onPrint, advise: advise,
      onNote: { [weak self] in self?.report(Self.indented("note from the app: \($0)")) })
    apps.add(app)
    return app
  }

  /// Tells whoever reads the run something about the test.
  func tell(_ note: String) {
    notes.append(note)
    report(Self.indented("note: \(note)"))
  }

  /// Runs the file, which says what its cases are, and then the cases.
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
    if cases.isEmpty { tell("\(path) has no case; test.case(\"what is so\", function(t) … end) adds one") }
    for (name, body) in cases where filter.map({ $0.isEmpty || name.contains($0) }) ?? true {
      let start = ContinuousClock.now
      let failure = run(body)
      let seconds = (ContinuousClock.now - start).seconds
      result.cases.append(Case(name: name, seconds: seconds, failure: failure, notes: notes))
      report((failure == nil ? "ok    " : "FAIL  ") + "\(name) (\(Self.words(forSeconds: seconds)))")
      if let failure { report(Self.indented(failure)) }
    }
    return result
  }

  private static func words(forSeconds seconds: Double) -> String {
    seconds < 1 ? "\(Int((seconds * 1000).rounded())) ms" : "\((seconds * 100).rounded() / 100) s"
  }

  /// Runs a case, and what stands around it.
  ///
  /// - Returns: why it failed; nil if it passed.
  private func run(_ body: LuaReference) -> String? {
    steps = []
    notes = []
    var failures: [String] = []
    var testObject: LuaReference?
    func call(_ function: LuaReference) -> Bool {
      do {
        let stack = try lua.stack
        testObject = try testObject ?? library?.testObject(on: stack)
        stack.push(function)
        if let testObject { stack.push(testObject) } else { stack.pushNil() }
        try stack.call(arguments: 1, results: 0)
        return true
      } catch {
        failures.append(Self.message(of: error))
        return false
      }
    }
    if before.allSatisfy(call) { _ = call(body) }
    for function in after.reversed() { _ = call(function) }
    failures += endApps()
    guard !failures.isEmpty else { return nil }
    let last = steps.suffix(Self.shownSteps)
    if !last.isEmpty {
      failures.append(
        (["the last steps:"] + last.map { "  \($0.text)" + ($0.count > 1 ? " (\($0.count) times)" : "") }).joined(
          separator: "\n"))
    }
    return failures.joined(separator: "\n")
  }

  /// Ends what the case has left.
  ///
  /// - Returns: what its apps did wrong, as far as the case did not expect it.
  private func endApps() -> [String] {
    let all = apps.all
    guard !all.isEmpty else { return [] }
    for program in all.flatMap(\.runningPrograms) { tell("the case has left \(program) running, which is killed") }
    for app in all { app.kill() }
    defer {
      apps = LaunchedApps()
      // The test's collector sees little of how much an app is.
      lua.collectGarbage()
    }
    return apps.unexpectedErrors.map { "error in the app: \($0)" }
  }

  /// A failed expectation says where it stands; other errors come with their traceback.
  private static func message(of error: any Error) -> String {
    if case LuaError.runtime(let message, _, _?) = error { return message }
    // Frames of the library itself say nothing about the test.
    return "\(error)".split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("\tluahost.test:") && !$0.contains("[C]: in function 'pcall'") }.joined(separator: "\n")
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "      \($0)" }.joined(separator: "\n")
  }
}
