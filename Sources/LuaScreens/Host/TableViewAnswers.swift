import Interface
import LuaRuntime
import StateRestoration

/// The host is every table's data source: it asks the object that the script gave the table.
extension ScriptHost: TableViewDataSource {
  /// Calls a method of a table's data source or delegate, with the table and integers.
  ///
  /// - Parameter isAction: whether a person's action led here: an error is then told each time. What is asked for while
  ///   the table is drawn comes again and again.
  /// - Returns: what `take` makes of the results; nil if there is no such method, or it failed.
  private func ask<Result>(
    _ method: String, _ table: TableView, of handlers: [String], _ arguments: [Int], text: String? = nil,
    results: Int32 = 1, isAction: Bool = false, take: (LuaStack) throws -> Result?
  ) -> Result? {
    do {
      let stack = try lua.stack
      let base = stack.top
      defer { if lua.isOpen { stack.top = base } }
      try stack.reserve(16)
      for handler in handlers where lua.pushHandler(handler, of: table, on: stack) {
        guard try pushMethod(method, of: stack.top, on: stack) else {
          stack.top = base
          continue
        }
        stack.push(object: table)
        for argument in arguments { stack.push(argument) }
        if let text { stack.push(text) }
        try stack.call(arguments: Int32(2 + arguments.count + (text == nil ? 0 : 1)), results: results)
        return try take(stack)
      }
    } catch {
      application.report(error, from: "\(table.restorationIdentifier ?? "table") \(method)", isToldOnce: !isAction)
    }
    return nil
  }

  /// Pushes a method of the value at an index, and the value. False if it has none.
  private func pushMethod(_ name: String, of index: Int32, on stack: LuaStack) throws -> Bool {
    if let object = stack.object(index) { return lua.pushOverride(name, of: object, on: stack) }
    guard try stack.getField(index, name) == .function else { return false }
    stack.pushValue(index)
    return true
  }

  private func hasDataSource(_ table: TableView) -> Bool {
    guard let stack = try? lua.stack, lua.pushHandler("dataSource", of: table, on: stack) else { return false }
    stack.pop()
    return true
  }

  public func numberOfSections(in table: TableView) -> Int {
    withoutTracing {
      ask("numberOfSections", table, of: ["dataSource"], []) {
        min(max(0, try $0.checkInteger(-1, "the number of sections")), 1 << 20)
      } ?? 1
    }
  }

  public func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int {
    withoutTracing {
      guard hasDataSource(table) else { return table.rows.count }
      let count = ask("numberOfRowsInSection", table, of: ["dataSource"], [section + 1]) {
        try $0.checkInteger(-1, "the number of rows")
      }
      return min(max(0, count ?? table.rows.count), 1 << 40)
    }
  }

