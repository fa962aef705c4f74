/// An object that is no view or controller and takes part in preservation once it is registered with the application.
@MainActor
public protocol RestorableObject: StateRestoring {
  /// What makes the object again; nil if the app registers it at every launch.
  var objectRestorationClass: (any RestorationClass)? { get }

  /// The node under which its path stands; nil for the top.
  var objectRestorationParent: (any StateRestoring)? { get }

  /// Everything is restored and bound: what restoration calls for UIKit's `applicationFinishedRestoringState`.
  func finishRestoring() throws
}

extension RestorableObject {
  public var restorationPathParent: (any StateRestoring)? { objectRestorationParent }
}
