import Interface
import LuaRuntime

// What tables and outlines have in common.
extension ScriptClass where Object: RowList {
  func rows() {
    handler("onChange(view)", "Called when the person has chosen.")
    property("isEditing", "Whether rows can be deleted and moved.", get: { $0.isEditing }, set: { $0.isEditing = $1 })
    property(
      "contentOffset", "The line that is shown first, and the first cell of its columns.",
      get: { Point(x: $0.columnOffset, y: $0.contentOffset) },
      set: { rows, offset in
        rows.contentOffset = offset.y
        rows.columnOffset = offset.x
      })
    property(
      "placeholder", "What stands in its middle while there are no rows.", get: { $0.placeholder },
      set: { $0.placeholder = $1 })
    method("reloadData()", "Asks for the rows again.") { $0.reloadData() }
    columns()
  }

  private func columns() {
    property(
      "columns", type: TableColumn.luaType, "The columns that rows have a cell in, with their titles; none at first.",
      push: { rows, stack in TableColumn.push(rows.columns, on: stack) },
      take: { rows, stack, index in rows.columns = try TableColumn.takeList(stack, index) })
    property(
      "sortColumn", "The column that rows are sorted by, counted from 1; nil if they are not. Setting it calls nobody.",
      get: { rows -> Int? in rows.sortColumn.map { $0 + 1 } },
      set: { rows, number in
        if number != nil, rows.columns.isEmpty { throw LuaError.usage("sortColumn: there are no columns; set columns") }
        rows.sortColumn = try number.map { try place($0, of: rows.columns.count, "sortColumn") }
      })
    property(
      "sortAscending", "Whether rows are sorted with the least at the top.", get: { $0.sortAscending },
      set: { $0.sortAscending = $1 })
    late("contentOffset", "sortColumn", "sortAscending")
  }
}

extension ScriptModule {
  /// What a row shows.
  static let rowCell =
    "string|AttributedString|View|{ text: \(Text.luaType), detail: (\(Text.luaType))?, accessory: (\(Text.luaType))? }|(string|AttributedString|View)[]"

  /// What the data source of a list is asked for, whatever its rows are.
  func describeRows() {
    table("RowAction", "Something that can be done with one row.")
      .field("title", "string", "What it is called.")
      .field("style?", "\"normal\"|\"destructive\"", "How it looks.")
      .field("handler", "fun()", "Does it.")
    table("TableColumn", "A column of rows.")
      .field("title?", Text.luaType, "What stands above it.")
      .field("identifier?", "string", "What it is called in the saved state; its title, if left out.")
      .field("width?", "integer|\"fill\"", "Its cells, or what the others leave, shared among all that are so.")
      .field("minWidth?", "integer", "The least it gets.")
      .field("alignment?", Label.Alignment.luaType, "Where its title and its cells stand.")
      .field("isSortable?", "boolean", "Whether the person can sort by it.")
  }
}
