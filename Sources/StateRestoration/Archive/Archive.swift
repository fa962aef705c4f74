/// The contents of one save, from which the tree is re-created.
///
/// Nodes are in the order of the preservation walk, so a parent always precedes its children.
public struct Archive: Sendable, Equatable {
  /// The time, versions and screen size of the save.
  public var info: SaveInfo
  /// The application's own key space, a CBOR map (see ``StateCoder``).
  public var applicationState: [UInt8]
  /// View controllers, views and objects, in walk order.
  public var nodes: [ArchivedNode]

  /// Creates an archive.
  public init(info: SaveInfo, applicationState: [UInt8], nodes: [ArchivedNode]) {
    self.info = info
    self.applicationState = applicationState
    self.nodes = nodes
  }
}

extension Archive {
  /// The maximum depth of a tree. Preservation omits deeper nodes, so that only a damaged archive can exceed it.
  static let maximumDepth = 500
  /// The limits of the total length of all paths in bytes: a minimum, and a multiple of the nodes' size. Only an
  /// archive with many forged nodes below a long chain can exceed them.
  private static let maximumPathBytes = (least: 16 << 20, perNodeByte: 64)

  private struct Place {
    var depth: Int
    /// The length of the path, in bytes.
    var pathBytes: Int
  }

  /// The nodes reachable from a root, each with a unique, positive ID, parents before children. For an archive created by
  /// preservation, these are all nodes. From a damaged or forged archive, unreachable nodes, circles, and nodes that
  /// would take far more memory than the archive are excluded.
  public var reachableNodes: [ArchivedNode] {
    var places: [NodeID: Place] = [:]
    places.reserveCapacity(nodes.count)
    var budget = Self.maximumPathBytes.least
    return nodes.filter { node in
      guard node.id > 0, places[node.id] == nil else { return false }
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
