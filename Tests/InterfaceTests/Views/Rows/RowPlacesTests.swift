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
