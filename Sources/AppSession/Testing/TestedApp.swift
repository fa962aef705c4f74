import ArchiveStore
import Glibc
import Interface
import Loop
import LuaRuntime
import LuaScreens
import Processes
import StateRestoration

/// An app driven by a test. Time is virtual, and pending saves are written at the end of each step.
@MainActor
final class TestedApp {
  let session: AppSession
  /// The requested crashes are those of ``crash``.
  private var settings: Settings
  /// The app's objects that the test knows.
  var objects = KnownObjects()

  /// Called at the end of each step.
  var didStep: (AppSession) -> Void = { _ in }
  /// The errors of the app.
  let errors: AppErrors
  /// The simulated crash.
  let crash = StagedCrash()
  private var interrupt = InterruptRule()

  /// Whether an object that is gone is replaced by the one at the same path, as in a run with restarts that the test
  /// does not know about.
  var replacesLostObjects = false

  /// The events of the newest launch.
  private var log: EventLog?
  /// The number of launches in this process.
  private var launches = 0
  /// Whether each launch needs a separate process.
  private let isIsolated: Bool

  /// The surroundings of an app.
  struct Surroundings {
    /// Called on another thread when a callback cannot be stopped.
    var onOverdue: (@Sendable (LuaOverdueCall) -> Void)?
    /// Replaces programs in the terminal; nil if there is no terminal.
    var terminal: ((Command) throws -> ProcessEnd)?
    var onPrint: ([UInt8]) -> Void
    var advise: (Problem) -> Problem
    var onNote: (Problem) -> Void
  }

  /// Creates an app without launching it.
  ///
  /// - Parameter isIsolated: whether a second launch fails with ``AppFailure/needsNewProcess``.
  init(
    _ settings: Settings, isIsolated: Bool = false, errors: AppErrors, _ surroundings: Surroundings
  ) {
    self.settings = settings
    self.isIsolated = isIsolated
    self.errors = errors
    var configuration = ScriptHost.Configuration(
      script: settings.path(settings.script), lua: settings.limits(onOverdue: surroundings.onOverdue))
    configuration.eventCapacity = nil
    configuration.terminal = surroundings.terminal.map { TerminalLending(lend: { $0() }, run: $0) }
    session = AppSession(
      configuration,
      storage: settings.stateDirectory.map { .files(directory: settings.path($0), session: "main") } ?? .memory,
      loop: MainLoop(.virtual))
    session.configuration.wallClock = { [weak session, start = settings.startTime] in
      start + (session?.loop.timers.now ?? 0)
    }
    session.onPrint = { [isTrusted = configuration.lua.isTrusted, onPrint = surroundings.onPrint] in
      onPrint(ScriptOutput.output.shown($0, isTrusted: isTrusted))
    }
    session.advise = surroundings.advise
    crash.armed = settings.armedCrashes
    session.onProblem = { [errors, crash] problem in
      // Failures of a crashed app are not errors.
      guard crash.crashedMoment == nil else { return }
      if problem.severity == .error { errors.add(problem) } else { surroundings.onNote(problem) }
    }
    session.lendStore = { [crash] in crash.store(over: $0) }
    session.onEvent = { [weak self] in self?.notice($0) }
    session.onLoad = { [weak self] host in
      self?.log = host.log
      self?.prepareClipboard(of: host.application)
    }
    crash.onCrash = { [weak self] in self?.crashNow() }
  }

  /// The app that runs already in a session; nil if the test launches it.
  private var resizePlayed: ((Size?) -> Void)?
  private var isPlayed: Bool { resizePlayed != nil }

  /// Uses the running app of a session, which continues after the test.
  ///
  /// - Parameter resize: resizes its screen.
  init(
    playing session: AppSession, _ settings: Settings, errors: AppErrors, resize: @escaping (Size?) -> Void
  ) {
    self.session = session
    self.settings = settings
    self.errors = errors
    isIsolated = false
    resizePlayed = resize
  }

  isolated deinit { end() }

  /// The settings for the next launch.
  var nextSettings: Settings {
    var settings = settings
    settings.armedCrashes = crash.armed
    settings.startTime += session.loop.timers.now
    return settings
  }

