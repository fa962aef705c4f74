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

  /// Scrolls what the view is in so that it is seen: of one that is used at a place within it, that place.
  public func scrollIntoView() { scrollIntoView(usedRect) }

  /// The size is another one: what was seen of the view still is.
  func keepInSight() { scrollIntoView(usedRect, isKept: true) }

  /// Scrolls what the view is in so that a part of it is seen.
  ///
  /// - Parameter isKept: whether it was seen, and only another size has taken it out of sight.
  func scrollIntoView(_ part: Rect, isKept: Bool = false) {
    var view = self
    while let outer = view.superview {
      // What lies further in has scrolled meanwhile.
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
