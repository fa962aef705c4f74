/// Something that nodes refer to in what they encode.
///
/// A reference is stored as the target's identifier path, which can become another one at any time. So a state is kept
/// with a slot for each reference, and the paths are filled in when a save is written.
@MainActor
final class ReferenceTarget {
  private(set) weak var object: AnyObject?
  private let stored: StoredNode?
  let identity: ObjectIdentifier
  /// The nodes whose state refers to it.
  fileprivate(set) var holders: Set<ObjectIdentifier> = []
  /// The node below which it is preserved because that encoded it, if it is in no tree of its own.
  fileprivate(set) weak var adopter: PreservationRecord?

  init(_ object: AnyObject) {
    self.object = object
    stored = object as? StoredNode
    identity = ObjectIdentifier(object)
  }
}

/// Who refers to what.
///
/// A target is in the table as long as a node holds it. It is *loose* if it has, or may have, no place in the tree but the
/// one that a reference gives it.
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

  /// Whether no node refers to anything.
  var isEmpty: Bool { targets.isEmpty }

  /// The targets that have, or may have, no place of their own in the tree.
  var looseTargets: [ReferenceTarget] { Array(loose.values) }

  /// What stands for an object that a node refers to.
  func target(for object: AnyObject) -> ReferenceTarget {
    if let known = targets[ObjectIdentifier(object)], known.object === object { return known }
    return ReferenceTarget(object)
  }

  /// The nodes whose state refers to one.
  func holders(of record: PreservationRecord) -> Set<ObjectIdentifier> { targets[record.identity]?.holders ?? [] }

  /// The nodes whose state refers to what an earlier run stored and nothing was restored from.
  var holdersOfStored: Set<ObjectIdentifier> {
    loose.values.reduce(into: []) { holders, target in
      if target.object is StoredNode { holders.formUnion(target.holders) }
    }
  }

  // MARK: What nodes encoded

  /// Takes what a node refers to now.
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

  /// Reads what a node referred to in the earlier run, as it keeps the state that it wrote there.
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

  /// A node refers to nothing any more.
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

  /// Whether a target has a place of its own in the tree, and none that a reference gave it.
  private func standsByItself(_ target: ReferenceTarget) -> Bool {
    guard let own = tree.record(of: target) else { return false }
    return own.archived.relation != .adopted && own.isInTree
  }

  // MARK: Adoption

  /// A node lost its place, and what is below it with it.
  func noteDisplaced(_ record: PreservationRecord) {
    guard !targets.isEmpty else { return }
    if let target = targets[record.identity] { loose[target.identity] = target }
    record.children.forEach(noteDisplaced)
  }

  /// A target has a place of its own.
  func noteSettled(_ target: ReferenceTarget) {
    loose[target.identity] = nil
  }

  /// Lets a node adopt a target that is in no tree of its own; nil if no node does.
  func setAdopter(_ adopter: PreservationRecord?, of target: ReferenceTarget) {
    target.adopter = adopter
    if adopter != nil { loose[target.identity] = target }
  }

  /// Every controller in no tree of its own is adopted again.
  func forgetAdoptions() {
    for target in targets.values { target.adopter = nil }
  }

  // MARK: Writing references

  /// A state with the references in place of their slots.
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
