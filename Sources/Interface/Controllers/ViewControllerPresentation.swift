// Modal presentation.
extension ViewController {
  /// Whether this controller itself is presented, and not one of its containers.
  var isPresented: Bool { presenter != nil && container == nil }

  /// The controller that this one, or else its first visible descendant that presents one, presents.
  var visiblePresentation: ViewController? {
    if let presentedViewController { return presentedViewController }
    for child in childrenThatPresent {
      if let presented = child.visiblePresentation { return presented }
    }
    return nil
  }

  /// Presents a controller over this one until it is dismissed.
  ///
  /// - Parameter onResult: the name of this controller's method that receives the result of `dismiss(result)`.
  /// - Throws: ``ContainmentError`` if this controller presents another one already, or if this would create a circle
  ///   or more levels than ``maximumDepth``.
  public func present(_ controller: ViewController, onResult: String? = nil) throws {
    guard presentedViewController == nil else {
      throw ContainmentError.alreadyPresenting(
        presenter: className, presented: presentedViewController?.className ?? "")
    }
    guard controller.presenter == nil, controller.container == nil else {
      throw ContainmentError.circle(child: controller.className, parent: className)
    }
    if let refusal = refusal(ofDescendant: controller) { throw refusal }
    if onResult != nil, controller.restorationIdentifier != nil, let alert = controller as? AlertController,
      let action = alert.actions.first(where: { $0.handler != nil })
    {
      throw ContainmentError.handlerOfRestorableAlert(action: action.title)
    }
    controller.resultMethod = onResult
    setPresented(controller)
    window?.updateAppearance()
  }

  func setPresented(_ controller: ViewController) {
    if let window = controller.hostingWindow { window.rootViewController = nil }
    presentedViewController = controller
    controller.presenter = self
    didNest(controller)
    didTakeOwnership(of: controller)
    invalidateRestorableChildren()
  }

  /// Dismisses the controller that this one presents, and all above that (UIKit: `dismiss(animated:completion:)`); if it
  /// presents none, the presented controller that contains it.
  ///
  /// - Returns: the presenter and the dismissed controller; nil if nothing is presented.
  @discardableResult
  public func dismiss() -> (presenter: ViewController, dismissed: ViewController)? {
    if let presented = presentedViewController {
      remove(presented)
      window?.updateAppearance()
      return (self, presented)
    }
    var controller: ViewController? = self
    while let current = controller {
      if let presenter = current.presenter { return presenter.dismiss() }
      controller = current.container
    }
    return nil
  }

  /// Dismisses like ``dismiss()``, and tells the presenter's result method that there is no result.
  func dismissWithoutResult() {
    guard let (presenter, dismissed) = dismiss(), let method = dismissed.resultMethod else { return }
    presenter.take(nil, by: method)
  }

  private func remove(_ presented: ViewController) {
    while let next = presented.visiblePresentation, let presenter = next.presenter { presenter.remove(next) }
    presented.willBeRemoved()
    presentedViewController = nil
    presented.presenter = nil
    presented.viewIfLoaded?.removeFromSuperview()
    didReleaseOwnership(of: presented)
    invalidateRestorableChildren()
  }
}
