/// The possible changes since the last save, as reported to preservation.
@MainActor
struct PendingChanges {
  /// Whether a save is needed because something may have changed since the last attempt. Changes while the application
  /// refused a save are recorded but don't require one, as the application would be asked again and again.
  private(set) var isSaveNeeded = true
  /// Whether the next save encodes the whole tree.
  private(set) var isEverythingInvalidated = true
  /// Whether a callback ran, so that all nodes with unobserved state must be asked.
  private(set) var isReviewPending = false
  /// Whether a callback ran since the last attempt of a review, in which the application may have refused the save.
  private(set) var isReviewNeeded = false
  /// Whether one of these callbacks belongs to no node.
  private(set) var isReviewUrgent = false
  /// The records that may have changed since the last save, possibly including some that are no longer marked.
  private var records: [PreservationRecord] = []

  private var isSaving = false
  private var hasSavingChangedTree = false
  /// Whether only changes made by encoding require the next save.
  private var isEcho = false
  private var wasEcho = false

  /// Notes that something may have changed.
  mutating func note() {
    if isSaving {
      hasSavingChangedTree = true
    } else {
      isSaveNeeded = true
      isEcho = false
    }
  }

  /// Notes that the state of a node may have changed.
  ///
  /// - Parameter isCertain: whether a change is certain, in which case stored state kept because of a failed decode is
  ///   given up.
  mutating func noteState(of record: PreservationRecord, isCertain: Bool = true) {
    if isCertain, !isSaving { record.isKept = false }
    guard !record.isStale else { return }
    record.isStale = true
    records.append(record)
  }

  /// Notes that the children of a node may have changed.
  mutating func noteChildren(of record: PreservationRecord) {
    guard !record.isRestructured else { return }
    record.isRestructured = true
    records.append(record)
  }

  /// Notes that anything may have changed.
  mutating func noteEverything() {
    note()
    isEverythingInvalidated = true
  }

  /// Notes that unobserved state of any node may have changed.
  ///
  /// - Parameter isUrgent: whether this is likely, as the callback that ran belongs to no node.
  mutating func noteUnobserved(isUrgent: Bool) {
    // What encoding calls belongs to the save.
    guard isUrgent || !isSaving else { return }
    isReviewPending = true
    isReviewNeeded = true
    isReviewUrgent = isReviewUrgent || isUrgent
  }

  /// Called when a review is attempted.
  mutating func willReview() { isReviewNeeded = false }

  /// Called when a review begins, or the whole tree is encoded, which includes it.
  mutating func beginReview() {
    isReviewPending = false
    isReviewNeeded = false
    isReviewUrgent = false
  }

  /// Called when a slice of a review begins outside of a save. Changes until its end are caused by encoding.
  mutating func beginReviewSlice() {
    isSaving = true
    hasSavingChangedTree = false
  }

  /// Called when a slice of a review ends.
  ///
  /// - Parameter isSomethingNew: whether there is something to write.
  mutating func endReviewSlice(isSomethingNew: Bool) {
    isSaving = false
    isEcho = isEcho || hasSavingChangedTree
    isSaveNeeded = isSaveNeeded || isSomethingNew || hasSavingChangedTree
  }

  /// Called when a save begins. Changes until its end are caused by encoding.
  mutating func beginSave() {
    wasEcho = isEcho
    isEcho = false
    isSaveNeeded = false
    isSaving = true
    hasSavingChangedTree = false
  }

  /// Called when a save ends. Changes caused by encoding are included in the next save, which is due at once unless
  /// encoding causes changes every time.
  mutating func endSave() {
    isSaving = false
    isEcho = hasSavingChangedTree && !wasEcho
    isSaveNeeded = isSaveNeeded || isEcho
  }

  /// Called instead of ``endSave()`` when a save has encoded only some of the nodes.
  ///
  /// - Parameter remaining: the records that the next walk must visit.
  mutating func endSaveSlice(remaining: [PreservationRecord]) {
    isSaving = false
    isSaveNeeded = true
    // A review belongs to the last slice, so it was not attempted.
    isReviewNeeded = isReviewPending
    records += remaining
  }

  /// Called when a save could not be written.
  mutating func saveFailed() {
    isSaveNeeded = true
  }

  /// Returns the records that the next walk must visit, and clears them; nil if the whole tree must be walked.
  mutating func take(isWhole: Bool) -> [PreservationRecord]? {
    defer { records = [] }
    if isWhole {
      isEverythingInvalidated = false
      beginReview()
      return nil
    }
    return records.filter { $0.isAttached && $0.isPending }
  }
}
