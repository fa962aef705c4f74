/// One line of the history.
public struct SaveSummary: Sendable, Equatable {
  /// The save's number.
  public var number: SaveNumber
  /// When, by which versions and at what screen size.
  public var info: SaveInfo
  /// How many nodes it describes.
  public var nodeCount: Int
  /// How many nodes differ from the save before it.
  public var changedNodeCount: Int
  /// What made it; nil if that was not kept, by versions before 0.2.
  public var kind: SaveKind?
  /// Why it is still there.
  public var reasons: [KeepReason]

  /// A summary of these parts.
  public init(
    number: SaveNumber, info: SaveInfo, nodeCount: Int, changedNodeCount: Int, kind: SaveKind? = nil,
    reasons: [KeepReason] = []
  ) {
    self.number = number
    self.info = info
    self.nodeCount = nodeCount
    self.changedNodeCount = changedNodeCount
    self.kind = kind
    self.reasons = reasons
  }
}
