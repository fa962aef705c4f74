/// What preservation knows of one node of the tree: how it is archived, where it hangs, and what is to be done with it.
///
/// A record follows its node when that moves or gets another name, and keeps its id and its last good state.
@MainActor
final class PreservationRecord {
  /// The node. Weak: the record outlives a node that was taken out of the tree until the next save.
  private(set) weak var node: (any StateRestoring)?
  /// By what the node is found.
  let identity: ObjectIdentifier
  /// The parent's record; nil for a root, and for one that was taken out of the tree.
  private(set) weak var parent: PreservationRecord?
  /// Whether it hangs in the tree, below its parent or as a root.
  private(set) var isAttached = true
  /// The records right below, without objects, in the order of the walk.
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
  /// The identifiers that several of its views had when its children were walked last: none of them succeeds another.
  var twins: Set<String> = []
  /// The views that it has said have left, by their identifiers.
  private var departedViews: [String: PreservationRecord] = [:]
  /// The record that it hung below before it was taken out of the tree.
  private(set) weak var formerParent: PreservationRecord?
  /// Whether some of them hang below others by now: they are taken out together, as many can leave.
  private var hasLostChildren = false
  /// How the node is described in the archive.
  private(set) var archived: ArchivedNode
  /// Its place among its siblings of the same identifier, from 0.
  private(set) var ordinal: Int

  /// What it encoded, with a slot for each reference; nil if it refers to nothing.
  var stateWithSlots: [UInt8]? { didSet { countState() } }
  /// What all records hold, and what this one does.
  private let encodedBytes: EncodedBytes
  /// Read by `deinit` too, which is not isolated: nobody else has the record then.
  private nonisolated(unsafe) var countedBytes = 0
  /// What it refers to, by slot. ``ReferenceTable`` sets it.
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
  var isKept: Bool
  /// What is stored of nodes below it that are not there, parents before children: of views that may come later (kept as long
  /// as it is in the tree), and of what it could not make because it failed (kept as long as its own state is).
  private(set) var keptNodes: [ArchivedNode] = []
  /// The last saved state of views that have left, by identifier, for views that are created again in this run. It is not
  /// part of a save, which contains the tree as it is.
  private var departedStates: [String: ArchivedNode] = [:]
  /// How many bytes the states of all these take.
  private var keptBytes = 0 { didSet { countState() } }
  /// The kept nodes that are views of its own which may come later. The others are kept because it failed.
  private var lateViews: Set<NodeID> = []
  /// Whose its state is.
  enum StateOrigin {
    /// The node wrote it, or keeps it, in this run.
    case node
    /// An earlier run's, of what the node was made from.
    case stored
    /// That of one that stood in its place before.
    case another
  }
  var stateOrigin: StateOrigin
  /// Whether it is among those that the walk found to differ from what the store has.
  var isChanged = false

  /// Where walks have met it. Each walk has a number, so that nothing has to be cleared.
  struct Marks {
    /// The walk in which it was last visited.
    var visited = 0
    /// The walk in which it was last found to lead to something that is to be visited.
    var leadsToWork = 0
    /// The walk in which its references and those below it were last looked at.
    var resolved = 0
    /// The walk over its parent's children that met it last.
    var met = 0
  }
  var marks = Marks()

  /// - Parameter stored: what the store has in its place.
  init(
    node: any StateRestoring, archived: ArchivedNode, below parent: PreservationRecord?, ordinal: Int,
    stored: PreservationBaseline.Stored?, encodedBytes: EncodedBytes
  ) {
    self.encodedBytes = encodedBytes
    self.node = node
    identity = ObjectIdentifier(node)
    self.parent = parent
    self.archived = archived
    self.ordinal = ordinal
    isKept = stored?.hasFailed ?? false
    stateOrigin = stored.map { $0.isOwn ? .stored : .another } ?? .node
    countState()
  }

  deinit {
    if countedBytes > 0 { encodedBytes.subtract(countedBytes) }
  }

  private func countState() {
    var bytes = archived.state.count + (stateWithSlots?.count ?? 0) + keptBytes
    if bytes < EncodedBytes.smallest { bytes = 0 }
    guard bytes != countedBytes else { return }
    encodedBytes.add(bytes - countedBytes)
    countedBytes = bytes
  }

  // MARK: Changing

  /// Hangs the record below another, or as a root.
  func attach(below newParent: PreservationRecord?) {
    guard parent !== newParent || !isAttached else { return }
    if let old = parent, old !== newParent { old.hasLostChildren = true }
    parent = newParent
    isAttached = true
  }

  /// Takes the record off what it hung on.
  func detach() {
    isAttached = false
    formerParent = parent
    parent = nil
  }

  /// Gives the node its place.
  ///
  /// - Returns: whether another reference leads to it than before, and whether it is to be archived otherwise.
  func move(to place: ArchivedNode, ordinal: Int) -> (isReaddressed: Bool, isChanged: Bool) {
    let isReaddressed =
      archived.parent != place.parent || archived.identifier != place.identifier || self.ordinal != ordinal
    let isMoved = archived.relation != place.relation || archived.position != place.position
    self.ordinal = ordinal
    guard isReaddressed || isMoved else { return (false, false) }
    archived.parent = place.parent
    archived.identifier = place.identifier
    archived.relation = place.relation
    archived.position = place.position
    return (isReaddressed, true)
  }

