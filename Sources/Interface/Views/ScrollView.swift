import StateRestoration

/// Shows a part of what is in it, and scrolls.
@MainActor
open class ScrollView: View {
  /// The cell of the content that stands in the upper left corner. Kept inside the content when that is laid out.
  public var contentOffset = Point.zero {
    didSet {
      guard contentOffset != oldValue else { return }
      setNeedsLayout()
      invalidateRestorableState()
    }
  }
  private var contentSize = Size.zero

  open override var canBecomeFirstResponder: Bool { isEffectivelyEnabled }
  open override func isFlexible(along axis: Axis) -> Bool { true }

  open override func layoutSubviews() {
    let unlimited = Size(width: bounds.width, height: 100_000)
    let size = stackSize(of: subviews, in: unlimited, axis: .vertical, spacing: 0)
    contentSize = Size(width: max(size.width, bounds.width), height: max(size.height, bounds.height))
    contentOffset = Point(
      x: min(max(0, contentOffset.x), contentSize.width - bounds.width),
      y: min(max(0, contentOffset.y), contentSize.height - bounds.height))
    layOut(
      subviews, in: Rect(origin: Point(x: -contentOffset.x, y: -contentOffset.y), size: contentSize), axis: .vertical,
      spacing: 0)
  }

  private func scroll(by rows: Int) -> Bool {
    let target = min(max(0, contentOffset.y + rows), max(0, contentSize.height - bounds.height))
    guard target != contentOffset.y else { return false }
    contentOffset.y = target
    return true
  }

  open override func keyPressed(_ key: KeyPress) -> Bool {
    switch key.key {
    case .up: scroll(by: -1)
    case .down: scroll(by: 1)
    case .pageUp: scroll(by: -max(1, bounds.height - 1))
    case .pageDown: scroll(by: max(1, bounds.height - 1))
    case .home: scroll(by: -contentSize.height)
    case .end: scroll(by: contentSize.height)
    default: false
    }
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .wheel(let rows) = event.action else { return false }
    return scroll(by: rows)
  }

  open override func scrollToVisible(_ rect: Rect) {
    if rect.minY < 0 { contentOffset.y += rect.minY }
    if rect.maxY > bounds.height { contentOffset.y += min(rect.maxY - bounds.height, rect.minY) }
    layoutIfNeeded()
  }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    coder.encode(contentOffset.x, forKey: "contentOffsetX")
    coder.encode(contentOffset.y, forKey: "contentOffsetY")
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    contentOffset = Point(
      x: max(0, coder.decodeInteger(forKey: "contentOffsetX") ?? 0),
      y: max(0, coder.decodeInteger(forKey: "contentOffsetY") ?? 0))
  }
}
