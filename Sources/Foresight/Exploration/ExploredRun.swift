import AppSession
import Glibc
import Interface
import Loop
import LuaRuntime
import LuaScreens
import Processes
import StateRestoration

/// The surroundings in which an app is explored, so that runs of the same steps are the same: the clock moves with the virtual
/// time, random numbers are repeated, effects are refused, and a run that was created from another one gets its answers from
/// outside.
@MainActor
final class RunSurroundings {
  let app: ComparedApp
  let effects: RefusedEffects
  let answers: RecordedAnswers
  /// The timers of the app since its last launch.
  fileprivate(set) var timers = StartedTimers()
  /// The restoration methods that were called since the last launch, and the nodes that were not created again.
  fileprivate(set) var creations = CreatedAgain()
  /// Called with the class of the receiver and the name of each function that is called.
  var onCall: CallHandler?
  /// Called if an extended restoration is never completed, with the place that has extended it.
  fileprivate var onRestorationNotCompleted: ((RestorationProblem, _ place: String?) -> Void)?
  /// Called with each call of a script's function.
  typealias CallHandler = @MainActor (_ className: String?, _ name: String) -> Void

  /// Prepares a session before its first launch.
  ///
  /// - Parameters:
  ///   - source: the answers that the run gets; nil to record its own.
  ///   - clock: the clock of the scripts; nil for the one that all runs of an exploration have.
  init(
    _ session: AppSession, isAllowed: Bool, answersOf source: RecordedAnswers?, clock: RunClock? = nil
  ) {
    answers = RecordedAnswers(of: source)
    effects = RefusedEffects(isAllowed: isAllowed, folder: nil)
    session.configuration.answers = answers
    effects.prepare(session)
    app = ComparedApp(session, clock: clock ?? .ofVirtualTime)
    session.configuration.observers.append { [weak self] host in self.map { [Observer($0, host)] } ?? [] }
  }

  /// Prepares each launch of a run, and observes the calls of scripts.
  @MainActor
  private final class Observer: ScriptObserver {
    private weak var surroundings: RunSurroundings?
    private unowned let host: ScriptHost

    init(_ surroundings: RunSurroundings, _ host: ScriptHost) {
      self.surroundings = surroundings
      self.host = host
    }

    override func scriptWillRun() {
      surroundings?.effects.withhold(in: host)
      surroundings?.timers = StartedTimers()
      surroundings?.creations = CreatedAgain()
    }

    override func restorationMethod(_ method: RestorationMethod, returned node: (any StateRestoring)?) {
      surroundings?.creations.places[method.path] = method.place
    }

    override func restorationProblem(_ problem: RestorationProblem) {
      if case .omitted(let path, let className, _) = problem { surroundings?.creations.omitted[path] = className }
      guard let surroundings, problem.isNotCompleted(in: host, surroundings.effects) else { return }
      surroundings.onRestorationNotCompleted?(problem, host.application.place(toFix: problem))
    }

    override func timer(_ timer: TimerQueue.Timer, wasStartedAt place: String?) {
      surroundings?.timers.add(timer, place)
    }

    override func scriptWillBeCalled(_ call: ScriptCall) {
      guard let onCall = surroundings?.onCall else { return }
      onCall(call.receiver.flatMap { host.lua.hostClass(of: $0)?.name }, call.name)
    }
  }
}

/// One run of an app that is explored, in virtual time and without a terminal.
@MainActor
final class ExploredRun {
  /// The settings of all runs of an exploration.
  struct Settings {
    var configuration: ScriptHost.Configuration
    var isAllowed: Bool
    /// Whether files that the app has read are changed between a kill and a relaunch.
    var movesWorld = false
    let itemFiles = ItemFiles()
    let creatingLines: CreatingLines
    /// Receives what the app prints.
    var onPrint: ([UInt8]) -> Void = { _ in }

    /// The longest time of a callback, in seconds: less than for users, as a callback that never returns is tried often.
    private static let timeLimit = 1.0

    @MainActor
    init(_ configuration: ScriptHost.Configuration, isAllowed: Bool) {
      creatingLines = CreatingLines()
      self.configuration = configuration
      self.configuration.lua.timeLimit = Self.timeLimit
      self.configuration.images = DecodedImages()
      self.configuration.lua.compiledChunks = CompiledChunks()
      self.isAllowed = isAllowed
    }
  }

