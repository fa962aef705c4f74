/// Numbers the saves of one session, from 1, in the order they were made. Never used twice.
public typealias SaveNumber = Int64

/// Where saves are kept: one session of one app.
///
/// A save is all or nothing. A commit that has returned survives the death of the process at any instruction.
@MainActor
public protocol ArchiveStore: AnyObject {
  /// The archive that the next launch restores: the last save, or the one that was rolled back to. Nil if there is none.
  func currentArchive() throws -> Archive?

  /// The archive of one save. Nil if there is no such save.
  func archive(ofSave number: SaveNumber) throws -> Archive?

  /// The picture of the screen kept with the last save, nil if none was taken.
  func currentSnapshot() throws -> [UInt8]?

  /// The saves that are kept, oldest first.
  func saves() throws -> [SaveSummary]

  /// The number that the save of ``currentArchive()`` has in the history; nil if there is none, or the history cannot be
  /// reached now.
  func currentSaveNumber() throws -> SaveNumber?

  /// Keeps a save from being thinned, for one of the reasons that are not ``KeepReason/isThinned``.
  func keep(_ number: SaveNumber, because reason: KeepReason) throws

  /// Writes one save, all or nothing, and returns its number.
  func commit(_ change: ArchiveChange) throws -> SaveNumber

  /// Whether the next change has to be complete, because what is stored cannot be reached now.
  var needsCompleteChange: Bool { get }

  /// Makes an earlier save the one that the next launch restores, as a new save with the same contents.
  /// Returns the new save's number. Nothing is deleted. Saves that were refused are decided on with that.
  func rollBack(to number: SaveNumber) throws -> SaveNumber

  /// A number kept beside the saves under a name; nil if there is none. It outlives the process.
  func note(_ name: String) throws -> Int64?

  /// Keeps a number beside the saves; nil takes it away.
  func setNote(_ name: String, to value: Int64?) throws

  /// A node id that no save of this store has used, and after which all greater ones are unused too.
  func nextNodeID() throws -> NodeID
}

extension ArchiveStore {
  public var needsCompleteChange: Bool { false }
}

/// An error of a store that can be shown where there is no room for the path in its description.
public protocol ArchiveStoreFailure: Error {
  /// The reason alone; nil if the description has none.
  var reason: String? { get }
}
