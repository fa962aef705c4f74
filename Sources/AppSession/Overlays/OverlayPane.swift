import Interface

/// A framed part of the screen that shows an overlay. The overlay runs in a separate small application, so that nothing
/// of it is in the app's tree or saved state.
@MainActor
package final class OverlayPane {
  /// The overlay.
  package let overlay: OverlayController
  private let application = Application(identifier: "luahost.overlay")
  private let window = Window()

  /// Shows an overlay on a screen of a size.
  package init(_ overlay: OverlayController, on screen: Size) {
    self.overlay = overlay
    overlay.screenSize = screen
    application.pasteboard.onChange = { [weak overlay] in overlay?.didCopy($0) }
    window.rootViewController = overlay
    application.addWindow(window)
    application.resize(to: inner.size)
    window.makeKeyAndVisible()
    application.launch(store: nil)
  }

  /// Releases the overlay, so that it can be shown again.
  func close() { window.rootViewController = nil }

  /// The area inside the border.
  private var inner: Rect {
    let frame = overlay.paneFrame
    return Rect(
      x: frame.minX + 1, y: frame.minY + 1, width: max(0, frame.size.width - 2), height: max(0, frame.size.height - 2))
  }

  /// Draws the overlay over a screen, in the theme of the app.
  package func draw(over grid: inout Grid, theme: Theme) {
    application.requiredTheme = theme
    let (frame, inner) = (overlay.paneFrame, inner)
    application.resize(to: inner.size)
    let cursor = grid.cursor
    let canvas = Canvas(grid: grid, base: theme[.screen])
    canvas.fill(frame)
    canvas.strokeBox(
      frame, border: theme.usesFills || !overlay.isFocused ? .rounded : .heavy,
      style: theme[overlay.isFocused ? .focusedBorder : .border])
    canvas.put(
      " \(overlay.title ?? "") ".truncated(to: max(0, frame.width - 4)), x: frame.minX + 2, y: frame.minY,
      style: theme[.header])
    grid = canvas.grid
    let content = application.render()
    for y in 0..<content.size.height {
      for x in 0..<content.size.width { grid[inner.minX + x, inner.minY + y] = content[x, y] }
    }
    let isModal = overlay.reservedRows == nil
    if overlay.isFocused {
      grid.cursor = isModal ? content.cursor.map { Point(x: inner.minX + $0.x, y: inner.minY + $0.y) } : nil
    } else {
      grid.cursor = cursor
    }
  }

  /// Passes an event to the overlay.
  package func handle(_ event: InputEvent) -> OverlayController.Response {
    application.resize(to: inner.size)
    return overlay.respond(to: event) { event in
      guard case .mouse(var mouse) = event else {
        application.handle(event)
        return
      }
      mouse.location = Point(x: mouse.location.x - inner.minX, y: mouse.location.y - inner.minY)
      application.handle(.mouse(mouse))
    }
  }
}
