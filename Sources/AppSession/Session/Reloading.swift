import ArchiveStore
import Foundation
import Interface
import LuaScreens
import Processes

extension AppSession {
  /// Loads the app's scripts again, quits the app, and launches the new one with its state.
  ///
  /// Where the launch told of errors, the next reload begins with the state from before it, as what such an app saves may lack
  /// what it could not restore.
  ///
  /// - Parameter didEnd: called when the old app has ended, before the new one is launched.
  /// - Throws: ``SessionError/notRunning``; what the script failed with, or the store: the app goes on as it was then.
  public func reload(didEnd: () -> Void = {}) throws {
    let old = try running
    let new = try makeHost()
    if saveBeforeErrors == nil {
      do {
        _ = try old.turn { try old.application.preserve(isDurable: true) }
        try old.turn { try old.application.terminate() }
      } catch {
        new.close(runningFinalizers: false)
        throw error
      }
    }
    let save = try saveBeforeErrors ?? lastSave
    old.close(runningFinalizers: saveBeforeErrors == nil)
    host = nil
    didEnd()
    // A save that is gone from the history meanwhile is no reason to have no app.
    if let saveBeforeErrors { _ = try? store?.rollBack(to: saveBeforeErrors) }
    let errors = errorCount
    try take(new)
    // The save that is read now is a copy of it.
    new.application.pinnedSave = saveBeforeErrors
    try launch()
    settle()
    saveBeforeErrors = errorCount > errors ? save : nil
  }

  /// Reloads the app from now on whenever the contents of a file change that its scripts were loaded from, looked for or
  /// read as a resource; a script that cannot be loaded is reported as a problem, and loaded again at the next change. Files that the
  /// app keeps itself, and what it writes while it ends, do not count.
  ///
  /// - Parameters:
  ///   - willReload: called before each time.
  ///   - didReload: called when the new app is there.
  public func reloadOnChange(willReload: @escaping () -> Void, didReload: @escaping () -> Void) -> ScriptWatch {
    ScriptWatch(self, willReload: willReload, didReload: didReload)
  }
}

/// The files of an app's scripts, watched for as long as somebody holds this.
@MainActor
public final class ScriptWatch {
  private unowned let session: AppSession
  private let files: FileWatcher
  /// By their paths. They stay, so that no change is missed while the scripts are loaded.
  private var watches: [String: FileWatch] = [:]
  /// What is in the files, as far as the app knows it, by their paths; nothing for those that are not there.
  private var contents: [String: Data] = [:]
  private var isDue = false
  private let willReload: () -> Void
  private let didReload: () -> Void

  init(_ session: AppSession, willReload: @escaping () -> Void, didReload: @escaping () -> Void) {
    self.session = session
    self.willReload = willReload
    self.didReload = didReload
    files = FileWatcher(loop: session.loop)
    session.scriptFiles.forEach(add)
    session.onScriptFile = { [weak self] in self?.add($0) }
  }

  private func add(_ file: String) {
    contents[file] = FileManager.default.contents(atPath: file)
    watch(file)
  }

  /// Watches a file, or as long as its folder is not there, for that.
  private func watch(_ file: String) {
    var path = file
    while let folder = Self.folder(of: path), !FileManager.default.fileExists(atPath: folder) { path = folder }
    guard watches[path] == nil else { return }
    watches[path] = try? files.watch(Array(path.utf8)) { [weak self] _ in self?.changed(at: path) }
  }

  private static func folder(of path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Several files that were saved together are one change; and what runs now ends first.
  private func changed(at path: String) {
    // A folder may have come, or gone, or be another one of the same name.
    watches.removeValue(forKey: path)?.cancel()
    session.scriptFiles.forEach(watch)
    guard !isDue else { return }
    isDue = true
    session.loop.post { [weak self] in
      self?.isDue = false
      self?.reloadIfChanged()
    }
  }

  private func reloadIfChanged() {
    let known = contents
    readContents()
    if contents != known { reload() }
  }

  private func readContents() {
    for file in session.scriptFiles { contents[file] = FileManager.default.contents(atPath: file) }
  }

  private func reload() {
    guard session.host != nil else { return }
    willReload()
    do {
      try session.reload(didEnd: readContents)
      didReload()
    } catch {
      session.tell(
        Problem(summary: "The scripts were changed and not loaded", detail: "The app goes on as it was.", error: error))
    }
  }

  isolated deinit { files.end() }
}

extension MainLoop: ProcessLoop {
  public func watch(
    _ descriptor: @escaping () -> Int32?, forWriting: Bool, onReady: @escaping () -> Void
  ) -> () -> Void {
    let source = watch(forWriting ? .writable : .readable, of: descriptor, onReady: onReady)
    return { source.cancel() }
  }

  public func after(_ seconds: Double, _ action: @escaping @MainActor () -> Void) -> () -> Void {
    let timer = timers.after(seconds, action)
    return { timer.cancel() }
  }
}
