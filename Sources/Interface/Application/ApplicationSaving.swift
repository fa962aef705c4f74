import StateRestoration

// Saving.
extension Application {
  /// The minimum interval between two automatic saves, in seconds.
  public static let autosaveInterval = 0.25
  /// The minimum interval between the starts of two reviews, in seconds. A review asks all nodes whose state is encoded
  /// by scripts.
  public static let reviewInterval = 1.0
  /// The delay of a review after a callback of a node, which rarely changes what others encode, in seconds.
  private static let reviewDelay = 0.5
  /// The time that one slice of a save or of a review may block the app.
  private static let slice = Duration.milliseconds(4)
  /// The part of an automatic save in one turn. Saves of small apps are always whole.
  private static let saveSlice = Preservation.SaveSlice(slice, minimumNodes: 64)
  /// The time after which a save that is encoded in slices encodes all remaining nodes at once if the app changes all the
  /// time, in seconds.
  private static let maximumSlicing = 1.0
  /// The delay before a failed save is retried, in seconds: the first one, and the maximum after further failures.
  public static let retryIntervals = 1.0...10.0

  /// Encodes every node and saves the state now. Returns the save's number; nil if the app refuses the save.
  @discardableResult
  public func preserve(_ kind: SaveKind = .request, isDurable: Bool = false) throws -> SaveNumber? {
    guard let preservation, !hasFailedWithoutInterface else { return nil }
    lastSaveTime = timers.now
    // This save waits for the last automatic one, and replaces it if that fails.
    writingTimer?.cancel()
    writingTimer = nil
    slicingBegan = nil
    do {
      let number = try preservation.save(.complete, kind: kind, isDurable: isDurable) { snapshot() }
      if number != nil { savingDidSucceed() }
      return number
    } catch {
      scheduleRetry()
      throw error
    }
  }

  /// Saves the changes of this turn of the event loop, at most every 250 ms; later changes wait for the end of the
  /// interval. After callbacks, the nodes whose state is encoded by scripts are asked within a second, at most once a second:
  /// the callbacks may have changed local variables, or parts of tables, that other nodes encode.
  public func turnDidEnd() {
    finishUpdatingAppearance()
    guard retryInterval == nil, let preservation = autosavingPreservation else { return }
    if preservation.isSaveNeeded, autosaveTimer == nil {
      let wait = lastSaveTime + Self.autosaveInterval - timers.now
      if wait <= 0 { return autosave(preservation) }
      autosaveTimer = timers.after(wait) { [weak self] in self?.saveWhatIsDue() }
    }
    if preservation.isReviewNeeded, reviewTimer == nil {
      let earliest =
        preservation.isReviewUrgent ? lastSaveTime + Self.autosaveInterval : timers.now + Self.reviewDelay
      let wait = max(earliest, lastReviewTime + Self.reviewInterval) - timers.now
      if wait <= 0 { return autosave(preservation, reviewing: true) }
      reviewTimer = timers.after(wait) { [weak self] in self?.saveWhatIsDue(reviewing: true) }
    }
  }

  /// Saves all pending changes immediately, including any made by callbacks, and waits until they are written.
  ///
  /// - Parameter isComplete: whether to ask, too, the nodes whose state callbacks of other nodes may have changed, which
  ///   autosave does within a second.
  public func savePendingChanges(isComplete: Bool = true) {
    cancelSaveTimers()
    if let preservation = autosavingPreservation {
      let isReviewDue =
        preservation.isReviewing || preservation.isReviewNeeded && (isComplete || preservation.isReviewUrgent)
      if preservation.isSaveNeeded || isReviewDue {
        if isReviewDue { willReview(preservation) }
        autosave(review: isReviewDue ? .complete : .none)
      }
    }
    finishAutosave()
    turnDidEnd()
  }

  /// The preservation, while automatic saving is on.
  private var autosavingPreservation: Preservation? {
    autosave && (phase == .active || phase == .background) && !hasFailedWithoutInterface ? preservation : nil
  }

  /// Cancels the timers of saves; a review stays due.
  private func cancelSaveTimers() {
    autosaveTimer?.cancel()
    autosaveTimer = nil
    saveSliceTimer?.cancel()
    saveSliceTimer = nil
  }

  private func willReview(_ preservation: Preservation) {
    if preservation.isReviewPending { lastReviewTime = timers.now }
    cancelReviewTimer()
  }

  private func cancelReviewTimer() {
    reviewTimer?.cancel()
    reviewTimer = nil
  }

  private func saveWhatIsDue(reviewing: Bool = false) {
    cancelSaveTimers()
    if reviewing { reviewTimer = nil }
    guard let preservation = autosavingPreservation, preservation.isSaveNeeded || preservation.isReviewNeeded else {
      return
    }
    autosave(preservation, reviewing: reviewing)
  }

  /// Saves the changes, and starts a pending review if it is due.
  private func autosave(_ preservation: Preservation, reviewing: Bool = false) {
    cancelSaveTimers()
    // A timer may fire slightly early because its time is rounded.
    let isReviewDue =
      preservation.isReviewPending && (reviewing || preservation.isReviewUrgent)
      && timers.now >= lastReviewTime + Self.reviewInterval - 0.001
    if isReviewDue { willReview(preservation) }
    autosave(review: isReviewDue ? .slice(Self.slice) : .none, within: Self.saveSlice)
    scheduleReviewSlice()
    // A review that is not due yet is scheduled.
    if preservation.isReviewNeeded { turnDidEnd() }
  }

