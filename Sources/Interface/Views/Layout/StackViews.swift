/// The direction of a stack.
public enum Axis: String, CaseIterable, Sendable {
  case horizontal, vertical
}

extension Size {
  func along(_ axis: Axis) -> Int { axis == .horizontal ? width : height }
  func across(_ axis: Axis) -> Int { axis == .horizontal ? height : width }
  init(along: Int, across: Int, axis: Axis) {
    self = axis == .horizontal ? Size(width: along, height: across) : Size(width: across, height: along)
  }
}

extension View {
  /// Returns the size of a stack of views.
  func stackSize(of views: [View], in proposal: Size, axis: Axis, spacing: Int) -> Size {
    let shown = views.filter { !$0.isHidden }
    var along = max(0, shown.count - 1) * spacing
    var across = 0
    for view in shown {
      let size = view.fittingSize(in: proposal)
      along += size.along(axis)
      across = max(across, size.across(axis))
    }
    return Size(along: along, across: across, axis: axis)
  }

  /// Places views in a stack, with lengths from ``StackLengths``. If there is too little room for all, the views around
  /// the focused one are visible.
  func layOut(
    _ views: [View], in area: Rect, axis: Axis, spacing: Int, alignment: StackView.Alignment = .fill
  ) {
    let shown = views.filter { !$0.isHidden }
    guard !shown.isEmpty else { return }
    let across = area.size.across(axis)
    let stack = stackLengths(of: shown, in: area.size, axis: axis, spacing: spacing)
    var offset = axis == .horizontal ? area.minX : area.minY
    for (view, length) in zip(shown, stack.lengths) {
      // A flexible view is flexible in both directions.
      let wanted = alignment == .fill ? across : view.fittingSize(in: area.size).across(axis)
      let extent = min(across, view.limited(wanted, along: axis.other))
      let start = alignment.offset(of: extent, in: across)
      view.frame =
        axis == .horizontal
        ? Rect(x: offset, y: area.minY + start, width: max(0, length), height: extent)
        : Rect(x: area.minX + start, y: offset, width: extent, height: max(0, length))
      offset += length + stack.gap
    }
  }

  private func stackLengths(of shown: [View], in area: Size, axis: Axis, spacing: Int) -> StackLengths {
    let room = area.along(axis)
    var items = shown.map { $0.stackItem(along: axis, in: area) }
    // In a row, the spacing is kept.
    let kept = axis == .horizontal ? spacing * (shown.count - 1) : 0
    if !StackLengths.fit(items, in: room - kept) {
      // Minimum lengths only matter if there is too little room.
      for (index, view) in shown.enumerated() { view.addNeeds(to: &items[index], along: axis, in: area) }
      if axis == .horizontal { Self.keepDistinct(shown, &items) }
    }
    return StackLengths(
      items, room: room, spacing: spacing, keeping: shown.firstIndex { $0.containsFirstResponder }, along: axis)
  }

  /// Keeps button titles long enough to be distinguishable.
  private static func keepDistinct(_ views: [View], _ items: inout [StackLengths.Item]) {
    let buttons = views.compactMap { $0 as? Button }
    let alike = Button.commonWidths(ofTitles: Set(buttons.map(\.title)))
    for (index, view) in views.enumerated() where view.width == nil && !items[index].isFlexible {
      guard let button = view as? Button else { continue }
      let least = button.minimumWidth(distinguishing: alike[button.title] ?? 0)
      items[index].least = min(items[index].wanted, max(items[index].least, least))
    }
  }

  var containsFirstResponder: Bool {
    var view = window?.firstResponder
    while let current = view {
      if current === self { return true }
      view = current.superview
    }
    return false
  }
}

/// Arranges its subviews in a row or column.
@MainActor
open class StackView: View {
  let axis: Axis
  /// The alignment of smaller views, across the direction of the stack.
  public enum Alignment: String, Sendable, CaseIterable {
    case fill, leading, center, trailing

