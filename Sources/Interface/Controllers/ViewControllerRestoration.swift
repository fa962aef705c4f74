import StateRestoration

// What preservation and restoration ask a view controller.
extension ViewController {
  public var storyboardScene: ArchivedNode.StoryboardScene? {
    origin.map { ArchivedNode.StoryboardScene(storyboard: $0.storyboard.name, scene: $0.scene) }
  }

  public var containedViewControllers: [any RestorableViewController] { children }

  public var preservedPresentedViewController: (any RestorableViewController)? {
    presentedViewController is AlertController ? nil : presentedViewController
  }

  public var restorationParent: (any RestorableViewController)? { structuralParent }

  public var identifiedViews: [any StateRestoring] { viewIfLoaded?.identifiedSubviews ?? [] }

  public func preserve(with coder: StateCoder) throws {
    encodeBuiltInState(with: coder.builtIn)
    do {
      try encodeState(with: coder)
    } catch  where !isViewLoaded {
      // A controller that was never seen is asked without loading its view, as in UIKit; a script that then reaches for
      // the views it makes in `loadView` gets them.
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
    decodeBuiltInState(with: coder.builtIn)
    if try overrides?.perform(.decodeRestorableState(coder), on: self) != true {
      try decodeRestorableState(with: coder)
    }
  }

  public func finishRestoring() throws {
    if try overrides?.perform(.applicationFinishedRestoringState, on: self) != true {
      applicationFinishedRestoringState()
    }
  }

  public func willRestore(at path: IdentifierPath) {
    isAwaitingBinding = true
    restoringPath = path
  }

  public func didBind() {
    isAwaitingBinding = false
    restoringPath = nil
  }

  public func bind(children: [RestoredChild], presented: (any RestorableViewController)?) {
    bindChildren(children)
    if let presented = presented as? ViewController, presentedViewController !== presented {
      if presentedViewController != nil { dismiss() }
      setPresented(presented)
    }
  }

  /// The identifiers from the root to this controller; nil if it is in no window's tree, or it or one above it has none.
  public var restorationIdentifierPath: IdentifierPath? {
    if let restoringPath { return restoringPath }
    var components: [String] = []
    var controller = self
    while true {
      guard let identifier = controller.restorationIdentifier else { return nil }
      components.append(identifier)
      guard let parent = controller.structuralParent else { break }
      controller = parent
    }
    guard controller.hostingWindow != nil else {
      guard let path = controller.restoringPath else { return nil }
      return IdentifierPath(path.components.dropLast() + components.reversed())
    }
    return IdentifierPath(components.reversed())
  }

  /// Sends a message: to the script if it overrides the method, else to the built-in class. Records it first.
  func send(_ message: Message, named name: String, isRecorded: Bool = true, builtIn: () -> Void) {
    if isRecorded { log(name) }
    do {
      if try overrides?.perform(message, on: self) != true { builtIn() }
    } catch {
      report(error, from: "\((restorationIdentifierPath ?? appearedPath)?.description ?? "<\(className)>") \(name)")
    }
  }

  func log(_ callback: String) {
    guard isPartOfApp, let log = Application.current?.log else { return }
    log.record(
      (restorationIdentifierPath ?? appearedPath).map { .node($0) } ?? .unidentified(className: className), callback)
  }

  func report(_ error: any Error, from source: String, isToldOnce: Bool = false) {
    Application.current?.report(error, from: source, isToldOnce: isToldOnce)
  }
}
