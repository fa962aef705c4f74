import ArchiveStore
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// One run of a case that is run several times: follows the calls of the test on its app, and gives the test the same
/// values in each run, so that it always takes the same steps.
///
/// The first app that the case launches is followed. A run that repeats another one ends at the first step that fails
/// only there.
@MainActor
public final class CaseRun {
  /// The steps and values of one run of a case.
  public struct Record {
    /// The steps of the test, from the launch on, as text.
    public internal(set) var steps: [String] = []
    /// The messages of the app's errors.
    public internal(set) var errors: [String] = []
    /// The newest save after each step, before any event; nil if there is none.
    fileprivate var saves: [SaveNumber?] = []
    fileprivate var calls: [Call] = []

    /// Creates the record of a run that has done nothing.
    public init() {}
  }

  /// A difference between this run and the repeated one, after a step.
  public enum Difference {
    /// The test has read another value; with the path of the node that it has read a property of.
    case value(call: String, node: String?, was: String, is: String)
    /// A step has failed that had succeeded.
    case failure(step: String, message: String)
    /// A step has succeeded that had failed.
    case success(step: String)
    /// The app has reported an error.
    case error(message: String)
    /// The test has made other calls, so that it cannot be repeated.
    case otherCalls(expected: String?, actual: String)
  }

  /// All that a launch depends on: the script and the options of `t:launch`. Equal ones launch the same app.
  package struct Launch: Hashable {
    fileprivate let settings: TestedApp.Settings
  }

  fileprivate struct Call {
    enum Outcome {
      case values([PlainValue])
      case objects
      case failure(any Error)
    }
    let name: String
    let text: String
    var outcome: Outcome
    var shown = ""
  }

  /// The steps that the run has made so far.
  public private(set) var record = Record()
  /// The reason why the case cannot be repeated with events; nil if it can. Known when the run has ended.
  public private(set) var objection: String?
  /// The step with which the case itself ends or restarts its app; nil if it does not.
  public private(set) var ownRestart: String?
  /// Whether the run has ended early.
  public private(set) var isOver = false
  /// The settings of the first launch; nil before it.
  package private(set) var launch: Launch?
  /// Called with the session of the followed app, before its first launch.
  public var willLaunch: (AppSession) -> Void = { _ in }
  /// Called after each step with its index in ``Record/steps``, while the app is running.
  public var stepDidEnd: (Int) throws -> Void = { _ in }
  /// Called with each difference to the repeated run.
  public var onDifference: (Difference) -> Void = { _ in }

  private let original: Record?
  private var next = 0
  private var apps = 0
  private weak var session: AppSession?
  private weak var app: TestedApp?
  private var hasObjects = false
  /// Folders of state that the case was given, as they were before its first run.
  let givenStates: GivenStates

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - original: the run to repeat; nil for a first run.
  ///   - other: an earlier run of the case.
  public init(repeating original: Record? = nil, after other: CaseRun? = nil) {
    self.original = original
    givenStates = other?.givenStates ?? GivenStates()
    isFirst = other == nil
  }

  /// Whether the case is run in its usual way: its app uses the given folder, runs in a process of its own if the case wants
  /// that, and its output is shown. Apps of other runs are in this process, where events can be applied to them.
  let isFirst: Bool

  /// Ends the run: all further calls of the test raise an error.
  public func end() { isOver = true }

  // MARK: Apps

  /// Notes that the case launches an app.
  func willLaunch(_ settings: inout TestedApp.Settings) throws {
    apps += 1
    if apps > 1 { objection = "it launches several apps" }
    launch = launch ?? Launch(settings: settings)
    if let given = settings.stateDirectory {
      let path = settings.path(given)
      if isFirst { try givenStates.remember(path) } else { settings.stateDirectory = try givenStates.copy(of: path) }
    }
  }

  func willLaunch(_ app: TestedApp) {
    guard session == nil else { return }
    session = app.session
    self.app = app
    app.replacesLostObjects = original != nil
    willLaunch(app.session)
  }

  /// Returns the save of this run that was made in the same step as a save of the repeated run. Events add saves, so that the
  /// numbers differ.
  ///
  /// - Throws: `ArchiveStoreError.noSuchSave` if the step has made several saves, of which this is not the last.
  func save(for number: SaveNumber) throws -> SaveNumber {
    guard let original else {
      if !record.saves.contains(number) {
        objection = objection ?? "it returns to save \(number), which is not the newest one after any of its steps"
      }
      return number
    }
    guard let step = original.saves.firstIndex(of: number), record.saves.indices.contains(step),
      let own = record.saves[step]
    else { throw ArchiveStoreError.noSuchSave(number, path: "memory") }
    return own
  }

  // MARK: Calls

  /// Notes that an object of the app is among the results of the current call.
  func noteObject() { hasObjects = true }

