import Interface
import LuaRuntime
import StateRestoration

/// Calls the data sources and delegates of a script's tables and outlines.
@MainActor
final class RowAnswers {
  private let calls: ScriptCalls
  private let observers: ScriptObservers
  private var lua: LuaState { calls.lua }

  init(_ calls: ScriptCalls, _ observers: ScriptObservers) {
    self.calls = calls
    self.observers = observers
  }

  /// Calls a method of a list's data source or delegate, whichever implements it, with the list and these arguments. An
  /// error is reported.
  ///
  /// - Returns: the result of `take`; nil if there is no such method, or if it failed.
  func ask<Result, each Argument: LuaPushable>(
    _ callback: Callback, _ list: RowList, _ arguments: repeat each Argument, results: Int32 = 1,
    take: (LuaStack) throws -> Result?
  ) -> Result? {
    do {
      let answer = try answer(callback, list, repeat each arguments, results: results, take: take)
      if let answer { return answer }
      if callback.isRequired, hasDataSource(list) { throw missingMethod(callback.name, of: list) }
    } catch {
      report(error, in: callback, of: list)
    }
    return nil
  }

  /// Asks the data source or delegate for permission. An error is reported, and denies it.
  ///
  /// - Returns: nil if there is no such method.
  func permission<each Argument: LuaPushable>(
    _ callback: Callback, _ list: RowList, _ arguments: repeat each Argument
  ) -> Bool? {
    do {
      return try answer(callback, list, repeat each arguments, results: 1) { $0.truth(-1) }
    } catch {
      report(error, in: callback, of: list)
      return false
    }
  }

  private func answer<Result, each Argument: LuaPushable>(
    _ callback: Callback, _ list: RowList, _ arguments: repeat each Argument, results: Int32,
    take: (LuaStack) throws -> Result?
  ) throws -> Result? {
    for role in callback.roles {
      let answer = try calls.call(
        callback, of: .delegate(role, of: list), repeat each arguments, results: results, take: take)
      if let answer { return answer }
    }
    return nil
  }

  /// Notifies the delegate or data source of a user action. Returns whether a method exists and has succeeded.
  @discardableResult
  func notify<each Argument: LuaPushable>(
    _ callback: Callback, _ list: RowList, _ arguments: repeat each Argument
  ) -> Bool {
    ask(callback, list, repeat each arguments, results: 0) { _ in true } ?? false
  }

  func notifySorted(_ callback: Callback, _ list: RowList, column: Int, isAscending: Bool) -> Bool {
    notify(callback, list, column + 1, isAscending) || has(callback, list)
  }

  /// Whether the data source or delegate of a list implements a method.
  func has(_ callback: Callback, _ list: RowList) -> Bool {
    callback.roles.contains { calls.has(callback, of: .delegate($0, of: list)) }
  }

  /// Cells change only while scripts run.
  var contentVersion: Int { lua.runCount }

  func hasDataSource(_ list: RowList) -> Bool {
    (try? lua.withStack { lua.pushHandler("dataSource", of: list, on: $0) }) ?? false
  }

  private func report(_ error: any Error, in callback: Callback, of list: RowList) {
    calls.report(error, in: callback, of: .delegate("dataSource", of: list))
  }

  // MARK: Mistakes of a data source

  /// Records where a list's data source was assigned, for messages.
  func dataSourceWasSet(of list: RowList, on stack: LuaStack) {
    let place = stack.callerPlace
    place.push(on: stack)
    lua.setHandler(Self.dataSourcePlace, of: list, toValueAt: -1, on: stack)
    stack.pop()
    observers.notify { $0.dataSource(of: list, wasSetAt: place) }
  }

  /// Reports the first required method that a list's data source lacks, before the list is shown.
  func reportMissingMethod(of list: RowList) {
    let required = (list is OutlineView ? OutlineViewCallbacks.all : TableViewCallbacks.all).first(where: \.isRequired)
    guard let required, hasDataSource(list), !calls.has(required, of: .delegate("dataSource", of: list)) else { return }
    report(missingMethod(required.name, of: list), in: required, of: list)
  }

  private static let dataSourcePlace = "dataSource is set at"

