import Interface

/// Encodes style changes as SGR sequences.
struct StyleEncoder {
  let colors: ColorDepth
  /// Whether the terminal has hyperlinks.
  let hasHyperlinks: Bool
  /// The terminal's current style; nil if it is unknown.
  private(set) var current: Style?

  init(colors: ColorDepth, hasHyperlinks: Bool = false, current: Style?) {
    self.colors = colors
    self.hasHyperlinks = hasHyperlinks
    self.current = current
  }

  /// Returns the style as this terminal can show it. Without colours, a background is shown in reverse, so that
  /// selections and bars stay visible.
  func shown(_ style: Style) -> Style {
    var result = style
    if colors == .none, style.background != .default { result.attributes.formSymmetricDifference(.reverse) }
    result.foreground = colors.nearest(to: style.foreground)
    result.background = colors.nearest(to: style.background)
    if !hasHyperlinks { result.link = .none }
    result.picture = .none
    return result
  }

  /// Appends the sequence that switches to a style.
  mutating func set(_ style: Style, into output: inout [UInt8]) {
    let wanted = shown(style)
    guard wanted != current else { return }
    if hasHyperlinks, wanted.link != current?.link ?? .none { setLink(wanted.link, into: &output) }
    var from = current ?? .plain
    from.link = wanted.link
    guard current == nil || wanted != from else {
      current = wanted
      return
    }
    var codes: [String] = []
    var plain = Style.plain
    plain.link = wanted.link
    if current == nil || !from.attributes.subtracting(wanted.attributes).isEmpty || wanted == plain {
      // There is no common code to remove a single attribute (22 ends both bold and dim).
      codes.append("0")
      from = plain
    }
    let added = wanted.attributes.subtracting(from.attributes)
    for (attribute, code) in Self.attributeCodes where added.contains(attribute) { codes.append(code) }
    if wanted.foreground != from.foreground { codes.append(Self.code(for: wanted.foreground, base: 30)) }
    if wanted.background != from.background { codes.append(Self.code(for: wanted.background, base: 40)) }
    let parameters = codes == ["0"] ? "" : codes.joined(separator: ";")
    output += "\u{1b}[\(parameters)m".utf8
    current = wanted
  }

  /// Begins or ends a hyperlink (OSC 8). The identifier joins the lines of one link.
  private func setLink(_ link: Hyperlink, into output: inout [UInt8]) {
    let parameters = link.url.map { "id=\(link.identifier);\($0)" } ?? ";"
    output += "\u{1b}]8;\(parameters)\u{1b}\\".utf8
  }

  private static let attributeCodes: [(Style.Attributes, String)] = [
    (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"), (.strikethrough, "9"),
  ]

  private static func code(for color: Color, base: Int) -> String {
    switch color {
    case .default: "\(base + 9)"
    case .palette(let index) where index < 8: "\(base + Int(index))"
    case .palette(let index) where index < 16: "\(base + 60 + Int(index) - 8)"
    case .palette(let index): "\(base + 8);5;\(index)"
    case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
    }
  }
}
