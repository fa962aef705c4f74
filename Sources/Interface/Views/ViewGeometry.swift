// Coordinates and scrolling.
extension View {
  /// The origin of the view's coordinates, in those of the superview.
  var contentOrigin: Point {
    let around = contentInsets
    return frame.origin + Point(x: around.left, y: around.top)
  }

  /// Converts a point of this view to the window's coordinates.
  public func convertToWindow(_ point: Point) -> Point {
    var result = point
    var view: View? = self
    while let current = view {
      result = result + current.contentOrigin
      view = current.superview
    }
    return result
  }

  /// Converts a point of the window to this view's coordinates.
  public func convertFromWindow(_ point: Point) -> Point {
    point - convertToWindow(.zero)
  }

  /// Scrolls the enclosing scroll views so that the part of the view in use is visible.
  public func scrollIntoView() { scrollIntoView(usedRect) }

  /// Keeps the part of the view in use visible after a resize if it was visible before.
  func keepInSight() { scrollIntoView(usedRect, isKept: true) }

  /// Scrolls the enclosing scroll views so that a part of the view is visible.
  ///
  /// - Parameter isKept: whether the part was visible before a resize.
  func scrollIntoView(_ part: Rect, isKept: Bool = false) {
    var view = self
    while let outer = view.superview {
      // Inner views may have scrolled in earlier iterations.
      var rect = part
      for step in sequence(first: self, next: \.superview).prefix(while: { $0 !== outer }) {
        let origin = step.contentOrigin
        rect = rect.offsetBy(x: origin.x, y: origin.y)
      }
      if isKept { outer.keepVisible(rect) } else { outer.scrollToVisible(rect) }
      view = outer
    }
  }
}
