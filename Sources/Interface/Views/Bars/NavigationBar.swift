/// A bar with a title, a back button and the screen's buttons (UIKit's `UINavigationBar`).
@MainActor
final class NavigationBar: View {
  var title: Text = "" { didSet { if title != oldValue { setNeedsDisplay() } } }
  /// A text on the right of the title.
  var subtitle: Text = "" { didSet { if subtitle != oldValue { setNeedsDisplay() } } }
  /// The title of the previous screen; nil if there is none.
  var backTitle: String? { didSet { if backTitle != oldValue { setNeedsDisplay() } } }
  var onBack: (() -> Void)?
  /// The buttons on the right, the first one outermost.
  var rightItems: [BarButtonItem] = [] {
    didSet {
      guard !rightItems.elementsEqual(oldValue, by: ===) else { return }
      replaceSubviews(oldValue, with: rightItems.reversed())
    }
  }

  override func sizeThatFits(_ proposal: Size) -> Size { Size(width: proposal.width, height: 1) }

  override func layoutSubviews() {
    var x = bounds.width
    for item in rightItems {
      let width = item.isHidden ? 0 : min(item.fittingSize(in: bounds.size).width, max(0, x - bounds.width / 3))
      x -= width
      item.frame = Rect(x: x, y: 0, width: width, height: 1)
    }
  }

  /// The column of the back button.
  private static let backColumn = 1
  /// The minimum width of a bar whose back button keeps its title.
  private static let minimumWideWidth = 60

  /// The first column of the buttons on the right. One cell separates them from the title.
  private var rightEdge: Int { rightItems.filter { $0.frame.width > 0 }.map { $0.frame.minX }.min() ?? bounds.width }

  private var backText: String? {
    guard let backTitle else { return nil }
    let text = "‹ \(backTitle)"
    if bounds.width >= Self.minimumWideWidth { return text.truncated(to: bounds.width / 3) }
    let short = text.truncated(to: max(4, bounds.width / 4))
    return Self.backColumn + short.cellWidth + 1 + title.cellWidth < rightEdge ? short : "‹"
  }

  /// Whether the bar is not beside the side of a split view with the focus.
  private var isActive: Bool {
    guard window?.firstResponder != nil else { return true }
    var view: View = self
    while let outer = view.superview {
      if let split = outer as? SplitView, split.showsBothSides, !view.containsFirstResponder { return false }
      view = outer
    }
    return true
  }

  override func draw(in canvas: Canvas) {
    let bar = theme[.bar]
    canvas.fill(bounds, style: bar)
    var left = 0
    if let backText { left = canvas.put(backText, x: Self.backColumn, y: 0, style: theme[.barItem]) + 1 }
    let right = rightEdge < bounds.width ? rightEdge - 1 : bounds.width
    let shown = title.truncated(to: max(0, right - left))
    let start = max(left, min((bounds.width - shown.cellWidth) / 2, right - shown.cellWidth))
    let style = theme[isActive ? .barTitle : .barTitleInactive]
    let end = canvas.put(shown, x: start, y: 0, style: style, theme: theme)
    // The subtitle is omitted first.
    let subtitleStart = (rightEdge < bounds.width ? rightEdge : bounds.width - 1) - subtitle.cellWidth
    if !subtitle.isEmpty, subtitleStart > end + 1 {
      let style = theme[.secondary].over(bar)
      canvas.put(subtitle, x: subtitleStart, y: 0, style: style, theme: theme)
    }
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .press(button: 1) = event.action, let backText, event.location.x < Self.backColumn + backText.cellWidth
    else {
      return false
    }
    onBack?()
    return true
  }

  override func tapPoint(forTitle title: String) -> Point? {
    guard let backTitle else { return nil }
    return title == backTitle || title == "‹ \(backTitle)" || title == "< \(backTitle)" || title == "Back" ? .zero : nil
  }

  override var accessibilityRole: AccessibilityRole? { title.isEmpty ? nil : .header }
  override var accessibilityText: String { title.string }
  override var accessibilityValue: String? { subtitle.isEmpty ? nil : subtitle.string }
  override var accessibilityElements: [AccessibilityElement] {
    let back = backTitle.map {
      AccessibilityElement(.button, "Back to \($0)", of: self, activationPoint: .zero)
    }
    return super.accessibilityElements + [back].compactMap { $0 }
  }
}
