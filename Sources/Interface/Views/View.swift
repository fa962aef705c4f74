import StateRestoration

/// A rectangle on the screen that draws itself and handles input (UIKit's `UIView`).
///
/// A plain view shows its subviews in a column.
@MainActor
open class View: Responder, StateRestoring {
  /// The identifier of the view's own state; nil preserves none.
  public var restorationIdentifier: String? {
    didSet {
      guard restorationIdentifier != oldValue else { return }
      heldBytesDidChange()
      owningViewController?.invalidateRestorableChildren()
      owningViewController?.focusPlaceMayHaveChanged()
      if restorationIdentifier != nil { owningViewController?.viewsDidEnter([self]) }
    }
  }
  /// Whether the identified view has been in a controller's tree.
  var hadPlace = false
  /// Whether a preserved value was set before the view entered a tree. Such a value takes precedence over state saved
  /// for an earlier view.
  var isStateGiven = false
  /// An identifier for tests and tools; never saved.
  public var accessibilityIdentifier: String? { didSet { heldBytesDidChange() } }
  /// The label read by screen readers and `--plain`; nil uses the visible text.
  public var accessibilityLabel: String? { didSet { heldBytesDidChange() } }
  /// The value read by screen readers and `--plain`; nil uses the view's own value.
  public var givenAccessibilityValue: String? { didSet { heldBytesDidChange() } }
  /// The position and size in the superview.
  public var frame: Rect = .zero {
    didSet {
      guard frame != oldValue else { return }
      needsLayout = true
      setNeedsDisplay(inRowsOf: oldValue)
      setNeedsDisplay()
    }
  }
  /// The drawing area, with its origin at 0, 0: the frame without border and padding.
  public var bounds: Rect {
    let around = contentInsets
    return Rect(x: 0, y: 0, width: frame.width - around.width, height: frame.height - around.height)
  }
  /// The style of the view and its descendants, unless they have their own.
  public var style = Style.plain { didSet { setNeedsDisplay() } }
  /// The theme role of the view and its descendants; nil for text.
  public var role: Theme.Role? { didSet { setNeedsDisplay() } }
  /// The border. It takes one cell at each edge, and is omitted if the view is smaller than 3 × 3.
  public var border = Border.none { didSet { if border != oldValue { contentSizeDidChange() } } }
  /// The title in the top line of the border.
  public var borderTitle: Text = "" {
    didSet {
      heldBytesDidChange()
      setNeedsDisplay()
    }
  }
  /// The empty cells between border and content. Reduced on a small screen.
  public var padding = Insets.zero { didSet { if padding != oldValue { contentSizeDidChange() } } }
  /// The width in columns, border included; nil is automatic.
  public var width: Int? { didSet { if width != oldValue { contentSizeDidChange() } } }
  /// The height in rows, border included; nil is automatic.
  public var height: Int? { didSet { if height != oldValue { contentSizeDidChange() } } }
  /// The minimum width in columns, if there is room; nil is unlimited. ``width`` takes precedence.
  public var minWidth: Int? { didSet { if minWidth != oldValue { contentSizeDidChange() } } }
  /// The maximum width in columns; nil is unlimited. ``width`` and ``minWidth`` take precedence.
  public var maxWidth: Int? { didSet { if maxWidth != oldValue { contentSizeDidChange() } } }
  /// The minimum height in rows, if there is room; nil is unlimited. ``height`` takes precedence.
  public var minHeight: Int? { didSet { if minHeight != oldValue { contentSizeDidChange() } } }
  /// The maximum height in rows; nil is unlimited. ``height`` and ``minHeight`` take precedence.
  public var maxHeight: Int? { didSet { if maxHeight != oldValue { contentSizeDidChange() } } }
  /// The superview.
  public internal(set) weak var superview: View?
  /// The subviews, back to front.
  public var subviews: [View] { subviewList.elements }
  var subviewList = SiblingList<View>()
  var knownPlace = 0
  /// The controller whose root view this is.
  public internal(set) weak var viewController: ViewController?
  /// The window whose root view this is; nil for all other views.
  weak var hostingWindow: Window?
  /// The name of the script class, if the object has one.
  public var scriptClassName: String?
  /// The class name, for archives and tools.
  public var className: String {
    if let scriptClassName { return scriptClassName }
    // `String(describing:)` searches all conformances first.
    let type: Any.Type = type(of: self)
    return "\(type)"
  }

