/// What preservation knows of one node of the tree: how it is archived, where it hangs, and what is to be done with it.
///
/// A record follows its node when that moves or gets another name, and keeps its id and its last good state.
@MainActor
final class PreservationRecord {
  /// The node. Weak: the record outlives a node that was taken out of the tree until the next save.
  weak var node: (any StateRestoring)?
  /// By what the node is found.
  let identity: ObjectIdentifier
  /// The parent's record; nil for a root, and for one that was taken out of the tree.
  weak var parent: PreservationRecord?
  /// The records right below, without objects, in the order of the walk.
  var children: [PreservationRecord] = []
  /// How the node is described in the archive.
  var archived: ArchivedNode
  /// Its place among its siblings of the same identifier, from 0.
  var ordinal = 0

  /// What it encoded, with a slot for each reference; nil if it refers to nothing.
  var stateWithSlots: [UInt8]?
  /// What it refers to, by slot.
  var targets: [ReferenceTarget] = []
  /// The reference that led to it in the last walk. Only objects keep it.
  var lastReference: NodeReference?
  /// The controllers that it adopted when its children were walked last.
  var adopted: [ObjectIdentifier] = []

  /// Whether it is to be asked for its state.
  var isStale = true
  /// Whether its children are to be walked.
  var isRestructured = true
  /// Whether what is stored of it is better than what it would say.
  var isKept = false
  /// What is stored of views of it that are not there, as it could not make them: kept as long as its own state is.
  var keptViews: [ArchivedNode] = []
  /// Whether its state is one that the node wrote or was made from, and not that of one that stood in its place before.
  var isStateOwn = true
  /// Whether its description differs from what the store has.
  var isChanged = false
  /// Whether it hangs in the tree, below its parent or as a root.
  var isAttached = true
  /// The walk in which it was last visited.
  var visitedIn = 0
  /// The walk in which it was last found to lead to something that is to be visited.
  var leadsToWorkIn = 0
  /// The walk in which its references and those below it were last looked at.
  var resolvedIn = 0
  /// The walk over its parent's children that met it last.
  var metIn = 0

  init(node: any StateRestoring, archived: ArchivedNode) {
    self.node = node
    identity = ObjectIdentifier(node)
    self.archived = archived
  }

  /// Its identifier path.
  var path: IdentifierPath {
    IdentifierPath(to: self, identifier: \.archived.identifier, parent: \.parent)
      ?? IdentifierPath([archived.identifier])
  }

  /// The reference that leads to this node.
  var reference: NodeReference {
    var ordinals: [Int] = []
    var record: PreservationRecord? = self
    while let current = record {
      ordinals.append(current.ordinal)
      record = current.parent
    }
    return NodeReference(path: path, ordinals: ordinals.reversed())
  }

  /// The places from the root down to this node: nodes are walked in their order.
  var walkPosition: [ArchivedNode.WalkPlace] {
    var places: [ArchivedNode.WalkPlace] = []
    var record: PreservationRecord? = self
    while let current = record {
      places.append(current.archived.walkPlace)
      record = current.parent
    }
    return places.reversed()
  }

  /// How many nodes are above it.
  var depth: Int {
    var depth = 0
    var record = parent
    while let current = record {
      depth += 1
      record = current.parent
    }
    return depth
  }

  /// Whether a root leads to it.
  var isInTree: Bool {
    var record = self
    while let parent = record.parent { record = parent }
    return record.isAttached
  }

  /// Whether it is this record or below it.
  func isWithin(_ other: PreservationRecord) -> Bool {
    var record: PreservationRecord? = self
    while let current = record {
      if current === other { return true }
      record = current.parent
    }
    return false
  }
}
