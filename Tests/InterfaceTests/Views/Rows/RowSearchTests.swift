import Testing

@testable import Interface

@Suite("Row search")
struct RowSearchTests {
  private func lines(_ count: Int) -> RowLines {
    var lines = RowLines()
    lines.appendSection(rowCount: count, hasHeader: true)
    return lines
  }

  /// Returns the visited rows and the number of slices.
  private func looked(_ lines: RowLines, from line: Int, step: Int) -> (rows: [Int], turns: Int) {
    var scan = RowScan(lines, from: line, step: step)
    var (rows, turns): ([Int], Int) = ([], 0)
    while !scan.isOver {
      turns += 1
      _ = scan.next(in: lines) { path in
        rows.append(path.row)
        return false
      }
    }
    return (rows, turns)
  }

  @Test("every row is visited once, wrapping around, in both directions")
  func round() {
    #expect(looked(lines(4), from: 3, step: 1).rows == [2, 3, 0, 1])
    #expect(looked(lines(4), from: 2, step: -1).rows == [1, 0, 3, 2])
    // A line before the first.
    #expect(looked(lines(3), from: -1, step: -1).rows == [2, 1, 0])
    #expect(looked(lines(0), from: 0, step: 1).rows.isEmpty)
  }

  @Test("a long search runs in several slices, and visits each row once")
  func turns() {
    let (rows, turns) = looked(lines(12_000), from: 500, step: 1)
    #expect(turns == 3 && rows.count == 12_000 && Set(rows).count == 12_000)
  }

  @Test("the search for the next row after a match finds the next match")
  func found() {
    let lines = lines(100)
    var scan = RowScan(lines, from: 10, step: 1)
    let first = scan.next(in: lines) { $0.row % 7 == 0 }
    let second = scan.next(in: lines) { $0.row % 7 == 0 }
    #expect(first?.row == 14 && second?.row == 21)
  }

  @Test("a search continues on the current rows if rows were removed between slices")
  func shrinking() {
    var scan = RowScan(lines(20_000), from: 0, step: 1)
    _ = scan.next(in: lines(20_000)) { _ in false }
    let row = scan.next(in: lines(10)) { $0.row == 3 }
    #expect(row?.row == 3)
    let none = scan.next(in: RowLines()) { _ in true }
    #expect(none == nil && scan.isOver)
  }

  @Test("a search describes its text and its result")
  func words() {
    var search = RowSearch()
    #expect(search.spoken == "empty")
    search.text = "pear"
    #expect(search.spoken == "pear, found" && search.cursorColumn == 5)
    search.outcome = .looking(.fromOrigin)
    #expect(search.spoken == "pear, still looking")
    search.outcome = .missing
    #expect(search.spoken == "pear, not found")
  }
}
