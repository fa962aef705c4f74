/// One walk over the tree: what it has to do, and what it found.
@MainActor
final class PreservationWalk {
  let number: Int
  /// Whether every node is asked and every parent's children are walked, or only what changed since the last walk.
  let isWhole: Bool
  /// The records that lead to something to be done, by their parents.
  var onTheWay: [ObjectIdentifier: [PreservationRecord]] = [:]
  var rootsOnTheWay: [PreservationRecord] = []
  /// Records that lost their place. Those that find no other until the end are gone.
  var displaced: [PreservationRecord] = []
  /// Records that are new or whose description differs from what the store has.
  var changed: [PreservationRecord] = []
  var removed: [NodeID] = []
  /// Records that are new or to which another reference leads than before.
  var readdressed: [PreservationRecord] = []
  /// Records whose references are to be written anew.
  var unresolved: [PreservationRecord] = []
  private var walkedParents = 0

  init(number: Int, isWhole: Bool) {
    self.number = number
    self.isWhole = isWhole
  }

  func nextParent() -> Int {
    walkedParents += 1
    return number << 32 | walkedParents
  }

  func note(_ record: PreservationRecord) {
    guard !record.isChanged else { return }
    record.isChanged = true
    changed.append(record)
  }
}

// The walk over the tree, in the order of preservation. A walk over what changed takes the same way as one over the whole
// tree: it only leaves out what nothing happened to.
extension Preservation {
  func walkTree(_ walk: PreservationWalk) {
    if walk.isWhole {
      forgetAdoptions()
      walkRoots(walk)
    } else {
      for record in takeWork() { markWay(to: record, walk) }
      for record in walk.rootsOnTheWay.sorted(by: { $0.archived.walkPlace < $1.archived.walkPlace }) {
        if let node = record.node { visit(node, record: record, walk) }
      }
    }
    settleAdoptions(walk)
    removeDisplaced(walk)
    walkObjects(walk)
    removeDisplaced(walk)
    if walk.isWhole { removeRest(baseline?.takeRest() ?? [], walk) }
    resolveReferences(walk)
  }

  private func markWay(to record: PreservationRecord, _ walk: PreservationWalk) {
    // Objects are looked at in every walk.
    guard record.archived.kind != .object else { return }
    var current = record
    while current.leadsToWorkIn != walk.number {
      current.leadsToWorkIn = walk.number
      guard let parent = current.parent else {
        if current.isAttached { walk.rootsOnTheWay.append(current) }
        return
      }
      walk.onTheWay[ObjectIdentifier(parent), default: []].append(current)
      current = parent
    }
  }

  // MARK: Visiting

  /// Asks a node, if it is to be asked, and goes on to what is below it.
  func visit(_ node: any StateRestoring, record: PreservationRecord, _ walk: PreservationWalk) {
    guard record.visitedIn != walk.number else { return }
    let isNew = record.visitedIn == 0
    record.visitedIn = walk.number
    if walk.isWhole || record.isStale {
      record.isStale = false
      if !isNew { describe(node, record: record, walk) }
      ask(node, record: record, walk)
    }
    guard record.archived.kind == .viewController else { return }
    let isRestructured = walk.isWhole || record.isRestructured || record.adopted != adoptions(of: record)
    guard isRestructured || record.leadsToWorkIn == walk.number,
      let controller = node as? any RestorableViewController
    else { return }
    if isRestructured {
      walkChildren(of: controller, record: record, walk)
    } else {
      let ways = walk.onTheWay[ObjectIdentifier(record)] ?? []
      for child in ways.sorted(by: { $0.archived.walkPlace < $1.archived.walkPlace })
      where child.parent === record {
        if let node = child.node { visit(node, record: child, walk) }
      }
    }
  }

  private func walkRoots(_ walk: PreservationWalk) {
    roots = walkNodes(below: nil, known: roots, walk) { place in
      for (window, controller) in application.rootViewControllers {
        place(controller, .viewController, .root, window)
      }
    }
  }

