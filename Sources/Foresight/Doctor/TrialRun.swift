import AppSession
import ArchiveStore
import FoundationEssentials
import Glibc
import Interface
import Loop
import LuaRuntime
import LuaScreens
import Processes
import StateRestoration

/// An app that runs for an examination, in a separate folder, without a terminal and in virtual time.
@MainActor
final class TrialRun {
  let session: AppSession
  let effects: RefusedEffects
  private(set) var recorder: RunRecorder?
  private let folder: String?
  /// The errors that were reported, except refusals.
  private(set) var errors: [String] = []

  /// A clock that differs from that of a first launch by a day, an hour, a minute and a second.
  static var otherClock: RunClock { RunClock(shift: 90_061) }

  /// The folder of all runs' folders, which is removed with the process.
  private static let parent = Result { try TemporaryFolder(prefix: "luahost-trial-") }

  /// Creates a run of an app.
  ///
  /// - Parameters:
  ///   - clock: the clock of the scripts; nil for the real one.
  ///   - isSilent: whether the scripts cannot use the standard streams, which belong to another app.
  /// - Throws: an error if no temporary folder can be created.
  init(
    _ configuration: ScriptHost.Configuration, launchOptions: [UInt8], isAllowed: Bool, clock: RunClock? = nil,
    isSilent: Bool = false, onPrint: @escaping ([UInt8]) -> Void = { _ in }
  ) throws {
    let folder = try "\(Self.parent.get().path)/\(UUID().uuidString)"
    self.folder = folder
    effects = RefusedEffects(isAllowed: isAllowed, isSilent: isSilent, folder: folder)
    var configuration = configuration
    configuration.eventCapacity = nil
    // Those of a running app: its terminal is not free, and its measurements are of itself.
    configuration.terminal = nil
    configuration.spans = nil
    configuration.profile = nil
    session = AppSession(
      configuration, storage: .files(directory: folder, session: Self.sessionName), loop: MainLoop(.virtual))
    session.launchOptions = launchOptions
    session.onPrint = onPrint
    clock?.setWallClock(of: session)
    observe()
  }

  /// Examines an app that is already running; earlier events are not recorded.
  init(running session: AppSession) {
    self.session = session
    folder = nil
    effects = RefusedEffects(isAllowed: true, folder: nil)
    if let host = session.host { attach(to: host) }
  }

  /// Observes an app that a test is about to launch.
  ///
  /// - Parameter ownFiles: returns the files of the test, which the app may change.
  init(
    observing session: AppSession, isAllowed: Bool, clock: RunClock?, ownFiles: @escaping () -> Set<String>
  ) {
    self.session = session
    folder = nil
    effects = RefusedEffects(isAllowed: isAllowed, folder: nil, ownFiles: ownFiles)
    clock?.setWallClock(of: session)
    observe()
  }

  isolated deinit {
    guard let folder else { return }
    session.kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func observe() {
    effects.prepare(session)
    session.configuration.observers.append { [weak self] host in
      guard let self else { return [] }
      let recorder = RunRecorder(of: host, effects)
      self.recorder = recorder
      return [recorder]
    }
    session.onProblem = { [weak self, inner = session.onProblem] problem in
      inner(problem)
      if let self, let error = problem.error, !effects.isRefusal(error) { errors.append("\(problem)") }
    }
  }

  private func attach(to host: ScriptHost) {
    let recorder = RunRecorder(of: host, effects)
    host.observers.add(recorder)
    self.recorder = recorder
  }

  /// Stops observing an app that continues to run.
  func detach() {
    guard let recorder else { return }
    session.host?.observers.remove(recorder)
    self.recorder = nil
  }

  /// The folder of the app's own files.
  private var ownFiles: String? {
    get throws { try folder.map { try SessionFiles(directory: $0, session: Self.sessionName).ownFiles } }
  }
  private static let sessionName = "main"

  /// Gives the app copies of another run's own files, which may not have been launched.
  func copyFiles(of other: TrialRun) {
    if let source = other.session.filesDirectory ?? (try? other.ownFiles) { copyFiles(at: source) }
  }

  /// Gives the app copies of a session's own files.
  func copyFiles(of session: AppSession) { if let source = session.filesDirectory { copyFiles(at: source) } }

  /// Whether the own files of a session are small enough for a copy while a user waits.
  static func canCopyFiles(of session: AppSession) -> Bool {
    guard let folder = session.filesDirectory else { return true }
    var (size, count, folders) = (0, 0, [folder])
    while let folder = folders.popLast() {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        let path = "\(folder)/\(name)"
        // Links are copied, not followed.
        if !FileStatus.isSymbolicLink(path), let status = FileStatus(path) {
          if status.isRegular { size += status.size } else { folders.append(path) }
        }
        count += 1
        if size > maximumFileSize || count > maximumFileCount { return false }
      }
    }
    return true
  }
  /// The maximum size of the own files together, in bytes, and their number.
  private static let maximumFileSize = 16 << 20
  private static let maximumFileCount = 1000

