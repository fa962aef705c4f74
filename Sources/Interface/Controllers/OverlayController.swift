/// A screen of the host's own over the app: no part of the app's tree, of its saved state or of its events.
@MainActor
open class OverlayController: ViewController {
  override final var isPartOfApp: Bool { false }
  open override var isPresentedOverCurrentContext: Bool { true }

  /// Puts it away.
  public final func close() {
    guard let window = hostingWindow, window.overlay === self else { return }
    window.overlay = nil
  }

  open override var keyBindings: [KeyBinding] { [KeyBinding("Close", [.escape: { self.close() }])] }

  /// Nothing below hears keys.
  open override func keyPressed(_ key: KeyPress) -> Bool {
    if (HostCommand.interrupt.keys + HostCommand.redraw.keys).contains(key) { return false }
    return super.keyPressed(key) || key.key != .tab
  }
}
