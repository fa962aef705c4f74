/// What takes part in saves and restorations: view controllers, views, registered objects, and restoration classes.
///
/// After an error in `encodeRestorableState` the save keeps what the object encoded the last time; after one in
/// `decodeRestorableState` the object is as its class made it, and what was saved of it is kept until the user changes it.
enum RestorationCallbacks {
  static let encodeRestorableState = Callback(
    "encodeRestorableState(coder)",
    "Called when the state is saved, parents before children, and by autosave only where something may have changed: puts what is to come back into the coder. Call that of `super`, too. After an error what it kept the last time stands.",
    .query)
  static let decodeRestorableState = Callback(
    "decodeRestorableState(coder)",
    "Called when the state is restored, from the root down, after `viewDidLoad` and before `viewWillAppear`: takes what was kept out of the coder. Call that of `super`, too. A key that is not there decodes to nil."
  )
  static let applicationFinishedRestoringState = Callback(
    "applicationFinishedRestoringState()",
    "Called on each controller that was restored, from the root down, when all of them have decoded and are in place; before `didFinishLaunching`."
  )
  /// Of a restoration class. After an error the controller and everything below it are not restored.
  static let viewControllerWithRestorationIdentifierPath = Callback(
    "viewControllerWithRestorationIdentifierPath(path: string[], coder: Coder): ViewController|nil",
    "Called on a restoration class (`self` is the class) at a launch, parents before children, for each saved controller that has it: returns that controller, re-created, or nil to omit it and everything below it. `path` is the identifiers from the root to it, `coder` has what it kept."
  )
  /// Of the restoration class of a registered object.
  static let objectWithRestorationIdentifierPath = Callback(named: "objectWithRestorationIdentifierPath")
}
