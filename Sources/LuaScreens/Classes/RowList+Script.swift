import Interface
import LuaRuntime

// What tables and outlines have in common.
extension ScriptClass where Object: RowList {
  func rows() {
    handler("onChange(view)", "Called when the user has selected or deselected; not when a script does.")
    property(
      "isEditing", "Whether the user can delete rows and move them, as far as the data source says.",
      get: { $0.isEditing }, set: { $0.isEditing = $1 })
    property(
      "contentOffset", "The line that is shown first, `y`, and the first cell of its columns, `x`, both from 0.",
      get: { Point(x: $0.columnOffset, y: $0.contentOffset) },
      set: { rows, offset in
        rows.contentOffset = offset.y
        rows.columnOffset = offset.x
      })
    property(
      "placeholder", "The text in its middle while there are no rows.", get: { $0.placeholder },
      set: { $0.placeholder = $1 })
    method(
      "reloadData()",
      "Asks the data source for the rows again. Selection, focus and scroll position stay with their items if they have identifiers, else with their places."
    ) { $0.reloadData() }
    columns()
  }

  private func columns() {
    property(
      "columns", type: TableColumn.luaType,
      "The columns that each row has a cell in, with their titles; an empty list for rows without columns.",
      push: { rows, stack in TableColumn.push(rows.columns, on: stack) },
      take: { rows, stack, index in rows.columns = try TableColumn.takeList(stack, index) })
    property(
      "sortColumn",
      "The number of the column that rows are sorted by, counted from 1; nil if by none. Setting it calls nobody: `didSort` is for the user's sorting.",
      get: { rows -> Int? in rows.sortColumn.map { $0 + 1 } },
      set: { rows, number in
        if number != nil, rows.columns.isEmpty { throw LuaError.usage("sortColumn: there are no columns; set columns") }
        rows.sortColumn = try number.map { try place($0, of: rows.columns.count, "sortColumn") }
      })
    property(
      "sortAscending", "Whether rows are sorted with the least at the top; setting it calls nobody.",
      get: { $0.sortAscending },
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
    table("RowAction", "Something that can be done with one row, shown at its right when the user asks for it.")
      .field("title", "string", "The words on it.")
      .field("style?", "\"normal\"|\"destructive\"", "How it looks; \"normal\" if left out.")
      .field("handler", "fun()", "Called when the user chooses it.")
    table("TableColumn", "A column of a table or outline.")
      .field("title?", Text.luaType, "The title above it; none if left out.")
      .field("identifier?", "string", "Names it in the saved state; its title if left out.")
      .field(
        "width?", "integer|\"fill\"",
        "How many cells it takes; \"fill\", as if left out, for an equal share of what the others leave."
      )
      .field("minWidth?", "integer", "How many cells it takes at least.")
      .field("alignment?", Label.Alignment.luaType, "Where its title and its cells stand; \"left\" if left out.")
      .field(
        "isSortable?", "boolean",
        "Whether the user can sort by it, with a click on the title or a key; false if left out.")
  }
}
