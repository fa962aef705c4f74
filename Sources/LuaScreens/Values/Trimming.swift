extension StringProtocol {
  /// Returns the text without characters at both ends, by default without whitespace.
  package func trimming(_ isTrimmed: (Character) -> Bool = \.isWhitespace) -> String {
    let start = drop(while: isTrimmed)
    let count = start.reversed().prefix(while: isTrimmed).count
    return String(start.dropLast(count))
  }

  /// Returns the text with spaces at its end, at least as long as a number of characters.
  package func padded(to length: Int) -> String { self + String(repeating: " ", count: Swift.max(0, length - count)) }
}
