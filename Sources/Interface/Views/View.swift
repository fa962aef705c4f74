import StateRestoration

/// A rectangle on the screen that draws itself and responds to keys and the mouse (UIKit's `UIView`).
///
/// A plain view shows its subviews one below the other.
@MainActor
open class View: Responder, StateRestoring {
  /// The name under which the view's own state is kept; nil keeps none.
  public var restorationIdentifier: String? {
    didSet {
      guard restorationIdentifier != oldValue else { return }
      heldBytesDidChange()
      owningViewController?.invalidateRestorableChildren()
      owningViewController?.focusPlaceMayHaveChanged()
      if restorationIdentifier != nil { owningViewController?.viewsTookPlace([self]) }
    }
  }
  /// Whether the view has had a place in a controller's tree while it had an identifier.
  var hadPlace = false
  /// Whether a value that the view keeps was set before it had a place: it is not what an earlier view had then.
  private(set) var isStateGiven = false
  /// A name for tests and tools; never saved.
  public var accessibilityIdentifier: String? { didSet { heldBytesDidChange() } }
  /// What the view is called where it cannot be seen; nil for what it shows itself.
  public var accessibilityLabel: String? { didSet { heldBytesDidChange() } }
  /// What the view shows, in words, where it cannot be seen; nil for what it says itself.
  public var givenAccessibilityValue: String? { didSet { heldBytesDidChange() } }
  /// The place within the superview.
  public var frame: Rect = .zero {
    didSet { if frame != oldValue { needsLayout = true } }
  }
  /// The rectangle that the view draws in, from 0, 0: its frame without border and padding.
  public var bounds: Rect {
    let around = contentInsets
    return Rect(x: 0, y: 0, width: frame.width - around.width, height: frame.height - around.height)
  }
  var decoration = ViewDecoration()
  /// The view that this one is in.
  public internal(set) weak var superview: View?
  /// The views in this one, back to front.
  public var subviews: [View] { subviewList.elements }
  var subviewList = SiblingList<View>()
  var knownPlace = 0
  /// The controller whose root view this is.
  public internal(set) weak var viewController: ViewController?
  /// The window whose content this is; for a topmost view only.
  weak var hostingWindow: Window?
  /// The script's class of this object, if it has one.
  public var scriptClassName: String?
  /// The name of the class as archives and tools show it.
  public var className: String { scriptClassName ?? String(describing: type(of: self)) }

  /// Whether the view takes no part in layout, drawing and events.
  public var isHidden = false {
    didSet { if isHidden != oldValue { superviewNeedsLayout() } }
  }
  /// Whether the user can use it.
  public var isEnabled = true {
    didSet { if isEnabled != oldValue { setNeedsDisplay() } }
  }

  /// A view of nothing.
  public override init() {
    super.init()
  }

  open override var next: Responder? { viewController ?? superview ?? hostingWindow }
  open override var ownedResponders: [Responder] { subviews }
  open override var heldBytes: Int {
    restorationIdentifier.storedByteCount + accessibilityIdentifier.byteCount + accessibilityLabel.byteCount
      + givenAccessibilityValue.byteCount + decoration.borderTitle.heldBytes
  }

  // MARK: The tree

  /// How many views can stand in each other, from the window's to the innermost.
  public static let maximumDepth = 500
  var knownLevels = 1

  // MARK: Layout

  private var needsLayout = true

  /// Lets the view lay out its subviews before it is drawn the next time.
  public func setNeedsLayout() {
    needsLayout = true
    setNeedsDisplay()
  }

  func superviewNeedsLayout() {
    var view = superview
    while let current = view {
      current.needsLayout = true
      view = current.superview
    }
    setNeedsDisplay()
  }

  /// Something that the view's size depends on changed.
  public final func contentSizeDidChange() {
    heldBytesDidChange()
    needsLayout = true
    superviewNeedsLayout()
  }

  /// Requests that the view is drawn again.
  public func setNeedsDisplay() {
    window?.needsDisplay = true
  }

  /// How large the view wants to be when it may be at most so large.
  open func sizeThatFits(_ proposal: Size) -> Size {
    // Nobody knows how large a picture that a script draws wants to be: as large as there is room.
    if isDrawnByScript { return Size(width: proposal.width, height: min(proposal.height, Self.leastDrawnHeight)) }
    return stackSize(of: subviews, in: proposal, axis: .vertical, spacing: 0)
  }

  /// Whether the view takes what room is left in a stack.
  open func isFlexible(along axis: Axis) -> Bool {
    isDrawnByScript || subviews.contains { !$0.isHidden && $0.flexes(along: axis) }
  }

  private static let leastDrawnHeight = 3

  /// Whether all that it shows is what a script draws.
  private var isDrawnByScript: Bool { subviews.isEmpty && overrides?.defines("draw", for: self) == true }

  /// Gives the subviews their places.
  open func layoutSubviews() {
    layOut(subviews, in: bounds, axis: .vertical, spacing: 0)
  }

