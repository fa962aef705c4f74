import StateRestoration

/// A view that the person acts on: with Enter or Space when it has the keys, or with the mouse.
@MainActor
open class Control: View {
  open override var canBecomeFirstResponder: Bool { isEffectivelyEnabled }

  /// What Enter, Space and a click do.
  open func activate() {}

  open override func keyPressed(_ key: KeyPress) -> Bool {
    guard isEffectivelyEnabled, key == KeyPress(.enter) || key == KeyPress(.character(" ")) else { return false }
    activate()
    return true
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .press(button: 1): return true
    case .release(button: 1):
      if bounds.contains(event.location) { activate() }
      return true
    default: return false
    }
  }

  /// The look of a control: reversed when it has the keys.
  var controlStyle: Style {
    var style = textStyle
    if isFirstResponder { style.attributes.insert(.reverse) }
    return style
  }
}

/// A title that does something when it is pressed.
@MainActor
open class Button: Control {
  /// What is written on it.
  public var title = "" {
    didSet { if title != oldValue { contentSizeDidChange() } }
  }

  open override func activate() { sendValueChanged() }
  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: title.cellWidth + 4, height: 1) }

  open override func draw(in canvas: Canvas) {
    canvas.put("[ \(title.truncated(to: max(0, bounds.width - 4))) ]", x: 0, y: 0, style: controlStyle)
  }

  open override func tapPoint(forTitle title: String) -> Point? { self.title == title ? tapPoint : nil }
}

/// On or off.
@MainActor
open class Switch: Control {
  /// Whether it is on.
  public var isOn = false {
    didSet {
      guard isOn != oldValue else { return }
      setNeedsDisplay()
      invalidateRestorableState()
    }
  }

  open override func activate() {
    isOn.toggle()
    sendValueChanged()
  }
  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: 7, height: 1) }
  open override func draw(in canvas: Canvas) {
    canvas.put(isOn ? "[ ━●on]" : "[off○━]", x: 0, y: 0, style: controlStyle)
  }
  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    coder.encode(isOn, forKey: "isOn")
  }
  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    if let value = coder.decodeBoolean(forKey: "isOn") { isOn = value }
  }
}

/// What slider and stepper share: a number between two bounds.
@MainActor
open class NumberControl: Control {
  /// The number. Kept between the bounds.
  public var value = 0.0 {
    didSet {
      let clamped = value.isNaN ? oldValue : min(max(value, minimumValue), maximumValue)
      if clamped != value { value = clamped }
      guard value != oldValue else { return }
      contentSizeDidChange()
      invalidateRestorableState()
    }
  }
  /// The lower bound.
  public var minimumValue = 0.0 { didSet { value = max(value, minimumValue) } }
  /// The upper bound.
  public var maximumValue: Double { didSet { value = min(value, maximumValue) } }

  init(maximumValue: Double) {
    self.maximumValue = maximumValue
    super.init()
  }

  /// The person moved the number.
  func change(to number: Double) {
    value = number
    sendValueChanged()
  }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    coder.encode(value, forKey: "value")
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    if let number = coder.decodeNumber(forKey: "value"), number.isFinite { value = number }
  }
}

/// A number between two bounds, moved with the arrows.
@MainActor
open class Slider: NumberControl {
  /// A slider from 0 to 1.
  public init() {
    super.init(maximumValue: 1)
  }

  private var range: Double { maximumValue - minimumValue }

  open override func isFlexible(along axis: Axis) -> Bool { axis == .horizontal }
  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: min(proposal.width, 20), height: 1) }
  open override func keyPressed(_ key: KeyPress) -> Bool {
    switch key.key {
    case .left: change(to: value - range * 0.05)
    case .right: change(to: value + range * 0.05)
    case .home: change(to: minimumValue)
    case .end: change(to: maximumValue)
    default: return false
    }
    return true
  }
  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .press(button: 1), .drag(button: 1):
      change(to: minimumValue + range * Double(event.location.x) / Double(max(1, bounds.width - 1)))
      return true
    default: return false
    }
  }
  open override func draw(in canvas: Canvas) {
    let share = range > 0 && range.isFinite ? (value - minimumValue) / range : 0
    let knob = Int((share * Double(max(0, bounds.width - 1))).rounded())
    for x in 0..<bounds.width { canvas.put(x == knob ? "●" : x < knob ? "━" : "─", x: x, y: 0, style: controlStyle) }
  }
}

/// A number that goes up and down in steps.
@MainActor
open class Stepper: NumberControl {
  /// How far a step goes.
  public var stepValue = 1.0

  /// A stepper from 0 to 100.
  public init() {
    super.init(maximumValue: 100)
  }