    func offset(of extent: Int, in room: Int) -> Int {
      switch self {
      case .fill, .leading: 0
      case .center: (room - extent) / 2
      case .trailing: room - extent
      }
    }
  }

  /// The number of empty cells between views.
  public var spacing = 0 { didSet { contentSizeDidChange() } }
  /// The alignment of smaller views.
  public var alignment = Alignment.fill { didSet { contentSizeDidChange() } }

  init(axis: Axis) {
    self.axis = axis
    super.init()
  }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    stackSize(of: subviews, in: proposal, axis: axis, spacing: spacing)
  }

  open override func layoutSubviews() {
    layOut(subviews, in: bounds, axis: axis, spacing: spacing, alignment: alignment)
  }

  /// A column gives each subview its own width. A row shares the room, and gives flexible views what the others leave.
  override func usesPreferredWidth(of subview: View) -> Bool {
    guard alignment == .fill else { return true }
    return axis == .horizontal && !(subview.subviews.isEmpty && subview.flexes(along: .horizontal))
  }
}

/// Arranges its subviews in a column.
@MainActor
open class VStack: StackView {
  /// Creates an empty stack.
  public init() { super.init(axis: .vertical) }
}

/// Arranges its subviews in a row. If it contains only buttons, they wrap into further rows.
@MainActor
open class HStack: StackView {
  /// Creates an empty stack.
  public init() { super.init(axis: .horizontal) }

  /// Returns the rows of buttons that are too wide for one row; nil if one row is enough or there are other views.
  private func rows(in area: Size) -> [[View]]? {
    let shown = subviews.filter { !$0.isHidden && !($0 is Spacer) }
    guard shown.count > 1, shown.allSatisfy({ $0 is Button }) else { return nil }
    var rows: [[View]] = [[]]
    var used = 0
    for view in shown {
      let width = view.fittingSize(in: area).width
      if !rows[rows.count - 1].isEmpty, used + spacing + width > area.width {
        rows.append([])
        used = 0
      }
      used += width + (rows[rows.count - 1].isEmpty ? 0 : spacing)
      rows[rows.count - 1].append(view)
    }
    return rows.count > 1 ? rows : nil
  }

  private func height(of row: [View], in area: Size) -> Int { row.map { $0.fittingSize(in: area).height }.max() ?? 0 }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    guard let rows = rows(in: proposal) else { return super.sizeThatFits(proposal) }
    let widths = rows.map { stackSize(of: $0, in: proposal, axis: .horizontal, spacing: spacing).width }
    return Size(width: widths.max() ?? 0, height: rows.reduce(0) { $0 + height(of: $1, in: proposal) })
  }

  open override func layoutSubviews() {
    guard let rows = rows(in: bounds.size) else { return super.layoutSubviews() }
    let heights = rows.map { height(of: $0, in: bounds.size) }
    guard heights.reduce(0, +) <= bounds.height else { return super.layoutSubviews() }
    for view in subviews where view is Spacer { view.frame = .zero }
    var y = 0
    for (row, height) in zip(rows, heights) {
      layOut(
        row, in: Rect(x: 0, y: y, width: bounds.width, height: height), axis: .horizontal, spacing: spacing,
        alignment: alignment)
      y += height
    }
  }
}

/// Empty room that takes the rest of a stack, in its direction.
@MainActor
public final class Spacer: View {
  public override func sizeThatFits(_ proposal: Size) -> Size { .zero }
  public override func isFlexible(along axis: Axis) -> Bool {
    axis == (superview as? StackView)?.axis ?? .vertical
  }
}

/// A line between views.
@MainActor
public final class Divider: View {
  public override func sizeThatFits(_ proposal: Size) -> Size { Size(width: 1, height: 1) }

  public override func draw(in canvas: Canvas) {
    if bounds.height > bounds.width {
      for y in 0..<bounds.height { canvas.put("│", x: 0, y: y, style: theme[.divider]) }
    } else {
      canvas.put(String(repeating: "─", count: bounds.width), x: 0, y: 0, style: theme[.divider])
    }
  }
}
