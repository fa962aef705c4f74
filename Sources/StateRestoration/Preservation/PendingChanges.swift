/// What may have changed since the last save, as far as preservation was notified.
@MainActor
struct PendingChanges {
  /// Whether anything may have changed since the last save was tried. What changed while the application refused a save
  /// is kept in mind, but does not ask for one: the application would be asked again and again.
  private(set) var isSaveNeeded = true
  /// Whether the next save asks the whole tree.
  private(set) var isEverythingInvalidated = true
  /// Whether a callback ran that belongs to no node: each node that encodes unobserved state is owed a question.
  private(set) var isReviewOwed = false
  /// Whether such a callback ran since a review was last tried. The application may have refused the save then.
  private(set) var isReviewNeeded = false
  /// Records that may have changed since the last save, those that are not marked any more among them.
  private var records: [PreservationRecord] = []

  private var isSaving = false
  private var hasSavingChangedTree = false
  /// Whether nothing but what encoding changed asks for the next save.
  private var isEcho = false
  private var wasEcho = false

  /// Something may have changed.
  mutating func note() {
    if isSaving {
      hasSavingChangedTree = true
    } else {
      isSaveNeeded = true
      isEcho = false
    }
  }

  /// The state of a node may have changed.
  ///
  /// - Parameter isCertain: whether something is known to have changed; a state that is kept because its decode failed is
  ///   given up then.
  mutating func noteState(of record: PreservationRecord, isCertain: Bool = true) {
    if isCertain, !isSaving { record.isKept = false }
    guard !record.isStale else { return }
    record.isStale = true
    records.append(record)
  }

  /// What is below a node may have changed.
  mutating func noteChildren(of record: PreservationRecord) {
    guard !record.isRestructured else { return }
    record.isRestructured = true
    records.append(record)
  }

  /// Anything may have changed.
  mutating func noteEverything() {
    note()
    isEverythingInvalidated = true
  }

  /// What any node encodes without a trace may have changed.
  mutating func noteUnobserved() {
    isReviewOwed = true
    isReviewNeeded = true
  }

  /// A review is tried.
  mutating func willReview() { isReviewNeeded = false }

  /// A review begins, or everything is asked, which comes to the same.
  mutating func beginReview() {
    isReviewOwed = false
    isReviewNeeded = false
  }

  /// A part of a review begins outside of a save: what is noted until its end, encoding has changed.
  mutating func beginReviewSlice() {
    isSaving = true
    hasSavingChangedTree = false
  }

  /// A part of a review ends.
  ///
  /// - Parameter isSomethingNew: whether there is something to be written.
  mutating func endReviewSlice(isSomethingNew: Bool) {
    isSaving = false
    isEcho = isEcho || hasSavingChangedTree
    isSaveNeeded = isSaveNeeded || isSomethingNew || hasSavingChangedTree
  }

  /// A save begins: what is noted until its end, encoding has changed.
  mutating func beginSave() {
    wasEcho = isEcho
    isEcho = false
    isSaveNeeded = false
    isSaving = true
    hasSavingChangedTree = false
  }

  /// A save ends. What encoding changed is in the next one. That is due at once, unless encoding changes something every
  /// time.
  mutating func endSave() {
    isSaving = false
    isEcho = hasSavingChangedTree && !wasEcho
    isSaveNeeded = isSaveNeeded || isEcho
  }

  /// What was saved could not be written.
  mutating func saveFailed() {
    isSaveNeeded = true
  }

  /// The records that the next walk has to lead to; the whole tree is walked if there is no list of them.
  mutating func take(isWhole: Bool) -> [PreservationRecord]? {
    defer { records = [] }
    if isWhole {
      isEverythingInvalidated = false
      beginReview()
      return nil
    }
    return records.filter { $0.isAttached && ($0.isStale || $0.isRestructured) }
  }
}
