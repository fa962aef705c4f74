/// A text to be shown, as it was given: letters alone, or with looks and links.
public struct Text: Hashable, Sendable {
  /// The letters.
  public let string: String
  /// The text with its looks and links; nil if it was given without.
  public let attributed: AttributedString?

  /// Letters alone.
  public init(_ string: String) {
    self.string = string
    attributed = nil
  }

  /// A text with looks and links.
  public init(_ attributed: AttributedString) {
    string = attributed.string
    self.attributed = attributed
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { string.isEmpty }

  /// How many cells it takes in one line.
  public var cellWidth: Int { string.cellWidth }

  /// The text, cut to a width, with `…` where something is missing, which looks as what stood there.
  public func truncated(to width: Int) -> Text {
    guard let attributed else { return Text(string.truncated(to: width)) }
    return Text(attributed.truncated(to: width))
  }

  /// As many whole characters as there is room for in so many cells.
  public func prefix(cells: Int) -> Text {
    guard cellWidth > cells else { return self }
    return attributed.map { Text($0.prefix(cells: cells)) } ?? Text(string.prefix(cells: cells))
  }

  /// Its parts, each of the same attributes throughout.
  var parts: [(text: String, attributes: AttributedString.Attributes)] {
    attributed?.parts ?? [(string, AttributedString.Attributes())]
  }

  /// The text as it can be read on a row of a look. Where that has a background, or is reversed, colours that were chosen for
  /// another one are left out, and weight, slant and lines are kept.
  func legible(on style: Style, in theme: Theme) -> Text {
    guard let attributed, style.background != .default || style.attributes.contains(.reverse) else { return self }
    return Text(
      AttributedString(
        parts: attributed.parts.map { text, attributes in
          let kept: Style.Attributes = [.bold, .italic, .underline, .strikethrough]
          let style = Style(attributes: attributes.style(in: theme).attributes.intersection(kept))
          return (text, AttributedString.Attributes(looks: [.style(style)]))
        }))
  }

  /// The text as one with looks, of which it may have none.
  var styled: AttributedString { attributed ?? AttributedString(string) }

  /// What it takes beside an attributed text, which counts by itself.
  var heldBytes: Int { attributed == nil ? string.utf8.count : 0 }
}

extension Text: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(value) }
}

extension Text? {
  var heldBytes: Int { self?.heldBytes ?? 0 }
}

extension AttributedString {
  /// The text, cut to a width, with `…` where something is missing, which looks as what stood there.
  public func truncated(to width: Int) -> AttributedString {
    guard string.cellWidth > width else { return self }
    guard width > 0 else { return AttributedString("") }
    let kept = string.prefix(cells: width - 1)
    return prefix(byteCount: kept.utf8.count, followedBy: "…")
  }

  /// As many whole characters as there is room for.
  func prefix(cells: Int) -> AttributedString {
    prefix(byteCount: string.prefix(cells: cells).utf8.count, followedBy: "")
  }

  /// What stands from a byte on, where a character begins.
  func suffix(fromByte byte: Int) -> AttributedString {
    var skipped = byte
    return AttributedString(
      parts: parts.map { part in
        defer { skipped = max(0, skipped - part.text.utf8.count) }
        return (String(decoding: part.text.utf8.dropFirst(skipped), as: UTF8.self), part.attributes)
      })
  }

  private func prefix(byteCount: Int, followedBy end: String) -> AttributedString {
    guard byteCount < string.utf8.count else { return self }
    var left = byteCount
    var kept: [(text: String, attributes: Attributes)] = []
    for part in parts {
      let length = part.text.utf8.count
      guard length <= left else {
        kept.append((String(decoding: part.text.utf8.prefix(left), as: UTF8.self) + end, part.attributes))
        break
      }
      kept.append(part)
      left -= length
    }
    return AttributedString(parts: kept)
  }
}

extension String {
  /// As many whole characters as there is room for in so many cells.
  func prefix(cells: Int) -> String {
    var used = 0
    var end = startIndex
    while end < endIndex {
      let next = used + self[end].drawable.cellWidth
      if next > cells { break }
      used = next
      end = index(after: end)
    }
    return String(self[..<end])
  }
}

extension View {
  /// How a part of a text looks in this view.
  func style(of attributes: AttributedString.Attributes, over base: Style = .plain) -> Style {
    guard attributes != AttributedString.Attributes() else { return textStyle.over(base) }
    let style = attributes.style(in: theme)
    // What cannot be used looks so, whatever its parts look like.
    return (isEffectivelyEnabled ? style.over(textStyle) : textStyle.over(style)).over(base)
  }
}

extension Canvas {
  /// Draws a text in one line from a place on, and returns the column after it.
  ///
  /// - Parameter style: what the looks of its parts stand on.
  @discardableResult
  public func put(_ text: Text, x: Int, y: Int, style: Style = .plain, theme: Theme) -> Int {
    guard let attributed = text.attributed else { return put(text.string, x: x, y: y, style: style) }
    return attributed.parts.reduce(x) {
      put($1.text, x: $0, y: y, style: $1.attributes.style(in: theme).over(style))
    }
  }
}
