import StateRestoration

/// The rows of a table, from its data source or its fixed list.
@MainActor
final class TableRows: RowListSource {
  /// The table owns this object.
  private unowned let table: TableView

  /// The index paths by name, for a data source that cannot look names up. Computed on demand.
  private var knownNames: [AnyHashable: IndexPath]?
  /// The maximum number of rows searched for a name.
  private static let maximumNamed = 10_000

  init(_ table: TableView) { self.table = table }

  func lines() -> RowLines {
    knownNames = nil
    var lines = RowLines()
    guard let dataSource = table.dataSource else {
      lines.appendSection(rowCount: table.rows.count)
      return lines
    }
    for section in 0..<max(0, dataSource.numberOfSections(in: table)) {
      let hasHeader = dataSource.tableView(table, titleForHeaderInSection: section) != nil
      lines.appendSection(
        rowCount: dataSource.tableView(table, numberOfRowsInSection: section), hasHeader: hasHeader)
    }
    return lines
  }

  func titleForHeader(inSection section: Int) -> Text? {
    table.dataSource?.tableView(table, titleForHeaderInSection: section)
  }

  func cellForRow(at path: IndexPath) -> TableCell { table.cell(at: path) }

  var contentVersion: Int? { table.dataSource?.contentVersion(of: table) }

  // MARK: Names

  func nameForRow(at path: IndexPath) -> StateValue? {
    table.dataSource?.tableView(table, modelIdentifierForRowAt: path)
  }

  func indexPath(forName name: StateValue) -> IndexPath? {
    guard let dataSource = table.dataSource else { return nil }
    if dataSource.findsRowsByModelIdentifier(table) {
      return dataSource.tableView(table, indexPathForModelIdentifier: name)
    }
    let names = knownNames ?? indexPathsByName(of: table.lines)
    knownNames = names
    return name.rowItem.flatMap { names[$0] }
  }

  private func indexPathsByName(of lines: RowLines) -> [AnyHashable: IndexPath] {
    var names: [AnyHashable: IndexPath] = [:]
    var path = lines.firstRow(from: 0, step: 1)
    for _ in 0..<min(lines.rowCount, Self.maximumNamed) {
      guard let row = path else { break }
      if let name = table.dataSource?.tableView(table, modelIdentifierForRowAt: row)?.rowItem, names[name] == nil {
        names[name] = row
      }
      path = lines.line(of: row).flatMap { lines.firstRow(from: $0 + 1, step: 1) }
    }
    return names
  }

  /// An emptied fixed list may be filled again.
  var keepsPlacesWhileEmpty: Bool { table.dataSource == nil }

  // MARK: Changes

  var canEditRows: Bool { table.dataSource != nil }

  var canMoveRows: Bool { table.dataSource?.movesRows(table) ?? false }

  func canEditRow(at path: IndexPath) -> Bool {
    table.dataSource?.tableView(table, canEditRowAt: path) ?? false
  }

  func commitDelete(at path: IndexPath) -> Bool {
    table.dataSource?.tableView(table, commitDeleteAt: path) ?? false
  }

  func moveRow(at from: IndexPath, to: IndexPath) -> Bool {
    table.dataSource?.tableView(table, moveRowAt: from, to: to) ?? false
  }

  func trailingSwipeActionsForRow(at path: IndexPath) -> [RowAction] {
    table.dataSource?.tableView(table, trailingSwipeActionsForRowAt: path) ?? []
  }

  func didSelectRow(at path: IndexPath) {
    table.dataSource?.tableView(table, didSelectRowAt: path)
  }

  func didSelectCell(at path: IndexPath, column: Int) {
    table.dataSource?.tableView(table, didSelectCellAt: path, column: column)
  }

  func canEditCell(at path: IndexPath, column: Int) -> Bool {
    table.dataSource?.tableView(table, canEditCellAt: path, column: column) ?? false
  }

  func commitEdit(at path: IndexPath, column: Int, text: String) -> Bool {
    table.dataSource?.tableView(table, commitEditAt: path, column: column, text: text) ?? false
  }

  func didFocusRow(at path: IndexPath) {
    table.dataSource?.tableView(table, didFocusRowAt: path)
  }

  func didSort(byColumn column: Int, isAscending: Bool) -> Bool {
    table.dataSource?.tableView(table, didSortByColumn: column, isAscending: isAscending) ?? false
  }
}
