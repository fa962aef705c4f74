import AppSession
import Testing

@testable import Foresight

@Suite("The parts of an exploration")
struct ShardQueueTests {
  private func result(trying part: UInt64) -> Shard.Result {
    var result = Shard.Result()
    result.memory.note(.kill, in: [part])
    return result
  }

  /// The parts of states that searches before a shard have interrupted.
  private func tried(before shard: Shard) -> [UInt64] {
    (0..<4).filter { shard.memory.count(of: [$0], interruptedBy: .kill, lessThan: 1) == 0 }
  }

  @Test("a part gets what those up to a number before it have tried, in whatever order they end")
  func memory() throws {
    var parts = ShardQueue((0..<4).map { .walk(seed: $0, steps: 1) }, distance: 2)
    func begin() -> (number: Int, shard: Shard)? { parts.begin() }
    for number in 0...1 {
      let first = try #require(begin())
      #expect(first.number == number && first.shard.isThorough && tried(before: first.shard) == [])
    }
    #expect(begin()?.number == nil)
    parts.end(1, result(trying: 1))
    #expect(begin()?.number == nil, "it waits for the first one")
    parts.end(0, result(trying: 0))
    let third = try #require(begin())
    #expect(third.number == 2 && !third.shard.isThorough && tried(before: third.shard) == [0])
    #expect(begin().map { tried(before: $0.shard) } == [0, 1])
    #expect(begin()?.number == nil, "there are no more")
  }

  @Test("a part without a result is not waited for")
  func ended() throws {
    var parts = ShardQueue((0..<2).map { .walk(seed: $0, steps: 1) }, distance: 1)
    func begin() -> (number: Int, shard: Shard)? { parts.begin() }
    #expect(begin()?.number == 0)
    parts.end(0, nil)
    #expect(begin()?.number == 1)
    parts.end(1, result(trying: 1))
    #expect(parts.results.map { $0 == nil } == [true, false])
  }
}
