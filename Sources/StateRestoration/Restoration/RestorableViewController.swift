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

  /// The controller that this one presents, if that takes part in preservation (most alerts do not).
  var preservedPresentedViewController: (any RestorableViewController)? { get }

  /// The controller that contains or presents this one.
  var restorationParent: (any RestorableViewController)? { get }

  /// The views with a restoration identifier below this controller's view, in the order of the view tree. Loads no view.
  var identifiedViews: [any StateRestoring] { get }

  /// Begins the time in which the controller is made but not yet bound to its container: until ``didBind()``,
  /// `parent`, `navigationController` and the like are nil for the app. The path names it in the event log; what it needs
  /// of its state before its view is loaded, it reads from the coder.
  func willRestore(at path: IdentifierPath, from coder: StateCoder, in application: any RestorableApplication)

  /// The controller is in no tree, and is preserved below one that has encoded it: it belongs to this application.
  func willBePreserved(by application: any RestorableApplication)

  /// Loads the view, if it is not loaded yet.
  ///
  /// - Returns: false if loading failed: what the view shows is then worse than what is stored.
  @discardableResult
  func loadViewIfNeeded() -> Bool

  /// Why a controller that a restoration method made cannot stand below this one; nil if it can.
  func refusal(of child: any RestorableViewController, as relation: ArchivedNode.Relation) -> String?

  /// Ends the time that began with ``willRestore(at:from:in:)``.
  func didBind()

  /// Takes its restored children and presented controller. Runs right before ``StateRestoring/restore(from:)``.
  ///
  /// - Parameter children: those contained children that could be made again, in order.
  func bind(children: [RestoredChild], presented: (any RestorableViewController)?)

  /// Everything is restored and bound: what restoration calls for UIKit's `applicationFinishedRestoringState`.
  func finishRestoring() throws
}

extension RestorableViewController {
  public var restorationPathParent: (any StateRestoring)? { restorationParent }
}

/// A contained child that was made again.
public struct RestoredChild {
  /// The child.
  public let viewController: any RestorableViewController
  /// Its place among its container's children when it was preserved, from 0.
  public let position: Int

  /// More than any container has children.
  public static let greatestPosition = 1 << 30
}
