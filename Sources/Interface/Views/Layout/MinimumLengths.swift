// The minimum lengths of views on a small screen.
extension Axis {
  var other: Axis { self == .horizontal ? .vertical : .horizontal }
  /// The minimum length at which a flexible view is usable.
  fileprivate var minimumUsable: Int { self == .horizontal ? 10 : 3 }
  /// The minimum length at which titles are distinguishable.
  fileprivate var minimumReadable: Int { self == .horizontal ? 6 : .max }
}

extension View {
  /// Returns the view's requirements in a stack.
  func stackItem(along axis: Axis, in area: Size) -> StackLengths.Item {
    let isFlexible = flexes(along: axis)
    let wanted = isFlexible ? 0 : min(area.along(axis), fittingSize(in: area).along(axis))
    var item = StackLengths.Item(
      wanted: wanted, least: isFlexible ? minimumFlexibleLength(along: axis, in: area) : wanted,
      most: limits(along: axis).upperBound, isFlexible: isFlexible)
    item.isSpace = self is Spacer
    return item
  }

  /// Adds the view's minimum length to its requirements, and whether it can be focused.
  func addNeeds(to item: inout StackLengths.Item, along axis: Axis, in area: Size) {
    item.isFocusable = containsFocusable
    if item.isFlexible, !item.isFocusable { return }
    let wanted = item.isFlexible ? min(area.along(axis), item.most) : item.wanted
    item.least = minimumLength(along: axis, wanted: wanted, in: area)
    if axis == .vertical {
      item.shortest = min(item.least, minimumLength(along: axis, wanted: wanted, in: area, withOneRow: true))
    }
  }

  /// Whether the view contains a focusable one. A scroll view counts, because whether it can be focused depends on its
  /// room.
  var containsFocusable: Bool {
    guard !isHidden, isEnabled else { return false }
    return LayoutPass.containsFocusable(self) {
      canBecomeFirstResponder || self is ScrollView || subviews.contains { $0.containsFocusable }
    }
  }

  /// Returns the minimum length of a flexible view.
  private func minimumFlexibleLength(along axis: Axis, in area: Size) -> Int {
    let limits = limits(along: axis)
    guard containsFocusable else { return limits.lowerBound }
    return min(
      max(limits.lowerBound, min(axis.minimumUsable, limits.upperBound)), max(limits.lowerBound, area.along(axis)))
  }

  /// Returns the minimum length of a view of a preferred length. Static content can be cut to one cell, focusable
  /// content stays whole.
  ///
  /// - Parameter withOneRow: whether one row of a list is enough.
  private func minimumLength(along axis: Axis, wanted: Int, in area: Size, withOneRow: Bool = false) -> Int {
    if let given = axis == .horizontal ? width : height { return min(given, wanted) }
    let least = min(wanted, limits(along: axis).lowerBound)
    guard containsFocusable else { return max(least, min(wanted, 1)) }
    if subviews.isEmpty, !flexes(along: axis) { return max(least, min(wanted, axis.minimumReadable)) }
    let scrolls = self is ScrollView || self is RowList
    let inner = (scrolls ? [] : subviews).filter(\.containsFocusable).map { view in
      LayoutPass.minimumLength(of: view, along: axis, in: area, withOneRow: withOneRow) {
        view.minimumLength(
          along: axis, wanted: view.fittingSize(in: area).along(axis), in: area, withOneRow: withOneRow)
      }
    }
    let around = axis == .horizontal ? wantedInsets.width : wantedInsets.height
    var usable = axis.minimumUsable
    if withOneRow, let list = self as? RowList { usable = list.heightOfOneRow + around }
    if withOneRow, !scrolls, !inner.isEmpty { usable = 0 }
    return max(least, min(wanted, max(usable, (inner.max() ?? 0) + around)))
  }
}
