// Lines as readers count them. A line that is too long for a chunk continues in the next one.
extension TextLines {
  /// Returns whether a line continues the one before it.
  private func isContinuation(_ number: Int) -> Bool {
    let index = chunkIndex(ofLine: number)
    return number > first && chunks[index].firstLine == number && index > 0 && isContinued(index - 1)
  }

  /// The lines that continue others, in order.
  private var continuations: some Sequence<Int> {
    chunks.indices.dropFirst().lazy.filter { isContinued($0 - 1) }.map { chunks[$0].firstLine }.filter { $0 > first }
  }

  /// Returns the line in which the paragraph of a line begins.
  func paragraphStart(ofLine number: Int) -> Int {
    var number = min(max(number, first), end - 1)
    while isContinuation(number) { number -= 1 }
    return number
  }

  /// Returns the last line of the paragraph that begins in a line.
  func paragraphEnd(fromLine number: Int) -> Int {
    var number = number
    while number + 1 < end, isContinuation(number + 1) { number += 1 }
    return number
  }

  /// Returns the index of the paragraph that contains a line, from 0.
  func paragraphIndex(ofLine number: Int) -> Int {
    continuations.reduce(number - first) { $1 <= number ? $0 - 1 : $0 }
  }

  /// Returns the line in which a paragraph begins; nil if there are not as many.
  func line(ofParagraph index: Int) -> Int? {
    let line = continuations.reduce(first + index) { $1 <= $0 ? $0 + 1 : $0 }
    return index >= 0 && line < end && !isEmpty ? line : nil
  }
}
