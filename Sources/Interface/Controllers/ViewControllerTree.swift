/// Where a controller stands in the tree.
extension ViewController {
  /// The window that shows the tree this controller is in.
  public var window: Window? {
    var top = self
    while let next = top.structuralParent { top = next }
    return top.hostingWindow
  }

  /// The nearest navigation controller that this one is in.
  public var navigationController: NavigationController? { ancestor() }
  /// The nearest tab bar controller that this one is in.
  public var tabBarController: TabBarController? { ancestor() }
  /// The nearest split view controller that this one is in.
  public var splitViewController: SplitViewController? { ancestor() }

  private func ancestor<Container: ViewController>() -> Container? {
    var controller = parent
    while let current = controller {
      if let found = current as? Container { return found }
      controller = current.parent
    }
    return nil
  }

  /// Whether this controller or one above it (container or presenter) is the given one.
  func isDescendant(of other: ViewController) -> Bool {
    var controller: ViewController? = self
    while let current = controller {
      if current === other { return true }
      controller = current.structuralParent
    }
    return false
  }

  /// Why a controller cannot stand under this one, wherever it is to stand there; nil if it can.
  final func refusal(ofDescendant controller: ViewController) -> ContainmentError? {
    if isDescendant(of: controller) { return .circle(child: controller.className, parent: className) }
    return hasRoom(for: controller, within: Self.maximumDepth)
      ? nil
      : .tooDeep(
        child: controller.className, parent: className, kind: "view controllers", limit: Self.maximumDepth)
  }
}

// The verbs that containers are made of.
extension ViewController {
  /// For containers: takes a controller in, as the last child or at a place among them, without showing it. Call
  /// ``childrenDidChange()`` when all is as it is to be.
  ///
  /// - Parameter index: where it is to stand, from 0; the nearest place if there is none so far; nil for the last place. One
  ///   that is a child already stays where it is.
  /// - Throws: ``ContainmentError`` if that would make a circle, or more levels than ``maximumDepth``.
  public final func adopt(_ child: ViewController, at index: Int? = nil) throws {
    if let refusal = refusal(ofDescendant: child) { throw refusal }
    if child.container === self { return }
    if let old = child.container { old.removeChild(child) }
    if let window = child.hostingWindow { window.rootViewController = nil }
    childList.insert(child, at: index ?? children.count)
    child.container = self
    didNest(child)
    didTakeOwnership(of: child)
    invalidateRestorableChildren()
  }

  /// For containers: takes a child out, and nothing else. It is notified that it disappears, if it was visible.
  public final func detach(_ child: ViewController) {
    guard contains(child) else { return }
    child.willBeRemoved()
    // A notified script may have removed it itself.
    guard let place = place(of: child) else { return }
    childList.remove(at: place)
    child.container = nil
    child.viewIfLoaded?.removeFromSuperview()
    didReleaseOwnership(of: child)
    invalidateRestorableChildren()
  }

  /// For containers: says that other children, or others of them, are to be seen. They are asked for
  /// (``visibleChildren``), put into place (``placeVisibleChildren()``) and told that they appear or disappear; what the
  /// container keeps of itself is saved.
  public final func childrenDidChange() {
    invalidateRestorableState()
    window?.updateAppearance()
  }

  /// For containers: makes these the children, in this order, without showing them.
  ///
  /// - Throws: ``ContainmentError`` if one cannot stand there; the children are then as they were.
  public final func replaceChildren(with controllers: [ViewController]) throws {
    var staying: Set<ObjectIdentifier> = []
    for controller in controllers {
      if let refusal = refusal(ofDescendant: controller) { throw refusal }
      guard staying.insert(ObjectIdentifier(controller)).inserted else {
        throw ContainmentError.givenTwice(child: controller.className, parent: className)
      }
    }
    for old in children where !staying.contains(ObjectIdentifier(old)) { detach(old) }
    for controller in controllers where controller.container !== self { try adopt(controller) }
    childList.replace(with: controllers)
    invalidateRestorableChildren()
  }
}
