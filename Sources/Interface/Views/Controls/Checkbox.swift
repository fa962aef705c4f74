/// A switch shown as a checkbox with a title (AppKit's `NSButton` of this kind, UIKit's `UISwitch` with the style
/// `checkbox`).
@MainActor
open class Checkbox: Switch {
  /// The title, with its attributes.
  public var attributedTitle: Text = "" {
    didSet { if attributedTitle != oldValue { contentSizeDidChange() } }
  }
  /// The title as plain text.
  public var title: String {
    get { attributedTitle.string }
    set { attributedTitle = Text(newValue) }
  }

  private static let boxWidth = 4

  open override var heldBytes: Int { super.heldBytes + attributedTitle.heldBytes }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: Self.boxWidth - (title.isEmpty ? 1 : 0) + title.cellWidth, height: 1)
  }

  open override func draw(in canvas: Canvas) {
    let box = isOn ? "[x]" : "[ ]"
    canvas.put(title.isEmpty ? box : box + " ", x: 0, y: 0, style: controlStyle)
    let shown = attributedTitle.truncated(to: max(0, bounds.width - Self.boxWidth))
    canvas.put(
      isFirstResponder ? Text(shown.string) : shown, x: Self.boxWidth, y: 0, style: controlStyle, theme: theme)
  }

  open override func tapPoint(forTitle title: String) -> Point? { self.title == title ? tapPoint : nil }
  open override var accessibilityRole: AccessibilityRole? { .checkbox }
  open override var accessibilityText: String { accessibilityLabel ?? title }
}
