import Interface

/// Lets the user select and copy screen text with the mouse where the app ignores the mouse.
@MainActor
final class SelectionByMouse {
  /// The selection; nil if nothing is selected.
  private(set) var current: ScreenSelection?

  /// Starts a selection with a mouse press that was not handled, or with a drag that ends the press on a view.
  func begin(with event: InputEvent, of application: Application) {
    guard case .mouse(let mouse) = event else { return }
    switch mouse.action {
    case .press(button: 1): current = ScreenSelection(at: mouse.location)
    case .drag(button: 1):
      guard let start = application.keyWindow?.selectionStart else { return }
      current = ScreenSelection(at: start)
      current?.extend(to: mouse.location)
    default: break
    }
  }

  /// Changes or removes the selection. Returns whether the event is handled.
  func handle(_ event: InputEvent, of application: Application) -> Bool {
    guard var selection = current else { return false }
    guard selection.isDragging, case .mouse(let mouse) = event else {
      // The selection was copied when the button was released. The copy key copies it again.
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
