/// Arranges its subviews in rows and columns, row by row.
@MainActor
open class GridView: View {
  /// The width of a column.
  public enum Column: Equatable, Sendable {
    /// A fixed number of cells.
    case width(Int)
    /// An equal share of the remaining width.
    case fill
  }

  /// The columns, from left to right. An empty list is one column.
  public var columns: [Column] = [.fill] {
    didSet { if columns != oldValue { contentSizeDidChange() } }
  }
  /// The number of empty rows between rows.
  public var rowSpacing = 0 { didSet { contentSizeDidChange() } }
  /// The number of empty cells between columns.
  public var columnSpacing = 0 { didSet { contentSizeDidChange() } }

  private var count: Int { max(1, columns.count) }

  /// The visible subviews in rows.
  private var rows: [ArraySlice<View>] {
    let shown = subviews.filter { !$0.isHidden }
    return stride(from: 0, to: shown.count, by: count).map { shown[$0..<min($0 + count, shown.count)] }
  }

  private func columnWidths(in width: Int) -> StackLengths {
    let items = (columns.isEmpty ? [.fill] : columns).map { column in
      switch column {
      case .width(let width): StackLengths.Item(wanted: width, least: width)
      case .fill: StackLengths.Item(wanted: 0, least: 0, isFlexible: true)
      }
    }
    return StackLengths(items, room: width, spacing: columnSpacing, keeping: nil, along: .horizontal)
  }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    let rows = rows
    let widths = columnWidths(in: proposal.width).lengths
    var filling = 0
    var height = max(0, rows.count - 1) * rowSpacing
    for row in rows {
      let sizes = zip(row, widths).map { $0.fittingSize(in: Size(width: $1, height: proposal.height)) }
      height += sizes.map(\.height).max() ?? 0
      for (size, column) in zip(sizes, columns) where column == .fill { filling = max(filling, size.width) }
    }
    let width = columns.reduce(max(0, count - 1) * columnSpacing) { width, column in
      switch column {
      case .width(let given): width + given
      case .fill: width + filling
      }
    }
    return Size(width: min(proposal.width, width), height: height)
  }

  open override func isFlexible(along axis: Axis) -> Bool {
    axis == .horizontal && columns.contains(.fill) || super.isFlexible(along: axis)
  }

  open override func layoutSubviews() {
    let rows = rows
    let across = columnWidths(in: bounds.width)
    let widths = across.lengths
    func rowItems(withNeeds: Bool) -> [StackLengths.Item] {
      rows.map { row in
        Self.row(
          zip(row, widths).map { view, width in
            let area = Size(width: width, height: bounds.height)
            var item = view.stackItem(along: .vertical, in: area)
            if withNeeds { view.addNeeds(to: &item, along: .vertical, in: area) }
            return item
          })
      }
    }
    var items = rowItems(withNeeds: false)
    if !StackLengths.fit(items, in: bounds.height) { items = rowItems(withNeeds: true) }
    let heights = StackLengths(
      items, room: bounds.height, spacing: rowSpacing,
      keeping: rows.firstIndex { $0.contains(where: \.containsFirstResponder) }, along: .vertical)
    var y = 0
    for (row, height) in zip(rows, heights.lengths) {
      var x = 0
      for (view, width) in zip(row, widths) {
        view.frame = Rect(
          x: x, y: y, width: min(width, view.limited(width, along: .horizontal)),
          height: min(height, view.limited(height, along: .vertical)))
        x += width + across.gap
      }
      y += height + heights.gap
    }
  }

  /// Returns the requirements of a row: those of its highest item.
  private static func row(_ items: [StackLengths.Item]) -> StackLengths.Item {
    let isFlexible = items.contains(where: \.isFlexible)
    return StackLengths.Item(
      wanted: items.map(\.wanted).max() ?? 0,
      least: items.map { isFlexible && !$0.isFlexible ? max($0.least, $0.wanted) : $0.least }.max() ?? 0,
      isFlexible: isFlexible, isFocusable: items.contains(where: \.isFocusable))
  }
}
