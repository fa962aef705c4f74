import StateRestoration

/// A table's rows, as its data source or its fixed list has them.
@MainActor
final class TableRows: RowListSource {
  /// The table owns this object.
  private unowned let table: TableView

  init(_ table: TableView) { self.table = table }

  func lines(of list: RowList) -> RowLines {
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

  func rowList(_ list: RowList, titleForHeaderInSection section: Int) -> Text? {
    table.dataSource?.tableView(table, titleForHeaderInSection: section)
  }

  func rowList(_ list: RowList, cellForRowAt path: IndexPath) -> TableCell { table.cell(at: path) }

  // MARK: Names

  func rowList(_ list: RowList, nameForRowAt path: IndexPath) -> StateValue? {
    table.dataSource?.tableView(table, modelIdentifierForRowAt: path).map { .string($0) }
  }

  func rowList(_ list: RowList, indexPathForName name: StateValue) -> IndexPath? {
    guard case .string(let identifier) = name else { return nil }
    return table.dataSource?.tableView(table, indexPathForModelIdentifier: identifier)
  }

  /// A fixed list that is empty now may be filled again.
  func keepsPlacesWhileEmpty(_ list: RowList) -> Bool { table.dataSource == nil }

  // MARK: Changes

  func canEditRows(of list: RowList) -> Bool { table.dataSource != nil }

  func rowList(_ list: RowList, canEditRowAt path: IndexPath) -> Bool {
    table.dataSource?.tableView(table, canEditRowAt: path) ?? false
  }

  func rowList(_ list: RowList, commitDeleteAt path: IndexPath) -> Bool {
    table.dataSource?.tableView(table, commitDeleteAt: path) ?? false
  }

  func rowList(_ list: RowList, moveRowAt from: IndexPath, to: IndexPath) -> Bool {
    table.dataSource?.tableView(table, moveRowAt: from, to: to) ?? false
  }

  func rowList(_ list: RowList, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] {
    table.dataSource?.tableView(table, trailingSwipeActionsForRowAt: path) ?? []
  }

  func rowList(_ list: RowList, didSelectRowAt path: IndexPath) {
    table.dataSource?.tableView(table, didSelectRowAt: path)
  }

  func rowList(_ list: RowList, didFocusRowAt path: IndexPath) {
    table.dataSource?.tableView(table, didFocusRowAt: path)
  }

  func rowList(_ list: RowList, didSortByColumn column: Int, isAscending: Bool) -> Bool {
    table.dataSource?.tableView(table, didSortByColumn: column, isAscending: isAscending) ?? false
  }
}
