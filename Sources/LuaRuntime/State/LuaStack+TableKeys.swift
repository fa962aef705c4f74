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
}
