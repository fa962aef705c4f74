import StateRestoration

// Background, foreground and termination.
extension Application {
  /// Moves the app to the background: `willResignActive`, `didEnterBackground`, then a durable save.
  ///
  /// - Throws: any error of the store.
  public func enterBackground() throws { try enterBackground(.background) }

  private func enterBackground(_ kind: SaveKind) throws {
    guard phase == .active || phase == .inactive else { return }
    if phase == .active { call("willResignActive") { try willResignActive() } }
    phase = .background
    call("didEnterBackground") { try didEnterBackground() }
    try preserve(kind, isDurable: true)
  }

  /// Returns the app to the foreground. Nothing is restored, as the state is still in memory.
  public func enterForeground() {
    guard phase == .background else { return }
    call("willEnterForeground") { try willEnterForeground() }
    phase = .active
    call("didBecomeActive") { try didBecomeActive() }
  }

  /// Terminates the app in order: as when entering the background, then `willTerminate`.
  ///
  /// - Throws: any error of the store; `willTerminate` is called regardless.
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

  /// Notifies the app that memory is low.
  public func receiveMemoryWarning() {
    call("didReceiveMemoryWarning") { try didReceiveMemoryWarning() }
  }
}
