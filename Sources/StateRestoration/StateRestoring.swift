/// An object that takes part in preservation and restoration (UIKit's `UIStateRestoring`).
@MainActor
public protocol StateRestoring: AnyObject {
  /// The name of the object among its siblings; nil keeps it, and for a view controller its whole subtree, out of the
  /// archive.
  var restorationIdentifier: String? { get }

  /// The name of its class, as the archive records it.
  var className: String { get }

  /// The node whose path this one's path continues: for a view, the controller it belongs to. Nil at the top.
  var restorationPathParent: (any StateRestoring)? { get }

  /// Writes what is needed to come back. An error keeps what the object wrote the last time.
  func encodeRestorableState(with coder: StateCoder) throws

  /// Reads what was written. An error leaves the object as its class made it.
  func decodeRestorableState(with coder: StateCoder) throws

  /// What preservation calls: ``encodeRestorableState(with:)``, unless the object adds to it or a script overrides it.
  func preserve(with coder: StateCoder) throws

  /// What restoration calls: ``decodeRestorableState(with:)``, unless the object adds to it or a script overrides it.
  func restore(from coder: StateCoder) throws
}

extension RestorableViewController {
  public var restorationPathParent: (any StateRestoring)? { restorationParent }
}

extension RestorableObject {
  public var restorationPathParent: (any StateRestoring)? { objectRestorationParent }
}

extension StateRestoring {
  public func preserve(with coder: StateCoder) throws {
    try encodeRestorableState(with: coder)
  }

  public func restore(from coder: StateCoder) throws {
    try decodeRestorableState(with: coder)
  }
}

/// A view controller as preservation and restoration see it: its names, its place in the tree and its views.
@MainActor
public protocol RestorableViewController: StateRestoring {
  /// Settable because a restored controller that names itself not gets the name it was preserved under.
  var restorationIdentifier: String? { get set }

  /// What makes a controller of this path again; nil leaves that to the application or the storyboard.
  var restorationClass: (any RestorationClass)? { get set }

  /// The scene it was instantiated from, if it came from a storyboard.
  var storyboardScene: ArchivedNode.StoryboardScene? { get }

  /// The controllers that this one contains, in order: the stack of a navigation controller, the tabs of a tab bar
  /// controller.
  var containedViewControllers: [any RestorableViewController] { get }

  /// The controller that this one presents, if that takes part in preservation (an alert does not).
  var preservedPresentedViewController: (any RestorableViewController)? { get }

  /// The controller that contains or presents this one.
  var restorationParent: (any RestorableViewController)? { get }

  /// The views with a restoration identifier below this controller's view, in the order of the view tree. Loads no view.
  var identifiedViews: [any StateRestoring] { get }

  /// Begins the time in which the controller is made but not yet bound to its container: until ``didBind()``,
  /// `parent`, `navigationController` and the like are nil for the app. The path names it in the event log.
  func willRestore(at path: IdentifierPath)

  /// Loads the view, if it is not loaded yet.
  ///
  /// - Returns: false if loading failed: what the view shows is then worse than what is stored.
  @discardableResult
  func loadViewIfNeeded() -> Bool

  /// Why a controller that a restoration method made cannot stand below this one; nil if it can.
  func refusal(of child: any RestorableViewController, as relation: ArchivedNode.Relation) -> String?

  /// Ends the time that began with ``willRestore(at:)``.
  func didBind()

  /// Takes its restored children and presented controller. Runs right before ``StateRestoring/restore(from:)``.
  ///
  /// - Parameter children: those contained children that could be made again, in order.
  func bind(children: [RestoredChild], presented: (any RestorableViewController)?)

  /// Everything is restored and bound: what restoration calls for UIKit's `applicationFinishedRestoringState`.
  func finishRestoring() throws
}

/// A contained child that was made again.
public struct RestoredChild {
  /// The child.
  public let viewController: any RestorableViewController
  /// Its place among its container's children when it was preserved, from 0.
  public let position: Int
}

/// Makes view controllers or objects again, by their identifier path (UIKit's `UIViewControllerRestoration` and
/// `UIObjectRestoration`).
@MainActor
public protocol RestorationClass: AnyObject {
  /// The name that the archive records.
  var name: String { get }

  /// Makes the controller of this path again, or returns one that exists. Nil means that it, and all below it, is not
  /// to come back.
  func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?

  /// Makes the object of this path again. Nil means that it is not to come back.
  func object(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws -> (any RestorableObject)?
}

extension RestorationClass {
  /// Makes nothing.
  public func object(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableObject)?
  { nil }
}

/// An object that is no view or controller and takes part in preservation once it is registered with the application.
@MainActor
public protocol RestorableObject: StateRestoring {
  /// What makes the object again; nil if the app registers it anew at every launch.
  var objectRestorationClass: (any RestorationClass)? { get }

  /// The node under which its path stands; nil for the top.
  var objectRestorationParent: (any StateRestoring)? { get }

  /// Everything is restored and bound: what restoration calls for UIKit's `applicationFinishedRestoringState`.
  func finishRestoring() throws
}
