/// The number of a save in one session, from 1, in the order of creation. Never reused.
public typealias SaveNumber = Int64

/// A store for the saves of one session of one app.
///
/// A save is atomic. A commit that has returned survives a crash of the process at any instruction.
@MainActor
public protocol ArchiveStore: AnyObject {
  /// Returns the archive that the next launch restores: the last save, including rollbacks. Nil if there is none.
  func currentArchive() throws -> Archive?

  /// Returns the archive of a save; nil if the save does not exist.
  func archive(ofSave number: SaveNumber) throws -> Archive?

  /// Returns the snapshot of the last save; nil if it has none.
  func currentSnapshot() throws -> [UInt8]?

  /// Returns the saves in the history, oldest first.
  func saves() throws -> [SaveSummary]

  /// Returns the number of the save of ``currentArchive()``; nil if there is none, or the history is not accessible.
  func currentSaveNumber() throws -> SaveNumber?

  /// Keeps a save from being thinned, for a reason that is not ``KeepReason/isThinned``.
  func keep(_ number: SaveNumber, because reason: KeepReason) throws

  /// Writes one save atomically and returns its number.
  func commit(_ change: ArchiveChange) throws -> SaveNumber

  /// Begins to write one save atomically, and may return before it is written. Later calls wait until it is.
  ///
  /// - Throws: as ``finishCommit()``, for the save that was begun before; and as ``commit(_:)``.
  func beginCommit(_ change: ArchiveChange) throws

  /// Waits until the save that was begun last is written.
  ///
  /// - Throws: the error of writing it. The stored archive is then unchanged.
  func finishCommit() throws

  /// Whether saves keep their snapshots. Otherwise none are made.
  var keepsSnapshots: Bool { get }

  /// Whether the next change must be complete, because the stored archive is not accessible.
  var needsCompleteChange: Bool { get }

  /// Makes the next launch restore an earlier save, by creating a new save with the same contents. Returns its number.
  /// Nothing is deleted. This also counts as the decision about refused saves.
  func rollBack(to number: SaveNumber) throws -> SaveNumber

  /// Returns a persistent number stored under a name; nil if there is none.
  func note(_ name: String) throws -> Int64?

  /// Stores a persistent number under a name; nil removes it.
  func setNote(_ name: String, to value: Int64?) throws

  /// Returns a node ID such that no save of this store has used it or a greater one.
  func nextNodeID() throws -> NodeID
}

extension ArchiveStore {
  public func beginCommit(_ change: ArchiveChange) throws { _ = try commit(change) }
  public func finishCommit() throws {}
  public var needsCompleteChange: Bool { false }
  public var keepsSnapshots: Bool { true }
}

/// An error of a store with a short form of its description, without the path.
public protocol ArchiveStoreFailure: Error {
  /// The reason alone; nil if the description has none.
  var reason: String? { get }
}
