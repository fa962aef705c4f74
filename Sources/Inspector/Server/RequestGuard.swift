import NIOHTTP1

/// Decides which requests are answered.
///
/// A page of another site can send requests to this server, and can give its own host the address of this machine, so
/// that browsers take both for the same site. Therefore names are compared with a fixed list, not with each other. Other
/// users of this machine can connect, too, but do not know the token.
struct RequestGuard: Sendable {
  /// The values of `Host` that are accepted.
  private let hosts: [String]
  private let token: AccessToken

  /// The subprotocol that the server selects.
  static let subprotocol = "luahost.inspect"
  private static let tokenPrefix = "token."

  /// Creates a guard for a server on a port of the loopback interface.
  init(port: Int, token: AccessToken) {
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    self.token = token
  }

  /// Returns whether a request comes from a page of this server, or from none.
  func accepts(_ head: HTTPRequestHead) -> Bool {
    let host = head.headers["host"]
    guard host.count == 1, hosts.contains(host[0]) else { return false }
    return head.headers["origin"].allSatisfy(isOwn)
  }

  /// Returns whether a request to open a WebSocket comes from a page that knows the token.
  func acceptsSocket(_ head: HTTPRequestHead) -> Bool {
    guard accepts(head), head.method == .GET, head.uri == PageAssets.socketPath, head.headers["origin"].count == 1
    else { return false }
    let offered = head.headers[canonicalForm: "sec-websocket-protocol"]
    guard offered.contains(Self.subprotocol[...]) else { return false }
    let tokens = offered.filter { $0.hasPrefix(Self.tokenPrefix) }
    return tokens.count == 1 && token.matches(tokens[0].dropFirst(Self.tokenPrefix.count))
  }

  private func isOwn(_ origin: String) -> Bool { hosts.contains { origin == "http://\($0)" } }
}
