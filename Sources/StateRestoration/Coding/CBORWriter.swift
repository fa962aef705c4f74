/// Writes CBOR (RFC 8949) in preferred serialization: the shortest form of every number (section 4.1).
public struct CBORWriter: Sendable {
  /// The bytes written so far.
  public var bytes: [UInt8]

  /// Creates a writer without contents.
  public init() {
    bytes = []
  }

  @inlinable
  mutating func writeHead(_ major: UInt8, _ argument: UInt64) {
    let type = major << 5
    switch argument {
    case 0..<24:
      bytes.append(type | UInt8(argument))
    case 24...0xff:
      bytes.append(type | 24)
      bytes.append(UInt8(argument))
    case 0x100...0xffff:
      bytes.append(type | 25)
      writeBigEndian(UInt16(argument))
    case 0x1_0000...0xffff_ffff:
      bytes.append(type | 26)
      writeBigEndian(UInt32(argument))
    default:
      bytes.append(type | 27)
      writeBigEndian(argument)
    }
  }

  @inlinable
  mutating func writeBigEndian<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Writes an integer.
  @inlinable
  public mutating func write(_ integer: Int64) {
    if integer >= 0 {
      writeHead(0, UInt64(integer))
    } else {
      writeHead(1, UInt64(bitPattern: ~integer))
    }
  }

  /// Writes a boolean.
  @inlinable
  public mutating func write(_ boolean: Bool) {
    bytes.append(boolean ? 0xf5 : 0xf4)
  }

  /// Writes null.
  @inlinable
  public mutating func writeNull() {
    bytes.append(0xf6)
  }

  /// Writes a float in the shortest form that preserves every bit. A NaN with a payload keeps its width.
  public mutating func write(_ float: Double) {
    if float.isNaN {
      guard float.bitPattern == 0x7ff8_0000_0000_0000 else { return writeDouble(float) }
      bytes.append(contentsOf: [0xf9, 0x7e, 0x00])
      return
    }
    let single = Float(float)
    guard Double(single).bitPattern == float.bitPattern else { return writeDouble(float) }
    if let half = halfBits(of: single) {
      bytes.append(0xf9)
      writeBigEndian(half)
    } else {
      bytes.append(0xfa)
      writeBigEndian(single.bitPattern)
    }
  }

  private mutating func writeDouble(_ float: Double) {
    bytes.append(0xfb)
    writeBigEndian(float.bitPattern)
  }

  /// Returns the half-precision bits of a number that is not NaN; nil if it cannot be represented exactly.
  private func halfBits(of single: Float) -> UInt16? {
    let bits = single.bitPattern
    let sign = UInt16(bits >> 16) & 0x8000
    let exponent = Int(bits >> 23 & 0xff) - 127
    let fraction = bits & 0x7f_ffff
    if single.isInfinite { return sign | 0x7c00 }
    if single == 0 { return sign }
    if exponent >= -14 && exponent <= 15 {
      guard fraction & 0x1fff == 0 else { return nil }
      return sign | UInt16(exponent + 15) << 10 | UInt16(fraction >> 13)
    }
    if exponent >= -24 && exponent < -14 {
      let shift = UInt32(-exponent - 14 + 13)
      let significand = fraction | 0x80_0000
      guard significand & ((1 << shift) - 1) == 0 else { return nil }
      return sign | UInt16(significand >> shift)
    }
    return nil
  }

  /// Writes text, which must be valid UTF-8.
  @inlinable
  public mutating func writeText(_ utf8: UnsafeRawBufferPointer) {
    writeHead(3, UInt64(utf8.count))
    bytes.append(contentsOf: utf8)
  }

  /// Writes text.
  @inlinable
  public mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { writeText(UnsafeRawBufferPointer($0)) }
  }

  /// Writes a byte string.
  @inlinable
  public mutating func writeByteString(_ data: UnsafeRawBufferPointer) {
    writeHead(2, UInt64(data.count))
    bytes.append(contentsOf: data)
  }

  /// Writes a byte string.
  public mutating func writeByteString(_ data: [UInt8]) {
    data.withUnsafeBytes { writeByteString($0) }
  }

  /// Begins a byte string of this length, whose bytes must be written next.
  @inlinable
  public mutating func beginByteString(count: Int) {
    writeHead(2, UInt64(max(0, count)))
  }

  /// Begins an array of this many items, which must be written next.
  @inlinable
  public mutating func beginArray(count: Int) {
    writeHead(4, UInt64(max(0, count)))
  }

  /// Begins a map of this many pairs, which must be written next, keys before values.
  @inlinable
  public mutating func beginMap(count: Int) {
    writeHead(5, UInt64(max(0, count)))
  }

  /// Writes a tag for the next item (section 3.4).
  @inlinable
  public mutating func writeTag(_ tag: UInt64) {
    writeHead(6, tag)
  }
}
