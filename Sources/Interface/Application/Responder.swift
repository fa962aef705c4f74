import StateRestoration

/// An object that responds to input: a view, view controller, window or application (UIKit's `UIResponder`). Unhandled
/// events go to the next responder.
@MainActor
open class Responder {
  /// Creates a responder without overrides.
  public init() {}

  /// The responder that receives events this one does not handle.
  open var next: Responder? { nil }

  /// The current key bindings, including those of the superclass, for ``keyPressed(_:)`` and for the help.
  open var keyBindings: [KeyBinding] { [] }

  /// Handles a key and returns true, or returns false to pass it on to ``next``. The default implementation tries the
  /// ``keyBindings`` in order until one handles the key.
  open func keyPressed(_ key: KeyPress) -> Bool {
    // Loops, because a closure would check the actor for each binding.
    for binding in keyBindings where binding.perform(key) { return true }
    return false
  }

  /// Whether this responder's binding of a key is yielding; see ``KeyBinding/yielding()``.
  final func yields(_ key: KeyPress) -> Bool {
    for binding in keyBindings where binding.keys.contains(key) { return binding.isYielding }
    return false
  }

  /// The entries for the key help.
  public var keyHelp: [KeyHelp] { keyBindings.compactMap(\.help) }

  private var givenContext: ApplicationContext?

  /// The context of the application that the object belongs to: inherited through the tree, or else set by
  /// ``enter(_:)``. Nil if the object belongs to no application.
  public final var applicationContext: ApplicationContext? { next?.applicationContext ?? givenContext }

  /// Sets the context to use while the object is in no application's tree.
  public final func enter(_ context: ApplicationContext) { givenContext = context }

  /// The place in a script that created the object or set its restoration identifier, as `file:line`. Only for
  /// controllers and for identified views.
  public final var createdAt: String?

  /// The script's overrides of the object's methods; nil for an object that no script knows.
  public var overrides: (any MethodOverrides)?

  /// Observes which objects this one owns, so that a script's garbage collector sees the same graph as Swift.
  public var ownershipObserver: (any OwnershipObserver)? {
    didSet {
      guard let ownershipObserver, ownershipObserver !== oldValue else { return }
      for owned in ownedResponders { ownershipObserver.owner(self, didTake: owned) }
      reportedBytes = 0
      heldBytesDidChange()
    }
  }

  /// The approximate size, in bytes, of the data that a script, the user or an archive has stored in this object. Owned
  /// objects count separately.
  open var heldBytes: Int { 0 }
  private var reportedBytes = 0

  /// Reports ``heldBytes`` to the observer. Call it after a change of anything that ``heldBytes`` includes.
  public final func heldBytesDidChange() {
    let size = heldBytes
    // The observer assumes a larger size for the object itself.
    guard abs(size - reportedBytes) >= 256, let ownershipObserver else { return }
    reportedBytes = size
    ownershipObserver.responder(self, holds: size)
  }

  /// The strongly referenced objects that a script can access: children, subviews, a view.
  open var ownedResponders: [Responder] { [] }

  /// Notifies the observer that this object owns another. Call it after setting the reference.
  public final func didTakeOwnership(of owned: Responder) {
    (ownershipObserver ?? owned.ownershipObserver)?.owner(self, didTake: owned)
  }

  /// Notifies the observer that this object no longer owns another. Call it after clearing the reference.
  public final func didReleaseOwnership(of owned: Responder) {
    (ownershipObserver ?? owned.ownershipObserver)?.owner(self, didRelease: owned)
  }
}

/// A script's overrides of an object's methods.
@MainActor
public protocol MethodOverrides: AnyObject {
  /// Calls the script's method for a message, if the object or its class defines one.
  ///
  /// - Returns: false if there is no such method, or if the method reports that it did not handle the message. The
  ///   caller then runs the built-in implementation.
  /// - Throws: any error of the script's method.
  func perform(_ message: Message, on receiver: Responder) throws -> Bool

  /// Returns whether the script defines a method for an object.
  func defines(_ method: String, for receiver: Responder) -> Bool
}

/// Observes which responders own which others, and the size of each.
@MainActor
public protocol OwnershipObserver: AnyObject {
  /// Called when `owner` has taken a strong reference to `owned`.
  func owner(_ owner: Responder, didTake owned: Responder)
  /// Called when `owner` has released `owned`.
  func owner(_ owner: Responder, didRelease owned: Responder)
  /// Called when the size of a responder's data has changed.
  func responder(_ responder: Responder, holds bytes: Int)
}
