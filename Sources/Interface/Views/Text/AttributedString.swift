/// An immutable text whose parts have styles and links (UIKit's `NSAttributedString`).
///
///     let text = AttributedString("see ") + AttributedString("the manual", look: .role(.accent), link: link)
///
/// If Foundation is imported as well, its full name is `Interface.AttributedString`.
public final class AttributedString: Sendable {
  /// The style of a part of a text.
  public enum Look: Hashable, Sendable {
    /// A fixed style.
    case style(Style)
    /// The style of a theme role.
    case role(Theme.Role)

    /// Returns the style in a theme.
    public func style(in theme: Theme) -> Style {
      switch self {
      case .style(let style): style
      case .role(let role): theme[role]
      }
    }
  }

  /// The layout of a paragraph, the text between two newlines. The attributes of its first character apply to the whole
  /// paragraph.
  public struct Paragraph: Hashable, Sendable {
    /// The layout of a paragraph that is wider than the view.
    public enum Breaking: String, Hashable, Sendable {
      /// Wraps onto further lines.
      case wrapping
      /// Clips at the edge.
      case clipping
      /// Repeats the last character up to the edge if the paragraph is narrower, and clips it otherwise.
      case filling
    }

    /// Text inserted at the start of each line but the first, such as an indentation or a bar.
    public var continuation: AttributedString?
    /// The layout if the paragraph is wider than the view.
    public var breaking = Breaking.wrapping
  }

  /// The attributes of a part of a text.
  public struct Attributes: Hashable, Sendable {
    /// The styles, from the outermost to the innermost. Each overrides those before it.
    public var looks: [Look]
    /// The link; nil for plain text.
    public var link: TextLink?
    /// The layout of the paragraph.
    public var paragraph: Paragraph?

    /// Creates attributes.
    public init(looks: [Look] = [], link: TextLink? = nil, paragraph: Paragraph? = nil) {
      self.looks = looks
      self.link = link
      self.paragraph = paragraph
    }

    /// Returns the combined style in a theme. A link has its own role.
    public func style(in theme: Theme) -> Style {
      guard let link else { return looks.reduce(.plain) { $1.style(in: theme).over($0) } }
      var base = theme[.link]
      base.link = link.hyperlink
      return looks.reduce(base) { $1.style(in: theme).over($0) }
    }

    /// Returns these attributes nested in others: what they leave unset is taken from `outer`.
    public func inside(_ outer: Attributes) -> Attributes {
      var looks = outer.looks
      for look in self.looks {
        if case .style(let style) = look, case .style(let base)? = looks.last {
          looks[looks.count - 1] = .style(style.over(base))
        } else {
          looks.append(look)
        }
      }
      return Attributes(looks: looks, link: link ?? outer.link, paragraph: paragraph ?? outer.paragraph)
    }
  }

  /// A number of bytes of the text's UTF-8 with the same attributes. A character has the attributes of its first byte,
  /// as concatenation may combine two characters.
  public struct Run: Hashable, Sendable {
    /// The length in bytes.
    public var byteCount: Int
    /// The attributes of all bytes.
    public var attributes: Attributes
  }

  /// The text without attributes.
  public let string: String
  /// The attribute runs in order, covering all bytes. Adjacent runs differ.
  public let runs: [Run]

  /// Creates an attributed string from parts in order.
  public init(parts: some Sequence<(text: String, attributes: Attributes)>) {
    var string = ""
    var runs: [Run] = []
    for part in parts where !part.text.isEmpty {
      string += part.text
      Self.append(Run(byteCount: part.text.utf8.count, attributes: part.attributes), to: &runs)
    }
    self.string = string
    self.runs = runs
  }

  /// Creates an attributed string with the same attributes throughout.
  public convenience init(_ string: String, look: Look? = nil, link: TextLink? = nil) {
    self.init(parts: [(string, Attributes(looks: look.map { [$0] } ?? [], link: link))])
  }

