import Testing

@testable import Interface

@Suite("Row actions")
struct RowActionsTests {
  private var shown: RowActions {
    RowActions(
      row: IndexPath(section: 0, row: 0),
      actions: [RowAction(title: "Keep") {}, RowAction(title: "漢字", isDestructive: true) {}])
  }

  @Test("actions are at the right, a cell apart, and each is hit on its own cells")
  func places() {
    let places = shown.places(width: 20)
    #expect(places.map(\.x) == [7, 14] && places.map(\.title) == ["[Keep]", "[漢字]"])
    #expect([6, 7, 12, 13, 14, 19, 20].map { shown.index(atColumn: $0, width: 20) } == [nil, 0, 0, nil, 1, 1, nil])
  }

  @Test("arrows move between actions and close them left of the first; other keys pass on")
  func keys() {
    var shown = shown
    func press(_ key: KeyPress) -> RowActions.Outcome? { shown.handle(key) }
    #expect([press(.right), press(.right)] == [.stays, .stays])
    #expect(shown.selected == 1)
    #expect(press(.enter) == .performs && press(.space) == .performs)
    #expect(press(.left) == .stays && shown.selected == 0)
    #expect(press(.left) == .closes && press(.escape) == .closes)
    #expect(press(.down) == nil && press(.character("x")) == nil)
  }
}
