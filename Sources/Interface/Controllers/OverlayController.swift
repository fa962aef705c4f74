/// A screen of the host over the app. It is not part of the app's tree, saved state or events.
@MainActor
open class OverlayController: ViewController {
  override final var isPartOfApp: Bool { false }
  open override var isPresentedOverCurrentContext: Bool { true }

  /// Closes the overlay.
  public final func close() {
    guard let window = hostingWindow, window.overlay === self else { return }
    window.overlay = nil
  }

  open override var keyBindings: [KeyBinding] { [KeyBinding("Close", [.escape: { self.close() }])] }

  /// Consumes all other keys, so that nothing below receives them.
  open override func keyPressed(_ key: KeyPress) -> Bool {
    if (HostCommand.interrupt.keys + HostCommand.redraw.keys).contains(key) { return false }
    return super.keyPressed(key) || key.key != .tab
  }
}
