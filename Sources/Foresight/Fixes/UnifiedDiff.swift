import FoundationEssentials

/// The difference of two texts in unified format, which `patch` and `git apply` read. Texts are bytes, so that line ends and
/// invalid UTF-8 stay as they are.
enum UnifiedDiff {
  private static let context = 3
  private static let newline = UInt8(ascii: "\n")

  /// A line of both texts, or of one, with its newline.
  private enum Line {
    case same(ArraySlice<UInt8>), removed(ArraySlice<UInt8>), added(ArraySlice<UInt8>)
  }

  /// Returns the name of a file from a folder, as `patch` refuses other names; unchanged for a file that is not in the folder.
  static func name(ofFile file: String, in folder: String) -> String {
    let path = file.standardizedPath
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : file
  }

  /// Returns the difference; empty if there is none.
  static func bytes(file: String, from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    guard old != new else { return [] }
    let lines = merged(lines(of: old), lines(of: new))
    let changes = lines.indices.filter { if case .same = lines[$0] { false } else { true } }
    // A tab ends a name with spaces (POSIX diff, "Diff -u Output Format").
    let name = file.contains(" ") ? "\(file)\t" : file
    var text = Array("--- \(name)\n+++ \(name)\n".utf8)
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

  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: newline).map { $0 + 1 } ?? rest.endIndex
      lines.append(rest[..<end])
      rest = rest[end...]
    }
    return lines
  }

  private static func merged(_ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>]) -> [Line] {
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

  private static func hunk(_ lines: [Line], _ range: Range<Int>) -> [UInt8] {
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
    var text = Array("@@ -\(place(before.old, own.old)) +\(place(before.new, own.new)) @@\n".utf8)
    for line in lines[range] {
      switch line {
      case .same(let bytes): text += marked(" ", bytes)
      case .removed(let bytes): text += marked("-", bytes)
      case .added(let bytes): text += marked("+", bytes)
      }
    }
    return text
  }

  /// Returns a line of a hunk, with the note of `diff` if the line is the last one and has no newline.
  private static func marked(_ mark: String, _ line: ArraySlice<UInt8>) -> [UInt8] {
    Array(mark.utf8) + line + (line.last == newline ? [] : Array("\n\\ No newline at end of file\n".utf8))
  }
}
