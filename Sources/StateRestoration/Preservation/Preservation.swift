/// Preserves the tree of a running app: walks it in order, asks each node for its state, and commits what changed.
///
/// The order is that of UIKit ("About the UI preservation process"): the application is asked whether to save, then writes
/// its own state; then the controllers from the root, parents before children, contained children before the presented
/// one, each followed by its identified views; registered objects last.
///
/// A save after a first one asks only the nodes that were invalidated since, and costs what they cost. After callbacks that
/// may have changed what any node encodes without a trace, a *review* asks the nodes that encode such values: in slices,
/// between which the app goes on.
@MainActor
public final class Preservation {
  private let store: any ArchiveStore
  private unowned let application: any RestorableApplication
  private let log: EventLog

  private let tree: RecordTree
  private let references: ReferenceTable
  private let reports: ProblemReports
  private var changes = PendingChanges()
  private var walks = 0
  /// What a review has not asked yet.
  private var unreviewed: ArraySlice<PreservationRecord> = []
  /// What walks have found since the last save that was written.
  private var unsaved = UnsavedFindings()

  private var restored: [ObjectIdentifier: PreservationBaseline.Restored] = [:]
  private var unmade: Set<NodeID> = []
  private var storeLostContents = false
  private var hasSaved = false
  private var lastApplicationState: [UInt8]?
  /// The version of the app that made the stored archive; nil where there is none.
  private var storedAppVersion: String?

  /// Preserves this application's tree into this store.
  public init(application: any RestorableApplication, store: any ArchiveStore, log: EventLog) {
    self.application = application
    self.store = store
    self.log = log
    tree = RecordTree()
    reports = ProblemReports(application)
    references = ReferenceTable(tree, reports)
  }

  // MARK: What changed

  /// Takes over from a restoration: what stands for a stored node goes on under its id, and a node that could not be
  /// restored keeps what is stored of it until something changes it after the first save of this run. A failed decode must
  /// not make the saved state worse.
  public func continueSaves(after restoration: Restoration) {
    restored = restoration.restoredNodes
    unmade = restoration.unmadeNodes
  }

  /// A view got its place after its controller was restored, and was restored then: it goes on under its id.
  public func continueSaves(of late: Restoration.LateView) {
    if tree.hasBaseline {
      tree.noteLateView(late.view, from: late.id, hasFailed: late.hasFailed)
    } else {
      restored[ObjectIdentifier(late.view)] = .init(node: late.view, id: late.id, hasFailed: late.hasFailed)
    }
  }

  /// A view has left the tree of its controller.
  public func viewDidLeave(_ view: any StateRestoring, _ controller: any StateRestoring) {
    guard let record = tree.record(of: view), let owner = tree.record(of: controller) else { return }
    owner.noteDeparture(of: record)
  }

  /// A view is in the tree of its controller again.
  public func viewDidReturn(_ view: any StateRestoring, to controller: any StateRestoring) {
    guard let record = tree.record(of: view), let owner = tree.record(of: controller) else { return }
    owner.noteReturn(of: record)
  }

  /// Gives a view that is built again what the one of its identifier that has left had saved last.
  public func restoreFromPredecessor(_ view: any StateRestoring, of controller: any StateRestoring) {
    guard let identifier = view.restorationIdentifier, tree.record(of: view) == nil,
      let owner = tree.record(of: controller), owner.isInTree,
      let stored = owner.predecessor(named: identifier), !stored.state.isEmpty
    else { return }
    let path = owner.path.appending(identifier)
    let coder = StateCoder(decoding: stored.state)
    coder.beginUse()
    defer { coder.endUse() }
    call(.node(path), "decodeRestorableState", consequence: "It is as its class made it.") {
      try view.restore(from: coder)
    }
  }

  /// How many bytes of what nodes and the application encoded are held, for this save and for the next.
  public var encodedBytes: Int { tree.encodedBytes.total + (lastApplicationState?.count ?? 0) }

  /// Whether anything may have changed since the last save was tried. What changed while the application refused a save
  /// is kept in mind, but does not ask for one: the application would be asked again and again.
  public var isSaveNeeded: Bool { changes.isSaveNeeded }

