import ArchiveStore
import FoundationEssentials
import Glibc
import Interface
import Loop
import LuaRuntime
import LuaScreens
import Processes
import StateRestoration

/// An app with its saved state, through any number of launches. The session launches, kills and relaunches the app, as
/// a user would.
///
/// The app can be neither ended nor launched while its script runs, as in ``onPrint``: ``kill()`` then waits for the loop, and
/// ``terminate()``, ``relaunch()`` and the like throw ``SessionError/scriptIsRunning``.
@MainActor
public final class AppSession {
  /// The loop that runs the app's timers and waits for events.
  public let loop: MainLoop
  /// The configuration of the app.
  public var configuration: ScriptHost.Configuration
  /// The table passed to the launch callbacks, encoded.
  public var launchOptions: [UInt8] = []
  private var storage: Storage { didSet { ownFiles.storage = storage } }
  let ownFiles: OwnFiles
  /// The files of the app's scripts.
  public let scripts: ScriptFiles

  /// Receives the bytes that the script prints. By default they are written to standard output.
  public var onPrint: ([UInt8]) -> Void
  /// Called when the app has a problem.
  public var onProblem: (Problem) -> Void = { _ in }
  /// Adds advice to a problem that depends on how the app is run, as the session does not know the command line.
  public var advise: (Problem) -> Problem = { $0 }
  /// Called for each life-cycle event.
  public var onEvent: ((LifeCycleEvent) -> Void)?
  /// Called when a launched app has ended, in order or killed.
  public var onEnd: () -> Void = {}
  /// Receives all output of the app in order, in addition to its destination: output of scripts, and problems. Set it
  /// before ``load()``.
  public var onOutput: (([UInt8]) -> Void)?
  /// Called before scripts print, or write to standard output or standard error with `io.write` and the like. Set it before
  /// ``load()``.
  public var onWrite: ((_ bytes: [UInt8], _ isError: Bool) -> Void)?
  /// The exit code with which the script called `os.exit`.
  public private(set) var requestedExit: Int32?
  /// See ``reload()``.
  package var saveBeforeErrors: SaveNumber?
  /// Observes reloads of the scripts. Set it before ``load()``.
  public var reloadObserver: (any ReloadObserver)?
  /// A reload that ``reloadObserver`` has not been notified of.
  var finishedReload: FinishedReload?
  /// Problems to report once the app is visible.
  private var notes: [Problem] = []

  /// Draws the screen of a save for the list of saves; nil if this program cannot.
  public var drawSave: ((Archive) throws -> Grid)?
  /// Records what the user does; nil if nothing is recorded.
  var recording: SessionRecording?
  /// The file of the last recording that was ended.
  public internal(set) var recordedFile: String?
  /// The last launch, for a recording that begins later.
  var launched = LaunchMoment(time: 0)
  /// Whether the user or a command has used the app since its launch.
  package var wasUsed = false

  /// The running app; nil if there is none.
  public internal(set) var host: ScriptHost?
  public private(set) var store: (any ArchiveStore)?
  /// The folder of the store, if it has one.
  private var openedDirectory: String?
  /// The lock on the session. The store owns it.
  private weak var lock: SessionLock?
  /// The files of the session held by this process.
  private var heldFiles: SessionFiles?
  /// Listens for processes that want to continue the session.
  private var handOver: HandOver?
  /// Whether this process can hand the session over, by exiting.
  var canHandOver = false { didSet { listenForTakeOver() } }
  /// Called when another process holds the session. By default the launch fails with `ArchiveStoreError.locked`.
  public var onHeld: ((SessionFiles) throws -> HeldSession)?
  /// Called when another process has taken over the session. This process should then exit.
  public var onContinued: (TakeOver.Destination) -> Void = { _ in }

  /// Called on another thread when the process was asked to exit but layout, drawing or saving takes too long. By
  /// default the process exits without it, keeping earlier saves.
  public var onStuck: @Sendable () -> Void = { _exit(1) }
  /// Stops running scripts when a signal or key requests it.
  let interruption = Interruption()

  /// Creates a session without loading its app.
  ///
  /// - Parameter loop: the loop for time and events.
  public init(_ configuration: ScriptHost.Configuration, storage: Storage, loop: MainLoop = MainLoop()) {
    self.configuration = configuration
    onPrint = { [isTrusted = configuration.lua.isTrusted] in ScriptOutput.output.write($0, isTrusted: isTrusted) }
    self.storage = storage
    ownFiles = OwnFiles(storage)
    scripts = ScriptFiles(except: ownFiles)
    self.loop = loop
  }

  // MARK: Life cycle

  /// Runs the script and opens its saved state, without launching the app.
  ///
  /// - Throws: the script's error; `ArchiveStoreError.locked` if another process or session holds the state;
  ///   ``SessionError/scriptIsRunning``.
  public func load() throws {
    try requireIdleScript()
    requestedExit = nil
    let host = try makeHost()
    let session = storage.session
    try openStore(identifier: host.application.identifier)
    guard storage.session != session else { return try take(host) }
    // The script may have used the state of the session that another process holds, so it runs again.
    host.close(runningFinalizers: false)
    try take(makeHost())
  }

