/// A bar with a title, a back button and the screen's buttons (UIKit's `UINavigationBar`).
@MainActor
final class NavigationBar: View {
  var title: Text = "" { didSet { if title != oldValue { setNeedsDisplay() } } }
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

  private var backText: String? { backTitle.map { "< \($0)".truncated(to: max(4, bounds.width / 3)) } }

  override func draw(in canvas: Canvas) {
    let style = theme[.bar]
    canvas.fill(bounds, style: style)
    var left = 0
    if let backText { left = canvas.put(backText, x: 0, y: 0, style: style) + 1 }
    // One cell separates the title from the buttons.
    let right = rightItems.filter { $0.frame.width > 0 }.map { $0.frame.minX - 1 }.min() ?? bounds.width
    let shown = title.truncated(to: max(0, right - left))
    let centered = min((bounds.width - shown.cellWidth) / 2, right - shown.cellWidth)
    canvas.put(shown, x: max(left, centered), y: 0, style: theme[.barTitle], theme: theme)
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .press(button: 1) = event.action, let backText, event.location.x < backText.cellWidth else {
      return false
    }
    onBack?()
    return true
  }

  override func tapPoint(forTitle title: String) -> Point? {
    guard let backTitle else { return nil }
    return title == backTitle || title == "< \(backTitle)" || title == "Back" ? .zero : nil
  }

  override var accessibilityRole: AccessibilityRole? { title.isEmpty ? nil : .header }
  override var accessibilityText: String { title.string }
  override var accessibilityElements: [AccessibilityElement] {
    let back = backTitle.map {
      AccessibilityElement(.button, "Back to \($0)", of: self, activationPoint: .zero)
    }
    return super.accessibilityElements + [back].compactMap { $0 }
  }
}
