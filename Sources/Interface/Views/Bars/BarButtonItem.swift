/// A button in a bar (UIKit's `UIBarButtonItem`).
@MainActor
open class BarButtonItem: Button {
  /// The controller whose bar items it is one of; nil while it is in no bar.
  weak var screen: ViewController?

  open override var attributedTitle: Text {
    didSet { screen?.focusPlaceMayHaveChanged() }
  }

  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: title.cellWidth + 2, height: 1) }
  // Focus stays with the content that the button acts on.
  open override var takesFocusFromMouse: Bool { false }

  open override func draw(in canvas: Canvas) {
    let style: Style
    if !isEffectivelyEnabled {
      style = theme[.disabled].over(theme[.bar])
    } else if isFirstResponder || isPressed {
      style = theme[buttonRole]
    } else if isDestructive {
      style = Style(foreground: theme[.destructive].foreground).over(theme[.barItem])
    } else {
      style = theme[.barItem]
    }
    drawTitle(in: canvas, between: " ", " ", style: style)
  }
}

/// A row of buttons (UIKit's `UIToolbar`).
@MainActor
open class Toolbar: View {
  /// The buttons, from left to right.
  public var items: [BarButtonItem] = [] {
    didSet {
      guard !items.elementsEqual(oldValue, by: ===) else { return }
      replaceSubviews(oldValue, with: items)
    }
  }

  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: proposal.width, height: 1) }
  open override func isFlexible(along axis: Axis) -> Bool { axis == .horizontal }
  open override func layoutSubviews() { layOut(subviews, in: bounds, axis: .horizontal, spacing: 1) }
  open override func draw(in canvas: Canvas) { canvas.fill(bounds, style: theme[.bar]) }
}
