/// The application as preservation and restoration see it: the roots of its tree, and its say in what happens.
@MainActor
public protocol RestorableApplication: AnyObject {
  /// The root view controllers of the windows, in the order of the windows.
  var rootViewControllers: [(window: Int, viewController: any RestorableViewController)] { get }

  /// The objects registered for restoration, in the order of registration.
  var registeredObjects: [any RestorableObject] { get }

  /// When, by which versions and at what screen size a save made now would be.
  var currentSaveInfo: SaveInfo { get }

  /// Whether the state is to be saved. What is encoded here is in the application's own key space.
  func shouldSaveApplicationState(_ coder: StateCoder) throws -> Bool
  /// The title of the screen, for people who look for a save; nil if it has none.
  var screenTitle: String? { get }
  /// Writes what the application's class keeps by itself, apart from the keys of the app.
  func encodeBuiltInState(with coder: StateCoder)
  /// Reads what the application's class keeps by itself, before anything is restored.
  func decodeBuiltInState(with coder: StateCoder)
  /// Writes more into the application's key space, before any controller writes.
  func willEncodeRestorableState(_ coder: StateCoder) throws
  /// Whether the state is to be restored.
  func shouldRestoreApplicationState(_ coder: StateCoder) throws -> Bool
  /// Reads the application's key space, after every controller has read its own.
  func didDecodeRestorableState(_ coder: StateCoder) throws

  /// Whether the application makes controllers by ``viewController(withRestorationIdentifierPath:coder:)``.
  var makesViewControllers: Bool { get }
  /// Makes a controller that has no restoration class. Nil leaves it to what exists already and to the storyboard.
  func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?

  /// Makes a controller of a class that is restored without the app's help; nil for any other.
  func hostViewController(for node: ArchivedNode, coder: StateCoder) -> (any RestorableViewController)?

  /// The restoration class of this name, nil if the app has none.
  func restorationClass(named name: String) -> (any RestorationClass)?
  /// The storyboard of this name, nil if the app has none.
  func storyboard(named name: String) -> AnyObject?
  /// Instantiates a scene again. Nil if the storyboard or the scene is no more.
  func instantiateViewController(from scene: ArchivedNode.StoryboardScene) throws -> (any RestorableViewController)?
  /// Makes an alert of a class of the app, which nothing else makes; nil for any other node.
  func instantiateAlert(for node: ArchivedNode) throws -> (any RestorableViewController)?

  /// Why a controller that a restoration method made cannot be the root of a window; nil if it can.
  func refusal(ofRoot viewController: any RestorableViewController) -> String?
  /// Takes a restored root controller for the window of this place.
  func setRootViewController(_ viewController: any RestorableViewController, window: Int)
  /// Registers an object that its restoration class made again.
  func registerRestoredObject(_ object: any RestorableObject, identifier: String)

  /// Tells the user, once, about something that went wrong and was worked around.
  func report(_ problem: RestorationProblem)
}

extension RestorableApplication {
  public func hostViewController(for node: ArchivedNode, coder: StateCoder) -> (any RestorableViewController)? { nil }
  public func instantiateAlert(for node: ArchivedNode) throws -> (any RestorableViewController)? { nil }
  public var screenTitle: String? { nil }
  public func encodeBuiltInState(with coder: StateCoder) {}
  public func decodeBuiltInState(with coder: StateCoder) {}
}
