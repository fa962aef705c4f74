import StateRestoration

/// A chart with one bar per number.
@MainActor
open class BarChart: View {
  /// One bar.
  public struct Bar: Equatable, Sendable {
    /// The label beside the bar.
    public var label: String
    /// The number; NaN for a missing value.
    public var value: Double

    /// Creates a bar.
    public init(label: String = "", value: Double) {
      self.label = label
      self.value = value
    }
  }

  /// The bars, top to bottom or left to right.
  public var bars: [Bar] = [] {
    didSet {
      guard bars != oldValue else { return }
      labelBytes = bars.reduce(0) { $0 + $1.label.utf8.count + MemoryLayout<Bar>.stride }
      contentSizeDidChange()
      invalidateRestorableState()
    }
  }
  private var labelBytes = 0
  open override var heldBytes: Int { super.heldBytes + labelBytes }
  /// The value of a full bar; nil uses the maximum of the bars.
  public var maximumValue: Double? { didSet { setNeedsDisplay() } }
  /// The direction of the layout; with `horizontal`, each bar is a row that grows to the right, with `vertical`, a
  /// column that grows upwards. The bars of negative values grow in the other direction.
  public var axis = Axis.horizontal { didSet { if axis != oldValue { contentSizeDidChange() } } }

  /// Bars always start at 0.
  private var scale: NumberScale {
    let around = NumberScale(around: bars.lazy.map(\.value), lowest: nil, highest: nil)
    return NumberScale(min(0, around.lowest), maximumValue ?? max(0, around.highest))
  }
  /// Returns the parts of the room on both sides of 0 that the bars can fill, so that a value has the same length on both.
  private func parts(_ scale: NumberScale, positive: Int, negative: Int) -> (positive: Double, negative: Double) {
    guard scale.lowest < 0, scale.highest > 0, positive > 0, negative > 0 else { return (1, 1) }
    let ratio = scale.highest / -scale.lowest * (Double(negative) / Double(positive))
    return (min(1, ratio), min(1, 1 / ratio))
  }
  private var labelWidth: Int { bars.map(\.label.cellWidth).max() ?? 0 }
  private var valueWidth: Int { bars.map(\.value.shortText.cellWidth).max() ?? 0 }

  open override func isFlexible(along axis: Axis) -> Bool { axis == self.axis }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    guard axis == .horizontal else {
      return Size(width: max(0, bars.count * (columnWidth + 1) - 1), height: min(proposal.height, 8))
    }
    return Size(width: min(proposal.width, labelWidth + valueWidth + 22), height: bars.count)
  }

  open override func draw(in canvas: Canvas) {
    if axis == .horizontal { drawRows(in: canvas) } else { drawColumns(in: canvas) }
  }

  private var barStyle: Style { isEffectivelyEnabled ? theme[.accent] : textStyle }

  private func drawRows(in canvas: Canvas) {
    let scale = scale
    let values = min(valueWidth, bounds.width)
    // The numbers keep their room; the bars get at least a third of the rest.
    let labels = min(labelWidth, max(0, (bounds.width - values - 2) * 2 / 3))
    let start = labels + (labels > 0 ? 1 : 0)
    let room = max(0, bounds.width - start - values - 1)
    let zero = Int((scale.fraction(of: 0) * Double(room)).rounded())
    let parts = parts(scale, positive: room - zero, negative: zero)
    let (positive, negative) = (NumberScale(0, scale.highest), NumberScale(0, -scale.lowest))
    for (y, bar) in bars.prefix(bounds.height).enumerated() {
      canvas.put(bar.label.truncated(to: labels), x: 0, y: y, style: textStyle)
      if bar.value < 0 {
        let cells = Int((negative.fraction(of: -bar.value) * parts.negative * Double(zero)).rounded())
        canvas.put(
          String(repeating: "█", count: cells), x: start + zero - cells, y: y, style: theme[.destructive])
      } else if !bar.value.isNaN {
        let share = positive.fraction(of: bar.value) * parts.positive
        canvas.put(BarGlyphs.row(share, cells: room - zero), x: start + zero, y: y, style: barStyle)
      }
      let text = bar.value.shortText
      canvas.put(text, x: max(0, bounds.width - text.cellWidth), y: y, style: theme[.secondary])
    }
  }

  private var columnWidth: Int { max(1, labelWidth, valueWidth) }

  private func drawColumns(in canvas: Canvas) {
    let scale = scale
    let hasLabels = labelWidth > 0 && bounds.height > 2
    let all = max(0, bounds.height - 1 - (hasLabels ? 1 : 0))
    // Negative bars hang from the line of 0, which is at the bottom without them.
    let below = min(all, Int((scale.fraction(of: 0) * Double(all)).rounded(.up)))
    let height = all - below
    let (positive, negative) = (NumberScale(0, scale.highest), NumberScale(0, -scale.lowest))
    let parts = parts(scale, positive: height, negative: below)
    for (index, bar) in bars.enumerated() {
      let x = index * (columnWidth + 1)
      let width = min(columnWidth, bounds.width - x)
      guard width > 0 else {
        canvas.put("›", x: bounds.width - 1, y: height, style: theme[.secondary])
        break
      }
      if bar.value < 0 {
        let cells = max(1, Int((negative.fraction(of: -bar.value) * parts.negative * Double(below)).rounded()))
        for cell in 1...cells where cell <= below {
          canvas.put(String(repeating: "█", count: columnWidth), x: x, y: height + cell, style: theme[.destructive])
        }
      }
      let share = bar.value.isNaN || bar.value < 0 ? nil : positive.fraction(of: bar.value) * parts.positive
      var top = 0
      for cell in 0..<height {
        guard let share, let glyph = BarGlyphs.column(share, cells: height, cell: cell) else { break }
        canvas.put(String(repeating: glyph, count: columnWidth), x: x, y: height - cell, style: barStyle)
        top = cell + 1
      }
      // The mark of hidden bars must not replace a digit.
      let isBesideMark = top == 0 && index + 1 < bars.count && x + columnWidth + 1 >= bounds.width
      let text = bar.value.shortText.truncated(to: isBesideMark ? min(width, bounds.width - 1 - x) : width)
      canvas.put(text, x: x, y: height - top, style: theme[.secondary])
      if hasLabels { canvas.put(bar.label.truncated(to: width), x: x, y: bounds.height - 1, style: textStyle) }
    }
  }

  open override var accessibilityRole: AccessibilityRole? { .chart }
  open override var accessibilityValue: String? {
    let most = 12
    let words = bars.prefix(most).map { bar in
      (bar.label.isEmpty ? "" : "\(bar.label) ") + (bar.value.isNaN ? "missing" : bar.value.shortText)
    }
    if bars.isEmpty { return "no values" }
    return words.joined(separator: ", ") + (bars.count > most ? ", and \(bars.count - most) more" : "")
  }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    coder.encode(.list(bars.map { .list([.string($0.label), .float($0.value)]) }), forKey: "bars")
  }
  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    guard case .list(let list)? = coder.decodeValue(forKey: "bars") else { return }
    bars = list.compactMap { item in
      guard case .list(let pair) = item, pair.count == 2, case .string(let label) = pair[0],
        case .float(let value) = pair[1]
      else { return nil }
      return Bar(label: label, value: value)
    }
  }
}
