/// Support for lines that begin with many bullets, `- - - - text`, each of which begins a list in the list before it.
///
/// For each bullet, md4c checks whether the rest of the line is a thematic break, which takes a time that grows with the
/// square of their number.
enum MarkdownNesting {
  /// The number of bullets after which further ones of the line are text.
  static let mostBullets = 100

  /// Returns the document with at most ``mostBullets`` at the start of each line.
  static func limited(_ markdown: String) -> String {
    var markdown = markdown
    return markdown.withUTF8 { bytes in
      var changed: [UInt8] = []
      var copied = 0
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: 0x0a) ?? bytes.count
        if let bullet = surplusBullet(bytes[start..<end]) {
          changed += bytes[copied..<bullet]
          changed.append(UInt8(ascii: "\\"))
          copied = bullet
        }
        start = end + 1
      }
      guard !changed.isEmpty else { return nil }
      changed += bytes[copied...]
      return String(decoding: changed, as: UTF8.self)
    } ?? markdown
  }

  /// Returns the position of the first bullet of a line that is one too many; nil if there is none.
  private static func surplusBullet(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard line.count > 2 * mostBullets else { return nil }
    var count = 0
    for place in line.indices {
      switch line[place] {
      case UInt8(ascii: "-"), UInt8(ascii: "*"):
        guard place + 1 < line.endIndex, isSpace(line[place + 1]) else { return nil }
        count += 1
        guard count > mostBullets else { continue }
        // The rest is a thematic break, which is found at once.
        let isBreak = line[place...].allSatisfy { $0 == line[place] || isSpace($0) }
        return isBreak ? nil : place
      case let byte where isSpace(byte) || ">+.)0123456789".utf8.contains(byte): continue
      default: return nil
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }
}
