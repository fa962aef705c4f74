/// The shape of a box-drawing or block character within its cell (Unicode blocks U+2500 and U+2580).
enum CellShape {
  /// Lines from the centre to the edges, by weight: 0 none, 1 light, 2 heavy, 3 double.
  case lines(up: Int, right: Int, down: Int, left: Int, isRounded: Bool)
  /// Rectangles, in eighths of the cell, with their opacity.
  case blocks([(x: Int, y: Int, width: Int, height: Int)], opacity: Double)

  private static let lines: [String: (up: Int, right: Int, down: Int, left: Int)] = [
    "─": (0, 1, 0, 1), "│": (1, 0, 1, 0), "┌": (0, 1, 1, 0), "┐": (0, 0, 1, 1), "└": (1, 1, 0, 0), "┘": (1, 0, 0, 1),
    "├": (1, 1, 1, 0), "┤": (1, 0, 1, 1), "┬": (0, 1, 1, 1), "┴": (1, 1, 0, 1), "┼": (1, 1, 1, 1), "━": (0, 2, 0, 2),
    "┃": (2, 0, 2, 0), "┏": (0, 2, 2, 0), "┓": (0, 0, 2, 2), "┗": (2, 2, 0, 0), "┛": (2, 0, 0, 2), "═": (0, 3, 0, 3),
    "║": (3, 0, 3, 0), "╔": (0, 3, 3, 0), "╗": (0, 0, 3, 3), "╚": (3, 3, 0, 0), "╝": (3, 0, 0, 3), "╭": (0, 1, 1, 0),
    "╮": (0, 0, 1, 1), "╰": (1, 1, 0, 0), "╯": (1, 0, 0, 1),
  ]

  private static let rounded: Set<String> = ["╭", "╮", "╰", "╯"]

  init?(_ text: String) {
    if let lines = Self.lines[text] {
      self = .lines(
        up: lines.up, right: lines.right, down: lines.down, left: lines.left, isRounded: Self.rounded.contains(text))
      return
    }
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return nil }
    switch scalar.value {
    case 0x2580: self = .blocks([(0, 0, 8, 4)], opacity: 1)
    case 0x2581...0x2588:
      let height = Int(scalar.value) - 0x2580
      self = .blocks([(0, 8 - height, 8, height)], opacity: 1)
    case 0x2589...0x258f: self = .blocks([(0, 0, 8 - (Int(scalar.value) - 0x2588), 8)], opacity: 1)
    case 0x2590: self = .blocks([(4, 0, 4, 8)], opacity: 1)
    case 0x2591...0x2593: self = .blocks([(0, 0, 8, 8)], opacity: Double(scalar.value - 0x2590) / 4)
    case 0x2596...0x259f:
      // The bits 1, 2, 4 and 8 are upper left, upper right, lower left and lower right.
      let masks = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]
      let mask = masks[Int(scalar.value) - 0x2596]
      self = .blocks(
        [(0, 0, 4, 4), (4, 0, 4, 4), (0, 4, 4, 4), (4, 4, 4, 4)].enumerated()
          .filter { mask & 1 << $0.offset != 0 }.map(\.element), opacity: 1)
    default: return nil
    }
  }

  /// Adds the shape in a cell with this upper left corner.
  func add(to paths: inout ShapePaths, x: Double, y: Double, color: String, isDim: Bool) {
    let size = ScreenPicture.cell
    let number = ScreenPicture.number
    switch self {
    case .blocks(let blocks, let opacity):
      let path = blocks.map { block in
        let left = number(x + Double(block.x) * size.width / 8)
        let top = number(y + Double(block.y) * size.height / 8)
        return
          "M\(left) \(top)h\(number(Double(block.width) * size.width / 8))v\(number(Double(block.height) * size.height / 8))H\(left)z"
      }.joined()
      let shown = isDim ? opacity * ScreenPicture.dimOpacity : opacity
      let look = shown < 1 ? " fill-opacity=\"\(number(shown))\"" : ""
      // Crisp edges let neighbouring blocks join without a seam.
      paths.add(path, look: "fill=\"\(color)\"\(look) shape-rendering=\"crispEdges\"")
    case .lines(let up, let right, let down, let left, let isRounded):
      let middle = (x: x + size.width / 2, y: y + size.height / 2)
      let weight = max(up, right, down, left)
      let look = isDim ? " stroke-opacity=\"\(ScreenPicture.dimOpacity)\"" : ""
      let stroke = "stroke=\"\(color)\" stroke-width=\"\(weight == 2 ? 2.4 : 1.2)\" fill=\"none\"\(look)"
      if isRounded {
        let end = (
          x: right > 0 ? x + size.width : x, y: down > 0 ? y + size.height : y
        )
        return paths.add(
          "M\(number(middle.x)) \(number(end.y))Q\(number(middle.x)) \(number(middle.y)) \(number(end.x)) \(number(middle.y))",
          look: stroke)
      }
      // A double line is two parallel lines.
      let offsets = weight == 3 ? [-1.5, 1.5] : [0.0]
      for offset in offsets {
        if up > 0 || down > 0 {
          let top = up > 0 ? y : middle.y - abs(offset)
          let bottom = down > 0 ? y + size.height : middle.y + abs(offset)
          paths.add("M\(number(middle.x + offset)) \(number(top))V\(number(bottom))", look: stroke)
        }
        if left > 0 || right > 0 {
          let start = left > 0 ? x : middle.x - abs(offset)
          let end = right > 0 ? x + size.width : middle.x + abs(offset)
          paths.addLine(from: number(start), to: number(end), y: number(middle.y + offset), look: stroke)
        }
      }
    }
  }
}

/// The shapes of a picture. All of one look are one path, so that a picture of many lines stays small.
struct ShapePaths {
  private var looks: [String] = []
  private var paths: [String: String] = [:]
  /// The end of the last horizontal line of each look.
  private var ends: [String: (x: String, y: String)] = [:]

  mutating func add(_ path: String, look: String) {
    if paths[look] == nil { looks.append(look) }
    paths[look, default: ""] += path
    ends[look] = nil
  }

  /// Adds a horizontal line, which continues the previous one if it begins at its end.
  mutating func addLine(from start: String, to end: String, y: String, look: String) {
    if let last = ends[look], last == (start, y) {
      paths[look, default: ""] += "H\(end)"
    } else {
      add("M\(start) \(y)H\(end)", look: look)
    }
    ends[look] = (end, y)
  }

  /// The shapes as SVG elements.
  var svg: String { looks.map { "<path d=\"\(paths[$0] ?? "")\" \($0)/>\n" }.joined() }
}
