/// A table with a fixed set of names: the options of a function, or a value written as a table.
///
/// ```swift
/// let options = try OptionTable(stack, 2, "ui.fetch", names: ["method", "timeout"])
/// let timeout = try options.seconds("timeout")
/// ```
///
/// An unknown name is an error that suggests the nearest known one, as with properties of objects.
@MainActor
public struct OptionTable {
  private let stack: LuaStack
  private let index: Int32
  private let isThere: Bool

  /// Creates an option table from the table at an index. Nil or no value counts as an empty table, unless `takesItems`
  /// is true.
  ///
  /// - Parameters:
  ///   - owner: the owner of the options in messages: `"ui.fetch"`.
  ///   - names: the known names.
  ///   - takesItems: whether the table may also have items with integer keys.
  /// - Throws: ``LuaError`` if the value is neither a table nor nil, or the table has an unknown name.
  public init(_ stack: LuaStack, _ index: Int32, _ owner: String, names: [String], takesItems: Bool = false) throws {
    self.stack = stack
    self.index = stack.absolute(index)
    isThere = takesItems || !stack.isNil(index)
    guard isThere else { return }
    guard stack.kind(index) == .table else {
      let parts = (takesItems ? ["item", "…"] : []) + names.map { "\($0) =" }
      throw stack.wrongType(
        index, takesItems ? owner : "\(owner)'s options", expected: "a table { \(parts.joined(separator: ", ")) }")
    }
    try stack.checkNames(index, owner, "option", among: names, takesItems: takesItems)
  }

  /// Passes the value of a name, at the top of the stack, to a closure; returns nil if there is none.
  public func with<Value>(_ name: String, _ body: (LuaStack, Int32) throws -> Value) throws -> Value? {
    guard isThere else { return nil }
    let base = stack.top
    defer { stack.top = base }
    try stack.reserve(6)
    guard stack.rawGet(index, name) != .nil else { return nil }
    return try body(stack, stack.top)
  }

  /// Returns the value of a name.
  public func value<Value: LuaConvertible>(_ name: String, of type: Value.Type) throws -> Value? {
    try with(name) { try type.take($0, $1, name) }
  }

  /// Returns the duration of a name, in seconds.
  public func seconds(_ name: String) throws -> Double? {
    guard let seconds = try value(name, of: Double.self) else { return nil }
    guard seconds.isFinite, seconds >= 0 else {
      throw LuaError.usage("\(name): expected 0 seconds or more, got \(seconds)")
    }
    return seconds
  }
}

extension LuaStack {
  /// Checks that the table at an index has only known names.
  ///
  /// - Parameters:
  ///   - owner: the table in messages: `"columns: column 1"`.
  ///   - noun: the word for a name: `"field"`, `"option"`; empty for none.
  ///   - takesItems: whether the table may also have items with integer keys.
  /// - Throws: ``LuaError/usage(_:)`` with the nearest known name, or all of them if none is near.
  public func checkNames(
    _ table: Int32, _ owner: String, _ noun: String = "field", among names: [String], takesItems: Bool = false
  ) throws {
    try forEachPair(table) {
      if takesItems, isInteger(-2) { return }
      let name = quotableName(-2)
      if kind(-2) == .string, names.contains(name) { return }
      throw LuaError.usage(
        "\(owner) has no \(noun.isEmpty ? "" : noun + " ")'\(name)'" + suggestionOrAll(for: name, among: names))
    }
  }
}

/// Returns the nearest known name, or all names if none is near and there are few, as the end of a message.
private func suggestionOrAll(for name: String, among names: [String]) -> String {
  let near = suggestion(for: name, among: names)
  guard near.isEmpty, let last = names.last, names.count <= 10 else { return near }
  return "; it has " + (names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last)
}
