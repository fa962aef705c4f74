/// An entry of the history.
public struct SaveSummary: Sendable, Equatable {
  /// The save's number.
  public var number: SaveNumber
  /// The time, versions and screen size.
  public var info: SaveInfo
  /// The number of nodes.
  public var nodeCount: Int
  /// The number of nodes that differ from the previous save.
  public var changedNodeCount: Int
  /// The kind of the save; nil if versions before 0.2 wrote it.
  public var kind: SaveKind?
  /// The reasons for keeping it.
  public var reasons: [KeepReason] = []

  /// Creates the summary of a save without reasons.
  public init(
    number: SaveNumber, info: SaveInfo, nodeCount: Int, changedNodeCount: Int, kind: SaveKind? = nil
  ) {
    self.number = number
    self.info = info
    self.nodeCount = nodeCount
    self.changedNodeCount = changedNodeCount
    self.kind = kind
  }
}
