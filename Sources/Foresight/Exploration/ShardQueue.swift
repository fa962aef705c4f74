/// The parts of an exploration, which are begun in their order. A part gets what all parts up to a number before it have
/// tried, and waits for them alone, so that it is the same for any number of processes, and of parts after it.
struct ShardQueue {
  private let searches: [Shard.Search]
  /// The number of parts that do not wait for each other.
  private let distance: Int
  /// The results of the parts; nil for one that was not begun, or has not ended by itself.
  private(set) var results: [Shard.Result?]
  private var hasEnded: [Bool]
  private var next = 0
  /// The steps and events of earlier parts, for the next one.
  private var memory = SearchMemory()

  /// The number of thorough parts; see ``Shard/isThorough``.
  private static let thoroughParts = 2

  init(_ searches: [Shard.Search], distance: Int) {
    (self.searches, self.distance) = (searches, distance)
    results = Array(repeating: nil, count: searches.count)
    hasEnded = Array(repeating: false, count: searches.count)
  }

  /// The largest number of parts that can be worked on at a time.
  var width: Int { min(distance, searches.count) }

  /// Begins a part.
  ///
  /// - Returns: the part and its number; nil if all were begun, or the next one waits for others.
  mutating func begin() -> (number: Int, shard: Shard)? {
    guard next < searches.count else { return nil }
    let last = next - distance
    if last >= 0 {
      guard hasEnded[last] else { return nil }
      if let tried = results[last]?.memory { memory.add(tried) }
      results[last]?.memory = SearchMemory()
    }
    defer { next += 1 }
    return (
      next,
      Shard(
        search: searches[next], memory: memory, isThorough: next < Self.thoroughParts)
    )
  }

  /// Notes the result of a part; nil if it has none.
  mutating func end(_ number: Int, _ result: Shard.Result?) {
    (results[number], hasEnded[number]) = (result, true)
  }
}
