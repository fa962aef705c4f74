/// What the application of a script is called for: its launch, its life cycle, its saves and restorations.
///
/// An error in one of them is reported, and the app goes on: after one in `shouldSaveApplicationState` nothing is saved, after
/// one in `shouldRestoreApplicationState` nothing is restored.
enum ApplicationCallbacks {
  static let willFinishLaunching = Callback(
    "willFinishLaunching(options: table|nil)",
    "Called first at every launch, before anything is restored: makes the window, and what must be there for restoration. `options` are those of the launch; nil if there are none."
  )
  static let didFinishLaunching = Callback(
    "didFinishLaunching(options: table|nil)",
    "Called last at every launch, after the state has been restored, if there was any: makes the root controller if the window has none, and shows the window."
  )
  static let shouldSaveApplicationState = Callback(
    "shouldSaveApplicationState(coder: Coder): boolean",
    "Called at each save, before the objects are asked: returns whether the state is to be saved; only `true` is yes, and without the method nothing is saved. What it encodes is the app's own.",
    .query)
  static let shouldRestoreApplicationState = Callback(
    "shouldRestoreApplicationState(coder: Coder): boolean",
    "Called at a launch with a saved state, after `willFinishLaunching`: returns whether it is to be restored; only `true` is yes, and without the method nothing is restored. `coder.info` says which version saved it, and when."
  )
  static let viewControllerWithRestorationIdentifierPath = Callback(
    "viewControllerWithRestorationIdentifierPath(path: string[], coder: Coder): ViewController|nil",
    "Called at a launch for each saved controller without a restoration class, parents before children: returns that controller, re-created or existing; nil for one of the same path that is there already, or its storyboard's. `path` is the identifiers from the root to it, `coder` has what it kept."
  )
  static let willEncodeRestorableState = Callback(
    "willEncodeRestorableState(coder: Coder)",
    "Called at each save, after `shouldSaveApplicationState` and before any controller is asked: puts what is the app's own into the coder.",
    .query)
  static let didDecodeRestorableState = Callback(
    "didDecodeRestorableState(coder: Coder)",
    "Called when all controllers and views have decoded: takes what is the app's own out of the coder.")
  static let didBecomeActive = Callback(
    "didBecomeActive()",
    "Called when the user can use the app: at the end of a launch, and on coming back from the background.")
  static let willResignActive = Callback(
    "willResignActive()",
    "Called before the user cannot use the app any more: when it goes to the background, and at its end.")
  static let didEnterBackground = Callback(
    "didEnterBackground()",
    "Called when the app shows no more, before it is saved: on Ctrl-Z, and at its end.")
  static let willEnterForeground = Callback(
    "willEnterForeground()",
    "Called before the app shows again, on coming back from the background.")
  static let willTerminate = Callback(
    "willTerminate()",
    "Called last before the app ends in order, after it has been saved. Not called when it is killed.")
  static let didReceiveMemoryWarning = Callback(
    "didReceiveMemoryWarning()",
    "Called when scripts hold nearly all the memory that they may: lets go of what can be made again.")

  /// All of them, in the order in which they are documented.
  static let all = [
    willFinishLaunching, didFinishLaunching, shouldSaveApplicationState, shouldRestoreApplicationState,
    viewControllerWithRestorationIdentifierPath, willEncodeRestorableState, didDecodeRestorableState, didBecomeActive,
    willResignActive, didEnterBackground, willEnterForeground, willTerminate, didReceiveMemoryWarning,
  ]
}