  /// Whether a script of the app runs, whose stack must unwind before its state can be closed.
  private var isScriptRunning: Bool { isLoading || host?.lua.isInCall == true }
  private var isLoading = false

  /// Checks that the app can be ended.
  ///
  /// - Throws: ``SessionError/scriptIsRunning``.
  func requireIdleScript() throws {
    if isScriptRunning { throw SessionError.scriptIsRunning }
  }

  /// Runs the script.
  func makeHost() throws -> ScriptHost {
    isLoading = true
    defer { isLoading = false }
    configuration.filesDirectory = { [ownFiles, sandboxedScript] in
      try ownFiles.directory(forIdentifier: $0, sandboxedScript: sandboxedScript)
    }
    configuration.onScriptFile = { [weak self] in self?.scripts.note($0, isRecorded: self?.reloadObserver != nil) }
    let onPrint: ([UInt8]) -> Void = { [weak self] in
      self?.onOutput?($0)
      self?.onWrite?($0, false)
      self?.onPrint($0)
    }
    let host = try ScriptHost(
      configuration, loop: loop, onPrint: onPrint, onWrite: writeObserver,
      reported: ReportedProblems(after: reported))
    host.onProblem = { [weak self] in
      self?.note($0)
      self?.pass($0)
    }
    host.onExit = { [weak self] in self?.requestedExit = $0 }
    host.log.onEvent = { [weak self, inner = host.log.onEvent] event in
      inner?(event)
      self?.onEvent?(event)
    }
    return host
  }

  /// Nil without observers, so that writing has no extra cost.
  private var writeObserver: ((_ bytes: [UInt8], _ isError: Bool) -> Void)? {
    guard onOutput != nil || onWrite != nil else { return nil }
    return { [weak self] bytes, isError in
      self?.onOutput?(bytes)
      self?.onWrite?(bytes, isError)
    }
  }

  /// Makes a host the session's app, and opens its saved state.
  func take(_ host: ScriptHost) throws {
    try openStore(identifier: host.application.identifier)
    let script = ScriptFile.resolved(configuration.script) ?? configuration.script.standardizedPath
    lock?.describe(identifier: host.application.identifier, script: script)
    self.host = host
    wasUsed = false
    launched = LaunchMoment(time: loop.timers.now)
    recording?.attach(to: host)
    reported = host.context.reported
    HelpAndCommands.offer(over: host.application)
    SavesController.offer(over: host.application, of: self)
    onLoad(host)
  }

  /// Creates the store of a session in memory.
  public var makeStore: () throws -> any ArchiveStore = { try SQLiteArchiveStore() }

  /// Called when the app's script has run, before the app is launched.
  public var onLoad: (ScriptHost) -> Void = { _ in }

  /// The file of a sandboxed script or bundle, whose state is separate from that of other apps.
  var sandboxedScript: String? {
    configuration.lua.capabilities.contains(.files) ? nil : configuration.script
  }

  /// Returns the standard folder of an app's state.
  private func standardDirectory(forIdentifier identifier: String) -> String {
    StateDirectory.standard(forIdentifier: identifier, sandboxedScript: sandboxedScript)
  }

  /// Returns the snapshot of the last save before the script is run: from the given folder, or that of the app that the
  /// script defined the last time. Nil if there is none, or the state will not be restored.
  public func snapshotBeforeLoading() throws -> Snapshot? {
    guard case .files(let given, _) = storage, store == nil else { return nil }
    let known =
      given == nil
      ? KnownScripts.identifier(
        ofScript: configuration.script, arguments: configuration.arguments, isSandboxed: sandboxedScript != nil) : nil
    guard let directory = given ?? known.map(standardDirectory),
      let files = try? SessionFiles(directory: directory, session: storage.session),
      FileManager.default.fileExists(atPath: files.database)
    else { return nil }
    do {
      // A script that defines another app by now may find the old app's session in use, which the user need not know.
      try openFiles(directory: directory, asks: given != nil)
    } catch  where given == nil {
      return nil
    }
    guard let store, (try? RestorationGuard(store).refusedSave()) == nil,
      let bytes = try? store.currentSnapshot()
    else { return nil }
    return Snapshot(decoding: bytes)
  }

  /// Wraps the app's store for one launch.
  var lendStore: (any ArchiveStore) -> any ArchiveStore = { $0 }

  /// Launches the loaded app.
  public func launch(isRestoring: Bool = true) throws {
    notes.forEach(report)
    notes = []
    try running.launch(store: store.map(lendStore), isRestoring: isRestoring, options: launchOptions)
  }

  /// Opens the saved state without running the script, if the script does not determine its folder.
  func openState() throws {
    if case .files(nil, _) = storage { return }
    if store == nil { try openStore(identifier: "") }
  }

  /// Releases a saved state in files, so that another session or process can open it. Does nothing while the app runs. The
  /// next ``load()`` opens it again.
  public func closeState() {
    guard case .files = storage, host == nil else { return }
    release()
    lock?.release()
    openedDirectory = nil
  }

