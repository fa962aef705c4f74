// The order of the walk and the place among siblings. The live tree, a stored archive and every tool that shows one go by
// what is said here.

extension ArchivedNode {
  /// The groups in which the nodes right below one are walked, in this order.
  public enum WalkGroup: Int, CaseIterable, Sendable {
    /// A controller's identified views, in the order of the view tree.
    case views
    /// A window's root, or contained controllers, in their order.
    case contained
    /// Controllers in no tree of their own that the parent encoded as references, in that order.
    case adopted
    /// The controller that the parent presents.
    case presented
    /// Registered objects. They are walked after the whole tree.
    case objects
  }

  /// A node's place among those right below one parent, in the order of the walk.
  public struct WalkPlace: Comparable, Sendable {
    var group: WalkGroup
    var position: Int

    public static func < (left: WalkPlace, right: WalkPlace) -> Bool {
      (left.group.rawValue, left.position) < (right.group.rawValue, right.position)
    }
  }

  /// The group that the node belongs to.
  public var walkGroup: WalkGroup {
    switch (kind, relation) {
    case (.object, _): .objects
    case (.view, _): .views
    case (.viewController, .root), (.viewController, .child): .contained
    case (.viewController, .adopted): .adopted
    case (.viewController, .presented): .presented
    }
  }

  /// The node's place among those right below its parent.
  public var walkPlace: WalkPlace { WalkPlace(group: walkGroup, position: position) }
}

extension Archive {
  /// Nodes in the order of the walk: a controller, its views, then the controllers below it, each with what is below that;
  /// objects last, in the order of registration, but none before the object it stands under. What no root leads to is left
  /// out.
  public static func inWalkOrder(_ nodes: [ArchivedNode]) -> [ArchivedNode] {
    var byParent: [NodeID?: [ArchivedNode]] = [:]
    var objects: [ArchivedNode] = []
    for node in nodes {
      if node.kind == .object { objects.append(node) } else { byParent[node.parent, default: []].append(node) }
    }
    for key in byParent.keys { byParent[key]?.sort { $0.walkPlace < $1.walkPlace } }
    var ordered: [ArchivedNode] = []
    ordered.reserveCapacity(nodes.count)
    var pending = Array((byParent[nil] ?? []).reversed())
    while let node = pending.popLast() {
      ordered.append(node)
      if let below = byParent.removeValue(forKey: node.id) { pending.append(contentsOf: below.reversed()) }
    }
    objects.sort { $0.walkPlace < $1.walkPlace }
    let byID = Dictionary(objects.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return ordered + parentsFirst(objects, id: \.id) { $0.parent.flatMap { byID[$0] } }
  }
}

/// Items in their order, but each after its parent. Of parents in a circle, one comes before its own.
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

/// Tells siblings of one identifier apart: gives each its place among them, from 0, as they come in the order of the walk.
struct Siblings {
  private var counts: [String: Int] = [:]

  /// For those that come after these.
  init(after identifiers: some Sequence<String> = []) {
    for identifier in identifiers { _ = ordinal(of: identifier) }
  }

  /// The place of the next one of this identifier.
  mutating func ordinal(of identifier: String) -> Int {
    let ordinal = counts[identifier, default: 0]
    counts[identifier] = ordinal + 1
    return ordinal
  }
}
