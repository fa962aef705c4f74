import Interface

/// Composes the frames of a screen: the app, the user's selection, the overlays, and the messages.
@MainActor
final class FrameComposer {
  private let overlays: OverlayStack
  private let selection: SelectionByMouse
  /// The last frame of the app, which remains visible after the app was killed.
  private var lastPicture: Grid?

  init(_ overlays: OverlayStack, _ selection: SelectionByMouse) {
    self.overlays = overlays
    self.selection = selection
  }

  /// Returns the frame for a screen of a size.
  ///
  /// - Parameter theme: the theme to use without an app.
  func frame(of application: Application?, on size: Size, theme: Theme) -> Grid {
    let picture = application?.render(withMessages: false) ?? lastPicture
    lastPicture = picture
    var grid = picture.map { $0.resized(to: size) } ?? Grid(size: size)
    selection.current?.draw(over: &grid)
    overlays.draw(over: &grid, theme: application?.theme ?? theme, hintRow: application?.hintRow)
    application?.drawMessages(over: &grid)
    return grid
  }
}
