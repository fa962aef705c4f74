import Interface
import LuaRuntime

/// The callbacks of a table's data source and delegate. Each of the two may implement callbacks that the other lacks.
///
/// After an error the table continues without an answer: no rows, an empty cell, no title, no permission.
@MainActor
package enum TableViewCallbacks {
  static let numberOfSections = Callback(
    "numberOfSections(tableView: TableView): integer",
    "Called after `reloadData`: returns the number of sections; 1 by default.", .query,
    roles: Callback.dataSource)
  package static let numberOfRowsInSection = Callback(
    "numberOfRowsInSection(tableView: TableView, section: integer): integer",
    "Called after `reloadData` for each section: returns the number of its rows. Required in a data source.", .query,
    roles: Callback.dataSource, isRequired: true)
  static let cellForRow = Callback(
    "cellForRow(\(rows)): \(ScriptModule.rowCell)",
    "Called when a row becomes visible: returns its contents: a string, an attributed string, a view, or a table; with `columns`, a list with one of these per cell. Required in a data source.",
    .query, roles: Callback.dataSource, isRequired: true)
  static let titleForHeaderInSection = Callback(
    "titleForHeaderInSection(tableView: TableView, section: integer): (\(Text.luaType))|nil",
    "Called when a section becomes visible: returns its title, or nil.", .query)
  static let trailingSwipeActionsForRow = Callback(
    "trailingSwipeActionsForRow(\(rows)): RowAction[]|nil",
    "Called when the user requests the actions of a row: returns them, or nil for none. They are shown at the row's right.",
    .query, roles: Callback.delegateFirst)
  package static let didSelectRow = Callback(
    "didSelectRow(\(rows))",
    "Called when the user has chosen a row, with Enter or a click; where several rows can be selected, when the user has selected one.",
    .action)
  static let didSelectCell = Callback(
    "didSelectCell(\(rows), column: integer)",
    "Called when the user has chosen a cell, with Enter or a click, if `selectionMode` is \"cell\".", .action)
  static let didFocusRow = Callback(
    "didFocusRow(\(rows))",
    "Called when the user has moved the focus to another row.", .action)
  static let didSort = Callback(
    "didSort(tableView: TableView, column: integer, ascending: boolean)",
    "Called when the user sorts by a column, and once before the first row is requested if a sort order was restored: sorts the data. Afterwards the table reloads its rows. Not called when a script sets the sort order.",
    .action)
  static let canEditRow = Callback(
    "canEditRow(\(rows)): boolean",
    "Called before a row is deleted or moved, and where that is offered: returns whether to allow it. By default, all rows can be edited; after an error, the row cannot.",
    .query)
  static let canEditCell = Callback(
    "canEditCell(\(rows), column: integer): boolean",
    "Called before the user edits a cell in place, and where that is offered: returns whether to allow it. By default, all cells with a text can be edited if `commitEdit` is defined; after an error, the cell cannot.",
    .query)
  static let commitEdit = Callback(
    "commitEdit(\(rows), column: integer, text: string)",
    "Called when the user has edited a cell in place (Enter or F2 begins, Enter or Tab commits, Escape cancels): changes the data. Afterwards the table reloads its rows. An error is reported, and the text stays in the cell for the user to correct.",
    .action, roles: Callback.dataSourceFirst)
  static let commitDelete = Callback(
    "commitDelete(\(rows))",
    "Called when the user deletes a row: removes it from the data. Afterwards the table reloads its rows.", .action,
    roles: Callback.dataSourceFirst)
  static let moveRow = Callback(
    "moveRow(tableView: TableView, fromSection: integer, fromRow: integer, toSection: integer, toRow: integer)",
    "Called when the user moves a row, also into another section: moves it in the data, from its old position to its new one, which is counted without it. Afterwards the table reloads its rows.",
    .action, roles: Callback.dataSourceFirst)
  static let modelIdentifierForElement = Callback(
    "modelIdentifierForElement(\(rows)): string|number|nil",
    "Called when rows are selected, focused or saved: returns an identifier of the row's item, so that selection and scroll position follow it when the rows change, or nil.",
    .query)
  static let indexPathForElement = Callback(
    "indexPathForElement(tableView: TableView, modelIdentifier: string|number): integer|nil, integer|nil",
    "Called when rows have changed or are restored: returns the section and row of the item with this identifier, or nil if it no longer exists.",
    .query)
  /// The former name of ``canEditRow``.
  package static let canEditRowAt = Callback(named: "canEditRowAt", .query)
  /// The action of a row that the user has chosen.
  static let rowAction = Callback(named: "row action", .action)

  private static let rows = "tableView: TableView, section: integer, row: integer"

  /// All callbacks, in the order in which they are documented.
  package static let all = [
    numberOfSections, numberOfRowsInSection, cellForRow, titleForHeaderInSection, trailingSwipeActionsForRow,
    didSelectRow, didSelectCell, didFocusRow, didSort, canEditRow, commitDelete, moveRow, canEditCell, commitEdit,
    modelIdentifierForElement,
    indexPathForElement,
  ]
}
