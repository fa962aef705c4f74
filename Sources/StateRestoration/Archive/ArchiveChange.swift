/// The changes of a save relative to the current archive of its store.
public struct ArchiveChange: Sendable {
  /// Returns an encoded snapshot of the screen.
  public typealias Snapshot = @Sendable () -> [UInt8]

  /// The time, versions and screen size of the save.
  public var info: SaveInfo
  /// The application's own key space, a CBOR map.
  public var applicationState: [UInt8]
  /// Whether `changed` is the whole tree, so that all other nodes are removed.
  public var isComplete: Bool
  /// Nodes that are new or differ from the stored ones, parents before children.
  public var changed: [ArchivedNode]
  /// Removed nodes.
  public var removed: [NodeID]
  /// The snapshot of the screen, which is encoded where the save is written; nil clears it.
  public var snapshot: Snapshot?
  /// Whether the save must survive a power failure, not only a crash of the process.
  public var isDurable: Bool
  /// The kind of the save.
  public var kind: SaveKind
  /// Whether this is the first save of a run of the app.
  public var beginsRun: Bool

  /// Creates a change.
  public init(
    info: SaveInfo, applicationState: [UInt8], isComplete: Bool, changed: [ArchivedNode], removed: [NodeID] = [],
    snapshot: Snapshot? = nil, isDurable: Bool = false, kind: SaveKind = .autosave, beginsRun: Bool = false
  ) {
    self.info = info
    self.applicationState = applicationState
    self.isComplete = isComplete
    self.changed = changed
    self.removed = removed
    self.snapshot = snapshot
    self.isDurable = isDurable
    self.kind = kind
    self.beginsRun = beginsRun
  }
}
