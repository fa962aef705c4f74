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

  /// The restoration class of this name, nil if the app has none.
  func restorationClass(named name: String) -> (any RestorationClass)?
  /// The storyboard of this name, nil if the app has none.
  func storyboard(named name: String) -> AnyObject?
  /// Instantiates a scene again. Nil if the storyboard or the scene is no more.
  func instantiateViewController(from scene: ArchivedNode.StoryboardScene) throws -> (any RestorableViewController)?

  /// Why a controller that a restoration method made cannot be the root of a window; nil if it can.
  func refusal(ofRoot viewController: any RestorableViewController) -> String?
  /// Takes a restored root controller for the window of this place.
  func setRootViewController(_ viewController: any RestorableViewController, window: Int)
  /// Registers an object that its restoration class made again.
  func registerRestoredObject(_ object: any RestorableObject, identifier: String)

  /// Tells the person, once, about something that went wrong and was worked around.
  func report(_ problem: RestorationProblem)
}

/// Something that went wrong in preservation or restoration and was worked around.
public enum RestorationProblem {
  /// A callback of the app failed; `consequence` says what that means for the person.
  case callbackFailed(LifeCycleEvent, error: any Error, consequence: String)
  /// Two or more siblings have one identifier; they are told apart by their position.
  case duplicateIdentifier(path: IdentifierPath, classNames: [String])
  /// A node could not be made again; it and all below it are left out.
  case leftOut(path: IdentifierPath, className: String, reason: LeftOutReason)
  /// An object was encoded as a reference but has no identifier path, so it will decode to nil.
  case unreachableReference(key: String?, className: String)
  /// The last launch died restoring this save, so it is not tried again.
  case diedWhileRestoring(SaveNumber)
  /// What is stored could not be changed for this reason, and was written as a whole.
  case savedAnew(any Error)
  /// ``completeStateRestoration`` was not called in time.
  case restorationNotCompleted(seconds: Double)

  /// Why a node could not be made again.
  public enum LeftOutReason: Sendable {
    /// Its restoration method returned nil.
    case methodReturnedNil
    /// Its restoration method failed.
    case methodFailed
    /// Its restoration class is not defined by the app.
    case unknownRestorationClass(String)
    /// The method returned a controller that already stands for another path.
    case alreadyRestored
    /// The method returned a controller that cannot stand there.
    case cannotStandThere(because: String)
    /// It came from a scene that the app does not have any more, and nothing else makes it.
    case unknownScene(ArchivedNode.StoryboardScene)
    /// It has no restoration class, none was made by the application, none exists and it came from no storyboard.
    case nothingMakesIt
  }
}

extension RestorableApplication {
  public func encodeBuiltInState(with coder: StateCoder) {}
  public func decodeBuiltInState(with coder: StateCoder) {}
}