  /// Lays out this view and all below it that need it.
  public func layoutIfNeeded() { layOutTree() }

  /// Lays out this view and all below it that need it.
  ///
  /// - Returns: how many views were looked at.
  @discardableResult
  final func layOutTree() -> Int {
    // Laying out can change what must be laid out; a view that always does is stopped.
    for _ in 0..<10 where needsLayout {
      needsLayout = false
      layoutSubviews()
    }
    return subviews.reduce(1) { $0 + ($1.isHidden ? 1 : $1.layOutTree()) }
  }

  // MARK: Drawing

  /// Draws the view, without its subviews.
  open func draw(in canvas: Canvas) {}

  /// Whether the border says that the keys are in the view.
  open var looksFocused: Bool { containsFirstResponder }

  /// Draws what is around the view, on a canvas over its frame.
  open func drawDecoration(in canvas: Canvas) { drawBorder(in: canvas) }

  /// Draws what stands in front of the subviews.
  open func drawOverSubviews(in canvas: Canvas) {}

  /// Draws the view and those in it.
  final func drawTree(in whole: Canvas) {
    guard !isHidden, !whole.isEmpty else { return }
    drawDecoration(in: whole)
    let around = contentInsets
    let canvas = whole.part(Rect(origin: Point(x: around.left, y: around.top), size: bounds.size))
    do {
      if try overrides?.perform(.draw(canvas), on: self) != true { draw(in: canvas) }
    } catch {
      owningViewController?.report(error, from: "\(className) draw", isToldOnce: true)
    }
    for subview in subviews { subview.drawTree(in: canvas.part(subview.frame, style: subview.look)) }
    drawOverSubviews(in: canvas)
  }

  /// The style of this view's text: another when it cannot be used.
  public var textStyle: Style { isEffectivelyEnabled ? .plain : theme[.disabled] }

  // MARK: Events

  /// Whether the user can use the view and all that it is in.
  public var isEffectivelyEnabled: Bool {
    sequence(first: self, next: \.superview).allSatisfy { $0.isEnabled && !$0.isHidden }
  }

  /// Handles a mouse event, whose place is in the view's own coordinates, and returns true; or false to pass it on.
  open func mouseEvent(_ event: MouseEvent) -> Bool { false }

  /// Takes pasted text and returns true; or false.
  open func pasted(_ text: String) -> Bool { false }

  /// The frontmost view at a place, in this view's coordinates.
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

  // MARK: First responder

  /// Whether keys may go to the view first. For a plain view, what ``isFocusable`` says.
  open var canBecomeFirstResponder: Bool { isFocusable && isEffectivelyEnabled }
  /// Whether a view that is no control wants keys: one that a script or a subclass draws and moves itself.
  public var isFocusable = false
  /// Whether a click on the view lets keys go to it.
  open var takesFocusFromMouse: Bool { true }
  /// Whether keys go to the view first.
  public var isFirstResponder: Bool { window?.firstResponder === self }
  /// Where the text cursor stands in the view; nil hides it.
  open var cursorLocation: Point? { nil }
  /// Whether the view takes keyboard focus when it becomes visible.
  var wantsFirstResponder = false