  func walkChildren(
    of controller: any RestorableViewController, record: PreservationRecord, _ walk: PreservationWalk
  ) {
    record.isRestructured = false
    record.children = walkNodes(below: record, known: record.children, walk) { place in
      for group in ArchivedNode.WalkGroup.allCases {
        switch group {
        case .views:
          for (position, view) in controller.identifiedViews.enumerated() { place(view, .view, .child, position) }
        case .contained:
          for (position, child) in controller.containedViewControllers.enumerated() {
            place(child, .viewController, .child, position)
          }
        case .adopted:
          record.adopted = adoptions(of: record)
          for (position, child) in adoptedControllers(of: record).enumerated() {
            place(child, .viewController, .adopted, position)
          }
        case .presented:
          if let child = controller.preservedPresentedViewController { place(child, .viewController, .presented, 0) }
        case .objects: break
        }
      }
    }
  }

  /// Walks the nodes right below one: each gets its place, and is visited. Those that are no longer there are displaced.
  private func walkNodes(
    below parent: PreservationRecord?, known: [PreservationRecord], _ walk: PreservationWalk,
    _ body: ((any StateRestoring, ArchivedNode.Kind, ArchivedNode.Relation, Int) -> Void) -> Void
  ) -> [PreservationRecord] {
    let meeting = walk.nextParent()
    var siblings = Siblings()
    var hasTwins = false
    var met: [PreservationRecord] = []
    body { node, kind, relation, position in
      guard let identifier = node.restorationIdentifier else { return }
      let existing = record(of: node)
      if let existing {
        // It stands in two places, of which the first counts.
        let isElsewhere = existing.visitedIn == walk.number && existing.isAttached && existing.parent !== parent
        if isElsewhere || existing.metIn == meeting { return }
      }
      let ordinal = siblings.ordinal(of: identifier)
      if ordinal > 0 { hasTwins = true }
      var place = ArchivedNode(
        id: 0, parent: parent?.archived.id, kind: kind, relation: relation, position: position,
        identifier: identifier, className: "")
      let record = put(node, existing, below: parent, in: &place, ordinal: ordinal, walk)
      record.metIn = meeting
      met.append(record)
      visit(node, record: record, walk)
    }
    for record in known where record.metIn != meeting && record.parent === parent && record.isAttached {
      displace(record, walk)
    }
    if hasTwins { reportTwins(met) }
    return met.filter { $0.parent === parent && $0.isAttached }
  }

  /// Puts a node in its place: as the record that it has, or as a new one.
  func put(
    _ node: any StateRestoring, _ existing: PreservationRecord?, below parent: PreservationRecord?,
    in place: inout ArchivedNode, ordinal: Int, _ walk: PreservationWalk
  ) -> PreservationRecord {
    guard let record = existing else { return makeRecord(for: node, below: parent, in: &place, ordinal: ordinal, walk) }
    if record.parent !== parent || !record.isAttached {
      if let old = record.parent, old !== parent { old.children.removeAll { $0 === record } }
      record.parent = parent
      record.isAttached = true
    }
    let isReaddressed =
      record.archived.parent != place.parent || record.archived.identifier != place.identifier
      || record.ordinal != ordinal
    let isMoved = record.archived.relation != place.relation || record.archived.position != place.position
    record.ordinal = ordinal
    if isReaddressed { walk.readdressed.append(record) }
    if isReaddressed || isMoved {
      record.archived.parent = place.parent
      record.archived.identifier = place.identifier
      record.archived.relation = place.relation
      record.archived.position = place.position
      walk.note(record)
    }
    return record
  }

