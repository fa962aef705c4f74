/// Something that nodes refer to in what they encode.
///
/// A reference is stored as the target's identifier path, which can become another one at any time. So a state is kept
/// with a slot for each reference, and the paths are filled in when a save is written.
@MainActor
final class ReferenceTarget {
  weak var object: AnyObject?
  let identity: ObjectIdentifier
  /// The nodes whose state refers to it.
  var holders: Set<ObjectIdentifier> = []
  /// The node below which it is preserved because that encoded it, if it is in no tree of its own.
  weak var adopter: PreservationRecord?

  init(_ object: AnyObject) {
    self.object = object
    identity = ObjectIdentifier(object)
  }
}

extension Preservation {
  /// Answers what the coders of one save ask about other nodes.
  @MainActor
  final class EncodingContext: ReferenceResolving {
    private unowned let preservation: Preservation
    private var current: [ReferenceTarget] = []
    /// What the application itself refers to, by slot.
    private(set) var applicationTargets: [ReferenceTarget] = []
    private var isNodeEncoding = false

    init(preservation: Preservation) {
      self.preservation = preservation
    }

    func begin(_ record: PreservationRecord) {
      isNodeEncoding = true
      current = []
    }

    func end() -> [ReferenceTarget] {
      isNodeEncoding = false
      defer { current = [] }
      return current
    }

    func reference(to object: AnyObject) -> NodeReference? {
      guard object is any StateRestoring else { return nil }
      let target = preservation.target(for: object)
      if isNodeEncoding {
        current.append(target)
        return NodeReference(slot: current.count - 1)
      }
      applicationTargets.append(target)
      return NodeReference(slot: applicationTargets.count - 1)
    }

    func object(for reference: NodeReference) -> AnyObject? { nil }
  }

  // MARK: Who refers to what

  private func target(for object: AnyObject) -> ReferenceTarget {
    let identity = ObjectIdentifier(object)
    if let known = targets[identity], known.object === object { return known }
    return ReferenceTarget(object)
  }

  /// Whether a target has a place of its own in the tree, and none that a reference gave it.
  private func standsByItself(_ target: ReferenceTarget) -> Bool {
    guard let own = records[target.identity], own.node === target.object else { return false }
    return own.archived.relation != .adopted && own.isInTree
  }

  /// A node lost its place, and what is below it with it.
  func noteLooseTargets(from record: PreservationRecord) {
    guard !targets.isEmpty else { return }
    if let target = targets[record.identity] { looseTargets[target.identity] = target }
    record.children.forEach(noteLooseTargets)
  }

  /// What a node refers to now.
  func take(_ new: [ReferenceTarget], of record: PreservationRecord) {
    if new.isEmpty && record.targets.isEmpty { return }
    forgetTargets(of: record)
    record.targets = new
    for target in new {
      target.holders.insert(record.identity)
      targets[target.identity] = target
      if !standsByItself(target) { looseTargets[target.identity] = target }
    }
  }

  func forgetTargets(of record: PreservationRecord) {
    for target in record.targets {
      target.holders.remove(record.identity)
      if target.holders.isEmpty, targets[target.identity] === target {
        targets[target.identity] = nil
        looseTargets[target.identity] = nil
      }
    }
    record.targets = []
  }

  // MARK: Writing references

  /// Fills the slots of what was encoded, and of those states whose references lead elsewhere now.
  func resolveReferences(_ walk: PreservationWalk) {
    if !targets.isEmpty, !walk.isWhole {
      var holders: Set<ObjectIdentifier> = []
      func visit(_ record: PreservationRecord) {
        guard record.resolvedIn != walk.number else { return }
        record.resolvedIn = walk.number
        if let target = targets[record.identity] { holders.formUnion(target.holders) }
        record.children.forEach(visit)
      }
      for record in walk.readdressed { visit(record) }
      walk.unresolved.append(contentsOf: holders.compactMap { records[$0] })
    }
    for record in walk.unresolved {
      guard record.isAttached, let slots = record.stateWithSlots else { continue }
      let state = fill(slots, with: record.targets)
      guard state != record.archived.state else { continue }
      record.archived.state = state
      walk.note(record)
    }
  }

