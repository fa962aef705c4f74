/// An SVG picture of a grid: the screen's text, colours and lines, in a window frame.
///
/// Lines and blocks are drawn as shapes, so they join in any font. Every run of text states its width, so columns stay
/// aligned in a viewer with another font.
public struct ScreenPicture {
  /// The title of the window frame.
  public var title: String
  private let grid: Grid
  private let colors: PictureColors

  /// The size of a cell, in pixels: DejaVu Sans Mono at 14 pixels.
  static let cell = (width: 8.43, height: 17.0)
  /// The opacity of dim text.
  static let dimOpacity = 0.6
  private static let fontSize = 14
  private static let baseline = 13.2
  private static let margin = 12.0
  private static let titleHeight = 28.0

  /// Creates a picture of a grid. `isLight` applies to cells with default colors.
  public init(_ grid: Grid, title: String = "", isLight: Bool = false) {
    self.grid = grid
    self.title = title
    // The frame takes the most common background of the screen.
    var counts: [Color: Int] = [:]
    for cell in grid.rows.joined() { counts[cell.style.background, default: 0] += 1 }
    let most = counts.max { ($0.value, $0.key.text) < ($1.value, $1.key.text) }
    colors = PictureColors(isLight: isLight, background: most?.key ?? .default)
  }

  private var width: Double { Double(grid.size.width) * Self.cell.width + 2 * Self.margin }
  private var height: Double { Double(grid.size.height) * Self.cell.height + Self.margin + Self.titleHeight }

  /// The picture as an SVG document.
  public var svg: String {
    var document = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.number(width))" height="\(Self.number(height))" \
      viewBox="0 0 \(Self.number(width)) \(Self.number(height))">
      <rect width="100%" height="100%" rx="8" fill="\(colors.frame)"/>
      <circle cx="18" cy="14" r="5" fill="#ff5f57"/><circle cx="36" cy="14" r="5" fill="#febc2e"/>\
      <circle cx="54" cy="14" r="5" fill="#28c840"/>
      <text x="50%" y="19" font-family="sans-serif" font-size="13" text-anchor="middle" \
      fill="\(colors.title)">\(Self.escaped(title))</text>
      <g transform="translate(\(Self.number(Self.margin)) \(Self.number(Self.titleHeight)))" \
      font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="\(Self.fontSize)">

