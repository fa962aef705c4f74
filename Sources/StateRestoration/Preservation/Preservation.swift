/// Preserves the tree of a running app: walks it in order, encodes each node, and commits the changes.
///
/// The order is that of UIKit ("About the UI preservation process"): the application is asked whether to save, then
/// encodes its own state; then the controllers from the root, parents before children, child controllers before the
/// presented one, each followed by its identified views; registered objects last.
///
/// After the first save, only invalidated nodes are encoded, and the cost is proportional to their number. After
/// callbacks that may have changed any node's state without notice, a *review* encodes the nodes with such state, in
/// slices between which the app continues.
@MainActor
public final class Preservation {
  private let store: any ArchiveStore
  unowned let application: any RestorableApplication
  let log: EventLog

  let tree: RecordTree
  private let references: ReferenceTable
  private let reports: ProblemReports
  private var changes = PendingChanges()
  private var walks = 0
  /// The records that the current review has not asked yet.
  private var unreviewed: ArraySlice<PreservationRecord> = []
  /// The findings of walks since the last save that was written.
  private var unsaved = UnsavedFindings()

  private var restored: [ObjectIdentifier: PreservationBaseline.Restored] = [:]
  private var missing: Set<NodeID> = []
  /// The archive from which they were restored, until the first save.
  private var restoredArchive: Archive?
  private var storeLostContents = false
  /// The findings of the slices of a save that has not encoded all nodes yet; nil if there is none.
  private var slices: WalkFindings?
  /// The number of nodes that the slices of the current save have encoded.
  private var encodedInSlices = 0
  private var hasSaved = false
  private var lastApplicationState: [UInt8]?
  /// Whether the application's stored state is kept, because its decode failed.
  private var keepsApplicationState = false
  /// The version of the app that created the stored archive; nil if there is none.
  private var storedAppVersion: String?

  /// Creates a preservation of an application's tree into a store. The application must outlive it.
  public init(application: any RestorableApplication, store: any ArchiveStore, log: EventLog) {
    self.application = application
    self.store = store
    self.log = log
    tree = RecordTree()
    reports = ProblemReports(application)
    references = ReferenceTable(tree, reports)
  }

  // MARK: Changes

  /// Continues after a restoration: restored nodes keep their IDs, and a node that could not be restored keeps its
  /// stored state until it changes after the first save of this run. A failed decode must not make the saved state
  /// worse.
  ///
  /// The restored archive is the store's current one, or, while the store is empty, any other.
  public func continueSaves(after restoration: Restoration) {
    restored = restoration.restoredNodes
    missing = restoration.missingNodes
    keepsApplicationState = restoration.hasApplicationFailed
    restoredArchive = restoration.archive
  }

  /// Continues for a view that was restored after its controller, which keeps its stored ID.
  public func continueSaves(of late: Restoration.LateView) {
    if tree.hasBaseline {
      tree.noteLateView(late.view, from: late.id, hasFailed: late.hasFailed)
    } else {
      restored[ObjectIdentifier(late.view)] = .init(node: late.view, id: late.id, hasFailed: late.hasFailed)
    }
  }

  /// The size in bytes of the encoded state of nodes and application in memory, for this save and the next.
  public var encodedBytes: Int { tree.encodedBytes.total + (lastApplicationState?.count ?? 0) }

  /// Whether a save is needed because something may have changed since the last attempt. Changes while the application
  /// refused a save are recorded but don't require one, as the application would be asked again and again.
  public var isSaveNeeded: Bool { changes.isSaveNeeded }

  /// Marks a node's state as possibly changed; the next save encodes it again.
  public func invalidate(_ node: any StateRestoring) {
    changes.note()
    if let record = tree.record(of: node) { changes.noteState(of: record) }
  }

  /// Notes that a node's callback ran and may have changed its state; the next save encodes it again. Stored state kept
  /// because the node's decode failed stays.
  public func callbackDidRun(of node: any StateRestoring) {
    changes.note()
    if let record = tree.record(of: node) { changes.noteState(of: record, isCertain: false) }
  }

