/// A text to display: a plain string or an attributed string.
public struct Text: Hashable, Sendable {
  /// The characters.
  public let string: String
  /// The text with its styles and links; nil for a plain string.
  public let attributed: AttributedString?

  /// Creates a plain text.
  public init(_ string: String) {
    self.string = string
    attributed = nil
  }

  /// Creates a text with styles and links.
  public init(_ attributed: AttributedString) {
    string = attributed.string
    self.attributed = attributed
  }

  /// Whether the text has no characters.
  public var isEmpty: Bool { string.isEmpty }

  /// The width of the text in one line, in cells.
  public var cellWidth: Int { string.cellWidth }

  /// Returns the text truncated to a width. An ellipsis with the style of the omitted text marks the end.
  public func truncated(to width: Int) -> Text {
    guard let attributed else { return Text(string.truncated(to: width)) }
    return Text(attributed.truncated(to: width))
  }

  /// Returns the longest prefix of whole characters that fits into a number of cells.
  public func prefix(cells: Int) -> Text {
    if string.fits(in: cells) { return self }
    return attributed.map { Text($0.prefix(cells: cells)) } ?? Text(string.prefix(cells: cells))
  }

  /// Returns a text that is legible on a style. On a background or in reverse video, colors are removed, while weight,
  /// slant and lines are kept.
  func legible(on style: Style, in theme: Theme) -> Text {
    guard let attributed, style.hidesColors else { return self }
    return Text(
      AttributedString(
        parts: attributed.parts.map { text, attributes in
          let kept: Style.Attributes = [.bold, .italic, .underline, .strikethrough]
          let style = Style(attributes: attributes.style(in: theme).attributes.intersection(kept))
          return (text, AttributedString.Attributes(looks: [.style(style)]))
        }))
  }

  /// The text as an attributed string.
  var styled: AttributedString { attributed ?? AttributedString(string) }

  /// The approximate memory use in bytes; 0 for an attributed text, which is counted separately.
  var heldBytes: Int { attributed == nil ? string.utf8.count : 0 }
}

extension Text: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(value) }
}

extension Text? {
  var heldBytes: Int { self?.heldBytes ?? 0 }
}

extension AttributedString {
  /// Returns the text truncated to a width. An ellipsis with the style of the omitted text marks the end.
  public func truncated(to width: Int) -> AttributedString {
    if string.fits(in: width) { return self }
    guard width > 0 else { return AttributedString("") }
    let kept = string.prefix(cells: width - 1)
    return prefix(byteCount: kept.utf8.count, followedBy: "…")
  }

  /// Returns the longest prefix of whole characters that fits into a number of cells.
  func prefix(cells: Int) -> AttributedString {
    prefix(byteCount: string.prefix(cells: cells).utf8.count, followedBy: "")
  }

  /// Returns the text from a byte offset, which must be a character boundary.
  func suffix(fromByte byte: Int) -> AttributedString {
    AttributedString(parts: Self.parts(of: string, runs, in: byte..<max(byte, string.utf8.count)))
  }

  private func prefix(byteCount: Int, followedBy end: String) -> AttributedString {
    guard byteCount < string.utf8.count else { return self }
    let kept = Self.parts(of: string, runs, in: 0..<byteCount)
    let omitted = Self.parts(of: string, runs, in: byteCount..<byteCount + 1)
    return AttributedString(parts: kept + omitted.map { (text: end, attributes: $0.attributes) })
  }
}

extension View {
  /// Returns the style of a part of a text in this view.
  func style(of attributes: AttributedString.Attributes) -> Style {
    guard attributes != AttributedString.Attributes() else { return textStyle }
    let style = attributes.style(in: theme)
    // A disabled view is drawn as disabled, whatever the styles of its parts.
    return isEffectivelyEnabled ? style.over(textStyle) : textStyle.over(style)
  }
}

extension Canvas {
  /// Draws a text in one line. Returns the column after it.
  ///
  /// - Parameter style: the base style, which the styles of the parts override.
  @discardableResult
  public func put(_ text: Text, x: Int, y: Int, style: Style = .plain, theme: Theme) -> Int {
    guard let attributed = text.attributed else { return put(text.string, x: x, y: y, style: style) }
    if attributed.string.hasRightToLeft, let line = BidirectionalLine(attributed.parts) {
      for piece in line.pieces { put(piece, x: x, y: y, style: piece.attributes.style(in: theme).over(style)) }
      return x + line.columns.count
    }
    return attributed.parts.reduce(x) {
      put($1.text, x: $0, y: y, style: $1.attributes.style(in: theme).over(style))
    }
  }
}
