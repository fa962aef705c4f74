/// A change of a script's text.
struct SourceEdit: Equatable {
  /// The file.
  let file: String
  /// The bytes to replace.
  let range: Range<Int>
  /// The replacement.
  let text: String

  /// Returns texts with edits applied; nil if two edits overlap or a file is unknown.
  static func apply(_ edits: [SourceEdit], to sources: [String: [UInt8]]) -> [String: [UInt8]]? {
    var changed = sources
    for (file, edits) in Dictionary(grouping: edits, by: \.file) {
      guard var bytes = sources[file] else { return nil }
      var end = bytes.count
      for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        guard edit.range.upperBound <= end else { return nil }
        bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
        end = edit.range.lowerBound
      }
      changed[file] = bytes
    }
    return changed
  }
}
