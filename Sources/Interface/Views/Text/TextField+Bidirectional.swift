// A field with text that runs from right to left, or in both directions.
//
// The field shows as many characters as fit, from the first visible one on in the order of the text, and orders them for
// display like a row of a longer text. Text from right to left is aligned to the right, with the cursor after its last
// character on the left.
extension TextField {
  /// The maximum length in bytes of a text that is ordered for display, as each change orders it again.
  private static let longestReordered = 64 << 10

  /// The directions in the text; nil if it is displayed in logical order.
  var directions: BidirectionalText? {
    if let known = knownDirections, known.revision == editing.revision { return isSecure ? nil : known.directions }
    let lines = editing.lines
    let isReordered =
      lines.utf8Count <= Self.longestReordered
      && lines.chunks.contains { $0.bytes.withUnsafeBufferPointer(\.hasRightToLeft) }
    let directions = isReordered ? BidirectionalText(lines.string) : nil
    knownDirections = (editing.revision, directions)
    return isSecure ? nil : directions
  }

  /// Returns the part of the text from one offset to another as it is displayed.
  func line(_ range: Range<Int>, in directions: BidirectionalText, width: Int? = nil) -> BidirectionalLine {
    var line = TextLayout.Line()
    line.add(editing.lines.string(in: range), .init(), start: range.lowerBound)
    return BidirectionalLine(line.pieces, start: 0, end: range.upperBound, in: directions, width: width)
  }
}
