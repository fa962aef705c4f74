/// Values for the parameters of a statement that inserts rows. Their texts and bytes are in one buffer, where they are
/// bound in place, as SQLite would copy each otherwise.
struct RowValues {
  private enum Value {
    case null
    case integer(Int64)
    case text(Range<Int>)
    case blob(Range<Int>)
  }

  private var values: [Value] = []
  private var bytes: [UInt8] = []

  /// The number of values.
  var count: Int { values.count }

  mutating func append(_ number: Int64) { values.append(.integer(number)) }

  mutating func append(_ number: Int64?) { values.append(number.map { .integer($0) } ?? .null) }

  mutating func append(_ text: String?) {
    guard var text else { return values.append(.null) }
    let start = bytes.count
    text.withUTF8 { bytes.append(contentsOf: $0) }
    values.append(.text(start..<bytes.count))
  }

  /// Appends a blob; nil for one that is bound separately.
  mutating func append(_ blob: [UInt8]?) {
    guard let blob else { return values.append(.null) }
    let start = bytes.count
    bytes.append(contentsOf: blob)
    values.append(.blob(start..<bytes.count))
  }

  /// Removes all values, but keeps their memory for others.
  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Executes a statement with some of the values, and ignores its rows.
  ///
  /// - Parameter bindOthers: binds values that were appended as nil.
  func run(_ statement: Statement, with range: Range<Int>, bindOthers: () throws -> Void = {}) throws {
    try bytes.withUnsafeBytes { bytes in
      defer {
        statement.reset()
        statement.clearBindings()
      }
      var index: Int32 = 0
      for value in values[range] {
        index += 1
        switch value {
        case .null: break
        case .integer(let number): try statement.bind(number, at: index)
        case .text(let place):
          try statement.bind(text: UnsafeRawBufferPointer(rebasing: bytes[place]), at: index, isCopied: false)
        case .blob(let place):
          try statement.bind(UnsafeRawBufferPointer(rebasing: bytes[place]), at: index, isCopied: false)
        }
      }
      try bindOthers()
      _ = try statement.step()
    }
  }
}
