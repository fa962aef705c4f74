/// The callbacks of view controllers on loading, appearing and disappearing, besides ``RestorationCallbacks``. An error
/// is reported, and the transition continues.
package enum ViewControllerCallbacks {
  static let keyPressed = Callback(
    "keyPressed(key): boolean|nil",
    "Called with each key that none of its views handles: `\"ctrl+c\"`, `\"up\"`, `\"x\"`. Returns true if the key was handled; otherwise it is passed to the parent and the app.",
    .action)
  package static let loadView = Callback(
    "loadView()",
    "Called once, when the view is first needed: creates the views and sets `self.view`. By default, the view is empty."
  )
  package static let viewDidLoad = Callback(
    "viewDidLoad()",
    "Called once, when the view has been loaded, before `decodeRestorableState` in a restoration. During a restoration `parent`, `navigationController` and similar properties are still nil."
  )
  static let viewWillAppear = Callback(
    "viewWillAppear(animated)",
    "Called before the screen becomes visible, initially and each time that it is uncovered. Not called for a restored screen that is covered."
  )
  static let viewDidAppear = Callback(
    "viewDidAppear(animated)",
    "Called when the screen has become visible, after `viewWillAppear`.")
  static let viewWillDisappear = Callback(
    "viewWillDisappear(animated)",
    "Called before the screen is covered, removed or left for another tab.")
  static let viewDidDisappear = Callback(
    "viewDidDisappear(animated)",
    "Called when the screen is no longer visible, after `viewWillDisappear`.")
}
