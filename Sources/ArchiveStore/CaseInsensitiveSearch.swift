extension StringProtocol {
  /// Returns the first range of another text, of whole characters; upper and lower case are the same.
  public func firstRange(ignoringCaseOf part: String) -> Range<Index>? {
    let wanted = part.map(\.folded)
    guard let first = wanted.first else { return nil }
    var start = startIndex
    search: while let found = self[start...].firstIndex(where: { $0.folded.first == first.first }) {
      start = index(after: found)
      // Characters may be folded to several, such as "\u{df}" to "ss".
      var rest = wanted.joined()[...]
      var end = found
      while !rest.isEmpty {
        guard end < endIndex else { continue search }
        let folded = self[end].folded
        guard rest.hasPrefix(folded) else { continue search }
        rest = rest.dropFirst(folded.count)
        end = index(after: end)
      }
      return found..<end
    }
    return nil
  }
}

extension Character {
  /// The character without differences of case.
  fileprivate var folded: String { isASCII ? lowercased() : uppercased().lowercased() }
}
