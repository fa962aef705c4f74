import Glibc

/// A client of the server on a plain socket, which sends what a browser never would.
final class RawClient {
  private let socket: Int32

  convenience init(port: Int) {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    self.init(socket: socket)
  }

  /// Takes over a connected socket.
  init(socket: Int32) {
    self.socket = socket
    // A test must not wait forever.
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  func send(_ text: String) { send(Array(text.utf8)) }

  /// Sends as much as the server takes.
  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Returns what arrives next; empty if the server has closed the connection, nil if nothing arrives.
  func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &buffer, buffer.count, 0)
    if count < 0 { return errno == ECONNRESET ? [] : nil }
    return Array(buffer[..<count])
  }

  /// Returns all that arrives until the server closes the connection; nil if it does not.
  func receiveAll() -> String? {
    var bytes: [UInt8] = []
    while let next = receive() {
      if next.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += next
    }
    return nil
  }

  /// Returns the head of the next response.
  func receiveHead() -> String {
    var text = ""
    while !text.contains("\r\n\r\n"), let next = receive(), !next.isEmpty {
      text += String(decoding: next, as: UTF8.self)
    }
    return text
  }

  /// Returns the next frame of a WebSocket, for contents of at most 64 KiB; nil if the server has closed the connection.
  func receiveFrame() -> (opcode: UInt8, contents: [UInt8])? {
    guard let head = read(2) else { return nil }
    var length = Int(head[1] & 127)
    if length == 126 {
      guard let long = read(2) else { return nil }
      length = Int(long[0]) << 8 | Int(long[1])
    }
    return read(length).map { (head[0] & 15, $0) }
  }

  /// Returns the next message for the app's process, without its length; nil if the server has closed the connection.
  func readMessage() -> [UInt8]? {
    guard let length = read(4) else { return nil }
    return read(length.reduce(0) { $0 << 8 | Int($1) })
  }

  /// Returns the next byte; nil if the server has closed the connection.
  func receiveByte() -> UInt8? { read(1)?.first }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress?.advanced(by: filled), count - filled, 0) }
      guard read > 0 else { return nil }
      filled += read
    }
    return bytes
  }

  // MARK: Requests

  /// Returns a request with these headers.
  static func request(_ method: String = "GET", _ path: String = "/", _ headers: [String]) -> String {
    (["\(method) \(path) HTTP/1.1"] + headers).joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// Returns the headers of a request to open a WebSocket.
  static func upgrade(host: String, origin: String?, protocols: String?) -> [String] {
    [
      "Host: \(host)", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ] + [origin.map { "Origin: \($0)" }, protocols.map { "Sec-WebSocket-Protocol: \($0)" }].compactMap { $0 }
  }

  /// Returns a frame, by RFC 6455.
  static func frame(_ contents: [UInt8], opcode: UInt8 = 1, isFinal: Bool = true, isMasked: Bool = true) -> [UInt8] {
    var frame: [UInt8] = [(isFinal ? 128 : 0) | opcode]
    let mask: UInt8 = isMasked ? 128 : 0
    switch contents.count {
    case ..<126: frame.append(mask | UInt8(contents.count))
    case ..<65_536: frame += [mask | 126, UInt8(contents.count >> 8), UInt8(contents.count & 255)]
    default: frame += [mask | 127] + stride(from: 56, through: 0, by: -8).map { UInt8(contents.count >> $0 & 255) }
    }
    // A mask of zeros leaves the contents unchanged.
    return frame + (isMasked ? [0, 0, 0, 0] : []) + contents
  }
}
