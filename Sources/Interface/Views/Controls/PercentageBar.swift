/// A line whose filled part shows a value, with the percentage beside it, for sliders and progress views.
@MainActor
enum PercentageBar {
  private static let percentageWidth = 6
  private static let minimumLineWidth = 10

  /// Returns the width of the line in a view of this width: there is a percentage beside it if there is room.
  static func lineWidth(in width: Int) -> Int {
    width >= minimumLineWidth + percentageWidth ? width - percentageWidth : width
  }

  /// Draws a line of which a number of cells are filled.
  static func draw(_ filled: Int, of width: Int, in canvas: Canvas, x: Int = 0, style: Style, track: Style) {
    canvas.put(String(repeating: "━", count: filled), x: x, y: 0, style: style)
    canvas.put(String(repeating: "─", count: max(0, width - filled)), x: x + filled, y: 0, style: track)
  }

  /// Draws the percentage, if there is room for it beside the line.
  static func drawPercentage(_ percent: Double, in canvas: Canvas, beside width: Int, style: Style) {
    guard canvas.size.width > width else { return }
    let text = "\(Int(percent)) %"
    canvas.put(text, x: canvas.size.width - text.cellWidth, y: 0, style: style)
  }
}