  static func append(_ run: Run, to runs: inout [Run]) {
    if let last = runs.last, last.attributes == run.attributes {
      runs[runs.count - 1].byteCount += run.byteCount
    } else {
      runs.append(run)
    }
  }

  /// Concatenates attributed strings.
  public static func joined(_ texts: some Sequence<AttributedString>) -> AttributedString {
    AttributedString(parts: texts.flatMap(\.parts))
  }

  /// Concatenates two attributed strings.
  public static func + (left: AttributedString, right: AttributedString) -> AttributedString { joined([left, right]) }

  /// Returns the text with all attributes nested in others.
  public func inside(_ outer: Attributes) -> AttributedString {
    outer == Attributes()
      ? self : AttributedString(parts: parts.map { ($0.text, $0.attributes.inside(outer)) })
  }

  /// The parts of the text, one for each run.
  public var parts: [(text: String, attributes: Attributes)] {
    Self.parts(of: string, runs, in: 0..<string.utf8.count)
  }

  /// Returns the parts of a range of bytes of a text, one for each of its runs.
  static func parts(
    of string: String, _ runs: [Run], in range: Range<Int>
  ) -> [(text: String, attributes: Attributes)] {
    var string = string
    return string.withUTF8 { bytes in
      var start = 0
      return runs.compactMap { run -> (text: String, attributes: Attributes)? in
        defer { start += run.byteCount }
        let part = (start..<start + run.byteCount).clamped(to: range)
        if part.isEmpty { return nil }
        return (String(decoding: UnsafeBufferPointer(rebasing: bytes[part]), as: UTF8.self), run.attributes)
      }
    }
  }

  /// The number of characters.
  public var count: Int { string.count }

  /// The links in order. A link that occurs in several places is listed once for each.
  public var links: [TextLink] { linkParts.map(\.link) }

  /// The links with their text, in order. Adjacent parts of the same link are combined.
  var linkParts: [(link: TextLink, text: String)] {
    var found: [(link: TextLink, text: String)] = []
    var last: TextLink?
    for part in parts {
      if let link = part.attributes.link {
        if link === last {
          found[found.count - 1].text += part.text
        } else {
          found.append((link, part.text))
        }
      }
      last = part.attributes.link
    }
    return found
  }

  /// The approximate memory use, in bytes.
  public var heldBytes: Int {
    runs.reduce(string.utf8.count) { sum, run in
      sum + 64 + run.attributes.looks.count * MemoryLayout<Look>.stride
        + (run.attributes.paragraph?.continuation?.string.utf8.count ?? 0)
    }
  }
}

extension AttributedString {
  /// Returns whether two texts have equal characters and styles, and links that are identical or equal by `isSame`.
  public func isEqual(to other: AttributedString, links isSame: (TextLink, TextLink) -> Bool) -> Bool {
    if self === other { return true }
    return runs.count == other.runs.count && string.utf8.elementsEqual(other.string.utf8)
      && zip(runs, other.runs).allSatisfy { run, other in
        let (attributes, others) = (run.attributes, other.attributes)
        guard run.byteCount == other.byteCount, attributes.looks == others.looks,
          attributes.paragraph == others.paragraph
        else { return false }
        guard let link = attributes.link, let otherLink = others.link else {
          return attributes.link == nil && others.link == nil
        }
        return link === otherLink || isSame(link, otherLink)
      }
  }
}

extension AttributedString: Hashable {
  /// Returns whether two texts have equal characters, styles and links. Links are compared by identity.
  public static func == (left: AttributedString, right: AttributedString) -> Bool {
    left === right || left.string.utf8.elementsEqual(right.string.utf8) && left.runs == right.runs
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(string) }
}

extension AttributedString: ExpressibleByStringLiteral {
  /// Creates a text without attributes.
  public convenience init(stringLiteral value: String) { self.init(value) }
}
