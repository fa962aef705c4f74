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

  open override var heldBytes: Int {
    // Each line of what is shown is a text of its own.
    let lines = wrapped.map { $0.text.utf8.count + $0.lines.count * 32 } ?? 0
    return super.heldBytes + text.utf8.count + lines
  }

  private var wrapped: (text: String, width: Int, lines: [(text: String, width: Int)])?

  /// The text in lines, which are made and measured once for a width.
  private func lines(width: Int) -> [(text: String, width: Int)] {
    if let wrapped, wrapped.width == width, wrapped.text == text { return wrapped.lines }
    let lines = text.wrapped(to: width).map { ($0.line, $0.line.cellWidth) }
    wrapped = (text, width, lines)
    heldBytesDidChange()
    return lines
  }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    let lines = lines(width: max(1, proposal.width))
    return Size(width: lines.map(\.width).max() ?? 0, height: max(1, lines.count))
  }

  open override func draw(in canvas: Canvas) {
    for (y, line) in lines(width: bounds.width).prefix(bounds.height).enumerated() {
      let free = bounds.width - line.width
      let x =
        switch alignment {
        case .left: 0
        case .center: free / 2
        case .right: free
        }
      canvas.put(line.text, x: max(0, x), y: y, style: textStyle)
    }
  }

  open override var accessibilityRole: AccessibilityRole? { text.isEmpty ? nil : .text }
  open override var accessibilityText: String { accessibilityLabel ?? text }
  open override func tapPoint(forTitle title: String) -> Point? { text == title ? .zero : nil }
}