  /// Gives the app copies of the files in a folder.
  func copyFiles(at source: String) {
    guard let ownFiles = try? ownFiles, let folder, FileManager.default.fileExists(atPath: source) else { return }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? FileManager.default.copyItem(atPath: source, toPath: ownFiles)
  }

  /// Launches the app and lets it settle.
  ///
  /// - Parameter archive: the state to restore; nil for the state saved in this run.
  /// - Throws: the script's error if it cannot be loaded.
  func launch(with archive: Archive? = nil) throws {
    try effects.load(session)
    if let archive, let store = session.store as? SQLiteArchiveStore { _ = try store.importArchive(archive) }
    try session.launch()
    settle()
    // A launch that restores something waits until the app has completed it, so its contents are compared with theirs.
    for _ in 0..<AppSession.longestRestoration where session.host?.application.awaitsCompletion == true {
      try session.advance(by: 1)
      settle()
    }
  }

  /// Lets everything run that is due, and waits for the commands and requests of an app that may use them.
  func settle() {
    session.settleInVirtualTime()
    guard effects.isAllowed else { return }
    let end = ContinuousClock.now + Self.longestWait
    while session.host?.isBusy == true, ContinuousClock.now < end {
      session.loop.look(waitingAtMost: .milliseconds(10))
      session.settleInVirtualTime()
    }
  }

  private static let longestWait = Duration.seconds(5)

  /// Kills the app and launches it again from its last save.
  func relaunch() throws {
    session.kill()
    try launch()
  }

  /// The evidence of the run at this moment; nil if the app does not run.
  var evidence: RunEvidence? {
    guard let host = session.host, let recorder else { return nil }
    return RunEvidence(host, recorder)
  }

  /// Lets time pass, and returns the evidence then; nil if the app does not run.
  func evidence(afterSeconds seconds: Double) -> RunEvidence? {
    guard recorder != nil, (try? session.advance(by: seconds)) != nil else { return nil }
    settle()
    return evidence
  }

  /// Returns what the app shows.
  ///
  /// - Throws: ``SessionError/notRunning``; any error of saving.
  func moment() throws -> AppMoment {
    session.settleInVirtualTime()
    return try AppMoment(of: session.running, recorder?.places ?? CreationPlaces())
  }

  /// Returns the app's state as a save would hold it, without a trace in the app or its store; nil if the app declines.
  func archive() throws -> Archive? {
    let host = try session.running
    // The recorder knows the encoding nodes by their events.
    return try host.unsavedArchive(log: host.log)
  }

  /// Returns the values of keys in that state, as Lua literals.
  func savedValues() throws -> ScriptFields.SavedValues {
    let host = try session.running
    return try archive().map { ScriptFields.savedValues(in: $0, host) } ?? [:]
  }
}

extension AppSession {
  /// The configuration for copies of the app, without the observers of the app itself.
  var configurationOfCopies: ScriptHost.Configuration {
    var configuration = configuration
    configuration.observers = []
    return configuration
  }
}
