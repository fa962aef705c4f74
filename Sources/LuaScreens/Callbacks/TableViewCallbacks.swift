import Interface
import LuaRuntime

/// What a table asks its data source and tells its delegate, each of which may have what the other lacks.
///
/// After an error in an answer the table goes on without one: no rows, an empty cell, no title.
@MainActor
enum TableViewCallbacks {
  static let numberOfSections = Callback(
    "numberOfSections(tableView: TableView): integer",
    "Called by `reloadData`: returns how many sections there are. Without it there is 1.", .query,
    roles: Callback.dataSource)
  static let numberOfRowsInSection = Callback(
    "numberOfRowsInSection(tableView: TableView, section: integer): integer",
    "Called by `reloadData` for each section: returns how many rows it has. A data source needs it.", .query,
    roles: Callback.dataSource, isRequired: true)
  static let cellForRow = Callback(
    "cellForRow(\(rows)): \(ScriptModule.rowCell)",
    "Called when a row is seen: returns what it shows, a string, a styled text, a view, or a table; with `columns` a list of these, a cell each. A data source needs it.",
    .query, roles: Callback.dataSource, isRequired: true)
  static let titleForHeaderInSection = Callback(
    "titleForHeaderInSection(tableView: TableView, section: integer): (\(Text.luaType))|nil",
    "Called when a section is seen: returns the title over it; nil for none.", .query)
  static let trailingSwipeActionsForRow = Callback(
    "trailingSwipeActionsForRow(\(rows)): RowAction[]|nil",
    "Called when the user asks what can be done with a row: returns the actions, which are shown at its right; nil for none.",
    .query, roles: Callback.delegateFirst)
  static let didSelectRow = Callback(
    "didSelectRow(\(rows))",
    "Called when the user has chosen a row, by Enter or a click.", .action)
  static let didFocusRow = Callback(
    "didFocusRow(\(rows))",
    "Called when the row that keys act on is another one, as the user has moved to it.", .action)
  static let didSort = Callback(
    "didSort(tableView: TableView, column: integer, ascending: boolean)",
    "Called when the user sorts by a column, and once before the first row is asked for when a sorting was restored: sorts the data. The table asks for its rows again then. Not called when a script sets it.",
    .action)
  static let canEditRow = Callback(
    "canEditRow(\(rows)): boolean",
    "Called before a row is deleted or moved, and where that is offered: returns whether it may be. Without it all rows may.",
    .query)
  static let commitDelete = Callback(
    "commitDelete(\(rows))",
    "Called when the user deletes a row: takes it out of the data. The table asks for its rows again then.", .action,
    roles: Callback.dataSourceFirst)
  static let moveRow = Callback(
    "moveRow(tableView: TableView, fromSection: integer, fromRow: integer, toSection: integer, toRow: integer)",
    "Called when the user moves a row: moves it in the data, from its old place to its new one. The table asks for its rows again then.",
    .action, roles: Callback.dataSourceFirst)
  static let modelIdentifierForElement = Callback(
    "modelIdentifierForElement(\(rows)): string|number|nil",
    "Called when rows are selected, focused or saved: returns what names the row's item, so that selection and scroll position follow it when the rows change; nil for nothing.",
    .query)
  static let indexPathForElement = Callback(
    "indexPathForElement(tableView: TableView, modelIdentifier: string|number): integer|nil, integer|nil",
    "Called when rows have changed or are restored: returns section and row of the item of that name; nil if it is gone.",
    .query)
  /// An older name of ``canEditRow``.
  static let canEditRowAt = Callback(named: "canEditRowAt", .query)
  /// The action of a row that the user has chosen.
  static let rowAction = Callback(named: "row action", .action)

  private static let rows = "tableView: TableView, section: integer, row: integer"

  /// All of them, in the order in which they are documented.
  static let all = [
    numberOfSections, numberOfRowsInSection, cellForRow, titleForHeaderInSection, trailingSwipeActionsForRow,
    didSelectRow, didFocusRow, didSort, canEditRow, commitDelete, moveRow, modelIdentifierForElement,
    indexPathForElement,
  ]
}
