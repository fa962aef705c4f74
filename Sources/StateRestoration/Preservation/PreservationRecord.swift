/// The state of one node in preservation: its archived form, its position, and pending work.
///
/// A record follows its node when the node moves or is renamed, and keeps its ID and last valid state.
@MainActor
final class PreservationRecord {
  /// The node. Weak, as the record outlives a node that was removed from the tree until the next save.
  private(set) weak var node: (any StateRestoring)?
  /// The identity of the node.
  let identity: ObjectIdentifier
  /// The parent's record; nil for a root, and for a record that was removed from the tree.
  private(set) weak var parent: PreservationRecord?
  /// Whether the record is attached to its parent or as a root.
  private(set) var isAttached = true
  /// The child records without objects, in walk order.
  var children: [PreservationRecord] {
    get {
      if hasLostChildren {
        knownChildren.removeAll { $0.parent !== self }
        hasLostChildren = false
      }
      return knownChildren
    }
    set {
      knownChildren = newValue
      hasLostChildren = false
    }
  }
  private var knownChildren: [PreservationRecord] = []

  /// Adds a record to ``children``.
  func addChild(_ record: PreservationRecord) { knownChildren.append(record) }

  /// The identifiers shared by several of its views at the last walk, for which there is no succession.
  var twins: Set<String> = []
  /// The views that were reported as departed, by identifier.
  private var departedViews: [String: PreservationRecord] = [:]
  /// The parent before the record was removed from the tree.
  private(set) weak var formerParent: PreservationRecord?
  /// Whether some children have moved to other parents. They are removed together, as there may be many.
  private var hasLostChildren = false
  /// The archived form of the node.
  private(set) var archived: ArchivedNode

  /// The total size of all records' states, and the size counted for this one.
  private let encodedBytes: EncodedBytes
  /// Also read by `deinit`, which is not isolated but has exclusive access.
  private nonisolated(unsafe) var countedBytes = 0
  /// The targets of its references, in the order of encoding. Set by ``ReferenceTable``.
  var targets: [ReferenceTarget] = []
  /// The controllers that it had adopted when its children were last walked.
  var adopted: [ObjectIdentifier] = []

  /// Whether the node must be encoded.
  var isStale = true
  /// Whether the children must be walked, from the first one on.
  var isRestructured = true { didSet { if isRestructured { childrenWalk = nil } } }
  /// The walk over the children that has stopped early, if any.
  var childrenWalk: ChildrenWalk?
  /// Whether a review asks the node.
  var isReviewable: Bool { isAttached && node?.encodesUnobservedState == true }
  /// Whether the next walk must visit it.
  var isPending: Bool { isStale || (isRestructured || childrenWalk != nil) && archived.kind == .viewController }
  /// Whether to keep the stored state instead of encoding the node, because its decode failed.
  var isKept: Bool
  /// Stored descendants that do not exist, parents before children: views that may be created later (kept while the
  /// node is in the tree), and nodes that it could not create because it failed (kept as long as its own stored state).
  private(set) var keptNodes: [ArchivedNode] = []
  /// The total size of these states in bytes.
  private var keptBytes = 0 { didSet { countState() } }
  /// The kept nodes that are its own views and may be created later, or again. The others are kept because the node failed.
  private var lateViews: Set<NodeID> = []
  /// The origin of the state.
  enum StateOrigin {
    /// The node encoded it, or keeps it, in this run.
    case node
    /// The state of an earlier run from which the node was restored.
    case stored
    /// The state of a former node at the same position.
    case another
  }
  var stateOrigin: StateOrigin
  /// Whether the walk found it to differ from the stored node.
  var isChanged = false

  /// The walks that have visited the record. Walks are numbered, so that marks need not be cleared.
  struct Marks {
    /// The last walk that visited it.
    var visited = 0
    /// The last walk that encoded it.
    var asked = 0
    /// The last walk that was to visit it, or left it to the next one.
    var listed = 0
    /// The last walk in which it leads to a node that must be visited.
    var onPath = 0
    /// The last walk over its parent's children that found it.
    var met = 0
  }
  var marks = Marks()

