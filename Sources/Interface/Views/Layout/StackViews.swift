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
  /// around the one that has the keys are seen.
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
    }
    let result = StackLengths(
      items, room: room, spacing: spacing, keeping: shown.firstIndex { $0.containsFirstResponder },
      along: axis)
    return (result.lengths, result.gap)
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

/// Views side by side.
@MainActor
open class HStack: StackView {
  /// A stack without views.
  public init() { super.init(axis: .horizontal) }
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