  /// Lets keys go to the view first. Returns false if it does not want them. A view that is not seen yet gets them when
  /// it is.
  @discardableResult
  public func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder else { return false }
    guard let window else {
      wantsFirstResponder = true
      owningViewController?.wantedFocus = nil
      return true
    }
    return window.makeFirstResponder(self)
  }

  /// Lets keys go elsewhere.
  public func resignFirstResponder() {
    wantsFirstResponder = false
    if isFirstResponder { window?.makeFirstResponder(nil) }
  }

  /// The axes along which the arrow keys act inside the view. They never move the focus out of it along these, and do nothing
  /// at its edges.
  open var arrowAxes: Set<Axis> { [] }

  /// What cannot be used hears no keys.
  open override func keyPressed(_ key: KeyPress) -> Bool { isEffectivelyEnabled && super.keyPressed(key) }

  /// Keys come to the view first now.
  open func didBecomeFirstResponder() {}
  /// It was the user who let keys come to the view first, with a key: on from control to control, or back for a negative
  /// step.
  func keysWereBrought(byStep step: Int) {}
  /// Keys no longer come to the view first.
  open func didResignFirstResponder() {}

  /// Whether the steps to subviews are other ones when subviews come and go.
  var namesSubviewsByPlace: Bool { true }
  /// The step that leads to a subview, for another launch to take.
  func focusStep(to subview: View) -> StateValue {
    .integer(Int64(subviewList.place(of: subview) ?? 0))
  }
  /// Where such a step leads now; nil if that is not there, or not yet.
  func subview(atFocusStep step: StateValue) -> View? {
    guard case .integer(let index) = step, let index = Int(exactly: index), subviews.indices.contains(index) else {
      return nil
    }
    return subviews[index]
  }

  /// The views that keys can go to, in reading order.
  public var focusableViews: [View] {
    guard !isHidden, isEnabled else { return [] }
    return (canBecomeFirstResponder ? [self] : []) + subviews.flatMap(\.focusableViews)
  }

  /// The view in this one that gets keyboard focus when none of them has had it: the first in reading order that can have it.
  var initialFocus: View? {
    guard !isHidden, isEnabled else { return nil }
    if canBecomeFirstResponder { return self }
    // A loop, because a lazy sequence would ask every view twice, and so the innermost of n levels 2ⁿ times.
    for view in initialFocusOrder {
      if let focus = view.initialFocus { return focus }
    }
    return nil
  }

  /// The subviews in the order in which ``initialFocus`` asks them.
  var initialFocusOrder: [View] { subviews }

  /// The part of the view that is used now, in its own coordinates: what is to be seen of it if not all can be.
  open var usedRect: Rect { cursorLocation.map { Rect(origin: $0, size: Size(width: 1, height: 1)) } ?? bounds }

  /// Scrolls so that a rectangle, in this view's coordinates, is seen.
  open func scrollToVisible(_ rect: Rect) {}
  /// The size is another one: scrolls so that a rectangle which was seen, in this view's coordinates, still is.
  func keepVisible(_ rect: Rect) { scrollToVisible(rect) }
  /// The user has moved keyboard focus to a view in this one.
  func focusDidMoveWithin() {}

  // MARK: Use by name

  /// Where to click on the view, in its own coordinates.
  open var tapPoint: Point { Point(x: min(1, max(0, bounds.width - 1)), y: 0) }

  /// Where to click on what has this title within the view itself; nil if nothing of it has.
  open func tapPoint(forTitle title: String) -> Point? { nil }

  // MARK: Accessibility

  /// What the view is; nil for one that says nothing by itself.
  open var accessibilityRole: AccessibilityRole? { nil }
  /// What the view is called.
  open var accessibilityText: String { accessibilityLabel ?? borderTitle.string }
  /// What the view shows beside what it is called: a value, a state.
  open var accessibilityValue: String? { nil }
  /// What the view itself is, without its subviews: one element, or one for each of its parts.
  open var accessibilityElements: [AccessibilityElement] { [ownElement].compactMap { $0 } }
  /// Whether ``accessibilityElements`` have those of the subviews among them.
  var speaksForSubviews: Bool { false }
  /// Takes a value in words, as ``accessibilityValue`` says it; false if it means nothing here.
  open func enterValue(_ text: String) -> Bool { false }
  /// Which values ``enterValue(_:)`` takes, in a few words; nil if it takes none.
  open var acceptedValues: String? { nil }

  // MARK: Change

  /// What Swift does when the user changed the value.
  public var onChange: ((View) -> Void)?

  /// The user changed the value, or pressed the button: tells the script and Swift.
  public final func sendValueChanged() {
    invalidateRestorableState()
    onChange?(self)
    do {
      _ = try overrides?.perform(.valueChanged, on: self)
    } catch {
      let name = restorationIdentifier ?? accessibilityIdentifier ?? (self as? Button)?.title
      owningViewController?.report(error, from: className + (name.map { " \"\($0)\"" } ?? ""))
    }
  }

  // MARK: State

  /// Says that what the view keeps, or its controller, may have changed.
  public func invalidateRestorableState() {
    owningViewController?.viewStateChanged(self)
  }

  /// A value that the view keeps was set, perhaps to what it is already.
  public final func stateWasGiven() {
    if !hadPlace { isStateGiven = true }
  }

  public var encodesUnobservedState: Bool { overrides?.defines("encodeRestorableState", for: self) ?? false }

  open func encodeRestorableState(with coder: StateCoder) throws {}
  open func decodeRestorableState(with coder: StateCoder) throws {}

  public var restorationPathParent: (any StateRestoring)? { owningViewController }

  /// Writes what the class keeps by itself.
  open func encodeBuiltInState(with coder: StateCoder) {}

  /// Reads what the class keeps by itself.
  open func decodeBuiltInState(with coder: StateCoder) {
    // Saves of older versions have it here; now the controller keeps which of its views is focused.
    if coder.decodeBoolean(forKey: "isFirstResponder") == true { wantsFirstResponder = true }
  }

  public func preserve(with coder: StateCoder) throws {
    encodeBuiltInState(with: coder.builtIn)
    if try overrides?.perform(.encodeRestorableState(coder), on: self) != true {
      try encodeRestorableState(with: coder)
    }
  }

  public func restore(from coder: StateCoder) throws {
    decodeBuiltInState(with: coder.builtIn)
    if try overrides?.perform(.decodeRestorableState(coder), on: self) != true {
      try decodeRestorableState(with: coder)
    }
  }
}

extension View: Nesting, Sibling {
  var outerLevel: (any Nesting)? { superview }
  var innerLevels: [any Nesting] { subviews }
}