  /// - Parameter stored: the matching node in the store.
  init(
    node: any StateRestoring, archived: ArchivedNode, below parent: PreservationRecord?,
    stored: PreservationBaseline.Stored?, encodedBytes: EncodedBytes
  ) {
    self.encodedBytes = encodedBytes
    self.node = node
    identity = ObjectIdentifier(node)
    self.parent = parent
    self.archived = archived
    isKept = stored?.hasFailed ?? false
    stateOrigin = stored.map { $0.isOwn ? .stored : .another } ?? .node
    countState()
  }

  deinit {
    if countedBytes > 0 { encodedBytes.subtract(countedBytes) }
  }

  private func countState() {
    var bytes = archived.state.count + keptBytes
    if bytes < EncodedBytes.smallest { bytes = 0 }
    guard bytes != countedBytes else { return }
    encodedBytes.add(bytes - countedBytes)
    countedBytes = bytes
  }

  // MARK: Changing

  /// Attaches the record to a parent, or as a root.
  func attach(below newParent: PreservationRecord?) {
    guard parent !== newParent || !isAttached else { return }
    if let old = parent, old !== newParent { old.hasLostChildren = true }
    parent = newParent
    isAttached = true
  }

  /// Detaches the record from its parent.
  func detach() {
    isAttached = false
    parent?.hasLostChildren = true
    formerParent = parent
    parent = nil
  }

  /// Moves the node to a position. Returns false if it is unchanged.
  func move(to place: ArchivedNode) -> Bool {
    guard
      archived.parent != place.parent || archived.identifier != place.identifier || archived.relation != place.relation
        || archived.position != place.position
    else { return false }
    archived.parent = place.parent
    archived.identifier = place.identifier
    archived.relation = place.relation
    archived.position = place.position
    return true
  }

  /// Sets the description. Returns false if it is unchanged.
  func describe(_ now: NodeDescription) -> Bool {
    guard
      now.className != archived.className || now.restorationClassName != archived.restorationClassName
        || now.scene != archived.scene
    else { return false }
    (archived.className, archived.restorationClassName, archived.scene) =
      (now.className, now.restorationClassName, now.scene)
    return true
  }

  /// Sets the state. Returns false if it is unchanged.
  ///
  /// - Parameter pieces: the long values of the state; nil leaves them unchanged.
  func setState(_ state: [UInt8], _ pieces: [StatePieces]? = nil) -> Bool {
    guard let pieces, pieces != archived.pieces else { return setStateBytes(state) }
    archived.pieces = pieces
    _ = setStateBytes(state)
    return true
  }

  private func setStateBytes(_ state: [UInt8]) -> Bool {
    guard state != archived.state else { return false }
    archived.state = state
    countState()
    return true
  }

  // MARK: Kept nodes

  /// Keeps a stored child, or a descendant of a kept node.
  func keep(_ node: ArchivedNode) {
    keptNodes.append(node)
    keptBytes += node.state.count
  }

  /// Notes that one of its views has departed.
  func noteDeparture(of view: PreservationRecord) {
    if !twins.contains(view.archived.identifier) { departedViews[view.archived.identifier] = view }
  }

  /// Notes that one of its views has returned.
  func noteReturn(of view: PreservationRecord) {
    if departedViews[view.archived.identifier] === view { departedViews[view.archived.identifier] = nil }
  }

  /// Called when a view is gone. Returns whether it was the first of its identifier to depart.
  func takeDeparture(of view: PreservationRecord) -> Bool {
    let identifier = view.archived.identifier
    guard departedViews[identifier] === view else { return false }
    departedViews[identifier] = nil
    return !twins.contains(identifier)
  }

  /// Returns the stored state of the departed view with an identifier; nil if there is none.
  func predecessor(named identifier: String) -> ArchivedNode? {
    guard !twins.contains(identifier) else { return nil }
    if let departed = departedViews[identifier], departed.parent === self { return departed.archived }
    return keptNodes.last { lateViews.contains($0.id) && $0.identifier == identifier }
  }

  /// Keeps one of its stored views, which may be created later.
  func keepLateView(_ view: ArchivedNode) {
    lateViews.insert(view.id)
    keep(view)
  }

  /// The maximum number of departed views whose states are kept.
  private static let maximumDeparted = 200

