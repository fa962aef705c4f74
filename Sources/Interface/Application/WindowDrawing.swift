/// The last drawing of a window, and what has changed since.
///
/// Only rows with changes are drawn again, in full width: a view whose look changes calls ``View/setNeedsDisplay()``,
/// and a changed frame damages the rows of the old and the new one. What can change without notice, because a script
/// draws it or it moves by itself, is drawn in every frame; the rows of lists are compared with those drawn before.
@MainActor
struct WindowDrawing {
  /// The rows that may have changed.
  var damage = DamagedRows.whole
  /// The views that asked for another frame when they were drawn.
  var animatedViews: [View] = []
  /// The lists that are drawn. Their sources may return other rows at any time.
  private var lists: [DrawnList] = []
  /// The last grid; nil before the first drawing.
  fileprivate var grid: Grid?
  /// The style of the screen in that grid.
  fileprivate var base = Style.plain
  /// The rows that can change without notice.
  fileprivate var changingRows = DamagedRows()
  /// The last key hints that were chosen.
  var knownHints: (basis: KeyHintBasis, hints: [PlacedKeyHint])?
  /// The key hints in that grid.
  fileprivate(set) var hints: [PlacedKeyHint] = []

  private struct DrawnList {
    weak var list: RowList?
  }

  /// Notes that a list was drawn, so that its rows are compared in each frame from now on.
  mutating func noteDrawn(_ list: RowList) {
    for known in lists where known.list === list { return }
    lists.append(DrawnList(list: list))
  }

  /// Returns the lists that are still in a window, and forgets the others.
  fileprivate mutating func drawnLists(in window: Window) -> [RowList] {
    guard !lists.isEmpty else { return [] }
    lists.removeAll { $0.list?.window !== window }
    return lists.compactMap(\.list)
  }
}

extension Window {
  /// Draws the changes. Returns the whole screen.
  func draw(withKeyHints: Bool) -> Grid {
    for view in drawing.animatedViews { view.setNeedsDisplay() }
    drawing.animatedViews = []
    updateHints(isShown: withKeyHints && content.showsHints)
    let lists = drawing.drawnLists(in: self)
    for list in lists { list.damageChangedRows() }
    let base = (application?.theme ?? .terminal)[.screen]
    var damage = drawing.damage
    damage.formUnion(drawing.changingRows)
    var grid = drawing.grid ?? Grid(size: size)
    if drawing.grid == nil || grid.size != size || base != drawing.base {
      grid = Grid(size: size)
      damage = .whole
    }
    // Changes from now on belong to the next frame.
    drawing.damage = DamagedRows()
    needsDisplay = false
    drawing.changingRows = DamagedRows()
    draw(damage, over: &grid, base: base)
    for list in lists { list.isAsked = false }
    // A script's drawing may have changed views that were drawn before it.
    let late = drawing.damage
    if !late.isEmpty, !late.isWhole { draw(late.subtracting(drawing.changingRows), over: &grid, base: base) }
    grid.cursor = visibleCursor
    drawing.grid = grid
    drawing.base = base
    return grid
  }

  private func draw(_ damage: DamagedRows, over grid: inout Grid, base: Style) {
    let bands = damage.bands(height: size.height)
    guard !bands.isEmpty else { return }
    for band in bands { grid.forgetProgress(inRows: band) }
    let canvas = Canvas(grid: grid, base: base, pictureCellSize: application?.pictureCellSize)
    for band in bands {
      let part = canvas.clipped(toRows: band)
      part.fill(Rect(x: 0, y: band.lowerBound, width: size.width, height: band.count))
      content.drawTree(in: part)
    }
    drawing.changingRows.formUnion(canvas.changingRows)
    grid = canvas.grid
    grid.forgetHiddenPictures()
  }

  /// The position of the focused view's text cursor; nil if it is hidden or outside the window.
  private var visibleCursor: Point? {
    guard let view = firstResponder, let place = view.cursorLocation.map(view.convertToWindow) else { return nil }
    return Rect(origin: .zero, size: size).contains(place) ? place : nil
  }

  /// Updates the key hints to draw.
  private func updateHints(isShown: Bool) {
    let hints = isShown ? keyHints : []
    guard hints != drawing.hints else { return }
    drawing.hints = hints
    drawing.damage.insert(size.height - 1..<size.height)
  }
}
