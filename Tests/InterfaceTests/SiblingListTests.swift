import Testing

@testable import Interface

@Suite("Sibling lists")
@MainActor
struct SiblingListTests {
  private final class Item: Sibling {
    var knownPlace = 0 { didSet { moves += 1 } }
    var moves = 0
  }

  @Test("each item is found at its index, whatever was inserted and removed before it")
  func places() {
    var random: UInt64 = 1
    func number(below bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(bound))
    }
    var list = SiblingList<Item>()
    var expected: [Item] = []
    for round in 0..<3000 {
      if expected.isEmpty || number(below: 100) < (round < 1500 ? 70 : 30) {
        let item = Item()
        let place = number(below: expected.count + 1)
        list.insert(item, at: place)
        expected.insert(item, at: place)
      } else {
        let item = expected.remove(at: number(below: expected.count))
        guard let place = list.place(of: item) else { return #expect(Bool(false), "round \(round): not found") }
        list.remove(at: place)
        #expect(list.place(of: item) == nil)
      }
      guard !expected.isEmpty else { continue }
      let probe = number(below: expected.count)
      #expect(list.place(of: expected[probe]) == probe)
    }
    #expect(list.elements.map { ObjectIdentifier($0) } == expected.map { ObjectIdentifier($0) })
    list.replace(with: expected.reversed())
    #expect(expected.indices.allSatisfy { list.place(of: expected[$0]) == expected.count - 1 - $0 })
  }

  @Test("an index beyond the ends is clamped; an item that was never in the list is not found")
  func edges() {
    var list = SiblingList<Item>()
    let (first, last) = (Item(), Item())
    #expect(list.place(of: first) == nil)
    list.insert(last, at: 100)
    list.insert(first, at: -100)
    #expect(list.place(of: first) == 0)
    #expect(list.place(of: last) == 1)
    #expect(list.place(of: Item()) == nil)
  }

  /// Returns how many positions change while ten thousand items are removed.
  private func moves(_ next: (Int) -> Int) -> Int {
    var list = SiblingList<Item>()
    let items = (0..<10_000).map { _ in Item() }
    for item in items { list.insert(item, at: .max) }
    for index in items.indices {
      guard let place = list.place(of: items[next(index)]) else { return .max }
      list.remove(at: place)
    }
    return items.reduce(0) { $0 + $1.moves }
  }

  @Test("removing all items takes less than quadratic time")
  func work() {
    #expect(moves { 9_999 - $0 } == 10_000)
    #expect(moves { $0 } < 10_000 * 201)
    #expect(moves { $0 * 7919 % 10_000 } < 10_000 * 201)
  }
}
