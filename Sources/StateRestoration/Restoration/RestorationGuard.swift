/// Keeps an app from dying of the same state again and again.
///
/// While a save is restored, a note beside it says so. A launch that finds the note knows that the last one died on the way.
/// Once is forgiven: that may have been a power cut. After the second death in a row the save is not tried again: it stays
/// in the history until the user has decided on it, and a rollback brings it back as a new save.
@MainActor
public struct RestorationGuard {
  private let store: any ArchiveStore
  /// The save that is being restored.
  private static let restoring = "restoring"
  /// The save that is being restored after a launch died of it.
  private static let restoringAgain = "restoring again"
  private static let refused = "refused"

  /// What the guard says to restoring the newest save.
  public enum Verdict: Equatable, Sendable {
    case allowed
    /// Two launches in a row died restoring this save, and no other was made since.
    case died(SaveNumber)
  }

  /// The guard of the saves in this store.
  public init(_ store: any ArchiveStore) {
    self.store = store
  }

  /// The newest save, if restoring it led to two deaths and so is not begun again; nil if it may be restored.
  public func refusedSave() throws -> SaveNumber? {
    guard let current = try store.currentSaveNumber() else { return nil }
    return try store.note(Self.restoringAgain) == current || store.note(Self.refused) == current ? current : nil
  }

  /// Restoring begins, unless it led to two deaths before.
  public func begin() throws -> Verdict {
    guard let current = try store.currentSaveNumber() else { return .allowed }
    if try refusedSave() != nil {
      try store.keep(current, because: .refused)
      try store.setNote(Self.refused, to: current)
      try end()
      return .died(current)
    }
    let hasDied = try store.note(Self.restoring) == current
    try store.setNote(hasDied ? Self.restoringAgain : Self.restoring, to: current)
    return .allowed
  }

  /// The app has launched, or was ended in order.
  public func end() throws {
    // In this order: a death in between counts for one at most.
    for note in [Self.restoringAgain, Self.restoring] where try store.note(note) != nil {
      try store.setNote(note, to: nil)
    }
  }
}
