import StateRestoration

/// Shows a number within a range as a bar with its value (SwiftUI's `Gauge`, AppKit's `NSLevelIndicator`).
@MainActor
open class Gauge: View {
  /// The number. The bar clamps it to the range; the text shows the number itself.
  public var value = 0.0 {
    didSet {
      guard value != oldValue, !(value.isNaN && oldValue.isNaN) else { return }
      visibleStateDidChange()
    }
  }
  /// The value of an empty bar.
  public var minimumValue = 0.0 { didSet { setNeedsDisplay() } }
  /// The value of a full bar.
  public var maximumValue = 1.0 { didSet { setNeedsDisplay() } }
  /// The value from which the bar shows a warning; nil for none.
  public var warningValue: Double? { didSet { setNeedsDisplay() } }
  /// The value from which the bar shows a critical level; nil for none.
  public var criticalValue: Double? { didSet { setNeedsDisplay() } }
  /// The title before the bar.
  public var title = "" { didSet { if title != oldValue { contentSizeDidChange() } } }
  /// The text after the bar; nil for the percentage.
  public var valueText: String? { didSet { if valueText != oldValue { contentSizeDidChange() } } }

  open override var heldBytes: Int { super.heldBytes + title.utf8.count + valueText.byteCount }

  /// The filled part of the bar, from 0 to 1.
  var fraction: Double { NumberScale(minimumValue, maximumValue).fraction(of: value) }

  private var shownValue: String { valueText ?? "\(Int((fraction * 100).rounded(.down))) %" }
  private var valueWidth: Int { max(shownValue.cellWidth, valueText == nil ? 5 : 0) }

  /// The mark beside the number and the style of the bar for the current level.
  private var level: (mark: String, style: Style) {
    if let criticalValue, value >= criticalValue { return ("!!", theme[.error]) }
    if let warningValue, value >= warningValue { return ("!", theme[.warning]) }
    return ("", theme[.accent])
  }

  open override func isFlexible(along axis: Axis) -> Bool { axis == .horizontal }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    let words = (title.isEmpty ? 0 : title.cellWidth + 1) + valueWidth + 1
    return Size(width: min(proposal.width, words + 20), height: 1)
  }

  open override func draw(in canvas: Canvas) {
    let (mark, style) = isEffectivelyEnabled ? level : ("", textStyle)
    let shown = mark.isEmpty ? shownValue : "\(mark) \(shownValue)"
    // If there is hardly any room, the number takes precedence.
    let valueStart = bounds.width - max(shown.cellWidth, valueWidth)
    var x = 0
    if !title.isEmpty, valueStart > 3 {
      let visibleTitle = title.truncated(to: max(0, valueStart - 2))
      x = canvas.put(visibleTitle, x: 0, y: 0, style: textStyle) + 1
    }
    let width = valueStart - 1 - x
    if width > 0 {
      let filled = Int((fraction * Double(width)).rounded())
      let track = isEffectivelyEnabled ? theme[.track] : textStyle
      PercentageBar.draw(filled, of: width, in: canvas, x: x, style: style, track: track)
    }
    let words = isEffectivelyEnabled && mark.isEmpty ? textStyle : style
    canvas.put(shown.truncated(to: bounds.width), x: max(0, bounds.width - shown.cellWidth), y: 0, style: words)
  }

  open override var accessibilityRole: AccessibilityRole? { .gauge }
  open override var accessibilityText: String { accessibilityLabel ?? title }
  open override var accessibilityValue: String? {
    let warning = ["": "", "!": ", high", "!!": ", too high"][level.mark] ?? ""
    return (valueText ?? "\(Int((fraction * 100).rounded(.down))) percent") + warning
  }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    coder.encode(value, forKey: "value")
  }
  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    if let value = coder.decodeNumber(forKey: "value") { self.value = value }
  }
}
