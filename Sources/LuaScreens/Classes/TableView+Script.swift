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
    table.handler("onChange(view)", "Called when the person has chosen.")
    table.property("rows", "A fixed list of rows, without a data source.", get: { $0.rows }, set: { $0.rows = $1 })
    table.property(
      "isEditing", "Whether rows can be deleted and moved.", get: { $0.isEditing }, set: { $0.isEditing = $1 })
    table.property(
      "allowsMultipleSelection", "Whether more than one row can be selected.", get: { $0.allowsMultipleSelection },
      set: { $0.allowsMultipleSelection = $1 })
    table.property(
      "contentOffset", "The line that is shown first; x is 0.", get: { Point(x: 0, y: $0.contentOffset) },
      set: { $0.contentOffset = $1.y })
    table.property(
      "focusedIndexPath", "The row that keys act on. Setting it scrolls there, and tells nobody.",
      get: { $0.focusedIndexPath },
      set: { table, path in
        if let path, path.section < 0 || path.row < 0 {
          throw LuaError.usage("focusedIndexPath: expected { section =, row = }, counted from 1, or nil")
        }
        table.focusedIndexPath = path
      })
    table.property(
      "placeholder", "What stands in its middle while there are no rows.", get: { $0.placeholder },
      set: { $0.placeholder = $1 })
    table.late("contentOffset", "focusedIndexPath")
    table.property("indexPathsForSelectedRows", "The selected rows.", get: { $0.indexPathsForSelectedRows })
    table.method("reloadData()", "Asks for the rows again.") { $0.reloadData() }
    table.method("selectRow(section, row)", "Selects a row.") { $0.selectRow(path($1, $2)) }
    table.method("deselectRow(section, row)", "Takes a row out of the selection; all rows, if none is named.") {
      (table, section: Int?, row: Int?) in
      guard let section else { return table.deselectRow(nil) }
      guard let row else { throw LuaError.wrongType(what: "row", expected: "an integer", actual: "nil") }
      table.deselectRow(path(section, row))
    }
    table.method("scrollToRow(section, row)", "Scrolls as far as it takes to show a row.") {
      $0.scrollToRow(path($1, $2))
    }
    describeDataSource(in: host.module)
  }

  private static func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(section: section - 1, row: row - 1) }

  private static func describeDataSource(in module: ScriptModule) {
    module.table("RowAction", "Something that can be done with one row.")
      .field("title", "string", "What it is called.")
      .field("style?", "\"normal\"|\"destructive\"", "How it looks.")
      .field("handler", "fun()", "Does it.")
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
      "cellForRow(\(rows)): string|View|{ text: string, detail: string?, accessory: string? }",
      "What a row shows.", isOptional: false
    )
    .method(
      "titleForHeaderInSection(tableView: TableView, section: integer): string|nil",
      "What stands over a section; nil for nothing."
    )
    .method(
      "trailingSwipeActionsForRow(\(rows)): RowAction[]|nil", "What else can be done with a row."
    )
    .method("didSelectRow(\(rows))", "Called when the person has chosen a row.")
    .method("didFocusRow(\(rows))", "Called when the person has let keys act on another row.")
    .method("canEditRow(\(rows)): boolean", "Whether a row can be deleted and moved; true, if it is not there.")
    .method("commitDelete(\(rows))", "Called when the person deletes a row: takes it out of the data.")
    .method(
      "moveRow(tableView: TableView, fromSection: integer, fromRow: integer, toSection: integer, toRow: integer)",
      "Called when the person moves a row: moves it in the data."
    )
    .method(
      "modelIdentifierForElement(\(rows)): string",
      "What a row's item is called, so that selection and place follow it when the rows change."
    )
    .method(
      "indexPathForElement(tableView: TableView, modelIdentifier: string): integer|nil, integer|nil",
      "Section and row of an item by that name; nil if it is gone.")
  }
}
