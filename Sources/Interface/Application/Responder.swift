import StateRestoration

/// An object that can respond to what a person does: views, view controllers, windows and the application (UIKit's
/// `UIResponder`). What one does not handle goes on to the next.
@MainActor
open class Responder {
  /// A responder that nothing overrides.
  public init() {}

  /// Who is asked when this one does not handle an event.
  open var next: Responder? { nil }

  /// What keys do here now, those of the superclass included: for ``keyPressed(_:)`` and for the help that `?` shows.
  open var keyBindings: [KeyBinding] { [] }

  /// Handles a key and returns true, or returns false to pass it on to ``next``. Unless it is overridden, the first of the
  /// ``keyBindings`` that does something with the key does it.
  open func keyPressed(_ key: KeyPress) -> Bool { keyBindings.contains { $0.perform(key) } }

  /// Whether something else may use a key that does something here: see ``KeyBinding/yielding()``.
  final func yields(_ key: KeyPress) -> Bool { keyBindings.first { $0.keys.contains(key) }?.isYielding == true }

  /// What keys do here, as the help that `?` shows says it.
  public var keyHelp: [KeyHelp] { keyBindings.compactMap(\.help) }

  private var givenContext: ApplicationContext?

  /// What the application that this object belongs to lends it: the one in whose tree it is, or else the one that it was
  /// given to. Nil for an object that no application knows of.
  public final var applicationContext: ApplicationContext? { next?.applicationContext ?? givenContext }

  /// It belongs to this application, as long as it is in the tree of no other.
  public final func enter(_ context: ApplicationContext) { givenContext = context }

  /// Where a script made it, or gave it its restoration identifier: `file:line`. Only of controllers and of views that have one.
  public final var madeAt: String?

  /// What a script has put in place of this object's own methods; nil for an object that no script knows.
  public weak var overrides: (any MethodOverrides)?

  /// The observer of what this object owns, so that a script's garbage collector sees the same graph as Swift does.
  public weak var ownershipObserver: (any OwnershipObserver)? {
    didSet {
      guard let ownershipObserver, ownershipObserver !== oldValue else { return }
      for owned in ownedResponders { ownershipObserver.owner(self, didTake: owned) }
      toldBytes = 0
      heldBytesDidChange()
    }
  }

  /// About how many bytes this object holds of what it was given, by whomever: a script, the user, an archive. What it
  /// owns counts by itself.
  open var heldBytes: Int { 0 }
  private var toldBytes = 0

  /// Tells the observer how much this object holds. Call it after a change of anything that ``heldBytes`` counts.
  public final func heldBytesDidChange() {
    let size = heldBytes
    // The observer takes the object itself for larger than that.
    guard abs(size - toldBytes) >= 256, let ownershipObserver else { return }
    toldBytes = size
    ownershipObserver.responder(self, holds: size)
  }

  /// What this object holds strongly and a script can know: children, subviews, a view.
  open var ownedResponders: [Responder] { [] }

  /// Tells the observer that this object now holds another. Call it after the reference is made.
  public final func didTakeOwnership(of owned: Responder) {
    (ownershipObserver ?? owned.ownershipObserver)?.owner(self, didTake: owned)
  }

  /// Tells the observer that this object no longer holds another. Call it after the reference is gone.
  public final func didReleaseOwnership(of owned: Responder) {
    (ownershipObserver ?? owned.ownershipObserver)?.owner(self, didRelease: owned)
  }
}

/// What a script has put in place of an object's own methods.
@MainActor
public protocol MethodOverrides: AnyObject {
  /// Calls the script's method of this message, if the object's class (or the object) defines one.
  ///
  /// - Returns: false if there is none, or if it is one that says whether it did anything and it did not; the caller then
  ///   does what the built-in class does.
  /// - Throws: what the script's method threw.
  func perform(_ message: Message, on receiver: Responder) throws -> Bool

  /// Whether the script defines a method of this name for an object.
  func defines(_ method: String, for receiver: Responder) -> Bool
}

/// Observes which responders hold which others, and how much each holds beside them.
@MainActor
public protocol OwnershipObserver: AnyObject {
  /// `owner` now holds `owned` strongly.
  func owner(_ owner: Responder, didTake owned: Responder)
  /// `owner` no longer holds `owned`.
  func owner(_ owner: Responder, didRelease owned: Responder)
  /// A responder holds so many bytes of what it was given now.
  func responder(_ responder: Responder, holds bytes: Int)
}

/// A method that the host calls and a subclass may override.
public enum Message {
  case loadView
  case viewDidLoad
  case viewWillAppear(animated: Bool)
  case viewDidAppear(animated: Bool)
  case viewWillDisappear(animated: Bool)
  case viewDidDisappear(animated: Bool)
  case encodeRestorableState(StateCoder)
  case decodeRestorableState(StateCoder)
  case applicationFinishedRestoringState
  /// A view draws itself.
  case draw(Canvas)
  /// A view says what it shows in words.
  case accessibilityElements(GivenElements)
  /// A key for the receiver; done if the script's method says so.
  case keyPressed(KeyPress)
  /// Something the mouse did to a view, at a place in its own coordinates; done if the script's method says so.
  case mouseEvent(MouseEvent)
  /// A control's value was changed by the user: `onChange`, or a button's `action`.
  case valueChanged
  /// Whether the text of a field is valid.
  case validate(Validation)
  /// The user has answered an alert that the receiver presented with this result method.
  case alertResult(AlertResult, method: String)
  /// The user chose a link, in the text of a view.
  case linkActivated(View)
}
