import StateRestoration

/// A stack of controllers. The topmost is shown below a bar with its title and a back button (UIKit's
/// `UINavigationController`). The order of the stack is preserved.
@MainActor
open class NavigationController: ViewController {
  private let bar = NavigationBar()
  private let toolbar = Toolbar()

  /// The stack, bottom first.
  public var viewControllers: [ViewController] { children }

  /// Replaces the whole stack, bottom first.
  ///
  /// - Throws: ``ContainmentError`` if a controller cannot be on the stack; the stack is then unchanged.
  public func setViewControllers(_ controllers: [ViewController]) throws {
    var below: Set<ObjectIdentifier> = []
    for controller in controllers {
      try checkCanPush(controller, isOnStack: !below.insert(ObjectIdentifier(controller)).inserted)
    }
    try replaceChildren(with: controllers)
    stackDidChange()
  }

  /// The controller on top of the stack.
  public var topViewController: ViewController? { children.last }

  /// The visible controller: the one presented over the top, or the top itself.
  public var visibleViewController: ViewController? {
    guard var controller = topViewController else { return nil }
    while let presented = controller.presentedViewController { controller = presented }
    return controller
  }

  /// Whether the navigation bar is hidden.
  public var isNavigationBarHidden = false {
    didSet {
      bar.isHidden = isNavigationBarHidden
      viewIfLoaded?.setNeedsLayout()
    }
  }

  /// Pushes a controller onto the stack and shows it.
  ///
  /// - Throws: ``ContainmentError`` if it is on a stack already, or is a navigation controller.
  open func push(_ controller: ViewController) throws {
    try checkCanPush(controller, isOnStack: contains(controller))
    try adopt(controller)
    stackDidChange()
  }

  /// Pops the top of the stack and returns it. The last controller stays.
  @discardableResult
  open func pop() -> ViewController? {
    guard children.count > 1, let top = children.last else { return nil }
    removeChild(top)
    stackDidChange()
    return top
  }

  /// Pops all controllers above the root and returns them, bottom first.
  @discardableResult
  open func popToRoot() -> [ViewController] {
    guard let root = children.first else { return [] }
    return popDown(to: root)
  }

  /// Pops all controllers above the given one and returns them, bottom first.
  ///
  /// - Throws: ``ContainmentError/notOnStack(_:)`` if the controller is not on the stack.
  @discardableResult
  open func popTo(_ controller: ViewController) throws -> [ViewController] {
    guard contains(controller) else {
      throw ContainmentError.notOnStack(controller.className)
    }
    return popDown(to: controller)
  }

  private func popDown(to controller: ViewController) -> [ViewController] {
    guard let index = place(of: controller) else { return [] }
    let popped = Array(children[(index + 1)...])
    for top in popped.reversed() { removeChild(top) }
    if !popped.isEmpty { stackDidChange() }
    return popped
  }

  open override func refusal(ofChild child: ViewController) -> String? {
    child is NavigationController ? "a navigation controller cannot be pushed onto another one's stack" : nil
  }

  private func checkCanPush(_ controller: ViewController, isOnStack: Bool) throws {
    if let reason = refusal(ofChild: controller) {
      throw ContainmentError.cannotPush(controller.className, reason: reason)
    }
    if isOnStack {
      throw ContainmentError.cannotPush(controller.className, reason: "it is already on the stack")
    }
    if isDescendant(of: controller) {
      throw ContainmentError.cannotPush(controller.className, reason: "it contains this navigation controller")
    }
  }

  open override func addChild(_ child: ViewController) throws {
    try push(child)
  }

  open override func removeChild(_ child: ViewController) {
    detach(child)
    updateBar()
  }

  private func stackDidChange() {
    updateBar()
    childrenDidChange()
  }

  // MARK: Showing

  open override func loadView() {
    bar.onBack = { [weak self] in self?.pop() }
    bar.isHidden = isNavigationBarHidden
    view = BarContainerView(top: bar, bottom: toolbar)
    updateBar()
  }

  open override func placeVisibleChildren() {
    (viewIfLoaded as? BarContainerView)?.content = topViewController?.view
  }

  private func updateBar() {
    bar.title = topViewController?.displayTitle ?? ""
    bar.subtitle = topViewController?.navigationItem.subtitle ?? ""
    bar.backTitle = children.count > 1 ? children[children.count - 2].displayTitle?.string ?? "" : nil
    if children.count > 1, bar.backTitle == "" { bar.backTitle = "Back" }
    bar.rightItems = topViewController?.navigationItem.rightBarButtonItems ?? []
    toolbar.items = topViewController?.toolbarItems ?? []
    toolbar.isHidden = toolbar.items.isEmpty
  }

  open override func childTitleDidChange(_ child: ViewController) {
    updateBar()
    super.childTitleDidChange(child)
  }

  open override func childBarItemsDidChange(_ child: ViewController) {
    if child === topViewController { updateBar() }
  }

  open override var titleChild: ViewController? { children.first }

  open override var visibleChildren: [ViewController] { topViewController.map { [$0] } ?? [] }
  override var keepsFocusedChild: Bool { false }
  open override var placesViewsOfChildren: Bool { true }

  open override var keyBindings: [KeyBinding] {
    children.count > 1 ? [KeyBinding("Back", [.escape: { self.pop() }])] : []
  }

  // MARK: Restoration

  open override func bindChildren(_ restored: [RestoredChild]) {
    let stack = mergeRestored(restored, keepsNew: false).children
    guard !stack.isEmpty else { return }
    try? replaceChildren(with: stack)
    stackDidChange()
  }
}
