import Interface
import LuaRuntime

// Members shared by tables and outlines.
extension ScriptClass where Object: RowList {
  func rows() {
    handler("onChange(view)", "Called when the user has changed the selection; not when a script does.")
    property(
      "isEditing", "Whether the user can delete and move rows, as far as the data source allows.",
      get: { $0.isEditing }, set: { $0.isEditing = $1 })
    property(
      "contentOffset", "The first visible line, `y`, and the first visible cell of the columns, `x`, both from 0.",
      get: { Point(x: $0.columnOffset, y: $0.contentOffset) },
      set: { rows, offset in
        rows.contentOffset = offset.y
        rows.columnOffset = offset.x
      })
    property(
      "emptyText", "The text in the middle while there are no rows.", get: { $0.placeholder },
      set: { $0.placeholder = $1 })
    property(
      "placeholder", "The former name of `emptyText`.", get: { $0.placeholder }, set: { $0.placeholder = $1 })
    property(
      "placeholderCommand", "The title of the key command that is offered below `emptyText`, such as \"New note\".",
      get: { $0.placeholderCommand }, set: { $0.placeholderCommand = $1 })
    method(
      "reloadData()",
      "Reloads the rows from the data source, when they are needed next: the data source is asked at the end of the turn, or when a property of the rows is read or set. Selection, focus and scroll position follow the items if they have identifiers; otherwise they keep their positions."
    ) { $0.reloadData() }
    columns()
  }

  private func columns() {
    property(
      "columns", type: TableColumn.luaType,
      "The columns with their titles; each row has one cell per column. An empty list for rows without columns.",
      push: { rows, stack in TableColumn.push(rows.columns, on: stack) },
      take: { rows, stack, index in rows.columns = try TableColumn.takeList(stack, index) })
    property(
      "sortColumn",
      "The index of the column that rows are sorted by, counted from 1, or nil. Setting it does not call `didSort`, which reports the user's sorting.",
      get: { rows -> Int? in rows.sortColumn.map { $0 + 1 } },
      set: { rows, number in
        if number != nil, rows.columns.isEmpty {
          throw LuaError.usage("sortColumn: the view has no columns; set columns first")
        }
        rows.sortColumn = try number.map { try place($0, of: rows.columns.count, "sortColumn") }
      })
    property(
      "sortAscending", "Whether rows are sorted in ascending order. Setting it does not call `didSort`.",
      get: { $0.sortAscending },
      set: { $0.sortAscending = $1 })
    late("contentOffset", "sortColumn", "sortAscending")
  }
}

extension ScriptModule {
  /// The type of the value displayed in a row.
  static let rowCell =
    "string|AttributedString|View|{ text: \(Text.luaType), detail: (\(Text.luaType))?, accessory: (\(Text.luaType))? }|(string|AttributedString|View)[]"

  /// Documents the data source callbacks shared by tables and outlines.
  func describeRows() {
    table("RowAction", "An action for one row, shown at the row's right on request.")
      .field("title", "string", "The text of its button.")
      .field("style?", RowAction.Style.luaType, "Its appearance; \"normal\" by default.")
      .field("handler", "fun()", "Called when the user chooses the action.")
    table("TableColumn", "A column of a table or outline.")
      .field("title?", Text.luaType, "The title above it; none by default.")
      .field("identifier?", "string", "Its identifier in the saved state; the title by default.")
      .field(
        "width?", "integer|\"fill\"",
        "Its width in cells; \"fill\", the default, takes an equal share of the remaining width."
      )
      .field("minWidth?", "integer", "Its minimum width in cells.")
      .field("alignment?", Label.Alignment.luaType, "The alignment of its title and cells; \"left\" by default.")
      .field(
        "isSortable?", "boolean",
        "Whether the user can sort by it, with a click on the title or a key; false by default.")
  }
}
