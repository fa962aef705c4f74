import Glibc
import StateRestoration

/// The base class of slider and stepper: a number within a range.
@MainActor
open class NumberControl: Control {
  /// The number, clamped to the range.
  public var value = 0.0 {
    didSet {
      pendingValue = nil
      let clamped = value.isNaN ? oldValue : min(max(value, minimumValue), maximumValue)
      if clamped != value { value = clamped }
      guard value != oldValue else { return }
      contentSizeDidChange()
      invalidateRestorableState()
    }
  }
  /// The lower bound.
  public var minimumValue = 0.0 { didSet { keep(value: max(value, minimumValue)) } }
  /// The upper bound.
  public var maximumValue: Double { didSet { keep(value: min(value, maximumValue)) } }

  /// A restored number outside of the range, which may be set later.
  private var pendingValue: Double? { didSet { if pendingValue != oldValue { invalidateRestorableState() } } }

  /// Applies changed bounds.
  private func keep(value kept: Double) {
    let pending = pendingValue
    value = kept
    pending.map(restore)
    setNeedsDisplay()
  }

  private func restore(_ number: Double) {
    value = number
    if value != number { pendingValue = number }
  }

  init(maximumValue: Double) {
    self.maximumValue = maximumValue
    super.init()
  }

  /// Changes the number on behalf of the user.
  func change(to number: Double) {
    let before = value
    value = number
    if value != before { sendValueChanged() }
  }

  /// The binding of the keys that go to the bounds.
  var endsBinding: KeyBinding {
    KeyBinding(
      "Minimum, maximum",
      [.home: { self.change(to: self.minimumValue) }, .end: { self.change(to: self.maximumValue) }])
  }

  /// The number with at most 14 digits, as Lua prints it, and without decimals if it is whole.
  var valueText: String { Self.text(of: value) }

  private static func text(of number: Double) -> String {
    let number = number.rounded(toDigits: 14, at: number)
    return number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }

  open override var accessibilityValue: String? { valueText }
  open override var acceptedValues: String? {
    "a number from \(Self.text(of: minimumValue)) to \(Self.text(of: maximumValue))"
  }
  open override func enterValue(_ text: String) -> Bool {
    guard let number = Double(text), number.isFinite else { return false }
    change(to: number)
    return true
  }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    coder.encode(pendingValue ?? value, forKey: "value")
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    if let number = coder.decodeNumber(forKey: "value"), number.isFinite { restore(number) }
  }
}

/// A number in a range, changed with the arrow keys.
@MainActor
open class Slider: NumberControl {
  /// Creates a slider from 0 to 1.
  public init() {
    super.init(maximumValue: 1)
  }

  private var range: Double { maximumValue - minimumValue }

  open override var arrowAxes: Set<Axis> { [.horizontal] }
  open override func isFlexible(along axis: Axis) -> Bool { axis == .horizontal }
  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: min(proposal.width, 20), height: 1) }

  open override var keyBindings: [KeyBinding] {
    [
      KeyBinding("Decrease, increase", [.left: { self.change(by: -0.05) }, .right: { self.change(by: 0.05) }]),
      KeyBinding(
        "Decrease, increase by more", [.pageDown: { self.change(by: -0.25) }, .pageUp: { self.change(by: 0.25) }]),
      endsBinding,
    ]
  }

  private func change(by share: Double) { change(to: value + range * share) }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    // A press on the knob starts dragging.
    case .press(button: 1) where event.location.x == knob: return true
    case .press(button: 1), .drag(button: 1):
      change(to: minimumValue + range * Double(event.location.x) / Double(max(1, lineWidth - 1)))
      return true
    default: return false
    }
  }

  /// The position within the range, from 0 to 1.
  private var share: Double { range > 0 && range.isFinite ? (value - minimumValue) / range : 0 }

  /// The width of the line, beside the percentage.
  private var lineWidth: Int { PercentageBar.lineWidth(in: bounds.width) }

  /// The column of the knob.
  private var knob: Int { Int((share * Double(max(0, lineWidth - 1))).rounded()) }

  open override var tapPoint: Point { Point(x: knob, y: 0) }

  open override func draw(in canvas: Canvas) {
    let knob = knob
    let width = lineWidth
    let line = isEffectivelyEnabled ? theme[.accent] : textStyle
    PercentageBar.draw(
      knob, of: width, in: canvas, style: line, track: isEffectivelyEnabled ? theme[.track] : textStyle)
    canvas.put("●", x: knob, y: 0, style: isFirstResponder ? controlStyle : line)
    PercentageBar.drawPercentage((share * 100).rounded(), in: canvas, beside: width, style: textStyle)
  }

  open override var accessibilityRole: AccessibilityRole? { .slider }
  open override var accessibilityValue: String? {
    range > 0 && range.isFinite ? "\(Int(((value - minimumValue) / range * 100).rounded())) percent" : valueText
  }
  open override var acceptedValues: String? { "a number from 0 to 100, in percent" }
  /// Accepts a percentage of the range.
  open override func enterValue(_ text: String) -> Bool {
    guard let percent = Double(text.filter { $0 != "%" }), percent.isFinite else { return false }
    change(to: minimumValue + range * percent / 100)
    return true
  }
}

