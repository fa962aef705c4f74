import ArchiveStore
import FoundationEssentials
import Glibc
import Loop
import Synchronization
import SystemCalls

/// Listens, on its own thread, for processes of this user that want to continue the session.
///
/// A request ends this process like `SIGTERM`, even while its main thread is busy. When the session is saved and
/// released, all processes that asked for it are notified.
final class HandOver: Sendable {
  /// A process that waits for the session.
  private struct Request {
    let connection: Int32
    let place: TakeOver.Destination
  }

  private struct State {
    var requests: [Request] = []
    var isClosed = false
  }

  /// The time limit for reading a request, in milliseconds.
  private static let timeout: Int32 = 500

  private let path: String
  private let listener: Int32
  private let onRequest: @Sendable () -> Void
  private let state = Mutex(State())

  /// Starts listening; nil if that is not possible, in which case the process can only be ended by signals.
  ///
  /// - Parameters:
  ///   - files: a session held by this process.
  ///   - onRequest: called on another thread for each request.
  init?(_ files: SessionFiles, onRequest: @escaping @Sendable () -> Void) {
    path = files.socket
    self.onRequest = onRequest
    listener = system_listen(files.directory, files.socketName)
    guard listener >= 0 else { return nil }
    detachThread { self.listen() }
  }

  private func listen() {
    while true {
      let connection = system_accept(listener)
      if connection < 0 {
        if errno == EINTR || errno == ECONNABORTED { continue }
        // No descriptor is free; others may be closed soon.
        if errno == EMFILE || errno == ENFILE {
          usleep(100_000)
          continue
        }
        Glibc.close(listener)
        return
      }
      guard system_peer(connection) > 0, let place = Self.readRequest(connection) else {
        Glibc.close(connection)
        continue
      }
      let isTaken = state.withLock { state in
        if !state.isClosed { state.requests.append(Request(connection: connection, place: place)) }
        return !state.isClosed
      }
      if isTaken { onRequest() } else { Glibc.close(connection) }
    }
  }

  private static func readRequest(_ connection: Int32) -> TakeOver.Destination? {
    var text: [UInt8] = []
    while text.count < TakeOver.Destination.maximumSize {
      var readable = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      guard poll(&readable, 1, timeout) > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = system_read_some(connection, &bytes, bytes.count)
      guard count >= 0 else { return nil }
      text += bytes.prefix(count)
      if let end = text.firstIndex(of: UInt8(ascii: "\n")) { return TakeOver.Destination(request: text[..<end]) }
    }
    return nil
  }

  /// The destination of the first request; nil if there is none.
  var destination: TakeOver.Destination? { state.withLock { $0.requests.first?.place } }

  /// Stops listening. Call it while the session is still held, so that the socket cannot belong to another process.
  func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    unlink(path)
    system_stop_listening(listener)
  }

  /// Notifies all processes that asked for the session that it is free.
  func acknowledge() {
    let requests = state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
    for request in requests {
      _ = system_send(request.connection, TakeOver.acknowledgement, TakeOver.acknowledgement.utf8.count)
      Glibc.close(request.connection)
    }
  }

  deinit { close() }
}
