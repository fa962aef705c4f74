import StateRestoration

/// A picture of the screen, stored with a save and shown at the next launch before any script has run.
public struct Snapshot: Equatable, Sendable {
  /// The screen.
  public var grid: Grid
  /// The number of rows of an app that runs below the prompt; nil for the whole screen.
  public var inlineRows: Int?

  /// Creates a snapshot of a grid.
  public init(_ grid: Grid, inlineRows: Int? = nil) {
    self.grid = grid
    self.inlineRows = inlineRows
  }

  /// Returns the snapshot as CBOR: width, height, runs of cells with the same style, and the rows of an inline app.
  public func encoded() -> [UInt8] {
    var writer = CBORWriter()
    writer.beginArray(count: inlineRows == nil ? 3 : 4)
    writer.write(Int64(grid.size.width))
    writer.write(Int64(grid.size.height))
    var runs: [(style: Style, start: Int)] = []
    // The texts of all runs, one after the other: appending to one array of bytes is much faster than to many strings.
    var texts: [UInt8] = []
    texts.reserveCapacity(grid.size.width * grid.size.height)
    var style: Style?
    for row in grid.rows {
      for cell in row {
        let utf8 = cell.text.utf8
        // The second half of a wide character is implied by the first.
        guard let byte = utf8.first else { continue }
        if cell.style != style {
          style = cell.style
          runs.append((cell.style, texts.count))
        }
        if utf8.count == 1 { texts.append(byte) } else { texts.append(contentsOf: utf8) }
      }
    }
    writer.beginArray(count: runs.count * 4)
    for (index, run) in runs.enumerated() {
      let end = index + 1 < runs.count ? runs[index + 1].start : texts.count
      texts[run.start..<end].withUnsafeBytes { writer.writeText($0) }
      writer.write(Int64(run.style.attributes.rawValue))
      writer.write(run.style.foreground.code)
      writer.write(run.style.background.code)
    }
    if let inlineRows { writer.write(Int64(inlineRows)) }
    return writer.bytes
  }

  /// Decodes a snapshot; nil if the bytes are invalid.
  public init?(decoding bytes: [UInt8]) {
    var reader = CBORReader(bytes)
    guard case .array(let count?)? = try? reader.readHead(), (3...4).contains(count) else { return nil }
    guard case .integer(let width)? = try? StateValue(from: &reader),
      case .integer(let height)? = try? StateValue(from: &reader),
      case .list(let runs)? = try? StateValue(from: &reader)
    else { return nil }
    if count == 4 {
      guard case .integer(let rows)? = try? StateValue(from: &reader), (1...10_000).contains(rows) else { return nil }
      inlineRows = Int(rows)
    }
    // Every cell takes at least one byte, so a larger size is invalid.
    guard reader.isAtEnd, (0...10_000).contains(width),
      (0...10_000).contains(height), width * height <= bytes.count
    else { return nil }
    var grid = Grid(size: Size(width: Int(width), height: Int(height)))
    var place = 0
    for start in stride(from: 0, to: runs.count - 3, by: 4) {
      guard case .string(let text) = runs[start], case .integer(let attributes) = runs[start + 1],
        case .integer(let foreground) = runs[start + 2], case .integer(let background) = runs[start + 3]
      else { return nil }
      let style = Style(
        foreground: Color(code: foreground), background: Color(code: background),
        attributes: .init(rawValue: UInt8(truncatingIfNeeded: attributes)))
      for character in text.lazy.map(\.drawable) where width > 0 {
        let column = place % Int(width)
        let isWide = character.cellWidth == 2
        grid.set(column, place / Int(width), Cell(String(character), style: style), isWide: isWide)
        place += isWide && column + 1 < Int(width) ? 2 : 1
      }
    }
    self.grid = grid
  }
}

extension Color {
  /// The colour as one number.
  fileprivate var code: Int64 {
    switch self {
    case .default: -1
    case .palette(let index): Int64(index)
    case .rgb(let red, let green, let blue): 1 << 24 | Int64(red) << 16 | Int64(green) << 8 | Int64(blue)
    }
  }

  fileprivate init(code: Int64) {
    switch code {
    case 0...255: self = .palette(UInt8(code))
    case (1 << 24)...: self = .rgb(UInt8(code >> 16 & 255), UInt8(code >> 8 & 255), UInt8(code & 255))
    default: self = .default
    }
  }
}
