import ArchiveStore
import Foundation
import Glibc
import Interface
import LuaRuntime
import LuaScreens
import Processes
import StateRestoration

/// One app with its saved state, through all its launches: as a person's hands on the device, it launches, kills and
/// launches again.
@MainActor
public final class AppSession {
  /// Where the state of an app is kept.
  public enum Storage {
    /// In files: in this folder, or in the one that is the app's by default.
    case files(directory: String?, session: String)
    /// In memory, as long as the session lives.
    case memory
    /// In memory, and at first what these files hold, in a save or in the newest; they stay as they are.
    case copy(directory: String?, session: String, save: SaveNumber? = nil)
  }

  /// What moves the app's timers, and waits for it.
  public let loop: MainLoop
  /// How the app is run.
  public var configuration: ScriptHost.Configuration
  /// The table that the launch callbacks get.
  public var launchOptions: [UInt8] = []
  private var storage: Storage { didSet { ownFiles.storage = storage } }
  private let ownFiles: OwnFiles

  /// Takes the bytes that the script prints. By default they go to standard output.
  public var onPrint: ([UInt8]) -> Void
  /// Told about what went wrong in the app.
  public var onProblem: (Problem) -> Void = { _ in }
  /// Says beside a problem what can be done about it where the app runs: a session knows no command line.
  public var advise: (Problem) -> Problem = { $0 }
  /// Told about each life-cycle event.
  public var onEvent: ((LifeCycleEvent) -> Void)?
  /// Takes all that the app has to say, in its order, beside where it goes: what scripts print, or write to standard output and
  /// error, and what went wrong. To be set before ``load()``.
  public var onSaid: (([UInt8]) -> Void)?
  /// Told what scripts are going to write to standard output, or error, by `io.write` and the like. To be set before ``load()``.
  public var onWrite: ((_ bytes: [UInt8], _ isError: Bool) -> Void)?
  /// The exit code that the script asked for with `os.exit`.
  public private(set) var requestedExit: Int32?
  /// How many errors were reported.
  private(set) var errorCount = 0
  /// See ``reload()``.
  var saveBeforeErrors: SaveNumber?
  /// What to report to the user once the app is visible.
  private var notes: [Problem] = []

  /// The app, while it runs.
  public internal(set) var host: ScriptHost?
  public private(set) var store: (any ArchiveStore)?
  /// The folder that the store is in, if it is in one.
  private var openedDirectory: String?
  /// What makes the session this process's. The store owns it.
  private weak var lock: SessionLock?
  /// The files of the session that this process holds.
  private var heldFiles: SessionFiles?
  /// Listens for processes that continue the session.
  private var handOver: HandOver?
  /// Whether a process that asks for the session can be answered: by the end of this one.
  private var canHandOver = false
  /// Asked when another process holds the session. By default the launch fails with `ArchiveStoreError.locked`.
  public var onHeld: ((SessionFiles) throws -> HeldSession)?
  /// Called when another process has continued the session, which is free then: this one is to exit.
  public var onContinued: (TakeOver.Destination) -> Void = { _ in }

  /// A session whose app is not loaded yet.
  ///
  /// - Parameter loop: where its time, and what else it waits for, comes from.
  public init(_ configuration: ScriptHost.Configuration, storage: Storage, loop: MainLoop = MainLoop()) {
    self.configuration = configuration
    onPrint = { [isTrusted = configuration.lua.isTrusted] in ScriptOutput.output.write($0, isTrusted: isTrusted) }
    self.storage = storage
    ownFiles = OwnFiles(storage)
    self.loop = loop
  }

  /// The running app.
  ///
  /// - Throws: ``SessionError/notRunning`` after it was killed or has ended.
  public var running: ScriptHost {
    get throws {
      guard let host else { throw SessionError.notRunning }
      return host
    }
  }

  // MARK: Life

  /// Runs the script and finds its saved state, without launching the app.
  ///
  /// - Throws: what the script failed with; `ArchiveStoreError.locked` if another process has the session.
  public func load() throws {
    requestedExit = nil
    let host = try makeHost()
    let session = storage.session
    try openStore(identifier: host.application.identifier)
    guard storage.session != session else { return try take(host) }
    // What the script has found out belongs to the session that another process holds.
    host.close(runningFinalizers: false)
    try take(makeHost())
  }

