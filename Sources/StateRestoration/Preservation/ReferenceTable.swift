/// The target of references in encoded states.
///
/// A reference is stored as the target's identifier path, which can change at any time. States are therefore kept with
/// a slot for each reference, and the paths are filled in when a save is written.
@MainActor
final class ReferenceTarget {
  private(set) weak var object: AnyObject?
  private let stored: StoredNode?
  let identity: ObjectIdentifier
  /// The nodes whose states refer to the target.
  fileprivate(set) var holders: Set<ObjectIdentifier> = []
  /// The node as whose child it is preserved, if it is outside of the tree.
  fileprivate(set) weak var adopter: PreservationRecord?

  init(_ object: AnyObject) {
    self.object = object
    stored = object as? StoredNode
    identity = ObjectIdentifier(object)
  }
}

/// The references between nodes.
///
/// A target is in the table while a node refers to it. It is *loose* if it has, or may have, no position in the tree
/// other than that given by a reference.
@MainActor
final class ReferenceTable {
  private let tree: RecordTree
  private let reports: ProblemReports
  private var targets: [ObjectIdentifier: ReferenceTarget] = [:]
  private var loose: [ObjectIdentifier: ReferenceTarget] = [:]

  init(_ tree: RecordTree, _ reports: ProblemReports) {
    self.tree = tree
    self.reports = reports
  }

  /// Whether there are no references.
  var isEmpty: Bool { targets.isEmpty }

  /// The targets that have, or may have, no position of their own in the tree.
  var looseTargets: [ReferenceTarget] { Array(loose.values) }

  /// Returns the target for an object.
  func target(for object: AnyObject) -> ReferenceTarget {
    if let known = targets[ObjectIdentifier(object)], known.object === object { return known }
    return ReferenceTarget(object)
  }

  /// Returns the nodes whose states refer to a node.
  func holders(of record: PreservationRecord) -> Set<ObjectIdentifier> { targets[record.identity]?.holders ?? [] }

  /// The nodes whose states refer to stored nodes from which nothing was restored.
  var holdersOfStored: Set<ObjectIdentifier> {
    loose.values.reduce(into: []) { holders, target in
      if target.object is StoredNode { holders.formUnion(target.holders) }
    }
  }

  // MARK: Encoded references

  /// Sets the targets of a node.
  func setTargets(_ new: [ReferenceTarget], of record: PreservationRecord) {
    if new.isEmpty && record.targets.isEmpty { return }
    forgetTargets(of: record)
    record.targets = new
    for target in new {
      target.holders.insert(record.identity)
      targets[target.identity] = target
      if !standsByItself(target) { loose[target.identity] = target }
    }
  }

  /// Reads the targets of a node's stored state, which it keeps.
  func takeStoredTargets(of record: PreservationRecord) {
    var targets: [ReferenceTarget] = []
    let slots = try? NodeReference.makingSlots(of: record.archived.state) { reference in
      guard let object = tree.storedTarget(of: reference) else { return nil }
      targets.append(target(for: object))
      return targets.count - 1
    }
    guard let slots, !targets.isEmpty else { return }
    record.stateWithSlots = slots
    setTargets(targets, of: record)
  }

  /// Removes the targets of a node.
  func forgetTargets(of record: PreservationRecord) {
    for target in record.targets {
      target.holders.remove(record.identity)
      if target.holders.isEmpty, targets[target.identity] === target {
        targets[target.identity] = nil
        loose[target.identity] = nil
      }
    }
    record.targets = []
  }

  /// Whether a target has a position of its own in the tree, not given by a reference.
  private func standsByItself(_ target: ReferenceTarget) -> Bool {
    guard let own = tree.record(of: target) else { return false }
    return own.archived.relation != .adopted && own.isInTree
  }

  // MARK: Adoption

  /// Notes that a node and its descendants have lost their position.
  func noteDisplaced(_ record: PreservationRecord) {
    guard !targets.isEmpty else { return }
    if let target = targets[record.identity] { loose[target.identity] = target }
    record.children.forEach(noteDisplaced)
  }

  /// Notes that a target has a position of its own.
  func noteSettled(_ target: ReferenceTarget) {
    loose[target.identity] = nil
  }

  /// Sets the node that adopts a target outside of the tree; nil if there is none.
  func setAdopter(_ adopter: PreservationRecord?, of target: ReferenceTarget) {
    target.adopter = adopter
    if adopter != nil { loose[target.identity] = target }
  }

  /// Clears all adoptions, which are then determined again.
  func forgetAdoptions() {
    for target in targets.values { target.adopter = nil }
  }

  // MARK: Filling slots

  /// Returns a state with slots replaced by references.
  func fill(_ slots: [UInt8], with targets: [ReferenceTarget]) -> [UInt8] {
    guard !targets.isEmpty else { return slots }
    let references = targets.map(reference)
    return (try? NodeReference.fillingSlots(of: slots) { references.indices.contains($0) ? references[$0] : nil })
      ?? slots
  }

  private func reference(to target: ReferenceTarget) -> NodeReference? {
    guard let object = target.object else { return nil }
    if let stored = object as? StoredNode { return tree.reference(to: stored) }
    if let record = tree.record(of: object) {
      reports.canReach(target.identity)
      return record.reference
    }
    if let node = object as? any StateRestoring { reports.cannotReach(node) }
    return nil
  }
}
