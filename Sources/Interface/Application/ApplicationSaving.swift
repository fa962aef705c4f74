import StateRestoration

// When the application's state is saved.
extension Application {
  /// The shortest time between two saves that nobody asked for, in seconds.
  public static let autosaveInterval = 0.25
  /// The shortest time between the beginnings of two reviews, in seconds: each asks all nodes whose state scripts encode.
  public static let reviewInterval = 1.0
  /// How long the app stands still for a part of a review.
  private static let reviewSlice = Duration.milliseconds(8)
  /// How long after a save that failed the next is tried, in seconds: first, and at most after more have failed.
  public static let retryIntervals = 1.0...10.0

  /// Asks every node for its state and saves it now. Returns the save's number, nil if the app does not want a save.
  @discardableResult
  public func preserve(_ kind: SaveKind = .request, isDurable: Bool = false) throws -> SaveNumber? {
    try save(.complete, kind, isDurable: isDurable)
  }

  /// Saves what changed in this turn of the event loop, at most once every 250 ms; what comes sooner is saved when that
  /// time is over. After callbacks that belong to no node, the nodes whose state scripts encode are asked at most once a
  /// second.
  public func turnDidEnd() {
    finishUpdatingAppearance()
    guard retryInterval == nil, let preservation = autosavingPreservation else { return }
    if preservation.isSaveNeeded, autosaveTimer == nil {
      let wait = lastSaveTime + Self.autosaveInterval - timers.now
      if wait <= 0 { return autosave(preservation) }
      autosaveTimer = timers.after(wait) { [weak self] in self?.saveWhatIsDue() }
    }
    if preservation.isReviewNeeded, reviewTimer == nil {
      let wait = max(lastSaveTime + Self.autosaveInterval, lastReviewTime + Self.reviewInterval) - timers.now
      if wait <= 0 { return autosave(preservation) }
      reviewTimer = timers.after(wait) { [weak self] in self?.saveWhatIsDue() }
    }
  }

  /// Saves what changed since the last save, without waiting, with all that callbacks may have changed.
  public func saveWhatIsOwed() {
    cancelAutosaveTimers()
    guard let preservation = autosavingPreservation,
      preservation.isSaveNeeded || preservation.isReviewNeeded || preservation.isReviewing
    else { return }
    if preservation.isReviewOwed { lastReviewTime = timers.now }
    autosave(review: .complete)
  }

  /// What saves by itself now.
  private var autosavingPreservation: Preservation? {
    autosave && (phase == .active || phase == .background) && !hasFailedWithoutInterface ? preservation : nil
  }

  private func cancelAutosaveTimers() {
    autosaveTimer?.cancel()
    autosaveTimer = nil
    reviewTimer?.cancel()
    reviewTimer = nil
  }

  private func saveWhatIsDue() {
    cancelAutosaveTimers()
    guard let preservation = autosavingPreservation, preservation.isSaveNeeded || preservation.isReviewNeeded else {
      return
    }
    autosave(preservation)
  }

  /// Saves what changed, and begins the review that is owed if it is time for that.
  private func autosave(_ preservation: Preservation) {
    cancelAutosaveTimers()
    // A timer may go off an instant early, as its time is rounded.
    let isReviewDue = preservation.isReviewOwed && timers.now >= lastReviewTime + Self.reviewInterval - 0.001
    if isReviewDue { lastReviewTime = timers.now }
    autosave(review: isReviewDue ? .slice(Self.reviewSlice) : .none)
    scheduleReviewSlice()
    // A review that is not due yet is still waited for.
    if preservation.isReviewNeeded { turnDidEnd() }
  }

  private func scheduleReviewSlice() {
    guard autosavingPreservation?.isReviewing == true, reviewSliceTimer?.isPending != true else { return }
    reviewSliceTimer = timers.after(0) { [weak self] in self?.continueReview() }
  }

  private func continueReview() {
    guard retryInterval == nil, let preservation = autosavingPreservation else { return }
    preservation.continueReview(for: Self.reviewSlice)
    scheduleReviewSlice()
    turnDidEnd()
  }

  private func autosave(review: Preservation.Review) {
    let wasTold = isSaveFailureKnown
    do {
      try save(.incremental, .autosave, isDurable: false, review: review)
    } catch {
      if !wasTold {
        context.report(Problem(summary: "saving the state", error: error, saving: .fails(reason: "\(error)")))
      }
    }
  }

  /// Whether errors kept the app from building its interface. The last save is then better than what it has.
  private var hasFailedWithoutInterface: Bool {
    context.errorCount > 0 && windows.allSatisfy { $0.rootViewController == nil }
  }

  @discardableResult
  private func save(
    _ extent: Preservation.Extent, _ kind: SaveKind, isDurable: Bool, review: Preservation.Review = .complete
  ) throws -> SaveNumber? {
    guard let preservation, !hasFailedWithoutInterface else { return nil }
    lastSaveTime = timers.now
    do {
      let number = try preservation.save(extent, kind: kind, isDurable: isDurable, review: review) { [self] in
        defer { isSnapshotIgnored = false }
        return isSnapshotIgnored ? nil : Snapshot(render(withNotifications: false)).encoded()
      }
      if number != nil { savingGoesOn() }
      return number
    } catch {
      tryAgainLater()
      throw error
    }
  }

  /// The next save is tried by itself: soon, and then more and more slowly.
  private func tryAgainLater() {
    preservation?.invalidateEverything()
    isSaveFailureKnown = true
    let interval = min(retryInterval.map { $0 * 2 } ?? Self.retryIntervals.lowerBound, Self.retryIntervals.upperBound)
    retryInterval = interval
    cancelAutosaveTimers()
    autosaveTimer = timers.after(interval) { [weak self] in self?.saveWhatIsOwed() }
  }

  private func savingGoesOn() {
    retryInterval = nil
    guard isSaveFailureKnown else { return }
    isSaveFailureKnown = false
    context.report(Problem.savingGoesOn)
  }

  /// The next save takes no picture of the screen.
  public func ignoreSnapshotOnNextApplicationLaunch() {
    isSnapshotIgnored = true
  }

  /// Says that anything may have changed that is saved.
  public func restorableStateChanged() {
    preservation?.invalidateEverything()
  }

  /// What a node encodes may have changed; autosave asks it again.
  public func stateDidChange(of node: any StateRestoring) {
    preservation?.invalidate(node)
  }

  /// A callback of a node ran, which may have changed what it encodes; autosave asks it again.
  public func callbackDidRun(of node: any StateRestoring) {
    preservation?.callbackDidRun(of: node)
  }

  /// A callback ran that belongs to no node, and may have changed what any node encodes without a trace.
  public func unobservedStateMayHaveChanged() {
    preservation?.invalidateUnobservedState()
  }

  /// What the application itself encodes may have changed; autosave asks it again.
  public func applicationStateDidChange() {
    preservation?.invalidateApplication()
  }

  func childrenDidChange(of controller: ViewController) {
    preservation?.invalidateChildren(of: controller)
  }

  func invalidateEverything() {
    preservation?.invalidateEverything()
  }
}
