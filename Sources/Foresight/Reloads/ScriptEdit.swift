import FoundationEssentials

/// The lines of a script that an edit has moved.
struct ScriptEdit {
  private let old: [Data.SubSequence]
  private let new: [Data.SubSequence]
  private let prefix: Int
  private let suffix: Int

  init(from old: Data, to new: Data) {
    let newline = UInt8(ascii: "\n")
    self.old = old.split(separator: newline, omittingEmptySubsequences: false)
    self.new = new.split(separator: newline, omittingEmptySubsequences: false)
    prefix = zip(self.old, self.new).prefix { $0 == $1 }.count
    let most = min(self.old.count, self.new.count) - prefix
    suffix = zip(self.old.reversed(), self.new.reversed()).prefix(most).prefix { $0 == $1 }.count
  }

  /// Returns the present number of a line; nil if the edit has removed it.
  func line(_ line: Int) -> Int? {
    if line <= prefix { return line }
    if line > old.count - suffix { return line + new.count - old.count }
    guard old.indices.contains(line - 1) else { return nil }
    // Edited lines have kept their places if none was added or removed.
    if old.count == new.count { return line }
    // Between several edits, the same line is the nearest one with the same text.
    let text = old[line - 1]
    let candidates = new.indices.filter { new[$0] == text }
    return candidates.min { abs($0 - line + 1) < abs($1 - line + 1) }.map { $0 + 1 }
  }
}