  private func makeRecord(
    for node: any StateRestoring, below parent: PreservationRecord?, in place: inout ArchivedNode, ordinal: Int,
    _ walk: PreservationWalk
  ) -> PreservationRecord {
    if let old = records.removeValue(forKey: ObjectIdentifier(node)) {
      // It stood for another node, which is gone, at the same address.
      forgetTargets(of: old)
      displace(old, walk)
    }
    let stored =
      baseline?.take(node, as: place, ordinal: ordinal)
      ?? takeKeptView(place, of: parent).map {
        PreservationBaseline.Stored(archived: $0, isOwn: false)
      }
    if let stored {
      place.id = stored.archived.id
      place.state = stored.archived.state
    } else {
      place.id = nextID
      nextID += 1
    }
    (place.className, place.restorationClassName, place.scene) = description(of: node, place.kind)
    let record = PreservationRecord(node: node, archived: place)
    record.parent = parent
    record.ordinal = ordinal
    record.isKept = stored?.hasFailed ?? false
    record.isStateOwn = stored?.isOwn ?? true
    records[record.identity] = record
    walk.readdressed.append(record)
    if place != stored?.archived { walk.note(record) }
    return record
  }

  private func displace(_ record: PreservationRecord, _ walk: PreservationWalk) {
    record.isAttached = false
    record.parent = nil
    walk.displaced.append(record)
    noteLooseTargets(from: record)
  }

  /// Takes out what lost its place and found no other.
  private func removeDisplaced(_ walk: PreservationWalk) {
    let displaced = walk.displaced
    walk.displaced = []
    for record in displaced where !record.isAttached && record.parent == nil { remove(record, walk) }
  }

  /// Takes out what an earlier run stored and nothing stands for, but for the views of those that could not make them.
  private func removeRest(_ rest: [ArchivedNode], _ walk: PreservationWalk) {
    guard !rest.isEmpty else { return }
    let kept = Dictionary(uniqueKeysWithValues: records.values.filter(\.isKept).map { ($0.archived.id, $0) })
    for node in rest {
      if node.kind == .view, let record = node.parent.flatMap({ kept[$0] }) {
        record.keptViews.append(node)
      } else {
        walk.removed.append(node.id)
      }
    }
  }

  private func takeKeptView(_ place: ArchivedNode, of parent: PreservationRecord?) -> ArchivedNode? {
    guard place.kind == .view, let parent,
      let index = parent.keptViews.firstIndex(where: { $0.identifier == place.identifier })
    else { return nil }
    return parent.keptViews.remove(at: index)
  }

  private func removeKeptViews(of record: PreservationRecord, _ walk: PreservationWalk) {
    walk.removed.append(contentsOf: record.keptViews.map(\.id))
    record.keptViews = []
  }

  private func remove(_ record: PreservationRecord, _ walk: PreservationWalk) {
    record.isAttached = false
    record.parent = nil
    walk.removed.append(record.archived.id)
    removeKeptViews(of: record, walk)
    if records[record.identity] === record {
      records[record.identity] = nil
      walk.readdressed.append(record)
    }
    forgetTargets(of: record)
    let children = record.children
    record.children = []
    for child in children where child.parent === record { remove(child, walk) }
  }

  private func reportTwins(_ siblings: [PreservationRecord]) {
    struct Name: Hashable {
      var kind: ArchivedNode.Kind
      var identifier: String
    }
    let groups = Dictionary(grouping: siblings) {
      Name(kind: $0.archived.kind, identifier: $0.archived.identifier)
    }
    for twins in groups.values where twins.count > 1 {
      let path = twins[0].path
      guard twins.count > reportedTwins[path, default: 1] else { continue }
      reportedTwins[path] = twins.count
      application.report(.duplicateIdentifier(path: path, classNames: twins.map(\.archived.className)))
    }
  }

  // MARK: Asking

  /// What the archive says of a node beside its names, its place and its state.
  private func description(of node: any StateRestoring, _ kind: ArchivedNode.Kind) -> (
    className: String, restorationClassName: String?, scene: ArchivedNode.StoryboardScene?
  ) {
    switch kind {
    case .viewController:
      let controller = node as? any RestorableViewController
      return (node.className, controller?.restorationClass?.name, controller?.storyboardScene)
    case .object: return (node.className, (node as? any RestorableObject)?.objectRestorationClass?.name, nil)
    case .view: return (node.className, nil, nil)
    }
  }

