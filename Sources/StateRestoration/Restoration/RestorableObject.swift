/// An object other than a view or controller that is preserved once it is registered with the application.
@MainActor
public protocol RestorableObject: StateRestoring {
  /// The class that re-creates the object; nil if the app registers the object at every launch.
  var objectRestorationClass: (any RestorationClass)? { get }

  /// The parent of the object's path; nil for a top-level object. A re-created object without a parent is given the one
  /// with which it was saved.
  var objectRestorationParent: (any StateRestoring)? { get set }

  /// Called when the whole state is restored and bound, like UIKit's `applicationFinishedRestoringState`.
  func finishRestoring() throws
}

extension RestorableObject {
  public var restorationPathParent: (any StateRestoring)? { objectRestorationParent }
}
