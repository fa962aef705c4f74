/// The number of matches of a search in the lines of a text, counted one slice at a time.
///
/// The counts are kept by block of consecutive lines. A change of the text therefore costs the blocks that contain the
/// changed lines, and the number of a match that of one block.
struct MatchCount {
  private struct Block {
    var lines: Range<Int>
    var matches = 0
    var cost = 0
  }

  /// The text whose matches are counted.
  let text: String
  let finder: TextFinder
  /// The number of matches counted so far.
  private(set) var total = 0
  /// The blocks, in order. Lines are missing only before the second one and after the last one.
  private var blocks: [Block] = []
  /// The last numbered match, and its number in its block.
  private var numbered: (line: Int, byte: Int, number: Int)?

  /// The cost of a slice, which does not delay a key noticeably, and of a block. A byte of ASCII costs 1.
  private static let sliceCost = 1 << 18
  private static let blockCost = 1 << 16
  /// The cost of a line besides its bytes, of a match, and of a byte in a line that is not ASCII.
  private static let lineCost = 64
  private static let matchCost = 8
  private static let characterCost = 32

  init(_ text: String) {
    self.text = text
    finder = TextFinder(text)
  }

  /// Returns whether all lines are counted.
  func isComplete(in lines: Range<Int>) -> Bool { nextLine(in: lines) == nil }

  /// Returns the block to which the next uncounted line is added, and the line; nil if all lines are counted.
  private func nextLine(in lines: Range<Int>) -> (block: Int, line: Int)? {
    guard let first = blocks.first, first.lines.lowerBound == lines.lowerBound else {
      return lines.isEmpty ? nil : (-1, lines.lowerBound)
    }
    if blocks.count > 1, first.lines.upperBound < blocks[1].lines.lowerBound { return (0, first.lines.upperBound) }
    let last = blocks.count - 1
    return blocks[last].lines.upperBound < lines.upperBound ? (last, blocks[last].lines.upperBound) : nil
  }

  /// Counts as many lines as one slice allows.
  ///
  /// - Parameters:
  ///   - lines: the lines of the text.
  ///   - string: returns a line.
  ///   - matches: returns the number of matches in a line.
  mutating func countSlice(in lines: Range<Int>, string: (Int) -> String, matches: (Int) -> Int) {
    var left = Self.sliceCost
    while left > 0, let next = nextLine(in: lines) {
      var index = next.block
      if index < 0 || blocks[index].cost >= Self.blockCost {
        index += 1
        blocks.insert(Block(lines: next.line..<next.line), at: index)
      }
      let bytes = string(next.line).utf8
      let found = matches(next.line)
      let cost =
        Self.lineCost + found * Self.matchCost
        + bytes.count * (bytes.allSatisfy { $0 < 0x80 } ? 1 : Self.characterCost)
      blocks[index].lines = blocks[index].lines.lowerBound..<(next.line + 1)
      blocks[index].matches += found
      blocks[index].cost += cost
      total += found
      left -= cost
    }
  }

  /// Returns the number of a match, from 1; nil if it is not known yet.
  ///
  /// - Parameter matches: returns the matches in a line, in bytes of it.
  mutating func number(ofMatchAt byte: Int, inLine line: Int, matches: (Int) -> [Range<Int>]) -> Int? {
    if blocks.count > 1, blocks[0].lines.upperBound < blocks[1].lines.lowerBound { return nil }
    var before = 0
    guard
      let block = blocks.first(where: { block in
        if block.lines.contains(line) { return true }
        before += block.matches
        return false
      })
    else { return nil }
    if let numbered, numbered.line == line, numbered.byte == byte { return before + numbered.number }
    let above = (block.lines.lowerBound..<line).reduce(0) { $0 + matches($1).count }
    let number = above + matches(line).count { $0.lowerBound <= byte }
    numbered = (line, byte, number)
    return before + number
  }

  // MARK: Changes of the text

  /// Forgets the lines from one on, which have changed.
  mutating func forget(from line: Int) {
    while let last = blocks.last, last.lines.upperBound > line { remove(at: blocks.count - 1) }
  }

  /// Forgets the lines before the first remaining one.
  mutating func forget(before line: Int) {
    while let first = blocks.first, first.lines.lowerBound < line { remove(at: 0) }
  }

  private mutating func remove(at index: Int) {
    let block = blocks.remove(at: index)
    total -= block.matches
    if let line = numbered?.line, block.lines.contains(line) { numbered = nil }
  }
}