  /// Returns the error for a data source without a required method.
  private func missingMethod(_ method: String, of list: RowList) -> LuaError {
    let message = "the data source of the \(list.className) has no method '\(method)'"
    let error = try? lua.withStack { stack in
      var message = message
      if lua.pushHandler(Self.dataSourcePlace, of: list, on: stack), let place = stack.string(-1) {
        message = "\(place): \(message)"
      }
      guard lua.pushHandler("dataSource", of: list, on: stack),
        let near = UIKitNames.misnamed(method, among: stack.memberNames(-1)),
        let place = try calls.definition(of: near, .delegate("dataSource", of: list), on: stack)
      else { return LuaError.usage(message) }
      return LuaError.usage("\(message), but '\(near)' (\(place))")
    }
    return error ?? .usage(message)
  }

  // MARK: Cells

  /// Returns the cell on top of the stack, as returned by a method.
  static func cell(_ stack: LuaStack, of list: RowList, from method: String) throws -> TableCell {
    switch stack.kind(-1) {
    case .string, .number: return .styled(Text(stack.describe(-1)))
    case .table where !list.columns.isEmpty && !hasText(stack):
      return .columns(try list.columns.enumerated().map { try columnCell(stack, $0, $1, from: method) })
    case .table:
      guard hasText(stack) || stack.rawLength(-1) == 0 else {
        throw LuaError.usage(
          "\(method) returned a list, with a cell for each column, but there are no columns: set columns, or return { text = … }"
        )
      }
      guard ["text", "detail", "accessory"].contains(where: { has($0, stack) }) else {
        throw LuaError.usage(
          "the result of \(method) has no text: expected a string, an attributed string, a view, or { text =, detail =, accessory = }"
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
        ? "a string, an attributed string, a view, or { text =, detail =, accessory = }"
        : "a list with a string, attributed string or view for each column"
      throw LuaError.wrongType(what: "the result of \(method)", expected: expected, actual: stack.describeKind(-1))
    }
  }

  private static func hasText(_ stack: LuaStack) -> Bool { has("text", stack) }

  /// Whether the table on top of the stack has a field.
  private static func has(_ field: String, _ stack: LuaStack) -> Bool {
    defer { stack.pop() }
    return stack.rawGet(-1, field) != .nil
  }

  /// Returns the cell of a column in the list on top of the stack.
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
        expected: "a string, an attributed string or a view",
        actual: stack.describeKind(-1))
    }
  }

  // MARK: Actions

  /// Returns the row actions of the list on top of the stack: `{ title =, style =, handler = }`.
  func rowActions(_ stack: LuaStack, of list: RowList, from method: String) throws -> [RowAction] {
    if stack.isNil(-1) { return [] }
    let expected = "a list of { title =, handler =, style = \"normal\" or \"destructive\" }"
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
      let title = try stack.checkString(-1, "a row action's title")
      let style: RowAction.Style? = try stack.takeField("style", of: base + 1, "a row action's style")
      stack.rawGet(base + 1, "handler")
      guard stack.kind(-1) == .function else {
        throw LuaError.wrongType(
          what: "the handler of the row action \"\(title)\"", expected: "a function", actual: stack.describeKind(-1))
      }
      let handler = LuaReference(stack, -1)
      actions.append(
        RowAction(title: title, isDestructive: style == .destructive) { [weak self, weak list] in
          guard let self, let list else { return }
          try calls.call(TableViewCallbacks.rowAction, of: .function(handler, of: title), for: list)
        })
    }
    return actions
  }
}

// The names of items: strings and numbers.
extension StateValue {
  /// Returns the name on top of the stack, as returned by a method; nil for none.
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

}

/// The name of an item, as an argument.
struct ItemName: LuaPushable {
  let value: StateValue

  func push(on stack: LuaStack) {
    switch value {
    case .string(let text): stack.push(text)
    case .byteText(let bytes): stack.push(bytes: bytes)
    case .integer(let number): stack.push(number)
    case .float(let number): stack.push(number)
    default: stack.pushNil()
    }
  }
}

extension LuaStack {
  /// Returns the count on top, which a method has returned.
  func checkCount(_ name: String) throws -> Int {
    let count: Int = try checkInteger(-1, name)
    guard count >= 0 else { throw LuaError.usage("\(name): expected 0 or more, got \(count)") }
    return count
  }
}

extension RowAction {
  /// The style of a row action in scripts.
  enum Style: String, LuaEnumeration {
    case normal, destructive
  }
}