  private func describe(_ node: any StateRestoring, record: PreservationRecord, _ walk: PreservationWalk) {
    let now = description(of: node, record.archived.kind)
    guard
      now.className != record.archived.className || now.restorationClassName != record.archived.restorationClassName
        || now.scene != record.archived.scene
    else { return }
    (record.archived.className, record.archived.restorationClassName, record.archived.scene) = now
    walk.note(record)
  }

  /// Asks a node for its state. A failing node keeps its last good state, and what it referred to.
  private func ask(_ node: any StateRestoring, record: PreservationRecord, _ walk: PreservationWalk) {
    guard let context = encoding else { return }
    if !record.isKept { removeKeptViews(of: record, walk) }
    let isKept = record.isKept && !record.archived.state.isEmpty
    let coder = StateCoder()
    coder.references = context
    context.begin(record)
    let isGood = !isKept && callEncode(node, coder: coder, path: record.path)
    let targets = context.end()
    if isGood {
      take(targets, of: record)
      let state = coder.encodedState()
      if targets.isEmpty {
        record.stateWithSlots = nil
        if state != record.archived.state {
          record.archived.state = state
          walk.note(record)
        }
      } else {
        record.stateWithSlots = state
      }
    } else if !record.isStateOwn {
      record.archived.state = []
      walk.note(record)
    }
    record.isStateOwn = true
    if record.stateWithSlots != nil { walk.unresolved.append(record) }
    claimAdoptions(record)
  }

  private func callEncode(_ node: any StateRestoring, coder: StateCoder, path: IdentifierPath) -> Bool {
    log.record(.node(path), "encodeRestorableState")
    do {
      try node.preserve(with: coder)
      reportedFailures.remove(ObjectIdentifier(node))
      return true
    } catch {
      if reportedFailures.insert(ObjectIdentifier(node)).inserted {
        application.report(
          .callbackFailed(
            LifeCycleEvent(.node(path), "encodeRestorableState"), error: error,
            consequence: "It keeps what it encoded the last time; everything else is saved."))
      }
      return false
    }
  }

  // MARK: Objects

  /// Registered objects, each after the one it stands under: they are few, so all are looked at in every walk.
  private func walkObjects(_ walk: PreservationWalk) {
    let registered = application.registeredObjects
    guard !registered.isEmpty || !objects.isEmpty else { return }
    let positions = Dictionary(
      registered.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
    let order = parentsFirst(registered, id: { ObjectIdentifier($0) }) { object in
      (object.objectRestorationParent as? any RestorableObject).flatMap {
        positions[ObjectIdentifier($0)] == nil ? nil : $0
      }
    }
    let meeting = walk.nextParent()
    let known = objects
    objects = []
    for object in order {
      guard let identifier = object.restorationIdentifier, let position = positions[ObjectIdentifier(object)] else {
        continue
      }
      let existing = record(of: object)
      var parent: PreservationRecord?
      if let parentNode = object.objectRestorationParent {
        guard let found = record(of: parentNode), found.isInTree,
          found.archived.kind != .object || found.metIn == meeting
        else { continue }
        parent = found
      }
      let isTwin = { (record: PreservationRecord) in record.archived.identifier == identifier }
      let ordinal =
        (parent?.children ?? roots).count(where: isTwin) + objects.count { $0.parent === parent && isTwin($0) }
      var place = ArchivedNode(
        id: 0, parent: parent?.archived.id, kind: .object, relation: parent == nil ? .root : .child,
        position: position, identifier: identifier, className: "")
      let record = put(object, existing, below: parent, in: &place, ordinal: ordinal, walk)
      record.metIn = meeting
      objects.append(record)
      visit(object, record: record, walk)
      // An object moves along with the node it stands under.
      let reference = record.reference
      if reference != record.lastReference {
        record.lastReference = reference
        walk.readdressed.append(record)
      }
    }
    for record in known where record.metIn != meeting { displace(record, walk) }
  }
}
