/// The changes of a save relative to the current archive of its store.
public struct ArchiveChange: Sendable {
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
  /// The snapshot of the screen; nil clears it.
  public var snapshot: [UInt8]?
  /// Whether the save must survive a power failure, not only a crash of the process.
  public var isDurable: Bool
  /// The kind of the save.
  public var kind: SaveKind
  /// Whether this is the first save of a run of the app.
  public var beginsRun: Bool

  /// Creates a change.
  public init(
    info: SaveInfo, applicationState: [UInt8], isComplete: Bool, changed: [ArchivedNode], removed: [NodeID] = [],
    snapshot: [UInt8]? = nil, isDurable: Bool = false, kind: SaveKind = .autosave, beginsRun: Bool = false
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
