/// Reads CBOR (RFC 8949) item by item. Never reads beyond its bytes, and never allocates more memory than they can
/// require.
public struct CBORReader: Sendable {
  /// The maximum nesting depth.
  public static let maximumDepth = 2_200

  /// The head of an item.
  public enum Head: Sendable, Equatable {
    case integer(Int64)
    /// An integer outside the range of `Int64`.
    case bigInteger(negative: Bool, magnitude: UInt64)
    /// A byte string of this length; nil for chunks up to a break.
    case byteString(Int?)
    /// A UTF-8 string of this length; nil for chunks up to a break.
    case text(Int?)
    /// An array with this many items; nil for items up to a break.
    case array(Int?)
    /// A map with this many pairs; nil for pairs up to a break.
    case map(Int?)
    case tag(UInt64)
    case boolean(Bool)
    case null
    case undefined
    case simple(UInt8)
    case float(Double)
    case `break`
  }

  private let bytes: ArraySlice<UInt8>
  /// The offset of the next byte.
  public private(set) var offset: Int

  /// Creates a reader.
  public init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    offset = bytes.startIndex
  }

  /// Creates a reader.
  public init(_ bytes: [UInt8]) {
    self.init(bytes[...])
  }

  /// Whether all bytes were read.
  public var isAtEnd: Bool { offset >= bytes.endIndex }

  private var remaining: Int { bytes.endIndex - offset }

  private mutating func readBigEndian(_ count: Int, start: Int) throws -> UInt64 {
    guard remaining >= count else { throw CBORError.truncated(offset: start) }
    var value: UInt64 = 0
    for _ in 0..<count {
      value = value << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return value
  }

  /// Reads the head of the next item.
  public mutating func readHead() throws -> Head {
    let start = offset
    guard offset < bytes.endIndex else { throw CBORError.truncated(offset: start) }
    let first = bytes[offset]
    offset += 1
    let major = first >> 5
    let info = first & 0x1f
    if major == 7 { return try readSimple(info, start: start) }
    var argument: UInt64?
    switch info {
    case 0..<24: argument = UInt64(info)
    case 24: argument = try readBigEndian(1, start: start)
    case 25: argument = try readBigEndian(2, start: start)
    case 26: argument = try readBigEndian(4, start: start)
    case 27: argument = try readBigEndian(8, start: start)
    case 31: argument = nil
    default: throw CBORError.malformed(offset: start)
    }
    switch major {
    case 0:
      guard let argument else { throw CBORError.malformed(offset: start) }
      return Int64(exactly: argument).map { .integer($0) } ?? .bigInteger(negative: false, magnitude: argument)
    case 1:
      guard let argument else { throw CBORError.malformed(offset: start) }
      return argument <= UInt64(Int64.max)
        ? .integer(~Int64(argument)) : .bigInteger(negative: true, magnitude: argument)
    case 2: return .byteString(try length(argument, unit: 1, start: start))
    case 3: return .text(try length(argument, unit: 1, start: start))
    case 4: return .array(try length(argument, unit: 1, start: start))
    case 5: return .map(try length(argument, unit: 2, start: start))
    default:
      guard let argument else { throw CBORError.malformed(offset: start) }
      return .tag(argument)
    }
  }

  /// Returns a length, checked against the remaining bytes, as every item takes at least one.
  private func length(_ argument: UInt64?, unit: UInt64, start: Int) throws -> Int? {
    guard let argument else { return nil }
    guard argument <= UInt64(remaining) / unit else { throw CBORError.truncated(offset: start) }
    return Int(argument)
  }

  private mutating func readSimple(_ info: UInt8, start: Int) throws -> Head {
    switch info {
    case 0..<20: return .simple(info)
    case 20: return .boolean(false)
    case 21: return .boolean(true)
    case 22: return .null
    case 23: return .undefined
    case 24:
      let value = UInt8(try readBigEndian(1, start: start))
      guard value >= 32 else { throw CBORError.malformed(offset: start) }
      return .simple(value)
    case 25: return .float(Self.double(half: UInt16(try readBigEndian(2, start: start))))
    case 26: return .float(Double(Float(bitPattern: UInt32(try readBigEndian(4, start: start)))))
    case 27: return .float(Double(bitPattern: try readBigEndian(8, start: start)))
    case 31: return .break
    default: throw CBORError.malformed(offset: start)
    }
  }

  private static func double(half: UInt16) -> Double {
    let exponent = Int(half >> 10 & 0x1f)
    let fraction = Double(half & 0x3ff)
    let magnitude: Double =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? .infinity : .nan
      default: (fraction + 1024) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
      }
    return half & 0x8000 == 0 ? magnitude : -magnitude
  }

  /// Passes the contents of a byte string or text whose head was read to a closure, and skips them.
  public mutating func withBytes<Result>(_ count: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) throws
    -> Result
  {
    guard count >= 0, count <= remaining else { throw CBORError.truncated(offset: offset) }
    let start = offset
    offset += count
    return try bytes[start..<offset].withUnsafeBytes(body)
  }

  /// Reads the contents of a byte string or text whose head was read, joining chunks.
  public mutating func readBytes(_ count: Int?) throws -> [UInt8] {
    if let count { return try withBytes(count) { Array($0) } }
    var joined: [UInt8] = []
    while true {
      let start = offset
      switch try readHead() {
      case .break: return joined
      case .byteString(let count?), .text(let count?): joined += try withBytes(count) { Array($0) }
      default: throw CBORError.malformed(offset: start)
      }
    }
  }

  /// Skips a break if it is the next byte. Returns whether it was.
  public mutating func skipBreak() -> Bool {
    guard offset < bytes.endIndex, bytes[offset] == 0xff else { return false }
    offset += 1
    return true
  }

  /// Returns whether another item of a list or map follows: up to its count, or until a break, which is skipped.
  ///
  /// - Parameters:
  ///   - read: the number of items or pairs that were read.
  ///   - count: the number of all; nil if a break ends them.
  public mutating func hasMore(after read: Int, of count: Int?) -> Bool {
    if let count { return read < count }
    return !skipBreak()
  }

  /// Skips one complete item.
  public mutating func skip() throws { try skip(below: 0) }

  /// Skips one complete item that is nested in this many levels.
  mutating func skip(below levels: Int) throws {
    // The number of items left at the innermost open level, and at those around it; nil until a break. The outermost
    // level has only this item.
    var left: Int? = 1
    var around: [Int?] = []
    var isNested = false
    while true {
      if let count = left, count > 0 {
        left = count - 1
      } else if left == 0 || skipBreak() {
        guard let next = around.popLast() else { return }
        left = next
        continue
      }
      let start = offset
      let inside: Int?
      switch try readHead() {
      case .byteString(let count), .text(let count):
        if let count { offset += count } else { _ = try readBytes(nil) }
        continue
      case .array(let count): inside = count
      case .map(let count): inside = count.map { $0 * 2 }
      case .tag: inside = 1
      case .break: throw CBORError.malformed(offset: start)
      default: continue
      }
      if isNested { around.append(left) }
      isNested = true
      left = inside
      if levels + around.count + 2 > Self.maximumDepth { throw CBORError.tooDeep(offset: start) }
    }
  }

  /// Skips one complete item and returns its bytes.
  public mutating func readItem() throws -> ArraySlice<UInt8> {
    let start = offset
    try skip()
    return bytes[start..<offset]
  }
}
