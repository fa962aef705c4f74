import Interface
import LuaRuntime

extension ScriptClasses {
  static let tableView = ScriptClassDefinition(
    "TableView", TableView.self,
    "A table of rows in sections, which are requested when they become visible; or a fixed list of `rows`.",
    make: { _ in TableView() }
  ) { table, host in
    let ask: @MainActor (TableView, LuaStack) -> Void = { [unowned host] table, stack in
      table.dataSource = host.tableAnswers
      host.rowAnswers.dataSourceWasSet(of: table, on: stack)
      table.reloadData()
    }
    table.delegate(
      "dataSource", type: "TableViewDataSource", "The object that provides the rows, often the controller.",
      didSet: ask)
    table.delegate(
      "delegate", type: "TableViewDataSource",
      "The object that is notified of the user's actions on rows, often the controller.", didSet: ask)
    table.rows()
    table.property(
      "rows", "A fixed list of rows, for a table without a data source.", get: { $0.rows }, set: { $0.rows = $1 })
    table.property(
      "allowsMultipleSelection", "Whether more than one row can be selected at a time.",
      get: { $0.allowsMultipleSelection },
      set: { $0.allowsMultipleSelection = $1 })
    table.property(
      "focusedIndexPath",
      "The focused row, counted from 1, or nil. Setting it scrolls to the row and calls no delegate method.",
      get: { $0.focusedIndexPath },
      set: { table, path in
        if let path, path.section < 0 || path.row < 0 {
          throw LuaError.usage("focusedIndexPath: expected { section =, row = }, counted from 1, or nil")
        }
        table.focusedIndexPath = path
      })
    table.property(
      "selectionMode",
      "What the user moves over and chooses: \"row\", the default; \"cell\", which needs `columns`, and `didSelectCell` is called instead of `didSelectRow`; \"none\", where keys scroll.",
      get: { $0.selectionMode }, set: { $0.selectionMode = $1 })
    table.property(
      "focusedColumn",
      "The index of the focused column, counted from 1; nil unless `selectionMode` is \"cell\". It is saved by the column's identifier. Setting it scrolls to the column and calls no delegate method.",
      get: { table -> Int? in table.focusedColumn.map { $0 + 1 } },
      set: { table, number in
        if let number, !table.columns.indices.contains(number - 1) {
          throw LuaError.usage(
            "focusedColumn: expected 1 to \(table.columns.count), the number of columns, got \(number)")
        }
        table.focusedColumn = number.map { $0 - 1 }
      })
    table.late("focusedIndexPath", "focusedColumn")
    table.property(
      "indexPathsForSelectedRows", "The selected rows in order, counted from 1.",
      get: { $0.indexPathsForSelectedRows })
    table.method(
      "selectRow(section, row)",
      "Selects a row, counted from 1. Without `allowsMultipleSelection`, deselects the others. Calls no delegate method."
    ) { $0.selectRow(try path($1, $2)) }
    table.method(
      "deselectRow(section, row)", "Deselects a row, counted from 1; all rows by default. Calls no delegate method."
    ) {
      (table, section: Int?, row: Int?) in
      guard let section else { return table.deselectRow(nil) }
      guard let row else { throw LuaError.wrongType(what: "row", expected: "an integer", actual: "nil") }
      table.deselectRow(try path(section, row))
    }
    table.method("scrollToRow(section, row)", "Scrolls as little as possible to show a row, counted from 1.") {
      $0.scrollToRow(try path($1, $2))
    }
    host.module.describeRows()
    host.module.table(
      "TableViewDataSource",
      "Methods of a table's data source and delegate. Sections and rows count from 1.",
      of: TableViewCallbacks.all)
  }

  private static func path(_ section: Int, _ row: Int) throws -> IndexPath {
    for (name, number) in [("section", section), ("row", row)] where number < 1 {
      throw LuaError.usage("\(name): expected 1 or more, got \(number)")
    }
    return IndexPath(section: section - 1, row: row - 1)
  }
}
