import Interface
import LuaRuntime

extension ScriptClasses {
  static let tableView = ScriptClassDefinition(
    "TableView", TableView.self, "Rows in sections, which are asked for as they are seen; or a fixed list of `rows`.",
    make: { _ in TableView() }
  ) { table, host in
    let ask: @MainActor (TableView, LuaStack) -> Void = { [unowned host] table, stack in
      table.dataSource = host
      host.dataSourceWasSet(of: table, needing: "numberOfRowsInSection", on: stack)
      table.reloadData()
    }
    table.delegate(
      "dataSource", type: "TableViewDataSource", "The object that is asked for the rows, often the controller.",
      didSet: ask)
    table.delegate(
      "delegate", type: "TableViewDataSource",
      "The object that is notified of what the user does with the rows, often the controller.", didSet: ask)
    table.rows()
    table.property(
      "rows", "A fixed list of rows, for a table without a data source.", get: { $0.rows }, set: { $0.rows = $1 })
    table.property(
      "allowsMultipleSelection", "Whether more than one row can be selected at a time.",
      get: { $0.allowsMultipleSelection },
      set: { $0.allowsMultipleSelection = $1 })
    table.property(
      "focusedIndexPath",
      "The row that keys act on, counted from 1; nil if there is none. Setting it scrolls there and calls nobody.",
      get: { $0.focusedIndexPath },
      set: { table, path in
        if let path, path.section < 0 || path.row < 0 {
          throw LuaError.usage("focusedIndexPath: expected { section =, row = }, counted from 1, or nil")
        }
        table.focusedIndexPath = path
      })
    table.late("focusedIndexPath")
    table.property(
      "indexPathsForSelectedRows", "The selected rows, in their order, counted from 1.",
      get: { $0.indexPathsForSelectedRows })
    table.method(
      "selectRow(section, row)",
      "Selects a row, counted from 1, and calls nobody. Without `allowsMultipleSelection` the others are deselected."
    ) { $0.selectRow(try path($1, $2)) }
    table.method(
      "deselectRow(section, row)", "Deselects a row, counted from 1; all rows if none is named. Calls nobody."
    ) {
      (table, section: Int?, row: Int?) in
      guard let section else { return table.deselectRow(nil) }
      guard let row else { throw LuaError.wrongType(what: "row", expected: "an integer", actual: "nil") }
      table.deselectRow(try path(section, row))
    }
    table.method("scrollToRow(section, row)", "Scrolls as far as it takes to show a row, counted from 1.") {
      $0.scrollToRow(try path($1, $2))
    }
    describeDataSource(in: host.module)
  }

  private static func path(_ section: Int, _ row: Int) throws -> IndexPath {
    for (name, number) in [("section", section), ("row", row)] where number < 1 {
      throw LuaError.usage("\(name): expected 1 or more, got \(number)")
    }
    return IndexPath(section: section - 1, row: row - 1)
  }

  private static func describeDataSource(in module: ScriptModule) {
    module.describeRows()
    let rows = "tableView: TableView, section: integer, row: integer"
    module.table(
      "TableViewDataSource",
      "What a table asks its data source and tells its delegate: methods that these may have. Sections and rows count from 1."
    )
    .callback(
      "numberOfSections(tableView: TableView): integer",
      "Called by `reloadData`: returns how many sections there are. Without it there is 1."
    )
    .callback(
      "numberOfRowsInSection(tableView: TableView, section: integer): integer",
      "Called by `reloadData` for each section: returns how many rows it has. A data source needs it."
    )
    .callback(
      "cellForRow(\(rows)): \(ScriptModule.rowCell)",
      "Called when a row is seen: returns what it shows, a string, a styled text, a view, or a table; with `columns` a list of these, a cell each. A data source needs it."
    )
    .callback(
      "titleForHeaderInSection(tableView: TableView, section: integer): (\(Text.luaType))|nil",
      "Called when a section is seen: returns the title over it; nil for none."
    )
    .callback(
      "trailingSwipeActionsForRow(\(rows)): RowAction[]|nil",
      "Called when the user asks what can be done with a row: returns the actions, which are shown at its right; nil for none."
    )
    .callback("didSelectRow(\(rows))", "Called when the user has chosen a row, by Enter or a click.")
    .callback(
      "didFocusRow(\(rows))", "Called when the row that keys act on is another one, as the user has moved to it."
    )
    .callback(
      "didSort(tableView: TableView, column: integer, ascending: boolean)",
      "Called when the user sorts by a column, and once before the first row is asked for when a sorting was restored: sorts the data. The table asks for its rows again then. Not called when a script sets it."
    )
    .callback(
      "canEditRow(\(rows)): boolean",
      "Called before a row is deleted or moved, and where that is offered: returns whether it may be. Without it all rows may."
    )
    .callback(
      "commitDelete(\(rows))",
      "Called when the user deletes a row: takes it out of the data. The table asks for its rows again then."
    )
    .callback(
      "moveRow(tableView: TableView, fromSection: integer, fromRow: integer, toSection: integer, toRow: integer)",
      "Called when the user moves a row: moves it in the data, from its old place to its new one. The table asks for its rows again then."
    )
    .callback(
      "modelIdentifierForElement(\(rows)): string|number|nil",
      "Called when rows are selected, focused or saved: returns what names the row's item, so that selection and scroll position follow it when the rows change; nil for nothing."
    )
    .callback(
      "indexPathForElement(tableView: TableView, modelIdentifier: string|number): integer|nil, integer|nil",
      "Called when rows have changed or are restored: returns section and row of the item of that name; nil if it is gone."
    )
  }
}
