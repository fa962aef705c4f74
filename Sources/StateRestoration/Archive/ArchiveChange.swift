/// What a save changes with respect to the current archive of its store.
public struct ArchiveChange: Sendable {
  /// When, by which versions and at what screen size.
  public var info: SaveInfo
  /// The application's own key space, a CBOR map.
  public var applicationState: [UInt8]
  /// Whether `changed` is the whole tree: every node that is not among them is gone.
  public var isComplete: Bool
  /// Nodes that are new or differ from what the store has, parents before children.
  public var changed: [ArchivedNode]
  /// Nodes that are gone.
  public var removed: [NodeID]
  /// The picture of the screen; nil clears it.
  public var snapshot: [UInt8]?
  /// Whether the write has to survive a power cut too, not only the death of the process.
  public var isDurable: Bool
  /// What made it.
  public var kind: SaveKind
  /// Whether it is the first of a run of the app.
  public var beginsRun: Bool

  /// A change of these parts.
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
