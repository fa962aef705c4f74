import Interface

/// Lets the mouse select text of the screen that the app does not handle the mouse on. The selected text is copied.
@MainActor
final class SelectionByMouse {
  /// The selection; nil if there is none.
  private(set) var current: ScreenSelection?

  /// Starts a selection with a press that nothing has handled.
  func begin(with event: InputEvent) {
    guard case .mouse(let mouse) = event, mouse.action == .press(button: 1) else { return }
    current = ScreenSelection(at: mouse.location)
  }

  /// Changes the selection, or removes it. Returns whether the event was for the selection.
  func handle(_ event: InputEvent, of application: Application) -> Bool {
    guard var selection = current else { return false }
    guard selection.isDragging, case .mouse(let mouse) = event else {
      // The selection was copied when the button was released; a user who copies by key gets the same.
      if case .key(let key) = event, HostCommand(key) == .interrupt {
        copy(selection, of: application)
        return true
      }
      current = nil
      return false
    }
    switch mouse.action {
    case .drag: selection.extend(to: mouse.location)
    case .release:
      selection.finish()
      copy(selection, of: application)
    default: return false
    }
    current = selection.isEmpty && !selection.isDragging ? nil : selection
    return true
  }

  private func copy(_ selection: ScreenSelection, of application: Application) {
    guard !selection.isEmpty else { return }
    application.pasteboard.string = selection.text(of: application.render())
  }
}
