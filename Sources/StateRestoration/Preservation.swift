/// Preserves the tree of a running app: walks it in order, asks each node for its state, and commits what changed.
///
/// The order is that of UIKit ("About the UI preservation process"): the application is asked whether to save, then writes
/// its own state; then the controllers from the root, parents before children, contained children before the presented
/// one, each followed by its identified views; registered objects last.
///
/// A save after a first one asks only the nodes that were invalidated since, and costs what they cost.
@MainActor
public final class Preservation {
  private let store: any ArchiveStore
  private unowned let application: any RestorableApplication
  private let log: EventLog

  private var records: [ObjectIdentifier: PreservationRecord] = [:]
  private var roots: [PreservationRecord] = []
  private var objects: [PreservationRecord] = []
  private var nextID: NodeID = 1

  /// What the store holds and no record stands for yet: nodes of an earlier run, by place.
  private var baseline: [BaselineKey: ArchivedNode]?
  private var isWalked = false
  private var storeLostContents = false

  private var invalidated: [ObjectIdentifier: any StateRestoring] = [:]
  private var invalidatedChildren: [ObjectIdentifier: any StateRestoring] = [:]
  private var isEverythingInvalidated = true
  private var isApplicationInvalidated = false
  private var lastApplicationState: [UInt8]?

  private var changed: [ArchivedNode] = []
  private var removed: [NodeID] = []
  private var encoding: EncodingContext?
  private var reportedFailures: Set<ObjectIdentifier> = []
  private var reportedDuplicates: Set<IdentifierPath> = []

  /// Preserves this application's tree into this store.
  public init(application: any RestorableApplication, store: any ArchiveStore, log: EventLog) {
    self.application = application
    self.store = store
    self.log = log
  }

  // MARK: What changed

  /// Whether anything was invalidated since the last save.
  public var isSaveNeeded: Bool {
    isEverythingInvalidated || isApplicationInvalidated || !invalidated.isEmpty || !invalidatedChildren.isEmpty
  }

  /// Says that a node's state may have changed: the next save asks it again.
  public func invalidate(_ node: any StateRestoring) {
    guard encoding == nil else { return }
    invalidated[ObjectIdentifier(node)] = node
  }

  /// Says that the children or identified views of a controller, or their identifiers, may have changed.
  public func invalidateChildren(of controller: any StateRestoring) {
    guard encoding == nil else { return }
    invalidatedChildren[ObjectIdentifier(controller)] = controller
  }

  /// Says that what the application itself encodes may have changed.
  public func invalidateApplication() {
    guard encoding == nil else { return }
    isApplicationInvalidated = true
  }

  /// Says that anything may have changed: the next save asks the whole tree.
  public func invalidateEverything() {
    guard encoding == nil else { return }
    isEverythingInvalidated = true
  }

  // MARK: Saving

  /// When a save asks the whole tree, and when it writes.
  public enum Extent: Sendable {
    /// Asks every node, and writes a save even if nothing changed: at background and at an orderly end.
    case complete
    /// Asks the invalidated nodes, and writes only if something changed: autosave.
    case incremental
  }

  /// Saves the state.
  ///
  /// - Parameters:
  ///   - snapshot: the picture of the screen, made after every node has written its state; nil for none.
  ///   - isDurable: whether the save has to survive a power cut too.
  /// - Returns: the save's number; nil if the application did not want a save, or there was nothing to write.
  /// - Throws: what the store threw. Nothing is lost then: the next save writes what this one could not.
  @discardableResult
  public func save(_ extent: Extent, isDurable: Bool = false, snapshot: () -> [UInt8]? = { nil }) throws -> SaveNumber? {
    let appCoder = StateCoder()
    let info = application.currentSaveInfo
    appCoder.info = info
    let context = EncodingContext(preservation: self)
    appCoder.references = context
    encoding = context
    defer { encoding = nil }

    guard wantsSave(appCoder) else {
      forgetInvalidations()
      return nil
    }
    do {
      try loadBaseline()
    } catch {
      storeLostContents = true
    }
    call(.application, "willEncodeRestorableState", consequence: "What the app encodes for itself may be incomplete.") {
      try application.willEncodeRestorableState(appCoder)
    }

    let isWholeWalk = extent == .complete || isEverythingInvalidated || !isWalked || storeLostContents
    if isWholeWalk {
      walkWholeTree()
    } else {
      walkInvalidated()
    }
    forgetInvalidations()

    let applicationState = appCoder.encodedState()
    let isSomethingNew = !changed.isEmpty || !removed.isEmpty || applicationState != lastApplicationState
    guard extent == .complete || isSomethingNew || storeLostContents else { return nil }

    if storeLostContents { changed = everyArchivedNode() }
    let change = ArchiveChange(
      info: info, applicationState: applicationState, isComplete: storeLostContents, changed: changed,
      removed: storeLostContents ? [] : removed, snapshot: snapshot(), isDurable: isDurable)
    changed = []
    removed = []
    do {
      let number = try store.commit(change)
      storeLostContents = false
      lastApplicationState = applicationState
      return number
    } catch {
      storeLostContents = true
      throw error
    }
  }