  /// An error of the app.
  struct Failure: Codable, Sendable {
    /// The error and its callback, without the traceback.
    let message: String
    /// The script's line; nil if it is unknown.
    let place: Place?
    /// Whether a callback was stopped, as it took too long.
    let isHang: Bool
    /// The callback; nil for timers, commands and other functions.
    var callback: LifeCycleEvent?
    /// Whether a list calls it for its rows.
    var isOfDataSource = false

    /// The path of the node whose callback has failed, or that it should have created; empty for the application, and nil if
    /// there is none.
    var node: String? {
      if let path = callback?.path { return path.description }
      return switch callback?.receiver {
      case .application: ""
      case .node(let path): path.description
      case .unidentified, .restorationClass, nil: nil
      }
    }

    /// The operation that has failed, as Lua names it, without its operands; nil for other errors.
    var failedOperation: String? {
      message.firstRange(of: "attempt to ").map { String(message[$0.upperBound...].prefix { $0 != "(" && $0 != "\n" }) }
    }

    /// The restoration class whose method has failed; nil for other callbacks.
    var restorationClass: String? {
      if case .restorationClass(let name) = callback?.receiver { name } else { nil }
    }
  }

  let session: AppSession
  let surroundings: RunSurroundings
  let itemFiles: ItemFiles
  /// The number of steps so far.
  private var stepCount = 0
  /// A new text on the screen after each step that commands, requests or workers have answered, by the number of steps; 0 is
  /// the launch.
  private(set) var awaitedTexts: [Int: String] = [:]
  /// Whether the last wait for commands, requests and workers was in vain.
  private var isEndless = false
  /// The errors so far, without refused effects.
  private(set) var failures: [Failure] = []
  /// The number of callbacks that a refused effect has ended, so that what they do is half done.
  private(set) var refusedCallbacks = 0

  var app: ComparedApp { surroundings.app }
  var effects: RefusedEffects { surroundings.effects }
  /// The app; nil if it does not run.
  var host: ScriptHost? { session.requestedExit == nil ? session.host : nil }

  /// The longest wait for commands and requests after a step, in seconds of real time.
  private static let longestWait = 3.0

  /// Creates a run.
  ///
  /// - Parameter source: the run whose answers from outside this run gets; nil to record its own.
  init(_ settings: Settings, twinOf source: ExploredRun? = nil) {
    session = AppSession(settings.configuration, storage: .memory, loop: MainLoop(.virtual))
    session.makeStore = { ScratchArchiveStore() }
    session.configuration.eventCapacity = 16
    session.onPrint = settings.onPrint
    itemFiles = settings.itemFiles
    surroundings = RunSurroundings(session, isAllowed: settings.isAllowed, answersOf: source?.surroundings.answers)
    session.onProblem = { [weak self] problem in self?.note(problem) }
    surroundings.onRestorationNotCompleted = { [weak self] problem, place in
      guard let self else { return }
      add(Failure(message: problem.summary, place: self.place(place), isHang: false))
    }
  }

  isolated deinit { session.kill() }

  /// Creates a run that is as another one after an event that has killed it, if this needs nothing but the other run's last save.
  ///
  /// - Returns: nil if the app may have kept more than that, such as files, or does not save by itself.
  static func continuing(
    _ other: ExploredRun, after event: NeutralEvent, _ settings: Settings, onCall: RunSurroundings.CallHandler?
  ) -> ExploredRun? {
    guard [.kill, .killTwice, .relaunch].contains(event), !settings.isAllowed,
      let host = other.host, host.application.autosave, !other.app.files.hasWritten,
      other.session.filesDirectory == nil, (try? host.saveUnsaved()) != nil,
      let store = (other.session.store as? ScratchArchiveStore)?.copy()
    else { return nil }
    let run = ExploredRun(settings, twinOf: other)
    run.surroundings.onCall = onCall
    run.session.makeStore = { store }
    run.stepCount = other.stepCount
    run.launching { try run.app.launch(continuing: other.app, after: event) }
    return run
  }

