import FoundationEssentials
import Glibc

/// One end of the socket between a test and the process of an isolated app.
///
/// A message is a property list after its length in four bytes.
@MainActor
final class AppConnection {
  private let socket: Int32
  /// Handles a message, and returns the answer to a request.
  var onMessage: (AppMessage) -> AppMessage? = { _ in nil }

  /// The interval at which a waiting request checks whether its time is over, in milliseconds.
  private static let interval: Int32 = 100

  /// The longest message, in bytes. Values that scripts pass are far smaller; a damaged length must not take all memory.
  private static let longest: UInt32 = 1 << 30

  /// The other process has exited, or did not answer in time.
  struct Closed: Error {}

  init(_ socket: Int32) {
    self.socket = socket
  }

  /// Sends a request, and handles messages until its answer arrives.
  ///
  /// - Parameter isOver: whether to stop waiting.
  /// - Throws: ``AppFailure``; ``Closed``.
  func request(_ message: AppMessage, until isOver: () -> Bool = { false }) throws -> AppMessage {
    try send(message)
    while true {
      let received = try receive(until: isOver)
      switch received {
      case .returned, .programs, .programEnded: return received
      case .failed(let failure): throw failure
      default: if let answer = onMessage(received) { try send(answer) }
      }
    }
  }

  /// Handles messages until the other process closes the connection.
  func serve() {
    while let message = try? receive() {
      if let answer = onMessage(message) { try? send(answer) }
    }
  }

  func send(_ message: AppMessage) throws { try Self.send(message, to: socket) }

  /// Sends a message from any thread.
  nonisolated static func send(_ message: AppMessage, to socket: Int32) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let body = try encoder.encode(message)
    let bytes = withUnsafeBytes(of: UInt32(body.count)) { Array($0) } + body
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Closed() }
      sent += count
    }
  }

  private func receive(until isOver: () -> Bool = { false }) throws -> AppMessage {
    let count = try read(4, until: isOver).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    guard count <= Self.longest else { throw Closed() }
    return try PropertyListDecoder().decode(AppMessage.self, from: Data(try read(Int(count), until: isOver)))
  }

  private func read(_ count: Int, until isOver: () -> Bool) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      var readable = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      let result = poll(&readable, 1, Self.interval)
      if result < 0, errno != EINTR { throw Closed() }
      guard result > 0 else {
        if isOver() { throw Closed() }
        continue
      }
      let read = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress?.advanced(by: filled), count - filled, 0) }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { throw Closed() }
      filled += read
    }
    return bytes
  }
}
