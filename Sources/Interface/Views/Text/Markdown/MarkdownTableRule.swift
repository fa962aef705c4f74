/// Support for short delimiter rows, the line of `-`, `:` and `|` below a table's header.
///
/// GitHub's dialect accepts one `-` for a column; md4c before 0.5 requires three characters.
extension MarkdownTable {
  /// Returns the document with at least three `-` for each column of its delimiter rows.
  static func withLongRules(_ markdown: String) -> String {
    var markdown = markdown
    return markdown.withUTF8 { bytes in
      guard bytes.contains(UInt8(ascii: "|")) else { return nil }
      var reader = Reader(bytes: bytes)
      return reader.read()
    } ?? markdown
  }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The modified document up to ``copied``.
    private var changed: [UInt8] = []
    private var copied = 0
    /// The fence character of an open code block.
    private var fence: UInt8?

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Returns the modified document; nil if nothing changes.
    mutating func read() -> String? {
      // A delimiter row follows the header, which is the first line of the table. Later rows of dashes are content.
      var (above, furtherAbove) = (false, false)
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
        let content = contentStart(start, end)
        let hasBar = bytes[start..<end].contains(UInt8(ascii: "|"))
        if !isFence(content, end), fence == nil, hasBar, above, !furtherAbove { lengthenRule(content, end) }
        (above, furtherAbove) = (hasBar && fence == nil, above)
        start = end + 1
      }
      guard !changed.isEmpty else { return nil }
      changed += bytes[copied...]
      return String(decoding: changed, as: UTF8.self)
    }

    /// Returns the start of a line's content after spaces and quote markers.
    private func contentStart(_ start: Int, _ end: Int) -> Int {
      bytes[start..<end].firstIndex { $0 != 0x20 && $0 != UInt8(ascii: ">") } ?? end
    }

    /// Returns whether a fenced code block begins or ends in this line.
    private mutating func isFence(_ content: Int, _ end: Int) -> Bool {
      guard end - content >= 3 else { return false }
      let sign = bytes[content]
      guard sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~"), bytes[content + 1] == sign,
        bytes[content + 2] == sign
      else { return false }
      if fence == nil {
        fence = sign
      } else if fence == sign {
        fence = nil
      }
      return true
    }

    private mutating func lengthenRule(_ content: Int, _ end: Int) {
      let dash = UInt8(ascii: "-")
      let isRule = bytes[content..<end].allSatisfy {
        $0 == dash || $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ":") || $0 == 0x20 || $0 == 0x09 || $0 == 0x0d
      }
      guard isRule else { return }
      var place = content
      while place < end {
        let run = bytes[place..<end].prefix { $0 == dash }.count
        if (1...2).contains(run) {
          changed += bytes[copied..<place]
          changed += [dash, dash, dash]
          copied = place + run
        }
        place += max(1, run)
      }
    }
  }
}
