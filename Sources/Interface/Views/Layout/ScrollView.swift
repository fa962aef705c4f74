import StateRestoration

/// Shows a part of its content and scrolls.
@MainActor
open class ScrollView: View {
  /// The content's cell in the upper left corner, clamped to the content at layout.
  public var contentOffset: Point {
    get { offset }
    set {
      rest = nil
      offset = newValue
    }
  }
  private var offset = Point.zero {
    didSet {
      guard offset != oldValue else { return }
      setNeedsLayout()
      invalidateRestorableState()
    }
  }
  /// The position to which the user or the script has scrolled, while the size, the focus or missing content prevents
  /// it. It is applied again as soon as possible, until the view is scrolled or the focus moves.
  private var rest: Rest?

  private struct Rest {
    var offset: Point
    /// The position that shows the focused view instead, and the size at which it does.
    var displacement: (offset: Point, size: Size)?
    /// Whether the position was reached at the last layout.
    var isReached = false

    func offset(at size: Size) -> Point {
      if let displacement, displacement.size == size { displacement.offset } else { offset }
    }
  }

  /// The degree to which a view is visible.
  private enum Visibility: Int {
    case hidden, partial, whole
  }
  /// The visibility of the focused view when the window settled last, or in the saved state. A resize keeps it as long as the
  /// offset before the resize is kept.
  private var keptVisibility = Visibility.whole
  private var laidOutSize = Size.zero
  private var laidOutOffset = Point.zero
  /// The size of the content.
  public private(set) var contentSize = Size.zero
  /// The size of the bounds without the scroll bars.
  private var page = Size.zero
  /// The axis of the scroll bar that is dragged.
  private var drag: Axis?

  /// A view whose whole content is visible is not focusable.
  open override var canBecomeFirstResponder: Bool {
    isEffectivelyEnabled && (hasNoPage || verticalBar.isNeeded || horizontalBar.isNeeded)
  }
  open override func isFlexible(along axis: Axis) -> Bool { true }

  private static let unlimited = 100_000

  open override func layoutSubviews() {
    let (oldBar, oldRow, oldOffset) = (verticalBar, horizontalBar, keptOffset)
    let wasFocusable = canBecomeFirstResponder
    defer {
      if canBecomeFirstResponder != wasFocusable { window?.usableViewsDidChange() }
      if oldBar != verticalBar || oldRow != horizontalBar { setNeedsDisplay() }
      if oldOffset != keptOffset { invalidateRestorableState() }
    }
    // Without room, no position is visible.
    let hasRoom = !bounds.isEmpty
    if hasRoom, bounds.size != laidOutSize {
      if laidOutSize != .zero, rest == nil || rest?.isReached == true {
        rest = Rest(offset: offset)
      }
      laidOutSize = bounds.size
    } else if hasRoom, rest?.isReached == true {
      rest = nil
    }
    page = bounds.size
    var wanted = size(forWidth: page.width)
    if wanted.height > page.height, page.width > 1, !hasBorderBesideContent {
      page.width -= 1
      wanted = size(forWidth: page.width)
    }
    if wanted.width > page.width, page.height > 1 { page.height -= 1 }
    contentSize = Size(width: max(wanted.width, page.width), height: max(wanted.height, page.height))
    offset = clamped(rest?.offset(at: bounds.size) ?? offset)
    let isReached = hasRoom && rest?.offset == offset
    rest?.isReached = isReached
    laidOutOffset = offset
    layOut(
      subviews, in: Rect(origin: Point(x: -offset.x, y: -offset.y), size: contentSize), axis: .vertical,
      spacing: 0)
  }

  /// Returns the size of the content in a view of a width.
  func size(forWidth width: Int) -> Size {
    stackSize(of: subviews, in: Size(width: width, height: Self.unlimited), axis: .vertical, spacing: 0)
  }

  private func clamped(_ offset: Point) -> Point {
    Point(
      x: min(max(0, offset.x), max(0, contentSize.width - page.width)),
      y: min(max(0, offset.y), max(0, contentSize.height - page.height)))
  }

  /// Scrolls by a number of cells, as far as the content extends. Returns false if it was at the end already.
  func scroll(x: Int = 0, y: Int = 0) -> Bool {
    let target = clamped(Point(x: contentOffset.x + x, y: contentOffset.y + y))
    guard target != contentOffset else { return false }
    contentOffset = target
    return true
  }

  // MARK: Scroll bars

  private var verticalBar: ScrollBar {
    ScrollBar(total: contentSize.height, visible: page.height, offset: contentOffset.y)
  }
  private var horizontalBar: ScrollBar {
    ScrollBar(total: contentSize.width, visible: page.width, offset: contentOffset.x)
  }

  override var verticalScrollBar: (bar: ScrollBar, y: Int, isFocused: Bool)? {
    hasBorderBesideContent || page.width < bounds.width ? (verticalBar, 0, isFirstResponder) : nil
  }

  open override func drawOverSubviews(in canvas: Canvas) {
    // Content may have drawn in the place of the bars.
    if verticalBar.isNeeded {
      canvas.fill(Rect(x: page.width, y: 0, width: bounds.width - page.width, height: bounds.height))
    }
    if horizontalBar.isNeeded {
      canvas.fill(Rect(x: 0, y: page.height, width: bounds.width, height: bounds.height - page.height))
      horizontalBar.draw(in: canvas, along: .horizontal, at: page.height, theme: theme, isFocused: isFirstResponder)
    }
  }

  open override func hitTest(_ point: Point) -> View? {
    let isOnBar = point.x >= page.width && verticalBar.isNeeded || point.y >= page.height && horizontalBar.isNeeded
    let inside = Rect(x: 0, y: 0, width: max(bounds.width, scrollBarColumn + 1), height: bounds.height)
    if isOnBar, !isHidden, inside.contains(point) { return self }
    return super.hitTest(point)
  }

