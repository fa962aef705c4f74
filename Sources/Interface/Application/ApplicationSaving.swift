import StateRestoration

// When the application's state is saved.
extension Application {
  /// The shortest time between two saves that nobody asked for, in seconds.
  public static let autosaveInterval = 0.25
  /// How long after a save that failed the next is tried, in seconds: first, and at most after more have failed.
  public static let retryIntervals = 1.0...10.0

  /// Asks every node for its state and saves it now. Returns the save's number, nil if the app does not want a save.
  @discardableResult
  public func preserve(_ kind: SaveKind = .request, isDurable: Bool = false) throws -> SaveNumber? {
    try save(.complete, kind, isDurable: isDurable)
  }

  /// Saves what changed in this turn of the event loop, at most once every 250 ms; what comes sooner is saved when that
  /// time is over.
  public func turnDidEnd() {
    finishUpdatingAppearance()
    guard autosave, retryInterval == nil, phase == .active || phase == .background, preservation?.isSaveNeeded == true
    else { return }
    let wait = lastSaveTime + Self.autosaveInterval - timers.now
    if wait <= 0 {
      saveWhatIsOwed()
    } else if autosaveTimer == nil {
      autosaveTimer = timers.after(wait) { [weak self] in self?.saveWhatIsOwed() }
    }
  }

  /// Saves what changed since the last save, without waiting.
  public func saveWhatIsOwed() {
    autosaveTimer?.cancel()
    autosaveTimer = nil
    guard autosave, phase == .active || phase == .background, preservation?.isSaveNeeded == true else { return }
    let wasTold = isSaveFailureKnown
    do {
      try save(.incremental, .autosave, isDurable: false)
    } catch {
      if !wasTold {
        context.report(Problem(summary: "saving the state", error: error, saving: .fails(reason: "\(error)")))
      }
    }
  }

  @discardableResult
  private func save(_ extent: Preservation.Extent, _ kind: SaveKind, isDurable: Bool) throws -> SaveNumber? {
    guard let preservation else { return nil }
    lastSaveTime = timers.now
    do {
      let number = try preservation.save(extent, kind: kind, isDurable: isDurable) { [self] in
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
    autosaveTimer?.cancel()
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
