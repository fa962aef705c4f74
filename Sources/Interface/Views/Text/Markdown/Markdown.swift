extension AttributedString {
  /// The maximum length of Markdown in bytes.
  public static let longestMarkdown = 8 << 20
  /// The maximum memory that a document may take while it is converted, in bytes.
  public static let largestMarkdown = 256 << 20

  /// Returns the text of a Markdown document: CommonMark with tables, task lists, `~~strikethrough~~` and autolinks.
  /// HTML is shown as source text, images as their alternative text.
  ///
  /// - Parameters:
  ///   - markdown: the document, of at most ``longestMarkdown`` bytes.
  ///   - tableWidth: the maximum width of a table, in cells. Longer cells wrap within their columns.
  ///   - reserve: called repeatedly with the number of bytes that the conversion is about to have in use; throws to
  ///     stop it.
  ///   - link: creates the link for an address. If nil, addresses are shown after the text of their links.
  /// - Throws: ``MarkdownError``, or an error of `reserve`.
  @MainActor
  public static func markdown(
    _ markdown: String, tableWidth: Int = 76, reserve: @escaping (Int) throws -> Void = { _ in },
    link: ((String) -> TextLink)? = nil
  ) throws -> AttributedString {
    guard markdown.utf8.count <= longestMarkdown else { throw MarkdownError.tooLong(bytes: markdown.utf8.count) }
    let document = MarkdownDocument(
      showsAddresses: link == nil, tableWidth: tableWidth, memory: MarkdownMemory(reserve: reserve))
    try document.read(markdown)
    // All pieces of a link have the same one, also if it wraps in a cell.
    var links: [Int: TextLink] = [:]
    return AttributedString(
      parts: document.pieces.lazy.map { piece in
        var attributes = piece.attributes
        if let target = piece.target {
          if let link {
            let made = links[target.number] ?? link(target.address)
            links[target.number] = made
            attributes.link = made
          } else if Hyperlink(target.address) != .none {
            // Only terminals with hyperlinks open it.
            var style = Style.plain
            style.link = Hyperlink(target.address)
            attributes.looks.append(.style(style))
          }
        }
        return (piece.text, attributes)
      })
  }
}
