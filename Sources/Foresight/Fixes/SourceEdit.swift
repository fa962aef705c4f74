/// A change of a script's text.
struct SourceEdit: Hashable {
  /// The file.
  let file: String
  /// The bytes to replace.
  let range: Range<Int>
  /// The replacement, with newlines as line ends.
  let bytes: [UInt8]

  init(file: String, range: Range<Int>, bytes: [UInt8]) {
    self.file = file
    self.range = range
    self.bytes = bytes
  }

  init(file: String, range: Range<Int>, text: String) {
    self.init(file: file, range: range, bytes: Array(text.utf8))
  }

  /// Returns texts with edits applied, with the line ends of each text; nil if two edits overlap or a file is unknown.
  static func apply(_ edits: [SourceEdit], to sources: [String: [UInt8]]) -> [String: [UInt8]]? {
    var changed = sources
    for (file, edits) in Dictionary(grouping: edits, by: \.file) {
      guard var bytes = sources[file] else { return nil }
      let hasCRLF = usesCRLF(bytes)
      var end = bytes.count
      for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
        guard edit.range.upperBound <= end else { return nil }
        bytes.replaceSubrange(edit.range, with: hasCRLF ? withCRLF(edit.bytes) : edit.bytes)
        end = edit.range.lowerBound
      }
      changed[file] = bytes
    }
    return changed
  }

  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private static func usesCRLF(_ bytes: [UInt8]) -> Bool {
    bytes.firstIndex(of: newline).map { $0 > 0 && bytes[$0 - 1] == carriageReturn } ?? false
  }

  private static func withCRLF(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      if byte == newline, result.last != carriageReturn { result.append(carriageReturn) }
      result.append(byte)
    }
    return result
  }
}
