import StateRestoration

/// Placeholder: the window is written beside the views.
@MainActor
public final class Window: Responder {
  /// The view that keys go to first.
  public internal(set) weak var firstResponder: View?
  /// Whether layout or drawing is owed before the next frame.
  public internal(set) var needsDisplay = true
}
