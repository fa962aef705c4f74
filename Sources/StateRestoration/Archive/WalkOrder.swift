// The walk order, and the index among siblings. Defined here for the live tree, stored archives and all tools.

extension ArchivedNode {
  /// The groups of a node's children, in walk order.
  public enum WalkGroup: Int, CaseIterable, Sendable {
    /// A controller's identified views, in the order of the view tree.
    case views
    /// A window's root controller, or child controllers in order.
    case contained
    /// Controllers outside of the tree that the parent has encoded as references, in that order.
    case adopted
    /// The presented controller.
    case presented
    /// Registered objects, after the whole tree.
    case objects
  }

  /// A node's position among its siblings, in walk order.
  public struct WalkPlace: Comparable, Sendable {
    var group: WalkGroup
    var position: Int

    public static func < (left: WalkPlace, right: WalkPlace) -> Bool {
      (left.group.rawValue, left.position) < (right.group.rawValue, right.position)
    }
  }

  /// The group of the node.
  public var walkGroup: WalkGroup {
    switch (kind, relation) {
    case (.object, _): .objects
    case (.view, _): .views
    case (.viewController, .root), (.viewController, .child): .contained
    case (.viewController, .adopted): .adopted
    case (.viewController, .presented): .presented
    }
  }

  /// The node's position among its siblings.
  public var walkPlace: WalkPlace { WalkPlace(group: walkGroup, position: position) }
}

extension Archive {
  /// Returns nodes in walk order: a controller, its views, then its child controllers with their descendants; objects
  /// last, in the order of registration, but after their parent objects. Nodes that are not reachable from a root are
  /// excluded.
  public static func inWalkOrder(_ nodes: [ArchivedNode]) -> [ArchivedNode] {
    // The indices of nodes, which cost less to move than nodes.
    var byParent: [NodeID: [Int]] = [:]
    var (roots, objects): ([Int], [ArchivedNode]) = ([], [])
    for index in nodes.indices {
      if nodes[index].kind == .object {
        objects.append(nodes[index])
      } else if let parent = nodes[index].parent {
        byParent[parent, default: []].append(index)
      } else {
        roots.append(index)
      }
    }
    for key in byParent.keys { byParent[key]?.sort { nodes[$0].walkPlace < nodes[$1].walkPlace } }
    roots.sort { nodes[$0].walkPlace > nodes[$1].walkPlace }
    var ordered: [ArchivedNode] = []
    ordered.reserveCapacity(nodes.count)
    var pending = roots
    while let index = pending.popLast() {
      ordered.append(nodes[index])
      if let below = byParent.removeValue(forKey: nodes[index].id) { pending.append(contentsOf: below.reversed()) }
    }
    objects.sort { $0.walkPlace < $1.walkPlace }
    let byID = Dictionary(objects.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return ordered + parentsFirst(objects, id: \.id) { $0.parent.flatMap { byID[$0] } }
  }
}

/// Returns items in order, but each after its parent. In a circle, one item precedes its parent.
func parentsFirst<Item, ID: Hashable>(_ items: [Item], id: (Item) -> ID, parent: (Item) -> Item?) -> [Item] {
  var met: Set<ID> = []
  var ordered: [Item] = []
  for item in items {
    var line: [Item] = []
    var next: Item? = item
    while let current = next, met.insert(id(current)).inserted {
      line.append(current)
      next = parent(current)
    }
    ordered.append(contentsOf: line.reversed())
  }
  return ordered
}

/// Counts siblings with the same identifier, giving each a zero-based index in walk order.
struct Siblings {
  private var counts: [String: Int] = [:]

  private static func increment(_ count: inout Int) -> Int {
    defer { count += 1 }
    return count
  }

  /// Prepares for a number of further siblings.
  mutating func reserve(_ count: Int) { counts.reserveCapacity(counts.count + count) }

  /// Returns the index of the next sibling with an identifier.
  mutating func ordinal(of identifier: String) -> Int {
    Self.increment(&counts[identifier, default: 0])
  }
}
