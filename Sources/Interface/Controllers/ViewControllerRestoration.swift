import StateRestoration

// The requirements of preservation and restoration.
extension ViewController {
  public var storyboardScene: ArchivedNode.StoryboardScene? {
    origin.map { ArchivedNode.StoryboardScene(storyboard: $0.storyboard.name, scene: $0.scene) }
  }

  public var containedViewControllers: [any RestorableViewController] { children }

  public var preservedPresentedViewController: (any RestorableViewController)? {
    (presentedViewController as? AlertController)?.isRestorable == false ? nil : presentedViewController
  }

  public var restorationParent: (any RestorableViewController)? { structuralParent }

  public var identifiedViews: [any StateRestoring] { viewIfLoaded?.identifiedSubviews ?? [] }

  public func preserve(with coder: StateCoder) throws {
    encodeBuiltInState(with: coder.builtIn)
    do {
      try encodeState(with: coder)
    } catch  where !isViewLoaded {
      // As in UIKit, a controller that was never visible is encoded too. A script's encode method may access views that
      // it creates in `loadView`.
      loadViewIfNeeded()
      try encodeState(with: coder)
    }
  }

  private func encodeState(with coder: StateCoder) throws {
    if try overrides?.perform(.encodeRestorableState(coder), on: self) != true {
      try encodeRestorableState(with: coder)
    }
  }

  public func restore(from coder: StateCoder) throws {
    decodeBuiltInState(with: coder.decodedBuiltIn)
    if try overrides?.perform(.decodeRestorableState(coder), on: self) != true {
      try decodeRestorableState(with: coder)
    }
  }

  public func finishRestoring() throws {
    if try overrides?.perform(.applicationFinishedRestoringState, on: self) != true {
      applicationFinishedRestoringState()
    }
  }

  public func willBePreserved(by application: any RestorableApplication) {
    if let application = application as? Application { enter(application.context) }
  }

  public func didBind() { restoringPath = nil }

  public func bind(children: [RestoredChild], presented: (any RestorableViewController)?) {
    bindChildren(children)
    if let presented = presented as? ViewController, presentedViewController !== presented {
      if presentedViewController != nil { dismiss() }
      setPresented(presented)
    }
  }

  /// The identifiers from the root to this controller; nil if the controller is in no window's tree, or if it or an
  /// ancestor has no identifier.
  public var restorationIdentifierPath: IdentifierPath? {
    if let restoringPath { return restoringPath }
    // A controller being restored knows its path before it is in the tree.
    let top = sequence(first: self) { $0.restoringPath == nil ? $0.structuralParent : nil }.reduce(self) { $1 }
    guard top.restoringPath != nil || top.hostingWindow != nil,
      let path = IdentifierPath(
        to: self, identifier: \.restorationIdentifier,
        parent: { $0 === top ? nil : $0.structuralParent })
    else { return nil }
    guard let restoring = top.restoringPath else { return path }
    return IdentifierPath(restoring.components.dropLast() + path.components)
  }

  public func refusal(of child: any RestorableViewController, as relation: ArchivedNode.Relation) -> String? {
    guard let child = child as? ViewController else { return nil }
    if child is AlertController, relation != .presented { return "an alert can only be presented" }
    if isDescendant(of: child) { return "it contains this \(className)" }
    if let path = restorationIdentifierPath, path.components.count >= Self.maximumDepth {
      return "view controllers can be nested at most \(Self.maximumDepth) levels deep"
    }
    if relation == .presented {
      if child.container != nil { return "it is a child of another controller" }
      if let presenter = child.presenter, presenter !== self { return "another controller already presents it" }
      return nil
    }
    return child.presenter == nil ? refusal(ofChild: child) : "it is presented by another controller"
  }

  /// Sends a message to the script if it overrides the method, otherwise to the built-in class. Records the message
  /// first. Returns false if the script's method failed.
  @discardableResult
  func send(_ message: Message, isRecorded: Bool = true, builtIn: () -> Void) -> Bool {
    let span = isRecorded ? log(message.name) : nil
    defer { if let span { applicationContext?.log.end(span) } }
    do {
      if try overrides?.perform(message, on: self) != true { builtIn() }
      return true
    } catch {
      report(
        error, from: "\((restorationIdentifierPath ?? appearedPath)?.description ?? "<\(className)>") \(message.name)",
        in: message.name, of: self)
      return false
    }
  }

  private func log(_ callback: String) -> TraceSpan? {
    guard isPartOfApp, let log = applicationContext?.log else { return nil }
    return log.record(
      (restorationIdentifierPath ?? appearedPath).map { .node($0) } ?? .unidentified(className: className), callback)
  }

  /// Reports an error in this controller to the user; see ``ApplicationContext/report(_:from:in:of:once:)``.
  public func report(
    _ error: any Error, from source: String, in callback: String? = nil, of receiver: AnyObject? = nil,
    once: Bool = false
  ) {
    applicationContext?.report(error, from: source, in: callback, of: receiver, once: once)
  }
}

// Changes that the next save must include.
extension ViewController {
  /// The application that preserves this controller. A controller in no window can be preserved too, if another one
  /// encodes it.
  private var preservingApplication: Application? { applicationContext?.application }

  /// Marks this controller's state as possibly changed; autosave encodes it again.
  public func invalidateRestorableState() {
    preservingApplication?.stateDidChange(of: self)
  }

  public var encodesUnobservedState: Bool { overrides?.defines("encodeRestorableState", for: self) ?? false }

  /// Notes that the children or identified views may have changed.
  func invalidateRestorableChildren() {
    preservingApplication?.childrenDidChange(of: self)
  }

  /// Notes a change in a view that its own state, or this controller's, may depend on.
  func viewStateChanged(_ view: View) {
    guard let application = preservingApplication else { return }
    application.stateDidChange(of: self)
    if view.restorationIdentifier != nil { application.stateDidChange(of: view) }
  }

  /// Called when identified views were added to this controller's tree, possibly again.
  func viewsDidEnter(_ views: [View]) {
    guard !views.isEmpty, let application = preservingApplication else { return }
    application.viewsDidEnter(views, in: self)
    // Changes made while the views were in no tree were not recorded.
    for view in views { application.stateDidChange(of: view) }
  }

  /// Called when identified views were removed from this controller's tree.
  func viewsDidLeave(_ views: [View]) {
    guard !views.isEmpty else { return }
    preservingApplication?.viewsDidLeave(views, self)
  }
}
