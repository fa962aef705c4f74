// The walk of what changed since the last save.
extension Preservation {
  func walkInvalidated() {
    // Objects come after the tree, and new ones have no record yet: they are few, so they are compared as a whole.
    var structural = invalidatedChildren.values.compactMap { records[ObjectIdentifier($0)] }
    structural.sort { $0.walkPosition.lexicographicallyPrecedes($1.walkPosition) }
    let stale = Set(invalidated.keys)
    var asked: Set<ObjectIdentifier> = []

    var order = invalidated.values.compactMap { records[ObjectIdentifier($0)] }
    order.append(contentsOf: structural)
    order.sort { $0.walkPosition.lexicographicallyPrecedes($1.walkPosition) }
    let structuralIDs = Set(structural.map { ObjectIdentifier($0) })

    for record in order {
      guard let node = record.node, records[ObjectIdentifier(node)] === record else { continue }
      let identity = ObjectIdentifier(node)
      guard asked.insert(identity).inserted else { continue }
      if stale.contains(identity) {
        refreshDescription(of: node, record: record)
        ask(node, record: record)
      }
      if structuralIDs.contains(ObjectIdentifier(record)) || encoding?.hasAdopted(by: node) == true,
        let controller = node as? any RestorableViewController
      {
        rewalkChildren(of: controller, record: record)
      }
    }
    refreshObjects()
  }

  func refreshDescription(of node: any StateRestoring, record: PreservationRecord) {
    var archived = record.archived
    if let controller = node as? any RestorableViewController {
      archived.restorationClassName = controller.restorationClass?.name
      archived.scene = controller.storyboardScene
    } else if let object = node as? any RestorableObject {
      archived.restorationClassName = object.objectRestorationClass?.name
    }
    if archived != record.archived {
      record.archived = archived
      record.isDescriptionNew = true
    }
  }

  /// Compares the children of one controller with what is recorded: new ones are walked, those that moved are described
  /// anew without being asked, those that are gone are removed.
  func rewalkChildren(of controller: any RestorableViewController, record: PreservationRecord) {
    var rest: [ObjectIdentifier: PreservationRecord] = [:]
    for child in record.children where child.archived.kind != .object {
      if let node = child.node {
        rest[ObjectIdentifier(node)] = child
      } else {
        remove(child)
      }
    }
    let objectChildren = record.children.filter { $0.archived.kind == .object }
    var children: [PreservationRecord] = []

    func visit(
      _ node: any StateRestoring, kind: ArchivedNode.Kind, relation: ArchivedNode.Relation, position: Int,
      siblings: inout Siblings
    ) {
      let identity = ObjectIdentifier(node)
      if let known = rest[identity], known.archived.identifier == node.restorationIdentifier,
        known.archived.relation == relation, known.ordinal == siblings.count(of: known.archived.identifier)
      {
        rest[identity] = nil
        _ = siblings.add(known.archived.identifier, className: node.className)
        if known.archived.position != position {
          known.archived.position = position
          changed.append(known.archived)
        }
        children.append(known)
        return
      }
      if let known = rest.removeValue(forKey: identity) { remove(known) }
      if let controller = node as? any RestorableViewController, kind == .viewController {
        if let child = walk(
          controller, parent: record, relation: relation, position: position, siblings: &siblings, old: [:])
        {
          children.append(child)
        }
      } else if let child = makeRecord(
        for: node, kind: kind, parent: record, relation: relation, position: position, siblings: &siblings, old: [:])
      {
        ask(node, record: child)
        children.append(child)
      }
    }

    var viewSiblings = Siblings()
    for (position, view) in controller.identifiedViews.enumerated() {
      visit(view, kind: .view, relation: .child, position: position, siblings: &viewSiblings)
    }
    var siblings = Siblings()
    for (position, child) in controller.containedViewControllers.enumerated() {
      visit(child, kind: .viewController, relation: .child, position: position, siblings: &siblings)
    }
    var adopted = encoding?.takeAdopted(by: controller) ?? []
    if !invalidatedEncodes(controller) {
      // Not asked again in this save: what it adopted before is still its own.
      adopted = record.children.filter { $0.archived.relation == .adopted }
        .compactMap { $0.node as? any RestorableViewController }
    }
    for (position, child) in adopted.enumerated() {
      visit(child, kind: .viewController, relation: .adopted, position: position, siblings: &siblings)
    }
    if let presented = controller.preservedPresentedViewController {
      visit(presented, kind: .viewController, relation: .presented, position: 0, siblings: &siblings)
    }
    rest.values.forEach(remove)
    record.children = children + objectChildren
  }

  func invalidatedEncodes(_ controller: any RestorableViewController) -> Bool {
    invalidated[ObjectIdentifier(controller)] != nil
  }

  func remove(_ record: PreservationRecord) {
    removed.append(record.archived.id)
    if let node = record.node, records[ObjectIdentifier(node)] === record {
      records[ObjectIdentifier(node)] = nil
    }
    record.children.forEach(remove)
  }

  func refreshObjects() {
    let registered = application.registeredObjects
    let isSame =
      registered.count == objects.count
      && zip(registered, objects).allSatisfy { object, record in record.node === object }
    guard !isSame else { return }
    var rest: [ObjectIdentifier: PreservationRecord] = [:]
    for record in objects {
      if let node = record.node { rest[ObjectIdentifier(node)] = record } else { remove(record) }
    }
    var siblings = Siblings()
    objects = registered.enumerated().compactMap { position, object in
      if let known = rest.removeValue(forKey: ObjectIdentifier(object)) {
        _ = siblings.add(known.archived.identifier, className: object.className)
        if known.archived.position != position {
          known.archived.position = position
          changed.append(known.archived)
        }
        return known
      }
      return walk(object: object, position: position, siblings: &siblings, old: [:])
    }
    rest.values.forEach(remove)
  }
}
