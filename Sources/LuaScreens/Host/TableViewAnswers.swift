import Interface
import LuaRuntime
import StateRestoration

/// The data source of all tables. It forwards to the object that the script assigned.
@MainActor
final class TableViewAnswers: TableViewDataSource {
  private let answers: RowAnswers

  init(_ answers: RowAnswers) { self.answers = answers }

  /// Asks the script about a row.
  private func ask<Result>(
    _ callback: Callback, _ table: TableView, _ path: IndexPath, take: (LuaStack) throws -> Result?
  ) -> Result? {
    answers.ask(callback, table, path.section + 1, path.row + 1, take: take)
  }

  func numberOfSections(in table: TableView) -> Int {
    answers.ask(TableViewCallbacks.numberOfSections, table) {
      min(try $0.checkCount("the number of sections"), 1 << 20)
    } ?? 1
  }

  func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int {
    guard answers.hasDataSource(table) else { return table.rows.count }
    return answers.ask(TableViewCallbacks.numberOfRowsInSection, table, section + 1) {
      min(try $0.checkCount("the number of rows"), 1 << 40)
    } ?? 0
  }

  func contentVersion(of table: TableView) -> Int? { answers.contentVersion }

  func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
    guard answers.hasDataSource(table) else {
      return .styled(path.row < table.rows.count ? table.rows[path.row] : "")
    }
    let callback = TableViewCallbacks.cellForRow
    return ask(callback, table, path) { try RowAnswers.cell($0, of: table, from: callback.name) }
      ?? .text("", detail: nil, accessory: nil)
  }

  func tableView(_ table: TableView, titleForHeaderInSection section: Int) -> Text? {
    answers.ask(TableViewCallbacks.titleForHeaderInSection, table, section + 1) {
      $0.isNil(-1) ? nil : Text.readText($0, -1) ?? Text($0.describe(-1))
    }
  }

  func tableView(_ table: TableView, canEditRowAt path: IndexPath) -> Bool {
    let (section, row) = (path.section + 1, path.row + 1)
    return answers.permission(TableViewCallbacks.canEditRow, table, section, row)
      ?? answers.permission(TableViewCallbacks.canEditRowAt, table, section, row) ?? true
  }

  func tableView(_ table: TableView, commitDeleteAt path: IndexPath) -> Bool {
    answers.notify(TableViewCallbacks.commitDelete, table, path.section + 1, path.row + 1)
  }

  func tableView(_ table: TableView, moveRowAt from: IndexPath, to: IndexPath) -> Bool {
    answers.notify(
      TableViewCallbacks.moveRow, table, from.section + 1, from.row + 1, to.section + 1, to.row + 1)
  }

  func movesRows(_ table: TableView) -> Bool { answers.has(TableViewCallbacks.moveRow, table) }

  func tableView(_ table: TableView, modelIdentifierForRowAt path: IndexPath) -> StateValue? {
    let callback = TableViewCallbacks.modelIdentifierForElement
    return ask(callback, table, path) { try StateValue.takeName($0, from: callback.name) }
  }

  func tableView(_ table: TableView, indexPathForModelIdentifier identifier: StateValue) -> IndexPath? {
    let callback = TableViewCallbacks.indexPathForElement
    return answers.ask(callback, table, ItemName(value: identifier), results: 2) { stack in
      if stack.isNil(-2) { return nil }
      guard let section = stack.quantity(-2), let row = stack.quantity(-1) else {
        throw LuaError.usage(
          "\(callback.name): expected two numbers, section and row, or nil; got \(stack.describeKind(-2)) and \(stack.describeKind(-1))"
        )
      }
      return IndexPath(section: section - 1, row: row - 1)
    }
  }

  func findsRowsByModelIdentifier(_ table: TableView) -> Bool {
    answers.has(TableViewCallbacks.indexPathForElement, table)
  }

  func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] {
    let callback = TableViewCallbacks.trailingSwipeActionsForRow
    return ask(callback, table, path) { try answers.rowActions($0, of: table, from: callback.name) } ?? []
  }

  func tableView(_ table: TableView, didSelectRowAt path: IndexPath) {
    notify(TableViewCallbacks.didSelectRow, table, path)
  }

  func tableView(_ table: TableView, didSelectCellAt path: IndexPath, column: Int) {
    answers.notify(TableViewCallbacks.didSelectCell, table, path.section + 1, path.row + 1, column + 1)
    table.invalidateRestorableState()
  }

  func tableView(_ table: TableView, canEditCellAt path: IndexPath, column: Int) -> Bool {
    guard answers.has(TableViewCallbacks.commitEdit, table) else { return false }
    return answers.permission(
      TableViewCallbacks.canEditCell, table, path.section + 1, path.row + 1, column + 1) ?? true
  }

  func tableView(_ table: TableView, commitEditAt path: IndexPath, column: Int, text: String) -> Bool {
    answers.notify(TableViewCallbacks.commitEdit, table, path.section + 1, path.row + 1, column + 1, text)
  }

  func tableView(_ table: TableView, didFocusRowAt path: IndexPath) {
    notify(TableViewCallbacks.didFocusRow, table, path)
  }

  func tableView(_ table: TableView, didSortByColumn column: Int, isAscending: Bool) -> Bool {
    answers.notifySorted(TableViewCallbacks.didSort, table, column: column, isAscending: isAscending)
  }

  private func notify(_ callback: Callback, _ table: TableView, _ path: IndexPath) {
    answers.notify(callback, table, path.section + 1, path.row + 1)
    table.invalidateRestorableState()
  }
}
