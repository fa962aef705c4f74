import ArchiveStore
import LuaScreens
import StateRestoration

// Further launches of the app, from the newest save or an older one.
extension AppSession {
  /// Relaunches the app with its saved state. A running app is killed first.
  ///
  /// - Throws: the script's error; ``SessionError/scriptIsRunning``.
  public func relaunch() throws {
    try requireIdleScript()
    try recorded(.relaunch) {
      kill()
      scripts.loaded = [:]
      try load()
      try launch()
      settle()
    }
  }

  /// The number of the newest save; nil if there is none.
  public var lastSave: SaveNumber? {
    get throws { try store?.saves().last?.number }
  }

  /// Relaunches the app from an old save. What the app has not saved yet is saved before, so that nothing is lost by the
  /// return.
  ///
  /// - Throws: `ArchiveStoreError.noSuchSave` or ``SessionError/scriptIsRunning``; the app then continues to run.
  public func rollBack(to number: SaveNumber) throws {
    try requireIdleScript()
    guard let store else { throw SessionError.hasNoState }
    let saves = try store.saves()
    let time = saves.first { $0.number == number }?.info.savedAt
    try recordingReturn(to: number, savedAt: time) {
      try returnTo(number, among: saves, in: store)
    }
  }

  /// - Returns: the new save with the contents of the old one.
  private func returnTo(
    _ number: SaveNumber, among saves: [SaveSummary], in store: any ArchiveStore
  ) throws -> SaveNumber {
    if let host, host.application.phase == .active, saves.contains(where: { $0.number == number }) {
      try? host.saveUnsaved()
    }
    let copy = try store.rollBack(to: number)
    try relaunch()
    return copy
  }
}

extension ScriptHost {
  /// Saves what the app has not saved yet, whether or not it saves by itself.
  ///
  /// - Throws: the error of a save that autosave would not make, which leaves the rest unsaved.
  package func saveUnsaved() throws {
    if !application.autosave { try turn { _ = try application.preserve() } }
    application.savePendingChanges()
  }
}
