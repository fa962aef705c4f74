/// The name and version that a terminal reports (XTVERSION).
struct TerminalVersion: Equatable, Sendable {
  /// The name in lower case, such as `kitty`, `foot` or `tmux`.
  let name: String
  /// The numbers of the version; empty if there are none.
  let numbers: [Int]
  /// The text as reported.
  let text: String

  /// Reads `kitty(0.32.0)`, `tmux 3.3a` and the like.
  init(_ text: String) {
    // A terminal's name is text from outside.
    self.text = String(decoding: text.utf8.filter { (0x20..<0x7f).contains($0) }.prefix(80), as: UTF8.self)
    let parts: (name: Substring, version: Substring)
    if let parenthesis = self.text.firstIndex(of: "(") {
      parts = (self.text[..<parenthesis], self.text[self.text.index(after: parenthesis)...])
    } else if let space = self.text.lastIndex(of: " ") {
      parts = (self.text[..<space], self.text[self.text.index(after: space)...])
    } else {
      parts = (self.text[...], "")
    }
    name = parts.name.lowercased()
    numbers = parts.version.prefix { $0.isNumber || $0 == "." }.split(separator: ".").compactMap { Int($0) }
  }

  /// Whether the version is a given one or later. A terminal without a version is the latest.
  func isAtLeast(_ other: [Int]) -> Bool { numbers.isEmpty || !numbers.lexicographicallyPrecedes(other) }
}
