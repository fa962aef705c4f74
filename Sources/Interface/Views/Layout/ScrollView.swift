import StateRestoration

/// Shows a part of what is in it, and scrolls.
@MainActor
open class ScrollView: View {
  /// The cell of the content that stands in the upper left corner. Kept inside the content when that is laid out.
  public var contentOffset: Point {
    get { offset }
    set {
      pendingOffset = nil
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
  /// A restored offset that the content is still too small for. Applied when it has grown, until somebody scrolls.
  private var pendingOffset: Point?
  /// The extent of all that is in it.
  public private(set) var contentSize = Size.zero
  /// The part of the bounds that is left by the scroll bars.
  private var page = Size.zero
  private enum Drag {
    case vertical, horizontal
  }
  private var drag: Drag?

  /// Where everything is seen there is nothing for keys to do.
  open override var canBecomeFirstResponder: Bool {
    isEffectivelyEnabled && (page == .zero || verticalBar.isNeeded || horizontalBar.isNeeded)
  }
  open override func isFlexible(along axis: Axis) -> Bool { true }

  private static let unlimited = 100_000

  open override func layoutSubviews() {
    page = bounds.size
    var wanted = size(forWidth: page.width)
    if wanted.height > page.height, page.width > 1 {
      page.width -= 1
      wanted = size(forWidth: page.width)
    }
    if wanted.width > page.width, page.height > 1 { page.height -= 1 }
    contentSize = Size(width: max(wanted.width, page.width), height: max(wanted.height, page.height))
    offset = clamped(pendingOffset ?? offset)
    if offset == pendingOffset { pendingOffset = nil }
    layOut(
      subviews, in: Rect(origin: Point(x: -offset.x, y: -offset.y), size: contentSize), axis: .vertical,
      spacing: 0)
  }

  private func size(forWidth width: Int) -> Size {
    stackSize(of: subviews, in: Size(width: width, height: Self.unlimited), axis: .vertical, spacing: 0)
  }

  private func clamped(_ offset: Point) -> Point {
    Point(
      x: min(max(0, offset.x), max(0, contentSize.width - page.width)),
      y: min(max(0, offset.y), max(0, contentSize.height - page.height)))
  }

  private func scroll(x: Int = 0, y: Int = 0) -> Bool {
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

  open override func drawOverSubviews(in canvas: Canvas) {
    // What is in it may have drawn where the bars stand.
    if verticalBar.isNeeded {
      canvas.fill(Rect(x: page.width, y: 0, width: bounds.width - page.width, height: bounds.height))
      verticalBar.draw(in: canvas, x: page.width, theme: theme, hasKeys: isFirstResponder)
    }
    if horizontalBar.isNeeded {
      canvas.fill(Rect(x: 0, y: page.height, width: bounds.width, height: bounds.height - page.height))
      horizontalBar.draw(in: canvas, y: page.height, theme: theme, hasKeys: isFirstResponder)
    }
  }

  open override func hitTest(_ point: Point) -> View? {
    let isOnBar = point.x >= page.width && verticalBar.isNeeded || point.y >= page.height && horizontalBar.isNeeded
    if isOnBar, !isHidden, bounds.contains(point) { return self }
    return super.hitTest(point)
  }

  // MARK: Events

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
        "By screens", trying: [.pageUp: { self.scroll(y: -screen) }, .pageDown: { self.scroll(y: screen) }]),
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
    if rect.minY < 0 { contentOffset.y += rect.minY }
    if rect.maxY > page.height { contentOffset.y += min(rect.maxY - page.height, rect.minY) }
    if rect.minX < 0 { contentOffset.x += rect.minX }
    if rect.maxX > page.width { contentOffset.x += max(0, min(rect.maxX - page.width, rect.minX)) }
    layoutIfNeeded()
  }

  // MARK: State

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    let kept = pendingOffset ?? offset
    coder.encode(kept.x, forKey: "contentOffsetX")
    coder.encode(kept.y, forKey: "contentOffsetY")
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    func offset(_ key: String) -> Int { min(max(0, coder.decodeInteger(forKey: key) ?? 0), Self.unlimited) }
    let kept = Point(x: offset("contentOffsetX"), y: offset("contentOffsetY"))
    contentOffset = kept
    pendingOffset = kept
  }
}
