/// Keeps an app from dying of the same state again and again.
///
/// While a save is restored, a note beside it says so. A launch that finds the note knows that the last one died on the
/// way, and does not try that save again: it stays in the history, from where a rollback brings it back as a new save.
@MainActor
public struct RestorationGuard {
  private let store: any ArchiveStore
  private static let restoring = "restoring"
  private static let refused = "refused"

  /// What the guard says to restoring the newest save.
  public enum Verdict: Equatable, Sendable {
    case allowed
    /// A launch died restoring this save, and no other was made since.
    case died(SaveNumber)
  }

  /// The guard of the saves in this store.
  public init(_ store: any ArchiveStore) {
    self.store = store
  }

  /// The newest save, if restoring it led to a death and so is not begun again; nil if it may be restored.
  public func refusedSave() throws -> SaveNumber? {
    guard let current = try store.saves().last?.number else { return nil }
    return try store.note(Self.restoring) == current || store.note(Self.refused) == current ? current : nil
  }

  /// Restoring begins, unless it led to a death before.
  public func begin() throws -> Verdict {
    guard let current = try store.saves().last?.number else { return .allowed }
    if try refusedSave() != nil {
      try store.setNote(Self.refused, to: current)
      try end()
      return .died(current)
    }
    try store.setNote(Self.restoring, to: current)
    return .allowed
  }

  /// The app has launched.
  public func end() throws {
    if try store.note(Self.restoring) != nil { try store.setNote(Self.restoring, to: nil) }
  }
}