  /// Keeps a departed view for its successor.
  ///
  /// - Returns: the ID of the oldest one, if there are too many, which is kept no longer.
  func keepDeparted(_ view: ArchivedNode) -> NodeID? {
    keepLateView(view)
    guard keptNodes.count > Self.maximumDeparted, keptNodes.count(where: \.hasDeparted) > Self.maximumDeparted,
      let oldest = keptNodes.firstIndex(where: \.hasDeparted)
    else { return nil }
    let node = keptNodes.remove(at: oldest)
    lateViews.remove(node.id)
    keptBytes -= node.state.count
    return node.id
  }

  /// Whether it keeps a stored view with an identifier that may be created later.
  func keepsLateView(named identifier: String) -> Bool {
    keptNodes.contains { lateViews.contains($0.id) && $0.identifier == identifier }
  }

  /// Returns the kept children that a new child with this kind and identifier can continue.
  func keptIDs(_ kind: ArchivedNode.Kind, named identifier: String) -> [NodeID] {
    keptNodes.filter {
      $0.parent == archived.id && $0.kind == kind && $0.identifier == identifier
        && (isKept || lateViews.contains($0.id))
    }.map(\.id)
  }

  /// Removes and returns the kept node that matches a position, with its kept descendants.
  ///
  /// - Parameter id: the ID of the kept node if it is known; nil for the first that matches.
  func takeKept(for place: ArchivedNode, id: NodeID?) -> (node: ArchivedNode, below: [ArchivedNode])? {
    guard !keptNodes.isEmpty else { return nil }
    let index = keptNodes.firstIndex {
      if let id { return $0.id == id }
      return $0.parent == archived.id && $0.kind == place.kind && $0.identifier == place.identifier
    }
    guard let index else { return nil }
    let node = keptNodes.remove(at: index)
    var ids: Set<NodeID> = [node.id]
    var below: [ArchivedNode] = []
    for kept in keptNodes {
      guard let parent = kept.parent, ids.contains(parent) else { continue }
      ids.insert(kept.id)
      below.append(kept)
    }
    keptNodes.removeAll { ids.contains($0.id) }
    keptBytes -= below.reduce(node.state.count) { $0 + $1.state.count }
    return (node, below)
  }

  /// Removes all kept nodes.
  ///
  /// - Returns: their IDs.
  func takeAllKept() -> [NodeID] {
    defer { (keptNodes, keptBytes) = ([], 0) }
    return keptNodes.map(\.id)
  }

  /// Removes the kept nodes that it could not create. Views that may be created later are still kept.
  ///
  /// - Returns: their IDs.
  func takeMissing() -> [NodeID] {
    let missing = keptNodes.filter { !lateViews.contains($0.id) }
    guard !missing.isEmpty else { return [] }
    keptNodes.removeAll { !lateViews.contains($0.id) }
    keptBytes -= missing.reduce(0) { $0 + $1.state.count }
    return missing.map(\.id)
  }

  // MARK: Position

  /// The identifier path.
  var path: IdentifierPath {
    var components: [String] = []
    // Most trees are not deeper.
    components.reserveCapacity(8)
    var record: PreservationRecord? = self
    while let current = record {
      components.append(current.archived.identifier)
      record = current.parent
    }
    components.reverse()
    return IdentifierPath(components)
  }

  /// The positions from the root down to this node, by which nodes are ordered in the walk.
  var walkPosition: [ArchivedNode.WalkPlace] {
    var places: [ArchivedNode.WalkPlace] = []
    var record: PreservationRecord? = self
    while let current = record {
      places.append(current.archived.walkPlace)
      record = current.parent
    }
    return places.reversed()
  }

  /// The number of ancestors.
  var depth: Int {
    var depth = 0
    var record = parent
    while let current = record {
      depth += 1
      record = current.parent
    }
    return depth
  }

  /// Whether it is reachable from a root.
  var isInTree: Bool {
    var record = self
    while let parent = record.parent { record = parent }
    return record.isAttached
  }

  /// Whether this record is another one or its descendant.
  func isWithin(_ other: PreservationRecord) -> Bool {
    var record: PreservationRecord? = self
    while let current = record {
      if current === other { return true }
      record = current.parent
    }
    return false
  }
}