  /// Calls that replay without being made again: they depend on the history of the process, or are compared otherwise.
  private static let replayed: Set<String> = [
    "screen", "snapshot", "picture", "tree", "events", "archive", "saves", "errors", "findings",
  ]
  private static let restarts: Set<String> = ["kill", "relaunch", "terminate", "rollback", "crash"]

  /// Makes a call of the test, and notes or replaces its results.
  ///
  /// - Parameters:
  ///   - name: the function's name.
  ///   - text: the call as text.
  ///   - session: the app; nil for `t:launch`.
  ///   - isStep: whether the call may change the app.
  ///   - node: the path of the node of which a property is read; nil for other calls.
  ///   - body: makes the call and returns the number of results, which are on top of the stack.
  func follow(
    _ name: String, _ text: String, in session: AppSession?, isStep: Bool, reading node: String? = nil,
    _ stack: LuaStack, _ body: () throws -> Int32
  ) throws -> Int32 {
    if let session, session !== self.session { return try body() }
    guard !isOver else { throw CaseRunEnd() }
    if Self.restarts.contains(name) { ownRestart = ownRestart ?? text }
    if isStep { record.steps.append(text) }
    hasObjects = false
    let count =
      try original == nil ? makeFirst(name, text, stack, body) : makeAgain(name, text, reading: node, stack, body)
    if isStep, let session = self.session { record.saves.append(try? session.store?.currentSaveNumber()) }
    // An event must not be the operation in which the app crashes.
    if isStep, self.session?.host != nil, app?.isCrashPending != true {
      let base = stack.top
      try stepDidEnd(record.steps.count - 1)
      if isOver { throw CaseRunEnd() }
      stack.top = base
    }
    return count
  }

  private func makeFirst(_ name: String, _ text: String, _ stack: LuaStack, _ body: () throws -> Int32) throws -> Int32
  {
    do {
      let count = try body()
      let outcome: Call.Outcome = hasObjects ? .objects : .values(try values(count, stack))
      record.calls.append(Call(name: name, text: text, outcome: outcome, shown: shown(count, stack)))
      return count
    } catch {
      record.calls.append(Call(name: name, text: text, outcome: .failure(error)))
      throw error
    }
  }

  private func makeAgain(
    _ name: String, _ text: String, reading node: String?, _ stack: LuaStack, _ body: () throws -> Int32
  ) throws -> Int32 {
    guard let calls = original?.calls, next < calls.count, calls[next].name == name else {
      let expected = original.flatMap { next < $0.calls.count ? $0.calls[next].text : nil }
      onDifference(.otherCalls(expected: expected, actual: text))
      isOver = true
      throw CaseRunEnd()
    }
    let call = calls[next]
    next += 1
    if Self.replayed.contains(name), case .values(let values) = call.outcome { return push(values, stack) }
    let base = stack.top
    let count: Int32
    do {
      count = try body()
    } catch {
      if case .failure(let former) = call.outcome { throw former }
      guard !isOver else { throw error }
      onDifference(.failure(step: text, message: "\((error as? LuaError)?.message ?? "\(error)")"))
      isOver = true
      throw error
    }
    switch call.outcome {
    case .failure(let former):
      onDifference(.success(step: text))
      isOver = true
      throw former
    case .objects: return count
    case .values(let values):
      if name != "preserve", !hasObjects, try self.values(count, stack).map(\.bytes) != values.map(\.bytes) {
        onDifference(.value(call: text, node: node, was: call.shown, is: shown(count, stack)))
        if isOver { throw CaseRunEnd() }
      }
      stack.top = base
      return push(values, stack)
    }
  }

  private func push(_ values: [PlainValue], _ stack: LuaStack) -> Int32 {
    for value in values { value.push(on: stack) }
    return Int32(values.count)
  }

  private func values(_ count: Int32, _ stack: LuaStack) throws -> [PlainValue] {
    try (0..<count).map { try PlainValue(stack, stack.top - count + 1 + $0) }
  }

  private func shown(_ count: Int32, _ stack: LuaStack) -> String {
    guard !hasObjects else { return "an object" }
    return (0..<count).map { ValuePrinter(stack).text(stack.top - count + 1 + $0) }.joined(separator: ", ")
  }

  // MARK: The end

  /// Notes the errors of the app, when the case has ended, and releases what followed the run.
  func take(errors: [String]) {
    record.errors = errors
    if let original, !isOver {
      for error in errors where !original.errors.contains(error) { onDifference(.error(message: error)) }
    }
    // They may refer to the app and to this run, which would otherwise keep each other, and the app's files.
    willLaunch = { _ in }
    stepDidEnd = { _ in }
    onDifference = { _ in }
  }
}

/// The run of a case has ended early.
struct CaseRunEnd: Error, CustomStringConvertible {
  var description: String { "the run has ended" }
}
