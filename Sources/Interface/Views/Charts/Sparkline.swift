import StateRestoration

/// A series of numbers as a row of small bars, with the newest on the right.
@MainActor
open class Sparkline: View {
  /// The numbers, oldest first. NaN leaves a gap.
  public var values: [Double] {
    get { series.values }
    set { change { $0 = NumberSeries(newValue) } }
  }
  private var series = NumberSeries()
  /// The maximum number of values; the oldest are dropped. Nil is unlimited.
  public var maximumCount: Int? { didSet { if isTooLong { change { _ in } } } }
  /// The value of the lowest bar; nil uses the minimum of the visible values.
  public var minimumValue: Double? { didSet { setNeedsDisplay() } }
  /// The value of the highest bar; nil uses the maximum of the visible values.
  public var maximumValue: Double? { didSet { setNeedsDisplay() } }

  open override var heldBytes: Int { super.heldBytes + values.count * MemoryLayout<Double>.stride }

  /// Appends a value as the newest.
  public func append(_ value: Double) { change { $0.append(value) } }

  private var isTooLong: Bool { maximumCount.map { values.count > $0 } ?? false }

  /// Changes the numbers, and drops the oldest if there are too many.
  private func change(_ body: (inout NumberSeries) -> Void) {
    let count = values.count
    body(&series)
    if isTooLong, let maximumCount { series.removeFirst(values.count - max(0, maximumCount)) }
    // Values out of sight make it no wider.
    if values.count != count, min(values.count, count) <= bounds.width { preferredWidthDidChange() }
    heldBytesDidChange()
    visibleStateDidChange()
  }

  open override func isFlexible(along axis: Axis) -> Bool { axis == .horizontal }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: min(proposal.width, max(1, values.count)), height: 1)
  }

  open override func draw(in canvas: Canvas) {
    let seen = values.suffix(max(0, bounds.width))
    let scale = NumberScale(around: seen, lowest: minimumValue, highest: maximumValue)
    let style = isEffectivelyEnabled ? theme[.accent] : textStyle
    for (column, value) in seen.enumerated() where !value.isNaN {
      let x = bounds.width - seen.count + column
      let fraction = scale.fraction(of: value)
      for cell in 0..<bounds.height {
        guard let glyph = BarGlyphs.column(fraction, cells: bounds.height, cell: cell) else { break }
        canvas.put(String(glyph), x: x, y: bounds.height - 1 - cell, style: style)
      }
    }
  }

  open override var accessibilityRole: AccessibilityRole? { .chart }
  open override var accessibilityValue: String? {
    let numbers = values.filter { !$0.isNaN }
    guard let last = values.last, !numbers.isEmpty else { return "no values" }
    let scale = NumberScale(around: numbers, lowest: nil, highest: nil)
    let count = AccessibilityElement.count(numbers.count, of: "value")
    let range = "\(scale.lowest.shortText) to \(scale.highest.shortText)"
    return "\(count) from \(range), the last \(last.isNaN ? "missing" : last.shortText)"
  }

  /// Returns the numbers of a saved series that is too long to be saved as a list; nil for other values.
  package nonisolated static func numbers(ofLong state: StateValue) -> [Double]? { NumberSeries.values(of: state) }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    series.encode(with: coder, forKey: "values")
  }
  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    guard let decoded = NumberSeries(decoding: coder, forKey: "values") else { return }
    change { $0 = decoded }
  }
}
