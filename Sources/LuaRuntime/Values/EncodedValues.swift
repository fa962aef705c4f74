import CLua
import LuaBoundary

/// The values that a script has encoded for a coder in C: keys and CBOR items in one buffer, in the order of the calls.
///
/// Valid until ``LuaStack/endEncoding()``.
public struct EncodedValues {
  private let encoded: lh_encoded

  init(_ encoded: lh_encoded) { self.encoded = encoded }

  /// The keys and items.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: encoded.bytes, count: encoded.count) }

  /// The number of values.
  public var count: Int { encoded.item_count }

  /// Whether the values contain tables.
  public var hasTables: Bool { encoded.table_count > 0 }

  /// The identities of the tables in the values, in the order in which they begin.
  public var tables: [UnsafeRawPointer] {
    UnsafeBufferPointer(start: encoded.tables, count: Int(encoded.table_count)).compactMap(\.self)
  }

  /// Returns the places of a value's key and item in the bytes.
  @inline(__always)
  public func place(_ number: Int) -> (key: Range<Int>, item: Range<Int>) {
    let item = encoded.items[number]
    return (item.key..<item.start, item.start..<item.end)
  }

  /// Returns the places of a value's tables.
  public func tables(_ number: Int) -> Range<Int> {
    let item = encoded.items[number]
    return Int(item.first_table)..<Int(item.first_table + item.table_count)
  }
}

extension LuaState {
  /// Encodes in C what a script encodes for an object without values, until ``LuaStack/endEncoding()``: the calls of the
  /// method with ``HostMethod/encodesValues``, except those with values that C does not handle.
  ///
  /// - Parameter takingTables: whether C handles tables.
  public func beginEncoding(into object: AnyObject, takingTables: Bool) {
    guard let stack = try? stack else { return }
    lh_begin_encoding(stack.L, Unmanaged.passUnretained(object).toOpaque(), takingTables ? 1 : 0)
  }
}

extension LuaStack {
  /// The values encoded since ``LuaState/beginEncoding(into:takingTables:)``.
  public var encodedValues: EncodedValues { EncodedValues(lh_encoded_items(L)) }

  /// Pushes a new list of the tables in these values.
  public func pushEncodedTables() { lh_push_encoded_tables(L) }

  /// Stops encoding in C, and removes the values.
  public func endEncoding() { lh_end_encoding(L) }
}
