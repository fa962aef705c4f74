/// Shows a child controller's view between optional bars at the top and the bottom.
@MainActor
final class BarContainerView: View {
  private let topBar: View?
  private let bottomBar: View?

  /// The child controller's view.
  weak var content: View? {
    didSet {
      guard content !== oldValue || content?.superview !== self else { return }
      if let oldValue, oldValue !== content, oldValue.superview === self { oldValue.removeFromSuperview() }
      if let content { insertSubview(content, at: topBar == nil ? 0 : 1) }
      setNeedsLayout()
    }
  }

  init(top: View? = nil, bottom: View? = nil) {
    topBar = top
    bottomBar = bottom
    super.init()
    for bar in [top, bottom].compactMap({ $0 }) { addSubview(bar) }
  }

  /// The content comes before the bars in focus order.
  override var initialFocusOrder: [View] {
    guard let content, content.superview === self else { return subviews }
    return [content] + subviews.filter { $0 !== content }
  }

  /// The bars and the content are as wide as the view.
  override func usesPreferredWidth(of subview: View) -> Bool { false }

  override func layoutSubviews() {
    // On a screen of one or two rows, the content takes precedence over the bars.
    var room = bounds.height
    func height(of bar: View?) -> Int {
      guard let bar, !bar.isHidden else { return 0 }
      let wanted = bar.fittingSize(in: bounds.size).height
      guard room > wanted + 1 else { return 0 }
      room -= wanted
      return wanted
    }
    let top = height(of: topBar)
    let bottom = height(of: bottomBar)
    topBar?.frame = Rect(x: 0, y: 0, width: bounds.width, height: top)
    content?.frame = Rect(x: 0, y: top, width: bounds.width, height: room)
    bottomBar?.frame = Rect(x: 0, y: top + room, width: bounds.width, height: bottom)
  }
}