  /// Whether the view is excluded from layout, drawing and events.
  public var isHidden = false {
    didSet {
      guard isHidden != oldValue else { return }
      superviewNeedsLayout()
      viewController?.viewMayBeShown()
      window?.usableViewsDidChange()
    }
  }
  /// Whether the user can interact with the view.
  public var isEnabled = true {
    didSet {
      guard isEnabled != oldValue else { return }
      // On a small screen, views that can be focused get more room.
      superviewNeedsLayout()
      treeNeedsLayout()
      window?.usableViewsDidChange()
    }
  }

  /// Creates an empty view.
  public override init() {
    super.init()
  }

  open override var next: Responder? { viewController ?? superview ?? hostingWindow }
  open override var ownedResponders: [Responder] { subviews }
  open override var heldBytes: Int {
    restorationIdentifier.storedByteCount + accessibilityIdentifier.byteCount + accessibilityLabel.byteCount
      + givenAccessibilityValue.byteCount + borderTitle.heldBytes
  }

  // MARK: The tree

  /// The maximum depth of the view tree.
  public static let maximumDepth = 500
  var knownLevels = 1

  // MARK: Layout

  /// Whether the layout of the view itself is outdated.
  var needsLayout = true { didSet { if needsLayout { layoutDidBecomeOutdated() } } }
  /// Whether the layout of the view, or of a visible descendant, is outdated.
  var isTreeOutdated = true

  /// Whether the layout of the view, or its preferred height, depends on the preferred width of a subview.
  func usesPreferredWidth(of subview: View) -> Bool { type(of: self) != View.self }

  /// Returns the preferred size of the view's content within a proposed size.
  open func sizeThatFits(_ proposal: Size) -> Size {
    // The preferred size of a view drawn by a script is unknown, so it takes the available room.
    if isDrawnByScript { return Size(width: proposal.width, height: min(proposal.height, Self.minimumDrawnHeight)) }
    return stackSize(of: subviews, in: proposal, axis: .vertical, spacing: 0)
  }

  /// Whether the view takes the remaining room in a stack.
  open func isFlexible(along axis: Axis) -> Bool {
    isDrawnByScript || subviews.contains { !$0.isHidden && $0.flexes(along: axis) }
  }

  private static let minimumDrawnHeight = 3

  /// Whether the view's whole content is drawn by a script.
  private var isDrawnByScript: Bool { subviews.isEmpty && overrides?.defines("draw", for: self) == true }

  /// Sets the frames of the subviews.
  open func layoutSubviews() {
    layOut(subviews, in: bounds, axis: .vertical, spacing: 0)
  }

  // MARK: Drawing

  /// Draws the view without its subviews.
  open func draw(in canvas: Canvas) {}

  /// Whether the border is drawn as focused.
  open var looksFocused: Bool { containsFirstResponder }

  /// Draws the background and border, on a canvas over the frame.
  open func drawDecoration(in canvas: Canvas) { drawBorder(in: canvas) }

  /// Draws in front of the subviews.
  open func drawOverSubviews(in canvas: Canvas) {}

  /// Returns the style under everything that a subview draws.
  func style(ofSubview subview: View) -> Style { subview.look }

  // MARK: Events

  /// Whether the view and all its ancestors are enabled and visible.
  public var isEffectivelyEnabled: Bool {
    var view: View? = self
    while let current = view {
      guard current.isEnabled, !current.isHidden else { return false }
      view = current.superview
    }
    return true
  }

  /// Handles a mouse event in the view's coordinates and returns true, or returns false to pass it on.
  open func mouseEvent(_ event: MouseEvent) -> Bool { false }
  /// Whether the first drag that the view does not handle ends the press that it has handled, and selects text on the
  /// screen instead.
  var leavesDragsToScreen: Bool { false }

  /// Handles pasted text and returns true, or returns false to pass it on.
  open func pasted(_ text: String) -> Bool { false }

