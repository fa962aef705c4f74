/// Maps numbers of a range to fractions.
struct NumberScale {
  let lowest: Double
  let highest: Double

  /// Creates a scale between two numbers; NaN and infinity count as 0.
  init(_ lowest: Double, _ highest: Double) {
    self.lowest = lowest.isFinite ? lowest : 0
    self.highest = highest.isFinite ? highest : 0
  }

  /// Creates a scale around all finite numbers, except for given bounds.
  init(around values: some Sequence<Double>, lowest: Double?, highest: Double?) {
    var least = Double.infinity
    var most = -Double.infinity
    for value in values where value.isFinite {
      least = min(least, value)
      most = max(most, value)
    }
    self.init(lowest ?? (least.isFinite ? least : 0), highest ?? (most.isFinite ? most : 0))
  }

  /// Returns the position of a number between the bounds, from 0 to 1.
  func fraction(of value: Double) -> Double {
    guard !value.isNaN, highest > lowest else { return value >= highest && value > lowest ? 1 : 0 }
    // The difference of two finite numbers can overflow; half of it cannot.
    let factor = (highest - lowest).isFinite ? 1.0 : 0.5
    return min(max((value * factor - lowest * factor) / (highest * factor - lowest * factor), 0), 1)
  }
}

/// Bars drawn with block characters, in eighths of a cell.
enum BarGlyphs {
  private static let columns: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let rows: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  /// Returns a horizontal bar that fills a fraction of a number of cells.
  static func row(_ fraction: Double, cells: Int) -> String {
    let eighths = Int((fraction * Double(cells) * 8).rounded())
    let rest = eighths % 8
    return String(repeating: "█", count: eighths / 8) + (rest > 0 ? String(rows[rest - 1]) : "")
  }

  /// Returns one cell, counted from below, of a vertical bar that fills a fraction of a number of cells; nil if the
  /// cell is empty. Even an empty bar has a visible base.
  static func column(_ fraction: Double, cells: Int, cell: Int) -> Character? {
    let eighths = max(1, Int((fraction * Double(cells) * 8).rounded())) - cell * 8
    return eighths <= 0 ? nil : columns[min(eighths, 8) - 1]
  }
}

extension Double {
  /// The number in short form: without decimals if it is whole, otherwise with at most two.
  var shortText: String {
    if self.isNaN { return "–" }
    if self.isInfinite { return self < 0 ? "-∞" : "∞" }
    if self == self.rounded(), abs(self) < 1e15 { return String(Int(self)) }
    guard abs(self) < 1e13, abs(self) >= 0.01 else { return String(self) }
    let hundredths = Int((abs(self) * 100).rounded())
    let digits = hundredths % 100
    let fraction = digits % 10 == 0 ? "\(digits / 10)" : digits < 10 ? "0\(digits)" : "\(digits)"
    return "\(self < 0 ? "-" : "")\(hundredths / 100)" + (digits == 0 ? "" : ".\(fraction)")
  }
}
