extension Preservation {
  /// The extent of a save, and whether it is always written.
  public enum Extent: Sendable {
    /// Encodes every node, and writes a save even without changes: when entering the background and at an orderly exit.
    case complete
    /// Encodes the invalidated nodes, and writes only if something changed: autosave.
    case incremental
  }

  /// The part of a review that an incremental save includes.
  public enum Review: Sendable {
    /// No part.
    case none
    /// As much as is possible in this time, at least one node. ``continueReview(for:)`` continues with the rest.
    case slice(Duration)
    /// The whole review.
    case complete
  }

  /// The part of an automatic save that is encoded in one turn.
  public struct SaveSlice: Sendable {
    /// The time after which no further node is encoded.
    public var duration: Duration
    /// The number of nodes that are encoded even if the time is over.
    public var minimumNodes: Int

    /// Creates a slice.
    public init(_ duration: Duration, minimumNodes: Int) {
      self.duration = duration
      self.minimumNodes = minimumNodes
    }
  }

  /// The progress of an automatic save.
  public enum SaveProgress: Sendable {
    /// The application refused the save, or there is nothing to write.
    case nothing
    /// Some nodes are still to be encoded, by the next call.
    case encoding
    /// Everything is encoded, and the store is writing it.
    case writing
  }
}

extension Preservation.Review {
  var isComplete: Bool { if case .complete = self { true } else { false } }
}
