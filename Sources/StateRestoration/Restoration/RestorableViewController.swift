/// The requirements of preservation and restoration for a view controller: its identifiers, its position in the tree,
/// and its views.
@MainActor
public protocol RestorableViewController: StateRestoring {
  /// Settable, because a restored controller without an identifier gets the preserved one.
  var restorationIdentifier: String? { get set }

  /// The class that re-creates the controller; nil leaves that to the application or the storyboard.
  var restorationClass: (any RestorationClass)? { get set }

  /// The scene from which it was instantiated, if it came from a storyboard.
  var storyboardScene: ArchivedNode.StoryboardScene? { get }

  /// The child controllers in order: the stack of a navigation controller, the tabs of a tab bar controller.
  var containedViewControllers: [any RestorableViewController] { get }

  /// The presented controller, if it is preserved (most alerts are not).
  var preservedPresentedViewController: (any RestorableViewController)? { get }

  /// The controller that contains or presents this one.
  var restorationParent: (any RestorableViewController)? { get }

  /// The views with a restoration identifier in this controller's view, in the order of the view tree. Does not load
  /// the view.
  var identifiedViews: [any StateRestoring] { get }

  /// Called when the controller exists but is not bound to its container yet. Until ``didBind()``, `parent`,
  /// `navigationController` and the like are nil for the app. The path identifies it in the event log, and it can
  /// decode state that it needs before its view is loaded.
  func willRestore(at path: IdentifierPath, from coder: StateCoder, in application: any RestorableApplication)

  /// Called for a controller outside of the tree that is preserved as the child of one that has encoded it. It belongs
  /// to this application.
  func willBePreserved(by application: any RestorableApplication)

  /// Loads the view if necessary.
  ///
  /// - Returns: false if loading failed, in which case the stored state is kept.
  @discardableResult
  func loadViewIfNeeded() -> Bool

  /// Returns why a controller created by a restoration method cannot be a child of this one; nil if it can.
  func refusal(of child: any RestorableViewController, as relation: ArchivedNode.Relation) -> String?

  /// Ends the phase that began with ``willRestore(at:from:in:)``.
  func didBind()

  /// Binds the restored children and presented controller. Called right before ``StateRestoring/restore(from:)``.
  ///
  /// - Parameter children: the child controllers that could be re-created, in order.
  func bind(children: [RestoredChild], presented: (any RestorableViewController)?)

  /// Called when the whole state is restored and bound, like UIKit's `applicationFinishedRestoringState`.
  func finishRestoring() throws
}

extension RestorableViewController {
  public var asViewController: (any RestorableViewController)? { self }

  public var restorationPathParent: (any StateRestoring)? { restorationParent }
}

/// A restored child controller.
public struct RestoredChild {
  /// The controller.
  public let viewController: any RestorableViewController
  /// The preserved zero-based index among its container's children.
  public let position: Int

  /// Creates a child, as a test of a container's `bind` needs it.
  public init(viewController: any RestorableViewController, position: Int) {
    self.viewController = viewController
    self.position = position
  }

  /// The maximum index, more than any container has children.
  public static let greatestPosition = 1 << 30
}
