import StateRestoration

/// A rectangle on the screen that draws itself and responds to keys and the mouse (UIKit's `UIView`).
@MainActor
open class View: Responder, StateRestoring {
  /// The name under which the view's own state is kept; nil keeps none.
  public var restorationIdentifier: String?
  /// A name for tests and tools; never saved.
  public var accessibilityIdentifier: String?
  /// The place within the superview.
  public var frame: Rect = .zero
  /// The view that this one is in.
  public internal(set) weak var superview: View?
  /// The views in this one, back to front.
  public internal(set) var subviews: [View] = []
  /// The controller whose root view this is.
  public internal(set) weak var viewController: ViewController?
  /// The window whose content this is; for a topmost view only.
  public internal(set) weak var hostingWindow: Window?
  /// The script's class of this object, if it has one.
  public var scriptClassName: String?
  /// The name of the class as archives and tools show it.
  public var className: String { scriptClassName ?? String(describing: type(of: self)) }

  open override var next: Responder? { viewController ?? superview ?? hostingWindow }

  open func encodeRestorableState(with coder: StateCoder) throws {}
  open func decodeRestorableState(with coder: StateCoder) throws {}
}
