/// The target of references in encoded states.
@MainActor
final class ReferenceTarget {
  private(set) weak var object: (any StateRestoring)?
  let identity: ObjectIdentifier
  /// The nodes whose states refer to the target.
  fileprivate(set) var holders: Set<ObjectIdentifier> = []
  /// The node as whose child it is preserved, if it is outside of the tree.
  fileprivate(set) weak var adopter: PreservationRecord?

  init(_ object: any StateRestoring) {
    self.object = object
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

  /// The targets whose only position in the tree is, or may be, that given by a reference.
  var looseTargets: [ReferenceTarget] { Array(loose.values) }

  /// Returns the target for a node.
  func target(for object: any StateRestoring) -> ReferenceTarget {
    if let known = targets[ObjectIdentifier(object)], known.object === object { return known }
    return ReferenceTarget(object)
  }

  /// Whether states refer to a node.
  func isReferredTo(_ record: PreservationRecord) -> Bool {
    targets[record.identity].map { $0.object != nil && $0.object === record.node } ?? false
  }

  /// Returns the ID by which states refer to a node.
  func id(of node: any StateRestoring) -> NodeID { tree.id(of: node) }

  // MARK: Encoded references

  /// Sets the targets of a node.
  func setTargets(_ new: [ReferenceTarget], of record: PreservationRecord) {
    if new.isEmpty && record.targets.isEmpty { return }
    forgetTargets(of: record)
    record.targets = new
    for target in new {
      target.holders.insert(record.identity)
      targets[target.identity] = target
      if !hasOwnPosition(target) { loose[target.identity] = target }
    }
  }

  /// Updates the state that a node keeps from an earlier run to the current format, and sets its targets.
  ///
  /// - Returns: whether the state has changed.
  func takeStoredTargets(of record: PreservationRecord) -> Bool {
    let (state, nodes) = tree.takeOver(record.archived.state)
    setTargets(nodes.map(target), of: record)
    return record.setState(state)
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

  /// Returns whether a target has a position in the tree that is not given by a reference.
  private func hasOwnPosition(_ target: ReferenceTarget) -> Bool {
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

  /// Notes that a target has a position in the tree.
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

  // MARK: Reporting

  /// Reports each target outside the tree, once.
  func reportUnreachable(of application: [ReferenceTarget]) {
    let nodes = (application + loose.values).compactMap(\.object)
    for (node, _) in nodes.map({ ($0, tree.id(of: $0)) }).sorted(by: { $0.1 < $1.1 }) {
      if tree.record(of: node) == nil { reports.cannotReach(node) } else { reports.canReach(ObjectIdentifier(node)) }
    }
  }
}
