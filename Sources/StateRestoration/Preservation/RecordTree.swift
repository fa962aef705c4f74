/// The records of all nodes as of their last walk, and the stored nodes of an earlier run.
///
/// A node has one record, wherever it is, until it is found to be gone. As addresses can be reused, a record is valid
/// only while its node is alive. IDs are never reused.
@MainActor
final class RecordTree {
  /// The windows' root controllers, in the order of the windows.
  var roots: [PreservationRecord] = []
  /// Registered objects, in walk order.
  var objects: [PreservationRecord] = []
  private var records: [ObjectIdentifier: PreservationRecord] = [:]
  /// The total size of the states.
  let encodedBytes = EncodedBytes()
  private var nextID: NodeID = 1
  /// The stored nodes without records; nil before the store was read.
  private var baseline: PreservationBaseline?
  /// Views restored from kept nodes that have no record yet.
  private var lateViews: [ObjectIdentifier: PreservationBaseline.Restored] = [:]
  /// The IDs of nodes without a record to which states refer.
  private var reserved: [ObjectIdentifier: Reservation] = [:]

  private struct Reservation {
    weak var node: (any StateRestoring)?
    var id: NodeID
  }

  // MARK: Lookup

  /// Returns the record of an object, if any.
  func record(of object: AnyObject?) -> PreservationRecord? {
    guard let object, let record = records[ObjectIdentifier(object)], record.node === object else { return nil }
    return record
  }

  /// Returns the record of a target. A target that is gone keeps its record until a walk detects it.
  func record(of target: ReferenceTarget) -> PreservationRecord? {
    guard let record = records[target.identity], record.node === target.object else { return nil }
    return record
  }

  /// Returns the record created for the object at an address, which may be gone.
  func record(_ identity: ObjectIdentifier) -> PreservationRecord? { records[identity] }

  /// The number of records.
  var count: Int { records.count }

  /// All records, parents before children, objects last.
  var allRecords: [PreservationRecord] {
    var all: [PreservationRecord] = []
    func add(_ record: PreservationRecord) {
      all.append(record)
      record.children.forEach(add)
    }
    roots.forEach(add)
    return all + objects
  }

  /// All archived nodes, parents before children.
  var archivedNodes: [ArchivedNode] {
    var nodes: [ArchivedNode] = []
    func add(_ record: PreservationRecord) {
      nodes.append(record.archived)
      nodes.append(contentsOf: record.keptNodes)
      record.children.forEach(add)
    }
    roots.forEach(add)
    return nodes + objects.map(\.archived)
  }

  // MARK: Stored nodes

  /// Whether the store's contents are known.
  var hasBaseline: Bool { baseline != nil }

  /// Reserves all IDs below this one, which the store has used.
  func reserveIDs(below id: NodeID) {
    nextID = max(nextID, id)
  }

  /// Sets the store's contents: nodes found from now on keep their stored IDs.
  func setBaseline(_ baseline: PreservationBaseline) {
    self.baseline = baseline
  }

  /// Notes that a view was restored from a node kept by its controller.
  func noteLateView(_ view: AnyObject, from id: NodeID, hasFailed: Bool) {
    lateViews[ObjectIdentifier(view)] = .init(node: view, id: id, hasFailed: hasFailed)
  }

  /// Returns the current format of a stored state that a node keeps, and the restored nodes to which it refers.
  func takeOver(_ state: [UInt8]) -> (state: [UInt8], nodes: [any StateRestoring]) {
    var ids: [NodeID] = []
    let updated = baseline?.updated(state) { ids.append($0) }
    return (updated ?? state, ids.compactMap { baseline?.node(restoredFrom: $0) })
  }

  // MARK: IDs

  /// Returns the ID by which states refer to a node, assigning one if necessary: that of its record, of the node from which
  /// it was restored, of the kept node at its position, or a new one.
  func id(of node: any StateRestoring) -> NodeID {
    if let record = record(of: node) { return record.archived.id }
    if let known = reserved[ObjectIdentifier(node)], known.node === node { return known.id }
    let id = restoredID(of: node) ?? keptID(for: node) ?? newID()
    reserved[ObjectIdentifier(node)] = Reservation(node: node, id: id)
    return id
  }

  private func takeReservedID(of node: any StateRestoring) -> NodeID? {
    guard !reserved.isEmpty, let reservation = reserved.removeValue(forKey: ObjectIdentifier(node)),
      reservation.node === node
    else { return nil }
    return reservation.id
  }

  /// Returns an ID that no other node has.
  func newID() -> NodeID {
    defer { nextID += 1 }
    return nextID
  }

  private func restoredID(of node: any StateRestoring) -> NodeID? {
    if let id = baseline?.id(ofRestored: node) { return id }
    guard let late = lateViews[ObjectIdentifier(node)], late.node === node else { return nil }
    return late.id
  }

  /// Returns the kept node at the position of a node: one that its parent could not create, or a view that may be created
  /// later. It would otherwise be saved beside this node.
  private func keptID(for node: any StateRestoring) -> NodeID? {
    guard let identifier = node.restorationIdentifier, let parent = node.restorationPathParent else { return nil }
    let kind: ArchivedNode.Kind =
      switch node {
      case is any RestorableObject: .object
      case is any RestorableViewController: .viewController
      default: .view
      }
    let isReserved = { (id: NodeID) in self.reserved.values.contains { $0.id == id && $0.node != nil } }
    if let record = record(of: parent),
      let id = record.keptIDs(kind, named: identifier).first(where: { !isReserved($0) })
    {
      return id
    }
    guard let baseline, baseline.hasFailed(parent) else { return nil }
    var ordinal = 0
    if let controller = parent.asViewController, kind != .object {
      let siblings: [any StateRestoring] =
        kind == .view
        ? controller.identifiedViews
        : controller.containedViewControllers + [controller.preservedPresentedViewController].compactMap { $0 }
      ordinal = siblings.prefix { $0 !== node }.count { $0.restorationIdentifier == identifier }
    }
    let id = baseline.id(below: id(of: parent), kind, named: identifier, ordinal: ordinal)
    return id.flatMap { isReserved($0) ? nil : $0 }
  }

