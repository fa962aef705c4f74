import Interface

/// The overlays over the app's screen, each in a pane, the topmost last.
@MainActor
public final class OverlayStack: OverlayPresenter {
  /// Called when the topmost overlay or the app's part of the screen changes.
  var onChange: () -> Void = {}
  /// Overlays that reserve rows are below overlays that cover the app.
  private var panes: [OverlayPane] = [] { didSet { onChange() } }
  private(set) var screen: Size

  /// Creates a stack for a screen of a size.
  init(on screen: Size) { self.screen = screen }

  /// The topmost overlay that covers the app and receives all input.
  var top: OverlayController? { panes.last.flatMap { $0.overlay.reservedRows == nil ? $0.overlay : nil } }

  /// The hints for the keys of the overlay that covers the app; nil if there is none.
  var keyHints: [KeyHint]? { top?.keyHints }

  /// The part of the screen available to the app.
  var room: Size {
    Size(width: screen.width, height: screen.height - panes.compactMap(\.overlay.reservedRows).reduce(0, +))
  }

  /// Shows an overlay.
  public func present(_ overlay: OverlayController) {
    dismiss(overlay)
    overlay.overlayPresenter = self
    let pane = OverlayPane(overlay, on: screen)
    if overlay.reservedRows == nil { panes.append(pane) } else { panes.insert(pane, at: 0) }
  }

  public func dismiss(_ overlay: OverlayController) { dismiss(where: { $0 === overlay }) }

  /// Dismisses all overlays that fulfill a condition.
  func dismiss(where isUnwanted: (OverlayController) -> Bool) {
    let unwanted = panes.filter { isUnwanted($0.overlay) }
    guard !unwanted.isEmpty else { return }
    panes.removeAll { isUnwanted($0.overlay) }
    unwanted.forEach { $0.close() }
  }

  /// Returns whether an overlay is shown.
  public func isPresented(_ overlay: OverlayController) -> Bool { panes.contains { $0.overlay === overlay } }

  /// Resizes the screen.
  func resize(to screen: Size) {
    self.screen = screen
    for pane in panes { pane.overlay.screenSize = screen }
  }

  /// Passes an event down the stack until an overlay handles it. Returns false if the app should handle it.
  func handle(_ event: InputEvent) -> Bool {
    for pane in panes.reversed() {
      switch pane.handle(event) {
      case .handled: return true
      case .passed: continue
      case .closes:
        dismiss(pane.overlay)
        return true
      case .closesAndPasses: dismiss(pane.overlay)
      }
    }
    return false
  }

  /// Offers a problem to the topmost overlay, and to open problem sheets. Returns whether one shows it.
  func take(_ problem: Problem) -> Bool {
    panes.reversed().contains { ($0.overlay === top || $0.overlay is ProblemSheet) && $0.overlay.take(problem) }
  }

  /// Draws the overlays over the app.
  ///
  /// - Parameter hintRow: the row of the app's key hints; nil for none.
  func draw(over grid: inout Grid, theme: Theme, hintRow: Int? = nil) {
    for pane in panes { pane.draw(over: &grid, theme: theme, hintRow: hintRow) }
  }
}