  /// Launches the app.
  ///
  /// - Throws: the script's error; ``LaunchFailure``; ``AppFailure/needsNewProcess``.
  func launch() throws {
    interrupt = InterruptRule()
    // The first launch of a played test is that of the running app.
    if isPlayed {
      defer { launches += 1 }
      if launches > 0 { try session.relaunch() }
      return
    }
    guard !isIsolated || launches == 0 else { throw AppFailure.needsNewProcess }
    launches += 1
    session.configuration.script = settings.path(settings.script)
    session.configuration.version = settings.version
    session.configuration.screenSize = settings.size
    session.configuration.arguments = settings.arguments.map(LuaBytes.init)
    session.launchOptions = settings.launchOptions
    let known = errors.entries.count
    try session.load()
    if let archive = settings.archive {
      settings.archive = nil
      try session.importArchive(fromFile: settings.path(archive))
    }
    try session.launch()
    endStep()
    try throwCrash()
    guard let failure = errors.entries.dropFirst(known).first, session.host?.application.hasNoScreen == true
    else { return }
    // The errors are reported to the test now.
    errors.expect(known..<errors.entries.count)
    throw LaunchFailure(description: failure.text)
  }

  // MARK: Steps

  /// Runs one step, handles due events and writes pending saves.
  @discardableResult
  func step<Result>(_ body: (ScriptHost) throws -> Result) throws -> Result {
    let host = try session.running
    let result = Swift.Result { try host.turn { try body(host) } }
    endStep()
    try throwCrash()
    return try result.get()
  }

  private func endStep() {
    if crash.crashedMoment != nil { return }
    drawFrame()
    session.endStep()
    exitIfRequested()
    didStep(session)
  }

  /// Draws what a terminal would show now, as a script may draw, and its errors count.
  func drawFrame() {
    guard !isPlayed, let host = session.host else { return }
    host.turn { _ = host.application.render() }
  }

  private func exitIfRequested() {
    guard session.requestedExit != nil else { return }
    try? session.terminate()
    release()
  }

  /// Runs one user action.
  func drive(_ body: (Automation) throws -> Void) throws {
    try step { try body(Automation($0.application)) }
  }

  /// Types text, one key for each character.
  func type(_ text: String) throws {
    try step { host in
      interrupt.otherKeyPressed(in: host.application)
      try Automation(host.application).type(text)
    }
  }

  /// Presses a key with the effect that it has at a terminal, where the host quits and suspends the app.
  func press(_ name: String) throws {
    switch KeyPress(name: name).flatMap({ HostCommand($0) }) {
    case .some(.quit):
      try Automation(application).checkForeground()
      try terminate()
    case .some(.suspend):
      try Automation(application).checkForeground()
      try background()
    case .some(.prompt):
      throw LuaError.usage("the key \"\(name)\" opens the Lua prompt at a terminal; use app:eval in a test")
    case .some(.interrupt):
      var quits = false
      try step { host in
        if try !Automation(host.application).key(name) { quits = interrupt.pressed(in: host.application) }
      }
      if quits { try terminate() }
    default:
      try step { host in
        interrupt.otherKeyPressed(in: host.application)
        try Automation(host.application).key(name)
      }
    }
  }

  func advance(by seconds: Double) throws {
    defer { exitIfRequested() }
    let result = Swift.Result { try session.advance(by: seconds) }
    if crash.crashedMoment == nil { drawFrame() }
    try throwCrash()
    try result.get()
  }

