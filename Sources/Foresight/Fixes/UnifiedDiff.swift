/// The difference of two texts in unified format, which `patch` and `git apply` read.
enum UnifiedDiff {
  private static let context = 3

  /// A line of both texts, or of one.
  private enum Line {
    case same(Substring), removed(Substring), added(Substring)
  }

  /// Returns the difference; empty if there is none.
  static func text(file: String, from old: String, to new: String) -> String {
    guard old != new else { return "" }
    let lines = merged(lines(of: old), lines(of: new))
    let changes = lines.indices.filter { if case .same = lines[$0] { false } else { true } }
    var text = "--- \(file)\n+++ \(file)\n"
    var next = changes.startIndex
    while next < changes.endIndex {
      let first = changes[next]
      var last = first
      while next < changes.endIndex, changes[next] <= last + 2 * context + 1 {
        last = changes[next]
        next += 1
      }
      let range = max(0, first - context)..<min(lines.count, last + context + 1)
      text += hunk(lines, range)
    }
    return text
  }

  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func merged(_ old: [Substring], _ new: [Substring]) -> [Line] {
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [Line] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if removed.contains(i) {
        lines.append(.removed(old[i]))
        i += 1
      } else if added.contains(j) {
        lines.append(.added(new[j]))
        j += 1
      } else {
        lines.append(.same(old[i]))
        (i, j) = (i + 1, j + 1)
      }
    }
    return lines
  }

  private static func hunk(_ lines: [Line], _ range: Range<Int>) -> String {
    func count(_ range: Range<Int>) -> (old: Int, new: Int) {
      lines[range].reduce(into: (old: 0, new: 0)) { count, line in
        switch line {
        case .same: (count.old, count.new) = (count.old + 1, count.new + 1)
        case .removed: count.old += 1
        case .added: count.new += 1
        }
      }
    }
    let (before, own) = (count(0..<range.lowerBound), count(range))
    func place(_ start: Int, _ count: Int) -> String { "\(count == 0 ? start : start + 1),\(count)" }
    let body = lines[range].map { line in
      switch line {
      case .same(let text): " \(text)\n"
      case .removed(let text): "-\(text)\n"
      case .added(let text): "+\(text)\n"
      }
    }
    return "@@ -\(place(before.old, own.old)) +\(place(before.new, own.new)) @@\n" + body.joined()
  }
}
