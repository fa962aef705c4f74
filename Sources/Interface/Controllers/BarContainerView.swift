/// A bar at one edge, and the view of a contained controller in what is left.
@MainActor
final class BarContainerView: View {
  /// Where the bar is.
  enum Edge {
    case top, bottom
  }

  private let bar: View
  private let edge: Edge

  /// The view of the contained controller that is shown.
  weak var content: View? {
    didSet {
      guard content !== oldValue || content?.superview !== self else { return }
      if let oldValue, oldValue !== content, oldValue.superview === self { oldValue.removeFromSuperview() }
      if let content { insertSubview(content, at: 0) }
      setNeedsLayout()
    }
  }

  init(bar: View, edge: Edge) {
    self.bar = bar
    self.edge = edge
    super.init()
    addSubview(bar)
  }

  override func layoutSubviews() {
    // On a screen of one or two rows the content matters more than the bar.
    let wanted = bar.isHidden ? 0 : bar.sizeThatFits(bounds.size).height
    let barHeight = bounds.height > wanted + 1 ? wanted : 0
    let contentHeight = bounds.height - barHeight
    switch edge {
    case .top:
      bar.frame = Rect(x: 0, y: 0, width: bounds.width, height: barHeight)
      content?.frame = Rect(x: 0, y: barHeight, width: bounds.width, height: contentHeight)
    case .bottom:
      bar.frame = Rect(x: 0, y: contentHeight, width: bounds.width, height: barHeight)
      content?.frame = Rect(x: 0, y: 0, width: bounds.width, height: contentHeight)
    }
  }
}
