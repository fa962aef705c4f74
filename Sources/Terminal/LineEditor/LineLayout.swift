import Interface

/// The layout of a prompt and its text on a terminal of a given width.
struct LineLayout {
  /// The cells, row by row.
  private(set) var rows: [[Cell]] = [[]]
  /// The position of the cursor, counted from the first row.
  private(set) var cursor = Point.zero

  private let width: Int
  private var column = 0

  /// Lays out a prompt and a text, whose rows after the first begin with the continuation prompt.
  init(
    prompt: String, continuationPrompt: String, promptStyle: Style, buffer: LineBuffer, styles: [Style], width: Int
  ) {
    self.width = max(2, width)
    append(prompt, style: promptStyle)
    for (index, character) in buffer.characters.enumerated() {
      if index == buffer.cursor { markCursor() }
      if character == "\n" {
        startRow()
        append(continuationPrompt, style: promptStyle)
      } else {
        append(character, style: index < styles.count ? styles[index] : .plain)
      }
    }
    if buffer.isCursorAtEnd { markCursor() }
  }

  private mutating func append(_ text: String, style: Style) {
    for character in text { append(character, style: style) }
  }

  private mutating func startRow() {
    rows.append([])
    column = 0
  }

  private mutating func append(_ character: Character, style: Style) {
    let text = character == "\t" ? "  " : String(character)
    let cells = character == "\t" ? 2 : character.cellWidth
    if column + cells > width { startRow() }
    rows[rows.count - 1].append(Cell(text, style: style))
    column += cells
  }

  private mutating func markCursor() {
    // At the end of a full row, the cursor moves to the next one.
    if column >= width { startRow() }
    cursor = Point(x: column, y: rows.count - 1)
  }
}
