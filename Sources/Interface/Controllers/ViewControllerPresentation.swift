// Showing one controller over another.
extension ViewController {
  /// Whether it is shown over another controller, and not because it is in one that is.
  var isPresented: Bool { presenter != nil && container == nil }

  /// Shows a controller over this one, until it is dismissed.
  ///
  /// - Parameter onResult: the name of this controller's method that takes the result of `dismiss(result)`.
  /// - Throws: ``ContainmentError`` if this controller presents another one already, or if that would make a circle or more
  ///   levels than ``maximumDepth``.
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

  /// Takes away the controller that this one presents; or, if it presents none, the one that it is in itself.
  ///
  /// - Returns: the presenter and the controller that was dismissed; nil if nothing is presented.
  @discardableResult
  public func dismiss() -> (presenter: ViewController, dismissed: ViewController)? {
    if let presented = presentedViewController {
      presented.willBeRemoved()
      presentedViewController = nil
      presented.presenter = nil
      presented.viewIfLoaded?.removeFromSuperview()
      didReleaseOwnership(of: presented)
      invalidateRestorableChildren()
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
}
