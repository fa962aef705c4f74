import Glibc

/// The bytes that a terminal has not accepted yet. Texts for its clipboard are encoded block by block, when the terminal
/// accepts more.
struct OutputQueue {
  private enum Part {
    case bytes([UInt8])
    /// The Base64 encoding of a text from a byte on.
    case base64(String, from: Int)

    var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .base64(let text, let start): (text.utf8.count - start + 2) / 3 * 4
      }
    }
  }

  /// The bytes that are written now, and the number of those that the terminal has accepted.
  private var (block, accepted) = ([UInt8](), 0)
  private var parts: ArraySlice<Part> = []
  /// The bytes of a text that are encoded at once; a multiple of three, as only the last block may have padding.
  private static let blockSize = 48 << 10
  /// The bytes after which a write ends, so that keys are handled in between, however fast the terminal is.
  private static let writeSize = 256 << 10

  var isEmpty: Bool { accepted == block.count && parts.isEmpty }
  /// The number of bytes.
  var count: Int { parts.reduce(block.count - accepted) { $0 + $1.count } }

  mutating func append(_ bytes: [UInt8]) {
    if !bytes.isEmpty { parts.append(.bytes(bytes)) }
  }

  /// Appends the sequence that copies a text to the clipboard (OSC 52).
  mutating func append(clipboard text: String) {
    var text = text
    text.makeContiguousUTF8()
    parts += [.bytes(Array("\u{1b}]52;c;".utf8)), .base64(text, from: 0), .bytes([0x07])]
  }

  mutating func removeAll() { self = OutputQueue() }

  /// Writes as many bytes as a terminal accepts now, within limits. A closed terminal accepts all of them.
  mutating func write(to descriptor: Int32) {
    var left = Self.writeSize
    while left > 0, fillBlock() {
      let count = block.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[accepted...])
        return Glibc.write(descriptor, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        accepted += count
        left -= count
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        // The event loop reports a closed terminal.
        return removeAll()
      }
    }
  }

  /// Prepares the next bytes. Returns false if there are none.
  private mutating func fillBlock() -> Bool {
    if accepted < block.count { return true }
    (block, accepted) = ([], 0)
    switch parts.popFirst() {
    case nil: return false
    case .bytes(let bytes): block = bytes
    case .base64(let text, let start):
      let end = min(start + Self.blockSize, text.utf8.count)
      if end < text.utf8.count { parts.insert(.base64(text, from: end), at: parts.startIndex) }
      text.utf8.withContiguousStorageIfAvailable {
        Base64.append(UnsafeBufferPointer(rebasing: $0[start..<end]), to: &block)
      }
    }
    return !block.isEmpty || fillBlock()
  }
}
