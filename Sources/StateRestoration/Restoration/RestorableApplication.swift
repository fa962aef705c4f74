/// The requirements of preservation and restoration for an application: the roots of its tree, and its callbacks.
@MainActor
public protocol RestorableApplication: AnyObject {
  /// The root view controllers of the windows, in the order of the windows.
  var rootViewControllers: [(window: Int, viewController: any RestorableViewController)] { get }

  /// The objects registered for restoration, in the order of registration.
  var registeredObjects: [any RestorableObject] { get }
  /// Returns the registered objects with an identifier; "" for those without one.
  func registeredObjects(named identifier: String) -> [any RestorableObject]

  /// The time, versions and screen size for a save created now.
  var currentSaveInfo: SaveInfo { get }

  /// Returns whether to save the state. The application can encode state in its own key space.
  func shouldSaveApplicationState(_ coder: StateCoder) throws -> Bool
  /// The title of the screen, for the history; nil if it has none.
  var screenTitle: String? { get }
  /// Encodes the state of the application's built-in class, separate from the app's keys.
  func encodeBuiltInState(with coder: StateCoder)
  /// Decodes the state of the application's built-in class, before anything is restored.
  func decodeBuiltInState(with coder: StateCoder)
  /// Encodes further state of the application, before any controller.
  func willEncodeRestorableState(_ coder: StateCoder) throws
  /// Returns whether to restore the state.
  func shouldRestoreApplicationState(_ coder: StateCoder) throws -> Bool
  /// Decodes the application's state, after all controllers.
  func didDecodeRestorableState(_ coder: StateCoder) throws

  /// Whether the application implements ``viewController(withRestorationIdentifierPath:coder:)``.
  var makesViewControllers: Bool { get }
  /// Creates a controller that has no restoration class. Nil leaves it to existing controllers and the storyboard.
  func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?

  /// Creates a controller of a built-in class that is restored without the app's help; nil for any other.
  func hostViewController(for node: ArchivedNode, coder: StateCoder) -> (any RestorableViewController)?

  /// Returns a restoration class by name; nil if the app has none.
  func restorationClass(named name: String) -> (any RestorationClass)?
  /// Returns a storyboard by name; nil if the app has none.
  func storyboard(named name: String) -> AnyObject?
  /// Instantiates a scene again; nil if the storyboard or the scene no longer exists.
  func instantiateViewController(from scene: ArchivedNode.StoryboardScene) throws -> (any RestorableViewController)?
  /// Creates an alert of one of the app's classes, which cannot be created otherwise; nil for any other node.
  func instantiateAlert(for node: ArchivedNode) throws -> (any RestorableViewController)?

  /// Returns why a controller created by a restoration method cannot be the root of a window; nil if it can.
  func refusal(ofRoot viewController: any RestorableViewController) -> String?
  /// Sets a restored root controller for the window with this index.
  func setRootViewController(_ viewController: any RestorableViewController, window: Int)
  /// Registers an object for preservation and restoration, such as one that its restoration class has re-created.
  ///
  /// - Throws: the reason why the object cannot be registered. A re-created object is restored nevertheless, but will not be
  ///   saved again, which is reported.
  func registerObjectForStateRestoration(_ object: any RestorableObject) throws

  /// Reports a problem that was worked around to the user, once.
  func report(_ problem: RestorationProblem)
}

extension RestorableApplication {
  public func hostViewController(for node: ArchivedNode, coder: StateCoder) -> (any RestorableViewController)? { nil }
  public func instantiateAlert(for node: ArchivedNode) throws -> (any RestorableViewController)? { nil }
  public var screenTitle: String? { nil }
  public func encodeBuiltInState(with coder: StateCoder) {}
  public func decodeBuiltInState(with coder: StateCoder) {}
}
