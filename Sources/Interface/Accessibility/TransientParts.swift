// The parts of a screen that are not part of an app's state, for tools that compare two runs.
extension Application {
  /// Whether the screen shows something that no save keeps and that a restart removes: an alert without a result method,
  /// the help, the command palette, an open menu, or row actions.
  package var showsTransientParts: Bool {
    guard let window = frontWindow else { return false }
    if window.overlay != nil { return true }
    func shows(_ view: View) -> Bool {
      (view as? RowList)?.rowActions != nil || view.subviews.contains(where: shows)
    }
    return Automation(self).allControllers.contains { controller in
      if (controller as? AlertController)?.isTransient == true { return true }
      return controller.viewIfLoaded.map { $0.window != nil && shows($0) } ?? false
    }
  }
}

extension Window {
  /// The row of the key hints; nil if they are not shown.
  package var keyHintsRow: Int? { content.showsHints ? size.height - 1 : nil }
}

extension View {
  /// Whether the view's picture depends on the time, or shows a secret, so that two runs may differ in it.
  package var isPictureTransient: Bool {
    self is ActivityIndicator || (self as? ProgressView)?.isIndeterminate == true || holdsSecret
  }

  /// Whether the view holds a text that no save keeps.
  package var holdsSecret: Bool { (self as? TextField)?.isSecure == true }

  /// The validation message below the view; empty if there is none.
  package var validationMessage: String { (self as? TextField)?.message ?? "" }

  /// The visible part of the view on the screen; empty if it is hidden or outside.
  package var visibleFrame: Rect {
    guard window != nil else { return .zero }
    // In the coordinates around the view, which each step moves to those of the next superview.
    var frame = Rect(origin: .zero, size: bounds.size)
    var next: View? = self
    while let view = next {
      if view.isHidden { return .zero }
      let origin = view.contentOrigin
      frame = frame.intersection(Rect(origin: .zero, size: view.bounds.size)).offsetBy(x: origin.x, y: origin.y)
      next = view.superview
    }
    return frame.width > 0 && frame.height > 0 ? frame : .zero
  }
}