  private func wantsSave(_ coder: StateCoder) -> Bool {
    log.record(.application, "shouldSaveApplicationState")
    do {
      return try application.shouldSaveApplicationState(coder)
    } catch {
      application.report(
        .callbackFailed(
          LifeCycleEvent(.application, "shouldSaveApplicationState"), error: error,
          consequence: "The state was not saved; the last save is as it was."))
      return false
    }
  }

  private func forgetInvalidations() {
    invalidated = [:]
    invalidatedChildren = [:]
    isEverythingInvalidated = false
    isApplicationInvalidated = false
  }

  private func loadBaseline() throws {
    guard baseline == nil else { return }
    nextID = try store.nextNodeID()
    var known: [BaselineKey: ArchivedNode] = [:]
    var ordinals: [BaselineKey: Int] = [:]
    if let archive = try store.currentArchive() {
      for node in archive.nodes {
        var key = BaselineKey(node: node, ordinal: 0)
        let ordinal = ordinals[key, default: 0]
        ordinals[key] = ordinal + 1
        key.ordinal = ordinal
        known[key] = node
      }
    }
    baseline = known
  }

  private func everyArchivedNode() -> [ArchivedNode] {
    var nodes: [ArchivedNode] = []
    func add(_ record: PreservationRecord) {
      nodes.append(record.archived)
      record.children.forEach(add)
    }
    roots.forEach(add)
    objects.forEach(add)
    return nodes
  }

  /// Runs a callback of the app; a failure is reported and the save goes on.
  @discardableResult
  private func call(
    _ receiver: LifeCycleEvent.Receiver, _ callback: String, consequence: String, _ body: () throws -> Void
  ) -> Bool {
    log.record(receiver, callback)
    do {
      try body()
      return true
    } catch {
      application.report(
        .callbackFailed(LifeCycleEvent(receiver, callback), error: error, consequence: consequence))
      return false
    }
  }

  // MARK: The walk

  private func walkWholeTree() {
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
    for (identity, record) in old where records[identity] == nil || records[identity]?.archived.id != record.archived.id {
      removed.append(record.archived.id)
    }
    if let left = baseline, !left.isEmpty {
      removed.append(contentsOf: left.values.map(\.id))
    }
    baseline = [:]
    isWalked = true
  }

