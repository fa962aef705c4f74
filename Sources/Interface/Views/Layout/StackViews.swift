/// A direction in which views stand one after the other.
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
  /// The size of views that stand one after the other.
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

  /// Places views one after the other; how long each is, ``StackLengths`` says. Where there is too little room for all, those
  /// around the focused one are visible.
  func layOut(
    _ views: [View], in area: Rect, axis: Axis, spacing: Int, alignment: StackView.Alignment = .fill
  ) {
    let shown = views.filter { !$0.isHidden }
    guard !shown.isEmpty else { return }
    let across = area.size.across(axis)
    let (lengths, gap) = stackLengths(of: shown, in: area.size, axis: axis, spacing: spacing)
    var offset = axis == .horizontal ? area.minX : area.minY
    for (view, length) in zip(shown, lengths) {
      // A view that takes what room it gets takes it in both directions.
      let wanted = alignment == .fill ? across : view.fittingSize(in: area.size).across(axis)
      let extent = min(across, view.limited(wanted, along: axis.other))
      let start = alignment.offset(of: extent, in: across)
      view.frame =
        axis == .horizontal
        ? Rect(x: offset, y: area.minY + start, width: length, height: extent)
        : Rect(x: area.minX + start, y: offset, width: extent, height: length)
      offset += length + gap
    }
  }

  private func stackLengths(of shown: [View], in area: Size, axis: Axis, spacing: Int) -> (lengths: [Int], gap: Int) {
    let room = area.along(axis)
    var items = shown.map { $0.stackItem(along: axis, in: area) }
    // Side by side, the space between stays.
    let kept = axis == .horizontal ? spacing * (shown.count - 1) : 0
    if !StackLengths.fit(items, in: room - kept) {
      // Only where there is too little room does it matter who needs what.
      for (index, view) in shown.enumerated() { view.addNeeds(to: &items[index], along: axis, in: area) }
      if axis == .horizontal { Self.keepDistinct(shown, &items) }
    }
    let result = StackLengths(
      items, room: room, spacing: spacing, keeping: shown.firstIndex { $0.containsFirstResponder },
      along: axis)
    return (result.lengths, result.gap)
  }

  /// Lets buttons keep enough of their titles to be distinguished.
  private static func keepDistinct(_ views: [View], _ items: inout [StackLengths.Item]) {
    let buttons = views.compactMap { $0 as? Button }
    let alike = Button.commonWidths(ofTitles: Set(buttons.map(\.title)))
    for (index, view) in views.enumerated() where view.width == nil && !items[index].isFlexible {
      guard let button = view as? Button else { continue }
      let least = button.leastWidth(telling: alike[button.title] ?? 0)
      items[index].least = min(items[index].wanted, max(items[index].least, least))
    }
  }

  var containsFirstResponder: Bool {
    guard let first = window?.firstResponder else { return false }
    return sequence(first: first, next: \.superview).contains { $0 === self }
  }
}

/// Views one after the other, with room between and around them.
@MainActor
open class StackView: View {
  let axis: Axis
  /// Where views stand that are smaller than the stack is wide (or high, if they stand side by side).
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

  /// Empty cells between the views.
  public var spacing = 0 { didSet { contentSizeDidChange() } }
  /// Where smaller views stand.
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
}

/// Views one below the other.
@MainActor
open class VStack: StackView {
  /// A stack without views.
  public init() { super.init(axis: .vertical) }
}

/// Views side by side. Buttons that are alone in it go on in rows of their own where they are too wide for one.
@MainActor
open class HStack: StackView {
  /// A stack without views.
  public init() { super.init(axis: .horizontal) }

  /// The rows of buttons that are too wide for one row; nil if it holds anything else, or one row is enough.
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

/// Room that takes what is left in a stack, in the direction of the stack.
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
      for y in 0..<bounds.height { canvas.put("│", x: 0, y: y, style: theme[.border]) }
    } else {
      canvas.put(String(repeating: "─", count: bounds.width), x: 0, y: 0, style: theme[.border])
    }
  }
}
