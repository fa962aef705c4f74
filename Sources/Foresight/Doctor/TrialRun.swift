import AppSession
import ArchiveStore
import Foundation
import Interface
import Loop
import LuaRuntime
import LuaScreens
import StateRestoration

/// An app that runs for an examination, in a folder of its own, without a terminal and in virtual time.
@MainActor
final class TrialRun {
  let session: AppSession
  let effects: RefusedEffects
  private(set) var recorder: RunRecorder?
  private let folder: String?
  /// The errors that were reported, except refusals.
  private(set) var errors: [String] = []

  /// The time by which the clock of a second launch differs, in seconds: a day, an hour, a minute and a second.
  static let clockShift = 90_061

  /// Creates a run of an app.
  ///
  /// - Parameter clockShift: seconds to add to the clock.
  init(
    _ configuration: ScriptHost.Configuration, launchOptions: [UInt8], isAllowed: Bool, clockShift: Int = 0,
    onPrint: @escaping ([UInt8]) -> Void = { _ in }
  ) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "luahost-trial-\(UUID().uuidString)").path
    self.folder = folder
    effects = RefusedEffects(isAllowed: isAllowed, folder: folder, clockShift: clockShift)
    var configuration = configuration
    configuration.eventCapacity = nil
    session = AppSession(
      configuration, storage: .files(directory: folder, session: "main"), loop: MainLoop(.virtual))
    session.launchOptions = launchOptions
    session.onPrint = onPrint
    observe()
  }

  /// Examines an app that runs already; what it did before is not recorded.
  init(running session: AppSession) {
    self.session = session
    folder = nil
    effects = RefusedEffects(isAllowed: true, folder: nil)
    if let host = session.host { attach(to: host) }
  }

  /// Observes an app that a test is about to launch.
  init(observing session: AppSession, isAllowed: Bool) {
    self.session = session
    folder = nil
    effects = RefusedEffects(isAllowed: isAllowed, folder: nil)
    observe()
  }

  isolated deinit {
    guard let folder else { return }
    session.kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func observe() {
    session.configuration.observers = { [weak self] host in
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

  /// Stops observing an app that goes on.
  func detach() {
    guard let recorder else { return }
    session.host?.observers.remove(recorder)
    self.recorder = nil
  }

  /// The folder of the app's own files.
  private var ownFiles: String? { folder.map { "\($0)/main.files" } }

  /// Gives the app copies of another run's own files.
  func copyFiles(of other: TrialRun) {
    guard let ownFiles, let folder else { return }
    let source =
      (try? other.session.host.flatMap { try $0.configuration.filesDirectory?($0.application.identifier) }) ?? nil
    guard let source, FileManager.default.fileExists(atPath: source) else { return }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try? FileManager.default.copyItem(atPath: source, toPath: ownFiles)
  }

  /// Launches the app and lets it settle.
  ///
  /// - Parameter archive: the state to restore; nil for what was saved in this run.
  /// - Throws: the script's error if it cannot be loaded.
  func launch(with archive: Archive? = nil) throws {
    try session.load()
    if let archive, let store = session.store as? SQLiteArchiveStore { _ = try store.importArchive(archive) }
    try session.launch()
    settle()
  }

  /// Kills the app and launches it again from its last save.
  func relaunch() throws {
    session.kill()
    try launch()
  }

  /// How long an extended restoration may take, in virtual seconds.
  private static let longestRestoration = 10

  /// Lets everything run that is due, and draws the screen.
  private func settle() {
    session.endStep()
    for _ in 0..<Self.longestRestoration where session.host?.application.phase == .launching {
      try? session.advance(by: 1)
    }
    if let host = session.host {
      _ = host.turn { host.application.render() }
      session.endStep()
    }
  }

  /// Saves the app's state elsewhere, without a trace in the app or its store, and returns it; nil if the app declines.
  func archive() throws -> Archive? {
    let host = try session.running
    let store = try SQLiteArchiveStore()
    let preservation = Preservation(application: host.application, store: store, log: host.log)
    return try host.withoutTracing {
      _ = try preservation.save(.complete)
      return try store.currentArchive()
    }
  }
}