  /// Says that a node's state may have changed: the next save asks it again.
  public func invalidate(_ node: any StateRestoring) {
    changes.note()
    if let record = tree.record(of: node) { changes.noteState(of: record) }
  }

  /// Says that a callback of a node ran, which may have changed its state: the next save asks it again. A state that is kept
  /// because the node's decode failed stays.
  public func callbackDidRun(of node: any StateRestoring) {
    changes.note()
    if let record = tree.record(of: node) { changes.noteState(of: record, isCertain: false) }
  }

  /// Says that a callback ran that belongs to no node: the next review asks all nodes that encode unobserved state.
  public func invalidateUnobservedState() {
    changes.noteUnobserved()
  }

  /// Says that the children or identified views of a controller, or their identifiers, may have changed.
  public func invalidateChildren(of controller: any StateRestoring) {
    changes.note()
    if let record = tree.record(of: controller) { changes.noteChildren(of: record) }
  }

  /// Says that what the application itself encodes may have changed.
  public func invalidateApplication() {
    changes.note()
  }

  /// Says that anything may have changed: the next save asks the whole tree.
  public func invalidateEverything() {
    changes.noteEverything()
  }

  // MARK: Saving

  /// When a save asks the whole tree, and when it writes.
  public enum Extent: Sendable {
    /// Asks every node, and writes a save even if nothing changed: at background and at an orderly end.
    case complete
    /// Asks the invalidated nodes, and writes only if something changed: autosave.
    case incremental
  }

  /// How much of a review an incremental save includes.
  public enum Review: Sendable {
    /// Nothing.
    case none
    /// As much as can be asked in this time, at least one node. ``continueReview(for:)`` asks the others.
    case slice(Duration)
    /// All of it.
    case complete
  }

  /// Whether a callback asks for a review that was not tried since.
  public var isReviewNeeded: Bool { changes.isReviewNeeded }
  /// Whether nodes are owed a review that has not begun.
  public var isReviewOwed: Bool { changes.isReviewOwed }
  /// Whether a review has begun and is not complete.
  public var isReviewing: Bool { !unreviewed.isEmpty }

  /// Asks more nodes of the review that has begun, for about this long. What is found is written by the next save.
  public func continueReview(for limit: Duration) {
    guard isReviewing else { return }
    changes.beginReviewSlice()
    askUnreviewed(until: .now + limit)
    changes.endReviewSlice(isSomethingNew: !unsaved.isEmpty)
  }

  private func review(_ extent: Review) {
    if case .none = extent { return }
    if changes.isReviewOwed, extent.isComplete || !isReviewing {
      changes.beginReview()
      unreviewed = tree.allRecords[...]
    }
    if case .slice(let limit) = extent { askUnreviewed(until: .now + limit) } else { askUnreviewed(until: nil) }
  }

  private func askUnreviewed(until end: ContinuousClock.Instant?) {
    guard isReviewing else { return }
    walks += 1
    let walk = PreservationWalk(
      application, tree, references, reports, log, EncodingContext(references), number: walks, over: [],
      isOtherVersion: false)
    var isFirst = true
    let found = walk.run { [self] in
      while isFirst || end.map({ ContinuousClock.now < $0 }) ?? true, let record = unreviewed.popFirst() {
        guard record.isAttached, record.node?.encodesUnobservedState == true else { continue }
        isFirst = false
        return record
      }
      return nil
    }
    unsaved.add(found)
  }