  /// Waits in real time, advancing the app's time with it, until a condition is met.
  ///
  /// - Returns: whether the condition was met within these seconds.
  /// - Throws: ``SessionError/notRunning`` if the app exits meanwhile.
  func wait(_ seconds: Double, until isMet: () throws -> Bool) throws -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    var last = start
    while true {
      _ = try session.running
      if try isMet() { return true }
      guard (clock.now - start).seconds < seconds else { return false }
      session.loop.look(waitingAtMost: .milliseconds(10))
      let now = clock.now
      session.loop.advance(by: (now - last).seconds, firingAtMost: AppSession.maximumTimers)
      last = now
      endStep()
      try throwCrash()
    }
  }

  /// Lets an app read what it has copied, in this or an earlier launch, or what the test gave.
  private func prepareClipboard(of application: Application) {
    application.pasteboard.onChange = { [weak self, weak application] in
      self?.settings.clipboard = $0
      if let application { self?.interrupt.didCopy(at: application.timers.now) }
    }
    application.pasteboard.read = { [weak self] receive in receive(self?.settings.clipboard) }
  }

  // MARK: Life cycle

  func background() throws {
    try session.recorded(.background) { try step { try $0.application.enterBackground() } }
  }
  func foreground() throws {
    try session.recorded(.foreground) { try step { $0.application.enterForeground() } }
  }
  func resize(to size: Size) throws {
    try step { host in
      settings.size = size
      if let resizePlayed { return resizePlayed(size) }
      // A terminal has shown the old size, and shows the new one before the next input.
      _ = host.application.render()
      session.resize(to: size)
      _ = host.application.render()
    }
  }
  func preserve() throws -> SaveNumber? { try step { try $0.application.preserve(isDurable: true) } }
  func kill() {
    // What autosave asks nodes for a little later, so that a test need not let time pass before.
    if crash.crashedMoment == nil { session.host?.application.savePendingChanges() }
    endAtOnce()
  }
  /// Ends the app with its case, unless it was running before.
  func end() { if !isPlayed { endAtOnce() } }

  private func endAtOnce() {
    session.kill()
    release()
  }

  /// Releases the state folder of an app that has exited, which another app of the test can use then.
  private func release() { if !isPlayed { session.closeState() } }

  /// The names of running programs that the app has started, except those that may outlive it or were asked to exit.
  var runningPrograms: [String] {
    session.host?.runningProcesses.filter { !$0.outlivesApp && !$0.wasAskedToEnd }.map {
      "\($0.name) (process \($0.identifier))"
    } ?? []
  }

  func terminate() throws {
    _ = try session.running
    let result = Swift.Result { try session.terminate() }
    release()
    try throwCrash()
    try result.get()
  }

  // MARK: Crashes

  /// Whether the app will crash in its next restoration or save.
  var isCrashPending: Bool { !crash.armed.isEmpty }

  /// A restoration is under way: the nodes exist and start to decode their state.
  private func notice(_ event: LifeCycleEvent) {
    guard ["decodeRestorableState", "didDecodeRestorableState"].contains(event.callback),
      session.host?.application.phase == .launching
    else { return }
    crash.crashIfRequested(at: .restoring)
  }

  /// Ends the script here, without a callback.
  private func crashNow() {
    guard let host = session.host else { return }
    host.application.abandonLaunch()
    // If the script's own call led here, it ends with the step.
    if !host.lua.isInCall { host.close(runningFinalizers: false) }
  }

  /// Ends an app that has crashed in this step.
  ///
  /// - Throws: ``StagedCrashError``, for the test.
  private func throwCrash() throws {
    guard crash.crashedMoment != nil else { return }
    kill()
    if let error = crash.takeCrash() { throw error }
  }

  func relaunch(script: String?, version: String?, launchOptions: [UInt8]?, size: Size?) throws {
    kill()
    if let size { settings.size = size }
    if let script { settings.script = script }
    if let version { settings.version = version }
    if let launchOptions { settings.launchOptions = launchOptions }
    try launch()
  }

  func rollBack(to number: SaveNumber) throws {
    if isPlayed {
      try session.rollBack(to: number)
      return endStep()
    }
    try read { store in
      guard let store else { throw SessionError.hasNoState }
      _ = try store.rollBack(to: number)
    }
    kill()
    try launch()
  }

  // MARK: Inspection

  /// Calls a function with the saved state, while the app is not running, too.
  private func read<Result>(_ body: ((any ArchiveStore)?) throws -> Result) throws -> Result {
    defer { release() }
    try session.openState()
    return try body(session.store)
  }

  var application: Application { get throws { try session.running.application } }

  func screen() throws -> Grid { try step { $0.application.render() } }

  func styledScreen() throws -> String { StyledText.text(of: try screen(), on: try application.theme[.screen]) }

  func tree() throws -> StateValue {
    let roots = Automation(try application).tree
    return roots.first.map(ArchiveTable.table) ?? .map([])
  }

  /// The events since the launch, after the app has exited, too.
  func events() throws -> [String] {
    guard let log = session.host?.log ?? log else { throw SessionError.notRunning }
    return log.events.map(\.description)
  }

  /// Returns the newest save, or the first node at a path in it.
  func archive(_ path: String?) throws -> StateValue? {
    guard let outline = try read({ try $0?.currentArchive().map { ArchiveOutline($0) } }) else { return nil }
    return path.map { outline.node(at: IdentifierPath(parsing: $0)).map(ArchiveTable.table) }
      ?? ArchiveTable.table(outline)
  }

  func saves() throws -> StateValue { .list(try read { try $0?.saves().map(ArchiveTable.table) ?? [] }) }
}
