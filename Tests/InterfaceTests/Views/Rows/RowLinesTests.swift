import Testing

@testable import Interface

@Suite("Row lines")
struct RowLinesTests {
  private func lines(_ sections: (rows: Int, hasHeader: Bool)...) -> RowLines {
    var lines = RowLines()
    for section in sections { lines.appendSection(rowCount: section.rows, hasHeader: section.hasHeader) }
    return lines
  }

  private func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(section: section, row: row) }

  @Test("sections follow each other, each with its header above its rows")
  func mapping() {
    let lines = lines((2, true), (0, true), (0, false), (3, false))
    let contents = (-1...7).map(lines.content)
    #expect(
      contents == [
        nil, .header(section: 0), .row(path(0, 0)), .row(path(0, 1)), .header(section: 1), .row(path(3, 0)),
        .row(path(3, 1)), .row(path(3, 2)), nil,
      ])
    #expect(lines.count == 7 && lines.rowCount == 5 && lines.sectionCount == 4)
    #expect((0..<5).map(lines.rowCount) == [2, 0, 0, 3, 0])
    #expect(lines.hasHeader(1) && !lines.hasHeader(2) && !lines.hasHeader(9))
  }

  @Test("every row maps to its line and back, whatever the sections are")
  func thereAndBack() {
    let shapes: [[(rows: Int, hasHeader: Bool)]] = [
      [], [(0, false)], [(0, true)], [(1, false), (0, true), (2, true)], [(0, false), (0, false), (5, false)],
      [(3, true), (0, false), (0, true), (1, true)],
    ]
    for shape in shapes {
      var lines = RowLines()
      for section in shape { lines.appendSection(rowCount: section.rows, hasHeader: section.hasHeader) }
      var line = 0
      for (section, extent) in shape.enumerated() {
        if extent.hasHeader {
          #expect(lines.content(ofLine: line) == .header(section: section))
          line += 1
        }
        for row in 0..<extent.rows {
          #expect(lines.line(of: path(section, row)) == line && lines.contains(path(section, row)))
          #expect(lines.content(ofLine: line)?.row == path(section, row))
          line += 1
        }
        #expect(!lines.contains(path(section, extent.rows)) && lines.line(of: path(section, extent.rows)) == nil)
      }
      #expect(lines.count == line)
    }
  }

  @Test("a row that does not exist has no line, whatever its indexes")
  func absent() {
    let lines = lines((2, true))
    for path in [path(0, -1), path(0, 2), path(-1, 0), path(1, 0), path(.max, .max), path(.min, .min)] {
      #expect(!lines.contains(path) && lines.line(of: path) == nil)
    }
  }

  @Test("up to Int.max rows are counted, and found at once")
  func many() {
    let lines = lines((Int.max, true), (Int.max, true), (-4, false))
    #expect(lines.rowCount(inSection: 0) == 1 << 40 && lines.rowCount(inSection: 2) == 0)
    #expect(lines.content(ofLine: lines.count - 1) == .row(path(1, (1 << 40) - 1)))
    #expect(lines.row(.max, from: path(0, 0)) == path(1, (1 << 40) - 1))
    #expect(lines.row(.min, from: path(1, 7)) == path(0, 0))
  }

  @Test("row navigation skips headers and stops at the ends")
  func moving() {
    let lines = lines((1, true), (0, true), (2, true))
    #expect(lines.firstRow(from: 0, step: 1) == path(0, 0))
    #expect(lines.firstRow(from: 0, step: -1) == nil)
    #expect(lines.row(1, from: path(0, 0)) == path(2, 0))
    #expect(lines.row(-1, from: path(2, 0)) == path(0, 0))
    #expect(lines.row(-1, from: path(0, 0)) == nil && lines.row(1, from: path(2, 1)) == nil)
    #expect(lines.row(1, from: path(5, 5)) == nil)
    #expect(RowLines().firstRow(from: 0, step: 1) == nil)
  }

  @Test("the nearest row to a removed one is the one at its index, or the last before")
  func nearest() {
    let lines = lines((0, true), (2, true), (0, true), (1, false))
    #expect(lines.nearestRow(to: path(1, 5)) == path(1, 1))
    #expect(lines.nearestRow(to: path(2, 0)) == path(1, 0))
    #expect(lines.nearestRow(to: path(9, 9)) == path(3, 0))
    #expect(lines.nearestRow(to: path(0, 3)) == path(1, 1))
    #expect(lines.nearestRow(to: path(-1, -1)) == path(1, 0))
    #expect(RowLines().nearestRow(to: path(0, 0)) == nil)
  }
}
