/// A direction in which views stand one after the other.
public enum Axis: Sendable {
  case horizontal, vertical
}

extension Size {
  fileprivate func along(_ axis: Axis) -> Int { axis == .horizontal ? width : height }
  fileprivate func across(_ axis: Axis) -> Int { axis == .horizontal ? height : width }
  fileprivate init(along: Int, across: Int, axis: Axis) {
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
      let size = view.sizeThatFits(proposal)
      along += size.along(axis)
      across = max(across, size.across(axis))
    }
    return Size(along: along, across: across, axis: axis)
  }

  /// Places views one after the other: each gets what it wants, and flexible ones share what is left. Where there is too
  /// little room the last ones get less, but the one that has the keys stays.
  func layOut(_ views: [View], in area: Rect, axis: Axis, spacing: Int) {
    let shown = views.filter { !$0.isHidden }
    guard !shown.isEmpty else { return }
    let room = area.size.along(axis)
    let across = area.size.across(axis)
    var lengths = shown.map { view in
      view.isFlexible(along: axis) ? 0 : min(room, view.sizeThatFits(area.size).along(axis))
    }
    var gap = spacing
    let flexible = shown.indices.filter { shown[$0].isFlexible(along: axis) }
    // A flexible view gets a row before anything gets space around it.
    while gap > 0, lengths.reduce(0, +) + flexible.count + gap * (shown.count - 1) > room { gap -= 1 }
    let used = lengths.reduce(0, +) + gap * (shown.count - 1)
    if !flexible.isEmpty, room > used {
      let left = room - used
      for (place, index) in flexible.enumerated() {
        lengths[index] = left / flexible.count + (place < left % flexible.count ? 1 : 0)
      }
    } else if used > room {
      shrink(&lengths, to: room - gap * (shown.count - 1), keeping: shown.firstIndex { $0.containsFirstResponder })
    }
    var offset = axis == .horizontal ? area.minX : area.minY
    for (view, length) in zip(shown, lengths) {
      view.frame =
        axis == .horizontal
        ? Rect(x: offset, y: area.minY, width: length, height: across)
        : Rect(x: area.minX, y: offset, width: across, height: length)
      offset += length + gap
    }
  }

  private func shrink(_ lengths: inout [Int], to room: Int, keeping kept: Int?) {
    var excess = lengths.reduce(0, +) - max(0, room)
    for index in lengths.indices.reversed() where index != kept && excess > 0 {
      let less = min(lengths[index], excess)
      lengths[index] -= less
      excess -= less
    }
    if let kept, excess > 0 { lengths[kept] = max(0, lengths[kept] - excess) }
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
  /// Empty cells between the views.
  public var spacing = 0 { didSet { contentSizeDidChange() } }
  /// Empty cells around them.
  public var padding = 0 { didSet { contentSizeDidChange() } }

  init(axis: Axis) {
    self.axis = axis
    super.init()
  }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    let inner = Size(width: proposal.width - 2 * padding, height: proposal.height - 2 * padding)
    let size = stackSize(of: subviews, in: inner, axis: axis, spacing: spacing)
    return Size(width: size.width + 2 * padding, height: size.height + 2 * padding)
  }

  open override func layoutSubviews() {
    // On a small screen what is in the stack matters more than what is around it.
    let inset = min(padding, max(0, (bounds.width - 1) / 4), max(0, (bounds.height - 1) / 4))
    let area = Rect(x: inset, y: inset, width: bounds.width - 2 * inset, height: bounds.height - 2 * inset)
    layOut(subviews, in: area, axis: axis, spacing: spacing)
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

/// Room that takes what is left in a stack.
@MainActor
public final class Spacer: View {
  public override func sizeThatFits(_ proposal: Size) -> Size { .zero }
  public override func isFlexible(along axis: Axis) -> Bool { true }
}

/// A line between views.
@MainActor
public final class Divider: View {
  public override func sizeThatFits(_ proposal: Size) -> Size { Size(width: 1, height: 1) }

  public override func draw(in canvas: Canvas) {
    if bounds.height > bounds.width {
      for y in 0..<bounds.height { canvas.put("│", x: 0, y: y, style: Style(attributes: .dim)) }
    } else {
      canvas.put(String(repeating: "─", count: bounds.width), x: 0, y: 0, style: Style(attributes: .dim))
    }
  }
}