  /// Takes a description; false if it is the one that it has.
  func describe(_ now: NodeDescription) -> Bool {
    guard
      now.className != archived.className || now.restorationClassName != archived.restorationClassName
        || now.scene != archived.scene
    else { return false }
    (archived.className, archived.restorationClassName, archived.scene) =
      (now.className, now.restorationClassName, now.scene)
    return true
  }

  /// Takes a state; false if it is the one that it has.
  func setState(_ state: [UInt8]) -> Bool {
    guard state != archived.state else { return false }
    archived.state = state
    countState()
    return true
  }

  // MARK: What it could not make

  /// Keeps what is stored of a node right below it, or below one that is kept.
  func keep(_ node: ArchivedNode) {
    keptNodes.append(node)
    keptBytes += node.state.count
  }

  /// One of its views has left.
  func noteDeparture(of view: PreservationRecord) {
    if !twins.contains(view.archived.identifier) { departedViews[view.archived.identifier] = view }
  }

  /// One of its views has got a place again.
  func noteReturn(of view: PreservationRecord) {
    if departedViews[view.archived.identifier] === view { departedViews[view.archived.identifier] = nil }
  }

  /// A view is found to be gone. Returns whether it has left before all others of its identifier.
  func takeDeparture(of view: PreservationRecord) -> Bool {
    let identifier = view.archived.identifier
    guard departedViews[identifier] === view else { return false }
    departedViews[identifier] = nil
    return !twins.contains(identifier)
  }

  /// What is stored of the view of this identifier that has left; nil if there is none.
  func predecessor(named identifier: String) -> ArchivedNode? {
    guard !twins.contains(identifier) else { return nil }
    if let departed = departedViews[identifier], departed.parent === self { return departed.archived }
    return departedStates[identifier] ?? keptNodes.last { lateViews.contains($0.id) && $0.identifier == identifier }
  }

  /// The number of departed views whose states are kept, at most.
  private static let mostDeparted = 200

  /// Keeps the last saved state of a view that has left, for one of the same identifier.
  func keepDepartedState(of view: ArchivedNode) {
    // An older one of the name goes first, so that it is never what is left.
    forgetDepartedState(named: view.identifier)
    guard departedStates.count < Self.mostDeparted else { return }
    departedStates[view.identifier] = view
    keptBytes += view.state.count
  }

  private func forgetDepartedState(named identifier: String) {
    if let state = departedStates.removeValue(forKey: identifier)?.state { keptBytes -= state.count }
  }

  /// Keeps what is stored of a view of its own that may come later.
  func keepLateView(_ view: ArchivedNode) {
    lateViews.insert(view.id)
    keep(view)
  }

  /// Whether it keeps what is stored of a view of this identifier, which may come later.
  func keepsLateView(named identifier: String) -> Bool {
    keptNodes.contains { lateViews.contains($0.id) && $0.identifier == identifier }
  }

  /// Takes out what is kept of the node that is met in this place, and what is kept below that.
  ///
  /// - Parameter id: the kept node, where it is known; nil for the first that the place fits.
  func takeKept(for place: ArchivedNode, id: NodeID?) -> (node: ArchivedNode, below: [ArchivedNode])? {
    if place.kind == .view { forgetDepartedState(named: place.identifier) }
    let index =
      keptNodes.firstIndex { $0.id == id }
      ?? keptNodes.firstIndex {
        $0.parent == archived.id && $0.kind == place.kind && $0.identifier == place.identifier
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

  /// Keeps none any more.
  ///
  /// - Returns: those that were kept.
  func takeAllKept() -> [NodeID] {
    defer { (keptNodes, departedStates, keptBytes) = ([], [:], 0) }
    return keptNodes.map(\.id)
  }

  /// Keeps no longer what it could not make; views that may come later are kept on.
  ///
  /// - Returns: those that were kept.
  func takeUnmade() -> [NodeID] {
    let unmade = keptNodes.filter { !lateViews.contains($0.id) }
    guard !unmade.isEmpty else { return [] }
    keptNodes.removeAll { !lateViews.contains($0.id) }
    keptBytes -= unmade.reduce(0) { $0 + $1.state.count }
    return unmade.map(\.id)
  }

  // MARK: Where it is

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
      ordinals.append(current.ordinal + (current.parent?.keptTwins(before: current.archived) ?? 0))
      record = current.parent
    }
    return NodeReference(path: path, ordinals: ordinals.reversed())
  }

  /// The reference that leads to it, or to a node that is kept below it, by its id; nil if it is in no tree or keeps none.
  func reference(to id: NodeID) -> NodeReference? {
    if id == archived.id { return isInTree ? reference : nil }
    guard let node = keptNodes.first(where: { $0.id == id }), let above = node.parent else { return nil }
    var twins = keptTwins(before: node)
    if above == archived.id {
      twins += children.count { $0.archived.identifier == node.identifier && $0.archived.walkPlace < node.walkPlace }
    }
    return reference(to: above)?.appending(node.identifier, ordinal: twins)
  }

  /// How many kept nodes with the parent and the identifier of a node come before it.
  private func keptTwins(before node: ArchivedNode) -> Int {
    keptNodes.count {
      $0.parent == node.parent && $0.identifier == node.identifier && $0.walkPlace < node.walkPlace
    }
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
