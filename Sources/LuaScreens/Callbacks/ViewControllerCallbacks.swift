/// What view controllers are called for while they load, appear and disappear, beside ``RestorationCallbacks``. An error in one of them is
/// reported, and what follows goes on.
enum ViewControllerCallbacks {
  static let keyPressed = Callback(
    "keyPressed(key): boolean|nil",
    "Called with each key that no view of it has a use for: `\"ctrl+c\"`, `\"up\"`, `\"x\"`. Returns true if the key did something; else it goes on to the parent and the app.",
    .action)
  static let loadView = Callback(
    "loadView()",
    "Called once, when the view is first asked for: makes the views and sets `self.view`. Without it the view is an empty one."
  )
  static let viewDidLoad = Callback(
    "viewDidLoad()",
    "Called once, when the view has been loaded, in a restoration before `decodeRestorableState`. `parent`, `navigationController` and the like are nil then in a restoration."
  )
  static let viewWillAppear = Callback(
    "viewWillAppear(animated)",
    "Called before the screen shows: at first, and each time that it comes back from being covered. Not for one that is restored but covered."
  )
  static let viewDidAppear = Callback(
    "viewDidAppear(animated)",
    "Called when the screen shows, after `viewWillAppear`.")
  static let viewWillDisappear = Callback(
    "viewWillDisappear(animated)",
    "Called before the screen is covered, taken away or left for another tab.")
  static let viewDidDisappear = Callback(
    "viewDidDisappear(animated)",
    "Called when the screen shows no more, after `viewWillDisappear`.")
}
