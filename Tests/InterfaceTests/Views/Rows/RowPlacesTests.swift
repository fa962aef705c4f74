import StateRestoration
import Testing

@testable import Interface

@Suite("Row positions")
@MainActor
struct RowPlacesTests {
  private func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(section: section, row: row) }

  @Test("row positions are decoded as they were encoded")
  func thereAndBack() {
    var places = RowPlaces()
    var selected = SelectionPlaces(rows: [RowPlace(path(0, 3), name: .string("pear")), RowPlace(path(1, 0), name: nil)])
    selected.ranges = RowSet((2...9).map { path(1, $0) })
    selected.deselected = [RowPlace(path(1, 10), name: .integer(4))]
    places.selected = selected
    places.extended = SelectionExtensionPlaces(anchor: RowPlace(path(1, 2)), others: selected)
    places.edit = CellEditPlace(row: RowPlace(path(0, 1), name: .string("fig")), column: "price", field: [1, 2])
    places.focused = RowPlace(path(0, 3), name: .string("pear"))
    for first in [
      nil, RowPlace(path(1, 0), name: nil), RowPlace(path(1, 0), name: nil, isHeader: true),
      RowPlace(path(1, 4), name: .string("plum")),
    ] {
      places.first = first
      let coder = StateCoder()
      places.encode(with: coder)
      #expect(RowPlaces(decoding: coder) == places)
    }
  }

  @Test("rows that were scrolled away from the focused one stay there, also if they have no room for a while")
  func withoutRoom() {
    func makeTable(height: Int) -> TableView {
      let table = TableView()
      table.rows = (1...30).map { "row \($0)" }
      layOut(table, height)
      return table
    }
    func layOut(_ table: TableView, _ height: Int) {
      table.frame = Rect(x: 0, y: 0, width: 20, height: height)
      table.layoutIfNeeded()
    }
    func saved(_ table: TableView) -> StateCoder {
      let coder = StateCoder()
      table.encodeBuiltInState(with: coder)
      return coder
    }
    let table = makeTable(height: 5)
    table.selectRow(path(0, 1))
    table.contentOffset = 15
    layOut(table, 0)
    let restored = makeTable(height: 5)
    restored.decodeBuiltInState(with: saved(table))
    // As in a terminal, which has another size before it reports its own.
    layOut(restored, 5)
    layOut(restored, 0)
    let again = makeTable(height: 0)
    again.decodeBuiltInState(with: saved(restored))
    for table in [table, restored, again] {
      layOut(table, 5)
      #expect(table.contentOffset == 15)
      layOut(table, 0)
      table.selectRow(path(0, 2))
      table.scrollToRow(path(0, 2))
      layOut(table, 5)
      #expect(table.visibleLines.contains(2), "a row that is chosen meanwhile is shown")
    }
  }

  @Test("a save without a top line scrolls to the header")
  func older() {
    let coder = StateCoder()
    coder.encode(.list([.integer(2), .integer(0)]), forKey: "firstRow")
    #expect(RowPlaces(decoding: coder).first == RowPlace(path(2, 0), name: nil, isHeader: true))
  }

  @Test("without a save nothing is selected, and invalid positions are ignored")
  func damage() {
    #expect(RowPlaces(decoding: StateCoder()).selected == SelectionPlaces())
    let coder = StateCoder()
    coder.encode(
      .list([
        .integer(1), .list([.string("x"), .integer(0)]), .list([.integer(0)]), .list([.integer(0), .integer(7)]),
      ]),
      forKey: "selectedRows")
    coder.encode(
      .list([
        .list([.integer(0), .integer(-1), .integer(4)]), .list([.integer(0), .integer(3), .integer(.max)]),
        .list([.integer(0), .integer(2)]), .list([.integer(0), .integer(.max), .integer(.max)]), .integer(9),
      ]),
      forKey: "selectedRanges")
    coder.encode(.list([.integer(0)]), forKey: "editedCell")
    coder.encode(.list([.string("x")]), forKey: "selectionAnchor")
    coder.encode(.string("none"), forKey: "focusedRow")
    let places = RowPlaces(decoding: coder)
    #expect(places.selected == SelectionPlaces(rows: [RowPlace(path(0, 7), name: nil)]) && places.focused == nil)
    #expect(places.edit == nil && places.extended == nil)
  }
}
