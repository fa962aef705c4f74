/// One walk over the tree in preservation order: its work, and its findings.
///
/// A walk over changes takes the same path as one over the whole tree, but skips unchanged nodes.
@MainActor
final class PreservationWalk {
  let application: any RestorableApplication
  let tree: RecordTree
  let references: ReferenceTable
  let reports: ProblemReports
  private let log: EventLog
  private let context: EncodingContext

  let number: Int
  /// Whether the whole tree is encoded and walked, instead of only the changes since the last walk.
  private let isWhole: Bool
  /// The records to visit in a walk over changes.
  private let records: [PreservationRecord]
  /// The time at which the walk stops, and the number of nodes that it encodes before; nil for none.
  private var end: (time: ContinuousClock.Instant, minimumNodes: Int)?
  /// The number of encoded nodes.
  private(set) var encodedCount = 0
  /// The number of nodes that got a position.
  var placedCount = 0
  private var isTimeOver = false
  /// The records that were reached after the time was over.
  private var postponed: [PreservationRecord] = []
  /// Whether another version of the app created the stored archive.
  private let isOtherVersion: Bool
  /// The records that lead to pending work, by parent.
  private var childrenToVisit: [ObjectIdentifier: [PreservationRecord]] = [:]
  private var rootsToVisit: [PreservationRecord] = []
  private var walkedParents = 0
  /// The current identifiers of the views of controllers with departed views.
  private var viewIdentifiers: [ObjectIdentifier: Set<String>] = [:]
  private var found: WalkFindings
  /// The coder of the last node, which is empty, for the next one.
  private var coder: StateCoder?

  /// - Parameter number: the walk's number, greater than that of every earlier walk.
  /// - Parameter records: the records that must be visited; nil for the whole tree.
  /// - Parameter earlier: the findings of an earlier walk that stopped early, which this one continues.
  /// - Parameter slice: the extent of the walk, which then stops; nil for no limit.
  /// - Parameter isOtherVersion: whether another version of the app created the stored archive.
  init(
    _ application: any RestorableApplication, _ tree: RecordTree, _ references: ReferenceTable,
    _ reports: ProblemReports,
    _ log: EventLog, _ context: EncodingContext, number: Int, over records: [PreservationRecord]?,
    continuing earlier: WalkFindings = WalkFindings(), within slice: Preservation.SaveSlice? = nil, isOtherVersion: Bool
  ) {
    self.application = application
    self.tree = tree
    self.references = references
    self.reports = reports
    self.log = log
    self.context = context
    self.number = number
    isWhole = records == nil
    self.records = records ?? []
    end = slice.map { (.now + $0.duration, $0.minimumNodes) }
    found = earlier
    found.remaining = []
    self.isOtherVersion = isOtherVersion
    for record in self.records {
      record.marks.listed = number
      markPath(to: record)
    }
  }

  /// Walks the tree and returns the findings. A walk that stops early does not settle adoptions and removals, because
  /// nodes may have positions that it has not reached.
  ///
  /// - Parameter beginsSlices: whether it visits all roots, because it begins a walk over the whole tree in slices.
  /// - Parameter next: returns further records to encode, one at a time, and nil at the end.
  func run(beginsSlices: Bool = false, asking next: () -> PreservationRecord? = { nil }) -> WalkFindings {
    if isWhole || beginsSlices {
      found.areOfWholeTree = true
      references.forgetAdoptions()
      walkRoots()
    } else {
      for record in rootsToVisit.sorted(by: { $0.archived.walkPlace < $1.archived.walkPlace }) {
        if let node = record.node { visit(node, record: record) }
        if isTimeOver { break }
      }
      while let record = next() {
        record.isStale = true
        if let node = record.node { visit(node, record: record) }
      }
    }
    found.remaining = postponed + (isTimeOver ? records.filter { $0.isAttached && $0.isPending } : [])
    guard found.remaining.isEmpty else { return found }
    (end, isTimeOver) = (nil, false)
    settleAdoptions()
    removeLost()
    walkObjects()
    removeLost()
    if found.areOfWholeTree { found.note(tree.takeRestOfBaseline(isOtherVersion: isOtherVersion)) }
    references.reportUnreachable(of: context.applicationTargets)
    if found.areOfWholeTree { tree.forgetReservations() }
    return found
  }

