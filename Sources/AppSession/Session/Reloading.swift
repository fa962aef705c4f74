import ArchiveStore
import FoundationEssentials
import Glibc
import Interface
import Loop
import LuaScreens
import Processes

extension AppSession {
  /// Reloads the app's scripts: loads them, quits the running app, and launches the new one with its state.
  ///
  /// If the launch has reported errors, the next reload starts with the state before it, as saves of such an app may
  /// lack state that failed to restore. Once the app was used since, it starts with what it is now, and the state before the
  /// errors remains pinned in the history.
  ///
  /// - Throws: ``SessionError/notRunning``; ``SessionError/scriptIsRunning``; an error of the script or of the store, after
  ///   which the old app continues to run.
  public func reload() throws {
    try reloadScripts()
    notifyReloadObserver()
  }

  /// Performs ``reload()`` without notifying the observer that the app was reloaded.
  ///
  /// - Parameters:
  ///   - willEnd: called when the new scripts are loaded and the state is saved, right before the old app exits; not if it has
  ///     failed to launch, and so exits without a callback.
  ///   - didEnd: called when the old app has exited, before the new one is launched.
  func reloadScripts(willEnd: () -> Void = {}, didEnd: () -> Void = {}) throws {
    // For a test, a reload is a relaunch: it begins with the state of the last step.
    try recorded(.relaunch) { try replaceHost(willEnd, didEnd) }
  }

  /// Notifies the observer of the last reload, once, if the app that it has launched still runs.
  func notifyReloadObserver() {
    guard let reload = finishedReload else { return }
    finishedReload = nil
    guard let host, host === reload.host, requestedExit == nil else { return }
    reloadObserver?.appDidReload(self, restoring: reload.save, launchTime: reload.launchTime)
  }

  private func replaceHost(_ willEnd: () -> Void, _ didEnd: () -> Void) throws {
    let old = try running
    try requireIdleScript()
    let loaded = scripts.loaded
    scripts.loaded = [:]
    let start = ContinuousClock.now
    let new: ScriptHost
    do {
      new = try makeHost()
    } catch {
      scripts.loaded = loaded
      throw error
    }
    finishedReload = nil
    let showsScreen = old.application.windows.contains { $0.rootViewController != nil }
    let saveBeforeErrors = wasUsed && showsScreen ? nil : saveBeforeErrors
    if saveBeforeErrors == nil {
      do {
        _ = try old.turn { try old.application.preserve(isDurable: true) }
        reloadObserver?.appWillReload(self, scripts: loaded)
        willEnd()
        try old.turn { try old.application.terminate() }
      } catch {
        scripts.loaded = loaded
        new.close(runningFinalizers: false)
        throw error
      }
    }
    let save = try saveBeforeErrors ?? lastSave
    old.close(runningFinalizers: saveBeforeErrors == nil)
    host = nil
    didEnd()
    // If the save was pruned meanwhile, the app is launched with the current state.
    if let saveBeforeErrors { _ = try? store?.rollBack(to: saveBeforeErrors) }
    try take(new)
    // The rollback has created a copy of that save.
    new.application.pinnedSave = saveBeforeErrors
    try launch()
    settle()
    self.saveBeforeErrors = new.context.errorCount > 0 ? save : nil
    if let pinned = self.saveBeforeErrors { try? store?.keep(pinned, because: .launchErrors) }
    // The next reload begins with the state before the errors, so nothing is lost yet.
    guard self.saveBeforeErrors == nil, reloadObserver != nil else { return }
    finishedReload = FinishedReload(host: new, save: save, launchTime: ContinuousClock.now - start)
  }

  /// Reloads the app whenever the contents of a file change that its scripts were loaded from, searched for, or read as
  /// a resource. A script that fails to load is reported as a problem and loaded again at the next change. The app's
  /// own files, and files written while it exits, are ignored.
  ///
  /// - Parameters:
  ///   - willReload: called before each reload.
  ///   - didReload: called when the new app is running, with whether its launch has reported errors.
  public func reloadOnChange(
    willReload: @escaping () -> Void, didReload: @escaping (_ hasErrors: Bool) -> Void
  ) -> ScriptWatch {
    ScriptWatch(self, willReload: willReload, didReload: didReload)
  }
}

/// Watches the files of an app's scripts while it is retained.
@MainActor
public final class ScriptWatch {
  private unowned let session: AppSession
  private let files: FileWatcher
  /// The watches by path. They are kept, so that no change is missed during a reload.
  private var watches: [String: FileWatch] = [:]
  /// The contents of the files by path as they were last loaded, without missing files.
  private var contents: [String: Data] = [:]
  /// The files that were read since the scripts were last loaded. Reading may be reported again afterwards.
  private var read: Set<String> = []
  private var isDue = false
  private let willReload: () -> Void
  private let didReload: (_ hasErrors: Bool) -> Void
  /// The time between a reload and the notification of its observer, in seconds.
  private static let observerDelay = 0.02

  init(
    _ session: AppSession, willReload: @escaping () -> Void, didReload: @escaping (_ hasErrors: Bool) -> Void
  ) {
    self.session = session
    self.willReload = willReload
    self.didReload = didReload
    files = FileWatcher(loop: session.loop)
    session.scripts.paths.forEach(add)
    session.scripts.onRead = { [weak self] in self?.add($0) }
  }

  private func add(_ file: String) {
    if read.insert(file).inserted { contents[file] = ScriptFiles.contents(of: file) }
    watch(file)
  }

  /// Watches a file, or its nearest existing parent folder.
  private func watch(_ file: String) {
    var path = file
    while let folder = Self.folder(of: path), !FileManager.default.fileExists(atPath: folder) { path = folder }
    guard watches[path] == nil else { return }
    watches[path] = try? files.watch(Array(path.utf8)) { [weak self] _ in self?.changed(at: path) }
  }

  private static func folder(of path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Combines the changes of several files saved together, after the current turn.
  private func changed(at path: String) {
    // The folder may have been created, removed or replaced.
    watches.removeValue(forKey: path)?.cancel()
    session.scripts.paths.forEach(watch)
    guard !isDue else { return }
    isDue = true
    session.loop.post { [weak self] in
      self?.isDue = false
      self?.reloadIfChanged()
    }
  }

  private func reloadIfChanged() {
    let known = contents
    contents = presentContents
    if contents != known { reload() }
  }

  private var presentContents: [String: Data] {
    var present: [String: Data] = [:]
    for file in session.scripts.paths { present[file] = ScriptFiles.contents(of: file) }
    return present
  }

  private func reload() {
    guard session.host != nil else { return }
    willReload()
    do {
      read = []
      var before: [String: Data]?
      try session.reloadScripts {
        before = presentContents
      } didEnd: {
        // Only what the exiting app has written is ignored: other files may have changed since they were loaded.
        guard let before else { return }
        let after = presentContents
        for file in session.scripts.paths where after[file] != before[file] { contents[file] = after[file] }
      }
      didReload(session.host.map { $0.context.errorCount > 0 } ?? false)
      // The screen is drawn first.
      session.loop.timers.after(Self.observerDelay) { [weak session] in session?.notifyReloadObserver() }
    } catch {
      session.report(
        Problem(
          error: error, summary: "The changed scripts could not be loaded",
          detail: "The app continues with the previous ones."))
    }
  }

  isolated deinit { files.end() }
}
