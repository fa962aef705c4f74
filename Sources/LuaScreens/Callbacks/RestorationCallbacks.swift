/// The callbacks of objects that take part in saving and restoration: view controllers, views, registered objects, and
/// restoration classes.
///
/// After an error in `encodeRestorableState` the save keeps the state that the object encoded last. After an error in
/// `decodeRestorableState` the object has its initial state, and its saved state is kept until the user changes the
/// object.
package enum RestorationCallbacks {
  package static let encodeRestorableState = Callback(
    "encodeRestorableState(coder)",
    "Called when the state is saved, parents before children; autosave calls it only if the state may have changed. Encodes the values to restore. Call `super` as well. If it raises an error, the last encoded values are kept.",
    .query)
  package static let decodeRestorableState = Callback(
    "decodeRestorableState(coder)",
    "Called when the state is restored, from the root down, after `viewDidLoad` and before `viewWillAppear`. Decodes the saved values. Call `super` as well. A missing key decodes to nil."
  )
  package static let applicationFinishedRestoringState = Callback(
    "applicationFinishedRestoringState()",
    "Called on each restored controller, from the root down, when all of them have been decoded and are in place; before `didFinishLaunching`."
  )
  /// A callback of restoration classes. After an error the controller and its descendants are not restored.
  package static let viewControllerWithRestorationIdentifierPath = Callback(
    "viewControllerWithRestorationIdentifierPath(path: string[], coder: Coder): ViewController|nil",
    "Called on a restoration class (`self` is the class) at a launch, parents before children, for each saved controller with this class: returns that controller, re-created, or nil to omit it and its descendants. `path` contains the identifiers from the root, and `coder` the controller's saved values."
  )
  /// A callback of the restoration class of a registered object.
  package static let objectWithRestorationIdentifierPath = Callback(named: "objectWithRestorationIdentifierPath")
}
