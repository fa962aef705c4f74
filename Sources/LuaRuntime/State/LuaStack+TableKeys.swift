import LuaBoundary

// Reading the keys of a table at once.
extension LuaStack {
  /// The keys of a table.
  public struct TableKeys {
    /// The number of pairs.
    public var count: Int
    /// Whether the keys are the integers from 1 to the number of pairs. The length operator does not tell: with holes, it
    /// may return any border.
    public var isList: Bool
    /// Whether a key or a value is a table.
    public var containsTables: Bool
  }

  /// Reads the keys of the table at an index.
  ///
  /// - Throws: ``LuaError/usage(_:)`` if the stack would be too deep.
  public func keys(ofTable index: Int32) throws -> TableKeys {
    try reserve(2)
    let keys = lh_read_keys(L, absolute(index))
    return TableKeys(count: keys.count, isList: keys.is_list != 0, containsTables: keys.contains_tables != 0)
  }

  /// Checks that the keys of the list at an index are those of its items, as others would be ignored. The field `n` of
  /// `table.pack` may be there, too.
  ///
  /// - Throws: ``LuaError/wrongType(what:expected:actual:)`` with the first other key.
  public func checkListKeys(_ index: Int32, _ name: String, expected: String) throws {
    guard try !keys(ofTable: index).isList else { return }
    let items = 1...Int64(max(1, rawLength(index)))
    try forEachPair(index) {
      if let item = integer(-2), items.contains(item) { return }
      if string(-2) == "n", integer(-1) != nil { return }
      throw LuaError.wrongType(what: name, expected: expected, actual: "a table with the key \(quotableName(-2))")
    }
  }

  /// Returns the results of a closure for the tables in the list at an index.
  ///
  /// - Parameters:
  ///   - name: the name of the list in errors.
  ///   - fields: the fields of a table in errors, such as `{ title = }`.
  ///   - take: called with the index of a table and its position in the list, from 1.
  /// - Throws: ``LuaError/wrongType(what:expected:actual:)`` for any other value; any error of the closure.
  public func takeTables<Item>(
    _ index: Int32, _ name: String, fields: String, _ take: (_ table: Int32, _ position: Int) throws -> Item
  ) throws -> [Item] {
    let expected = "a list of \(fields)"
    guard kind(index) == .table else { throw wrongType(index, name, expected: expected) }
    let index = absolute(index)
    guard try rawLength(index) > 0 || keys(ofTable: index).isList else {
      throw LuaError.usage("\(name): expected \(expected); put a single one in a list: { { … } }")
    }
    try checkListKeys(index, name, expected: expected)
    return try (0..<rawLength(index)).map { item in
      let base = top
      defer { top = base }
      try reserve(8)
      guard rawGet(index, Int64(item + 1)) == .table else {
        throw wrongType(-1, "\(name): item \(item + 1)", expected: "a table \(fields)")
      }
      return try take(top, item + 1)
    }
  }
}
