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
}
