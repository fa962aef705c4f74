import StateRestoration

/// Stands for a store that cannot be opened now (a read-only folder, a full disk): gives what can be read, and tries again
/// with each save.
@MainActor
public final class DeferredArchiveStore: ArchiveStore {
  private let files: SessionFiles
  private let failure: ArchiveStoreError
  /// Kept from the attempt to open it, if that came so far, and for the store that is opened later.
  private var lock: SessionLock?
  private var opened: SQLiteArchiveStore?
  private let found: Archive?

  /// Told what opening the store had to do, when it succeeds.
  public var onIncidents: ([SQLiteArchiveStore.Incident]) -> Void = { _ in }

  /// A store that could not be opened, and why.
  ///
  /// - Parameter lock: the session, if it was taken already.
  public init(_ files: SessionFiles, lock: SessionLock?, failure: ArchiveStoreError) {
    self.files = files
    self.lock = lock
    self.failure = failure
    found = Salvage.newestSave(of: files)?.archive
  }

  public func currentArchive() throws -> Archive? { try opened?.currentArchive() ?? found }
  public func archive(ofSave number: SaveNumber) throws -> Archive? { try opened?.archive(ofSave: number) }
  public func currentSnapshot() throws -> [UInt8]? { try opened?.currentSnapshot() }
  public func saves() throws -> [SaveSummary] { try opened?.saves() ?? [] }
  public func currentSaveNumber() throws -> SaveNumber? { try opened?.currentSaveNumber() }
  public func keep(_ number: SaveNumber, because reason: KeepReason) throws {
    try opened?.keep(number, because: reason)
  }
  public func note(_ name: String) throws -> Int64? { try opened?.note(name) }
  public func setNote(_ name: String, to value: Int64?) throws { try opened?.setNote(name, to: value) }

  public func nextNodeID() throws -> NodeID {
    try opened?.nextNodeID() ?? (found?.nodes.map(\.id).max() ?? 0) + 1
  }

  /// What is there is replaced by a whole save, or it would be mixed with what a change leaves out.
  public var needsCompleteChange: Bool { opened == nil }

  public func commit(_ change: ArchiveChange) throws -> SaveNumber {
    if let opened { return try opened.commit(change) }
    guard change.isComplete else { throw failure }
    return try open().commit(change)
  }

  public func rollBack(to number: SaveNumber) throws -> SaveNumber { try (opened ?? open()).rollBack(to: number) }

  private func open() throws -> SQLiteArchiveStore {
    if let lock { try lock.hold() } else { lock = try SessionLock(files) }
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    store.lock = lock
    lock = nil
    opened = store
    onIncidents(incidents)
    return store
  }
}
