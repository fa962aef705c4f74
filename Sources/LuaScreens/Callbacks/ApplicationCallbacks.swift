import Interface

/// The callbacks of a script's application: launch, life cycle, saving and restoration.
///
/// An error in a callback is reported, and the app continues: after an error in `shouldSaveApplicationState` nothing is
/// saved, after one in `shouldRestoreApplicationState` nothing is restored.
package enum ApplicationCallbacks {
  package static let willFinishLaunching = Callback(
    "willFinishLaunching(options: table|nil)",
    "Called first at every launch, before anything is restored: creates the window and everything that restoration requires. `options` are those of the launch, or nil."
  )
  package static let didFinishLaunching = Callback(
    "didFinishLaunching(options: table|nil)",
    "Called last at every launch, after the state, if any, has been restored: creates the root controller if the window has none, and shows the window."
  )
  package static let shouldSaveApplicationState = Callback(
    "shouldSaveApplicationState(coder: Coder): boolean",
    "Called at each save, before any object is encoded: returns whether to save the state. Only `true` means yes; without this method, nothing is saved. Values encoded here belong to the application.",
    .query)
  package static let shouldRestoreApplicationState = Callback(
    "shouldRestoreApplicationState(coder: Coder): boolean",
    "Called at a launch with a saved state, after `willFinishLaunching`: returns whether to restore it. Only `true` means yes; without this method, nothing is restored. `coder.info` contains the version and the time of the save."
  )
  package static let viewControllerWithRestorationIdentifierPath = Callback(
    "viewControllerWithRestorationIdentifierPath(path: string[], coder: Coder): ViewController|nil",
    "Called at a launch for each saved controller without a restoration class, parents before children: returns that controller, re-created or existing; nil to use an existing one with the same path, or the storyboard's. `path` contains the identifiers from the root, and `coder` the controller's saved values."
  )
  package static let willEncodeRestorableState = Callback(
    "willEncodeRestorableState(coder: Coder)",
    "Called at each save, after `shouldSaveApplicationState` and before any controller is encoded: encodes the application's own values.",
    .query)
  package static let didDecodeRestorableState = Callback(
    "didDecodeRestorableState(coder: Coder)",
    "Called when all controllers and views have been decoded: decodes the application's own values.")
  static let didBecomeActive = Callback(
    "didBecomeActive()",
    "Called when the app becomes usable: at the end of a launch, and on return from the background.")
  static let willResignActive = Callback(
    "willResignActive()",
    "Called before the app becomes unusable: when it goes to the background, and when it exits.")
  static let didEnterBackground = Callback(
    "didEnterBackground()",
    "Called when the app is no longer visible, before it is saved: on \(HostCommand.suspend.keyNames), and when it exits."
  )
  static let willEnterForeground = Callback(
    "willEnterForeground()",
    "Called before the app becomes visible again, on return from the background.")
  static let willTerminate = Callback(
    "willTerminate()",
    "Called last before an orderly exit, after the state has been saved. Not called when the app is killed.")
  static let didReceiveMemoryWarning = Callback(
    "didReceiveMemoryWarning()",
    "Called when scripts have used nearly all of their memory: releases everything that can be re-created.")

  /// All callbacks, in the order in which they are documented.
  static let all = [
    willFinishLaunching, didFinishLaunching, shouldSaveApplicationState, shouldRestoreApplicationState,
    viewControllerWithRestorationIdentifierPath, willEncodeRestorableState, didDecodeRestorableState, didBecomeActive,
    willResignActive, didEnterBackground, willEnterForeground, willTerminate, didReceiveMemoryWarning,
  ]
}
