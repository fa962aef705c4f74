// Moving keyboard focus from view to view, in reading order.
extension Window {
  /// The views that can be focused now, in reading order.
  public var focusableViews: [View] { topLayer?.viewIfLoaded?.focusableViews ?? [] }

  func moveFocus(by step: Int, isArrow: Bool) -> Bool {
    let views = focusableViews
    guard !views.isEmpty else { return false }
    guard let current = firstResponder, let index = views.firstIndex(where: { $0 === current }) else {
      let first = step > 0 ? views.first : views.last
      guard makeFirstResponder(first) else { return false }
      first?.didReceiveFocus(byStep: step, isArrow: isArrow)
      return true
    }
    var (place, next) = (index, current)
    repeat {
      repeat {
        place = (place + step + views.count) % views.count
      } while step > 0 && place != index && current.skipsOnTab(views[place])
      next = views[place]
      next.scrollIntoView()
      guard makeFirstResponder(next) else { return false }
      // Focusing a view can resize it. One that has room only now may have nothing to scroll.
      content.layoutIfNeeded()
    } while place != index && !next.canBecomeFirstResponder
    next.scrollIntoView()
    next.didReceiveFocus(byStep: step, isArrow: isArrow)
    return true
  }
}
