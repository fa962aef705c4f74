/// FNV-1a, 64 bits. Detects accidental changes, not forgeries.
public struct Checksum: Sendable {
  /// The checksum of all data added so far.
  public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Creates the checksum of no data.
  public init() {}

  /// Adds bytes.
  public mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// Adds a number.
  public mutating func add(_ number: Int64) {
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }

  /// Adds a text with its length, so that adjacent texts cannot be confused.
  public mutating func add(_ text: String?) {
    add(Int64(text?.utf8.count ?? -1))
    var text = text ?? ""
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }
}
