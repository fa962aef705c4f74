import CMd4c

/// A table of a document: collects its cells, and draws them with a line below the titles.
struct MarkdownTable {
  typealias Piece = MarkdownDocument.Piece

  private struct Cell {
    var pieces: [Piece] = []
    var align = MD_ALIGN_DEFAULT
    var width: Int { pieces.reduce(0) { $0 + $1.text.cellWidth } }
  }

  private var rows: [[Cell]] = []

  private static let minimumColumn = 6
  /// The number of cells between two columns.
  private static let gap = 2

  mutating func addRow() { rows.append([]) }

  mutating func addCell(align: MD_ALIGN?) {
    if !rows.isEmpty { rows[rows.count - 1].append(Cell(align: align ?? MD_ALIGN_DEFAULT)) }
  }

  mutating func add(_ piece: Piece) {
    guard let row = rows.indices.last, let cell = rows[row].indices.last else { return }
    rows[row][cell].pieces.append(piece)
  }

  /// Returns the widths of the columns: those of their content, the widest ones reduced to the same width so that the
  /// table fits.
  private func columnWidths(in width: Int) -> [Int] {
    var widths = [Int](repeating: 0, count: rows.map(\.count).max() ?? 0)
    for row in rows {
      for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.width) }
    }
    let available = width - max(0, widths.count - 1) * Self.gap
    let sum = { (widest: Int) in widths.reduce(0) { $0 + min($1, widest) } }
    let (least, most) = (Self.minimumColumn, widths.max() ?? 0)
    guard sum(most) > available else { return widths }
    let widest = (least + 1..<max(least + 1, most)).firstSortedIndex { sum($0) > available } - 1
    // The last ones get the cells that remain.
    var spare = available - sum(widest)
    for column in widths.indices.reversed() where widths[column] > widest {
      widths[column] = widest + (spare > 0 ? 1 : 0)
      spare -= 1
    }
    return widths
  }

  /// Passes the lines of the table to a closure, one by one. Cells that are too long wrap within their columns.
  func draw(width: Int, addLine: ([Piece]) throws -> Void) throws {
    let widths = columnWidths(in: width)
    let line = AttributedString.Attributes(looks: [.role(.border)])
    for (number, row) in rows.enumerated() {
      let cells = widths.indices.map { column in
        row.indices.contains(column) ? Self.wrapped(row[column], to: max(1, widths[column])) : []
      }
      for part in 0..<max(1, cells.map(\.count).max() ?? 1) {
        var pieces: [Piece] = []
        for column in widths.indices {
          let content = cells[column].indices.contains(part) ? cells[column][part] : []
          let free = max(0, widths[column] - content.reduce(0) { $0 + $1.text.cellWidth })
          let align = row.indices.contains(column) ? row[column].align : MD_ALIGN_DEFAULT
          let left = align == MD_ALIGN_RIGHT ? free : align == MD_ALIGN_CENTER ? free / 2 : 0
          pieces.append(Piece(text: String(repeating: " ", count: left), attributes: .init()))
          pieces += content
          if column < widths.count - 1 {
            pieces.append(Piece(text: String(repeating: " ", count: free - left + Self.gap), attributes: .init()))
          }
        }
        try addLine(pieces.filter { !$0.text.isEmpty })
      }
      if number == 0 {
        let length = widths.reduce(0, +) + max(0, widths.count - 1) * Self.gap
        try addLine([Piece(text: String(repeating: "─", count: length), attributes: line)])
      }
    }
  }

  /// Returns the lines of a cell, wrapped to a width.
  private static func wrapped(_ cell: Cell, to width: Int) -> [[Piece]] {
    guard cell.width > width else { return [cell.pieces] }
    let text = cell.pieces.map(\.text).joined()
    let ends = cell.pieces.reduce(into: [Int]()) { $0.append(($0.last ?? 0) + $1.text.utf8.count) }
    return TextLayout(Text(text), width: width).lines.map { line in
      var pieces: [Piece] = []
      for piece in line.pieces {
        var byte = piece.start ?? 0
        for character in piece.text {
          let source = cell.pieces[min(ends.firstSortedIndex { $0 > byte }, ends.count - 1)]
          byte += character.utf8.count
          if let last = pieces.last, last.attributes == source.attributes, last.target == source.target {
            pieces[pieces.count - 1].text.append(character)
          } else {
            pieces.append(Piece(text: String(character), attributes: source.attributes, target: source.target))
          }
        }
      }
      if pieces.last?.text.last == " " { pieces[pieces.count - 1].text.removeLast() }
      return pieces
    }
  }
}