  /// Walks one controller and all below it. Returns nil if it has no identifier: then nothing below it is preserved.
  private func walk(
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

  private func walkChildren(
    of controller: any RestorableViewController, record: PreservationRecord, old: [ObjectIdentifier: PreservationRecord]
  ) {
    var children: [PreservationRecord] = []
    var viewSiblings = Siblings()
    for (position, view) in controller.identifiedViews.enumerated() {
      guard
        let viewRecord = makeRecord(
          for: view, kind: .view, parent: record, relation: .child, position: position, siblings: &viewSiblings, old: old)
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
    for (position, child) in (encoding?.takeAdopted(by: controller) ?? []).enumerated() where records[ObjectIdentifier(child)] == nil {
      if let child = walk(child, parent: record, relation: .adopted, position: position, siblings: &siblings, old: old) {
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

  private func walk(
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
  private func makeRecord(
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
  private func ask(_ node: any StateRestoring, record: PreservationRecord) {
    let coder = StateCoder()
    coder.references = encoding
    encoding?.current = node
    let isGood = callEncode(node, coder: coder, path: record.path)
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

  private func callEncode(_ node: any StateRestoring, coder: StateCoder, path: IdentifierPath) -> Bool {
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

  // MARK: The walk of what changed

  private func walkInvalidated() {
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

  private func refreshDescription(of node: any StateRestoring, record: PreservationRecord) {
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
  private func rewalkChildren(of controller: any RestorableViewController, record: PreservationRecord) {
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

  private func invalidatedEncodes(_ controller: any RestorableViewController) -> Bool {
    invalidated[ObjectIdentifier(controller)] != nil
  }

  private func remove(_ record: PreservationRecord) {
    removed.append(record.archived.id)
    if let node = record.node, records[ObjectIdentifier(node)] === record {
      records[ObjectIdentifier(node)] = nil
    }
    record.children.forEach(remove)
  }

  private func refreshObjects() {
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

  // MARK: References

  /// Answers what the coders of one save ask about other nodes.
  @MainActor
  final class EncodingContext: ReferenceResolving {
    private unowned let preservation: Preservation
    /// The node that is encoding.
    var current: (any StateRestoring)?
    private var adopted: [ObjectIdentifier: [any RestorableViewController]] = [:]

    init(preservation: Preservation) {
      self.preservation = preservation
    }

    func hasAdopted(by node: any StateRestoring) -> Bool {
      adopted[ObjectIdentifier(node)]?.isEmpty == false
    }

    func takeAdopted(by controller: any RestorableViewController) -> [any RestorableViewController] {
      adopted.removeValue(forKey: ObjectIdentifier(controller)) ?? []
    }

    func reference(to object: AnyObject) -> NodeReference? {
      let reference = preservation.reference(to: object, encodedBy: current) { child, parent in
        adopted[ObjectIdentifier(parent), default: []].append(child)
      }
      if reference == nil, let node = object as? any StateRestoring {
        preservation.application.report(.unreachableReference(key: nil, className: node.className))
      }
      return reference
    }

    func object(for reference: NodeReference) -> AnyObject? { nil }
  }

  private func reference(
    to object: AnyObject, encodedBy encoder: (any StateRestoring)?,
    adopt: (any RestorableViewController, any RestorableViewController) -> Void
  ) -> NodeReference? {
    if let record = records[ObjectIdentifier(object)], record.node === object { return record.reference }
    guard let node = object as? any StateRestoring, let identifier = node.restorationIdentifier else { return nil }
    if let controller = node as? any RestorableViewController {
      guard let (parentReference, ordinal) = place(of: controller) else {
        guard controller.restorationParent == nil, let encoder = encoder as? any RestorableViewController,
          let parent = records[ObjectIdentifier(encoder)]?.reference
        else { return nil }
        adopt(controller, encoder)
        return parent.appending(identifier, ordinal: 0)
      }
      return parentReference?.appending(identifier, ordinal: ordinal) ?? NodeReference(path: [identifier], ordinals: [ordinal])
    }
    if let registered = node as? any RestorableObject {
      guard let parent = registered.objectRestorationParent else { return NodeReference(path: [identifier], ordinals: [0]) }
      return reference(to: parent, encodedBy: nil, adopt: { _, _ in })?.appending(identifier, ordinal: 0)
    }
    return nil
  }

  /// The place of a controller that the walk has not reached yet: its parent's reference (nil for a root) and its place
  /// among the siblings of the same identifier. Nil if it is in no tree, or below a gap.
  private func place(of controller: any RestorableViewController) -> (parent: NodeReference?, ordinal: Int)? {
    if let parent = controller.restorationParent {
      guard let parentReference = reference(to: parent, encodedBy: nil, adopt: { _, _ in }) else { return nil }
      let before = parent.containedViewControllers.prefix { $0 !== controller }
      return (parentReference, before.count { $0.restorationIdentifier == controller.restorationIdentifier })
    }
    let roots = application.rootViewControllers.map(\.viewController)
    guard let index = roots.firstIndex(where: { $0 === controller }) else { return nil }
    return (nil, roots[..<index].count { $0.restorationIdentifier == controller.restorationIdentifier })
  }
}

/// The identifiers met so far below one parent.
private struct Siblings {
  private var met: [String: [String]] = [:]

  /// Adds one and returns its place among those of the same identifier, from 0.
  mutating func add(_ identifier: String, className: String) -> Int {
    let place = met[identifier]?.count ?? 0
    met[identifier, default: []].append(className)
    return place
  }

  func count(of identifier: String) -> Int { met[identifier]?.count ?? 0 }

  func classNames(of identifier: String) -> [String] { met[identifier] ?? [] }
}

/// By what a node of an earlier run is known again: its place and its name.
private struct BaselineKey: Hashable {
  var parent: NodeID?
  var kind: ArchivedNode.Kind
  var identifier: String
  var ordinal: Int

  init(node: ArchivedNode, ordinal: Int) {
    parent = node.parent
    kind = node.kind
    identifier = node.identifier
    self.ordinal = ordinal
  }
}
