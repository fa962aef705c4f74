// What views need on a screen that is too small for all that they want.
extension Axis {
  var other: Axis { self == .horizontal ? .vertical : .horizontal }
  /// What something that takes what room there is can be used with.
  fileprivate var leastUsable: Int { self == .horizontal ? 10 : 3 }
  /// What distinguishes a title.
  fileprivate var leastReadable: Int { self == .horizontal ? 6 : .max }
}

extension View {
  /// What the view asks for in a stack.
  func stackItem(along axis: Axis, in area: Size) -> StackLengths.Item {
    let isFlexible = flexes(along: axis)
    let wanted = isFlexible ? 0 : min(area.along(axis), fittingSize(in: area).along(axis))
    return StackLengths.Item(
      wanted: wanted, least: isFlexible ? leastFlexibleLength(along: axis, in: area) : wanted,
      most: limits(along: axis).upperBound, isFlexible: isFlexible)
  }

  /// Completes what it asks for by what it needs, and whether keys can go to it.
  func addNeeds(to item: inout StackLengths.Item, along axis: Axis, in area: Size) {
    item.isFocusable = containsFocusable
    if item.isFlexible, !item.isFocusable { return }
    item.least = leastLength(along: axis, wanted: item.isFlexible ? area.along(axis) : item.wanted, in: area)
  }

  /// Whether keys can go to something in it. Whether a scroll view has use for them depends on the room that it gets.
  var containsFocusable: Bool {
    guard !isHidden, isEnabled else { return false }
    return canBecomeFirstResponder || self is ScrollView || subviews.contains { $0.containsFocusable }
  }

  /// What a view that takes the room that is left does not do without.
  private func leastFlexibleLength(along axis: Axis, in area: Size) -> Int {
    let limits = limits(along: axis)
    guard containsFocusable else { return limits.lowerBound }
    return min(
      max(limits.lowerBound, min(axis.leastUsable, limits.upperBound)), max(limits.lowerBound, area.along(axis)))
  }

  /// What the view does not do without, of what it wants: what is only read can be cut to a cell, and what is used by keys
  /// stays whole.
  private func leastLength(along axis: Axis, wanted: Int, in area: Size) -> Int {
    if let given = axis == .horizontal ? width : height { return min(given, wanted) }
    let least = min(wanted, limits(along: axis).lowerBound)
    guard containsFocusable else { return max(least, min(wanted, 1)) }
    if subviews.isEmpty, !flexes(along: axis) { return max(least, min(wanted, axis.leastReadable)) }
    let scrolls = self is ScrollView || self is RowList
    let inner = (scrolls ? [] : subviews).filter(\.containsFocusable).map { view in
      view.leastLength(along: axis, wanted: view.fittingSize(in: area).along(axis), in: area)
    }
    let around = axis == .horizontal ? wantedInsets.width : wantedInsets.height
    return max(least, min(wanted, max(axis.leastUsable, (inner.max() ?? 0) + around)))
  }
}
