// Controllers outside of the tree are preserved as children of the first node, in walk order, that encodes them, as
// UIKit does for the children of custom containers.
extension PreservationWalk {
  /// Returns the target's controller if it is outside of the tree and can be adopted.
  private func orphan(_ target: ReferenceTarget) -> (any RestorableViewController)? {
    guard let controller = target.object as? any RestorableViewController, controller.restorationIdentifier != nil,
      controller.restorationParent == nil,
      !application.rootViewControllers.contains(where: { $0.viewController === controller })
    else { return nil }
    return controller
  }

  /// Returns the controllers that a node adopts, in the order in which it encoded them.
  func adoptedControllers(of record: PreservationRecord) -> [any RestorableViewController] {
    var met: Set<ObjectIdentifier> = []
    return record.targets.compactMap { target in
      guard target.adopter === record, met.insert(target.identity).inserted else { return nil }
      return orphan(target)
    }
  }

  func adoptions(of record: PreservationRecord) -> [ObjectIdentifier] {
    record.targets.isEmpty ? [] : adoptedControllers(of: record).map { ObjectIdentifier($0) }
  }

  /// Lets a newly encoded node adopt its targets that no other node has adopted.
  func claimAdoptions(_ record: PreservationRecord) {
    guard record.archived.kind == .viewController, !record.targets.isEmpty else { return }
    for target in record.targets where target.adopter?.isInTree != true && mayAdopt(record, target) {
      if orphan(target) != nil { references.setAdopter(record, of: target) }
    }
  }

  private func mayAdopt(_ record: PreservationRecord, _ target: ReferenceTarget) -> Bool {
    guard record.isInTree, record.depth < Archive.maximumDepth else { return false }
    guard let own = tree.record(of: target) else { return true }
    return !record.isWithin(own)
  }

  private func firstAdopter(of target: ReferenceTarget) -> PreservationRecord? {
    let candidates = target.holders.compactMap { tree.record($0) }
      .filter { $0.archived.kind == .viewController && mayAdopt($0, target) }
    guard candidates.count > 1 else { return candidates.first }
    return candidates.map { (record: $0, position: $0.walkPosition) }
      .min { $0.position.lexicographicallyPrecedes($1.position) }?.record
  }

  /// Moves each controller outside of the tree to the node that adopts it.
  func settleAdoptions() {
    // Adopted controllers can refer to others. In an inconsistent tree, this never settles.
    for _ in 0..<Archive.maximumDepth {
      var isSettled = true
      for target in references.looseTargets where !settle(target) { isSettled = false }
      if isSettled { return }
    }
  }

  /// Returns whether the target was in its place already.
  private func settle(_ target: ReferenceTarget) -> Bool {
    let controller = orphan(target)
    let own = tree.record(of: target)
    guard let controller, let adopter = firstAdopter(of: target) else {
      references.setAdopter(nil, of: target)
      guard let own, own.isInTree else { return true }
      guard own.archived.relation == .adopted || controller != nil else {
        references.noteSettled(target)
        return true
      }
      return walkAgain([own.parent])
    }
    let isInPlace =
      target.adopter === adopter && own?.parent === adopter && own?.archived.relation == .adopted
      && own?.archived.identifier == controller.restorationIdentifier
    if isInPlace { return true }
    references.setAdopter(adopter, of: target)
    return walkAgain([own?.parent === adopter ? nil : own?.parent, adopter])
  }

  private func walkAgain(_ parents: [PreservationRecord?]) -> Bool {
    for parent in parents {
      if let parent, parent.isInTree, let controller = parent.node?.asViewController {
        walkChildren(of: controller, record: parent)
      }
    }
    return false
  }
}
