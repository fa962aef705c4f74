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

  /// What the store holds and no record stands for yet: nodes of an earlier run, by place.
  var baseline: [BaselineKey: ArchivedNode]?
  var isWalked = false
  private var storeLostContents = false
  private var hasSaved = false

  var invalidated: [ObjectIdentifier: any StateRestoring] = [:]
  var invalidatedChildren: [ObjectIdentifier: any StateRestoring] = [:]
  private var isEverythingInvalidated = true
  private var isApplicationInvalidated = false
  private var lastApplicationState: [UInt8]?

  var keeping: Set<ObjectIdentifier> = []

  var changed: [ArchivedNode] = []
  var removed: [NodeID] = []
  var encoding: EncodingContext?
  var reportedFailures: Set<ObjectIdentifier> = []
  var reportedDuplicates: Set<IdentifierPath> = []

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

  /// Lets nodes that could not read their state keep what is stored of them, until something changes them after the
  /// first save of this run: a failed decode must not make the saved state worse.
  public func keepStoredState(of nodes: Set<ObjectIdentifier>) {
    keeping = nodes
  }

  /// Says that a node's state may have changed: the next save asks it again.
  public func invalidate(_ node: any StateRestoring) {
    guard encoding == nil else { return }
    if isWalked { keeping.remove(ObjectIdentifier(node)) }
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
    application.encodeBuiltInState(with: appCoder.builtIn)
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

    let change = ArchiveChange(
      info: info, applicationState: applicationState, isComplete: false, changed: changed, removed: removed,
      snapshot: snapshot(), isDurable: isDurable, kind: kind, beginsRun: !hasSaved)
    changed = []
    removed = []
    let number = try commit(change, extent)
    hasSaved = true
    lastApplicationState = applicationState
    return number
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
      lastApplicationState = archive.applicationState
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
}