  private func openStore(identifier: String) throws {
    switch storage {
    case .memory:
      if store == nil { store = try makeStore() }
    case .copy(let directory, let session, let save):
      guard store == nil else { return }
      let files = try SessionFiles(
        directory: directory ?? standardDirectory(forIdentifier: identifier), session: session)
      store = try Self.copy(ofSave: save, in: files) { notes.append($0) }
    case .files(let directory, _):
      let wanted = directory ?? standardDirectory(forIdentifier: identifier)
      if directory == nil {
        KnownScripts.remember(
          identifier, ofScript: configuration.script, arguments: configuration.arguments,
          isSandboxed: sandboxedScript != nil)
      }
      guard openedDirectory != wanted else { return }
      release()
      notes = []
      try openFiles(directory: wanted, asks: true)
    }
  }

  /// Releases the session.
  private func release() {
    handOver?.close()
    handOver = nil
    heldFiles = nil
    store = nil
  }

  /// Locks the session in a folder, or another one beside it.
  private func hold(_ directory: String, asks: Bool) throws -> SessionLock {
    while true {
      let files = try SessionFiles(directory: directory, session: storage.session)
      do {
        return try SessionLock(files)
      } catch ArchiveStoreError.locked(let path, let holder) {
        guard asks, let onHeld else { throw ArchiveStoreError.locked(path: path, holder: holder) }
        guard try onHeld(files) == .beside else { continue }
        let (lock, session) = try SessionLock.beside(files)
        if case .files(let given, _) = storage { storage = .files(directory: given, session: session) }
        return lock
      }
    }
  }

  private func listenForTakeOver() {
    guard canHandOver, handOver == nil, let heldFiles else { return }
    handOver = HandOver(heldFiles) { MainLoop.requestEnd() }
  }

  /// Hands the session over to the process that has asked for it, if any.
  private func handOverIfAsked() {
    guard let handOver, let destination = handOver.destination else { return }
    handOver.close()
    lock?.release()
    release()
    openedDirectory = nil
    handOver.acknowledge()
    onContinued(destination)
  }

  isolated deinit { handOver?.close() }

  private func openFiles(directory: String, asks: Bool) throws {
    openedDirectory = directory
    var lock: SessionLock?
    var files = try SessionFiles(directory: directory, session: storage.session)
    do {
      lock = try hold(directory, asks: asks)
      files = try SessionFiles(directory: directory, session: storage.session)
      self.lock = lock
      heldFiles = files
      listenForTakeOver()
      let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
      store.lock = lock
      store.claim()
      self.store = store
      if let problem = Problem(incidents) { notes.append(problem) }
    } catch let error as ArchiveStoreError {
      if case .locked = error {
        openedDirectory = nil
        throw error
      }
      // The app runs with the readable state, and saving starts as soon as possible.
      let deferred = DeferredArchiveStore(files, lock: lock, failure: error)
      deferred.onIncidents = { [weak self] in
        if let problem = Problem($0) { self?.report(problem) }
      }
      store = deferred
      notes.append(
        Problem(
          .warning, summary: "The state could not be saved",
          detail: "\(error). Saving will be retried; you will be notified when it succeeds.",
          subject: .savingFailed(reason: error.reason ?? "\(error)")))
    }
  }

  /// The problems that were reported in this launch, and the advice of earlier launches.
  private var reported = ReportedProblems()

  /// Reports a problem of the session's own, if there is no context to report it to.
  func report(_ problem: Problem) {
    if let problem = reported.admit(problem, at: loop.timers.now) { pass(problem) }
  }

  /// Passes on a problem with advice.
  private func pass(_ problem: Problem) {
    let problem = advise(problem)
    onOutput?(Array("\(problem.severity.label): \(problem)\n".utf8))
    onProblem(problem)
  }

  /// Ends the app like SIGKILL: no callback runs, and unsaved changes are lost. While a function of the script runs, as in
  /// ``onPrint``, the app ends as soon as the loop continues.
  ///
  /// The session keeps its saved state open; see ``closeState()``.
  public func kill() {
    guard let host else { return }
    guard !isScriptRunning else {
      return loop.post { [weak self, weak host] in
        if let self, self.host === host { kill() }
      }
    }
    recorded(.kill) {
      host.close(runningFinalizers: false)
      self.host = nil
      onEnd()
    }
  }

  /// Quits the app, which saves its state and is notified.
  ///
  /// - Throws: any error of the store; the app has exited nevertheless. ``SessionError/scriptIsRunning``; the app continues.
  public func terminate() throws {
    try requireIdleScript()
    defer { handOverIfAsked() }
    guard let host else { return }
    defer {
      host.close(runningFinalizers: true)
      self.host = nil
      onEnd()
    }
    try endingRecording { try host.turn { try host.application.terminate() } }
  }

  /// Records the time of user input, for other processes that show who holds the session.
  func noteInput() { lock?.noteInput() }
}
