import Glibc
import Synchronization
import Testing

@testable import Inspector

/// The guards of the server, against clients that are no browsers.
@Suite struct ServerTests {
  /// A server with the events that it reports.
  private final class Server: Sendable {
    let server: InspectorServer
    private let events: EventList

    private final class EventList: Sendable {
      let list = Mutex<[Relay.Event]>([])
    }

    init() throws {
      let events = EventList()
      self.events = events
      server = try InspectorServer { event in events.list.withLock { $0.append(event) } }
      server.report(state: Array(#"{"k":"process","state":"running"}"#.utf8))
    }

    deinit { server.close() }

    var reported: [Relay.Event] { events.list.withLock { $0 } }
    var client: RawClient { RawClient(port: server.port) }
    var host: String { "127.0.0.1:\(server.port)" }
    var protocols: String { "luahost.inspect, token.\(server.token.text)" }

    /// Returns the status of the response to a request.
    func status(_ method: String = "GET", _ path: String = "/", _ headers: [String]) -> String {
      let client = client
      client.send(RawClient.request(method, path, headers))
      return String(client.receiveHead().dropFirst(9).prefix(3))
    }

    func upgradeStatus(host: String? = nil, origin: String? = "own", protocols: String? = "own") -> String {
      status(
        "GET", "/socket",
        RawClient.upgrade(
          host: host ?? self.host, origin: origin == "own" ? "http://\(self.host)" : origin,
          protocols: protocols == "own" ? self.protocols : protocols))
    }

    /// Returns a client with an open WebSocket that has received the state.
    func page() -> RawClient {
      let client = client
      client.send(
        RawClient.request(
          "GET", "/socket", RawClient.upgrade(host: host, origin: "http://\(host)", protocols: protocols)))
      var head: [UInt8] = []
      // Byte by byte, as the first frame may follow at once.
      while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), let byte = client.receiveByte() { head.append(byte) }
      #expect(String(decoding: head.prefix(12), as: UTF8.self) == "HTTP/1.1 101")
      #expect(client.receiveFrame()?.contents.isEmpty == false)
      return client
    }
  }