  /// Whether the view has a script's `pasted`, which can use a text and return nothing.
  package var passesPasteToScript: Bool { overrides?.defines("pasted", for: self) == true }

  /// Returns the frontmost view at a point in this view's coordinates.
  open func hitTest(_ point: Point) -> View? {
    let origin = contentOrigin
    let whole = Rect(
      x: frame.minX - origin.x, y: frame.minY - origin.y, width: frame.width, height: frame.height)
    guard !isHidden, whole.contains(point) else { return nil }
    for subview in subviews.reversed() {
      let origin = subview.contentOrigin
      let local = Point(x: point.x - origin.x, y: point.y - origin.y)
      if let hit = subview.hitTest(local) { return hit }
    }
    return self
  }

  /// Whether the view had a script's `draw` when it was last drawn or changed.
  final var hadScriptDrawing = false
  /// The vertical scroll bar, the row in which it begins, and whether it shows the focus; nil for a view without one.
  var verticalScrollBar: (bar: ScrollBar, y: Int, isFocused: Bool)? { nil }

  // MARK: First responder

  /// Whether the view can be focused. A plain view returns ``isFocusable``.
  open var canBecomeFirstResponder: Bool { isFocusable && isEffectivelyEnabled }
  /// Whether a view that is not a control can be focused, for views that a script or subclass draws and controls.
  public var isFocusable = false
  /// Whether a click focuses the view.
  open var takesFocusFromMouse: Bool { true }
  /// Whether a press at a point is for this view, and not for its superview.
  func canBePressed(at point: Point) -> Bool { true }
  /// Whether Tab skips a view inside this one while this one is focused.
  func skipsOnTab(_ view: View) -> Bool { false }
  /// Whether the view is focused.
  public var isFirstResponder: Bool { window?.firstResponder === self }
  /// The position of the text cursor in the view; nil hides it.
  open var cursorLocation: Point? { nil }
  /// Whether to focus the view when it becomes visible.
  var wantsFirstResponder = false
  /// The index of the focused link of a view that has links and keeps no state of its own; otherwise 0.
  var focusedLink: Int {
    get { 0 }
    set {}
  }

