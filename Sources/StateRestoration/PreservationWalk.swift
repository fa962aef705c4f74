// The walk of the whole tree, in the order of preservation.
extension Preservation {
  func walkWholeTree() {
    let old = records
    records = [:]
    records.reserveCapacity(old.count)
    var siblings = Siblings()
    roots = application.rootViewControllers.compactMap { window, controller in
      walk(controller, parent: nil, relation: .root, position: window, siblings: &siblings, old: old)
    }
    var objectSiblings = Siblings()
    objects = application.registeredObjects.enumerated().compactMap { position, object in
      walk(object: object, position: position, siblings: &objectSiblings, old: old)
    }
    for (identity, record) in old where records[identity] == nil || records[identity]?.archived.id != record.archived.id
    {
      removed.append(record.archived.id)
    }
    if let left = baseline, !left.isEmpty {
      removed.append(contentsOf: left.values.map(\.id))
    }
    baseline = [:]
    isWalked = true
  }

  /// Walks one controller and all below it. Returns nil if it has no identifier: then nothing below it is preserved.
  func walk(
    _ controller: any RestorableViewController, parent: PreservationRecord?, relation: ArchivedNode.Relation,
    position: Int, siblings: inout Siblings, old: [ObjectIdentifier: PreservationRecord]
  ) -> PreservationRecord? {
    guard
      let record = makeRecord(
        for: controller, kind: .viewController, parent: parent, relation: relation, position: position,
        siblings: &siblings, old: old)
    else { return nil }
    ask(controller, record: record)
    walkChildren(of: controller, record: record, old: old)
    return record
  }

  func walkChildren(
    of controller: any RestorableViewController, record: PreservationRecord, old: [ObjectIdentifier: PreservationRecord]
  ) {
    var children: [PreservationRecord] = []
    var viewSiblings = Siblings()
    for (position, view) in controller.identifiedViews.enumerated() {
      guard
        let viewRecord = makeRecord(
          for: view, kind: .view, parent: record, relation: .child, position: position, siblings: &viewSiblings,
          old: old)
      else { continue }
      ask(view, record: viewRecord)
      children.append(viewRecord)
    }
    var siblings = Siblings()
    for (position, child) in controller.containedViewControllers.enumerated() {
      if let child = walk(child, parent: record, relation: .child, position: position, siblings: &siblings, old: old) {
        children.append(child)
      }
    }
    for (position, child) in (encoding?.takeAdopted(by: controller) ?? []).enumerated()
    where records[ObjectIdentifier(child)] == nil {
      if let child = walk(child, parent: record, relation: .adopted, position: position, siblings: &siblings, old: old)
      {
        children.append(child)
      }
    }
    if let presented = controller.preservedPresentedViewController,
      let child = walk(presented, parent: record, relation: .presented, position: 0, siblings: &siblings, old: old)
    {
      children.append(child)
    }
    record.children = children
  }

  func walk(
    object: any RestorableObject, position: Int, siblings: inout Siblings, old: [ObjectIdentifier: PreservationRecord]
  ) -> PreservationRecord? {
    var parent: PreservationRecord?
    if let parentNode = object.objectRestorationParent {
      guard let found = records[ObjectIdentifier(parentNode)] else { return nil }
      parent = found
    }
    guard
      let record = makeRecord(
        for: object, kind: .object, parent: parent, relation: parent == nil ? .root : .child, position: position,
        siblings: &siblings, old: old)
    else { return nil }
    ask(object, record: record)
    return record
  }

  /// Describes a node: its old id if it had one, a new one if not. Its state is still the old one.
  func makeRecord(
    for node: any StateRestoring, kind: ArchivedNode.Kind, parent: PreservationRecord?, relation: ArchivedNode.Relation,
    position: Int, siblings: inout Siblings, old: [ObjectIdentifier: PreservationRecord]
  ) -> PreservationRecord? {
    guard let identifier = node.restorationIdentifier else { return nil }
    let identity = ObjectIdentifier(node)
    let path = parent?.path.appending(identifier) ?? [identifier]
    let ordinal = siblings.add(identifier, className: node.className)
    if ordinal > 0, reportedDuplicates.insert(path).inserted {
      application.report(.duplicateIdentifier(path: path, classNames: siblings.classNames(of: identifier)))
    }
    var archived = ArchivedNode(
      id: 0, parent: parent?.archived.id, kind: kind, relation: relation, position: position, identifier: identifier,
      className: node.className)
    if let controller = node as? any RestorableViewController {
      archived.restorationClassName = controller.restorationClass?.name
      archived.scene = controller.storyboardScene
    } else if let object = node as? any RestorableObject {
      archived.restorationClassName = object.objectRestorationClass?.name
    }

    var before: ArchivedNode?
    if let record = old[identity], record.node === node, record.archived.kind == kind {
      before = record.archived
    } else {
      before = baseline?.removeValue(forKey: BaselineKey(node: archived, ordinal: ordinal))
    }
    if let before {
      archived.id = before.id
      archived.state = before.state
    } else {
      archived.id = nextID
      nextID += 1
    }
    let record = PreservationRecord(node: node, parent: parent, archived: archived, path: path, ordinal: ordinal)
    records[identity] = record
    if archived != before { record.isDescriptionNew = true }
    return record
  }

  /// Asks a node for its state, and adds it to what changed if it did. A failing node keeps its last good state.
  func ask(_ node: any StateRestoring, record: PreservationRecord) {
    let coder = StateCoder()
    coder.references = encoding
    encoding?.current = node
    let isKept = keeping.contains(ObjectIdentifier(node)) && !record.archived.state.isEmpty
    let isGood = !isKept && callEncode(node, coder: coder, path: record.path)
    encoding?.current = nil
    if isGood {
      let state = coder.encodedState()
      if state != record.archived.state {
        record.archived.state = state
        record.isDescriptionNew = true
      }
    }
    if record.isDescriptionNew {
      record.isDescriptionNew = false
      changed.append(record.archived)
    }
  }

  func callEncode(_ node: any StateRestoring, coder: StateCoder, path: IdentifierPath) -> Bool {
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
}
