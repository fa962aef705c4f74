/// A screen of the host over the app: the help, the command palette, problems, the prompt, the app's output. It is not
/// part of the app's tree, saved state or events.
///
/// An overlay about the app's screen is shown by the app's window, so that tests and `--plain` can use it. One that works
/// without the app as well is shown in a separate pane, with a frame.
@MainActor
open class OverlayController: ViewController {
  /// Shows the overlay; nil if it is not shown.
  public weak var overlayPresenter: (any OverlayPresenter)?

  override final var isPartOfApp: Bool { false }
  open override var isPresentedOverCurrentContext: Bool { true }

  /// Whether the subject of the overlay was removed or has changed, so that the overlay closes.
  var isOutdated: Bool { false }

  /// Closes the overlay.
  public final func close() { overlayPresenter?.dismiss(self) }

  open override var keyBindings: [KeyBinding] { [KeyBinding("Close", [.escape: { self.close() }])] }

  /// Consumes all other keys, so that nothing below receives them.
  open override func keyPressed(_ key: KeyPress) -> Bool {
    if HostCommand(key)?.passesDialogs == true { return false }
    return super.keyPressed(key) || key.key != .tab
  }

  // MARK: In a separate pane

  /// The result of an event.
  public enum Response: Sendable {
    /// The overlay has handled the event.
    case handled
    /// The event is passed to the overlays and the app below.
    case passed
    /// The overlay closes.
    case closes
    /// The overlay closes, and the event is passed to the overlays and the app below.
    case closesAndPasses
  }

  /// The size of the screen.
  public var screenSize = Size.zero {
    didSet { if screenSize != oldValue { screenSizeDidChange() } }
  }

  /// Called when the screen has another size.
  open func screenSizeDidChange() {}
  /// The frame on the screen, including the border; by default the whole screen.
  open var paneFrame: Rect { Rect(origin: .zero, size: screenSize) }
  /// Whether the overlay has keyboard focus, and the text cursor.
  open var isFocused: Bool { true }
  /// The number of rows at the bottom of the screen that the app leaves to the overlay. Other overlays cover the app, and
  /// receive all input.
  open var reservedRows: Int? { nil }
  /// Whether the overlay covers the output of the app, and closes when that is shown.
  open var coversOutput: Bool { false }
  /// The effects of the overlay's keys, for the last line of the app's screen.
  open var keyHints: [KeyHint] { [] }

  /// Handles an event.
  ///
  /// - Parameter deliver: passes the event to the views of the overlay.
  open func respond(to event: InputEvent, deliver: (InputEvent) -> Void) -> Response {
    deliver(event)
    return .handled
  }

  /// Takes a problem that is to be shown. Returns false if it needs another overlay.
  open func take(_ problem: Problem) -> Bool { false }
  /// Called when the user has copied text in the overlay.
  open func didCopy(_ text: String) {}
}

/// Shows overlays.
@MainActor
public protocol OverlayPresenter: AnyObject {
  /// Removes an overlay, if it is shown.
  func dismiss(_ overlay: OverlayController)
}

extension Window: OverlayPresenter {
  public func dismiss(_ overlay: OverlayController) { if self.overlay === overlay { self.overlay = nil } }
}
