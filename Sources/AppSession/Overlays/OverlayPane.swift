import Interface

/// A framed part of the screen that shows an overlay. The overlay runs in a separate small application, so that nothing
/// of it is in the app's tree or saved state.
@MainActor
package final class OverlayPane {
  /// The overlay.
  let overlay: OverlayController
  private let application = Application(identifier: "luahost.overlay")
  private let window = Window()

  /// Shows an overlay on a screen of a size.
  init(_ overlay: OverlayController, on screen: Size) {
    self.overlay = overlay
    overlay.screenSize = screen
    application.pasteboard.onChange = { [weak overlay] in overlay?.didCopy($0) }
    overlay.view.role = isModal ? .overlay : .panel
    window.rootViewController = overlay
    application.addWindow(window)
    application.resize(to: inner.size)
    window.makeKeyAndVisible()
    application.launch(store: nil)
  }

  /// Releases the overlay, so that it can be shown again.
  func close() { window.rootViewController = nil }

  /// Whether the overlay covers the app and receives all input.
  private var isModal: Bool { overlay.reservedRows == nil }

  /// Whether the overlay has a border. On a very small screen, its rows are needed.
  private var hasBorder: Bool { Self.hasBorder(on: overlay.screenSize) }

  /// The area inside the border.
  private var inner: Rect {
    let frame = overlay.paneFrame
    guard hasBorder else { return frame }
    let width = Self.contentWidth(inFrameOf: frame.width, on: overlay.screenSize)
    return Rect(
      x: frame.minX + (frame.width - width) / 2, y: frame.minY + 1, width: width, height: max(0, frame.height - 2))
  }

  private static let minimumPaddedWidth = 16
  private static let minimumFramedHeight = 6

  private static func hasBorder(on screen: Size) -> Bool { screen.height >= minimumFramedHeight }

  /// Returns the width of an overlay in a frame. A blank column at each side keeps text and scroll bar off the border, if
  /// there is room.
  package static func contentWidth(inFrameOf width: Int, on screen: Size) -> Int {
    max(0, width - (!hasBorder(on: screen) ? 0 : width < minimumPaddedWidth ? 2 : 4))
  }

  /// The number of rows that the border of an overlay takes.
  static func borderRows(on screen: Size) -> Int { hasBorder(on: screen) ? 2 : 0 }

  /// Draws the overlay over a screen, in the theme of the app.
  ///
  /// - Parameter hintRow: the row of the key hints, which are those of an overlay that covers the app; nil for none.
  func draw(over grid: inout Grid, theme: Theme, hintRow: Int? = nil) {
    application.requiredTheme = theme
    let (frame, inner) = (overlay.paneFrame, inner)
    application.resize(to: inner.size)
    let cursor = grid.cursor
    let canvas = Canvas(grid: grid, base: theme[isModal ? .overlay : .panel].over(theme[.screen]))
    if isModal {
      let (width, height) = (grid.size.width, grid.size.height)
      let end = min(hintRow ?? height, height)
      canvas.dim(Rect(x: 0, y: 0, width: width, height: end), as: theme[.scrim])
      canvas.dim(Rect(x: 0, y: end + 1, width: width, height: max(0, height - end - 1)), as: theme[.scrim])
    }
    canvas.fill(frame)
    if hasBorder {
      canvas.strokeBox(
        frame, border: theme.usesFills || !overlay.isFocused ? .rounded : .heavy,
        style: theme[overlay.isFocused ? .focusedBorder : .border])
      canvas.put(
        " \(overlay.title ?? "") ".truncated(to: max(0, frame.width - 4)), x: frame.minX + 2, y: frame.minY,
        style: theme[.header])
    }
    grid = canvas.grid
    let content = application.render()
    for y in 0..<content.size.height {
      for x in 0..<content.size.width { grid[inner.minX + x, inner.minY + y] = content[x, y] }
    }
    if overlay.isFocused {
      grid.cursor = isModal ? content.cursor.map { Point(x: inner.minX + $0.x, y: inner.minY + $0.y) } : nil
    } else {
      grid.cursor = cursor
    }
  }

  /// Passes an event to the overlay.
  func handle(_ event: InputEvent) -> OverlayController.Response {
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
