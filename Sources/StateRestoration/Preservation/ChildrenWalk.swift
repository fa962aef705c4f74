/// The progress of a walk over the children of a node. A walk that stops early keeps it for the next one, which continues
/// unless the children have changed.
struct ChildrenWalk {
  /// The mark of the children that were met.
  let number: Int
  /// The group of the next child; nil at the end.
  private(set) var group: ArchivedNode.WalkGroup? = ArchivedNode.WalkGroup.allCases.first
  /// The views and the contained controllers, once their walk has begun. There may be many, so that a list for each slice
  /// would cost too much.
  var identifiedViews: [any StateRestoring]?
  var containedControllers: [any RestorableViewController]?
  /// The index of the next child in its group.
  var index = 0
  /// The records of the children that were met, in walk order.
  var met: [PreservationRecord] = []
  /// Whether some of them share an identifier.
  private(set) var hasTwins = false
  private var views = Siblings()
  private var controllers = Siblings()

  init(_ number: Int) { self.number = number }

  /// Continues with the next group.
  mutating func endGroup() {
    group = group.flatMap { ArchivedNode.WalkGroup(rawValue: $0.rawValue + 1) }
    index = 0
  }

  /// Prepares for a number of further children.
  mutating func reserve(_ count: Int, _ kind: ArchivedNode.Kind) {
    if kind == .view { views.reserve(count) } else { controllers.reserve(count) }
    met.reserveCapacity(met.count + count)
  }

  /// Returns the index of a child among those with its kind and identifier.
  mutating func ordinal(of identifier: String, _ kind: ArchivedNode.Kind) -> Int {
    let ordinal = kind == .view ? views.ordinal(of: identifier) : controllers.ordinal(of: identifier)
    if ordinal > 0 { hasTwins = true }
    return ordinal
  }
}

// Walking the children of a node. It can take long, as a node may have many.
extension PreservationWalk {
  func walkRoots() {
    var walk = ChildrenWalk(nextParent())
    let known = tree.roots
    for (window, controller) in application.rootViewControllers {
      let first = walk.met.count
      place(controller, .viewController, .root, at: window, below: nil, &walk)
      visit(walk.met[first...])
    }
    tree.roots = end(walk, below: nil, known: known)
  }

  /// Walks the children of a node: each gets its position and is visited. If the time is over before, the next walk
  /// continues.
  func walkChildren(of controller: any RestorableViewController, record: PreservationRecord) {
    var walk: ChildrenWalk
    if let begun = record.childrenWalk {
      walk = begun
      record.childrenWalk = nil
    } else {
      walk = ChildrenWalk(nextParent())
      record.isRestructured = false
      record.twins = []
      record.adopted = adoptions(of: record)
    }
    while let group = walk.group {
      guard place(group, of: controller, record, &walk) else {
        if !record.isRestructured { record.childrenWalk = walk }
        return postpone(record)
      }
      walk.endGroup()
    }
    record.children = end(walk, below: record, known: record.children)
  }

  /// The number of children that get their positions before they are visited: the code for each of the two fills the
  /// processor's instruction cache, so that each is best repeated.
  private static let placedTogether = 16

  /// Places and visits the children of a group that have no position yet. Returns false if the time is over before.
  private func place(
    _ group: ArchivedNode.WalkGroup, of controller: any RestorableViewController, _ record: PreservationRecord,
    _ walk: inout ChildrenWalk
  ) -> Bool {
    func place(
      _ count: Int, _ kind: ArchivedNode.Kind, _ relation: ArchivedNode.Relation, together: Int,
      _ node: (Int) -> any StateRestoring
    ) -> Bool {
      guard walk.index < count, mayHaveChildren(record) else { return true }
      walk.reserve(count - walk.index, kind)
      while walk.index < count {
        if isOver() { return false }
        let first = walk.met.count
        let end = min(walk.index + together, count)
        while walk.index < end {
          self.place(node(walk.index), kind, relation, at: walk.index, below: record, &walk)
          walk.index += 1
        }
        visit(walk.met[first...])
      }
      return true
    }
    switch group {
    case .views:
      let views = walk.identifiedViews ?? controller.identifiedViews
      walk.identifiedViews = views
      return place(views.count, .view, .child, together: Self.placedTogether) { views[$0] }
    case .contained:
      let children = walk.containedControllers ?? controller.containedViewControllers
      walk.containedControllers = children
      return place(children.count, .viewController, .child, together: Self.placedTogether) { children[$0] }
    case .adopted:
      record.adopted = adoptions(of: record)
      let children = adoptedControllers(of: record)
      // A visit can find that another one is adopted elsewhere.
      return place(children.count, .viewController, .adopted, together: 1) {
        children[$0].willBePreserved(by: application)
        return children[$0]
      }
    case .presented:
      guard let child = controller.preservedPresentedViewController else { return true }
      return place(1, .viewController, .presented, together: 1) { _ in child }
    case .objects: return true
    }
  }

  /// Returns whether the children of a node are saved. Nodes at the maximum depth have none in an archive.
  func mayHaveChildren(_ record: PreservationRecord) -> Bool {
    guard record.depth >= Archive.maximumDepth else { return true }
    reports.tooDeep(record)
    return false
  }

  private func visit(_ placed: ArraySlice<PreservationRecord>) {
    for record in placed {
      if let node = record.node { visit(node, record: record) }
    }
  }

  /// Gives a node its position.
  private func place(
    _ node: any StateRestoring, _ kind: ArchivedNode.Kind, _ relation: ArchivedNode.Relation, at position: Int,
    below parent: PreservationRecord?, _ walk: inout ChildrenWalk
  ) {
    placedCount += 1
    guard let identifier = node.restorationIdentifier else { return }
    let existing = tree.record(of: node)
    if let existing {
      // The node occurs twice; its first position counts.
      let isElsewhere = existing.marks.visited == number && existing.isAttached && existing.parent !== parent
      if isElsewhere || existing.marks.met == walk.number { return }
    }
    let isNewChild = existing?.parent !== parent
    let ordinal = walk.ordinal(of: identifier, kind)
    if ordinal > 0, kind == .view { parent?.twins.insert(identifier) }
    let place = ArchivedNode(
      id: 0, parent: parent?.archived.id, kind: kind, relation: relation, position: position,
      identifier: identifier, className: "")
    let record = put(node, existing, below: parent, at: place, ordinal: ordinal)
    // The list is in walk order at the end. Until then, other walks have to find the child.
    if isNewChild { parent?.addChild(record) }
    record.marks.met = walk.number
    walk.met.append(record)
  }

  /// Displaces the records of missing children, and returns those of the others.
  private func end(_ walk: ChildrenWalk, below parent: PreservationRecord?, known: [PreservationRecord])
    -> [PreservationRecord]
  {
    for record in known where record.marks.met != walk.number && record.parent === parent && record.isAttached {
      displace(record)
    }
    if walk.hasTwins { reports.checkTwins(walk.met) }
    // A child can have moved to another parent since. A loop, as the actor would be checked for each call of a closure.
    for record in walk.met where record.parent !== parent || !record.isAttached {
      return walk.met.filter { $0.parent === parent && $0.isAttached }
    }
    return walk.met
  }
}
