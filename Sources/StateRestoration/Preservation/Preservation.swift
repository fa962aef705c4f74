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
  unowned let application: any RestorableApplication
  let log: EventLog

  var records: [ObjectIdentifier: PreservationRecord] = [:]
  var roots: [PreservationRecord] = []
  var objects: [PreservationRecord] = []
  var nextID: NodeID = 1

  /// What the store holds and no record stands for yet.
  var baseline: PreservationBaseline?
  private var restored: [ObjectIdentifier: PreservationBaseline.Restored] = [:]
  private var walks = 0
  private var storeLostContents = false
  private var hasSaved = false

  /// Whether anything may have changed since the last save was tried. What changed while the application refused a save
  /// is kept in mind, but does not ask for one: the application would be asked again and again.
  public private(set) var isSaveNeeded = true
  /// Records that may have changed since the last save, those that are not marked any more among them.
  private var work: [PreservationRecord] = []
  private var isEverythingInvalidated = true
  private var lastApplicationState: [UInt8]?
  private var hasEncodingChangedTree = false
  /// Whether nothing but what encoding changed asks for the next save.
  private var isEcho = false

  /// What nodes refer to.
  var targets: [ObjectIdentifier: ReferenceTarget] = [:]
  /// Targets that have no place of their own in the tree.
  var looseTargets: [ObjectIdentifier: ReferenceTarget] = [:]

  var encoding: EncodingContext?
  var reportedFailures: Set<ObjectIdentifier> = []
  var reportedUnreachable: Set<ObjectIdentifier> = []
  var reportedTwins: [IdentifierPath: Int] = [:]

  /// Preserves this application's tree into this store.
  public init(application: any RestorableApplication, store: any ArchiveStore, log: EventLog) {
    self.application = application
    self.store = store
    self.log = log
  }

  // MARK: What changed

  /// Takes over from a restoration: what stands for a stored node goes on under its id, and a node that could not be
  /// restored keeps what is stored of it until something changes it after the first save of this run. A failed decode must
  /// not make the saved state worse.
  public func continueSaves(after restoration: Restoration) {
    restored = restoration.restoredNodes
  }

  /// The record of a node, if it has one.
  func record(of node: any StateRestoring) -> PreservationRecord? {
    guard let record = records[ObjectIdentifier(node)], record.node === node else { return nil }
    return record
  }

  /// Says that a node's state may have changed: the next save asks it again.
  public func invalidate(_ node: any StateRestoring) {
    noteChange()
    guard let record = record(of: node) else { return }
    if encoding == nil { record.isKept = false }
    guard !record.isStale else { return }
    record.isStale = true
    work.append(record)
  }

  /// Says that the children or identified views of a controller, or their identifiers, may have changed.
  public func invalidateChildren(of controller: any StateRestoring) {
    noteChange()
    guard let record = record(of: controller), !record.isRestructured else { return }
    record.isRestructured = true
    work.append(record)
  }

  /// Says that what the application itself encodes may have changed.
  public func invalidateApplication() {
    noteChange()
  }

  /// Says that anything may have changed: the next save asks the whole tree.
  public func invalidateEverything() {
    noteChange()
    isEverythingInvalidated = true
  }

  private func noteChange() {
    if encoding != nil {
      hasEncodingChangedTree = true
    } else {
      isSaveNeeded = true
      isEcho = false
    }
  }

  /// The records that may have changed.
  func takeWork() -> [PreservationRecord] {
    defer { work = [] }
    return work.filter { $0.isAttached && ($0.isStale || $0.isRestructured) }
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
  ///   - kind: what makes the save, for the history.
  ///   - snapshot: the picture of the screen, made after every node has written its state; nil for none.
  ///   - isDurable: whether the save has to survive a power cut too.
  /// - Returns: the save's number; nil if the application did not want a save, or there was nothing to write.
  /// - Throws: what the store threw. Nothing is lost then: the next save writes what this one could not.
  @discardableResult
  public func save(
    _ extent: Extent, kind: SaveKind = .autosave, isDurable: Bool = false, snapshot: () -> [UInt8]? = { nil }
  ) throws -> SaveNumber? {
    let appCoder = StateCoder()
    let info = application.currentSaveInfo
    appCoder.info = info
    let context = EncodingContext(preservation: self)
    appCoder.references = context
    let isOnlyEcho = isEcho
    isEcho = false
    isSaveNeeded = false
    hasEncodingChangedTree = false
    encoding = context
    defer {
      encoding = nil
      // What encoding changed is in the next save. That is due at once, unless encoding changes something every time.
      isEcho = hasEncodingChangedTree && !isOnlyEcho
      isSaveNeeded = isSaveNeeded || isEcho
    }

    guard wantsSave(appCoder) else { return nil }
    do {
      try loadBaseline()
    } catch {
      storeLostContents = true
    }
    application.encodeBuiltInState(with: appCoder.builtIn)
    call(.application, "willEncodeRestorableState", consequence: "What the app encodes for itself may be incomplete.") {
      try application.willEncodeRestorableState(appCoder)
    }

    walks += 1
    let isWhole = extent == .complete || isEverythingInvalidated || walks == 1 || storeLostContents
    let walk = PreservationWalk(number: walks, isWhole: isWhole)
    if isWhole {
      isEverythingInvalidated = false
      work = []
    }
    walkTree(walk)

    let applicationState = fill(appCoder.encodedState(), with: context.applicationTargets)
    let isSomethingNew = !walk.changed.isEmpty || !walk.removed.isEmpty || applicationState != lastApplicationState
    guard extent == .complete || isSomethingNew || storeLostContents else { return nil }

    for record in walk.changed { record.isChanged = false }
    let change = ArchiveChange(
      info: info, applicationState: applicationState, isComplete: false,
      changed: walk.changed.filter(\.isAttached).map(\.archived), removed: walk.removed, snapshot: snapshot(),
      isDurable: isDurable, kind: kind, beginsRun: !hasSaved)
    do {
      let number = try commit(change, extent)
      hasSaved = true
      lastApplicationState = applicationState
      return number
    } catch {
      isSaveNeeded = true
      throw error
    }
  }

  private func commit(_ change: ArchiveChange, _ extent: Extent) throws -> SaveNumber {
    var complete: ArchiveChange {
      var complete = change
      (complete.isComplete, complete.changed, complete.removed) = (true, everyArchivedNode(), [])
      return complete
    }
    let isComplete = storeLostContents || store.needsCompleteChange
    storeLostContents = true
    let number: SaveNumber
    do {
      number = try store.commit(isComplete ? complete : change)
    } catch  where extent == .complete && !isComplete {
      // No later save can be counted on: the store gets all there is at once.
      number = try store.commit(complete)
      application.report(.savedAnew(error))
    }
    storeLostContents = false
    return number
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

  private func loadBaseline() throws {
    guard baseline == nil else { return }
    nextID = try store.nextNodeID()
    let archive = try store.currentArchive()
    lastApplicationState = archive?.applicationState
    baseline = PreservationBaseline(archive, restored: restored)
    restored = [:]
  }

  private func everyArchivedNode() -> [ArchivedNode] {
    var nodes: [ArchivedNode] = []
    func add(_ record: PreservationRecord) {
      nodes.append(record.archived)
      nodes.append(contentsOf: record.keptViews)
      record.children.forEach(add)
    }
    roots.forEach(add)
    return nodes + objects.map(\.archived)
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
}
