import Interface
import LuaRuntime

/// Columns in scripts: `{ title =, identifier =, width =, minWidth =, alignment =, isSortable = }`.
extension TableColumn {
  static let luaType = "TableColumn[]"

  private static let fields = ["alignment", "identifier", "isSortable", "minWidth", "title", "width"]

  /// Returns the list of columns at an index.
  @MainActor
  static func takeList(_ stack: LuaStack, _ index: Int32) throws -> [TableColumn] {
    let columns = try stack.takeTables(index, "columns", fields: "{ title =, width =, … }") { _, position in
      try take(stack, "column \(position)")
    }
    do {
      try TableColumnError.check(columns)
    } catch {
      throw LuaError.usage("\(error)")
    }
    return columns
  }

  /// Returns the column on top of the stack.
  @MainActor
  private static func take(_ stack: LuaStack, _ name: String) throws -> TableColumn {
    try stack.checkNames(-1, "columns: \(name)", among: fields)
    func field<Value: LuaConvertible>(_ key: String, _ type: Value.Type = Value.self) throws -> Value? {
      try stack.takeField(key, of: -1, "columns: \(name): \(key)")
    }
    let (identifier, title) = (try field("identifier", String.self), try field("title", Text.self))
    guard identifier != nil || title != nil else {
      throw LuaError.usage("columns: \(name) needs a title or an identifier")
    }
    return TableColumn(
      title ?? "", identifier: identifier, width: try width(stack, name),
      minimumWidth: try field("minWidth", Int.self).map { width in
        guard (1...TableColumnError.largestWidth).contains(width) else {
          throw LuaError.usage(
            "columns: \(name): minWidth: expected 1 to \(TableColumnError.largestWidth), got \(width)")
        }
        return width
      }, alignment: try field("alignment") ?? .left, isSortable: try field("isSortable") ?? false)
  }

  @MainActor
  private static func width(_ stack: LuaStack, _ name: String) throws -> Width {
    stack.rawGet(-1, "width")
    defer { stack.pop() }
    if stack.isNil(-1) || stack.string(-1) == "fill" { return .fill }
    if let cells = stack.quantity(-1) { return .cells(cells) }
    throw stack.wrongType(-1, "columns: \(name): width", expected: "a number of cells or \"fill\"")
  }

  /// Pushes a list of columns.
  @MainActor
  static func push(_ columns: [TableColumn], on stack: LuaStack) {
    guard (try? stack.reserve(6)) != nil else { return stack.pushNil() }
    stack.createTable(array: columns.count)
    for (index, column) in columns.enumerated() {
      stack.createTable(hash: fields.count)
      stack.setField("identifier", column.identifier)
      stack.setField("title", column.title)
      switch column.width {
      case .cells(let cells): stack.setField("width", cells)
      case .fill: stack.setField("width", "fill")
      }
      stack.setField("minWidth", column.minimumWidth)
      stack.setField("alignment", column.alignment)
      stack.setField("isSortable", column.isSortable)
      stack.rawSet(-2, Int64(index + 1))
    }
  }
}
