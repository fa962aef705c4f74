import StateRestoration

/// Stands for a store that cannot be opened now (a read-only folder, a full disk): gives what can be read, and tries again
/// with each save.
@MainActor
public final class DeferredArchiveStore: ArchiveStore {
  private let files: SessionFiles
  private let failure: ArchiveStoreError
  private var lock: SessionLock?
  private var opened: SQLiteArchiveStore?
  private let found: Archive?

  /// A store that could not be opened, and why.
  public init(_ files: SessionFiles, failure: ArchiveStoreError) {
    self.files = files
    self.failure = failure
    found = Salvage.lastGoodSave(in: files.database)
  }

  public func currentArchive() throws -> Archive? { try opened?.currentArchive() ?? found }
  public func archive(ofSave number: SaveNumber) throws -> Archive? { try opened?.archive(ofSave: number) }
  public func currentSnapshot() throws -> [UInt8]? { try opened?.currentSnapshot() }
  public func saves() throws -> [SaveSummary] { try opened?.saves() ?? [] }
  public func newestSave() throws -> SaveNumber? { try opened?.newestSave() }
  public func keep(_ number: SaveNumber, because reason: KeepReason) throws {
    try opened?.keep(number, because: reason)
  }
  public func note(_ name: String) throws -> Int64? { try opened?.note(name) }
  public func setNote(_ name: String, to value: Int64?) throws { try opened?.setNote(name, to: value) }

  public func nextNodeID() throws -> NodeID {
    try opened?.nextNodeID() ?? (found?.nodes.map(\.id).max() ?? 0) + 1
  }

  public func commit(_ change: ArchiveChange) throws -> SaveNumber {
    if let opened { return try opened.commit(change) }
    // What is there now is replaced by a whole save, or it would be mixed with what this change leaves out.
    guard change.isComplete else { throw failure }
    if lock == nil { lock = try SessionLock(files) }
    let store = try SQLiteArchiveStore.openRecovering(files).store
    opened = store
    return try store.commit(change)
  }

  public func rollBack(to number: SaveNumber) throws -> SaveNumber {
    guard let opened else { throw failure }
    return try opened.rollBack(to: number)
  }
}
