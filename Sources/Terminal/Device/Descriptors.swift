import Glibc
import SystemCalls

/// The result of one read.
enum ReadResult {
  case bytes([UInt8])
  /// Nothing to read now.
  case nothing
  /// The other side is closed: the end of a file or pipe, or a closed terminal.
  case closed
}

/// Reads once, at most `limit` bytes.
func readOnce(_ descriptor: Int32, atMost limit: Int = 65536) -> ReadResult {
  while true {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let result = read(descriptor, buffer.baseAddress, limit)
      code = result < 0 ? errno : 0
      count = max(0, result)
    }
    switch code {
    case 0: return bytes.isEmpty ? .closed : .bytes(bytes)
    case EINTR: continue
    case EAGAIN: return .nothing
    default: return .closed
    }
  }
}

/// Waits at most some milliseconds until a descriptor is readable. Returns whether it is.
func isReadable(_ descriptor: Int32, within milliseconds: Int32 = 0) -> Bool {
  var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&input, 1, milliseconds) > 0
}

/// Writes all bytes. Returns false if the other side is closed.
@discardableResult
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { terminal_write_all(descriptor, $0.baseAddress, $0.count) == 0 }
}
