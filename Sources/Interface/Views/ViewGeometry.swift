// Where a view is on the screen.
extension View {
  /// Where the view's own coordinates begin, in the superview's.
  var contentOrigin: Point {
    let around = contentInsets
    return Point(x: frame.minX + around.left, y: frame.minY + around.top)
  }

  /// A place of this view, in the window's coordinates.
  public func convertToWindow(_ point: Point) -> Point {
    sequence(first: self, next: \.superview).reduce(point) {
      let origin = $1.contentOrigin
      return Point(x: $0.x + origin.x, y: $0.y + origin.y)
    }
  }

  /// A place of the window, in this view's coordinates.
  public func convertFromWindow(_ point: Point) -> Point {
    let origin = convertToWindow(.zero)
    return Point(x: point.x - origin.x, y: point.y - origin.y)
  }

  /// Scrolls what the view is in so that it is seen.
  public func scrollIntoView() { scrollIntoView(bounds) }

  /// Scrolls what the view is in so that a part of it is seen.
  func scrollIntoView(_ part: Rect) {
    var rect = part
    var view = self
    while let outer = view.superview {
      let origin = view.contentOrigin
      rect = rect.offsetBy(x: origin.x, y: origin.y)
      outer.scrollToVisible(rect)
      view = outer
    }
  }
}
