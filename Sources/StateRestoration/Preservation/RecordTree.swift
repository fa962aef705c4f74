/// The nodes that preservation knows, as they hung on one another when they were last walked, and what the store holds of
/// an earlier run.
///
/// A node has one record, wherever it hangs, and keeps it until it is found to be gone. An address can be used again: a
/// record stands for a node only as long as that lives. Ids are given once.
@MainActor
final class RecordTree {
  /// The windows' root controllers, in the order of the windows.
  var roots: [PreservationRecord] = []
  /// Registered objects, in the order of the walk.
  var objects: [PreservationRecord] = []
  private var records: [ObjectIdentifier: PreservationRecord] = [:]
  /// How many bytes of state they hold.
  let encodedBytes = EncodedBytes()
  private var nextID: NodeID = 1
  /// What the store holds and no record stands for yet; nil before it was read.
  private var baseline: PreservationBaseline?
  /// Views that were restored from kept nodes and have no record yet.
  private var lateViews: [ObjectIdentifier: PreservationBaseline.Restored] = [:]
  /// What stands for nodes of an earlier run, or keeps them, by their ids. Few runs ask.
  private var heirs: [NodeID: PreservationRecord] = [:]

  // MARK: Finding

  /// The record of an object, if it has one.
  func record(of object: AnyObject?) -> PreservationRecord? {
    guard let object, let record = records[ObjectIdentifier(object)], record.node === object else { return nil }
    return record
  }

  /// The record of what a node refers to. A target that is gone has its record until a walk finds that.
  func record(of target: ReferenceTarget) -> PreservationRecord? {
    guard let record = records[target.identity], record.node === target.object else { return nil }
    return record
  }

  /// The record that was made for the object at this address, which may be gone.
  func record(_ identity: ObjectIdentifier) -> PreservationRecord? { records[identity] }

  /// Every record, parents before children, objects last.
  var allRecords: [PreservationRecord] {
    var all: [PreservationRecord] = []
    func add(_ record: PreservationRecord) {
      all.append(record)
      record.children.forEach(add)
    }
    roots.forEach(add)
    return all + objects
  }

  /// Every node, as it is to be archived, parents before children.
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

  // MARK: What the store holds

  /// Whether what the store holds is known.
  var hasBaseline: Bool { baseline != nil }

  /// Gives no id below this one from now on: the store has used them.
  func reserveIDs(below id: NodeID) {
    nextID = max(nextID, id)
  }

  /// Takes what the store holds: nodes that are met from now on go on under the ids that they have there.
  func setBaseline(_ baseline: PreservationBaseline) {
    self.baseline = baseline
  }

  /// A view was restored from a node that is kept below its controller.
  func noteLateView(_ view: AnyObject, from id: NodeID, hasFailed: Bool) {
    lateViews[ObjectIdentifier(view)] = .init(node: view, id: id, hasFailed: hasFailed)
  }

  /// What a reference of an earlier run leads to (``PreservationBaseline/object(for:)``), as long as the first walk goes on.
  func storedTarget(of reference: NodeReference) -> AnyObject? { baseline?.object(for: reference) }

  /// The reference to what stands for a node of an earlier run now, or to that node where it is kept; nil if neither is in
  /// the tree. Not to be asked before the first walk has met the whole tree.
  func reference(to stored: StoredNode) -> NodeReference? {
    if heirs.isEmpty {
      for record in records.values {
        heirs[record.archived.id] = record
        for node in record.keptNodes { heirs[node.id] = record }
      }
    }
    return heirs[stored.id]?.reference(to: stored.id)
  }

  /// What became of nodes that an earlier run stored and nothing stands for.
  struct RestOfBaseline {
    /// Nodes that are gone.
    var removed: [NodeID] = []
    /// Nodes that are kept, and stored otherwise than before.
    var changed: [ArchivedNode] = []
  }

  /// Takes out what an earlier run stored and nothing stands for. What is kept of it: views of controllers that are there,
  /// as they may come later, and what controllers that failed could not make.
  ///
  /// - Parameter isOtherVersion: whether another version of the app stored it.
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

  /// A node in its place, and what that means.
  struct Placement {
    var record: PreservationRecord
    /// Whether another reference leads to it than before.
    var isReaddressed: Bool
    /// Whether it is to be archived otherwise than the store has it.
    var isChanged: Bool
    /// What stood for another node, which is gone, at the same address.
    var replaced: PreservationRecord?
  }

  /// Puts a node in its place: as the record that it has, or as a new one.
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

  /// Forgets a record that is in no tree; false if its node has another one by now.
  func forget(_ record: PreservationRecord) -> Bool {
    guard records[record.identity] === record else { return false }
    records[record.identity] = nil
    return true
  }
}
