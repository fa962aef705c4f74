import StateRestoration

// Going to the background, coming back, and the end.
extension Application {
  /// The app leaves the screen: `willResignActive`, `didEnterBackground`, and a durable save.
  ///
  /// - Throws: what the store threw.
  public func enterBackground() throws { try enterBackground(.background) }

  private func enterBackground(_ kind: SaveKind) throws {
    guard phase == .active || phase == .inactive else { return }
    if phase == .active { call("willResignActive") { try willResignActive() } }
    phase = .background
    call("didEnterBackground") { try didEnterBackground() }
    try preserve(kind, isDurable: true)
  }

  /// The app comes back to the screen. Nothing is restored: everything is in memory.
  public func enterForeground() {
    guard phase == .background else { return }
    call("willEnterForeground") { try willEnterForeground() }
    phase = .active
    call("didBecomeActive") { try didBecomeActive() }
  }

  /// The orderly end: as if going to the background, then `willTerminate`.
  ///
  /// - Throws: what the store threw; `willTerminate` is called all the same.
  public func terminate() throws {
    guard phase != .terminated, phase != .notLaunched else { return }
    defer {
      call("willTerminate") { try willTerminate() }
      phase = .terminated
    }
    switch phase {
    case .background: try preserve(.end, isDurable: true)
    case .active, .inactive: try enterBackground(.end)
    case .launching: endLaunch()
    case .notLaunched, .terminated: break
    }
  }

  /// Tells the app that memory is short.
  public func receiveMemoryWarning() {
    call("didReceiveMemoryWarning") { try didReceiveMemoryWarning() }
  }
}
