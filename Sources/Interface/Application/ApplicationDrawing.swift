// Drawing the screen.
extension Application {
  /// Draws the key window, or the snapshot of the last save while restoration is extended.
  ///
  /// - Parameter withMessages: whether messages, which are not part of the app's state, are drawn on top.
  public func render(withMessages: Bool = true, withKeyHints: Bool = true) -> Grid {
    var grid =
      extendedRestoration?.screen(of: screenSize, in: theme) ?? frontWindow?.render(withKeyHints: withKeyHints)
      ?? Grid(size: screenSize)
    if withMessages { drawMessages(over: &grid) }
    return grid
  }

  /// Performs the layout that precedes the next drawing, after which the focus and the scroll positions are what the user
  /// sees. An app in the background is not drawn.
  package func settle() {
    guard phase == .active, !isRestorationExtended else { return }
    keyWindow?.settle()
  }

  /// Draws the messages over the last rows of the app's part of a screen, above the key hints.
  public func drawMessages(over grid: inout Grid) {
    let height = min(hintRow ?? screenSize.height, grid.size.height)
    messages.draw(over: &grid, rows: 0..<max(0, height), theme: theme)
  }

  /// The row of the key hints, the last one of the app's part of the screen; nil if they are not shown.
  package var hintRow: Int? { isRestorationExtended ? nil : keyWindow?.keyHintsRow }
}