  /// Notes that a callback ran which may have changed what other nodes encode; the next review asks all nodes with unobserved
  /// state.
  ///
  /// - Parameter isUrgent: whether this is likely, as the callback belongs to no node.
  public func invalidateUnobservedState(isUrgent: Bool = true) {
    changes.noteUnobserved(isUrgent: isUrgent)
  }

  /// Notes that the children or identified views of a controller, or their identifiers, may have changed.
  public func invalidateChildren(of controller: any StateRestoring) {
    changes.note()
    if let record = tree.record(of: controller) { changes.noteChildren(of: record) }
  }

  /// Marks the application's own state as possibly changed.
  public func invalidateApplication() {
    if walks > 0 { keepsApplicationState = false }
    changes.note()
  }

  /// Marks all state as possibly changed; the next save encodes the whole tree.
  public func invalidateEverything() {
    changes.noteEverything()
  }

  // MARK: Saving

  /// Whether a callback requires a review that has not been attempted since.
  public var isReviewNeeded: Bool { changes.isReviewNeeded }
  /// Whether a review is needed because of a callback that belongs to no node.
  public var isReviewUrgent: Bool { changes.isReviewUrgent }
  /// Whether a review must be started.
  public var isReviewPending: Bool { changes.isReviewPending }
  /// Whether a review has begun and is not complete.
  public var isReviewing: Bool { !unreviewed.isEmpty }

  /// Continues the current review for about this long. Its findings are written by the next save.
  public func continueReview(for limit: Duration) {
    guard isReviewing, slices == nil else { return }
    changes.beginReviewSlice()
    askUnreviewed(until: .now + limit)
    changes.endReviewSlice(isSomethingNew: !unsaved.isEmpty)
  }

  /// Begins a review of all records but those that the current walk has asked.
  private func beginReview() {
    changes.beginReview()
    unreviewed = tree.allRecords.filter { $0.marks.asked != walks }[...]
  }

