import StateRestoration

/// Replaces a store that cannot be opened (read-only folder, full disk): provides the readable state, and tries to open
/// the store at each save.
@MainActor
public final class DeferredArchiveStore: ArchiveStore {
  private let files: SessionFiles
  private let failure: ArchiveStoreError
  /// Kept from the attempt to open the store, for the store that is opened later.
  private var lock: SessionLock?
  private var opened: SQLiteArchiveStore?
  private let found: Archive?
  /// The existing saves, if they can be read without writing.
  private lazy var readable = try? SQLiteArchiveStore(files, isReadOnly: true)

  /// Called with the incidents when the store has been opened.
  public var onIncidents: ([SQLiteArchiveStore.Incident]) -> Void = { _ in }

  /// Creates a deferred store.
  ///
  /// - Parameter lock: the lock on the session, if it was acquired already.
  public init(_ files: SessionFiles, lock: SessionLock?, failure: ArchiveStoreError) {
    self.files = files
    self.lock = lock
    self.failure = failure
    found = Salvage.newestSave(of: files)?.archive
  }

  public func currentArchive() throws -> Archive? { try opened?.currentArchive() ?? found }
  public func archive(ofSave number: SaveNumber) throws -> Archive? {
    try (opened ?? readable)?.archive(ofSave: number)
  }
  public func currentSnapshot() throws -> [UInt8]? { try opened?.currentSnapshot() }
  public func saves() throws -> [SaveSummary] { try (opened ?? readable)?.saves() ?? [] }
  public func currentSaveNumber() throws -> SaveNumber? { try opened?.currentSaveNumber() }
  public func keep(_ number: SaveNumber, because reason: KeepReason) throws {
    try opened?.keep(number, because: reason)
  }
  public func note(_ name: String) throws -> Int64? { try opened?.note(name) }
  public func setNote(_ name: String, to value: Int64?) throws { try opened?.setNote(name, to: value) }

  public func nextNodeID() throws -> NodeID {
    try opened?.nextNodeID() ?? (found?.nodes.map(\.id).max() ?? 0) + 1
  }

  /// Existing contents are replaced by a complete save, as an incremental change would be mixed with them.
  public var needsCompleteChange: Bool { opened == nil }

  public func commit(_ change: ArchiveChange) throws -> SaveNumber {
    if let opened { return try opened.commit(change) }
    guard change.isComplete else { throw failure }
    return try open().commit(change)
  }

  public func beginCommit(_ change: ArchiveChange) throws {
    if let opened { try opened.beginCommit(change) } else { _ = try commit(change) }
  }

  public func finishCommit() throws { try opened?.finishCommit() }

  public func rollBack(to number: SaveNumber) throws -> SaveNumber { try (opened ?? open()).rollBack(to: number) }

  private func open() throws -> SQLiteArchiveStore {
    if let lock { try lock.hold() } else { lock = try SessionLock(files) }
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    store.lock = lock
    lock = nil
    (opened, readable) = (store, nil)
    onIncidents(incidents)
    return store
  }
}