  /// Requests keyboard focus. Returns whether the view has it: a view that is not on the screen yet gets it when it
  /// appears.
  @discardableResult
  public func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder else { return false }
    guard let window else {
      wantsFirstResponder = true
      owningViewController?.wantedFocus = nil
      return false
    }
    return window.makeFirstResponder(self)
  }

  /// Gives up keyboard focus.
  public func resignFirstResponder() {
    wantsFirstResponder = false
    if isFirstResponder { window?.makeFirstResponder(nil) }
  }

  /// The axes along which arrow keys act inside the view. Arrow keys along these axes never move the focus out of the
  /// view, even at its edges.
  open var arrowAxes: Set<Axis> { [] }

  /// A disabled view handles no keys.
  open override func keyPressed(_ key: KeyPress) -> Bool { isEffectivelyEnabled && super.keyPressed(key) }

  /// Called when the view was focused.
  open func didBecomeFirstResponder() {}
  /// Called when the user moved the focus to the view by keyboard.
  ///
  /// - Parameters:
  ///   - step: negative if the focus moved backwards.
  ///   - isArrow: whether an arrow key has moved it, and not Tab.
  func didReceiveFocus(byStep step: Int, isArrow: Bool) {}
  /// Called when another view was focused while this one waited to be focused again.
  func willNotBeFocusedAgain() {}
  /// Called when the view lost the focus.
  open func didResignFirstResponder() {}

  /// Called when the user presses the mouse outside of the focused view, before anything else happens.
  func pressedElsewhere() {}

  /// Whether focus steps depend on the order of the subviews.
  var namesSubviewsByPosition: Bool { true }
  /// Returns the step that leads to a subview, in a form that is valid in another launch.
  func focusStep(to subview: View) -> StateValue {
    .integer(Int64(subviewList.place(of: subview) ?? 0))
  }
  /// Returns the subview at the end of a step; nil if it does not exist, or not yet.
  func subview(atFocusStep step: StateValue) -> View? {
    guard case .integer(let index) = step, let index = Int(exactly: index), subviews.indices.contains(index) else {
      return nil
    }
    return subviews[index]
  }

  /// The focusable views in this one, in reading order.
  public var focusableViews: [View] {
    guard !isHidden, isEnabled else { return [] }
    return (canBecomeFirstResponder ? [self] : []) + subviews.flatMap(\.focusableViews)
  }

  /// The view to focus if no view in this one has been focused yet: the first focusable one in reading order.
  var initialFocus: View? {
    guard !isHidden, isEnabled else { return nil }
    if canBecomeFirstResponder { return self }
    // A lazy sequence would ask every view twice, and so the innermost of n levels 2ⁿ times.
    for view in initialFocusOrder {
      if let focus = view.initialFocus { return focus }
    }
    return nil
  }

  /// The subviews in the order in which ``initialFocus`` considers them.
  var initialFocusOrder: [View] { subviews }

  /// The part of the view in use, in its own coordinates, to show if not all fits.
  open var usedRect: Rect { cursorLocation.map { Rect(origin: $0, size: Size(width: 1, height: 1)) } ?? bounds }

  /// Scrolls a rectangle, in this view's coordinates, into view.
  open func scrollToVisible(_ rect: Rect) {}
  /// Keeps a rectangle visible after a resize if it was visible before. The rectangle is in this view's coordinates.
  func keepVisible(_ rect: Rect) { scrollToVisible(rect) }
  /// Called when the user has moved the focus to this view or one in it, or away from them.
  func focusDidMoveWithin() {}
  /// Called when the window has settled, if the focused view is in this one.
  func windowDidSettle() {}
  /// Returns whether the view, which enters a tree, gets the state of an earlier view with its identifier.
  func takesStateOfPredecessor() -> Bool { !isStateGiven }

  // MARK: Use by name

  /// The point to click on the view, in its own coordinates.
  open var tapPoint: Point { Point(x: min(1, max(0, bounds.width - 1)), y: 0) }

  /// Returns the point to click for a title within the view; nil if nothing in it has this title.
  open func tapPoint(forTitle title: String) -> Point? { nil }

  // MARK: Accessibility

  /// The role of the view; nil if it is not an accessibility element.
  open var accessibilityRole: AccessibilityRole? { nil }
  /// The accessibility label, or its default.
  open var accessibilityText: String { accessibilityLabel ?? borderTitle.string }
  /// The value or state for screen readers, in addition to the label.
  open var accessibilityValue: String? { nil }
  /// The elements of the view itself, without its subviews: one, or one for each of its parts.
  open var accessibilityElements: [AccessibilityElement] { [ownElement].compactMap { $0 } }
  /// Whether ``accessibilityElements`` include those of the subviews.
  var speaksForSubviews: Bool { false }
  /// Sets the value from text in the format of ``accessibilityValue``. Returns false if the text is not valid.
  open func enterValue(_ text: String) -> Bool { false }
  /// A short description of the values that ``enterValue(_:)`` accepts; nil if it accepts none.
  open var acceptedValues: String? { nil }

  // MARK: Changes

  /// Called in Swift when the user has changed the value.
  public var onChange: ((View) -> Void)?

  /// Notifies the script and Swift that the user changed the value or pressed the button.
  public final func sendValueChanged() {
    invalidateRestorableState()
    onChange?(self)
    do {
      _ = try overrides?.perform(.valueChanged, on: self)
    } catch {
      owningViewController?.report(error, from: nameInReports, in: Message.valueChanged.name, of: self)
    }
  }

  // MARK: State

  open func encodeRestorableState(with coder: StateCoder) throws {}
  open func decodeRestorableState(with coder: StateCoder) throws {}

  /// Encodes the state of the built-in class.
  open func encodeBuiltInState(with coder: StateCoder) {}

  /// Decodes the state of the built-in class.
  open func decodeBuiltInState(with coder: StateCoder) {
    // Saves of older versions store the focus here; newer ones store it in the controller's state.
    if coder.decodeBoolean(forKey: "isFirstResponder") == true { wantsFirstResponder = true }
  }
}

extension View: Nesting, Sibling {
  var outerLevel: (any Nesting)? { superview }
  var innerLevels: [any Nesting] { subviews }
}
