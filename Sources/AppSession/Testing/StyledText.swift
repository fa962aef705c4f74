import Interface

/// A screen as text with styles: each run whose style differs from that of the screen is written as `‹STYLE:TEXT›`, and
/// the last line is the position of the cursor.
enum StyledText {
  /// - Parameter screen: the style of the screen in its theme.
  static func text(of grid: Grid, on screen: Style) -> String {
    var lines = (0..<grid.size.height).map { line($0, of: grid, on: screen) }
    if let cursor = grid.cursor { lines.append("cursor \(cursor.x + 1),\(cursor.y + 1)") }
    return lines.joined(separator: "\n")
  }

  private static func line(_ y: Int, of grid: Grid, on screen: Style) -> String {
    var line = ""
    var run = ""
    var style = Style.plain
    func end() {
      line += style == .plain ? run : "‹\(name(of: style)):\(run)›"
      run = ""
    }
    for x in 0..<grid.size.width {
      let cell = grid[x, y]
      var own = cell.style
      if own.foreground == screen.foreground { own.foreground = .default }
      if own.background == screen.background { own.background = .default }
      if own != style {
        end()
        style = own
      }
      run += cell.text
    }
    end()
    while line.last == " " { line.removeLast() }
    return line
  }

  private static func name(of style: Style) -> String {
    let attributes: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
      (.strikethrough, "strikethrough"),
    ]
    var names = attributes.filter { style.attributes.contains($0.0) }.map(\.1)
    if style.foreground != .default { names.append("fg \(name(of: style.foreground))") }
    if style.background != .default { names.append("bg \(name(of: style.background))") }
    return names.joined(separator: " ")
  }

  private static func name(of color: Color) -> String {
    switch color {
    case .default: "default"
    case .palette(let index): "\(index)"
    case .rgb(let red, let green, let blue): "rgb(\(red),\(green),\(blue))"
    }
  }
}