  private func scheduleReviewSlice() {
    guard autosavingPreservation?.isReviewing == true, reviewSliceTimer?.isPending != true else { return }
    reviewSliceTimer = timers.after(0) { [weak self] in self?.continueReview() }
  }

  private func continueReview() {
    guard retryInterval == nil, let preservation = autosavingPreservation else { return }
    preservation.continueReview(for: Self.slice)
    scheduleReviewSlice()
    turnDidEnd()
  }

  /// - Parameter slice: the part of the save that is encoded before it continues in a later turn; nil for no limit.
  private func autosave(review: Preservation.Review, within slice: Preservation.SaveSlice? = nil) {
    guard let preservation, !hasFailedWithoutInterface, finishAutosave() else { return }
    lastSaveTime = timers.now
    // The state of an app that changes all the time is saved, too.
    let isLate = preservation.repeatsSlices && timers.now - (slicingBegan ?? timers.now) >= Self.maximumSlicing
    reportingFailure {
      switch try preservation.beginSave(review: review, within: isLate ? nil : slice, snapshot: { snapshot() }) {
      case .nothing: slicingBegan = nil
      case .encoding:
        slicingBegan = slicingBegan ?? timers.now
        saveSliceTimer = timers.after(0) { [weak self] in self?.saveWhatIsDue() }
      case .writing:
        slicingBegan = nil
        // Nothing waits for the disk before the next save is due.
        writingTimer = timers.after(Self.autosaveInterval) { [weak self] in self?.finishAutosave() }
      }
    }
  }

  /// Waits until the last automatic save is written. Returns false if that has failed.
  @discardableResult
  private func finishAutosave() -> Bool {
    guard let timer = writingTimer else { return true }
    timer.cancel()
    writingTimer = nil
    return reportingFailure {
      try preservation?.finishSave()
      savingDidSucceed()
    }
  }

  /// Schedules the retry of an automatic save that fails, and reports the first failure. Returns false after a failure.
  @discardableResult
  private func reportingFailure(_ body: () throws -> Void) -> Bool {
    let wasReported = isSaveFailureKnown
    do {
      try body()
      return true
    } catch {
      scheduleRetry()
      guard !wasReported else { return false }
      let reason = (error as? any ArchiveStoreFailure)?.reason ?? "\(error)"
      context.report(Problem(error: error, summary: "saving the state", subject: .savingFailed(reason: reason)))
      return false
    }
  }

  /// Whether errors prevented the app from building its interface, or it exits instead, so that the last save is more complete
  /// than the current state.
  private var hasFailedWithoutInterface: Bool {
    (context.errorCount > 0 || context.exitsWithFailure) && windows.allSatisfy { $0.rootViewController == nil }
  }

  /// Draws the screen for a save; nil if this one has no snapshot.
  private func snapshot() -> ArchiveChange.Snapshot? {
    defer { isSnapshotIgnored = false }
    guard !isSnapshotIgnored else { return nil }
    let snapshot = Snapshot(render(withMessages: false), inlineRows: inlineRows, theme: themeNames)
    return { [snapshotEncoder] in snapshotEncoder.encode(snapshot) }
  }

  /// Schedules the retry of a failed save, with increasing delays.
  private func scheduleRetry() {
    preservation?.invalidateEverything()
    isSaveFailureKnown = true
    let interval = min(retryInterval.map { $0 * 2 } ?? Self.retryIntervals.lowerBound, Self.retryIntervals.upperBound)
    retryInterval = interval
    cancelSaveTimers()
    cancelReviewTimer()
    autosaveTimer = timers.after(interval) { [weak self] in self?.savePendingChanges() }
  }

  private func savingDidSucceed() {
    retryInterval = nil
    guard isSaveFailureKnown else { return }
    isSaveFailureKnown = false
    context.report(Problem.savingResumed)
  }

  /// Omits the snapshot from the next save.
  public func ignoreSnapshotOnNextApplicationLaunch() {
    isSnapshotIgnored = true
  }

  /// Marks all state as possibly changed.
  public func restorableStateChanged() {
    preservation?.invalidateEverything()
  }

  /// Marks a node's state as possibly changed; autosave encodes it again.
  public func stateDidChange(of node: any StateRestoring) {
    preservation?.invalidate(node)
  }

  /// Notes that a node's callback ran and may have changed its state; autosave encodes the node again.
  public func callbackDidRun(of node: any StateRestoring) {
    preservation?.callbackDidRun(of: node)
  }

  /// Notes that a callback ran and may have changed what any node encodes.
  ///
  /// - Parameter isUrgent: whether this is likely, as the callback belongs to no node.
  public func unobservedStateMayHaveChanged(isUrgent: Bool = true) {
    preservation?.invalidateUnobservedState(isUrgent: isUrgent)
  }

  /// Marks the application's own state as possibly changed; autosave encodes it again.
  public func applicationStateDidChange() {
    preservation?.invalidateApplication()
  }

  func childrenDidChange(of controller: ViewController) {
    preservation?.invalidateChildren(of: controller)
  }
}
