// Appearance callbacks.
extension ViewController {
  /// The progress from `viewWillAppear` to `viewDidDisappear`.
  enum Appearance {
    case disappeared, appeared, disappearing
  }

  /// Sends `viewWillDisappear` to this controller and its visible descendants before they are removed.
  func willBeRemoved() {
    guard appearance == .appeared else { return }
    appearance = .disappearing
    send(.viewWillDisappear(animated: false)) { viewWillDisappear(false) }
    children.forEach { $0.willBeRemoved() }
    presentedViewController?.willBeRemoved()
  }
}
