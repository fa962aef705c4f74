extension Array {
  /// Reverses the sequences at each level, from the highest one to the lowest odd one (rule L2 of UAX #9). The order of
  /// a text becomes that of its display, and the other way round.
  mutating func reorder(byLevel level: (Element) -> Int8) {
    guard let highest = lazy.map(level).max(), highest > 0 else { return }
    for lowest in (1...highest).reversed() {
      var start = 0
      while start < count {
        guard level(self[start]) >= lowest else {
          start += 1
          continue
        }
        let end = self[start...].firstIndex { level($0) < lowest } ?? count
        self[start..<end].reverse()
        start = end
      }
    }
  }
}

extension Grid {
  /// Returns the text in these columns of a row. Text from right to left is in its own order, not in that of its display.
  package func text(ofRow y: Int, columns: Range<Int>) -> String {
    var cells = columns.map { self[$0, y] }
    cells.reorder { $0.style.level }
    return cells.reduce(into: "") { text, cell in
      text += cell.style.level % 2 == 0 ? cell.text : String(cell.text.map(\.mirrored))
    }
  }
}
