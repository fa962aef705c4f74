import StateRestoration

/// A view that the user activates: with Enter or Space while it is focused, or with the mouse.
@MainActor
open class Control: View {
  open override var canBecomeFirstResponder: Bool { isEffectivelyEnabled }

  /// Performs the action of Enter, Space and a click.
  open func activate() {}

  open override var keyBindings: [KeyBinding] {
    [KeyBinding(nil, [.enter: { self.activate() }, .space: { self.activate() }])]
  }

  /// Whether the control is drawn across its whole width, so that it takes the mouse there. Other controls take it in the
  /// width that they ask for, as a stack may make them wider.
  open var fillsWidth: Bool { isFlexible(along: .horizontal) || hadScriptDrawing }

  open override func hitTest(_ point: Point) -> View? {
    let hit = super.hitTest(point)
    guard hit === self, !fillsWidth, bounds.contains(point) else { return hit }
    return point.x < sizeThatFits(bounds.size).width ? hit : nil
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

  /// The style of a control, which depends on whether it is focused or disabled.
  public var controlStyle: Style { isFirstResponder && isEffectivelyEnabled ? theme[.focused] : textStyle }
}

/// A button with a title.
@MainActor
open class Button: Control {
  /// The title, with its attributes.
  open var attributedTitle: Text = "" {
    didSet { if attributedTitle != oldValue { contentSizeDidChange() } }
  }
  /// The title as plain text.
  public var title: String {
    get { attributedTitle.string }
    set { attributedTitle = Text(newValue) }
  }
  /// Whether the action is destructive, which changes the look.
  public var isDestructive = false { didSet { setNeedsDisplay() } }
  /// Whether the button is the primary one of its screen, which changes the look.
  public var isPrimary = false { didSet { setNeedsDisplay() } }

  /// Whether the mouse button is down on the button.
  private(set) var isPressed = false { didSet { if isPressed != oldValue { setNeedsDisplay() } } }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .press(button: 1): isPressed = true
    case .release(button: 1): isPressed = false
    default: break
    }
    return super.mouseEvent(event)
  }

  open override var heldBytes: Int { super.heldBytes + attributedTitle.heldBytes }
  open override func activate() { sendValueChanged() }
  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: title.cellWidth + 4, height: 1) }

  open override func draw(in canvas: Canvas) {
    let (left, right) = theme.buttonEdges.glyphs(isEnabled: isEffectivelyEnabled)
    drawTitle(in: canvas, between: left + " ", " " + right, style: theme[buttonRole])
  }

  /// The role of the button in its state.
  var buttonRole: Theme.Role {
    if !isEffectivelyEnabled {
      return isDestructive ? .destructiveButtonDisabled : isPrimary ? .primaryButtonDisabled : .buttonDisabled
    }
    if isPressed {
      return isDestructive ? .destructiveButtonPressed : isPrimary ? .primaryButtonPressed : .buttonPressed
    }
    if isFirstResponder {
      return isDestructive ? .destructiveButtonFocused : isPrimary ? .primaryButtonFocused : .buttonFocused
    }
    return isDestructive ? .destructiveButton : isPrimary ? .primaryButton : .button
  }

  /// Returns the width that shows six cells of the title, or as many more as distinguish it from other titles.
  ///
  /// - Parameter alike: the length, in cells, of the longest prefix that the title shares with another one
  ///   (``commonWidths(ofTitles:)``).
  func minimumWidth(distinguishing alike: Int) -> Int {
    // In a narrow place, the blanks around the title are dropped first.
    let around = fittingSize(in: .unbounded).width - title.cellWidth - 2
    return min(title.cellWidth, max(6, alike + 2)) + around
  }

  /// Returns, for each title, the width of the longest prefix that it shares with another title.
  static func commonWidths(ofTitles titles: Set<String>) -> [String: Int] {
    // In sorted order, a title is next to the one with which it shares the longest prefix.
    let sorted = titles.map { (title: $0, characters: Array($0)) }
      .sorted { $0.characters.lexicographicallyPrecedes($1.characters) }
    var widths: [String: Int] = [:]
    for (one, other) in zip(sorted, sorted.dropFirst()) {
      let width = zip(one.characters, other.characters).prefix { $0 == $1 }.reduce(0) { $0 + $1.0.cellWidth }
      widths[one.title] = max(widths[one.title] ?? 0, width)
      widths[other.title] = width
    }
    return widths
  }

  /// Draws the title, truncated if necessary. A style of the button that conveys state overrides the title's own
  /// styles.
  func drawTitle(in canvas: Canvas, between left: String, _ right: String, style: Style) {
    // If the title has too little room, the blanks around it are dropped first.
    let isTight = bounds.width < title.cellWidth + left.cellWidth + right.cellWidth
    let left = isTight ? String(left.prefix { $0 != " " }) : left
    let right = isTight ? String(right.drop { $0 == " " }) : right
    let room = max(0, bounds.width - left.cellWidth - right.cellWidth)
    let shown = attributedTitle.truncated(to: room)
    var x = canvas.put(left, x: 0, y: 0, style: style)
    if isFirstResponder || !isEffectivelyEnabled {
      x = canvas.put(shown.string, x: x, y: 0, style: style)
    } else {
      x = canvas.put(shown, x: x, y: 0, style: style, theme: theme)
    }
    canvas.put(right, x: x, y: 0, style: style)
  }

  open override func tapPoint(forTitle title: String) -> Point? { self.title == title ? tapPoint : nil }
  open override var keyBindings: [KeyBinding] {
    [KeyBinding("Press", [.enter: { self.activate() }])] + super.keyBindings
  }
  open override var accessibilityRole: AccessibilityRole? { .button }
  open override var accessibilityText: String { accessibilityLabel ?? title }
}

/// An on/off switch.
@MainActor
open class Switch: Control {
  /// Whether the switch is on.
  public var isOn = false {
    didSet { if isOn != oldValue { visibleStateDidChange() } }
  }

  open override func activate() {
    isOn.toggle()
    sendValueChanged()
  }

  open override var keyBindings: [KeyBinding] {
    [KeyBinding(isOn ? "Turn off" : "Turn on", [.space: { self.activate() }])] + super.keyBindings
  }

  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: 6, height: 1) }
  open override func draw(in canvas: Canvas) {
    let isPlain = isEffectivelyEnabled && !isFirstResponder
    let sign = isPlain ? theme[isOn ? .accent : .secondary] : controlStyle
    let x = canvas.put(isOn ? "━●" : "○━", x: 0, y: 0, style: sign)
    canvas.put(isOn ? " on" : " off", x: x, y: 0, style: controlStyle)
  }
  open override var accessibilityRole: AccessibilityRole? { .switch }
  open override var accessibilityValue: String? { isOn ? "on" : "off" }
  open override var acceptedValues: String? { Self.states }
  open override func enterValue(_ text: String) -> Bool {
    guard let wanted = Self.isOn(text) else { return false }
    if wanted != isOn { activate() }
    return true
  }

  /// The texts of the two states in messages.
  static let states = "on or off"
  /// Returns the state that a text names; nil if it names none.
  static func isOn(_ text: String) -> Bool? { ["on": true, "off": false][text.lowercased()] }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    coder.encode(isOn, forKey: "isOn")
  }
  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    if let value = coder.decodeBoolean(forKey: "isOn") { isOn = value }
  }
}
