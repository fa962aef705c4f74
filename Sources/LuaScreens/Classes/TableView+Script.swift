import Interface
import LuaRuntime

extension ScriptClasses {
  static let tableView = ScriptClassDefinition(
    "TableView", TableView.self, "Rows in sections, made on demand.", make: { _ in TableView() }
  ) { table, host in
    let ask: @MainActor (TableView, Bool) -> Void = { [unowned host] table, _ in
      table.dataSource = host
      table.reloadData()
    }
    table.delegate("dataSource", type: "TableViewDataSource", "Who knows the rows.", didSet: ask)
    table.delegate("delegate", type: "TableViewDataSource", "Who is told what is done with the rows.", didSet: ask)
    table.rows()
    table.property("rows", "A fixed list of rows, without a data source.", get: { $0.rows }, set: { $0.rows = $1 })
    table.property(
      "allowsMultipleSelection", "Whether more than one row can be selected.", get: { $0.allowsMultipleSelection },
      set: { $0.allowsMultipleSelection = $1 })
    table.property(
      "focusedIndexPath", "The row that keys act on. Setting it scrolls there, and tells nobody.",
      get: { $0.focusedIndexPath },
      set: { table, path in
        if let path, path.section < 0 || path.row < 0 {
          throw LuaError.usage("focusedIndexPath: expected { section =, row = }, counted from 1, or nil")
        }
        table.focusedIndexPath = path
      })
    table.late("focusedIndexPath")
    table.property("indexPathsForSelectedRows", "The selected rows.", get: { $0.indexPathsForSelectedRows })
    table.method("selectRow(section, row)", "Selects a row.") { $0.selectRow(try path($1, $2)) }
    table.method("deselectRow(section, row)", "Takes a row out of the selection; all rows, if none is named.") {
      (table, section: Int?, row: Int?) in
      guard let section else { return table.deselectRow(nil) }
      guard let row else { throw LuaError.wrongType(what: "row", expected: "an integer", actual: "nil") }
      table.deselectRow(try path(section, row))
    }
    table.method("scrollToRow(section, row)", "Scrolls as far as it takes to show a row.") {
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
      "TableViewDataSource", "What a table asks its data source and its delegate; sections and rows count from 1."
    )
    .method("numberOfSections(tableView: TableView): integer", "How many sections there are; 1, if it is not there.")
    .method(
      "numberOfRowsInSection(tableView: TableView, section: integer): integer", "How many rows a section has.",
      isOptional: false
    )
    .method(
      "cellForRow(\(rows)): \(ScriptModule.rowCell)", "What a row shows; with columns a list, a cell each.",
      isOptional: false
    )
    .method(
      "titleForHeaderInSection(tableView: TableView, section: integer): (\(Text.luaType))|nil",
      "What stands over a section; nil for nothing."
    )
    .method(
      "trailingSwipeActionsForRow(\(rows)): RowAction[]|nil", "What else can be done with a row."
    )
    .method("didSelectRow(\(rows))", "Called when the person has chosen a row.")
    .method("didFocusRow(\(rows))", "Called when the person has let keys act on another row.")
    .method(
      "didSort(tableView: TableView, column: integer, ascending: boolean)",
      "Called when the person sorts by a column, and before the first row is asked for where they had."
    )
    .method("canEditRow(\(rows)): boolean", "Whether a row can be deleted and moved; true, if it is not there.")
    .method("commitDelete(\(rows))", "Called when the person deletes a row: takes it out of the data.")
    .method(
      "moveRow(tableView: TableView, fromSection: integer, fromRow: integer, toSection: integer, toRow: integer)",
      "Called when the person moves a row: moves it in the data."
    )
    .method(
      "modelIdentifierForElement(\(rows)): string|number|nil",
      "What a row's item is called, so that selection and place follow it when the rows change."
    )
    .method(
      "indexPathForElement(tableView: TableView, modelIdentifier: string|number): integer|nil, integer|nil",
      "Section and row of an item by that name; nil if it is gone.")
  }
}
