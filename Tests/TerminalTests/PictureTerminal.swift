import Foundation

@testable import Interface
@testable import Terminal

/// A terminal with pictures, written from the documentation of its protocols: it takes bytes and has the text and the
/// pixels of each cell.
struct PictureTerminal {
  let size: Size
  let cellSize: Size
  private(set) var text: [[String]]
  /// The pixels of characters that pictures have replaced; nil where there is text.
  private(set) var tiles: [[[UInt8]?]]
  /// The stored pictures of kitty's protocol, and their uses.
  private(set) var stored: [Int: Image] = [:]
  private(set) var placements: [[Int]: (place: Point, keys: [String: Int])] = [:]
  /// What no terminal would understand, or what would move pictures.
  private(set) var faults: [String] = []
  private var cursor = Point.zero
  private var margins: Range<Int>
  private var receiving: (number: Int, text: String)?

  init(size: Size, cellSize: Size) {
    (self.size, self.cellSize) = (size, cellSize)
    margins = 0..<size.height
    text = Array(repeating: Array(repeating: " ", count: size.width), count: size.height)
    tiles = Array(repeating: Array(repeating: nil, count: size.width), count: size.height)
  }

  /// The pixels that are visible in a cell; nil if it has no picture.
  func pixels(_ x: Int, _ y: Int) -> [UInt8]? {
    var found = tiles[y][x]
    for (name, use) in placements {
      let area = Rect(origin: use.place, size: Size(width: use.keys["c"] ?? 0, height: use.keys["r"] ?? 0))
      guard area.contains(Point(x: x, y: y)), let image = stored[name[0]] else { continue }
      let left = (use.keys["x"] ?? 0) + (x - area.minX) * cellSize.width
      let top = (use.keys["y"] ?? 0) + (y - area.minY) * cellSize.height
      let raster = PictureRaster(width: image.width, height: image.height, pixels: image.pixels)
      let tile = raster.cropped(to: Rect(x: left, y: top, width: cellSize.width, height: cellSize.height)).pixels
      // Two uses in one cell are never wanted.
      found = found == nil ? tile : []
    }
    return found
  }

