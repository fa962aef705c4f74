/// Prevents an app from crashing repeatedly while restoring the same state.
///
/// While a save is being restored, a note in the store records it. A launch that finds the note knows that the last one
/// crashed. The first crash is ignored, as it may have been a power failure. After the second in a row the save is not
/// restored again: it stays in the history until the user has decided about it, and can be restored by a rollback.
@MainActor
public struct RestorationGuard {
  private let store: any ArchiveStore
  /// The note of the save being restored.
  private static let restoring = "restoring"
  /// The note of the save being restored after a launch has crashed.
  private static let restoringAgain = "restoring again"
  private static let refused = "refused"

  /// Creates a guard for a store.
  public init(_ store: any ArchiveStore) {
    self.store = store
  }

  /// Returns the newest save if restoring it has crashed twice, so that it is not tried again; nil if it may be
  /// restored.
  public func refusedSave() throws -> SaveNumber? {
    guard let current = try store.currentSaveNumber() else { return nil }
    return try store.note(Self.restoringAgain) == current || store.note(Self.refused) == current ? current : nil
  }

  /// Begins the restoration of the newest save. Returns that save instead if two launches in a row crashed while
  /// restoring it.
  public func begin() throws -> SaveNumber? {
    if let refused = try refusedSave() {
      try store.keep(refused, because: .refused)
      try store.setNote(Self.refused, to: refused)
      try end()
      return refused
    }
    guard let current = try store.currentSaveNumber() else { return nil }
    let hasDied = try store.note(Self.restoring) == current
    try store.setNote(hasDied ? Self.restoringAgain : Self.restoring, to: current)
    return nil
  }

  /// Ends the restoration after the app has launched or exited in order.
  public func end() throws {
    // In this order, a crash in between counts at most once.
    for note in [Self.restoringAgain, Self.restoring] where try store.note(note) != nil {
      try store.setNote(note, to: nil)
    }
  }
}
