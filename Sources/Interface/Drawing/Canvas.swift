/// Where a view draws: its own rectangle of the screen, in its own coordinates, clipped to what is visible of it.
///
/// Scripts hold canvases too; one that is used after its drawing is over draws nothing.
@MainActor
public final class Canvas {
  private let surface: Surface
  private let origin: Point
  private let clip: Rect
  /// What every style that is drawn stands on.
  private let base: Style
  /// The extent of what can be drawn on.
  public let size: Size

  /// The grid that several canvases draw into.
  @MainActor
  private final class Surface {
    var grid: Grid
    init(_ grid: Grid) { self.grid = grid }
  }

  /// A canvas over a whole grid, on which every style that is drawn stands on this one.
  public init(grid: Grid, base: Style = .plain) {
    surface = Surface(grid)
    origin = .zero
    self.base = base
    size = grid.size
    clip = Rect(origin: .zero, size: grid.size)
  }

  private init(surface: Surface, origin: Point, size: Size, clip: Rect, base: Style) {
    self.surface = surface
    self.base = base
    self.origin = origin
    self.size = size
    self.clip = clip
  }

  /// What was drawn so far, on the whole screen.
  public var grid: Grid { surface.grid }

  /// A canvas over a part of this one, given in this one's coordinates.
  public func part(_ frame: Rect, style: Style = .plain) -> Canvas {
    let moved = frame.offsetBy(x: origin.x, y: origin.y)
    return Canvas(
      surface: surface, origin: moved.origin, size: frame.size, clip: clip.intersection(moved), base: style.over(base))
  }

  /// Whether nothing of it is visible.
  public var isEmpty: Bool { clip.isEmpty }

  /// Draws a text in one line from a place on, and returns the column after it. A wide character that does not fit whole
  /// leaves blanks.
  @discardableResult
  public func put(_ text: String, x: Int, y: Int, style: Style = .plain) -> Int {
    let style = style.over(base)
    let row = y + origin.y
    guard row >= clip.minY, row < clip.maxY else { return x + text.cellWidth }
    var text = text
    var column = x + origin.x
    text.forEachPart { part in
      switch part {
      case .ascii(let bytes):
        surface.grid.put(ascii: bytes, x: column, y: row, columns: clip.minX..<clip.maxX, style: style)
        column += bytes.count
      case .character(let character):
        column += put(character.drawable, column: column, row: row, style: style)
      }
    }
    return column - origin.x
  }

  /// Draws a character at a place of the screen, and returns how many cells it takes.
  private func put(_ character: Character, column: Int, row: Int, style: Style) -> Int {
    let cells = character.cellWidth
    if column >= clip.minX, column + cells <= clip.maxX {
      surface.grid.set(column, row, Cell(String(character), style: style), isWide: cells == 2)
    } else {
      for x in column..<(column + cells) where x >= clip.minX && x < clip.maxX {
        surface.grid.set(x, row, Cell(" ", style: style), isWide: false)
      }
    }
    return cells
  }

  /// Fills a rectangle with one character.
  public func fill(_ rect: Rect, with character: Character = " ", style: Style = .plain) {
    let area = rect.offsetBy(x: origin.x, y: origin.y).intersection(clip)
    guard !area.isEmpty else { return }
    surface.grid.fill(area, with: Cell(String(character.drawable), style: style.over(base)))
  }

  /// Draws a border along the edge of a rectangle.
  public func strokeBox(_ rect: Rect, border: Border = .single, style: Style = .plain) {
    guard rect.width >= 2, rect.height >= 2, let lines = border.lines else { return }
    // Filling costs what is visible, however far the box goes.
    for (y, left, right) in [
      (rect.minY, lines.topLeft, lines.topRight), (rect.maxY - 1, lines.bottomLeft, lines.bottomRight),
    ] {
      fill(Rect(x: rect.minX + 1, y: y, width: rect.width - 2, height: 1), with: lines.horizontal, style: style)
      put(String(left), x: rect.minX, y: y, style: style)
      put(String(right), x: rect.maxX - 1, y: y, style: style)
    }
    for x in [rect.minX, rect.maxX - 1] {
      fill(Rect(x: x, y: rect.minY + 1, width: 1, height: rect.height - 2), with: lines.vertical, style: style)
    }
  }

  /// Changes the look of what is drawn already.
  public func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
    let area = rect.offsetBy(x: origin.x, y: origin.y).intersection(clip)
    guard !area.isEmpty else { return }
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX { change(&surface.grid[x, y].style) }
    }
  }
}
