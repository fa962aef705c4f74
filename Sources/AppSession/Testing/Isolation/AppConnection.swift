import FoundationEssentials
import Processes

/// One end of the socket between a test and the process of an isolated app.
///
/// A message is a property list.
@MainActor
final class AppConnection {
  private let socket: MessageSocket
  /// Handles a message, and returns the answer to a request.
  var onMessage: (AppMessage) -> AppMessage? = { _ in nil }

  init(_ socket: MessageSocket) {
    self.socket = socket
  }

  /// Sends a request, and handles messages until its answer arrives.
  ///
  /// - Parameter isOver: whether to stop waiting.
  /// - Throws: ``AppFailure``; `MessageSocket.Closed`.
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
  nonisolated static func send(_ message: AppMessage, to socket: MessageSocket) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    try socket.send(try encoder.encode(message))
  }

  private func receive(until isOver: () -> Bool = { false }) throws -> AppMessage {
    try PropertyListDecoder().decode(AppMessage.self, from: Data(try socket.receive(until: isOver)))
  }
}