  private func note(_ problem: Problem) {
    guard problem.severity == .error, let error = problem.error, !isRejection(problem) else { return }
    if effects.isRefusal(error) { return refusedCallbacks += 1 }
    var message = (error as? LuaError)?.message ?? "\(error)"
    let place = place(Evidence.place(of: error))
    var isHang = false
    if case LuaError.timeout(_, let callback, _) = error {
      isHang = true
      // Which limit is exceeded first, that of processor time or that of the clock, depends on the load.
      message = "time limit exceeded: \(callback) was stopped"
    }
    add(
      Failure(
        message: "\(problem.summary): \(message)", place: place, isHang: isHang, callback: problem.callback,
        isOfDataSource: problem.callback.map { ScriptHost.dataSourceQueries.contains($0.callback) } == true))
  }

  private func add(_ failure: Failure) {
    if !failures.contains(where: { $0.message == failure.message }) { failures.append(failure) }
  }

  private func place(_ text: String?) -> Place? {
    text.flatMap(Place.init)?.whole(among: session.host?.scriptNames ?? [])
  }

  /// Whether a script has rejected the text of a cell, which an error in `commitEdit` does.
  private func isRejection(_ problem: Problem) -> Bool {
    problem.callback?.callback == "commitEdit" && (problem.error as? LuaError)?.isRaisedOnPurpose == true
  }

  // MARK: Steps

  /// Launches the app.
  ///
  /// - Throws: the script's error if it cannot be loaded.
  func launch(in world: RunClock.World = .same) throws {
    try inZone {
      app.clock.enter(world)
      try effects.load(session)
      try session.launch()
      settle()
    }
  }

  /// Runs a closure in the time zone of the run.
  func inZone<Result>(_ body: () throws -> Result) rethrows -> Result {
    app.clock.resumeZone()
    defer { app.clock.leaveZone() }
    return try body()
  }

  /// Makes a step.
  ///
  /// - Returns: whether the screen offers it and the app is running.
  func perform(_ step: ExploredStep) -> Bool {
    guard host != nil else { return false }
    app.nextStep()
    return inZone {
      guard (try? step.perform(in: session)) != nil else { return false }
      stepCount += 1
      settle()
      return true
    }
  }

  /// Applies a neutral event. An app that cannot be launched again has failed.
  ///
  /// - Parameter undisturbed: the same moment of the undisturbed run; nil if it is unknown.
  func apply(_ event: NeutralEvent, beside undisturbed: AppMoment? = nil) {
    launching { try app.apply(event, beside: undisturbed) }
  }

  /// Runs a closure that may launch the app. If it cannot be launched, that is a failure of the app.
  private func launching(_ body: () throws -> Void) {
    do {
      try inZone {
        try body()
        settle()
      }
    } catch {
      let message = (error as? LuaError)?.message ?? "\(error)"
      failures.append(
        Failure(message: "The app could not be launched: \(message)", place: Place(message), isHang: false))
    }
  }

  /// Scrolls to the end of a list, and focuses its last row if it can have the focus.
  func scrollToEnd(of list: String) {
    _ = perform(.scroll(list, rows: 1_000_000))
    guard let host, let view = Automation(host.application).find(list) as? View, view.becomeFirstResponder() else {
      return
    }
    // The last row may be the focused one already.
    for key in ["home", "end"] { _ = perform(.key(key)) }
  }

  /// Lets time pass.
  func advance(by seconds: Double) { inZone { try? session.advance(by: seconds) } }

  /// Lets time pass until another run's time, if that is later.
  func advance(toTimeOf other: ExploredRun) {
    let lag = other.session.loop.timers.now - session.loop.timers.now
    if lag > 0 { advance(by: lag) }
  }

  /// Does the work that the last launch has begun with a delay, without letting time pass.
  ///
  /// - Returns: the seconds after which it would have been done; nil if there was none.
  func hurryLaunchWork() -> Double? { inZone { app.hurryLaunchWork() } }

  /// Returns what the app shows.
  ///
  /// - Throws: ``SessionError/notRunning``; any error of saving.
  func moment() throws -> AppMoment { try inZone { try app.moment() } }

  private func settle() {
    app.settle()
    guard host?.isBusy == true else { return isEndless = false }
    // What has not ended in that time may never do so.
    if isEndless { return }
    let before = lines
    session.waitForExternalWork(atMost: Self.longestWait)
    isEndless = host?.isBusy == true
    app.settle()
    awaitedTexts[stepCount] = lines.first { line in !before.contains { $0.contains(line) } }
  }

  /// The texts of the rows on the screen.
  private var lines: [String] {
    host?.drawUnseen().lines.map(ScreenChange.withoutBorders).filter { !$0.isEmpty } ?? []
  }
}
