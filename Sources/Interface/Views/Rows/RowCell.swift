/// The content of a row with views, as placed in its list.
@MainActor
struct RowCell {
  /// The text of each column; nil for a column with a view, and empty in a row without columns.
  var texts: [Text?]
  /// The view of the row, or the container of its columns' views.
  var view: View
}

/// Contains the views of a row's columns, clipped to the visible columns.
final class RowCellsView: View {
  /// The columns that have a view, in order.
  private let columns: [Int]

  init(_ views: [(column: Int, view: View)]) {
    columns = views.map(\.column)
    super.init()
    for (_, view) in views { addSubview(view) }
  }

  /// The column whose view has the focus, or contains it.
  var focusedColumn: Int? { zip(columns, subviews).first { $1.containsFirstResponder }?.0 }

  /// Places the views in their columns.
  ///
  /// - Parameter indent: the indentation of the first column.
  func place(_ places: [Range<Int>], offset: Int, indent: Int) {
    for (column, view) in zip(columns, subviews) where places.indices.contains(column) {
      let pushed = column == 0 ? min(indent, places[column].count) : 0
      view.frame = Rect(
        x: places[column].lowerBound - offset + pushed, y: 0, width: places[column].count - pushed, height: 1)
    }
  }

  /// Returns the cells of the row, with these texts for the columns without a view.
  func cells(beside texts: [Text?]) -> TableCell {
    let views = Dictionary(zip(columns, subviews), uniquingKeysWith: { first, _ in first })
    return .columns(
      texts.enumerated().map { index, text in
        if let text { return .styled(text) }
        return views[index].map { .view($0) } ?? .text("")
      })
  }

  /// The views are laid out by ``place(_:offset:indent:)``.
  override func layoutSubviews() {}
}

extension TableCell {
  /// Returns the content for a list with these columns; nil for a cell without views.
  @MainActor
  func viewContent(in columns: [TableColumn]) -> RowCell? {
    switch self {
    case .styled(let text, let detail, let accessory):
      // Each text with links becomes a label, so that the links can be focused.
      guard [text, detail, accessory].contains(where: { $0?.hasLinks == true }) else { return nil }
      let row = HStack()
      row.spacing = 1
      for view in [text.label(.left), Spacer(), detail?.label(.right), accessory?.label(.right)] {
        view.map(row.addSubview)
      }
      return RowCell(texts: [], view: row)
    case .view(let view): return RowCell(texts: [], view: view)
    case .columns(let cells):
      let views = cells.enumerated().compactMap { index, cell in
        let alignment = columns.indices.contains(index) ? columns[index].alignment : .left
        return cell.view(alignment).map { (column: index, view: $0) }
      }
      guard !views.isEmpty else { return nil }
      return RowCell(texts: cells.map(\.text), view: RowCellsView(views))
    }
  }
}

extension TableColumnCell {
  /// The text; nil if the cell needs a view.
  var text: Text? {
    if case .styled(let text) = self, !text.hasLinks { text } else { nil }
  }

  /// Returns the cell's view, or a label for a text with links.
  @MainActor
  func view(_ alignment: Label.Alignment) -> View? {
    switch self {
    case .styled(let text): text.hasLinks ? text.label(alignment) : nil
    case .view(let view): view
    }
  }
}

extension Text {
  fileprivate var hasLinks: Bool { attributed?.runs.contains { $0.attributes.link != nil } ?? false }

  @MainActor
  fileprivate func label(_ alignment: Label.Alignment) -> View {
    let label = Label()
    label.alignment = alignment
    label.attributedText = self
    return label
  }

  /// The text on one line, with blanks for newlines.
  var inOneLine: Text {
    guard let attributed else { return Text(string.inOneLine) }
    guard string.breaksLines else { return self }
    return Text(
      AttributedString(
        parts: attributed.parts.map { part in
          (String(part.text.map { $0.breaksLine ? " " : $0 }), part.attributes)
        }))
  }
}
