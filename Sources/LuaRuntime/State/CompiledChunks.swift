import Glibc
import LuaBoundary

/// The last scripts that were compiled, for apps that are launched again and again: loading compiled code is much faster than
/// compiling its text.
@MainActor
public final class CompiledChunks {
  private var chunks: [(name: String, text: ArraySlice<UInt8>, code: [UInt8])] = []
  private var size = 0

  /// The largest number of scripts, and of bytes of their texts and code.
  private static let (mostChunks, mostBytes) = (64, 16 << 20)

  /// Creates an empty collection.
  public init() {}

  /// Returns the code of a script; nil if it is not among the last ones.
  func code(of text: ArraySlice<UInt8>, name: String) -> [UInt8]? {
    chunks.first { $0.name == name && $0.text == text }?.code
  }

  /// Keeps the code of the function on top, with its names and lines.
  func keep(_ text: ArraySlice<UInt8>, name: String, on stack: LuaStack) {
    // Compiled code is not accepted everywhere.
    guard text.first != UInt8(ascii: "\u{1b}") else { return }
    var count = 0
    guard let bytes = lh_dump(stack.L, &count) else { return }
    defer { free(bytes) }
    let code = Array(UnsafeRawBufferPointer(start: bytes, count: count))
    chunks.append((name, text, code))
    size += text.count + code.count
    while chunks.count > Self.mostChunks || size > Self.mostBytes {
      let first = chunks.removeFirst()
      size -= first.text.count + first.code.count
    }
  }
}
