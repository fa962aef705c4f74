import ArchiveStore
import StateRestoration

// Further launches of the app, from the newest save or an older one.
extension AppSession {
  /// Relaunches the app with its saved state. A running app is killed first.
  public func relaunch() throws {
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

  /// Relaunches the app from an old save.
  ///
  /// - Throws: `ArchiveStoreError.noSuchSave`; the app then continues to run.
  public func rollBack(to number: SaveNumber) throws {
    guard let store else { throw SessionError.hasNoState }
    guard let recording else {
      _ = try store.rollBack(to: number)
      return try relaunch()
    }
    let time = try store.saves().first { $0.number == number }?.info.savedAt
    try recording.record({ recording.rollback(to: number, savedAt: time) }) {
      _ = try store.rollBack(to: number)
      try relaunch()
    }
  }
}
