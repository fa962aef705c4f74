import CLua
import LuaBoundary

/// The values that a script has encoded for a coder in C: keys and CBOR items in one buffer, in the order of the calls.
///
/// Valid until ``LuaStack/endEncoding()``.
public struct EncodedValues {
  private let encoded: lh_encoded

  init(_ encoded: lh_encoded) { self.encoded = encoded }

  /// The number of values.
  public var count: Int { encoded.item_count }

  /// The values as a deterministic CBOR map (RFC 8949, section 4.2), with the last value of each key; empty if there are none.
  public var map: [UInt8] {
    // A copy, as the compiler specializes this initializer for bytes, but not the one with an uninitialized capacity.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: encoded.largest_map) { map in
      guard count > 0, let start = map.baseAddress else { return [] }
      return [UInt8](UnsafeBufferPointer(start: start, count: lh_write_map(encoded, start)))
    }
  }

  /// Whether the values contain tables.
  public var hasTables: Bool { encoded.table_count > 0 }

  /// The identities of the tables in the values, in the order in which they begin.
  public var tables: [UnsafeRawPointer] {
    UnsafeBufferPointer(start: encoded.tables, count: Int(encoded.table_count)).compactMap(\.self)
  }

  /// Returns the key of a value, as valid UTF-8.
  public func key(_ number: Int) -> UnsafeRawBufferPointer {
    let item = encoded.items[number]
    return UnsafeRawBufferPointer(start: encoded.bytes + item.key, count: item.start - item.key)
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
