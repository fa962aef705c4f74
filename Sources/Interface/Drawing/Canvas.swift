/// A drawing surface for one view: its rectangle of the screen, in the view's own coordinates, clipped to the visible
/// part.
///
/// A script may keep a canvas, but cannot draw on it after its `draw` has returned: see ``isUsable``.
@MainActor
public final class Canvas {
  private let surface: Surface
  private let origin: Point
  private let clip: Rect
  /// The style under everything that is drawn.
  private let base: Style
  /// The size of the drawing area.
  public let size: Size
  /// The number of running functions of scripts that draw on the canvas; nil before the first one.
  private var uses: Int?

  /// Whether the canvas can be used; false after the script's function that drew on it has returned.
  public var isUsable: Bool { uses != 0 }

  /// Calls a script's function that draws on the canvas.
  public func use<Result>(_ body: () throws -> Result) rethrows -> Result {
    uses = (uses ?? 0) + 1
    defer { uses = (uses ?? 1) - 1 }
    return try body()
  }

  /// The grid that several canvases share.
  @MainActor
  private final class Surface {
    var grid: Grid
    var changingRows = DamagedRows()
    let pictureCellSize: Size?
    init(_ grid: Grid, pictureCellSize: Size?) { (self.grid, self.pictureCellSize) = (grid, pictureCellSize) }
  }

  /// Creates a canvas over a whole grid.
  ///
  /// - Parameters:
  ///   - base: the style under everything that is drawn.
  ///   - pictureCellSize: the size of a cell in pixels, if the front end can show pictures.
  public init(grid: Grid, base: Style = .plain, pictureCellSize: Size? = nil) {
    surface = Surface(grid, pictureCellSize: pictureCellSize)
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

  /// The whole screen as drawn so far.
  public var grid: Grid { surface.grid }

  /// Returns a canvas over a part of this one, in this canvas's coordinates.
  public func part(_ frame: Rect, style: Style = .plain) -> Canvas {
    let moved = frame.offsetBy(x: origin.x, y: origin.y)
    return Canvas(
      surface: surface, origin: moved.origin, size: frame.size, clip: clip.intersection(moved), base: style.over(base))
  }

  /// Returns the same canvas, clipped to rows of the screen.
  func clipped(toRows rows: Range<Int>) -> Canvas {
    let band = Rect(x: clip.minX, y: rows.lowerBound, width: clip.width, height: rows.count)
    return Canvas(surface: surface, origin: origin, size: size, clip: clip.intersection(band), base: base)
  }

  /// Reports the progress that this part of the screen shows, if it is visible.
  func report(_ progress: Progress) {
    if !isEmpty { surface.grid.note(progress, row: clip.minY) }
  }

  /// The size of a cell in pixels, if the front end can show pictures.
  var pictureCellSize: Size? { surface.pictureCellSize }

  /// Adds a picture to the screen, for the cells that will be drawn. Returns their tag.
  func place(_ image: Image, in rect: Rect, _ contentMode: ImageView.ContentMode) -> PictureTag {
    guard pictureCellSize != nil else { return .blocks }
    return surface.grid.add(
      PlacedPicture(
        image, area: rect.offsetBy(x: origin.x, y: origin.y), contentMode: contentMode, background: base.background))
  }

  /// Whether no part of the canvas is visible.
  public var isEmpty: Bool { clip.isEmpty }

  /// Whether a part of a rectangle is visible.
  func shows(_ rect: Rect) -> Bool { !rect.offsetBy(x: origin.x, y: origin.y).intersection(clip).isEmpty }

  /// The visible rows.
  var visibleRows: Range<Int> { clip.minY - origin.y..<max(clip.minY, clip.maxY) - origin.y }

  /// Notes that the canvas shows something that can change without notice, so that it must be drawn in every frame.
  func noteChanging() { surface.changingRows.insert(clip.minY..<max(clip.minY, clip.maxY)) }

  /// The rows of the screen for which ``noteChanging()`` was called.
  var changingRows: DamagedRows { surface.changingRows }

  /// Draws one line of text and returns the column after it. Text with right-to-left characters is ordered for display.
  /// A wide character that does not fit entirely is drawn as blanks.
  @discardableResult
  public func put(_ text: String, x: Int, y: Int, style: Style = .plain) -> Int {
    put(text, x: x, y: y, style: style, level: nil)
  }

  /// Draws the characters of text at an embedding level from left to right; nil orders them for display.
  @discardableResult
  func put(_ text: String, x: Int, y: Int, style: Style, level ordered: Int8?) -> Int {
    let row = y + origin.y
    guard row >= clip.minY, row < clip.maxY else { return x + text.cellWidth }
    var text = text
    var column = x + origin.x
    var drawn = style.over(base)
    drawn.level = ordered ?? 0
    let count = text.withUTF8 { bytes -> Int? in
      guard bytes.isPrintableASCII else { return nil }
      surface.grid.put(ascii: bytes, x: column, y: row, columns: clip.minX..<clip.maxX, style: drawn)
      return bytes.count
    }
    if let count { return x + count }
    if ordered == nil, text.hasRightToLeft, let line = BidirectionalLine(text) {
      for piece in line.pieces { put(piece, x: x, y: y, style: style) }
      return x + line.columns.count
    }
    text.forEachPart { part in
      switch part {
      case .ascii(let bytes):
        surface.grid.put(ascii: bytes, x: column, y: row, columns: clip.minX..<clip.maxX, style: drawn)
        column += bytes.count
      case .character(let character):
        column += put(character.drawable, column: column, row: row, style: drawn)
      }
    }
    return column - origin.x
  }

  /// Draws a character at screen coordinates and returns its width in cells.
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
    // `fill` is clipped, so the cost does not depend on the size of the box.
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

  /// Applies a style to cells that are drawn on the canvas's own background. They keep weight, slant and lines.
  func highlight(_ rect: Rect, with style: Style) {
    let kept: Style.Attributes = [.bold, .italic, .underline, .strikethrough]
    let background = base.background
    change(rect) { cell in
      guard cell.style.background == background, !cell.style.attributes.contains(.reverse) else { return }
      (cell.style.foreground, cell.style.background) = (style.foreground, style.background)
      cell.style.attributes = style.attributes.union(cell.style.attributes.intersection(kept))
    }
  }

  /// Draws everything in a rectangle in one style, as behind a sheet. Images, of which one colour would show only the
  /// block characters, keep their colours, halfway to the style's background; without 24-bit colours they are erased.
  package func dim(_ rect: Rect, as style: Style) {
    change(rect) { cell in
      if cell.style.picture == .none {
        let level = cell.style.level
        cell.style = style
        cell.style.level = level
      } else if let foreground = cell.style.foreground.mixed(with: style.background) {
        let background = cell.style.background.mixed(with: style.background)
        cell.style = Style(foreground: foreground, background: background ?? style.background)
      } else {
        cell = Cell(" ", style: style)
      }
    }
  }

  /// Changes cells that are already drawn.
  private func change(_ rect: Rect, _ body: (inout Cell) -> Void) {
    let area = rect.offsetBy(x: origin.x, y: origin.y).intersection(clip)
    for y in area.minY..<max(area.minY, area.maxY) {
      for x in area.minX..<area.maxX { body(&surface.grid[x, y]) }
    }
  }
}
