/// The secret that a page must know to be served: 256 random bits, as 64 hexadecimal digits.
///
/// It is in the fragment of the page's address, which browsers do not send, and reaches the server as a subprotocol of
/// the WebSocket.
struct AccessToken: Sendable {
  /// The digits.
  let text: String

  /// Creates a token from the system's secure random numbers.
  init() {
    var random = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in
      let digits = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Returns whether a text is the token, in a time that does not depend on the text's contents.
  func matches(_ other: some StringProtocol) -> Bool {
    let (expected, given) = (Array(text.utf8), Array(other.utf8))
    guard given.count == expected.count else { return false }
    return zip(expected, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