  private var text: String {
    value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : String(value)
  }
  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: text.count + 8, height: 1) }
  open override func keyPressed(_ key: KeyPress) -> Bool {
    switch key.key {
    case .left, .character("-"): change(to: value - stepValue)
    case .right, .character("+"): change(to: value + stepValue)
    default: return false
    }
    return true
  }
  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .press(button: 1) = event.action else { return false }
    change(to: value + (event.location.x < bounds.width / 2 ? -stepValue : stepValue))
    return true
  }
  open override func draw(in canvas: Canvas) { canvas.put("[-] \(text) [+]", x: 0, y: 0, style: controlStyle) }
}

/// One of several choices, side by side.
@MainActor
open class SegmentedControl: Control {
  /// What is written on the segments.
  public var segments: [String] = [] {
    didSet {
      if let index = selectedSegmentIndex, index >= segments.count { selectedSegmentIndex = nil }
      contentSizeDidChange()
    }
  }
  /// The place of the chosen segment, from 0; nil if none is.
  public var selectedSegmentIndex: Int? {
    didSet {
      guard selectedSegmentIndex != oldValue else { return }
      setNeedsDisplay()
      invalidateRestorableState()
    }
  }

  /// Chooses a segment, as a person would.
  func choose(_ index: Int) throws {
    guard segments.indices.contains(index) else { throw AutomationError.noSuchRow(index, count: segments.count) }
    selectedSegmentIndex = index
    sendValueChanged()
  }
  private func move(by step: Int) -> Bool {
    guard !segments.isEmpty else { return false }
    let next = (selectedSegmentIndex ?? (step > 0 ? -1 : segments.count)) + step
    guard segments.indices.contains(next) else { return true }
    selectedSegmentIndex = next
    sendValueChanged()
    return true
  }
  private var offsets: [(start: Int, title: String)] {
    var x = 1
    return segments.map { title in
      defer { x += title.cellWidth + 3 }
      return (x, title)
    }
  }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: segments.reduce(1) { $0 + $1.cellWidth + 3 }, height: 1)
  }
  open override func keyPressed(_ key: KeyPress) -> Bool {
    switch key {
    case KeyPress(.left): move(by: -1)
    case KeyPress(.right): move(by: 1)
    default: false
    }
  }
  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .press(button: 1) = event.action else { return false }
    if let index = offsets.lastIndex(where: { event.location.x >= $0.start - 1 }) {
      selectedSegmentIndex = index
      sendValueChanged()
    }
    return true
  }
  open override func draw(in canvas: Canvas) {
    canvas.put("|", x: 0, y: 0, style: textStyle)
    for (index, segment) in offsets.enumerated() {
      var style = textStyle
      if index == selectedSegmentIndex {
        style.attributes.formUnion(isFirstResponder ? [.reverse, .bold] : .reverse)
      } else if isFirstResponder {
        style.attributes.insert(.underline)
      }
      let text = index == selectedSegmentIndex ? "*\(segment.title) " : " \(segment.title) "
      canvas.put(text, x: segment.start, y: 0, style: style)
      canvas.put("|", x: segment.start + segment.title.cellWidth + 2, y: 0, style: textStyle)
    }
  }
  open override func tapPoint(forTitle title: String) -> Point? {
    offsets.first { $0.title == title }.map { Point(x: $0.start + 1, y: 0) }
  }
  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    if let selectedSegmentIndex { coder.encode(selectedSegmentIndex, forKey: "selectedSegmentIndex") }
  }
  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    if let index = coder.decodeInteger(forKey: "selectedSegmentIndex"), segments.indices.contains(index) {
      selectedSegmentIndex = index
    }
  }
}

/// How far something is.
@MainActor
open class ProgressView: View {
  /// From 0 to 1.
  public var progress = 0.0 {
    didSet {
      let clamped = min(max(progress.isNaN ? 0 : progress, 0), 1)
      if clamped != progress { progress = clamped }
      if progress != oldValue { setNeedsDisplay() }
    }
  }
  open override func isFlexible(along axis: Axis) -> Bool { axis == .horizontal }
  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: min(proposal.width, 20), height: 1) }
  open override func draw(in canvas: Canvas) {
    let full = Int((Double(bounds.width) * progress).rounded(.down))
    canvas.put(String(repeating: "█", count: full), x: 0, y: 0, style: textStyle)
    canvas.put(String(repeating: "░", count: max(0, bounds.width - full)), x: full, y: 0, style: textStyle)
  }
}

/// Something is going on.
@MainActor
open class ActivityIndicator: View {
  /// Whether it is going on.
  public var isAnimating = false { didSet { setNeedsDisplay() } }
  /// Which picture is shown; a timer moves it.
  public var frameIndex = 0 { didSet { setNeedsDisplay() } }
  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: 1, height: 1) }
  open override func draw(in canvas: Canvas) {
    guard isAnimating else { return }
    let pictures: [String] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠇"]
    canvas.put(pictures[abs(frameIndex % pictures.count)], x: 0, y: 0, style: textStyle)
  }
}
