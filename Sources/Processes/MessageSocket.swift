import Glibc

/// One end of a socket that passes messages between two processes. A message is its bytes after their number in four
/// bytes.
package struct MessageSocket: Sendable {
  package let descriptor: Int32

  /// The other process has exited or sends nothing more, or waiting was stopped.
  package struct Closed: Error {}

  /// The interval at which a wait checks whether to stop, in milliseconds.
  private static let interval: Int32 = 100

  /// The longest message, in bytes. Messages are far smaller; a damaged length must not take all memory.
  private static let longest: UInt32 = 1 << 30

  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Sends a message, from any thread.
  package func send(_ message: some Collection<UInt8>) throws(Closed) {
    try write(withUnsafeBytes(of: UInt32(message.count)) { Array($0) } + message)
  }

  /// Sends bytes as they are.
  package func write(_ bytes: [UInt8]) throws(Closed) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Closed() }
      sent += count
    }
  }

  /// Waits for a message, and returns it.
  ///
  /// - Parameter isOver: whether to stop waiting.
  package func receive(until isOver: () -> Bool = { false }) throws(Closed) -> [UInt8] {
    let count = try read(4, until: isOver).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    guard count <= Self.longest else { throw Closed() }
    return try read(Int(count), until: isOver)
  }

  private func read(_ count: Int, until isOver: () -> Bool) throws(Closed) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let result = poll(&readable, 1, Self.interval)
      if result < 0, errno != EINTR { throw Closed() }
      guard result > 0 else {
        if isOver() { throw Closed() }
        continue
      }
      let read = bytes.withUnsafeMutableBytes {
        recv(descriptor, $0.baseAddress?.advanced(by: filled), count - filled, 0)
      }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { throw Closed() }
      filled += read
    }
    return bytes
  }
}
