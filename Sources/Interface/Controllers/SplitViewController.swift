import StateRestoration

/// Two controllers side by side, or one of them if the screen is too narrow for both (UIKit's `UISplitViewController`).
/// Preserves both sides, the divider, and the side shown when collapsed.
@MainActor
open class SplitViewController: ViewController {
  /// One of the two sides.
  public enum Column: String, Sendable, CaseIterable {
    case primary, secondary
  }

  /// The width, in columns, below which only one side is shown.
  public static let collapseWidth = 50

  /// Both sides, primary first.
  public var viewControllers: [ViewController] { children }

  /// Replaces both sides, primary first.
  ///
  /// - Throws: ``ContainmentError`` if a controller cannot be a side.
  public func setViewControllers(_ controllers: [ViewController]) throws {
    try replaceChildren(with: controllers)
    contentDidChange()
  }

  /// The side shown while collapsed: the one that was selected, or that keyboard focus moved to, last.
  public private(set) var shownColumn = Column.primary

  /// Selects the side shown while collapsed. If it is collapsed, keyboard focus moves there.
  public func show(_ column: Column) {
    guard column != shownColumn else { return }
    if window != nil, isCollapsed { (lastFocusedChild, wantedFocusedChild) = (nil, nil) }
    shownColumn = column
    contentDidChange()
  }

  override func focusDidMove(into child: ViewController) {
    guard !isCollapsed, let index = children.firstIndex(where: { $0 === child }) else { return }
    let column = index == 1 ? Column.secondary : .primary
    guard column != shownColumn else { return }
    // Both sides are visible, so only what is saved changes.
    shownColumn = column
    invalidateRestorableState()
  }

  /// The width of the primary side, in columns; nil is a third of the total width.
  public var dividerPosition: Int? {
    didSet {
      guard dividerPosition != oldValue else { return }
      contentDidChange()
    }
  }

  /// Whether there is room for only one side.
  public var isCollapsed: Bool {
    let width = viewIfLoaded?.bounds.width ?? 0
    return (width > 0 ? width : window?.size.width ?? 0) < Self.collapseWidth
  }

  open override func addChild(_ child: ViewController) throws {
    try adopt(child)
    contentDidChange()
  }

  private func contentDidChange() {
    viewIfLoaded?.setNeedsLayout()
    childrenDidChange()
  }

  // MARK: Showing

  open override func loadView() {
    view = SplitView(controller: self)
  }

  /// Both sides. What the hidden one presents covers both, so it is not hidden with its side.
  override var childrenThatPresent: [ViewController] {
    let sides = Array(children.prefix(2))
    return isCollapsed && shownColumn == .secondary ? sides.reversed() : sides
  }

  open override var visibleChildren: [ViewController] {
    let sides = childrenThatPresent
    guard isCollapsed else { return sides }
    return (sides.first { $0.visiblePresentation != nil } ?? sides.first).map { [$0] } ?? []
  }

  open override var placesViewsOfChildren: Bool { true }

  open override func placeVisibleChildren() {
    (viewIfLoaded as? SplitView)?.show(visibleChildren.map(\.view))
  }

  open override var titleChild: ViewController? { children.first }

  open override var keyBindings: [KeyBinding] {
    if isCollapsed {
      return shownColumn == .secondary ? [KeyBinding("Back", [.escape: { self.show(.primary) }])] : []
    }
    return [
      KeyBinding(
        children.count > 1 ? "Narrow, widen the left side" : nil,
        [
          .alt("-"): { self.moveDivider(to: self.dividerColumn - 2) },
          .alt("="): { self.moveDivider(to: self.dividerColumn + 2) },
        ]
      ).hinted("narrow, widen")
    ]
  }

  /// The column of the divider.
  var dividerColumn: Int {
    let width = viewIfLoaded?.bounds.width ?? 0
    return min(max(dividerPosition ?? width / 3, 1), max(width - 2, 1))
  }

  func moveDivider(to column: Int) {
    let width = viewIfLoaded?.bounds.width ?? 0
    dividerPosition = min(max(column, 1), max(width - 2, 1))
  }