  // MARK: Events

  open override var arrowAxes: Set<Axis> {
    Set((verticalBar.isNeeded ? [.vertical] : []) + (horizontalBar.isNeeded ? [.horizontal] : []))
  }

  open override var keyBindings: [KeyBinding] {
    let screen = max(1, page.height - 1)
    let whole = contentSize.height
    return [
      KeyBinding(
        "Scroll",
        trying: [
          .up: { self.scroll(y: -1) }, .down: { self.scroll(y: 1) }, .left: { self.scroll(x: -1) },
          .right: { self.scroll(x: 1) },
        ]),
      KeyBinding(
        "Page up, down", trying: [.pageUp: { self.scroll(y: -screen) }, .pageDown: { self.scroll(y: screen) }]),
      KeyBinding("Top, bottom", trying: [.home: { self.scroll(y: -whole) }, .end: { self.scroll(y: whole) }]),
    ]
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .wheel(let rows):
      return event.modifiers.contains(.shift) ? scroll(x: rows) : scroll(y: rows)
    case .press(button: 1):
      drag =
        verticalBar.isNeeded && event.location.x >= page.width
        ? .vertical : horizontalBar.isNeeded && event.location.y >= page.height ? .horizontal : nil
    case .drag(button: 1): break
    default:
      drag = nil
      return false
    }
    switch drag {
    case .vertical: contentOffset.y = verticalBar.offset(atRow: event.location.y)
    case .horizontal: contentOffset.x = horizontalBar.offset(atRow: event.location.x)
    case nil: return false
    }
    return true
  }

  open override func scrollToVisible(_ rect: Rect) {
    layoutIfNeeded()
    let target = offset(showing: rect)
    if target != offset { contentOffset = target }
    layoutIfNeeded()
  }

  override func keepVisible(_ rect: Rect) {
    layoutIfNeeded()
    guard !hasNoPage, visibility(of: rect).rawValue < keptVisibility.rawValue else { return }
    let target = clamped(offset(showing: rect))
    guard target != offset else { return }
    rest = rest ?? Rest(offset: offset)
    rest?.displacement = (target, bounds.size)
    rest?.isReached = false
    offset = target
    invalidateRestorableState()
    layoutIfNeeded()
  }

  override func focusDidMoveWithin() {
    rest = nil
    keptVisibility = .whole
    invalidateRestorableState()
  }

  override func windowDidSettle() {
    let visibility = rest?.isReached == false ? keptVisibility : focusVisibility
    guard visibility != keptVisibility else { return }
    keptVisibility = visibility
    invalidateRestorableState()
  }

  /// Returns the nearest offset at which a rectangle, in this view's current coordinates, is visible, or fills the page.
  private func offset(showing rect: Rect) -> Point {
    func shift(_ start: Int, _ end: Int, _ page: Int) -> Int {
      let shifts = [start, end - page].sorted()
      return min(max(0, shifts[0]), shifts[1])
    }
    return Point(
      x: offset.x + shift(rect.minX, rect.maxX, page.width), y: offset.y + shift(rect.minY, rect.maxY, page.height))
  }

  /// Whether the view was not laid out yet, or had no room.
  private var hasNoPage: Bool { page.width == 0 || page.height == 0 }

  /// Returns how much of a rectangle, in this view's current coordinates, is visible.
  private func visibility(of rect: Rect) -> Visibility {
    guard rect.maxY > 0, rect.minY < page.height, rect.maxX > 0, rect.minX < page.width else { return .hidden }
    return offset(showing: rect) == offset ? .whole : .partial
  }

  /// The visibility of the focused view. One outside of this view counts as visible.
  private var focusVisibility: Visibility {
    guard let view = window?.firstResponder, view !== self, !hasNoPage else { return .whole }
    // The content may not have been moved to the current offset yet.
    var rect = view.usedRect.offsetBy(x: laidOutOffset.x - offset.x, y: laidOutOffset.y - offset.y)
    for step in sequence(first: view, next: \.superview) {
      if step === self { return visibility(of: rect) }
      rect = rect.offsetBy(x: step.contentOrigin.x, y: step.contentOrigin.y)
    }
    return .whole
  }

  // MARK: State

  /// The offset to save: that before a resize, as long as it can be restored.
  private var keptOffset: Point { rest?.offset ?? offset }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    let kept = keptOffset
    coder.encode(kept.x, forKey: "contentOffsetX")
    coder.encode(kept.y, forKey: "contentOffsetY")
    if keptVisibility != .whole { coder.encode(keptVisibility.rawValue, forKey: "focusVisibility") }
    guard let (offset, size) = rest?.displacement, size == bounds.size else { return }
    coder.encode(StateValue(integers: [offset.x, offset.y, size.width, size.height]), forKey: "focusDisplacement")
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    func limited(_ number: Int?) -> Int { min(max(0, number ?? 0), Self.unlimited) }
    func offset(_ key: String) -> Int { limited(coder.decodeInteger(forKey: key)) }
    let kept = Point(x: offset("contentOffsetX"), y: offset("contentOffsetY"))
    contentOffset = kept
    rest = Rest(offset: kept)
    if let given = coder.decodeValue(forKey: "focusDisplacement")?.integers, given.count == 4 {
      let numbers = given.map { limited($0) }
      rest?.displacement = (Point(x: numbers[0], y: numbers[1]), Size(width: numbers[2], height: numbers[3]))
    }
    keptVisibility =
      coder.decodeInteger(forKey: "focusVisibility").flatMap(Visibility.init)
      // Earlier versions saved only this.
      ?? (coder.decodeBoolean(forKey: "isFocusSeen") == false ? .hidden : .whole)
  }
}
