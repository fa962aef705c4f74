import Interface

/// The pictures that the terminal shows over its characters.
///
/// A grid says which cells a picture takes. From them follow the parts to be shown: rectangles of cells of one picture.
/// Parts that the terminal shows already cost nothing; those that are gone are removed, and new ones are sent.
@MainActor
final class PictureLayer {
  /// A visible part of a picture.
  private struct Part: Hashable {
    let picture: PlacedPicture
    /// The part's cells on the screen.
    let cells: Rect
    let cellSize: Size
  }

  /// The parts that the terminal shows, with the names of their placements.
  private var shown: [Part: (number: UInt32, placement: UInt32)] = [:]
  private var form: PictureForm?
  private let rasters = PictureCache()
  private var lastPlacement: UInt32 = 0

  /// Whether the terminal shows no picture.
  var isEmpty: Bool { shown.isEmpty }

  /// The change from one frame to the next.
  struct Change {
    /// The new grid, in which the cells of pictures are blank.
    var grid: Grid
    /// The grid shown before. Cells that lose their picture differ from those of the new one, so that they are written.
    var previous: Grid?
    var commands: [PictureCommand] = []
  }

  /// Returns what changes the terminal's pictures, and notes that they are shown.
  ///
  /// - Parameters:
  ///   - grid: the new grid.
  ///   - previous: the grid shown before; nil if the screen is cleared first.
  ///   - form: the way to show pictures; nil for block characters.
  ///   - cellSize: the size of a cell in pixels.
  func change(to grid: Grid, from previous: Grid?, form: PictureForm?, cellSize: Size) -> Change {
    var change = Change(grid: grid, previous: previous)
    if form != self.form {
      remove(Array(shown.keys), &change)
      (self.form, shown) = (form, [:])
    }
    guard let form else {
      change.grid.removePictures()
      return change
    }
    // A character of the last row in place of a picture may scroll the screen.
    let rows = form.isLayer ? grid.size.height : grid.size.height - 1
    let parts = grid.visiblePictures(rows: rows).compactMap { picture, cells -> (part: Part, raster: StoredPicture)? in
      guard let raster = rasters.stored(picture, cellSize: cellSize) else { return nil }
      return (Part(picture: picture, cells: cells, cellSize: cellSize), raster)
    }
    let wanted = Set(parts.map(\.part))
    // Clearing the screen does not remove pictures of a layer.
    let kept = previous == nil ? [] : wanted
    remove(shown.keys.filter { !kept.contains($0) }, &change)
    for (part, raster) in parts {
      change.grid.blank(part.cells, background: part.picture.background)
      if shown[part] == nil { add(part, raster, form, &change) }
    }
    change.grid.removePictures(except: parts.map(\.part.cells))
    for number in rasters.forget(keeping: Set(shown.keys.map(\.picture))) where form == .kitty {
      change.commands.append(PictureCommand(bytes: KittyPictures.forgetting(number)))
    }
    return change
  }

  /// Forgets what the terminal shows and has stored, as another program may have removed it.
  func forget() {
    shown = [:]
    form = nil
    rasters.removeAll()
  }

  /// Returns the bytes that remove the pictures of a layer, and notes that they are gone. Others are erased with the
  /// characters.
  func removing() -> [UInt8] {
    var change = Change(grid: Grid(size: .zero))
    remove(Array(shown.keys), &change)
    return change.commands.flatMap(\.bytes)
  }

  private func remove(_ parts: [Part], _ change: inout Change) {
    for part in parts.sorted(by: { shown[$0]?.placement ?? 0 < shown[$1]?.placement ?? 0 }) {
      guard let names = shown.removeValue(forKey: part) else { continue }
      if form == .kitty {
        change.commands.append(
          PictureCommand(bytes: KittyPictures.removing(names.number, placement: names.placement)))
      } else {
        change.previous?.markUnknown(part.cells)
      }
    }
  }

  private func add(_ part: Part, _ stored: StoredPicture, _ form: PictureForm, _ change: inout Change) {
    lastPlacement &+= 1
    shown[part] = (stored.number, lastPlacement)
    let (size, area) = (part.cellSize, part.picture.area)
    let pixels = Rect(
      x: (part.cells.minX - area.minX) * size.width, y: (part.cells.minY - area.minY) * size.height,
      width: part.cells.width * size.width, height: part.cells.height * size.height)
    switch form {
    case .kitty:
      if !stored.isSent {
        change.commands.append(
          PictureCommand(bytes: KittyPictures.storing(stored.raster, as: stored.number)))
        stored.isSent = true
      }
      change.commands.append(
        PictureCommand(
          place: part.cells.origin,
          bytes: KittyPictures.placing(
            stored.number, as: lastPlacement, pixels: pixels, cells: part.cells.size)))
    case .iterm:
      change.commands.append(
        PictureCommand(
          place: part.cells.origin,
          bytes: stored.raster.cropped(to: pixels).inlineSequence(cells: part.cells.size),
          leavesCursor: false))
    case .sixel:
      change.commands.append(
        PictureCommand(place: part.cells.origin, bytes: stored.sixels.encoded(pixels), leavesCursor: false))
    }
  }
}

extension Grid {
  /// The visible parts of pictures: rectangles, from top to bottom.
  ///
  /// - Parameter rows: the number of rows that can show pictures.
  fileprivate func visiblePictures(rows: Int) -> [(picture: PlacedPicture, cells: Rect)] {
    guard !pictures.isEmpty else { return [] }
    var finished: [(PictureTag, Rect)] = []
    var open: [(PictureTag, Rect)] = []
    for y in 0..<max(0, rows) {
      var next: [(PictureTag, Rect)] = []
      var x = 0
      while x < size.width {
        let tag = self.rows[y][x].style.picture
        let start = x
        while x < size.width, self.rows[y][x].style.picture == tag { x += 1 }
        guard tag != .none else { continue }
        // A run below one of the same width continues its rectangle.
        if let index = open.firstIndex(where: { $0.0 == tag && $0.1.minX == start && $0.1.width == x - start }) {
          var rect = open.remove(at: index).1
          rect.size.height += 1
          next.append((tag, rect))
        } else {
          next.append((tag, Rect(x: start, y: y, width: x - start, height: 1)))
        }
      }
      finished += open
      open = next
    }
    return (finished + open).compactMap { tag, rect in pictures[tag].map { ($0, rect) } }
  }

  /// Replaces the block characters of a picture by blanks.
  fileprivate mutating func blank(_ cells: Rect, background: Color) {
    for y in cells.minY..<cells.maxY {
      for x in cells.minX..<cells.maxX {
        var style = Style(background: background)
        style.picture = self[x, y].style.picture
        self[x, y] = Cell(" ", style: style)
      }
    }
  }

  /// Makes cells differ from all others.
  fileprivate mutating func markUnknown(_ cells: Rect) {
    for y in cells.minY..<cells.maxY {
      for x in cells.minX..<cells.maxX { self[x, y] = Cell("\u{0}") }
    }
  }

  /// Removes the tags of pictures that are drawn in block characters.
  fileprivate mutating func removePictures(except shown: [Rect] = []) {
    guard !pictures.isEmpty else { return }
    for y in 0..<size.height where rows[y].contains(where: { $0.style.picture != .none }) {
      for x in 0..<size.width where !shown.contains(where: { $0.contains(Point(x: x, y: y)) }) {
        self[x, y].style.picture = .none
      }
    }
  }
}
