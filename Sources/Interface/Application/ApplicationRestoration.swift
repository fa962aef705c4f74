import StateRestoration

// The requirements of preservation and restoration.
extension Application {
  public var rootViewControllers: [(window: Int, viewController: any RestorableViewController)] {
    windows.enumerated().compactMap { index, window in window.rootViewController.map { (index, $0) } }
  }

  public var currentSaveInfo: SaveInfo {
    SaveInfo(
      appVersion: version, hostVersion: hostVersion, screenWidth: screenSize.width, screenHeight: screenSize.height,
      savedAt: wallClock())
  }

  public func encodeBuiltInState(with coder: StateCoder) {
    if let place = windows.firstIndex(where: \.isKeyWindow), windows.count > 1 {
      coder.encode(place, forKey: "keyWindow")
    }
  }

  public func decodeBuiltInState(with coder: StateCoder) {
    restoredKeyWindow = coder.decodeInteger(forKey: "keyWindow")
  }

  /// The version of luahost.
  public var hostVersion: String { Luahost.version }

  public func storyboard(named name: String) -> AnyObject? { storyboards[name] }

  public func instantiateViewController(from scene: ArchivedNode.StoryboardScene) throws
    -> (any RestorableViewController)?
  {
    guard let storyboard = storyboards[scene.storyboard], storyboard.sceneIdentifiers.contains(scene.scene) else {
      return nil
    }
    return try storyboard.instantiateViewController(scene.scene)
  }

  public func instantiateAlert(for node: ArchivedNode) throws -> (any RestorableViewController)? {
    guard node.relation == .presented else { return nil }
    return try makeAlert(ofClass: node.className)
  }

  public func hostViewController(for node: ArchivedNode, coder: StateCoder) -> (any RestorableViewController)? {
    guard node.relation == .presented, node.className == "AlertController" else { return nil }
    return AlertController()
  }

  public func refusal(ofRoot controller: any RestorableViewController) -> String? {
    guard let controller = controller as? ViewController else { return nil }
    if controller is AlertController { return "an alert cannot be a root view controller" }
    return controller.presenter == nil ? nil : "it is presented by another controller"
  }

  public func setRootViewController(_ controller: any RestorableViewController, window index: Int) {
    guard let controller = controller as? ViewController else { return }
    // The archive has more windows than the app created; their contents must not be lost.
    while windows.count <= min(index, 100) {
      let window = Window(size: screenSize)
      addWindow(window)
    }
    windows[min(index, 100)].rootViewController = controller
  }

  // MARK: Late views

  /// Restores views that have entered a controller's tree for the first time, from stored state that waits for them, or
  /// from the state saved for the views that they replace.
  func viewsDidEnter(_ views: [View], in controller: ViewController) {
    var new = views.filter { !$0.hadPlace }
    for view in views where view.hadPlace { preservation?.viewDidReturn(view, to: controller) }
    for view in new { view.hadPlace = true }
    if let restoration = restoration ?? lateRestoration, restoration.awaitsViews {
      let late = restoration.restoreLateViews(new, of: controller)
      for view in late where self.restoration == nil { preservation?.continueSaves(of: view) }
      new.removeAll { view in late.contains { $0.view === view } }
      if !restoration.awaitsViews { lateRestoration = nil }
    }
    for view in new where view.takesStateOfPredecessor() { preservation?.restoreFromPredecessor(view, of: controller) }
  }

  func viewsDidLeave(_ views: [View], _ controller: ViewController) {
    for view in views { preservation?.viewDidLeave(view, controller) }
  }
}