      """
    for y in 0..<grid.size.height { appendBackgrounds(of: y, to: &document) }
    if let cursor = grid.cursor {
      document += rect(cursor.x, cursor.y, 1, fill: colors.text(of: grid[cursor.x, cursor.y].style), opacity: 0.35)
    }
    var (text, shapes) = ("", ShapePaths())
    for y in 0..<grid.size.height { appendText(of: y, to: &text, shapes: &shapes) }
    return document + shapes.svg + text + "</g>\n</svg>\n"
  }

  // MARK: Rows

  private func rect(_ x: Int, _ y: Int, _ count: Int, fill: String, opacity: Double? = nil) -> String {
    let left = Self.number(Double(x) * Self.cell.width)
    let top = Self.number(Double(y) * Self.cell.height)
    let width = Self.number(Double(count) * Self.cell.width)
    let look = "fill=\"\(fill)\"" + (opacity.map { " fill-opacity=\"\($0)\"" } ?? "")
    return
      "<rect x=\"\(left)\" y=\"\(top)\" width=\"\(width)\" height=\"\(Self.number(Self.cell.height))\" \(look) shape-rendering=\"crispEdges\"/>\n"
  }

  private func appendBackgrounds(of y: Int, to document: inout String) {
    var x = 0
    while x < grid.size.width {
      let background = colors.background(of: grid[x, y].style)
      var end = x + 1
      while end < grid.size.width, colors.background(of: grid[end, y].style) == background { end += 1 }
      if background != colors.screen { document += rect(x, y, end - x, fill: background) }
      x = end
    }
  }

  private func appendText(of y: Int, to document: inout String, shapes: inout ShapePaths) {
    var x = 0
    while x < grid.size.width {
      let cell = grid[x, y]
      guard !cell.text.isEmpty,
        cell.text != " " || !cell.style.attributes.isDisjoint(with: [.underline, .strikethrough])
      else {
        x += 1
        continue
      }
      if let shape = CellShape(cell.text) {
        shape.add(
          to: &shapes, x: Double(x) * Self.cell.width, y: Double(y) * Self.cell.height,
          color: colors.text(of: cell.style), isDim: cell.style.attributes.contains(.dim))
        x += 1
        continue
      }
      var text = cell.text
      var end = x + 1
      if Self.isPlain(cell.text) {
        while end < grid.size.width, grid[end, y].style == cell.style, Self.isPlain(grid[end, y].text) {
          text += grid[end, y].text
          end += 1
        }
      } else {
        while end < grid.size.width, grid[end, y].text.isEmpty { end += 1 }
      }
      document += run(text, x: x, y: y, cells: end - x, style: cell.style)
      x = end
    }
  }

  /// Whether every monospaced font has the text's glyph, one cell wide.
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.count == 1 && text.unicodeScalars.allSatisfy { (0x20..<0x7f).contains($0.value) }
  }

  private func run(_ text: String, x: Int, y: Int, cells: Int, style: Style) -> String {
    var trimmed = text
    var length = cells
    while trimmed.last == " " {
      trimmed.removeLast()
      length -= 1
    }
    let lines = lines(x: x, y: y, cells: cells, style: style)
    guard !trimmed.isEmpty else { return lines }
    var look = "fill=\"\(colors.text(of: style))\""
    if style.attributes.contains(.bold) { look += " font-weight=\"bold\"" }
    if style.attributes.contains(.italic) { look += " font-style=\"italic\"" }
    if style.attributes.contains(.dim) { look += " fill-opacity=\"\(Self.dimOpacity)\"" }
    let left = Self.number(Double(x) * Self.cell.width)
    let base = Self.number(Double(y) * Self.cell.height + Self.baseline)
    let width = Self.number(Double(length) * Self.cell.width)
    return
      "<text x=\"\(left)\" y=\"\(base)\" textLength=\"\(width)\" xml:space=\"preserve\" \(look)>\(Self.escaped(trimmed))</text>\n"
      + lines
  }

  /// Returns the underline and strikethrough of a run. `text-decoration` would skip its blanks.
  private func lines(x: Int, y: Int, cells: Int, style: Style) -> String {
    let offsets = [(Style.Attributes.underline, 2.0), (.strikethrough, -4.5)]
      .filter { style.attributes.contains($0.0) }.map(\.1)
    guard !offsets.isEmpty else { return "" }
    let left = Self.number(Double(x) * Self.cell.width)
    let width = Self.number(Double(cells) * Self.cell.width)
    let path = offsets.map { "M\(left) \(Self.number(Double(y) * Self.cell.height + Self.baseline + $0))h\(width)" }
    let opacity = style.attributes.contains(.dim) ? " stroke-opacity=\"\(Self.dimOpacity)\"" : ""
    return "<path d=\"\(path.joined())\" stroke=\"\(colors.text(of: style))\"\(opacity)/>\n"
  }

  // MARK: Writing

  /// Returns a number with at most two decimals.
  static func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let sign = hundredths < 0 ? "-" : ""
    let whole = abs(hundredths) / 100
    let rest = abs(hundredths) % 100
    if rest == 0 { return "\(sign)\(whole)" }
    let digits = rest < 10 ? "0\(rest)" : "\(rest)"
    return "\(sign)\(whole).\(digits.last == "0" ? String(digits.dropLast()) : digits)"
  }

  /// Returns a text escaped for XML and HTML.
  public static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      // Characters that XML 1.0 forbids (section 2.2).
      case "\u{0}"..<" ", "\u{fffe}", "\u{ffff}": result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