  /// Leaves a record to the next walk if it must be visited.
  func postpone(_ record: PreservationRecord) {
    // Pending records that this walk was to visit are known already.
    guard record.isPending, record.marks.listed != number else { return }
    record.marks.listed = number
    postponed.append(record)
  }

  /// Whether the walk must stop. Placing a node takes far less time than encoding one.
  func isOver() -> Bool {
    if !isTimeOver, let end, encodedCount + placedCount / 16 >= end.minimumNodes {
      isTimeOver = ContinuousClock.now >= end.time
    }
    return isTimeOver
  }

  private func markPath(to record: PreservationRecord) {
    // All objects are checked in every walk.
    guard record.archived.kind != .object else { return }
    var current = record
    while current.marks.onPath != number {
      current.marks.onPath = number
      guard let parent = current.parent else {
        if current.isAttached { rootsToVisit.append(current) }
        return
      }
      childrenToVisit[ObjectIdentifier(parent), default: []].append(current)
      current = parent
    }
  }

  /// Returns a unique number for a walk over a parent's children.
  func nextParent() -> Int {
    walkedParents += 1
    return number << 32 | walkedParents
  }

  // MARK: Visiting

  /// Encodes a node if necessary, and continues with its children.
  func visit(_ node: any StateRestoring, record: PreservationRecord) {
    guard record.marks.visited != number else { return }
    let isNew = record.marks.visited == 0
    record.marks.visited = number
    if isOver() { return postpone(record) }
    if isWhole || record.isStale {
      record.isStale = false
      if !isNew, record.describe(NodeDescription(of: node, record.archived.kind)) { found.noteChanged(record) }
      ask(node, record: record)
    }
    guard record.archived.kind == .viewController else { return }
    if isWhole || record.adopted != adoptions(of: record) { record.isRestructured = true }
    let begun = record.childrenWalk
    let walksChildren = record.isRestructured || begun != nil
    guard walksChildren || record.marks.onPath == number, let controller = node.asViewController else { return }
    if !record.isRestructured {
      let children = childrenToVisit[ObjectIdentifier(record)] ?? []
      // Children without a position are visited when they get it.
      for child in children.sorted(by: { $0.archived.walkPlace < $1.archived.walkPlace })
      where child.parent === record && begun.map({ $0.number == child.marks.met }) ?? true {
        if let node = child.node { visit(node, record: child) }
        // The records that are still to be visited are known.
        if isTimeOver { break }
      }
    }
    if walksChildren { walkChildren(of: controller, record: record) }
  }

  /// Moves a node to a position, creating its record if necessary.
  func put(
    _ node: any StateRestoring, _ existing: PreservationRecord?, below parent: PreservationRecord?,
    at place: ArchivedNode, ordinal: Int
  ) -> PreservationRecord {
    let placement = tree.put(node, existing, below: parent, at: place, ordinal: ordinal)
    if let replaced = placement.replaced {
      references.forgetTargets(of: replaced)
      displace(replaced)
    }
    if let id = placement.replacedID { found.noteRemoved([id]) }
    if placement.isChanged { found.noteChanged(placement.record) }
    return placement.record
  }

  func displace(_ record: PreservationRecord) {
    record.detach()
    found.noteDisplaced(record)
    references.noteDisplaced(record)
  }

  /// Removes the records that were displaced and found no other position.
  private func removeLost() {
    for record in found.takeDisplaced() where !record.isAttached && record.parent == nil { remove(record) }
  }

  private func remove(_ record: PreservationRecord) {
    let owner = record.formerParent
    record.detach()
    if let owner, isSucceeded(record, in: owner) { keepState(of: record, in: owner) }
    found.noteRemoved([record.archived.id] + record.takeAllKept())
    tree.forget(record, isReferredTo: references.isReferredTo(record))
    references.forgetTargets(of: record)
    let children = record.children
    record.children = []
    for child in children where child.parent === record { remove(child) }
  }

  /// Keeps the last state of a departed view for its successor, in this run or a later one.
  private func keepState(of record: PreservationRecord, in owner: PreservationRecord) {
    var node = record.archived
    // The view keeps its ID for its return, as states may refer to it.
    node.id = tree.newID()
    node.position = ArchivedNode.departed
    found.noteKept(node)
    if let oldest = owner.keepDeparted(node) { found.noteRemoved([oldest]) }
  }

