/// A text of which parts have a look of their own, or do something when they are chosen (UIKit's `NSAttributedString`).
/// A value: it never changes.
///
///     let text = AttributedString("see ") + AttributedString("the manual", look: .role(.accent), link: link)
///
/// Where Foundation is imported too, its full name is `Interface.AttributedString`.
public final class AttributedString: Sendable {
  /// How something looks.
  public enum Look: Hashable, Sendable {
    /// These colours and attributes.
    case style(Style)
    /// What the theme gives this role.
    case role(Theme.Role)

    /// The style in a theme.
    public func style(in theme: Theme) -> Style {
      switch self {
      case .style(let style): style
      case .role(let role): theme[role]
      }
    }
  }

  /// How the lines of a paragraph, that is of what stands between two newlines, are made. What its first character has
  /// counts for all of it.
  public struct Paragraph: Hashable, Sendable {
    /// What becomes of a paragraph that is too wide.
    public enum Breaking: String, Hashable, Sendable {
      /// It goes on in lines of its own.
      case wrapping
      /// It ends at the edge.
      case clipping
      /// Its last character is repeated up to the edge, if it is too narrow; it never has more than a line.
      case filling
    }

    /// What stands at the start of each line but the first: an indentation, a bar.
    public var continuation: AttributedString?
    /// What becomes of a paragraph that is too wide.
    public var breaking: Breaking

    /// A paragraph of this form.
    public init(continuation: AttributedString? = nil, breaking: Breaking = .wrapping) {
      self.continuation = continuation
      self.breaking = breaking
    }
  }

  /// What a part of a text has beside its letters.
  public struct Attributes: Hashable, Sendable {
    /// Its looks. Each stands on those before it: what it leaves open is theirs.
    public var looks: [Look]
    /// What choosing it does.
    public var link: TextLink?
    /// How the lines of its paragraph are made.
    public var paragraph: Paragraph?

    /// These attributes.
    public init(looks: [Look] = [], link: TextLink? = nil, paragraph: Paragraph? = nil) {
      self.looks = looks
      self.link = link
      self.paragraph = paragraph
    }

    /// The look in a theme. A link has the look of one.
    public func style(in theme: Theme) -> Style {
      let base = link == nil ? Style.plain : Style(attributes: .underline).over(theme[.accent])
      return looks.reduce(base) { $1.style(in: theme).over($0) }
    }

    /// These attributes inside of others: what these leave open is the others'.
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

  /// So many bytes of the text's UTF-8 that have the same attributes. A character has those of its first byte: what is put
  /// together may join what were two.
  public struct Run: Hashable, Sendable {
    /// How many bytes.
    public var byteCount: Int
    /// What they have.
    public var attributes: Attributes
  }

  /// The letters alone.
  public let string: String
  /// What they have, from the first byte to the last; no two neighbours have the same.
  public let runs: [Run]

  /// A text of these parts.
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

  /// A text that has the same throughout.
  public convenience init(_ string: String, look: Look? = nil, link: TextLink? = nil) {
    self.init(parts: [(string, Attributes(looks: look.map { [$0] } ?? [], link: link))])
  }

  private static func append(_ run: Run, to runs: inout [Run]) {
    if let last = runs.last, last.attributes == run.attributes {
      runs[runs.count - 1].byteCount += run.byteCount
    } else {
      runs.append(run)
    }
  }

  /// The text of several, one after the other.
  public static func joined(_ texts: some Sequence<AttributedString>) -> AttributedString {
    AttributedString(parts: texts.flatMap(\.parts))
  }

  /// One text after another.
  public static func + (left: AttributedString, right: AttributedString) -> AttributedString { joined([left, right]) }

  /// The text with its attributes inside of others.
  public func inside(_ outer: Attributes) -> AttributedString {
    outer == Attributes()
      ? self : AttributedString(parts: parts.map { ($0.text, $0.attributes.inside(outer)) })
  }

  /// Its parts, each of the same attributes throughout.
  public var parts: [(text: String, attributes: Attributes)] {
    var string = string
    return string.withUTF8 { bytes in
      var start = 0
      return runs.map { run in
        defer { start += run.byteCount }
        let part = UnsafeBufferPointer(rebasing: bytes[start..<(start + run.byteCount)])
        return (String(decoding: part, as: UTF8.self), run.attributes)
      }
    }
  }

  /// How many characters it has.
  public var count: Int { string.count }

  /// Its links, from the first on; one that stands in several places, once for each.
  public var links: [TextLink] { linkParts.map(\.link) }

  /// Its links and what is written on them. Parts of other looks that are side by side are one link.
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

  /// About how many bytes it takes.
  public var heldBytes: Int {
    runs.reduce(string.utf8.count) { sum, run in
      sum + 64 + run.attributes.looks.count * MemoryLayout<Look>.stride
        + (run.attributes.paragraph?.continuation?.string.utf8.count ?? 0)
    }
  }
}

extension AttributedString {
  /// Whether two have the same letters and looks, and links that are the same by what is said of each pair.
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
  /// Whether two have the same letters, looks and links. Links are the same if they are one object.
  public static func == (left: AttributedString, right: AttributedString) -> Bool {
    left === right || left.string.utf8.elementsEqual(right.string.utf8) && left.runs == right.runs
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(string) }
}

extension AttributedString: ExpressibleByStringLiteral {
  /// A text without attributes.
  public convenience init(stringLiteral value: String) { self.init(value) }
}
