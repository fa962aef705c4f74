import Interface
import Loop
import LuaRuntime
import StateRestoration

/// Observes what the scripts of an app do and what the host does for them, such as a tool that looks for mistakes.
///
/// An observer is notified synchronously, on the main actor, in the order of the events. It must not change the app. The
/// host does not know its observers beyond this class, and without one each event costs one branch. A method that is not
/// overridden ignores its event.
///
/// The events of an app in use are frequent; those in detail are notified only to observers that want them, because it takes
/// time to find their places.
///
/// A place is `file:line`; nil if no script is running, or its code has no place.
@MainActor
open class ScriptObserver {
  /// Whether it is notified of the events in detail, too.
  open var wantsDetails: Bool { true }

  /// Creates an observer.
  public init() {}

  // MARK: Turns

  /// The Lua state is complete, and the app's script is about to run.
  open func scriptWillRun() {}
  /// A line typed at a prompt is about to run.
  open func lineWillRun() {}
  /// A turn of the app has ended, in which the script may have run.
  open func turnDidEnd() {}
  /// The user has pressed a key, or used the mouse.
  open func userDidAct() {}
  /// A problem was reported to the user.
  open func problemWasReported(_ problem: Problem) {}
  /// The host has found a use of its functions that is probably not intended.
  open func advice(_ message: String, at place: String?) {}

  // MARK: Objects

  /// A script has created a class.
  open func classWasCreated(_ hostClass: HostClass) {}
  /// A responder became known to scripts, usually because a script has created it.
  open func responder(_ responder: Responder, wasCreatedOf hostClass: HostClass) {}
  /// A script has written fields of an object in this turn.
  open func fieldsWereWritten(of object: AnyObject) {}
  /// A script has set the restoration identifier of a view or view controller.
  open func responder(_ responder: Responder, wasNamedAt place: String?) {}
  /// A responder has taken a strong reference to another one: a child, a subview, a root view controller.
  open func owner(_ owner: Responder, didTake owned: Responder) {}
  /// A responder has released a strong reference to another one.
  open func owner(_ owner: Responder, didRelease owned: Responder) {}
  /// A script is about to set the root view controller of a window.
  open func window(_ window: Window, willShow root: ViewController?, at place: String?) {}
  /// `loadView` of a controller has set no view.
  open func viewIsMissing(of controller: ViewController) {}
  /// A script has set the data source of a list or page view controller.
  open func dataSource(of asker: Responder, wasSetAt place: String?) {}
  /// A script has set a key command that calls a method of an object by its name.
  open func keyCommand(_ title: String, ofMethod method: String, wasSetOn object: Responder, at place: String?) {}

  // MARK: Saving and restoring

  /// A script has set the restoration class of a controller.
  open func restorationClass(_ name: String, wasSetAt place: String?) {}
  /// A script has registered an object for restoration.
  open func objectWasRegistered(_ object: any RestorableObject) {}
  /// A save has found that a registered object has no method `encodeRestorableState`. Notified once for each object.
  open func objectIsNotEncoded(_ object: any RestorableObject) {}
  /// The application's method has answered whether to save, or restore, its state.
  open func application(answered answer: Bool, to question: String) {}
  /// The state was restored, and `didFinishLaunching` follows.
  open func stateWasRestored() {}
  /// Preservation or restoration has worked around a problem.
  open func restorationProblem(_ problem: RestorationProblem) {}
  /// `didFinishLaunching` has replaced the restored root of a window.
  open func restoredRootWasReplaced(in window: Window) {}
  /// `didFinishLaunching` has created a window in addition to the restored one.
  open func restoredWindowWasReplaced(by window: Window) {}

  // MARK: Details

  /// A responder became known to scripts, usually because a script has created it.
  open func responder(_ responder: Responder, wasCreatedAt place: String?) {}
  /// A script has started a timer with `ui.after` or `ui.every`.
  open func timer(_ timer: TimerQueue.Timer, wasStartedAt place: String?) {}
  /// A script has read a property for an enclosing container.
  open func controller(_ controller: ViewController, wasAskedFor container: ContainerProperty, at place: String?) {}
  /// The host is about to call a function of a script.
  open func scriptWillBeCalled(_ call: ScriptCall) {}
  /// The function has returned, or raised an error.
  open func scriptWasCalled(_ call: ScriptCall, error: (any Error)?) {}
  /// A script has used a coder.
  open func coder(_ coder: StateCoder, wasUsed use: CoderUse) {}
  /// A restoration method has returned a view controller or object, or nil.
  open func restorationMethod(_ method: RestorationMethod, returned node: (any StateRestoring)?) {}
  /// A life-cycle event was recorded. The callback follows.
  open func lifeCycleEvent(_ event: LifeCycleEvent) {}
}

/// A call of a script's function by the host.
public struct ScriptCall {
  /// The name of the method or handler.
  public let name: String
  /// The object for which it is called; nil for a function of a class or without an object.
  public let receiver: AnyObject?
}

/// A method by which scripts use a coder.
public enum CoderMethod: String, Sendable, CaseIterable {
  case encode, keys, contains, decode, decodeInteger, decodeNumber, decodeString, decodeBoolean, decodeTable

  /// Whether the method asks for the value of a key.
  public var isDecoding: Bool { self != .encode && self != .keys }
  /// Whether the method returns nil for values of another type than its own.
  public var isTyped: Bool { isDecoding && self != .contains && self != .decode }
}

/// A use of a coder by a script.
public struct CoderUse {
  /// The method of the coder.
  public let method: CoderMethod
  /// The key; empty for ``CoderMethod/keys``, which reveals every key.
  public let key: String
  /// The place of the use in the script.
  public let place: String?
  /// The name of the callback in which it happens, if the observer sets it.
  package var callback = ""
  /// Whether the method has returned nil for a value of another type than its own.
  public var dropsValue = false
  /// The class whose `encodeRestorableState` encodes the value; nil if none does.
  public var encoder: HostClass?
  /// The approximate size of an encoded value in bytes.
  public var byteCount = 0
  /// The reason why the value cannot be encoded.
  public var error: (any Error)?
  /// The views and controllers that are encoded as references, also in tables.
  public var references: [Reference] = []

  /// A reference to a view or controller that does not retain it.
  public struct Reference {
    /// The object; nil if it is gone.
    public private(set) weak var responder: Responder?
    init(_ responder: Responder) { self.responder = responder }
  }
}

/// A method that re-creates view controllers or objects.
public struct RestorationMethod {
  /// The name of the method.
  public let name: String
  /// The restoration class; nil for the application's method.
  public let className: String?
  /// The path of the view controller or object to re-create.
  public let path: IdentifierPath
  /// The place where the method is defined.
  public let place: String?
}

/// A property for an enclosing container of a view controller.
public enum ContainerProperty: String, Sendable {
  case parent, navigationController, tabBarController, splitViewController

  /// The container of a view controller now.
  @MainActor
  public func value(of controller: ViewController) -> ViewController? {
    switch self {
    case .parent: controller.parent
    case .navigationController: controller.navigationController
    case .tabBarController: controller.tabBarController
    case .splitViewController: controller.splitViewController
    }
  }
}