  private func askUnreviewed(until end: ContinuousClock.Instant) {
    guard isReviewing else { return }
    walks += 1
    let walk = PreservationWalk(
      application, tree, references, reports, log, EncodingContext(references), number: walks, over: [],
      isOtherVersion: false)
    var isFirst = true
    let found = walk.run { [self] in
      while isFirst || ContinuousClock.now < end, let record = unreviewed.popFirst() {
        guard record.isReviewable else { continue }
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
  ///   - kind: the kind of the save, for the history.
  ///   - review: the part of a pending review that the save includes. A complete save encodes every node anyway.
  ///   - snapshot: draws the snapshot of the screen, called after every node has been encoded; nil for none.
  ///   - isDurable: whether the save must survive a power failure.
  /// - Returns: the save's number; nil if the application refused the save, or there was nothing to write.
  /// - Throws: any error of the store. Nothing is lost in this case, as the next save includes the changes.
  @discardableResult
  public func save(
    _ extent: Extent, kind: SaveKind = .autosave, isDurable: Bool = false, review: Review = .complete,
    snapshot: () -> ArchiveChange.Snapshot? = { nil }
  ) throws -> SaveNumber? {
    var failure: (any Error)?
    // If the changes before were not written, this save is a complete one.
    do { try finishSave() } catch { failure = error }
    guard case .all(let encoded) = encode(extent, kind, isDurable: isDurable, review, snapshot) else { return nil }
    let number = try log.phase("write the save") {
      try commit(encoded) { change in
        do {
          return try store.commit(change)
        } catch  where extent == .complete && !change.isComplete {
          failure = error
          // A later save may never come, so the store gets the complete state at once.
          return try store.commit(complete(change))
        }
      }
    }
    if let failure { application.report(.storeRewritten(failure)) }
    return number
  }

  /// Encodes the invalidated nodes, and begins to save them. The store writes them beside the main actor, and
  /// ``finishSave()`` must follow.
  ///
  /// - Parameter slice: the extent of the nodes to encode; with more nodes, it returns ``SaveProgress/encoding``, and the
  ///   next call continues. nil encodes all. The application is asked whether to save at the first and at the last call
  ///   of such a save, and nodes that change in between are encoded again, so that it has the tree of its last call.
  /// - Throws: any error of the store, as ``finishSave()`` does for the save before.
  public func beginSave(
    review: Review = .complete, within slice: SaveSlice? = nil, snapshot: () -> ArchiveChange.Snapshot? = { nil }
  ) throws -> SaveProgress {
    try finishSave()
    let slice = storeLostContents ? nil : slice
    switch encode(.incremental, .autosave, isDurable: false, review, within: slice, snapshot) {
    case nil: return .nothing
    case .rest: return .encoding
    case .all(let encoded):
      try log.phase("write the save") { try commit(encoded, store.beginCommit) }
      return .writing
    }
  }

  /// Whether the slices of the current save have encoded nodes again and again, because the app changes all the time.
  public var repeatsSlices: Bool { encodedInSlices > 2 * tree.count }

  /// Waits until the save that was begun last is written.
  ///
  /// - Throws: any error of the store. Nothing is lost in this case, as the next save includes the changes.
  public func finishSave() throws {
    do {
      try store.finishCommit()
    } catch {
      storeLostContents = true
      changes.saveFailed()
      throw error
    }
  }

  /// An encoded save, and the application's own state in it without the title of the screen.
  private typealias EncodedSave = (change: ArchiveChange, applicationState: [UInt8])

  private enum Encoding {
    case all(EncodedSave)
    /// The time was over before all nodes were encoded.
    case rest
  }

  /// Returns nil if the application refused the save, or there is nothing to write.
  private func encode(
    _ extent: Extent, _ kind: SaveKind, isDurable: Bool, _ extentOfReview: Review,
    within slice: SaveSlice? = nil, _ snapshot: () -> ArchiveChange.Snapshot?
  ) -> Encoding? {
    let appCoder = StateCoder()
    let info = application.currentSaveInfo
    appCoder.info = info
    let context = EncodingContext(references)
    appCoder.references = context
    changes.beginSave()
    if case .none = extentOfReview {} else { changes.willReview() }
    var remaining: [PreservationRecord] = []
    defer {
      if remaining.isEmpty {
        changes.endSave()
        encodedInSlices = 0
      } else {
        changes.endSaveSlice(remaining: remaining)
      }
      appCoder.empty()
    }

    // First, as references contain the IDs of stored nodes.
    do {
      try loadBaseline()
    } catch {
      storeLostContents = true
    }
    let isOtherVersion = storedAppVersion != nil && storedAppVersion != info.appVersion
    if slices != nil, slice != nil {
      remaining = walk(EncodingContext(references), isWhole: false, within: slice, isOtherVersion)
      guard remaining.isEmpty else { return .rest }
    }
    guard wantsSave(appCoder) else { return nil }
    application.encodeBuiltInState(with: appCoder.builtIn)
    let consequence =
      lastApplicationState == nil
      ? "The app's own encoded values may be incomplete." : "The app's own values stay as they were saved last."
    let encoded: Void? = application.call(
      LifeCycleEvent(.application, "willEncodeRestorableState"), with: appCoder, in: log, reports: reports,
      consequence: consequence
    ) {
      try application.willEncodeRestorableState(appCoder)
      try appCoder.checkEncodedValues()
    }
    let isKept = encoded == nil || keepsApplicationState
    let stateCoder = isKept ? lastApplicationState.map { StateCoder(changing: $0) } ?? appCoder : appCoder

    let isWhole = extent == .complete || changes.isEverythingInvalidated || walks == 0 || storeLostContents
    remaining = walk(context, isWhole: isWhole, review: extentOfReview, within: slice, isOtherVersion)
    guard remaining.isEmpty else { return .rest }
    if !isWhole, case .slice(let limit) = extentOfReview {
      if changes.isReviewPending, !isReviewing { beginReview() }
      askUnreviewed(until: .now + limit)
    }

    let applicationState = stateCoder.encodedState()
    let isSomethingNew = !unsaved.isEmpty || applicationState != lastApplicationState
    guard extent == .complete || isSomethingNew || storeLostContents else { return nil }

    let found = unsaved.take()
    var changed: [ArchivedNode] = []
    changed.reserveCapacity(found.changed.count + found.changedKept.count)
    for record in found.changed where record.isAttached { changed.append(record.archived) }
    changed += found.changedKept
    if let title = application.screenTitle { stateCoder.builtIn.encode(title, forKey: ScreenTitle.key) }
    let change = ArchiveChange(
      info: info, applicationState: stateCoder.encodedState(), isComplete: false,
      changed: changed, removed: found.removed,
      snapshot: store.keepsSnapshots ? snapshot() : nil,
      isDurable: isDurable, kind: kind, beginsRun: !hasSaved)
    return .all((change, applicationState))
  }

  /// Encodes the invalidated nodes, or the whole tree, for the next save.
  ///
  /// - Returns: the records that the next walk must visit, because the time is over.
  private func walk(
    _ context: EncodingContext, isWhole: Bool, review: Review = .none, within slice: SaveSlice?, _ isOtherVersion: Bool
  ) -> [PreservationRecord] {
    walks += 1
    var records = changes.take(isWhole: isWhole)
    // A complete review asks its records in the order of the tree.
    if !isWhole, review.isComplete {
      if changes.isReviewPending { beginReview() }
      for record in unreviewed where record.isReviewable {
        record.isStale = true
        records?.append(record)
      }
      unreviewed = []
    }
    let beginsSlices = isWhole && slice != nil
    if beginsSlices {
      records = tree.allRecords
      records?.forEach { ($0.isStale, $0.isRestructured) = (true, true) }
    }
    if isWhole { unreviewed = [] }
    let walk = PreservationWalk(
      application, tree, references, reports, log, context, number: walks, over: records,
      continuing: takeSlices(), within: slice, isOtherVersion: isOtherVersion)
    let found = log.phase("encode") { walk.run(beginsSlices: beginsSlices) }
    encodedInSlices += walk.encodedCount
    slices = found.remaining.isEmpty ? nil : found
    if slices == nil { unsaved.add(found) }
    return found.remaining
  }

  /// Returns the findings of earlier slices, without a second reference, for which they would be copied.
  private func takeSlices() -> WalkFindings {
    defer { slices = nil }
    return slices ?? WalkFindings()
  }

  /// Returns a change with the whole tree.
  private func complete(_ change: ArchiveChange) -> ArchiveChange {
    var complete = change
    (complete.isComplete, complete.changed, complete.removed) = (true, tree.archivedNodes, [])
    return complete
  }

  private func commit<Result>(_ encoded: EncodedSave, _ commit: (ArchiveChange) throws -> Result) throws -> Result {
    let isComplete = storeLostContents || store.needsCompleteChange
    storeLostContents = true
    do {
      let result = try commit(isComplete ? complete(encoded.change) : encoded.change)
      storeLostContents = false
      hasSaved = true
      lastApplicationState = encoded.applicationState
      return result
    } catch {
      changes.saveFailed()
      throw error
    }
  }

  private func wantsSave(_ coder: StateCoder) -> Bool {
    application.call(
      LifeCycleEvent(.application, "shouldSaveApplicationState"), with: coder, isLast: false, in: log, reports: reports,
      consequence: "The state was not saved; the last save is unchanged."
    ) { try application.shouldSaveApplicationState(coder) } ?? false
  }

  private func loadBaseline() throws {
    guard !tree.hasBaseline else { return }
    let nextID = try store.nextNodeID()
    tree.reserveIDs(below: nextID)
    if let lastID = restoredArchive?.nodes.lazy.map(\.id).max(), lastID >= nextID {
      // The archive is not the store's, which lacks its nodes.
      tree.reserveIDs(below: lastID &+ 1)
      storeLostContents = true
    }
    let archive = try restoredArchive ?? store.currentArchive()
    storedAppVersion = archive?.info.appVersion
    lastApplicationState = archive.map { ScreenTitle.removed(from: $0.applicationState) }
    tree.setBaseline(PreservationBaseline(archive, restored: restored, missing: missing))
    (restored, missing, restoredArchive) = ([:], [], nil)
  }
}
