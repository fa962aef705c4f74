import Interface
import LuaRuntime

// For whom scripts run. What a callback changes beside properties and fields, such as a local variable of its script, leaves no
// trace. So autosave asks the node again whose callback ran. A callback that no event of a node led to, such as that of a
// timer, may have changed what any node encodes.
extension ScriptHost {
  /// Calls a script back for a node: the controller that the receiver is, or belongs to. Where there is none, for the node whose
  /// callback led here.
  ///
  /// - Parameter isAction: whether the user did something. Then what is kept of a failed decode is given up.
  func callingBack<Result>(
    _ receiver: AnyObject, isAction: Bool = false, _ body: () throws -> Result
  ) rethrows -> Result {
    guard !(receiver is ScriptApplication), let owner = Self.owner(of: receiver) ?? callbackOwner else {
      return try running(for: nil, body)
    }
    return try running(for: owner, body) { [self] in
      if isAction { owner.invalidateRestorableState() } else { owner.callbackDidRun() }
      (receiver as? View)?.invalidateRestorableState()
      hasCalledBack = true
    }
  }

  /// Runs a script for the controller in whose callback it was asked for, and because of no event of a node. Anything may have
  /// changed.
  func running<Result>(for owner: ViewController?, _ body: () throws -> Result) rethrows -> Result {
    try running(for: owner, body) { [self] in
      owner?.callbackDidRun()
      application.unobservedStateMayHaveChanged()
    }
  }

  private func running<Result>(
    for owner: ViewController?, _ body: () throws -> Result, note: () -> Void
  ) rethrows -> Result {
    let (outer, wasNoted, traces) = (callbackOwner, lua.isRunNoted, lua.tracesTouchedObjects)
    callbackOwner = owner
    lua.isRunNoted = true
    // What runs may save, and goes on afterwards.
    if traces { note() }
    defer {
      callbackOwner = outer
      lua.isRunNoted = wasNoted
      if traces { note() }
    }
    return try body()
  }

  /// The controller that the callbacks of an object belong to.
  private static func owner(of receiver: AnyObject) -> ViewController? {
    switch receiver {
    // Its handlers are written where it is presented.
    case let alert as AlertController: alert.presentingViewController
    case let controller as ViewController: controller
    case let item as BarButtonItem:
      // A navigation controller shows those of its top screen.
      (item.owningViewController as? NavigationController)?.topViewController ?? item.owningViewController
    case let view as View: view.owningViewController.flatMap { owner(of: $0) }
    default: nil
    }
  }
}
