/// A switch with a title beside it, as a box that is ticked or empty (AppKit's `NSButton` of this kind; UIKit's `UISwitch` with
/// the style `checkbox`).
@MainActor
open class Checkbox: Switch {
  /// What is on if it is ticked.
  public var title = "" {
    didSet { if title != oldValue { contentSizeDidChange() } }
  }

  private static let boxWidth = 4

  open override var heldBytes: Int { super.heldBytes + title.utf8.count }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: Self.boxWidth - (title.isEmpty ? 1 : 0) + title.cellWidth, height: 1)
  }

  open override func draw(in canvas: Canvas) {
    let box = isOn && isEffectivelyEnabled && !isFirstResponder ? theme[.accent] : controlStyle
    canvas.put(isOn ? "[x]" : "[ ]", x: 0, y: 0, style: box)
    canvas.put(title.truncated(to: max(0, bounds.width - Self.boxWidth)), x: Self.boxWidth, y: 0, style: controlStyle)
  }

  open override func tapPoint(forTitle title: String) -> Point? { self.title == title ? tapPoint : nil }
  open override var accessibilityRole: AccessibilityRole? { .checkbox }
  open override var accessibilityText: String { accessibilityLabel ?? title }
}
