/// A text that the person reads. It wraps to the room it has.
@MainActor
open class Label: View {
  /// Where lines that are shorter than the view stand.
  public enum Alignment: String, Sendable, CaseIterable {
    case left, center, right
  }

  /// The text.
  public var text = "" {
    didSet {
      guard text != oldValue else { return }
      contentSizeDidChange()
      invalidateRestorableState()
    }
  }
  /// Where short lines stand.
  public var alignment = Alignment.left { didSet { setNeedsDisplay() } }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    let lines = text.wrapped(to: max(1, proposal.width))
    return Size(width: lines.map { $0.line.cellWidth }.max() ?? 0, height: max(1, lines.count))
  }

  open override func draw(in canvas: Canvas) {
    for (y, line) in text.wrapped(to: bounds.width).prefix(bounds.height).enumerated() {
      let free = bounds.width - line.line.cellWidth
      let x =
        switch alignment {
        case .left: 0
        case .center: free / 2
        case .right: free
        }
      canvas.put(line.line, x: max(0, x), y: y, style: textStyle)
    }
  }

  open override var accessibilityRole: AccessibilityRole? { text.isEmpty ? nil : .text }
  open override var accessibilityText: String { accessibilityLabel ?? text }
  open override func tapPoint(forTitle title: String) -> Point? { text == title ? .zero : nil }
}
