/// What one save holds: the description from which the tree is made again.
///
/// Nodes are in the order of the preservation walk, so that a parent always stands before its children.
public struct Archive: Sendable, Equatable {
  /// When, by which versions and at what screen size it was saved.
  public var info: SaveInfo
  /// The application's own key space, a CBOR map (see ``StateCoder``).
  public var applicationState: [UInt8]
  /// View controllers, views and objects, in the order of the walk.
  public var nodes: [ArchivedNode]

  /// An archive of these parts.
  public init(info: SaveInfo, applicationState: [UInt8], nodes: [ArchivedNode]) {
    self.info = info
    self.applicationState = applicationState
    self.nodes = nodes
  }
}

extension Archive {
  /// How deep a tree can be: no app's is, but a damaged archive's could.
  static let maximumDepth = 500
  /// How long all paths together can be, in bytes, and how many times longer than the nodes themselves: those of no app are,
  /// but those of many forged nodes below a long chain could be.
  private static let maximumPathBytes = (least: 16 << 20, perNodeByte: 64)

  private struct Place {
    var depth: Int
    /// What the path takes, in bytes.
    var pathBytes: Int
  }

  /// The nodes that a root leads to, each with an id of its own, parents before children. In an archive that was made by
  /// preservation these are all; in a damaged or forged one, what would lead nowhere or in a circle is missing, and what
  /// would take far more memory than the archive.
  public var reachableNodes: [ArchivedNode] {
    var places: [NodeID: Place] = [:]
    places.reserveCapacity(nodes.count)
    var budget = Self.maximumPathBytes.least
    return nodes.filter { node in
      guard places[node.id] == nil else { return false }
      var place = Place(depth: 0, pathBytes: MemoryLayout<String>.stride + node.identifier.utf8.count)
      if let parent = node.parent {
        guard let above = places[parent], above.depth < Self.maximumDepth else { return false }
        place.depth = above.depth + 1
        place.pathBytes += above.pathBytes
      }
      budget += Self.maximumPathBytes.perNodeByte * (node.identifier.utf8.count + node.state.count) - place.pathBytes
      guard budget >= 0 else { return false }
      places[node.id] = place
      return true
    }
  }
}
