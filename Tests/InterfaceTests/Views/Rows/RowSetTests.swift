import Seeded
import Testing

@testable import Interface

@Suite("Sets of rows")
struct RowSetTests {
  private func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(section: section, row: row) }

  @Test("a set of rows equals a set of index paths after random operations", arguments: 1...20)
  func random(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    var lines = RowLines()
    for _ in 0..<4 {
      lines.appendSection(rowCount: Int.random(in: 0...9, using: &random), hasHeader: Bool.random(using: &random))
    }
    var (set, model) = (RowSet(), Set<IndexPath>())
    for step in 0..<300 {
      let section = Int.random(in: 0..<4, using: &random)
      let start = Int.random(in: 0...10, using: &random)
      let range = RowRange(section: section, rows: start..<(start + Int.random(in: 0...4, using: &random)))
      let paths = range.rows.map { path(section, $0) }
      switch Int.random(in: 0..<7, using: &random) {
      case 0:
        set.insert(range)
        model.formUnion(paths)
      case 1:
        set.remove(range)
        model.subtract(paths)
      case 2:
        set.insert(path(section, start))
        model.insert(path(section, start))
      case 3:
        set.remove(path(section, start))
        model.remove(path(section, start))
      case 4:
        set.formIntersection(lines)
        model = model.filter(lines.contains)
      case 5:
        let others = lines.allRows
        var rest = others
        rest.subtract(set)
        #expect(Set(rest.rows) == Set(others.rows).subtracting(model), "seed \(seed), step \(step)")
      default:
        let end = path(Int.random(in: 0..<4, using: &random), Int.random(in: 0...10, using: &random))
        let between = lines.rows(between: path(section, start), and: end)
        let all = (0..<lines.count).compactMap { lines.content(ofLine: $0)?.row }
        let exist = lines.contains(path(section, start)) && lines.contains(end)
        let expected = all.filter { min(path(section, start), end) <= $0 && $0 <= max(path(section, start), end) }
        #expect(between.map { Array($0.rows) } == (exist ? expected : nil), "seed \(seed), step \(step)")
        guard exist, model.allSatisfy(lines.contains) else { break }
        let distance = { (row: IndexPath) in abs((lines.line(of: row) ?? 0) - (lines.line(of: end) ?? 0)) }
        #expect(
          set.row(nearestTo: end, in: lines).map(distance) == model.map(distance).min(), "seed \(seed), step \(step)")
      }
      #expect(Array(set.rows) == model.sorted() && set.count == model.count, "seed \(seed), step \(step)")
      #expect(set.first == model.min() && set.isEmpty == model.isEmpty)
      #expect(model.allSatisfy(set.contains) && !set.contains(path(section, 99)))
      // Ranges neither touch nor overlap.
      for (one, next) in zip(set.ranges, set.ranges.dropFirst()) where one.section == next.section {
        #expect(one.rows.upperBound < next.rows.lowerBound, "seed \(seed), step \(step)")
      }
    }
  }

  @Test("a million rows are one range")
  func size() {
    var lines = RowLines()
    lines.appendSection(rowCount: 1_000_000)
    var all = lines.allRows
    #expect(all.ranges.count == 1 && all.count == 1_000_000)
    all.remove(path(0, 7))
    #expect(all.ranges.count == 2 && all.count == 999_999 && !all.contains(path(0, 7)))
  }
}
