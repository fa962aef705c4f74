import StateRestoration
import Synchronization

/// A picture of the screen, stored with a save and shown at the next launch before any script has run.
public struct Snapshot: Equatable, Sendable {
  /// The screen.
  public var grid: Grid
  /// The number of rows of an app that runs below the prompt; nil for the whole screen.
  public var inlineRows: Int?
  /// The theme in which it was drawn; nil if it is unknown.
  public var theme: ThemeNames?

  /// The theme of a snapshot.
  public struct ThemeNames: Equatable, Sendable {
    /// The name of the app's own theme, which the user's choice overrides.
    public var own: String
    /// The name of the theme in which the snapshot was drawn, as the terminal showed it.
    public var shown: String
  }

  /// Creates a snapshot of a grid.
  public init(_ grid: Grid, inlineRows: Int? = nil, theme: ThemeNames? = nil) {
    self.grid = grid
    self.inlineRows = inlineRows
    self.theme = theme
  }

  /// Returns the grid for a screen with a theme. If the snapshot was drawn in another one, its colours are replaced by those
  /// of text.
  ///
  /// - Parameter theme: the theme as shown by the terminal.
  @MainActor
  public func grid(in theme: Theme) -> Grid {
    guard let names = self.theme, names.shown != theme.name else { return grid }
    let text = theme[.text].over(theme[.screen])
    var grid = grid
    for y in 0..<grid.size.height {
      for x in 0..<grid.size.width {
        let attributes = grid[x, y].style.attributes
        grid[x, y].style = Style(foreground: text.foreground, background: text.background, attributes: attributes)
      }
    }
    return grid
  }

  /// Decodes a snapshot; nil if the bytes are invalid.
  public init?(decoding bytes: [UInt8]) {
    var reader = CBORReader(bytes)
    guard case .array(let count?)? = try? reader.readHead(), (3...5).contains(count) else { return nil }
    guard case .integer(let width)? = try? StateValue(from: &reader),
      case .integer(let height)? = try? StateValue(from: &reader),
      case .list(let runs)? = try? StateValue(from: &reader)
    else { return nil }
    if count > 3 {
      switch try? StateValue(from: &reader) {
      case .integer(let rows)? where (1...10_000).contains(rows): inlineRows = Int(rows)
      case .null? where count == 5: break
      default: return nil
      }
    }
    if count > 4 {
      guard case .list(let names)? = try? StateValue(from: &reader), names.count == 2, case .string(let own) = names[0],
        case .string(let shown) = names[1]
      else { return nil }
      theme = ThemeNames(own: own, shown: shown)
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

/// Encodes the snapshots of one app. The rows that are as in the last one are not encoded again, as few rows change
/// between two saves.
public final class SnapshotEncoder: Sendable {
  private struct Row {
    var cells: [Cell]
    /// The runs of cells with the same style: text, attributes, foreground and background.
    var runs: [UInt8] = []
    var runCount = 0
  }

  private let rows = Mutex<[Row]>([])

  /// Returns a snapshot as CBOR: width, height, runs of cells with the same style, the rows of an inline app, and the names of
  /// the theme. What is last and unknown is omitted.
  public func encode(_ snapshot: Snapshot) -> [UInt8] {
    let grid = snapshot.grid
    var writer = CBORWriter()
    writer.beginArray(count: snapshot.theme != nil ? 5 : snapshot.inlineRows != nil ? 4 : 3)
    writer.write(Int64(grid.size.width))
    writer.write(Int64(grid.size.height))
    rows.withLock { rows in
      rows.removeLast(max(0, rows.count - grid.rows.count))
      for (index, cells) in grid.rows.enumerated() {
        // Rows of a grid share their memory with those of the grid from which it was drawn, so equal ones are found at once.
        if index == rows.count {
          rows.append(Self.row(cells))
        } else if rows[index].cells != cells {
          rows[index] = Self.row(cells)
        }
      }
      writer.beginArray(count: rows.reduce(0) { $0 + $1.runCount } * 4)
      for row in rows { writer.bytes.append(contentsOf: row.runs) }
    }
    if let inlineRows = snapshot.inlineRows {
      writer.write(Int64(inlineRows))
    } else if snapshot.theme != nil {
      writer.writeNull()
    }
    if let theme = snapshot.theme { StateValue.list([.string(theme.own), .string(theme.shown)]).write(to: &writer) }
    return writer.bytes
  }

  private static func row(_ cells: [Cell]) -> Row {
    var row = Row(cells: cells)
    var writer = CBORWriter()
    var text: [UInt8] = []
    text.reserveCapacity(cells.count)
    var start = 0
    while start < cells.count {
      let style = cells[start].style
      text.removeAll(keepingCapacity: true)
      var end = start
      while end < cells.count, cells[end].style == style {
        // The second half of a wide character, which is implied by the first, has no text.
        text.append(contentsOf: cells[end].text.utf8)
        end += 1
      }
      if !text.isEmpty {
        row.runCount += 1
        text.withUnsafeBytes { writer.writeText($0) }
        writer.write(Int64(style.attributes.rawValue))
        writer.write(style.foreground.code)
        writer.write(style.background.code)
      }
      start = end
    }
    row.runs = writer.bytes
    return row
  }
}

extension Color {
  /// The colour as one number, as in saves.
  fileprivate var code: Int64 { self == .default ? -1 : Int64(packed) - 1 << 24 }

  fileprivate init(code: Int64) {
    self = (0..<2 << 24).contains(code) ? Color(packed: UInt32(code) + 1 << 24) : .default
  }
}