  public func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
    withoutTracing {
      guard hasDataSource(table) else {
        return .text(path.row < table.rows.count ? table.rows[path.row] : "", detail: nil, accessory: nil)
      }
      return ask("cellForRow", table, of: ["dataSource"], [path.section + 1, path.row + 1]) { try Self.cell($0) }
        ?? .text(path.row < table.rows.count ? table.rows[path.row] : "", detail: nil, accessory: nil)
    }
  }

  private static func cell(_ stack: LuaStack) throws -> TableCell {
    switch stack.kind(-1) {
    case .string, .number: return .text(stack.describe(-1), detail: nil, accessory: nil)
    case .table:
      func field(_ name: String) -> String? {
        defer { stack.pop() }
        return stack.rawGet(-1, name) == .nil ? nil : stack.describe(-1)
      }
      return .text(field("text") ?? "", detail: field("detail"), accessory: field("accessory"))
    default:
      if let view = stack.object(-1) as? View { return .view(view) }
      throw LuaError.wrongType(
        what: "the result of cellForRow", expected: "a string, a view, or { text =, detail =, accessory = }",
        actual: stack.describeKind(-1))
    }
  }

  public func tableView(_ table: TableView, titleForHeaderInSection section: Int) -> String? {
    withoutTracing {
      ask("titleForHeaderInSection", table, of: ["dataSource", "delegate"], [section + 1]) {
        $0.isNil(-1) ? nil : $0.describe(-1)
      }
    }
  }

  public func tableView(_ table: TableView, canEditRowAt path: IndexPath) -> Bool {
    withoutTracing {
      for name in ["canEditRow", "canEditRowAt"] {
        if let answer = ask(
          name, table, of: ["dataSource", "delegate"], [path.section + 1, path.row + 1], take: { $0.truth(-1) })
        {
          return answer
        }
      }
      return true
    }
  }

  public func tableView(_ table: TableView, commitDeleteAt path: IndexPath) -> Bool {
    ask(
      "commitDelete", table, of: ["dataSource", "delegate"], [path.section + 1, path.row + 1], isAction: true
    ) { _ in true } ?? false
  }

  public func tableView(_ table: TableView, moveRowAt from: IndexPath, to: IndexPath) -> Bool {
    ask(
      "moveRow", table, of: ["dataSource", "delegate"], [from.section + 1, from.row + 1, to.section + 1, to.row + 1],
      isAction: true
    ) { _ in true }
      ?? false
  }

  public func tableView(_ table: TableView, modelIdentifierForRowAt path: IndexPath) -> String? {
    withoutTracing {
      ask("modelIdentifierForElement", table, of: ["dataSource", "delegate"], [path.section + 1, path.row + 1]) {
        $0.isNil(-1) ? nil : $0.describe(-1)
      }
    }
  }

  public func tableView(_ table: TableView, indexPathForModelIdentifier identifier: String) -> IndexPath? {
    withoutTracing {
      ask("indexPathForElement", table, of: ["dataSource", "delegate"], [], text: identifier, results: 2) { stack in
        guard let section = stack.quantity(-2), let row = stack.quantity(-1) else { return nil }
        return IndexPath(section: section - 1, row: row - 1)
      }
    }
  }

  public func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] {
    withoutTracing {
      ask(
        "trailingSwipeActionsForRow", table, of: ["delegate", "dataSource"], [path.section + 1, path.row + 1],
        take: rowActions) ?? []
    }
  }

  /// The list of `{ title =, style =, handler = }` on top of the stack.
  private func rowActions(_ stack: LuaStack) throws -> [RowAction] {
    if stack.isNil(-1) { return [] }
    let expected = "a list of { title =, handler =, style = \"destructive\" or nil }"
    guard stack.kind(-1) == .table else {
      throw LuaError.wrongType(
        what: "the result of trailingSwipeActionsForRow", expected: expected, actual: stack.describeKind(-1))
    }
    var actions: [RowAction] = []
    for index in 1...max(1, stack.rawLength(-1)) {
      let base = stack.top
      defer { stack.top = base }
      guard stack.rawGet(-1, Int64(index)) == .table else {
        if stack.isNil(-1) { break }
        throw LuaError.wrongType(what: "a row action", expected: expected, actual: stack.describeKind(-1))
      }
      stack.rawGet(-1, "title")
      let title = stack.describe(-1)
      stack.rawGet(-2, "style")
      let isDestructive = stack.lossyString(-1) == "destructive"
      stack.rawGet(-3, "handler")
      guard stack.kind(-1) == .function else {
        throw LuaError.wrongType(
          what: "the handler of the row action \"\(title)\"", expected: "a function", actual: stack.describeKind(-1))
      }
      let handler = LuaReference(stack, -1)
      actions.append(
        RowAction(title: title, isDestructive: isDestructive) { [weak self] in
          guard let stack = try self?.lua.stack else { return }
          stack.push(handler)
          try stack.call(arguments: 0, results: 0)
        })
    }
    return actions
  }

  public func tableView(_ table: TableView, didSelectRowAt path: IndexPath) { tell("didSelectRow", table, path) }

  public func tableView(_ table: TableView, didFocusRowAt path: IndexPath) { tell("didFocusRow", table, path) }

  private func tell(_ method: String, _ table: TableView, _ path: IndexPath) {
    _ = ask(
      method, table, of: ["delegate", "dataSource"], [path.section + 1, path.row + 1], results: 0, isAction: true
    ) { _ in
      true
    }
    table.invalidateRestorableState()
  }
}
