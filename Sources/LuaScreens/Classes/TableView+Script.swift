import Interface
import LuaRuntime

extension ScriptClasses {
  static let tableView = ScriptClassDefinition(
    "TableView", TableView.self, "Rows in sections, which are asked for as they are seen; or a fixed list of `rows`.",
    make: { _ in TableView() }
  ) { table, host in
    let ask: @MainActor (TableView, LuaStack) -> Void = { [unowned host] table, stack in
      table.dataSource = host.tableAnswers
      host.rowAnswers.dataSourceWasSet(of: table, needing: TableViewCallbacks.numberOfRowsInSection, on: stack)
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
    module.table(
      "TableViewDataSource",
      "What a table asks its data source and tells its delegate: methods that these may have. Sections and rows count from 1.",
      of: TableViewCallbacks.all)
  }
}
