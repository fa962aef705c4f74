import CUtf8proc

extension Character {
  /// The width of the character in cells: 0, 1 or 2.
  ///
  /// Joined clusters, clusters with an emoji variation selector, and flags are 2 wide; other clusters are as wide as
  /// their widest scalar.
  public var cellWidth: Int {
    if isPrintableASCII { return 1 }
    if isASCII { return 0 }
    var width = 0
    var isWideCluster = false
    var indicators = 0
    for scalar in unicodeScalars {
      width = max(width, Int(utf8proc_charwidth(utf8proc_int32_t(scalar.value))))
      switch scalar.value {
      case 0xfe0f, 0x200d: isWideCluster = true
      case 0x1f1e6...0x1f1ff: indicators += 1
      default: break
      }
    }
    return isWideCluster || indicators == 2 ? 2 : min(width, 2)
  }

  /// Whether the character is printable ASCII, as most are: cheaper than `asciiValue`.
  private var isPrintableASCII: Bool { utf8.count == 1 && utf8.allSatisfy { (0x20...0x7e).contains($0) } }

  /// Whether the character ends a line. U+0085 does not: it is a control character, and shown as one.
  public var breaksLine: Bool { isNewline && self != "\u{85}" }

  /// The largest number of code points in a cell; the longest emoji have 10.
  private static let mostScalars = 32

  /// The character as drawn: control characters become visible, a tab becomes a space, and further combining characters are
  /// omitted.
  var drawable: Character {
    if isPrintableASCII { return self }
    let scalars = unicodeScalars
    guard let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else {
      // Swift treats CR LF as one character.
      if self == "\r\n" { return "␍" }
      let end = scalars.index(scalars.startIndex, offsetBy: Self.mostScalars, limitedBy: scalars.endIndex)
      return end.flatMap { String(scalars[..<$0]).first } ?? self
    }
    switch scalar.value {
    case 9: return " "
    case 0..<32: return Character(Unicode.Scalar(UInt8(scalar.value)).control)
    case 127: return "␡"
    case 0x80..<0xa0: return "�"
    default: return cellWidth == 0 ? "�" : self
    }
  }
}

extension Unicode.Scalar {
  /// The visible symbol of a control character.
  fileprivate var control: Unicode.Scalar { Unicode.Scalar(0x2400 + value) ?? "�" }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether every byte is a printable ASCII character.
  var isPrintableASCII: Bool {
    for byte in self where byte < 0x20 || byte > 0x7e { return false }
    return true
  }
}

/// A part of a text, for drawing and measuring.
enum TextPart {
  /// Printable ASCII, one cell per byte.
  case ascii(UnsafeBufferPointer<UInt8>)
  /// Any other character.
  case character(Character)
}

extension String {
  /// Visits the text in runs of printable ASCII where possible, otherwise character by character.
  mutating func forEachPart(_ body: (TextPart) -> Void) {
    let whole = withUTF8 { bytes -> Bool in
      guard bytes.isPrintableASCII else { return false }
      body(.ascii(bytes))
      return true
    }
    if whole { return }
    let count = utf8.count
    var place = 0
    // Swift knows that an index after a character is the start of the next one, and need not search backwards for it, which
    // takes long in a row of flags.
    var index = startIndex
    while place < count {
      let end = withUTF8 { bytes -> Int in
        var end = place
        while end < count, bytes[end] >= 0x20, bytes[end] <= 0x7e { end += 1 }
        // The next scalar may combine with the last ASCII character, for example an accent or a joiner.
        if end < count, end > place { end -= 1 }
        if end > place { body(.ascii(UnsafeBufferPointer(rebasing: bytes[place..<end]))) }
        return end
      }
      guard end < count else { return }
      if end > place { index = utf8.index(startIndex, offsetBy: end) }
      body(.character(self[index]))
      index = self.index(after: index)
      place = utf8.distance(from: startIndex, to: index)
    }
  }

  /// The width in cells if the text is printable ASCII; nil otherwise.
  private var asciiWidth: Int? {
    var text = self
    return text.withUTF8 { $0.isPrintableASCII ? $0.count : nil }
  }

  /// Returns the end of the longest prefix of whole characters that fits into a number of cells, and reads no further.
  private func end(ofCells cells: Int) -> Index {
    // No character takes more cells than bytes.
    if utf8.count <= cells { return endIndex }
    if utf8.prefix(max(0, cells + 1)).allSatisfy({ (0x20...0x7e).contains($0) }) {
      return utf8.index(startIndex, offsetBy: max(0, cells))
    }
    var used = 0
    var end = startIndex
    while end < endIndex {
      used += self[end].drawable.cellWidth
      if used > cells { break }
      end = index(after: end)
    }
    return end
  }

  /// Whether the text fits into a number of cells, on one line.
  func fits(in cells: Int) -> Bool { end(ofCells: cells) == endIndex }

  /// Returns the longest prefix of whole characters that fits into a number of cells.
  func prefix(cells: Int) -> String {
    let end = end(ofCells: cells)
    return end == endIndex ? self : String(self[..<end])
  }

  /// The width of the text in cells, on one line.
  public var cellWidth: Int {
    var text = self
    var width = 0
    text.forEachPart { part in
      switch part {
      case .ascii(let bytes): width += bytes.count
      case .character(let character): width += character.drawable.cellWidth
      }
    }
    return width
  }

  /// Returns the text truncated to a width, with `…` at the cut.
  public func truncated(to width: Int) -> String {
    if fits(in: width) { return self }
    return width > 0 ? prefix(cells: width - 1) + "…" : ""
  }

  /// Returns the text wrapped to a width: at newlines, at spaces if possible, otherwise within words. Each line comes
  /// with the character offset of its start. Returns at most ``maximumWrappedLines`` lines.
  public func wrapped(to width: Int) -> [(line: String, start: Int)] {
    guard width > 0 else { return [] }
    if let asciiWidth, asciiWidth <= width { return [(self, 0)] }
    var lines: [(line: String, start: Int)] = []
    var rest = self[...]
    var start = 0
    var most = Self.charactersAtOnce
    while lines.count < Self.maximumWrappedLines {
      // A character takes 16 bytes besides its text, so long texts are wrapped in chunks. Counting the characters of a
      // short text would read it twice.
      let end =
        rest.utf8.count <= most
        ? rest.endIndex : rest.index(rest.startIndex, offsetBy: most, limitedBy: rest.endIndex) ?? rest.endIndex
      let characters = Array(rest[..<end])
      var made = WrappedText.lines(of: characters, width: width)[...]
      if end < rest.endIndex {
        // The last line of a chunk may continue in the next one.
        guard made.count > 1, let unfinished = made.popLast() else {
          most *= 2
          continue
        }
        rest = rest[rest.index(rest.startIndex, offsetBy: unfinished.start)...]
        lines += made.map { (String(characters[$0.range]), start + $0.start) }
        start += unfinished.start
      } else {
        lines += made.map { (String(characters[$0.range]), start + $0.start) }
        break
      }
    }
    if lines.count > Self.maximumWrappedLines { lines.removeSubrange(Self.maximumWrappedLines...) }
    return lines
  }

  /// The maximum number of lines of a wrapped text; bounds its memory.
  static let maximumWrappedLines = 50_000
  private static let charactersAtOnce = 1 << 14
}