  @Test("the page and its files are served without secrets, and with headers that restrict them")
  func assets() throws {
    let server = try Server()
    let client = server.client
    client.send(RawClient.request("GET", "/", ["Host: \(server.host)"]))
    let page = try #require(client.receiveAll())
    #expect(page.hasPrefix("HTTP/1.1 200 "))
    #expect(page.contains("default-src 'none'"))
    #expect(page.contains("frame-ancestors 'none'"))
    #expect(page.contains("nosniff"))
    #expect(!page.contains("Access-Control"))
    #expect(!page.contains(server.server.token.text))
    // Each file that the page names exists.
    for name in page.matches(of: /(?:src|href)="(\/[^"]+)"/).map({ String($0.1) }) {
      #expect(server.status("GET", name, ["Host: \(server.host)"]) == "200", "\(name)")
    }
  }

  @Test(
    "only paths of the page's files exist",
    arguments: ["/etc/passwd", "/../page.js", "/page.js?a", "/%2e%2e/page.js", "//", "*"])
  func unknownPath(path: String) throws {
    let server = try Server()
    #expect(["404", "400"].contains(server.status("GET", path, ["Host: \(server.host)"])))
  }

  @Test("a request for another host is refused, as of a site whose name leads to this machine")
  func foreignHost() throws {
    let server = try Server()
    let port = server.server.port
    for host in ["attacker.example", "attacker.example:\(port)", "127.0.0.1", "127.0.0.1:1", "0.0.0.0:\(port)", ""] {
      #expect(server.status("GET", "/", ["Host: \(host)"]) == "403", "\(host)")
    }
    #expect(server.status("GET", "/", []) == "403")
    #expect(server.status("GET", "/", ["Host: \(server.host)", "Host: attacker.example"]) == "403")
    // Host and origin of the attacker are equal.
    #expect(
      server.upgradeStatus(host: "attacker.example:\(port)", origin: "http://attacker.example:\(port)") == "403")
  }

  @Test("a request of another origin is refused")
  func foreignOrigin() throws {
    let server = try Server()
    for origin in ["http://attacker.example", "null", "https://\(server.host)", "http://127.0.0.1", ""] {
      #expect(server.upgradeStatus(origin: origin) == "403", "\(origin)")
      #expect(server.status("GET", "/page.js", ["Host: \(server.host)", "Origin: \(origin)"]) == "403", "\(origin)")
    }
    #expect(server.upgradeStatus(origin: nil) == "403")
  }

  @Test("a WebSocket is opened only with the token")
  func token() throws {
    let server = try Server()
    let token = server.server.token.text
    #expect(token.count == 64)
    #expect(AccessToken().text != token)
    let wrong = [
      "luahost.inspect", "token.\(token)", "luahost.inspect, token.", "luahost.inspect, token.\(token)0",
      "luahost.inspect, token.\(token.dropLast())", "luahost.inspect, token.\(token.uppercased())x",
      "luahost.inspect, token.\(AccessToken().text)", "luahost.inspect, token.\(token), token.\(token)",
    ]
    for protocols in wrong { #expect(server.upgradeStatus(protocols: protocols) == "403", "\(protocols)") }
    #expect(server.upgradeStatus(protocols: nil) == "403")
    #expect(server.upgradeStatus() == "101")
    #expect(server.upgradeStatus(host: "localhost:\(server.server.port)") == "101")
  }

  @Test("the response to a WebSocket does not contain the token")
  func subprotocol() throws {
    let server = try Server()
    let client = server.client
    client.send(
      RawClient.request(
        "GET", "/socket",
        RawClient.upgrade(host: server.host, origin: "http://\(server.host)", protocols: server.protocols)))
    let head = client.receiveHead()
    #expect(head.lowercased().contains("sec-websocket-protocol: luahost.inspect\r\n"))
    #expect(!head.contains(server.server.token.text))
  }

  @Test("methods that change something are refused", arguments: ["POST", "PUT", "DELETE", "OPTIONS"])
  func methods(method: String) throws {
    let server = try Server()
    #expect(server.status(method, "/", ["Host: \(server.host)", "Content-Length: 0"]) == "405")
  }

  @Test("requests of a page reach the owner of the process, and other messages do not")
  func commands() throws {
    let server = try Server()
    let page = server.page()
    page.send(RawClient.frame(Array("!kill".utf8)))
    page.send(RawClient.frame(Array("!kill me".utf8)))
    page.send(RawClient.frame(Array(#"{"k":"key","key":"a"}"#.utf8)))
    page.send(RawClient.frame([1], opcode: 9))
    #expect(page.receiveFrame()?.opcode == 10)
    #expect(server.reported == [.kill])
  }

  @Test("an unmasked frame closes the connection")
  func unmasked() throws {
    let server = try Server()
    let page = server.page()
    page.send(RawClient.frame(Array("!kill".utf8), isMasked: false))
    while let frame = page.receiveFrame() { #expect(frame.opcode == 8) }
    #expect(server.reported.isEmpty)
  }

  @Test("a frame or message that is too long closes the connection")
  func oversized() throws {
    let server = try Server()
    let large = [UInt8](repeating: 97, count: InspectorServer.Limits.maximumMessage / 2)
    let single = server.page()
    // Its length alone is refused.
    single.send(Array(RawClient.frame(large + large + [97]).prefix(1 << 20)))
    while let frame = single.receiveFrame() { #expect(frame.opcode == 8) }
    let fragmented = server.page()
    fragmented.send(RawClient.frame(large, isFinal: false))
    fragmented.send(RawClient.frame(large, opcode: 0, isFinal: false))
    fragmented.send(RawClient.frame(large, opcode: 0, isFinal: false))
    while let frame = fragmented.receiveFrame() { #expect(frame.opcode == 8) }
    // Endless fragments of a byte.
    let many = server.page()
    for number in 0...InspectorServer.Limits.maximumFragments {
      many.send(RawClient.frame([97], opcode: number == 0 ? 1 : 0, isFinal: false))
    }
    while let frame = many.receiveFrame() { #expect(frame.opcode == 8) }
    #expect(server.upgradeStatus() == "101")
  }

  @Test("a request that is not complete after 5 s is abandoned")
  func slowHeader() throws {
    let server = try Server()
    let start = ContinuousClock.now
    let clients = (0..<3).map { _ in server.client }
    clients[0].send("GET / HTTP/1.1\r\nHost: \(server.host)\r\n")
    clients[1].send("G")
    // The third is silent.
    for client in clients { #expect(client.receiveAll() != nil) }
    let time = ContinuousClock.now - start
    #expect(time > .seconds(4) && time < .seconds(15))
  }

  @Test("idle connections do not keep a page from being served, and the oldest are closed")
  func idleConnections() throws {
    let server = try Server()
    let silent = (0..<300).map { _ in server.client }
    let start = ContinuousClock.now
    #expect(server.status("GET", "/", ["Host: \(server.host)"]) == "200")
    #expect(server.upgradeStatus() == "101")
    #expect(ContinuousClock.now - start < .seconds(4))
    #expect(silent[0].receiveAll() == "")
    withExtendedLifetime(silent) {}
  }

  @Test(
    "a frame that RFC 6455 forbids closes the connection with its code",
    arguments: [
      ("a text that is not UTF-8", RawClient.frame([0x22, 0xff, 0x22]), 1007),
      ("a text that ends in a character", RawClient.frame([0xe2, 0x82]), 1007),
      ("a reserved bit", [0xc1] + RawClient.frame([97]).dropFirst(), 1002),
      ("another reserved bit", [0xa1] + RawClient.frame([97]).dropFirst(), 1002),
      ("a reserved operation", RawClient.frame([97], opcode: 3), 1002),
      ("a reserved control operation", RawClient.frame([97], opcode: 11), 1002),
      ("binary data", RawClient.frame([97], opcode: 2), 1003),
      ("a close frame without code", RawClient.frame([], opcode: 8), 1000),
      ("a close frame with a code", RawClient.frame([3, 0xe9], opcode: 8), 1000),
      ("a close frame with half a code", RawClient.frame([3], opcode: 8), 1002),
      ("a close frame with a reserved code", RawClient.frame([3, 0xed], opcode: 8), 1002),
      ("a close frame whose reason is not UTF-8", RawClient.frame([3, 0xe8, 0xff], opcode: 8), 1007),
    ] as [(String, [UInt8], Int)])
  func closeCodes(_ name: String, frame: [UInt8], code: Int) throws {
    let server = try Server()
    let page = server.page()
    page.send(frame)
    let answer = page.receiveFrame()
    #expect(
      answer?.opcode == 8 && answer?.contents == [UInt8(code >> 8), UInt8(code & 255)], "\(name): \(answer as Any)")
    #expect(page.receiveFrame() == nil)
  }

  @Test("an acknowledgement reaches a process that does not read, and further input is dropped")
  func acknowledgement() throws {
    let server = try Server()
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    let process = RawClient(socket: ends[0])
    server.server.connect(to: ends[1], ofProcess: 1)
    let page = server.page()
    // The message about the page, whose number is 1.
    #expect(process.readMessage() == [0, 0, 0, 1, 1])
    process.send([0, 0, 0, 7, 0, 0, 0, 1, 3, 0x7b, 0x7d])
    #expect(page.receiveFrame()?.contents == [0x7b, 0x7d])
    let paste = #"{"k":"paste","text":"\#(String(repeating: "p", count: 10_000_000))"}"#
    let acknowledgement = #"{"k":"ack"}"#
    for text in Array(repeating: paste, count: 8) + [acknowledgement, acknowledgement, #"{"k":"key"}"#] {
      page.send(RawClient.frame(Array(text.utf8)))
    }
    // The server has handled what was sent before.
    page.send(RawClient.frame([], opcode: 9))
    #expect(page.receiveFrame()?.opcode == 10)
    var received: [String] = []
    while received.last != acknowledgement, let message = process.readMessage() {
      received.append(String(decoding: message.dropFirst(5), as: UTF8.self))
    }
    #expect(received.last == acknowledgement)
    #expect((1...5).contains(received.count { $0 == paste }), "\(received.count)")
    // The second one acknowledges nothing, so it is input as the key is.
    page.send(RawClient.frame(Array(#"{"k":"end"}"#.utf8)))
    #expect(process.readMessage()?.suffix(11) == ArraySlice(#"{"k":"end"}"#.utf8))
  }

  @Test("more pages than allowed are refused, and those that are open work")
  func pageLimit() throws {
    let second = try Server()
    let pages = (0..<Relay.maximumPages).map { _ in second.page() }
    #expect(second.upgradeStatus() == "403")
    pages[0].send(RawClient.frame([], opcode: 9))
    #expect(pages[0].receiveFrame()?.opcode == 10)
  }
}