  /// Whether a new view may succeed one that has left its controller, and then gets its state.
  private func isSucceeded(_ record: PreservationRecord, in owner: PreservationRecord) -> Bool {
    guard record.archived.kind == .view, owner.takeDeparture(of: record), !record.archived.state.isEmpty,
      owner.isInTree
    else { return false }
    let identity = ObjectIdentifier(owner)
    let identifiers =
      viewIdentifiers[identity]
      ?? Set(owner.children.filter { $0.archived.kind == .view }.map(\.archived.identifier))
    viewIdentifiers[identity] = identifiers
    return !identifiers.contains(record.archived.identifier)
      && !owner.keepsLateView(named: record.archived.identifier)
  }

  // MARK: Encoding

  /// Encodes a node. If it fails, it keeps its last valid state and references.
  private func ask(_ node: any StateRestoring, record: PreservationRecord) {
    encodedCount += 1
    record.marks.asked = number
    if !record.isKept, !record.keptNodes.isEmpty { found.noteRemoved(record.takeMissing()) }
    let isKept = record.isKept && !record.archived.state.isEmpty
    var coder = takeCoder()
    context.begin()
    let isEncoded = !isKept && callEncode(node, coder: coder, path: record.path)
    let targets = context.end()
    if isEncoded {
      references.setTargets(targets, of: record)
      let (state, pieces) = coder.encodedParts()
      if record.setState(state, pieces) { found.noteChanged(record) }
    } else {
      switch record.stateOrigin {
      case .node: break
      case .stored: if references.takeStoredTargets(of: record) { found.noteChanged(record) }
      case .another:
        _ = record.setState([], [])
        found.noteChanged(record)
      }
    }
    coder.empty()
    // A coder that something else retains is not used again.
    if isKnownUniquelyReferenced(&coder) { self.coder = coder }
    record.stateOrigin = .node
    claimAdoptions(record)
  }

  private func takeCoder() -> StateCoder {
    if let coder {
      self.coder = nil
      return coder
    }
    let coder = StateCoder()
    coder.references = context
    return coder
  }

  private func callEncode(_ node: any StateRestoring, coder: StateCoder, path: IdentifierPath) -> Bool {
    let span = log.record(.node(path), "encodeRestorableState")
    defer { log.end(span) }
    coder.beginUse()
    defer { coder.endUse() }
    do {
      try node.preserve(with: coder)
      try coder.checkEncodedValues()
      reports.succeeded("encodeRestorableState", of: node)
      return true
    } catch {
      reports.failed(
        LifeCycleEvent(.node(path), "encodeRestorableState"), of: node, error,
        consequence: "Its last encoded state is kept; everything else is saved.")
      return false
    }
  }

  // MARK: Objects

  /// Walks registered objects, each after its parent. As there are few, all are checked in every walk.
  private func walkObjects() {
    let registered = application.registeredObjects
    guard !registered.isEmpty || !tree.objects.isEmpty else { return }
    let positions = Dictionary(
      registered.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
    let order = parentsFirst(registered, id: { ObjectIdentifier($0) }) { object in
      (object.objectRestorationParent as? any RestorableObject).flatMap {
        positions[ObjectIdentifier($0)] == nil ? nil : $0
      }
    }
    let meeting = nextParent()
    var objects: [PreservationRecord] = []
    var siblings: [ObjectIdentifier?: Siblings] = [:]
    for object in order {
      guard let identifier = object.restorationIdentifier, let position = positions[ObjectIdentifier(object)] else {
        continue
      }
      let existing = tree.record(of: object)
      var parent: PreservationRecord?
      if let parentNode = object.objectRestorationParent {
        guard let above = tree.record(of: parentNode), above.isInTree,
          above.archived.kind != .object || above.marks.met == meeting, mayHaveChildren(above)
        else { continue }
        parent = above
      }
      let family = parent.map { ObjectIdentifier($0) }
      let ordinal = siblings[family, default: Siblings()].ordinal(of: identifier)
      let place = ArchivedNode(
        id: 0, parent: parent?.archived.id, kind: .object, relation: parent == nil ? .root : .child,
        position: position, identifier: identifier, className: "")
      let record = put(object, existing, below: parent, at: place, ordinal: ordinal)
      record.marks.met = meeting
      objects.append(record)
      visit(object, record: record)
    }
    let known = tree.objects
    tree.objects = objects
    for record in known where record.marks.met != meeting { displace(record) }
  }
}