  // MARK: Restoration

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    coder.encode(shownColumn.rawValue, forKey: "shownColumn")
    if let dividerPosition { coder.encode(dividerPosition, forKey: "dividerPosition") }
  }

  open override func bindChildren(_ restored: [RestoredChild]) {
    let merged = mergeRestored(restored, keepsNew: true)
    let (fitting, rest) = merged.children.count > 2 ? fitted(merged) : (merged.children, [])
    try? replaceChildren(with: fitting)
    contentDidChange()
    for left in rest where left.restorationIdentifier != nil {
      applicationContext?.report(.noRoom(for: left, in: self))
    }
  }

  /// Fits more than two restored and new children into the two sides. Restored children keep their sides. New ones take
  /// the remaining sides, their own side first; one that was built as a side and finds none is dropped. All others
  /// follow after both sides.
  private func fitted(_ merged: MergedChildren) -> (children: [ViewController], rest: [ViewController]) {
    var sides: [ViewController?] = [nil, nil]
    if merged.preserved.count == 1, let only = merged.preserved.first {
      sides[min(max(0, only.position), 1)] = only.controller
    } else {
      for (side, preserved) in merged.preserved.prefix(2).enumerated() { sides[side] = preserved.controller }
    }
    let known = Set(merged.preserved.map { ObjectIdentifier($0.controller) })
    let isStaying = Set(merged.children.map { ObjectIdentifier($0) })
    let new = children.enumerated().filter {
      isStaying.contains(ObjectIdentifier($0.element)) && !known.contains(ObjectIdentifier($0.element))
    }
    var others: [(place: Int, controller: ViewController)] = []
    for (place, child) in new {
      if place < 2, sides[place] == nil { sides[place] = child } else { others.append((place, child)) }
    }
    var behind = merged.preserved.dropFirst(2).map(\.controller)
    var rest: [ViewController] = []
    for (place, child) in others {
      if let free = sides.firstIndex(where: { $0 == nil }) {
        sides[free] = child
      } else if place >= 2 {
        behind.append(child)
      } else {
        rest.append(child)
      }
    }
    return (sides.compactMap { $0 } + behind, rest)
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    if let column = coder.decodeString(forKey: "shownColumn").flatMap(Column.init(rawValue:)), column != shownColumn {
      shownColumn = column
      contentDidChange()
    }
    if let position = coder.decodeInteger(forKey: "dividerPosition") { dividerPosition = position }
  }
}

/// Draws the two sides with a divider between them.
@MainActor
final class SplitView: View {
  private weak var controller: SplitViewController?
  private var sides: [View] = []

  init(controller: SplitViewController) {
    self.controller = controller
    super.init()
  }

  func show(_ views: [View]) {
    sides = views
    setSubviews(views)
  }

  private var dividerColumn: Int { controller?.dividerColumn ?? 0 }
  private var isDragging = false { didSet { if isDragging != oldValue { setNeedsDisplay() } } }
  /// Whether both sides are visible.
  var showsBothSides: Bool { sides.count == 2 }

  /// The primary side has its own background.
  override func style(ofSubview subview: View) -> Style {
    let style = super.style(ofSubview: subview)
    return showsBothSides && subview === sides[0] ? style.over(theme[.panel]) : style
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .press(button: 1): isDragging = sides.count == 2 && event.location.x == dividerColumn
    case .drag(button: 1) where isDragging: controller?.moveDivider(to: event.location.x)
    case .release: isDragging = false
    default: return false
    }
    return isDragging
  }

  /// The divider determines the widths.
  override func usesPreferredWidth(of subview: View) -> Bool { false }

  override func layoutSubviews() {
    // The number of visible sides depends on the width.
    controller?.window?.updateAppearance()
    guard sides.count == 2 else {
      sides.first?.frame = bounds
      return
    }
    let left = dividerColumn
    sides[0].frame = Rect(x: 0, y: 0, width: left, height: bounds.height)
    sides[1].frame = Rect(x: left + 1, y: 0, width: bounds.width - left - 1, height: bounds.height)
  }

  override func draw(in canvas: Canvas) {
    guard sides.count == 2 else { return }
    let panel = theme[.panel]
    if panel.background != .default { canvas.fill(sides[0].frame, style: panel) }
    let style = theme[isDragging ? .focusedBorder : .divider]
    for y in 0..<bounds.height { canvas.put(isDragging ? "┃" : "│", x: dividerColumn, y: y, style: style) }
  }
}
