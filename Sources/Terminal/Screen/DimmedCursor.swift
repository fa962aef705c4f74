import Interface

extension Grid {
  /// The grid with a dimmed cell in place of the terminal's cursor.
  var withDimmedCursor: Grid {
    guard let cursor else { return self }
    var grid = self
    grid[cursor.x, cursor.y].style.attributes.formSymmetricDifference(.reverse)
    grid[cursor.x, cursor.y].style.attributes.insert(.dim)
    grid.cursor = nil
    return grid
  }
}
