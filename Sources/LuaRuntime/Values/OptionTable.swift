/// A table whose names are known: the options of a function, or a value that is written as a table.
///
/// ```swift
/// let options = try OptionTable(stack, 2, "ui.fetch", names: ["method", "timeout"])
/// let timeout = try options.seconds("timeout")
/// ```
///
/// A name that nobody reads is an error that says the nearest right one, as with properties of objects.
@MainActor
public struct OptionTable {
  private let stack: LuaStack
  private let index: Int32
  private let isThere: Bool

  /// The table at an index; nil or nothing there counts as a table without options, unless it takes items.
  ///
  /// - Parameters:
  ///   - owner: whose options they are, in messages: `"ui.fetch"`.
  ///   - names: the names that are read.
  ///   - takesItems: whether it has items as well, by integers.
  /// - Throws: ``LuaError`` if there is something else than a table or nil, or the table has another name.
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

  /// Lends the value of a name, at the top of the stack; nil if there is none.
  public func with<Value>(_ name: String, _ body: (LuaStack, Int32) throws -> Value) throws -> Value? {
    guard isThere else { return nil }
    let base = stack.top
    defer { stack.top = base }
    try stack.reserve(6)
    guard stack.rawGet(index, name) != .nil else { return nil }
    return try body(stack, stack.top)
  }

  /// The value of a name.
  public func value<Value: LuaConvertible>(_ name: String, of type: Value.Type) throws -> Value? {
    try with(name) { try type.take($0, $1, name) }
  }

  /// The time of a name, in seconds.
  public func seconds(_ name: String) throws -> Double? {
    guard let seconds = try value(name, of: Double.self) else { return nil }
    guard seconds.isFinite, seconds >= 0 else {
      throw LuaError.usage("\(name): expected 0 seconds or more, got \(seconds)")
    }
    return seconds
  }
}

extension LuaStack {
  /// Looks whether the table at an index has a name that nobody reads.
  ///
  /// - Parameters:
  ///   - owner: what the table is, in messages: `"columns: column 1"`.
  ///   - noun: what a name of it is called: `"field"`, `"option"`; empty for no word.
  ///   - takesItems: whether it has items as well, by integers.
  /// - Throws: ``LuaError/usage(_:)`` with the nearest right name, or all of them if none is near.
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

/// The name that is nearest to a misspelt one, or all if none is near and they are few, as the end of a message.
private func suggestionOrAll(for name: String, among names: [String]) -> String {
  let near = suggestion(for: name, among: names)
  guard near.isEmpty, let last = names.last, names.count <= 10 else { return near }
  return "; it has " + (names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last)
}