  /// A state with the references in place of their slots.
  func fill(_ slots: [UInt8], with targets: [ReferenceTarget]) -> [UInt8] {
    guard !targets.isEmpty else { return slots }
    let references = targets.map(reference)
    return (try? NodeReference.fillingSlots(of: slots) { references.indices.contains($0) ? references[$0] : nil })
      ?? slots
  }

  private func reference(to target: ReferenceTarget) -> NodeReference? {
    guard let object = target.object else { return nil }
    if let record = records[target.identity], record.node === object {
      reportedUnreachable.remove(target.identity)
      return record.reference
    }
    if let node = object as? any StateRestoring, reportedUnreachable.insert(target.identity).inserted {
      application.report(.unreachableReference(key: nil, className: node.className))
    }
    return nil
  }

  // MARK: Adoption

  /// The controller that a target is, if it is in no tree of its own and can be adopted.
  private func orphan(_ target: ReferenceTarget) -> (any RestorableViewController)? {
    guard let controller = target.object as? any RestorableViewController, controller.restorationIdentifier != nil,
      controller.restorationParent == nil,
      !application.rootViewControllers.contains(where: { $0.viewController === controller })
    else { return nil }
    return controller
  }

  /// The controllers that a node adopts, in the order in which it encoded them.
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

  /// Every controller in no tree of its own is adopted anew, by the first in the order of the walk that encodes it.
  func forgetAdoptions() {
    for target in targets.values { target.adopter = nil }
  }

  /// A node that was just asked adopts what nobody has adopted.
  func claimAdoptions(_ record: PreservationRecord) {
    guard record.archived.kind == .viewController, !record.targets.isEmpty else { return }
    for target in record.targets where target.adopter?.isInTree != true && mayAdopt(record, target) {
      if orphan(target) != nil {
        target.adopter = record
        looseTargets[target.identity] = target
      }
    }
  }

  private func mayAdopt(_ record: PreservationRecord, _ target: ReferenceTarget) -> Bool {
    guard record.isInTree, record.depth < Archive.maximumDepth else { return false }
    guard let own = records[target.identity], own.node === target.object else { return true }
    return !record.isWithin(own)
  }

  private func rightfulAdopter(of target: ReferenceTarget) -> PreservationRecord? {
    let candidates = target.holders.compactMap { records[$0] }
      .filter { $0.archived.kind == .viewController && mayAdopt($0, target) }
    guard candidates.count > 1 else { return candidates.first }
    return candidates.map { (record: $0, position: $0.walkPosition) }
      .min { $0.position.lexicographicallyPrecedes($1.position) }?.record
  }

  /// Lets each controller in no tree of its own hang below the first node, in the order of the walk, that encodes it.
  func settleAdoptions(_ walk: PreservationWalk) {
    // One that was adopted can refer to others. In a tree that contradicts itself nothing settles.
    for _ in 0..<Archive.maximumDepth {
      var isSettled = true
      for target in Array(looseTargets.values) where !settle(target, walk) { isSettled = false }
      if isSettled { return }
    }
  }

  /// Returns whether the target was where it belongs.
  private func settle(_ target: ReferenceTarget, _ walk: PreservationWalk) -> Bool {
    let controller = orphan(target)
    let own = records[target.identity].flatMap { $0.node === target.object ? $0 : nil }
    guard let controller, let adopter = rightfulAdopter(of: target) else {
      target.adopter = nil
      guard let own, own.isInTree else { return true }
      guard own.archived.relation == .adopted || controller != nil else {
        looseTargets[target.identity] = nil
        return true
      }
      return walkAgain([own.parent], walk)
    }
    let isInPlace =
      target.adopter === adopter && own?.parent === adopter && own?.archived.relation == .adopted
      && own?.archived.identifier == controller.restorationIdentifier
    if isInPlace { return true }
    target.adopter = adopter
    return walkAgain([own?.parent === adopter ? nil : own?.parent, adopter], walk)
  }

  private func walkAgain(_ parents: [PreservationRecord?], _ walk: PreservationWalk) -> Bool {
    for parent in parents {
      if let parent, parent.isInTree, let controller = parent.node as? any RestorableViewController {
        walkChildren(of: controller, record: parent, walk)
      }
    }
    return false
  }
}