  mutating func receive(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1b}": escape(&rest)
      case "\r": cursor.x = 0
      case "\u{8}": cursor.x = max(0, cursor.x - 1)
      case "\n": scroll(isDown: false)
      default: write(String(scalar))
      }
    }
  }

  private mutating func write(_ character: String) {
    text[cursor.y][cursor.x] = character
    tiles[cursor.y][cursor.x] = nil
    cursor.x = min(cursor.x + 1, size.width - 1)
  }

  private mutating func scroll(isDown: Bool) {
    let isAtMargin = cursor.y == (isDown ? margins.lowerBound : margins.upperBound - 1)
    guard isAtMargin else {
      cursor.y += isDown ? -1 : 1
      return
    }
    if !placements.isEmpty || margins.contains(where: { tiles[$0].contains { $0 != nil } }) {
      faults.append("rows with pictures are moved")
    }
    let blank = Array(repeating: " ", count: size.width)
    text.remove(at: isDown ? margins.upperBound - 1 : margins.lowerBound)
    text.insert(blank, at: isDown ? margins.lowerBound : margins.upperBound - 1)
  }

  private mutating func escape(_ rest: inout Substring.UnicodeScalarView) {
    switch rest.popFirst() {
    case "[": control(&rest)
    case "_": graphics(Self.string(&rest))
    case "P": sixel(Self.string(&rest))
    case "]": inline(Self.string(&rest))
    case "M": scroll(isDown: true)
    case let other: faults.append("ESC \(other.map(String.init) ?? "")")
    }
  }

  private static func string(_ rest: inout Substring.UnicodeScalarView) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\u{7}" {
      if scalar == "\u{1b}" {
        _ = rest.popFirst()
        break
      }
      text.append(scalar)
    }
    return String(text)
  }

  private mutating func control(_ rest: inout Substring.UnicodeScalarView) {
    var parameters = ""
    while let scalar = rest.popFirst() {
      guard scalar.value >= 0x40 else {
        parameters.unicodeScalars.append(scalar)
        continue
      }
      let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
      let count = numbers.first.flatMap { $0 } ?? 1
      switch scalar {
      case "H":
        cursor = Point(x: (numbers.count > 1 ? numbers[1] ?? 1 : 1) - 1, y: count - 1)
      case "B": cursor.y += count
      case "C": cursor.x += count
      case "J", "K":
        let rows = scalar == "J" ? 0..<size.height : cursor.y..<cursor.y + 1
        for y in rows {
          for x in (scalar == "J" ? 0 : cursor.x)..<size.width { (text[y][x], tiles[y][x]) = (" ", nil) }
        }
      case "r":
        margins = numbers.count < 2 ? 0..<size.height : count - 1..<(numbers[1] ?? size.height)
        cursor = .zero
      case "m", "h", "l": break
      default: faults.append("CSI \(parameters)\(scalar)")
      }
      return
    }
  }

  // MARK: kitty

  private mutating func graphics(_ command: String) {
    guard command.hasPrefix("G") else { return faults.append("APC \(command)") }
    let parts = command.dropFirst().split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    var keys: [String: String] = [:]
    for key in parts[0].split(separator: ",") {
      let pair = key.split(separator: "=")
      keys[String(pair[0])] = String(pair[1])
    }
    if keys["q"] != "2" { faults.append("an answer is asked for: \(parts[0])") }
    let numbers = keys.compactMapValues { Int($0) }
    switch keys["a"] {
    case "t", nil:
      if keys["a"] != nil { receiving = (numbers["i"] ?? 0, "") }
      let data = parts.count > 1 ? String(parts[1]) : ""
      if data.utf8.count > 4096 { faults.append("the data are sent in too large a part") }
      receiving?.text += data
      guard numbers["m"] == 0, let (number, text) = receiving else { return }
      receiving = nil
      stored[number] = Data(base64Encoded: text).flatMap { try? Image(decoding: Array($0)) }
      if stored[number] == nil { faults.append("the picture cannot be decoded") }
    case "p":
      guard let number = numbers["i"], let name = numbers["p"], stored[number] != nil, numbers["C"] == 1 else {
        return faults.append("no such picture: \(parts[0])")
      }
      placements[[number, name]] = (cursor, numbers)
    case "d" where keys["d"] == "i":
      if placements.removeValue(forKey: [numbers["i"] ?? 0, numbers["p"] ?? 0]) == nil {
        faults.append("what is removed is not there: \(parts[0])")
      }
    case "d" where keys["d"] == "I":
      stored[numbers["i"] ?? 0] = nil
      placements = placements.filter { $0.key[0] != numbers["i"] }
    default: faults.append("APC \(parts[0])")
    }
  }

  // MARK: Pictures in place of characters

  private mutating func put(_ pixels: [UInt8], width: Int, height: Int) {
    for y in 0..<height {
      for x in 0..<width {
        let source = (y * width + x) * 4
        guard pixels[source + 3] > 0 else { continue }
        let cell = Point(x: cursor.x + x / cellSize.width, y: cursor.y + y / cellSize.height)
        guard cell.x < size.width, cell.y < size.height - 1 else {
          return faults.append("the picture scrolls the screen")
        }
        var tile = tiles[cell.y][cell.x] ?? [UInt8](repeating: 0, count: cellSize.width * cellSize.height * 4)
        let target = (y % cellSize.height * cellSize.width + x % cellSize.width) * 4
        tile.replaceSubrange(target..<target + 4, with: pixels[source..<source + 4])
        tiles[cell.y][cell.x] = tile
      }
    }
    cursor.y = min(size.height - 1, cursor.y + height / cellSize.height)
  }

  private mutating func inline(_ command: String) {
    guard command.hasPrefix("1337;File="), let colon = command.firstIndex(of: ":"),
      let data = Data(base64Encoded: String(command[command.index(after: colon)...])),
      let image = try? Image(decoding: Array(data))
    else { return faults.append("OSC \(command.prefix(40))") }
    put(image.pixels, width: image.width, height: image.height)
  }

  private mutating func sixel(_ command: String) {
    guard let start = command.firstIndex(of: "q") else { return faults.append("DCS \(command.prefix(40))") }
    var rest = command[command.index(after: start)...].utf8[...]
    func number(_ rest: inout Substring.UTF8View) -> Int {
      var value = 0
      while let digit = rest.first, (48...57).contains(digit) {
        value = value * 10 + Int(digit - 48)
        rest.removeFirst()
      }
      return value
    }
    func numbers(_ rest: inout Substring.UTF8View) -> [Int] {
      var values = [number(&rest)]
      while rest.first == UInt8(ascii: ";") {
        rest.removeFirst()
        values.append(number(&rest))
      }
      return values
    }
    var (width, height) = (0, 0)
    var pixels: [UInt8] = []
    var colors: [Int: [UInt8]] = [:]
    var (color, x, y) = (0, 0, 0)
    func draw(_ mask: UInt8, _ count: Int) {
      for _ in 0..<count {
        for row in 0..<6 where mask >> UInt8(row) & 1 == 1 {
          guard x < width, y + row < height else { continue }
          let place = ((y + row) * width + x) * 4
          pixels.replaceSubrange(place..<place + 4, with: (colors[color] ?? [1, 2, 3]) + [255])
        }
        x += 1
      }
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        let raster = numbers(&rest)
        (width, height) = (raster[2], raster[3])
        pixels = [UInt8](repeating: 0, count: width * height * 4)
      case UInt8(ascii: "#"):
        let values = numbers(&rest)
        // As in xterm, a definition does not select the colour.
        if values.count == 5 {
          colors[values[0]] = values[2...].map { UInt8(($0 * 255 + 50) / 100) }
        } else {
          color = values[0]
        }
      case UInt8(ascii: "!"):
        let count = number(&rest)
        draw((rest.popFirst() ?? 63) - 63, count)
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, y) = (0, y + 6)
      default: draw(byte - 63, 1)
      }
    }
    if height % cellSize.height != 0 { faults.append("a part of a row") }
    put(pixels, width: width, height: height)
  }
}
