/// The rank of a command's title for a search text; a lower rank is a better match.
///
/// Every typed word must match. The order is: titles that begin with the word, titles with a word that begins with it,
/// titles whose initials it matches, titles that contain it, and titles that contain its letters in order, the closer
/// together, the better.
struct CommandRanking: Comparable {
  private let rank: Int

  /// Creates the rank of a title; nil if it does not match.
  init?(_ title: String, for typed: String) {
    let title = Array(title.lowercased())
    var sum = 0
    for word in typed.lowercased().split(separator: " ") {
      guard let rank = Self.rank(of: Array(word), in: title) else { return nil }
      sum += rank
    }
    rank = sum
  }

  static func < (left: CommandRanking, right: CommandRanking) -> Bool { left.rank < right.rank }

  private static func rank(of word: [Character], in title: [Character]) -> Int? {
    if title.starts(with: word) { return title.count == word.count ? 0 : 1 }
    let starts = title.indices.filter { title[$0] != " " && ($0 == 0 || !isPartOfWord(title[$0 - 1])) }
    if starts.contains(where: { title[$0...].starts(with: word) }) { return 2 }
    if starts.map({ title[$0] }).starts(with: word) { return 3 }
    if title.indices.contains(where: { title[$0...].starts(with: word) }) { return 4 }
    return shortestSpan(of: word, in: title).map { 4 + $0 - word.count }
  }

  private static func isPartOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// Returns the length of the shortest part of the text that contains the letters in order.
  private static func shortestSpan(of letters: [Character], in text: [Character]) -> Int? {
    var shortest: Int?
    for start in text.indices where text[start] == letters.first {
      var place = start
      var isWhole = true
      for letter in letters.dropFirst() {
        guard let next = text[(place + 1)...].firstIndex(of: letter) else {
          isWhole = false
          break
        }
        place = next
      }
      guard isWhole else { break }
      shortest = min(shortest ?? .max, place - start + 1)
    }
    return shortest
  }
}