  /// Runs the script.
  func makeHost() throws -> ScriptHost {
    configuration.filesDirectory = { [ownFiles, sandboxedScript] in
      try ownFiles.directory(forIdentifier: $0, sandboxedScript: sandboxedScript)
    }
    configuration.onScriptFile = { [weak self] in self?.note(scriptFile: $0) }
    let onPrint: ([UInt8]) -> Void = { [weak self] in
      self?.onSaid?($0)
      self?.onPrint($0)
    }
    let host = try ScriptHost(configuration, loop: loop, onPrint: onPrint, onWrite: writeObserver)
    host.onProblem = { [weak self] in self?.tell($0) }
    host.onExit = { [weak self] in self?.requestedExit = $0 }
    host.log.onEvent = { [weak self] in self?.onEvent?($0) }
    return host
  }

  /// Nil if there is no observer: then writing costs nothing more.
  private var writeObserver: ((_ bytes: [UInt8], _ isError: Bool) -> Void)? {
    guard onSaid != nil || onWrite != nil else { return nil }
    return { [weak self] bytes, isError in
      self?.onSaid?(bytes)
      self?.onWrite?(bytes, isError)
    }
  }

  /// The files that scripts were loaded from or looked for, in all launches, by their whole paths; not those that the app keeps
  /// itself.
  private(set) var scriptFiles: Set<String> = []
  /// Told of each that is new.
  var onScriptFile: (String) -> Void = { _ in }

  private func note(scriptFile path: String) {
    let path = URL(fileURLWithPath: path).standardizedFileURL.path
    guard !ownFiles.contains(path), scriptFiles.insert(path).inserted else { return }
    onScriptFile(path)
  }

  /// Makes it the app of the session, and finds its saved state.
  func take(_ host: ScriptHost) throws {
    try openStore(identifier: host.application.identifier)
    let script = URL(fileURLWithPath: configuration.script).resolvingSymlinksInPath().path
    lock?.describe(identifier: host.application.identifier, script: script)
    self.host = host
    HelpAndCommands.offer(over: host.application)
    onLoad(host)
  }

  /// Told about the app when its script has run, before it is launched.
  public var onLoad: (ScriptHost) -> Void = { _ in }

  /// The file of the script or bundle, if it runs in the sandbox: its state is kept apart from that of other apps.
  private var sandboxedScript: String? {
    configuration.lua.capabilities.contains(.files) ? nil : configuration.script
  }

  /// The folder of an app's state, if no other was given.
  private func standardDirectory(forIdentifier identifier: String) -> String {
    StateDirectory.standard(forIdentifier: identifier, sandboxedScript: sandboxedScript)
  }

  /// The picture of the last save, found before the script has run: of the folder that was given, or of the app that the
  /// script was the last time. Nil if there is none, or the state is not going to be restored.
  public func snapshotBeforeLoading() throws -> Snapshot? {
    guard case .files(let given, _) = storage, store == nil else { return nil }
    let known =
      given == nil
      ? KnownScripts.identifier(ofScript: configuration.script, isSandboxed: sandboxedScript != nil) : nil
    guard let directory = given ?? known.map(standardDirectory),
      let files = try? SessionFiles(directory: directory, session: storage.session),
      FileManager.default.fileExists(atPath: files.database)
    else { return nil }
    do {
      // A script that is another app by now may well find the session of the old one in use: nobody is asked about that.
      try openFiles(directory: directory, asks: given != nil)
    } catch  where given == nil {
      return nil
    }
    guard let store, (try? RestorationGuard(store).refusedSave()) == nil,
      let bytes = try? store.currentSnapshot()
    else { return nil }
    return Snapshot(decoding: bytes)
  }

  /// Puts something between the app and its store, for one launch.
  var lendStore: (any ArchiveStore) -> any ArchiveStore = { $0 }

