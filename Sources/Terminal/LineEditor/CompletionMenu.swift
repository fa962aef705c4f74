import Interface

/// The possible completions at the cursor.
public struct Completions: Sendable {
  /// The start of the text to replace, in characters; it ends at the cursor.
  public var start: Int
  /// The candidates.
  public var candidates: [String]

  /// Creates completions.
  public init(start: Int, candidates: [String]) {
    self.start = start
    self.candidates = candidates
  }

  /// The longest common prefix of all candidates.
  package var commonPrefix: String {
    guard var prefix = candidates.first else { return "" }
    for candidate in candidates {
      while !candidate.hasPrefix(prefix) { prefix.removeLast() }
    }
    return prefix
  }
}

/// The candidates shown below the prompt, with the selected one.
struct CompletionMenu {
  let completions: Completions
  /// The index of the selected candidate; nil before Tab is pressed again.
  private(set) var selected: Int?

  init(_ completions: Completions) { self.completions = completions }

  /// Selects the next or previous candidate, wrapping around.
  mutating func advance(by step: Int) -> String? {
    let count = completions.candidates.count
    guard count > 0 else { return nil }
    let next = selected.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1)
    selected = next
    return completions.candidates[next]
  }

  /// Returns the rows to show, in columns filled downwards; if they don't fit, the rows around the selected candidate.
  func rows(width: Int, height: Int) -> [[Cell]] {
    let candidates = completions.candidates
    let longest = min(max(1, candidates.map { $0.cellWidth }.max() ?? 1), max(1, width - 1))
    let columns = max(1, width / (longest + 2))
    let count = (candidates.count + columns - 1) / columns
    let limit = max(1, height)
    var first = 0
    if count > limit, let selected { first = min(max(0, selected % count - limit / 2), count - limit) }
    var rows = (first..<min(count, first + limit)).map { row in
      stride(from: row, to: candidates.count, by: count).flatMap { index in
        cells(of: candidates[index], width: longest, isSelected: index == selected)
      }
    }
    if count > limit {
      let dim = Style(attributes: .dim)
      rows.append("… \(candidates.count) in all".map { Cell(String($0), style: dim) })
    }
    return rows
  }

  private func cells(of candidate: String, width: Int, isSelected: Bool) -> [Cell] {
    let style = isSelected ? Style(attributes: .reverse) : .plain
    var cells: [Cell] = []
    var used = 0
    for character in candidate where !character.isNewline {
      let needed = character.cellWidth
      if used + needed > width { break }
      used += needed
      cells.append(Cell(String(character), style: style))
    }
    cells += Array(repeating: Cell(" ", style: style), count: width - used)
    return cells + [.blank, .blank]
  }
}
