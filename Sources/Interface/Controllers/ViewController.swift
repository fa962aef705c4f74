import StateRestoration

/// Placeholder: the controllers are written beside the views.
@MainActor
open class ViewController: Responder {
  /// A view of this controller changed something that its state or the controller's may depend on.
  func viewStateChanged(_ view: View) {}
}
