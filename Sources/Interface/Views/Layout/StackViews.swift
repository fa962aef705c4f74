/// A direction in which views stand one after the other.
public enum Axis: String, CaseIterable, Sendable {
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
      let size = view.fittingSize(in: proposal)
      along += size.along(axis)
      across = max(across, size.across(axis))
    }
    return Size(along: along, across: across, axis: axis)
  }

  /// Places views one after the other: each gets what it wants, and flexible ones share what is left. Where there is too
  /// little room the last ones get less; but the one that has the keys stays, with what is right before it.
  func layOut(
    _ views: [View], in area: Rect, axis: Axis, spacing: Int, alignment: StackView.Alignment = .fill
  ) {
    let shown = views.filter { !$0.isHidden }
    guard !shown.isEmpty else { return }
    let room = area.size.along(axis)
    let across = area.size.across(axis)
    var lengths = shown.map { view in
      view.flexes(along: axis) ? 0 : min(room, view.fittingSize(in: area.size).along(axis))
    }
    // What has the keys is seen, also on a small screen, and if it is flexible.
    let kept = shown.firstIndex { $0.containsFirstResponder }
    if let kept, shown[kept].flexes(along: axis) {
      lengths[kept] = min(room, axis == .vertical ? 3 : 10)
    }
    let least = lengths
    var gap = spacing
    let flexible = shown.indices.filter { shown[$0].flexes(along: axis) }
    // A flexible view gets a row before anything gets space around it.
    while gap > 0, lengths.reduce(0, +) + flexible.count + gap * (shown.count - 1) > room { gap -= 1 }
    let used = lengths.reduce(0, +) + gap * (shown.count - 1)
    if !flexible.isEmpty, room > used {
      let left = room - used + flexible.reduce(0) { $0 + least[$1] }
      for (place, index) in flexible.enumerated() {
        lengths[index] = left / flexible.count + (place < left % flexible.count ? 1 : 0)
      }
      if let kept, lengths[kept] < least[kept] {
        // The others that are flexible share what it leaves.
        let others = flexible.filter { $0 != kept }
        let rest = left - least[kept]
        lengths[kept] = least[kept]
        for (place, index) in others.enumerated() {
          lengths[index] = rest / others.count + (place < rest % others.count ? 1 : 0)
        }
      }
    } else if used > room {
      let left = room - gap * (shown.count - 1)
      let standing = shown.map { $0.frame.size.along(axis) }
      if let kept, fits(standing, lengths, room: left, showing: kept) {
        lengths = standing
      } else {
        shrink(&lengths, to: left, keeping: kept)
      }
    }
    var offset = axis == .horizontal ? area.minX : area.minY
    for (view, length) in zip(shown, lengths) {
      // A view that takes what room it gets takes it in both directions.
      let wanted = alignment == .fill ? across : view.fittingSize(in: area.size).across(axis)
      let extent = min(across, (axis == .horizontal ? view.height : view.width) ?? wanted)
      let start = alignment.offset(of: extent, in: across)
      view.frame =
        axis == .horizontal
        ? Rect(x: offset, y: area.minY + start, width: length, height: extent)
        : Rect(x: area.minX + start, y: offset, width: extent, height: length)
      offset += length + gap
    }
  }

  /// Whether what stands where there is too little room can stay as it is, now that another view has the keys: nothing moves
  /// under the mouse that gave it them, nor where it is seen with what leads to it.
  private func fits(_ standing: [Int], _ wanted: [Int], room: Int, showing kept: Int) -> Bool {
    standing.reduce(0, +) == room && zip(standing, wanted).allSatisfy { $0 <= $1 } && standing[kept] == wanted[kept]
      && (window?.isFocusFromMouse == true || kept == 0 || standing[kept - 1] == wanted[kept - 1])
  }

  private func shrink(_ lengths: inout [Int], to room: Int, keeping kept: Int?) {
    // What comes after the one with the keys gives way, the last first; then what stands before it, the first first: as if
    // scrolled, it stands below what leads to it.
    let kept = kept ?? -1
    var excess = lengths.reduce(0, +) - max(0, room)
    for index in lengths.indices[(kept + 1)...].reversed() + lengths.indices.prefix(kept + 1) where excess > 0 {
      let less = min(lengths[index], excess)
      lengths[index] -= less
      excess -= less
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
      for y in 0..<bounds.height { canvas.put("│", x: 0, y: y, style: theme[.border]) }
    } else {
      canvas.put(String(repeating: "─", count: bounds.width), x: 0, y: 0, style: theme[.border])
    }
  }
}
