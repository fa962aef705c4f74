/// An error of the conversion of a Markdown document.
public enum MarkdownError: Error, Equatable, CustomStringConvertible {
  /// The document has more bytes than ``AttributedString/longestMarkdown``.
  case tooLong(bytes: Int)
  /// The conversion would take more memory than ``AttributedString/largestMarkdown``.
  case tooLarge

  /// The reason why the document cannot be converted, and the remedy.
  public var description: String {
    switch self {
    case .tooLong(let bytes):
      "the document has \(bytes) bytes; the limit is \(AttributedString.longestMarkdown). Convert it in parts"
    case .tooLarge:
      "the document takes more than \(AttributedString.largestMarkdown >> 20) MiB of memory when it is converted. "
        + "Shorten it, its largest table, or the addresses that it repeats"
    }
  }
}

/// The approximate memory that a document takes while it is converted. It is counted during the conversion, as a short
/// document can expand a lot: each use of a reference repeats its address, and each row of a table has all its columns.
struct MarkdownMemory {
  private var used = 0
  private var reserved = 0
  private let reserve: (Int) throws -> Void

  /// The number of bytes that are reserved at a time.
  private static let step = 64 << 10
  /// The bytes of a piece and of its run in the converted text, without their text and styles.
  private static let bytesPerPiece = 160
  /// The bytes of a table's cell without its pieces, but with the spaces that fill it.
  static let bytesPerCell = 224
  /// The bytes of a quote or of a list item without its pieces.
  static let bytesPerContainer = 64
  /// The bytes of a link without its address.
  static let bytesPerLink = 400

  /// Creates a count of 0 bytes.
  ///
  /// - Parameter reserve: called with the number of bytes that will be in use; throws if there is no room for them.
  init(reserve: @escaping (Int) throws -> Void) {
    self.reserve = reserve
  }

  /// Counts bytes that are about to be used.
  mutating func use(_ bytes: Int) throws {
    used += bytes
    guard used > reserved else { return }
    guard used <= AttributedString.largestMarkdown else { throw MarkdownError.tooLarge }
    reserved = used + Self.step
    try reserve(reserved)
  }

  /// Counts a piece, whose text is copied into the converted text.
  mutating func use(piece: MarkdownDocument.Piece) throws {
    try use(
      Self.bytesPerPiece + 2 * piece.text.utf8.count
        + piece.attributes.looks.count * MemoryLayout<AttributedString.Look>.stride)
  }

  /// Counts a copy of the document, and the parser's entries for the characters that may have a meaning.
  mutating func use(parserOf document: String) throws {
    let signs = document.utf8.reduce(0) { Self.isSign[Int($1)] ? $0 + 1 : $0 }
    try use(document.utf8.count + signs * Self.bytesPerSign)
  }

  /// The parser has 20 bytes for a sign, in an array that is copied when it grows.
  private static let bytesPerSign = 56
  private static let isSign: [Bool] = (0..<256).map { #"\*_`~&;<>[!]@:.|"#.utf8.contains(UInt8($0)) || $0 == 0 }
}
