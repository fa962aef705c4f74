/// What a row shows that has views in it, as it stands in its list.
@MainActor
struct RowCell {
  /// The text of each column; nil where a view stands, and everywhere in a row without columns.
  var texts: [String?]
  /// The view of the row, or the one that the views of its columns are in.
  var view: View
}

/// The views of a row's columns, clipped to what is seen of the columns.
final class RowCellsView: View {
  /// The columns that have a view, in order.
  private let columns: [Int]

  init(_ views: [(column: Int, view: View)]) {
    columns = views.map(\.column)
    super.init()
    for (_, view) in views { addSubview(view) }
  }

  /// Gives the views the places of their columns.
  ///
  /// - Parameter indent: how far the first is pushed to the right in its column.
  func place(_ places: [Range<Int>], offset: Int, indent: Int) {
    for (column, view) in zip(columns, subviews) where places.indices.contains(column) {
      let pushed = column == 0 ? min(indent, places[column].count) : 0
      view.frame = Rect(
        x: places[column].lowerBound - offset + pushed, y: 0, width: places[column].count - pushed, height: 1)
    }
  }

  /// The cells of the row, whose other columns have these texts.
  func cells(beside texts: [String?]) -> TableCell {
    let views = Dictionary(zip(columns, subviews), uniquingKeysWith: { first, _ in first })
    return .columns(
      texts.enumerated().map { index, text in
        if let text { return .text(text) }
        return views[index].map { .view($0) } ?? .text("")
      })
  }

  /// ``place(_:offset:)`` does it.
  override func layoutSubviews() {}
}

extension TableCell {
  /// The cell as it stands in a list; nil for one without a view.
  @MainActor
  var standing: RowCell? {
    switch self {
    case .text: return nil
    case .view(let view): return RowCell(texts: [], view: view)
    case .columns(let cells):
      let views = cells.enumerated().compactMap { index, cell in
        if case .view(let view) = cell { (column: index, view: view) } else { nil }
      }
      guard !views.isEmpty else { return nil }
      return RowCell(texts: cells.map(\.text), view: RowCellsView(views))
    }
  }
}

extension TableColumnCell {
  /// The text; nil for a view.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }
}