  /// Saves the state.
  ///
  /// - Parameters:
  ///   - kind: what makes the save, for the history.
  ///   - review: how much of a review that is owed the save includes. A complete save asks every node anyway.
  ///   - snapshot: the picture of the screen, made after every node has written its state; nil for none.
  ///   - isDurable: whether the save has to survive a power cut too.
  /// - Returns: the save's number; nil if the application did not want a save, or there was nothing to write.
  /// - Throws: what the store threw. Nothing is lost then: the next save writes what this one could not.
  @discardableResult
  public func save(
    _ extent: Extent, kind: SaveKind = .autosave, isDurable: Bool = false, review extentOfReview: Review = .complete,
    snapshot: () -> [UInt8]? = { nil }
  ) throws -> SaveNumber? {
    let appCoder = StateCoder()
    let info = application.currentSaveInfo
    appCoder.info = info
    let context = EncodingContext(references)
    appCoder.references = context
    changes.beginSave()
    if case .none = extentOfReview {} else { changes.willReview() }
    defer {
      changes.endSave()
      appCoder.empty()
    }

    guard wantsSave(appCoder) else { return nil }
    do {
      try loadBaseline()
    } catch {
      storeLostContents = true
    }
    application.encodeBuiltInState(with: appCoder.builtIn)
    appCoder.beginUse()
    call(.application, "willEncodeRestorableState", consequence: "What the app encodes for itself may be incomplete.") {
      try application.willEncodeRestorableState(appCoder)
    }
    appCoder.endUse()

    walks += 1
    let isWhole = extent == .complete || changes.isEverythingInvalidated || walks == 1 || storeLostContents
    let walk = PreservationWalk(
      application, tree, references, reports, log, context, number: walks, over: changes.take(isWhole: isWhole),
      isOtherVersion: storedAppVersion != nil && storedAppVersion != info.appVersion)
    unsaved.add(walk.run())
    if isWhole { unreviewed = [] } else { review(extentOfReview) }

    let applicationState = references.fill(appCoder.encodedState(), with: context.applicationTargets)
    let isSomethingNew = !unsaved.isEmpty || applicationState != lastApplicationState
    guard extent == .complete || isSomethingNew || storeLostContents else { return nil }

    let found = unsaved.take()
    if let title = application.screenTitle { appCoder.builtIn.encode(title, forKey: ScreenTitle.key) }
    let change = ArchiveChange(
      info: info, applicationState: references.fill(appCoder.encodedState(), with: context.applicationTargets),
      isComplete: false,
      changed: found.changed.filter(\.isAttached).map(\.archived) + found.changedKept, removed: found.removed,
      snapshot: snapshot(),
      isDurable: isDurable, kind: kind, beginsRun: !hasSaved)
    do {
      let number = try commit(change, extent)
      hasSaved = true
      lastApplicationState = applicationState
      return number
    } catch {
      changes.saveFailed()
      throw error
    }
  }

  private func commit(_ change: ArchiveChange, _ extent: Extent) throws -> SaveNumber {
    var complete: ArchiveChange {
      var complete = change
      (complete.isComplete, complete.changed, complete.removed) = (true, tree.archivedNodes, [])
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
    coder.beginUse()
    defer { coder.endUse(isLast: false) }
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
    guard !tree.hasBaseline else { return }
    tree.reserveIDs(below: try store.nextNodeID())
    let archive = try store.currentArchive()
    storedAppVersion = archive?.info.appVersion
    lastApplicationState = archive.map { ScreenTitle.removed(from: $0.applicationState) }
    tree.setBaseline(PreservationBaseline(archive, restored: restored, unmade: unmade))
    restored = [:]
    unmade = []
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

extension Preservation.Review {
  fileprivate var isComplete: Bool { if case .complete = self { true } else { false } }
}

/// What walks have found since the last save that was written.
@MainActor
private struct UnsavedFindings {
  private var changed: [PreservationRecord] = []
  private var changedKept: [ArchivedNode] = []
  private var removed: [NodeID] = []

  var isEmpty: Bool { changed.isEmpty && changedKept.isEmpty && removed.isEmpty }

  mutating func add(_ found: WalkFindings) {
    changed += found.changed
    changedKept += found.changedKept
    removed += found.removed
  }

  /// Returns all of it, which is going to be written.
  mutating func take() -> (changed: [PreservationRecord], changedKept: [ArchivedNode], removed: [NodeID]) {
    defer { (changed, changedKept, removed) = ([], [], []) }
    for record in changed { record.isChanged = false }
    return (changed, changedKept, removed)
  }
}
