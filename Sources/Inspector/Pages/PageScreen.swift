import Interface

/// The screen of an app as one page shows it, to send only what differs.
@MainActor
final class PageScreen {
  private var shown: Grid?
  private var styles: [Style: Int] = [:]

  /// The number of styles after which a page forgets them; an app that fades colours has no end of them.
  private static let maximumStyles = 4000

  /// Returns the message that changes the page's screen to a grid; nil if it is equal.
  ///
  /// A row is `[y, x, run, …]`. A run is `[style, text]`, with one cell for each UTF-16 unit of the text, or
  /// `[style, width, cluster]`. A style is `[number, foreground, background, attributes]`, where a colour is -1 for the
  /// default, a number of the palette, or `"#rrggbb"`.
  func change(to grid: Grid, kind: String = "frame", save: Int? = nil) -> [UInt8]? {
    if styles.count > Self.maximumStyles { forget() }
    let isWhole = shown?.size != grid.size
    guard isWhole || shown != grid else { return nil }
    let old = isWhole ? Grid(size: grid.size) : shown ?? Grid(size: grid.size)
    var newStyles: [(Int, Style)] = []
    var rows = JSONWriter()
    rows.array { rows in
      for y in 0..<grid.size.height {
        guard let columns = Self.changedColumns(y, old, grid) else { continue }
        rows.array {
          $0.value(y)
          $0.value(columns.lowerBound)
          writeRuns(y, columns, grid, &newStyles, to: &$0)
        }
      }
    }
    shown = grid
    return JSONWriter.message(kind) {
      if let save { $0.field("save", save) }
      if isWhole { $0.field("size", json: "[\(grid.size.width),\(grid.size.height)]") }
      if !newStyles.isEmpty {
        $0.field("styles") { list in for (number, style) in newStyles { Self.write(style, number, to: &list) } }
      }
      $0.field("rows", json: rows.text)
      if let cursor = grid.cursor { $0.field("cursor", json: "[\(cursor.x),\(cursor.y)]") }
    }
  }

  /// Sends the next frame completely.
  func forget() {
    shown = nil
    styles = [:]
  }

  /// Returns the columns from the first to the last cell that differs; nil if none does.
  private static func changedColumns(_ y: Int, _ old: Grid, _ new: Grid) -> Range<Int>? {
    guard !new.isRow(y, equalIn: old) else { return nil }
    let width = new.size.width
    guard var first = (0..<width).first(where: { new[$0, y] != old[$0, y] }),
      let last = (0..<width).last(where: { new[$0, y] != old[$0, y] })
    else { return nil }
    // A wide character is sent whole.
    if first > 0, new[first, y].text.isEmpty { first -= 1 }
    return first..<(last + 1)
  }

  private func writeRuns(
    _ y: Int, _ columns: Range<Int>, _ grid: Grid, _ newStyles: inout [(Int, Style)], to row: inout JSONWriter
  ) {
    var text = ""
    var textStyle: Int?
    func flush(_ row: inout JSONWriter) {
      guard let style = textStyle, !text.isEmpty else { return }
      row.array {
        $0.value(style)
        $0.value(text)
      }
      text = ""
    }
    for x in columns {
      let cell = grid[x, y]
      if cell.text.isEmpty { continue }
      let style = number(of: cell.style, &newStyles)
      let isWide = x + 1 < grid.size.width && grid[x + 1, y].text.isEmpty
      if isWide || cell.text.utf16.count != 1 {
        flush(&row)
        textStyle = nil
        row.array {
          $0.value(style)
          $0.value(isWide ? 2 : 1)
          $0.value(cell.text)
        }
        continue
      }
      if style != textStyle {
        flush(&row)
        textStyle = style
      }
      text += cell.text
    }
    flush(&row)
  }

  private func number(of style: Style, _ newStyles: inout [(Int, Style)]) -> Int {
    if let number = styles[style] { return number }
    let number = styles.count
    styles[style] = number
    newStyles.append((number, style))
    return number
  }

  private static func write(_ style: Style, _ number: Int, to list: inout JSONWriter) {
    list.array {
      $0.value(number)
      write(style.foreground, to: &$0)
      write(style.background, to: &$0)
      $0.value(Int(style.attributes.rawValue))
    }
  }

  private static func write(_ color: Color, to list: inout JSONWriter) {
    switch color {
    case .default: list.value(-1)
    case .palette(let index): list.value(Int(index))
    case .rgb: list.value(color.text)
    }
  }
}
