import Seeded
import Testing

@testable import Interface

@Suite("Selected rows")
struct RowSelectionTests {
  private let lines: RowLines = {
    var lines = RowLines()
    lines.appendSection(rowCount: 3, hasHeader: true)
    lines.appendSection(rowCount: 3, hasHeader: true)
    return lines
  }()

  private func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(section: section, row: row) }

  @Test("selecting a row adds to the others or replaces them")
  func insert() {
    var selection = RowSelection()
    selection.insert(path(1, 0), besideOthers: true)
    selection.insert(path(0, 2), besideOthers: true)
    #expect(selection.sorted == [path(0, 2), path(1, 0)])
    selection.insert(path(0, 1), besideOthers: false)
    #expect(selection.sorted == [path(0, 1)] && selection.contains(path(0, 1)))
    selection.remove(path(0, 1))
    #expect(selection.rows.isEmpty)
  }

  @Test("extending skips headers, and shrinks the selection when it turns back")
  func extend() {
    var selection = RowSelection()
    selection.insert(path(0, 0), besideOthers: true)
    func extend(to end: IndexPath, from start: IndexPath) -> Bool {
      selection.extend(from: start, to: end, in: lines)
    }
    #expect(extend(to: path(1, 1), from: path(0, 2)))
    #expect(selection.sorted == [path(0, 0), path(0, 2), path(1, 0), path(1, 1)])
    // The anchor is where the extension began, whatever row is focused by now.
    #expect(extend(to: path(0, 1), from: path(1, 1)))
    #expect(selection.sorted == [path(0, 0), path(0, 1), path(0, 2)])
    selection.endExtension()
    #expect(extend(to: path(1, 0), from: path(1, 0)))
    #expect(selection.sorted == [path(0, 0), path(0, 1), path(0, 2), path(1, 0)])
    #expect(!extend(to: path(2, 0), from: path(1, 0)))
  }

  @Test("a million rows are selected at once, as a range")
  func many() {
    var many = RowLines()
    many.appendSection(rowCount: 1_000_000)
    var selection = RowSelection()
    var isDone = selection.extend(from: path(0, 1), to: path(0, 999_999), in: many)
    #expect(isDone && selection.rows.count == 999_999 && selection.heldBytes < 1_000)
    isDone = selection.toggleAll(in: many)
    #expect(isDone && selection.rows.count == 1_000_000 && selection.heldBytes < 1_000)
    isDone = selection.toggleAll(in: many)
    #expect(isDone && selection.rows.isEmpty)
  }

  @Test("an extension ends with any other change of the selection")
  func extensionEnds() {
    let changes: [(inout RowSelection) -> Void] = [
      { $0.insert(self.path(1, 0), besideOthers: true) }, { $0.remove(self.path(0, 0)) }, { $0.removeAll() },
      { $0.replace(with: RowSet([self.path(0, 0)])) }, { $0.move(self.path(0, 0), to: self.path(0, 1)) },
      { _ = $0.toggleAll(in: self.lines) }, { _ = $0.fill(to: self.path(0, 0), in: self.lines) },
    ]
    for change in changes {
      var selection = RowSelection()
      _ = selection.extend(from: path(0, 0), to: path(0, 2), in: lines)
      #expect(selection.extended?.anchor == path(0, 0))
      change(&selection)
      #expect(selection.extended == nil)
    }
  }

  @Test("select all selects all rows, then none; without rows it does nothing")
  func all() {
    var selection = RowSelection()
    selection.insert(path(0, 1), besideOthers: true)
    var isDone = selection.toggleAll(in: lines)
    #expect(isDone && selection.rows.count == 6)
    isDone = selection.toggleAll(in: lines)
    #expect(isDone && selection.rows.isEmpty)
    isDone = selection.toggleAll(in: RowLines())
    #expect(!isDone)
  }

  @Test("the selection follows rows that move to any place, as lists of marked items do")
  func moves() {
    var generator = SeededGenerator(state: 4)
    for _ in 0..<300 {
      var lists = (0..<3).map { _ in
        (0..<Int.random(in: 1...6, using: &generator)).map { _ in Bool.random(using: &generator) }
      }
      func marked() -> [IndexPath] {
        lists.enumerated().flatMap { section, list in list.indices.filter { list[$0] }.map { path(section, $0) } }
      }
      var selection = RowSelection()
      selection.replace(with: RowSet(marked()))
      for _ in 0..<10 {
        guard let section = lists.indices.filter({ !lists[$0].isEmpty }).randomElement(using: &generator) else { break }
        let row = path(section, Int.random(in: lists[section].indices, using: &generator))
        let isMarked = lists[section].remove(at: row.row)
        let other = Int.random(in: 0..<3, using: &generator)
        let target = path(other, Int.random(in: 0...lists[other].count, using: &generator))
        lists[other].insert(isMarked, at: target.row)
        selection.move(row, to: target)
        #expect(selection.sorted == marked())
      }
    }
  }

  @Test("moved rows stay selected; removed ones do not")
  func changes() {
    var selection = RowSelection()
    selection.replace(with: RowSet([path(0, 0), path(1, 2)]))
    selection.move(path(0, 0), to: path(0, 1))
    #expect(selection.sorted == [path(0, 1), path(1, 2)])
    var fewer = RowLines()
    fewer.appendSection(rowCount: 2)
    let (wasChanged, isChangedAgain) = (selection.keep(fewer), selection.keep(fewer))
    #expect(wasChanged && !isChangedAgain && selection.sorted == [path(0, 1)])
  }
}
