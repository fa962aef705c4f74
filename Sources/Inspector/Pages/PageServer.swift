import Glibc
import Loop
import Processes

/// The pages that show this process, connected through the server that has started it.
@MainActor
public final class PageServer {
  /// The connected pages by number.
  private(set) var pages: [UInt32: ConnectedPage] = [:]
  /// Called with a new page.
  var onConnect: (ConnectedPage) -> Void = { _ in }
  /// Called with a message of a page.
  var onMessage: (PageMessage, ConnectedPage) -> Void = { _, _ in }
  /// Called after a page has disconnected.
  var onDisconnect: () -> Void = {}
  /// Called when the server has exited.
  var onClose: () -> Void = {}

  private let socket: Int32
  private var watch: DescriptorWatch?
  private var received: [UInt8] = []
  private weak var loop: (any EventLoop)?

  private static let lengthBytes = 4
  /// The longest message of a page, with some room.
  private static let maximumLength = InspectorServer.Limits.maximumMessage + (1 << 20)

  /// Creates the connection to the server; nil if no server has started this process.
  public init?() {
    socket = ConnectedProcess.childSocket
    var status = stat()
    guard fstat(socket, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    // Programs that the app starts do not inherit it.
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
  }

  /// Serves pages from now on.
  func open(on loop: any EventLoop) {
    self.loop = loop
    watch = loop.watch(socket, for: .input) { [weak self] in self?.receive() }
    send(.ready, page: 0, [])
  }

  func close() {
    watch?.cancel()
    watch = nil
  }

  /// Serves pages on a loop until it is stopped, this process is asked to exit, or the server has exited.
  ///
  /// - Throws: ``LoopError`` if no descriptor is available.
  func run(_ loop: MainLoop) throws {
    try loop.takeSignals()
    defer { loop.returnSignals() }
    let ends: [ProcessSignal] = [.terminate, .hangup, .interrupt]
    let signals = ends.map { loop.watch($0) { [weak loop] in loop?.stop() } }
    defer { signals.forEach { $0.cancel() } }
    onClose = { [weak loop] in loop?.stop() }
    open(on: loop)
    defer { close() }
    loop.run {}
  }

  private func handle(_ kind: ProcessMessage.Kind, _ number: UInt32, _ contents: ArraySlice<UInt8>) {
    switch kind {
    case .connected:
      let page = ConnectedPage { [weak self] in self?.send(.message, page: number, $0) }
      pages[number] = page
      onConnect(page)
    case .disconnected:
      pages[number] = nil
      onDisconnect()
    case .message:
      guard let page = pages[number], let message = PageMessage(contents) else { return }
      if message.kind == "ack" { page.acknowledge() } else { onMessage(message, page) }
    case .ready: break
    }
  }

  // MARK: The socket to the server

  /// Sends a message. The server always reads, so this does not block for long; after its exit nothing is sent.
  private func send(_ kind: ProcessMessage.Kind, page: UInt32, _ contents: [UInt8]) {
    var message: [UInt8] = []
    message.reserveCapacity(contents.count + ProcessMessage.headLength + Self.lengthBytes)
    Self.append(UInt32(clamping: contents.count + ProcessMessage.headLength), to: &message)
    Self.append(page, to: &message)
    message.append(kind.rawValue)
    message += contents
    try? MessageSocket(socket).write(message)
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
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
        loop?.post { [weak self] in self?.handle(kind, page, contents) }
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
