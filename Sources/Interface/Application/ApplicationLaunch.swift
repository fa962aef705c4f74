import StateRestoration

/// The launch and the restoration within it.
extension Application {
  /// Runs the launch, in UIKit's order: main storyboard, `willFinishLaunching`, restoration, `didFinishLaunching`,
  /// appearance, `didBecomeActive`.
  ///
  /// - Parameters:
  ///   - store: the store of the app's state; nil stores nothing.
  ///   - isRestoring: whether a state in the store is restored.
  public func launch(store: (any ArchiveStore)?, isRestoring: Bool = true, options: LaunchOptions = nil) {
    guard phase == .notLaunched else { return }
    phase = .launching
    launchOptions = options
    self.store = store
    if let store {
      preservation = Preservation(application: self, store: store, log: log)
      // The opener of the store has reported this failure.
      isSaveFailureKnown = store.needsCompleteChange
      // Without write access, no save can be pruned either.
      if !isRestoring { try? keepCurrentSave(of: store, because: .fresh) }
    }

    loadMainStoryboard()
    hasFailedToLaunch = !call("willFinishLaunching") { try willFinishLaunching(options: options) }
    if isRestoring, let store, !isLaunchAbandoned, restore(from: store) {
      if restorationExtensions > 0 {
        extendedRestoration = ExtendedRestoration(snapshot: try? store.currentSnapshot())
        extensionLimit = timers.after(Self.extensionLimitSeconds) { [weak self] in self?.restorationTookTooLong() }
        return
      }
      finishRestoration()
    }
    finishLaunching()
  }

  private func loadMainStoryboard() {
    guard let mainStoryboard else { return }
    do {
      let initial = try mainStoryboard.instantiateInitialViewController()
      let window = Window(size: screenSize)
      self.window = window
      window.rootViewController = initial
      window.makeKeyAndVisible()
    } catch {
      report(error, from: "main storyboard")
    }
  }

  /// Restores the tree. Returns false if there is nothing to restore or the app refuses.
  private func restore(from store: any ArchiveStore) -> Bool {
    let archive: Archive
    do {
      guard let current = try log.phase("read the saved state", store.currentArchive), mayRestore(from: store) else {
        return false
      }
      archive = current
      saveToPin = try store.currentSaveNumber()
    } catch {
      report(error, from: "reading the saved state")
      return false
    }
    if archive.info.appVersion != version { try? keepCurrentSave(of: store, because: .version) }
    let restoration = Restoration(archive: archive, application: self, log: log)
    let isWanted = restoration.isWanted()
    guard !isLaunchAbandoned else { return false }
    guard isWanted else {
      try? keepCurrentSave(of: store, because: .refusal)
      return false
    }
    self.restoration = restoration
    willRestore(nodeCount: archive.nodes.count)
    log.phase("re-create view controllers", restoration.makeNodes)
    log.phase("decode", restoration.decode)
    didRestoreState = true
    return true
  }

  /// Pins the restored save after launch errors, as the app's next saves may lack the state that failed to restore.
  private func pinSaveAfterErrors() {
    guard context.errorCount > 0, let save = saveToPin, let store else { return }
    if pinnedSave == nil { try? store.keep(save, because: .launchErrors) }
    context.report(Problem(launchErrorsPinning: pinnedSave ?? save))
  }

  private func keepCurrentSave(of store: any ArchiveStore, because reason: KeepReason) throws {
    if let current = try store.currentSaveNumber() { try store.keep(current, because: reason) }
  }

  private func mayRestore(from store: any ArchiveStore) -> Bool {
    let restorationGuard = RestorationGuard(store)
    // State is restored even if the guard cannot write its marker.
    if let refused = try? restorationGuard.begin() {
      report(.crashedWhileRestoring(refused))
      return false
    }
    self.restorationGuard = restorationGuard
    return true
  }

  /// Stops the launch because the script asked to exit.
  public func abandonLaunch() {
    isLaunchAbandoned = phase == .launching
    endExtendedRestoration()
  }

  /// Ends restoration when the app exits in order during its launch, so that the exit does not count as a crash.
  func endLaunch() {
    endExtendedRestoration()
    try? restorationGuard?.end()
    restorationGuard = nil
  }

  private func endExtendedRestoration() {
    extensionLimit?.cancel()
    extensionLimit = nil
    extendedRestoration = nil
  }

  private func finishRestoration() {
    guard let restoration, !isLaunchAbandoned else { return }
    log.phase("finish the restoration", restoration.finish)
    preservation?.continueSaves(after: restoration)
    self.restoration = nil
    guard restoration.awaitsViews else { return }
    restoration.releaseNodes()
    lateRestoration = restoration
  }

  private func finishLaunching() {
    guard !isLaunchAbandoned else { return }
    let restored = didRestoreState ? windows.map { ($0, $0.rootViewController) } : []
    call("didFinishLaunching", reportsError: !hasFailedToLaunch) { try didFinishLaunching(options: launchOptions) }
    launchOptions = nil
    pinSaveAfterErrors()
    reportReplaced(restored)
    if let restoredKeyWindow, windows.indices.contains(restoredKeyWindow),
      windows[restoredKeyWindow].rootViewController != nil
    {
      keyWindow = windows[restoredKeyWindow]
    }
    if keyWindow == nil { keyWindow = window }
    phase = .active
    isShowingInterface = true
    for window in windows { window.updateAppearance() }
    call("didBecomeActive") { try didBecomeActive() }
    try? restorationGuard?.end()
    restorationGuard = nil
    // The restored state is saved already. Drawing comes first; the next save follows after the usual interval.
    if didRestoreState { lastSaveTime = timers.now }
  }

  /// Reports restored windows and root controllers that `didFinishLaunching` has replaced.
  private func reportReplaced(_ restored: [(window: Window, root: ViewController?)]) {
    for (window, root) in restored {
      guard let root, root !== window.rootViewController else { continue }
      // The restored root may have moved into a container or another window.
      if window.rootViewController != nil, root.window == nil { restoredRootWasReplaced(in: window) }
    }
    guard let window, let root = window.rootViewController, !restored.contains(where: { $0.window === window }),
      restored.contains(where: {
        $0.root != nil && $0.root === $0.window.rootViewController
          && $0.root?.restorationIdentifier == root.restorationIdentifier
      })
    else { return }
    hasTwoWindowsForOne = true
    restoredWindowWasReplaced(by: window)
  }

  /// Delays the end of restoration until the matching ``completeStateRestoration()``, for state that must be fetched
  /// first. The limit is 10 seconds.
  public func extendStateRestoration() {
    guard phase != .notLaunched else { return }
    restorationExtensions += 1
  }

  /// Completes the restoration that ``extendStateRestoration()`` extended.
  public func completeStateRestoration() {
    guard restorationExtensions > 0 else { return }
    restorationExtensions -= 1
    guard restorationExtensions == 0, extensionLimit != nil else { return }
    endExtension()
  }

  private func restorationTookTooLong() {
    report(.restorationNotCompleted(seconds: Self.extensionLimitSeconds))
    restorationExtensions = 0
    endExtension()
  }

  private func endExtension() {
    let held = extendedRestoration?.heldInput ?? []
    endExtendedRestoration()
    finishRestoration()
    finishLaunching()
    for event in held {
      handle(event)
      eventWasHandled()
    }
  }
}
