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
