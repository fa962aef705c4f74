import Foundation

/// The growth of saving and restoring with the number of nodes, and of scrolling with the number of rows.
@MainActor
struct GrowthBenchmarks {
  func run() throws -> [GrowthPlot] {
    let trees = try TreeBenchmarks()
    defer { trees.removeFiles() }
    let complete = try [100, 1_000, 10_000, 100_000].map { ($0, try trees.complete(nodes: $0, rounds: 1)) }
    let single = try [100, 1_000, 10_000, 100_000].map { ($0, try trees.afterOneChange($0)) }
    let screens = ScreenBenchmarks()
    let rows = try [100, 1_000, 10_000, 100_000, 1_000_000].map { ($0, try screens.timeOfScrolledRows($0)) }
    return [
      GrowthPlot(
        name: "nodes", horizontal: "nodes",
        lines: [
          .init(name: "save all", points: complete.map { ($0, $1[0].seconds) }),
          .init(name: "restore all", points: complete.map { ($0, $1[1].seconds) }),
          .init(name: "save after one changed", points: single.map { ($0, $1.seconds) }),
        ]),
      GrowthPlot(name: "rows", horizontal: "rows", lines: [.init(name: "scroll three rows", points: rows)]),
    ]
  }
}

/// A plot with logarithmic axes, as SVG: the horizontal one counts, the vertical one has seconds.
struct GrowthPlot {
  /// A line through measured points.
  struct Line {
    let name: String
    let points: [(count: Int, seconds: Double)]
  }

  /// The name of its file, without extension.
  let name: String
  /// The label of the horizontal axis.
  let horizontal: String
  let lines: [Line]

  private static let (width, height, margin, end) = (560.0, 320.0, 70.0, 520.0)
  private static let colors = ["#0b7285", "#c2255c", "#5f3dc4", "#e67700"]

  /// The powers of ten that enclose some values.
  private static func decades(_ values: [Double]) -> ClosedRange<Int> {
    let logarithms = values.filter { $0 > 0 }.map { log10($0) }
    let low = Int((logarithms.min() ?? 0).rounded(.down))
    return low...max(low + 1, Int((logarithms.max() ?? 1).rounded(.up)))
  }

  /// The plot as SVG.
  var svg: String {
    let points = lines.flatMap(\.points)
    let (columns, rows) = (Self.decades(points.map { Double($0.count) }), Self.decades(points.map(\.seconds)))
    func place(_ value: Double, in decades: ClosedRange<Int>, from start: Double, to end: Double) -> Double {
      start + (log10(value) - Double(decades.lowerBound)) / Double(decades.count - 1) * (end - start)
    }
    func x(_ count: Double) -> Double { place(count, in: columns, from: Self.margin, to: Self.end) }
    func y(_ seconds: Double) -> Double { place(seconds, in: rows, from: Self.height - 40, to: 20) }
    func text(_ string: String, _ x: Double, _ y: Double, anchor: String, color: String = "#495057") -> String {
      "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\" fill=\"\(color)\">\(string)</text>"
    }
    var parts = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Int(Self.width)) \(Int(Self.height))\" font-family=\"sans-serif\" font-size=\"12\">",
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
    ]
    func line(_ from: (Double, Double), _ to: (Double, Double)) -> String {
      "<path d=\"M\(number(from.0)) \(number(from.1))L\(number(to.0)) \(number(to.1))\" stroke=\"#dee2e6\"/>"
    }
    for decade in columns {
      let place = x(pow(10, Double(decade)))
      parts.append(line((place, 20), (place, Self.height - 40)))
      parts.append(text(Int(pow(10, Double(decade))).formatted(), place, Self.height - 22, anchor: "middle"))
    }
    for decade in rows {
      let place = y(pow(10, Double(decade)))
      parts.append(line((Self.margin, place), (Self.end, place)))
      parts.append(text(time(pow(10, Double(decade))), Self.margin - 6, place + 4, anchor: "end"))
    }
    parts.append(text(horizontal, Self.width / 2, Self.height - 5, anchor: "middle"))
    for (index, line) in lines.enumerated() {
      let color = Self.colors[index % Self.colors.count]
      let path = line.points.map { "\(number(x(Double($0.count)))) \(number(y($0.seconds)))" }.joined(separator: "L")
      parts.append("<path d=\"M\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>")
      for point in line.points {
        parts.append(
          "<circle cx=\"\(number(x(Double(point.count))))\" cy=\"\(number(y(point.seconds)))\" r=\"3\" fill=\"\(color)\"/>"
        )
      }
      parts.append(text(line.name, Self.margin + 10, 36 + 16 * Double(index), anchor: "start", color: color))
    }
    return (parts + ["</svg>", ""]).joined(separator: "\n")
  }

  private func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