  /// Launches the app that was loaded.
  public func launch(isRestoring: Bool = true) throws {
    notes.forEach(tell)
    notes = []
    try running.launch(store: store.map(lendStore), isRestoring: isRestoring, options: launchOptions)
  }

  private func openStore(identifier: String) throws {
    switch storage {
    case .memory:
      if store == nil { store = try SQLiteArchiveStore() }
    case .copy(let directory, let session, let save):
      guard store == nil else { return }
      let memory = try SQLiteArchiveStore()
      store = memory
      let files = try SessionFiles(
        directory: directory ?? standardDirectory(forIdentifier: identifier), session: session)
      let missing = save.map { ArchiveStoreError.noSuchSave($0, path: files.database) }
      guard FileManager.default.fileExists(atPath: files.database) else {
        if let missing { throw missing }
        return
      }
      let saved = try SQLiteArchiveStore(files, isReadOnly: true)
      if let archive = try save.map({ try saved.archive(ofSave: $0) }) ?? saved.currentArchive() {
        _ = try memory.importArchive(archive)
      } else if let missing {
        throw missing
      }
    case .files(let directory, _):
      let wanted = directory ?? standardDirectory(forIdentifier: identifier)
      if directory == nil {
        KnownScripts.remember(identifier, ofScript: configuration.script, isSandboxed: sandboxedScript != nil)
      }
      guard openedDirectory != wanted else { return }
      release()
      notes = []
      try openFiles(directory: wanted, asks: true)
    }
  }

  /// Gives the session back.
  private func release() {
    handOver?.close()
    handOver = nil
    heldFiles = nil
    store = nil
  }

  /// Takes the session in a folder, or another one beside it.
  private func hold(_ directory: String, asks: Bool) throws -> SessionLock {
    while true {
      let files = try SessionFiles(directory: directory, session: storage.session)
      do {
        return try SessionLock(files)
      } catch ArchiveStoreError.locked(let path, let holder) {
        guard asks, let onHeld else { throw ArchiveStoreError.locked(path: path, holder: holder) }
        if try onHeld(files) == .beside { return try holdBeside(files) }
      }
    }
  }

  /// Takes the first session of the folder that nobody has, of those that are numbered after one.
  private func holdBeside(_ files: SessionFiles) throws -> SessionLock {
    for number in 2... {
      let name = "\(files.session)-\(number)"
      do {
        let lock = try SessionLock(SessionFiles(directory: files.directory, session: name))
        if case .files(let given, _) = storage { storage = .files(directory: given, session: name) }
        return lock
      } catch ArchiveStoreError.locked {}
    }
    throw SessionError.hasNoState
  }

  private func listenForTakeOver() {
    guard canHandOver, handOver == nil, let heldFiles else { return }
    handOver = HandOver(heldFiles) { SignalPipe.note(SIGTERM) }
  }

