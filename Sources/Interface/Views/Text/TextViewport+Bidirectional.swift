// Positions beside each other in text that is displayed in another order.
extension TextViewport {
  /// Whether the text of a line may be displayed in another order.
  func isReordered(line number: Int) -> Bool { layout(ofLine: number).directions != nil }

  /// Returns whether the paragraph of a mark runs from right to left.
  func isRightToLeft(_ mark: Mark) -> Bool {
    layout(ofLine: mark.line).directions?.isRightToLeft(at: mark.byte) ?? false
  }

  /// Returns the offset displayed to the left (-1) or right (1) of another one. At the edge of a row, the text continues
  /// in the row before or after it.
  func offset(beside offset: Int, step: Int) -> Int {
    let place = place(of: mark(ofOffset: offset))
    let start = lines.offset(ofLine: place.line)
    switch displayedRow(place).neighbor(of: offset - start, step: step, hasEnd: isEndOfParagraph(place)) {
    case .byte(let byte): return start + byte
    case .lineBefore: return edge(ofRow: self.place(place, movedBy: -1), atEnd: true, unless: place) ?? offset
    case .lineAfter: return edge(ofRow: self.place(place, movedBy: 1), atEnd: false, unless: place) ?? offset
    }
  }

  /// Returns the offset at the edge at which a row begins or ends; nil for the current row.
  private func edge(ofRow place: Place, atEnd: Bool, unless current: Place) -> Int? {
    guard place != current else { return nil }
    return lines.offset(ofLine: place.line)
      + displayedRow(place).edge(atEnd: atEnd, hasEnd: isEndOfParagraph(place))
  }

  /// Whether the cursor can be after the last character of a row.
  private func isEndOfParagraph(_ place: Place) -> Bool { rows(ofLine: place.line).isLast(place.row) }

  /// Returns whether the first of two offsets is displayed to the left of the second, or in a row whose text is.
  func isBefore(_ first: Int, _ second: Int) -> Bool {
    let marks = (mark(ofOffset: first), mark(ofOffset: second))
    guard place(of: marks.0) == place(of: marks.1) else { return (first < second) != isRightToLeft(marks.0) }
    return column(of: marks.0) < column(of: marks.1)
  }
}