/// A number that is changed in steps.
@MainActor
open class Stepper: NumberControl, KeyedParts {
  /// The size of a step.
  public var stepValue = 1.0

  /// Creates a stepper from 0 to 100.
  public init() {
    super.init(maximumValue: 100)
  }

  open override var arrowAxes: Set<Axis> { [.horizontal] }
  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: valueText.count + 10, height: 1) }

  open override var keyBindings: [KeyBinding] {
    let down = { self.step(by: -self.stepValue) }
    let up = { self.step(by: self.stepValue) }
    return [
      KeyBinding("Decrease, increase", [.left: down, .right: up]),
      KeyBinding("Decrease, increase", [.character("-"): down, .character("+"): up]),
      endsBinding,
    ]
  }

  private func step(by amount: Double) { change(to: value.addingDecimal(amount)) }

  /// The columns of the two buttons, after the number.
  private var decrease: Range<Int> { valueText.count + 3..<valueText.count + 6 }
  private var increase: Range<Int> { valueText.count + 7..<valueText.count + 10 }

  /// The number.
  open override var tapPoint: Point { Point(x: 1, y: 0) }

  var ignoresTap: Bool { true }

  func keysAfterTap(for point: Point) -> [KeyPress]? {
    decrease.contains(point.x) ? [.left] : increase.contains(point.x) ? [.right] : []
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .press(button: 1) = event.action else { return false }
    if decrease.contains(event.location.x) {
      step(by: -stepValue)
    } else if increase.contains(event.location.x) {
      step(by: stepValue)
    }
    return true
  }

  open override func draw(in canvas: Canvas) {
    let isPlain = isEffectivelyEnabled && !isFirstResponder
    canvas.put(" \(valueText) ", x: 0, y: 0, style: isPlain ? theme[.field] : controlStyle)
    drawButton("-", at: decrease, isEnabled: value > minimumValue, in: canvas)
    drawButton("+", at: increase, isEnabled: value < maximumValue, in: canvas)
  }

  /// Draws a button, which is disabled if it has no effect at a bound.
  private func drawButton(_ sign: String, at columns: Range<Int>, isEnabled: Bool, in canvas: Canvas) {
    let isEnabled = isEnabled && isEffectivelyEnabled
    let (left, right) = theme.buttonEdges.glyphs(isEnabled: isEnabled)
    canvas.put(left + sign + right, x: columns.lowerBound, y: 0, style: theme[isEnabled ? .button : .buttonDisabled])
  }

  open override var accessibilityRole: AccessibilityRole? { .stepper }
}

extension Double {
  /// Returns the sum of two decimal fractions without the error of their binary forms: 0.1 and 0.2 are 0.3. Numbers that
  /// have more digits than a decimal fraction of 15 are added as they are.
  fileprivate func addingDecimal(_ other: Double) -> Double {
    let size = max(abs(self), abs(other))
    guard rounded(toDigits: 15, at: size) == self, other.rounded(toDigits: 15, at: size) == other else {
      return self + other
    }
    return (self + other).rounded(toDigits: 15, at: size)
  }

  /// Returns the number rounded to a number of significant digits of another one. Numbers that are too large or too small
  /// to be rounded exactly are returned unchanged.
  fileprivate func rounded(toDigits digits: Int, at size: Double) -> Double {
    let size = abs(size)
    guard size.isFinite, size >= 1e-6, size < 1e15 else { return self }
    let scale = pow(10, Double(digits - 1) - log10(size).rounded(.down))
    return scale >= 1 ? (self * scale).rounded() / scale : self
  }
}
