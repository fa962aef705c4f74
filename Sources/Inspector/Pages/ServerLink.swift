import Glibc
import Loop
import Processes

/// The end of the socket to the server in the app's process.
@MainActor
final class ServerLink {
  /// Handles a message.
  var onMessage: (ProcessMessage.Kind, _ page: UInt32, _ contents: ArraySlice<UInt8>) -> Void = { _, _, _ in }
  /// Called when the server has exited.
  var onClose: () -> Void = {}

  private let socket: Int32
  private var watch: DescriptorWatch?
  private var received: [UInt8] = []
  private weak var loop: (any EventLoop)?

  private static let lengthBytes = 4
  /// The longest message of a page, with some room.
  private static let maximumLength = 2 << 20

  init(_ socket: Int32) { self.socket = socket }

  /// Handles messages from now on.
  func open(on loop: any EventLoop) {
    self.loop = loop
    watch = loop.watch(socket, for: .input) { [weak self] in self?.receive() }
    send(.ready, page: 0, [])
  }

  func close() {
    watch?.cancel()
    watch = nil
  }

  /// Sends a message. The server always reads, so this does not block for long; after its exit nothing is sent.
  func send(_ kind: ProcessMessage.Kind, page: UInt32, _ contents: [UInt8]) {
    var message: [UInt8] = []
    message.reserveCapacity(contents.count + ProcessMessage.headLength + Self.lengthBytes)
    Self.append(UInt32(clamping: contents.count + ProcessMessage.headLength), to: &message)
    Self.append(page, to: &message)
    message.append(kind.rawValue)
    message += contents
    try? MessageSocket(socket).write(message)
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
  }

  private func receive() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return end() }
    received += buffer[..<count]
    var start = 0
    while received.count - start >= Self.lengthBytes {
      let length = Int(number(at: start))
      guard (ProcessMessage.headLength...Self.maximumLength).contains(length) else { return end() }
      guard received.count - start - Self.lengthBytes >= length else { break }
      let body = received[(start + Self.lengthBytes)..<(start + Self.lengthBytes + length)]
      let page = number(at: body.startIndex)
      if let kind = ProcessMessage.Kind(rawValue: body[body.startIndex + 4]) {
        let contents = body.dropFirst(ProcessMessage.headLength)
        // A handler may wait in the loop, which calls this method again.
        loop?.post { [weak self] in self?.onMessage(kind, page, contents) }
      }
      start += Self.lengthBytes + length
    }
    received.removeFirst(start)
  }

  private func number(at index: Int) -> UInt32 {
    received[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func end() {
    close()
    onClose()
  }
}
