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
  /// The records that continue or keep nodes of an earlier run, by ID. Rarely needed.
  private var heirs: [NodeID: PreservationRecord] = [:]

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

  /// Returns the target of a reference of an earlier run (``PreservationBaseline/object(for:)``), until the end of the
  /// first walk.
  func storedTarget(of reference: NodeReference) -> AnyObject? { baseline?.object(for: reference) }

  /// Returns the reference to the node that continues or keeps a node of an earlier run; nil if it is not in the tree.
  /// Call it only after the first walk has visited the whole tree.
  func reference(to stored: StoredNode) -> NodeReference? {
    if heirs.isEmpty {
      for record in records.values {
        heirs[record.archived.id] = record
        for node in record.keptNodes { heirs[node.id] = record }
      }
    }
    return heirs[stored.id]?.reference(to: stored.id)
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
    let nodes = baseline?.takeRest() ?? []
    var rest = RestOfBaseline()
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
        keeper.keep(node)
        continue
      }
      if unmet.wasRestored {
        keeper.keepDepartedState(of: node)
        rest.removed.append(node.id)
      } else if !isOtherVersion {
        keeper.keepLateView(node)
      } else if let aged = node.keptByOtherVersion() {
        keeper.keepLateView(aged)
        rest.changed.append(aged)
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
    /// Whether the reference to it has changed.
    var isReaddressed: Bool
    /// Whether its archived form differs from the stored one.
    var isChanged: Bool
    /// The record of another, deallocated node at the same address.
    var replaced: PreservationRecord?
  }

  /// Moves a node to a position, creating its record if necessary.
  func put(
    _ node: any StateRestoring, _ existing: PreservationRecord?, below parent: PreservationRecord?,
    at place: ArchivedNode, ordinal: Int
  ) -> Placement {
    if let existing {
      existing.attach(below: parent)
      let (isReaddressed, isChanged) = existing.move(to: place, ordinal: ordinal)
      return Placement(record: existing, isReaddressed: isReaddressed, isChanged: isChanged)
    }
    let replaced = records.removeValue(forKey: ObjectIdentifier(node))
    var stored = baseline?.take(node, as: place, ordinal: ordinal, isParentKept: parent?.isKept ?? false)
    let late = lateViews.removeValue(forKey: ObjectIdentifier(node))
    let kept = stored == nil ? parent?.takeKept(for: place, id: late?.id) : nil
    if let kept {
      let isOwn = late?.node === node
      stored = PreservationBaseline.Stored(
        archived: kept.node, isOwn: isOwn, hasFailed: isOwn && late?.hasFailed == true)
    }
    var archived = place
    if let stored {
      archived.id = stored.archived.id
      archived.state = stored.archived.state
    } else {
      archived.id = nextID
      nextID += 1
    }
    let record = PreservationRecord(
      node: node, archived: archived, below: parent, ordinal: ordinal, stored: stored,
      encodedBytes: encodedBytes)
    if let kept {
      kept.below.forEach(record.keep)
      if !heirs.isEmpty { for node in [kept.node] + kept.below { heirs[node.id] = record } }
    }
    _ = record.describe(NodeDescription(of: node, place.kind))
    records[record.identity] = record
    return Placement(
      record: record, isReaddressed: true, isChanged: record.archived != stored?.archived, replaced: replaced)
  }

  /// Removes a record that is not in the tree. Returns false if its node has another record by now.
  func forget(_ record: PreservationRecord) -> Bool {
    guard records[record.identity] === record else { return false }
    records[record.identity] = nil
    return true
  }
}
