import Interface
import LuaRuntime
import StateRestoration

// What tables and outlines ask the objects that a script gave them.
extension ScriptHost {
  /// Calls a method of a list's data source or delegate.
  ///
  /// - Parameters:
  ///   - isRequired: whether a data source has to have it; one that has not is an error.
  ///   - isAction: whether a person's action led here: an error is then told each time. What is asked for while the list is
  ///     drawn comes again and again.
  ///   - push: pushes the arguments after the list and returns their count.
  /// - Returns: what `take` makes of the results; nil if there is no such method, or it failed.
  func ask<Result>(
    _ method: String, _ list: RowList, of handlers: [String], results: Int32 = 1, isRequired: Bool = false,
    isAction: Bool = false, push: (LuaStack) -> Int32,
    take: (LuaStack) throws -> Result?
  ) -> Result? {
    do {
      let stack = try lua.stack
      let base = stack.top
      defer { if lua.isOpen { stack.top = base } }
      try stack.reserve(16)
      for handler in handlers where lua.pushHandler(handler, of: list, on: stack) {
        let asked = stack.object(-1) as? Responder
        guard try pushMethod(method, of: stack.top, on: stack) else {
          stack.top = base
          continue
        }
        stack.push(object: list)
        let arguments = push(stack)
        try callingBack(asked ?? list, isAction: isAction) {
          try stack.call(arguments: 2 + arguments, results: results)
        }
        do { return try take(stack) } catch let error as LuaError {
          stack.top = base
          guard lua.pushHandler(handler, of: list, on: stack), try pushMethod(method, of: stack.top, on: stack),
            let place = stack.definition(ofFunctionAt: -2)
          else { throw error }
          throw LuaError.usage("\(place): \(error.message)")
        }
      }
      if isRequired, hasDataSource(list) {
        throw missingMethod(method, of: list)
      }
    } catch {
      report(error, from: method, of: list, isToldOnce: !isAction)
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

  /// Keeps where a list got its data source, for messages, and has it looked at when the turn ends.
  func dataSourceWasSet(of list: RowList, needing method: String, on stack: LuaStack) {
    if let place = stack.callerPlace { stack.push(place) } else { stack.pushNil() }
    lua.setHandler(Self.dataSourcePlace, of: list, toValueAt: -1, on: stack)
    stack.pop()
    mistakes.atEndOfTurn { [weak self, weak list] in
      guard let self, let list else { return }
      if hasDataSource(list), !hasMethod(method, of: list, handlers: ["dataSource"]) {
        report(missingMethod(method, of: list), from: method, of: list, isToldOnce: true)
      }
      checkFunctions(of: list)
    }
  }

  private static let dataSourcePlace = "dataSource is set at"

  /// The error for a data source that lacks what it has to have.
  private func missingMethod(_ method: String, of list: RowList) -> LuaError {
    var message = "the data source of the \(list.className) has no method '\(method)'"
    guard let stack = try? lua.stack, (try? stack.reserve(8)) != nil else { return .usage(message) }
    let base = stack.top
    defer { stack.top = base }
    if lua.pushHandler(Self.dataSourcePlace, of: list, on: stack), let place = stack.string(-1) {
      message = "\(place): \(message)"
    }
    guard lua.pushHandler("dataSource", of: list, on: stack),
      let near = CallbackNames.misnamed(method, among: stack.memberNames(-1)),
      (try? pushMethod(near, of: stack.top, on: stack)) == true, let place = stack.definition(ofFunctionAt: -2)
    else { return .usage(message) }
    mistakes.explainedMethods.insert("\(near) \(place)")
    return .usage("\(message), but '\(near)' (\(place))")
  }

  /// Looks whether functions of plain tables that an object asks or tells are misnamed.
  func checkFunctions(of asker: AnyObject) {
    guard let stack = try? lua.stack, (try? stack.reserve(8)) != nil else { return }
    let base = stack.top
    defer { stack.top = base }
    for (handler, role) in [("dataSource", "data source"), ("delegate", "delegate")]
    where lua.pushHandler(handler, of: asker, on: stack) {
      if stack.kind(-1) == .table, lua.hostClass(at: -1, on: stack) == nil {
        mistakes.checkFunctions(ofTableOnTopOf: stack, as: role)
      }
    }
  }

  /// Tells an error in what a list asks.
  private func report(_ error: any Error, from method: String, of list: RowList, isToldOnce: Bool) {
    application.report(error, from: "\(list.restorationIdentifier ?? list.className) \(method)", isToldOnce: isToldOnce)
  }

  func hasDataSource(_ list: RowList) -> Bool {
    guard let stack = try? lua.stack, lua.pushHandler("dataSource", of: list, on: stack) else { return false }
    stack.pop()
    return true
  }

  /// Whether one of the objects that a script gave another to ask has a method.
  func hasMethod(_ name: String, of asker: AnyObject, handlers: [String]) -> Bool {
    guard let stack = try? lua.stack else { return false }
    let base = stack.top
    defer { stack.top = base }
    for handler in handlers where lua.pushHandler(handler, of: asker, on: stack) {
      if (try? pushMethod(name, of: stack.top, on: stack)) == true { return true }
    }
    return false
  }

  func tellSorted(_ list: RowList, column: Int, isAscending: Bool) -> Bool {
    ask(
      "didSort", list, of: ["delegate", "dataSource"], results: 0, isAction: true,
      push: { stack in
        stack.push(column + 1)
        stack.push(isAscending)
        return 2
      }, take: { _ in true }) ?? hasMethod("didSort", of: list, handlers: ["delegate", "dataSource"])
  }

  // MARK: Cells

  /// The cell on top of the stack, as a method returned it.
  static func cell(_ stack: LuaStack, of list: RowList, from method: String) throws -> TableCell {
    switch stack.kind(-1) {
    case .string, .number: return .styled(Text(stack.describe(-1)))
    case .table where !list.columns.isEmpty && !hasText(stack):
      return .columns(try list.columns.enumerated().map { try columnCell(stack, $0, $1, from: method) })
    case .table:
      guard hasText(stack) || stack.rawLength(-1) == 0 else {
        throw LuaError.usage(
          "\(method) returned a list, a cell for each column, but there are no columns: set columns, or return { text = … }"
        )
      }
      guard ["text", "detail", "accessory"].contains(where: { has($0, stack) }) else {
        throw LuaError.usage(
          "the result of \(method) has no text: expected a string, a styled text, a view, or { text =, detail =, accessory = }"
        )
      }
      func field(_ name: String) -> Text? {
        defer { stack.pop() }
        return stack.rawGet(-1, name) == .nil ? nil : Text.readText(stack, -1) ?? Text(stack.describe(-1))
      }
      return .styled(field("text") ?? "", detail: field("detail"), accessory: field("accessory"))
    default:
      if let text = stack.object(-1) as? AttributedString { return .styled(Text(text)) }
      if let view = stack.object(-1) as? View { return .view(view) }
      let expected =
        list.columns.isEmpty
        ? "a string, a styled text, a view, or { text =, detail =, accessory = }"
        : "a list with a string, styled text or view for each column"
      throw LuaError.wrongType(what: "the result of \(method)", expected: expected, actual: stack.describeKind(-1))
    }
  }

  private static func hasText(_ stack: LuaStack) -> Bool { has("text", stack) }

  /// Whether the table on top of the stack has a field.
  private static func has(_ field: String, _ stack: LuaStack) -> Bool {
    defer { stack.pop() }
    return stack.rawGet(-1, field) != .nil
  }

  /// The cell of a column in the list on top of the stack.
  private static func columnCell(_ stack: LuaStack, _ index: Int, _ column: TableColumn, from method: String) throws
    -> TableColumnCell
  {
    defer { stack.pop() }
    switch stack.rawGet(-1, Int64(index + 1)) {
    case .nil: return .text("")
    case .string, .number: return .text(stack.describe(-1))
    default:
      if let text = stack.object(-1) as? AttributedString { return .styled(Text(text)) }
      if let view = stack.object(-1) as? View { return .view(view) }
      throw LuaError.wrongType(
        what: "the result of \(method), column \(index + 1) (\(column.identifier))",
        expected: "a string, a styled text or a view",
        actual: stack.describeKind(-1))
    }
  }

  // MARK: Actions

  /// The list of `{ title =, style =, handler = }` on top of the stack.
  func rowActions(_ stack: LuaStack, of list: RowList, from method: String) throws -> [RowAction] {
    if stack.isNil(-1) { return [] }
    let expected = "a list of { title =, handler =, style = \"destructive\" or nil }"
    guard stack.kind(-1) == .table else {
      throw LuaError.wrongType(
        what: "the result of \(method)", expected: expected, actual: stack.describeKind(-1))
    }
    var actions: [RowAction] = []
    for index in 1...max(1, stack.rawLength(-1)) {
      let base = stack.top
      defer { stack.top = base }
      guard stack.rawGet(-1, Int64(index)) == .table else {
        if stack.isNil(-1) { break }
        throw LuaError.wrongType(what: "a row action", expected: expected, actual: stack.describeKind(-1))
      }
      try stack.checkNames(-1, "a row action", among: ["title", "style", "handler"])
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
        RowAction(title: title, isDestructive: isDestructive) { [weak self, weak list] in
          guard let self, let list else { return }
          let stack = try lua.stack
          stack.push(handler)
          try callingBack(list, isAction: true) { try stack.call(arguments: 0, results: 0) }
        })
    }
    return actions
  }
}

// The names of items: strings and numbers.
extension StateValue {
  /// The name on top of the stack, as a method returned it; nil for none.
  @MainActor
  static func takeName(_ stack: LuaStack, from method: String) throws -> StateValue? {
    switch stack.kind(-1) {
    case .nil: return nil
    case .string:
      if let text = stack.string(-1) { return .string(text) }
      return stack.bytes(-1).map { .byteText($0) }
    case .number:
      if let integer = stack.integer(-1) { return .integer(integer) }
      return stack.number(-1).map { .float($0) }
    default:
      throw LuaError.wrongType(
        what: "the result of \(method)", expected: "a string, a number or nil", actual: stack.describeKind(-1))
    }
  }

  /// Pushes a name.
  @MainActor
  func pushName(on stack: LuaStack) {
    switch self {
    case .string(let text): stack.push(text)
    case .byteText(let bytes): stack.push(bytes: bytes)
    case .integer(let number): stack.push(number)
    case .float(let number): stack.push(number)
    default: stack.pushNil()
    }
  }
}

extension LuaStack {
  /// The number of things that a method returned.
  func checkCount(_ index: Int32, _ name: String) throws -> Int {
    let count: Int = try checkInteger(index, name)
    guard count >= 0 else { throw LuaError.usage("\(name): expected 0 or more, got \(count)") }
    return count
  }
}
