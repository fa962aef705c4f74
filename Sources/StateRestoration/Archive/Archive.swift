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

  /// The nodes that a root leads to, each with an id of its own, parents before children. In an archive that was made by
  /// preservation these are all; in a damaged or forged one, what would lead nowhere or in a circle is missing.
  public var reachableNodes: [ArchivedNode] {
    var depths: [NodeID: Int] = [:]
    depths.reserveCapacity(nodes.count)
    return nodes.filter { node in
      guard depths[node.id] == nil else { return false }
      guard let parent = node.parent else {
        depths[node.id] = 0
        return true
      }
      guard let depth = depths[parent], depth < Self.maximumDepth else { return false }
      depths[node.id] = depth + 1
      return true
    }
  }
}