  /// Gives the session to the process that asked for it, if one did.
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
      if let problem = Self.problem(incidents) { notes.append(problem) }
    } catch let error as ArchiveStoreError {
      if case .locked = error {
        openedDirectory = nil
        throw error
      }
      // The app runs with what can be read, and saving begins when it can.
      let deferred = DeferredArchiveStore(files, lock: lock, failure: error)
      deferred.onIncidents = { [weak self] in
        if let problem = Self.problem($0) { self?.tell(problem) }
      }
      store = deferred
      notes.append(
        Problem(
          summary: "The state cannot be saved now",
          detail: "\(error). Saving will be retried; you will be notified when it succeeds.",
          saving: .fails(reason: error.reason ?? "\(error)")))
    }
  }

  func tell(_ problem: Problem) {
    // The script has the same ones at each launch.
    if problem.givesWay, !toldMistakes.insert(problem.summary).inserted { return }
    if problem.isError { errorCount += 1 }
    let problem = advise(problem)
    onSaid?(Array("\(problem.isError ? "error" : "note"): \(problem)\n".utf8))
    onProblem(problem)
  }
  private var toldMistakes: Set<String> = []

  private static func problem(_ incidents: [SQLiteArchiveStore.Incident]) -> Problem? {
    guard !incidents.isEmpty else { return nil }
    return Problem(
      summary: SQLiteArchiveStore.Incident.summary(of: incidents),
      detail: incidents.map(\.description).joined(separator: ". "))
  }

  /// Ends the app as SIGKILL does: no callback runs, and what was not saved is gone.
  public func kill() {
    host?.close(runningFinalizers: false)
    host = nil
  }

  /// Quits the app: its state is saved, and it is notified.
  ///
  /// - Throws: what the store threw; the app has ended all the same.
  public func terminate() throws {
    defer { handOverIfAsked() }
    guard let host else { return }
    defer {
      host.close(runningFinalizers: true)
      self.host = nil
    }
    try host.turn { try host.application.terminate() }
  }

  /// Starts the app again with the state that was saved. One that still runs is killed first.
  public func relaunch() throws {
    kill()
    try load()
    try launch()
    settle()
  }

  /// The number of the newest save; nil if there is none.
  public var lastSave: SaveNumber? {
    get throws { try store?.saves().last?.number }
  }

  /// Starts the app from an old save.
  ///
  /// - Throws: `ArchiveStoreError.noSuchSave`; the app goes on then.
  public func rollBack(to number: SaveNumber) throws {
    guard let store else { throw SessionError.hasNoState }
    _ = try store.rollBack(to: number)
    try relaunch()
  }

  /// Told, on another thread, that the process was asked to end and does not: to lay out, draw or save what the app has takes
  /// too long. By default the process ends without that, and what was saved is kept.
  public var onStuck: @Sendable () -> Void = { _exit(1) }

  // MARK: Waiting

  /// Waits until an app that put off the end of its restoration has launched, or the process is asked to end, and lets
  /// happen what is due at once.
  public func settle() {
    loop.wait(until: { [unowned self] in host?.application.phase != .launching || MainLoop.isEndPending })
  }

  /// Whether the key for it, or `SIGINT` where that does not end, stops what a script does now.
  public var isInterruptible: Bool {
    get { interruption.isAllowed }
    set { interruption.isAllowed = newValue }
  }

  /// Whether a `SIGINT` that the loop has not told of yet has stopped a script.
  public var wasInterrupted: Bool { interruption.hasStopped }

  /// The same for the observer of the signal: the signal has then served its purpose.
  public func takeInterruption() -> Bool { interruption.take() }
  private let interruption = Interruption()

  /// Takes the process's signals over, and ends scripts that run when one of them, or a key, asks to.
  ///
  /// - Parameters:
  ///   - urgent: where keys are looked at while a script runs.
  ///   - byInterrupt: whether `SIGINT` ends, too.
  /// - Throws: ``LoopError`` if the process has no descriptors left.
  public func takeSignals(urgent: (any UrgentInput)? = nil, byInterrupt: Bool = true) throws {
    try loop.takeSignals()
    let onInterrupt: @Sendable (Bool) -> Void = { [interruption] in interruption.request(isByKey: $0) }
    // A script that waits for a program can end only when that does. Those that ui.run starts are none of these.
    let onDelay: @Sendable () -> Void = { if LuaState.endAwaitsOthers { ForegroundChildren.send(SIGTERM) } }
    try loop.observeEnd(
      of: urgent, byInterrupt: byInterrupt, onInterrupt: onInterrupt, onDelay: onDelay, onStuck: onStuck
    ) {
      LuaState.requestEndOfAll()
      TerminalLoan.passOnEnd()
    }
    loop.onInput = { [weak self] in self?.noteInput() }
    canHandOver = true
    listenForTakeOver()
  }

  /// Notes that the user did something just now, for other processes that ask who has the session.
  func noteInput() { lock?.noteInput() }
}

/// What cannot be done with an app.
public enum SessionError: Error, CustomStringConvertible {
  /// It was killed or has ended.
  case notRunning
  /// Its state cannot be kept.
  case hasNoState

  public var description: String {
    switch self {
    case .notRunning: "the app is not running; relaunch it first"
    case .hasNoState: "the app has no saved state"
    }
  }
}