  /// The fate of stored nodes without a match.
  struct RestOfBaseline {
    /// Nodes that are removed.
    var removed: [NodeID] = []
    /// Nodes that are kept and stored with changes.
    var changed: [ArchivedNode] = []
  }

  /// Removes and returns the stored nodes without a match. Kept are views of existing controllers, as they may be
  /// created later, and nodes that failed controllers could not create.
  ///
  /// - Parameter isOtherVersion: whether another version of the app created the stored archive.
  func takeRestOfBaseline(isOtherVersion: Bool) -> RestOfBaseline {
    let nodes = baseline?.rest ?? []
    defer { baseline = PreservationBaseline(nil, restored: [:], missing: []) }
    var rest = RestOfBaseline()
    /// Returns a kept node in the current format, noting whether it has changed.
    func updated(_ node: ArchivedNode, from stored: ArchivedNode) -> ArchivedNode {
      var node = node
      node.state = baseline?.updated(node.state) ?? node.state
      if node != stored { rest.changed.append(node) }
      return node
    }
    guard !nodes.isEmpty else { return rest }
    let known = Dictionary(records.values.map { ($0.archived.id, $0) }, uniquingKeysWith: { first, _ in first })
    var keepers = known.filter(\.value.isKept)
    for unmet in nodes {
      let node = unmet.node
      let keeper = node.parent.flatMap { parent in
        unmet.isViewOfRestored ? known[parent].flatMap { $0.isInTree ? $0 : nil } : keepers[parent]
      }
      guard let keeper, unmet.isLeftToParent || node.kind == .view else {
        rest.removed.append(node.id)
        continue
      }
      keepers[node.id] = keeper
      guard unmet.isViewOfRestored, !keeper.isKept else {
        keeper.keep(updated(node, from: node))
        continue
      }
      if unmet.wasRestored, keeper.children.contains(where: { $0.archived.isView(named: node.identifier) }) {
        rest.removed.append(node.id)
      } else if unmet.wasRestored {
        var departed = node
        departed.position = ArchivedNode.departed
        if let oldest = keeper.keepDeparted(updated(departed, from: node)) { rest.removed.append(oldest) }
      } else if !isOtherVersion {
        keeper.keepLateView(updated(node, from: node))
      } else if let aged = node.keptByOtherVersion() {
        keeper.keepLateView(updated(aged, from: node))
      } else {
        rest.removed.append(node.id)
      }
    }
    return rest
  }

  // MARK: Changing

  /// The result of moving a node to a position.
  struct Placement {
    var record: PreservationRecord
    /// Whether its archived form differs from the stored one.
    var isChanged: Bool
    /// The record of another, deallocated node at the same address.
    var replaced: PreservationRecord?
    /// The kept node that it continues, if it has another ID.
    var replacedID: NodeID?
  }

  /// Moves a node to a position, creating its record if necessary.
  func put(
    _ node: any StateRestoring, _ existing: PreservationRecord?, below parent: PreservationRecord?,
    at place: ArchivedNode, ordinal: Int
  ) -> Placement {
    if let existing {
      existing.attach(below: parent)
      return Placement(record: existing, isChanged: existing.move(to: place))
    }
    let reservedID = takeReservedID(of: node)
    var stored = baseline?.take(
      node, as: place, ordinal: ordinal, id: reservedID, isParentKept: parent?.isKept ?? false)
    let late = lateViews.isEmpty ? nil : lateViews.removeValue(forKey: ObjectIdentifier(node))
    let kept = stored == nil ? parent?.takeKept(for: place, id: late?.id ?? reservedID) : nil
    if let kept {
      let isOwn = late?.node === node
      stored = PreservationBaseline.Stored(
        archived: kept.node, isOwn: isOwn, hasFailed: isOwn && late?.hasFailed == true)
    }
    var archived = place
    if let stored {
      archived.id = reservedID ?? stored.archived.id
      archived.state = stored.archived.state
      archived.pieces = stored.archived.pieces
    } else {
      archived.id = reservedID ?? newID()
    }
    let description = NodeDescription(of: node, place.kind)
    (archived.className, archived.restorationClassName, archived.scene) =
      (description.className, description.restorationClassName, description.scene)
    let record = PreservationRecord(
      node: node, archived: archived, below: parent, stored: stored, encodedBytes: encodedBytes)
    kept?.below.forEach(record.keep)
    let replaced = records.updateValue(record, forKey: record.identity)
    return Placement(
      record: record, isChanged: stored.map { archived != $0.archived } ?? true, replaced: replaced,
      replacedID: stored.flatMap { $0.archived.id == archived.id ? nil : $0.archived.id })
  }

  /// Removes a record that is not in the tree, unless its node has another record by now.
  ///
  /// - Parameter isReferredTo: whether states refer to the node, so that its ID is reserved for its return.
  func forget(_ record: PreservationRecord, isReferredTo: Bool) {
    guard records[record.identity] === record else { return }
    records[record.identity] = nil
    if isReferredTo, let node = record.node {
      reserved[record.identity] = Reservation(node: node, id: record.archived.id)
    }
  }

  /// Removes the reserved IDs of deallocated nodes.
  func forgetReservations() { reserved = reserved.filter { $0.value.node != nil } }
}
