/// A screen of the host's own over the app: no part of the app's tree, of its saved state or of its events.
@MainActor
class OverlayController: ViewController {
  override var isPartOfApp: Bool { false }
  override var isPresentedOverCurrentContext: Bool { true }

  func close() {
    guard let window = hostingWindow, window.overlay === self else { return }
    window.overlay = nil
  }

  /// Nothing below hears keys.
  override func keyPressed(_ key: KeyPress) -> Bool {
    if HostCommand.interrupt.keys.contains(key) { return false }
    if key == .escape { close() }
    return key.key != .tab
  }
}
