import Interface
import LuaRuntime

extension ScriptClasses {
  static let grid = ScriptClassDefinition(
    "Grid", GridView.self, "Views in rows and columns: the items, row by row from the top left.",
    make: { _ in GridView() }
  ) { grid, _ in
    grid.property(
      "columns", type: "integer|(integer|\"fill\")[]",
      "The number of equally wide columns, or a list with the width of each: a number of cells, or \"fill\" for an equal share of the remaining width.",
      push: { grid, stack in
        if grid.columns.allSatisfy({ $0 == .fill }) { return stack.push(grid.columns.count) }
        stack.createTable(array: grid.columns.count)
        for (place, column) in grid.columns.enumerated() {
          switch column {
          case .width(let width): stack.push(width)
          case .fill: stack.push("fill")
          }
          stack.rawSet(-2, Int64(place + 1))
        }
      },
      take: { grid, stack, index in grid.columns = try GridView.Column.list(stack, index) })
    grid.property(
      "rowSpacing", "The number of empty rows between two rows.", get: { $0.rowSpacing },
      set: { $0.rowSpacing = try nonNegative($1, "rowSpacing") })
    grid.property(
      "columnSpacing", "The number of empty cells between two columns.", get: { $0.columnSpacing },
      set: { $0.columnSpacing = try nonNegative($1, "columnSpacing") })
  }
}

extension GridView.Column {
  private static let most = 1_000
  private static let expected = "a number of columns, or a list of widths in cells and \"fill\""

  @MainActor
  fileprivate static func list(_ stack: LuaStack, _ index: Int32) throws -> [Self] {
    if let count = Int.read(stack, index) {
      guard (1...most).contains(count) else {
        throw LuaError.usage("columns: expected 1 to \(most), got \(count)")
      }
      return Array(repeating: .fill, count: count)
    }
    guard stack.kind(index) == .table else { throw stack.wrongType(index, "columns", expected: expected) }
    let count = stack.rawLength(index)
    guard (1...most).contains(count) else {
      throw LuaError.usage("columns: expected a list of 1 to \(most) columns, got \(count)")
    }
    return try (1...count).map { place in
      defer { stack.pop() }
      stack.rawGet(index, Int64(place))
      if stack.kind(-1) == .string, stack.string(-1) == "fill" { return .fill }
      guard let width = Int.read(stack, stack.top) else {
        throw stack.wrongType(-1, "columns[\(place)]", expected: "a number of cells or \"fill\"")
      }
      return .width(try nonNegative(width, "columns[\(place)]"))
    }
  }
}
