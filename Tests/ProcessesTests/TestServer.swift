import Foundation
import Synchronization

/// A local server that answers as a test says, one connection at a time.
final class TestServer: Sendable {
  /// A request: the first line, the headers and the body.
  struct Request: Sendable {
    let line: String
    let headers: [String: String]
    let body: String
  }

  let port: UInt16
  private let descriptor: Int32
  private let heard = Mutex<[Request]>([])

  /// - Parameters:
  ///   - closesLate: whether a connection is closed only when it gets another request, which is not answered.
  ///   - answer: returns the complete answer; nil keeps the connection open without one.
  convenience init(closesLate: Bool = false, _ answer: @escaping @Sendable (Request) -> String?) throws {
    try self.init(closesLate: closesLate, bytes: { answer($0).map { Array($0.utf8) } })
  }

  /// - Parameters:
  ///   - closesLate: whether a connection is closed only when it gets another request, which is not answered.
  ///   - answer: returns the complete answer; nil keeps the connection open without one.
  init(closesLate: Bool = false, bytes answer: @escaping @Sendable (Request) -> [UInt8]?) throws {
    let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = bind(listening, address, length)
        _ = getsockname(listening, address, &length)
        return listen(listening, 16)
      }
    }
    guard port == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    descriptor = listening
    self.port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listening, nil, nil)
        guard let self else {
          if connection >= 0 { close(connection) }
          break
        }
        guard connection >= 0 else { continue }
        let request = Self.read(connection)
        heard.withLock { $0.append(request) }
        guard let bytes = answer(request) else { continue }
        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        if closesLate, !String(decoding: bytes, as: UTF8.self).contains("Connection: close") {
          _ = Self.read(connection)
        }
        shutdown(connection, Int32(SHUT_WR))
        close(connection)
      }
      // Not before this thread has ended: another server could get the descriptor, and this thread its connection.
      close(listening)
    }
  }

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

  var address: String { "http://127.0.0.1:\(port)" }
  var requests: [Request] { heard.withLock { $0 } }

  private static func read(_ connection: Int32) -> Request {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 65536)
    var headers: [String: String] = [:]
    var (line, body) = ("", "")
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      text += String(decoding: buffer.prefix(count), as: UTF8.self)
      guard let end = text.range(of: "\r\n\r\n") else { continue }
      let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
      line = lines[0]
      for header in lines.dropFirst() {
        let parts = header.split(separator: ":", maxSplits: 1)
        headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
      }
      body = String(text[end.upperBound...])
      if body.utf8.count >= Int(headers["content-length"] ?? "0") ?? 0 { break }
    }
    return Request(line: line, headers: headers, body: body)
  }
}
