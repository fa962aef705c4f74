/// The rank of a command's title for a search text; a lower rank is a better match.
///
/// Every typed word must match. The order is: titles that begin with the word, titles with a word that begins with it,
/// titles whose initials it matches, titles that contain it, and titles that contain its letters in order, the closer
/// together, the better.
struct CommandRanking: Comparable {
  private let rank: Int
  /// The indexes of the title's characters that match.
  let matches: Set<Int>

  /// Creates the rank of a title; nil if it does not match.
  init?(_ title: String, for typed: String) {
    let title = Array(title.lowercased())
    var sum = 0
    var matches: Set<Int> = []
    for word in typed.lowercased().split(separator: " ") {
      guard let match = Self.match(of: Array(word), in: title) else { return nil }
      sum += match.rank
      matches.formUnion(match.places)
    }
    (rank, self.matches) = (sum, matches)
  }

  static func == (left: CommandRanking, right: CommandRanking) -> Bool { left.rank == right.rank }
  static func < (left: CommandRanking, right: CommandRanking) -> Bool { left.rank < right.rank }

  private static func match(of word: [Character], in title: [Character]) -> (rank: Int, places: [Int])? {
    func whole(_ start: Int) -> [Int] { Array(start..<(start + word.count)) }
    if title.starts(with: word) { return (title.count == word.count ? 0 : 1, whole(0)) }
    let starts = title.indices.filter { title[$0] != " " && ($0 == 0 || !isPartOfWord(title[$0 - 1])) }
    if let start = starts.first(where: { title[$0...].starts(with: word) }) { return (2, whole(start)) }
    if starts.map({ title[$0] }).starts(with: word) { return (3, Array(starts.prefix(word.count))) }
    if let start = title.indices.first(where: { title[$0...].starts(with: word) }) { return (4, whole(start)) }
    return shortestSpan(of: word, in: title).map { places in
      (4 + (places.last ?? 0) - (places.first ?? 0) + 1 - word.count, places)
    }
  }

  private static func isPartOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// Returns the places of the letters in the shortest part of the text that contains them in order.
  private static func shortestSpan(of letters: [Character], in text: [Character]) -> [Int]? {
    var shortest: [Int]?
    for start in text.indices where text[start] == letters.first {
      var place = start
      var places = [start]
      var isWhole = true
      for letter in letters.dropFirst() {
        guard let next = text[(place + 1)...].firstIndex(of: letter) else {
          isWhole = false
          break
        }
        place = next
        places.append(next)
      }
      guard isWhole else { break }
      if shortest.map({ place - start < ($0.last ?? 0) - ($0.first ?? 0) }) ?? true { shortest = places }
    }
    return shortest
  }
}
