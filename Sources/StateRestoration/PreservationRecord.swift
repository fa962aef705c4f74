/// What preservation knows of one node of the tree: how it was archived the last time, and where it hangs.
@MainActor
final class PreservationRecord {
  /// The node. Weak: the record outlives a node that was taken out of the tree until the next save.
  weak var node: (any StateRestoring)?
  /// The parent's record; nil for a root.
  unowned(unsafe) var parent: PreservationRecord?
  /// The records below: identified views first, then contained controllers, adopted ones, then the presented one.
  var children: [PreservationRecord] = []
  /// How the node is described in the archive.
  var archived: ArchivedNode
  /// Its identifier path.
  let path: IdentifierPath
  /// Its place among the siblings of the same identifier, from 0.
  let ordinal: Int
  /// Whether the description differs from what the store has.
  var isDescriptionNew = false

  init(
    node: any StateRestoring, parent: PreservationRecord?, archived: ArchivedNode, path: IdentifierPath, ordinal: Int
  ) {
    self.node = node
    self.parent = parent
    self.archived = archived
    self.path = path
    self.ordinal = ordinal
  }

  /// The places from the root down to this node, in the order of the walk.
  var walkPosition: [Int] {
    var places: [Int] = []
    var record: PreservationRecord? = self
    while let current = record {
      places.append(current.archived.walkRank)
      record = current.parent
    }
    return places.reversed()
  }

  /// The reference that leads back to this node.
  var reference: NodeReference {
    var ordinals: [Int] = []
    var record: PreservationRecord? = self
    while let current = record {
      ordinals.append(current.ordinal)
      record = current.parent
    }
    return NodeReference(path: path, ordinals: ordinals.reversed())
  }
}

extension ArchivedNode {
  /// A number by which the nodes below one parent are in the order of the walk.
  var walkRank: Int {
    let group =
      switch (kind, relation) {
      case (.view, _): 0
      case (_, .root), (_, .child): 1
      case (_, .adopted): 2
      case (_, .presented): 3
      }
    let objectsLast = kind == .object ? 4 : group
    return objectsLast << 40 | position
  }
}

/// The identifiers met so far below one parent.
struct Siblings {
  private var met: [String: [String]] = [:]

  /// Adds one and returns its place among those of the same identifier, from 0.
  mutating func add(_ identifier: String, className: String) -> Int {
    let place = met[identifier]?.count ?? 0
    met[identifier, default: []].append(className)
    return place
  }

  func count(of identifier: String) -> Int { met[identifier]?.count ?? 0 }

  func classNames(of identifier: String) -> [String] { met[identifier] ?? [] }
}

/// By what a node of an earlier run is known again: its place and its name.
struct BaselineKey: Hashable {
  var parent: NodeID?
  var kind: ArchivedNode.Kind
  var identifier: String
  var ordinal: Int

  init(node: ArchivedNode, ordinal: Int) {
    parent = node.parent
    kind = node.kind
    identifier = node.identifier
    self.ordinal = ordinal
  }
}
