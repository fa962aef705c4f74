/// The position in the controller tree.
extension ViewController {
  /// The window that shows this controller's tree.
  public var window: Window? {
    var top = self
    while let next = top.structuralParent { top = next }
    return top.hostingWindow
  }

  /// The nearest enclosing navigation controller.
  public var navigationController: NavigationController? { ancestor() }
  /// The nearest enclosing tab bar controller.
  public var tabBarController: TabBarController? { ancestor() }
  /// The nearest enclosing split view controller.
  public var splitViewController: SplitViewController? { ancestor() }

  private func ancestor<Container: ViewController>() -> Container? {
    var controller = parent
    while let current = controller {
      if let found = current as? Container { return found }
      controller = current.parent
    }
    return nil
  }

  /// Whether this controller, or one of its containers or presenters, is the given one.
  func isDescendant(of other: ViewController) -> Bool {
    var controller: ViewController? = self
    while let current = controller {
      if current === other { return true }
      controller = current.structuralParent
    }
    return false
  }

  /// Returns why a controller cannot be a descendant of this one; nil if it can.
  final func refusal(ofDescendant controller: ViewController) -> ContainmentError? {
    if isDescendant(of: controller) { return .circle(child: controller.className, parent: className) }
    return hasRoom(for: controller, within: Self.maximumDepth)
      ? nil
      : .tooDeep(
        child: controller.className, parent: className, kind: "view controllers", limit: Self.maximumDepth)
  }
}

// The primitives for writing containers.
extension ViewController {
  /// Adds a child to a container without showing it. Call ``childrenDidChange()`` after the last change.
  ///
  /// - Parameter index: the zero-based index, clamped to the valid range; nil for the end. An existing child keeps its
  ///   index.
  /// - Throws: ``ContainmentError`` if this would create a circle, or more levels than ``maximumDepth``.
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

  /// Removes a child from a container and does nothing else. A visible child receives the disappearance callbacks.
  public final func detach(_ child: ViewController) {
    guard contains(child) else { return }
    child.willBeRemoved()
    // A callback may have removed the child already.
    guard let place = place(of: child) else { return }
    childList.remove(at: place)
    child.container = nil
    child.viewIfLoaded?.removeFromSuperview()
    didReleaseOwnership(of: child)
    invalidateRestorableChildren()
  }

  /// Updates a container after its children, or the visible ones among them, have changed. Reads ``visibleChildren``,
  /// calls ``placeVisibleChildren()``, sends appearance callbacks, and marks the container's state as changed.
  public final func childrenDidChange() {
    displayTitleMayHaveChanged()
    invalidateRestorableState()
    window?.updateAppearance()
  }

  /// Replaces a container's children without showing them.
  ///
  /// - Throws: ``ContainmentError`` if a controller cannot be a child; the children are then unchanged.
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
