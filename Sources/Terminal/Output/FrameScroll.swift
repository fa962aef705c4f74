import Interface

/// Rows that the terminal can move by itself between two grids, so that only the others are sent.
///
/// The scroll is derived from the two grids alone. Hashes of the rows' texts suggest a distance, and the cells decide:
/// rows are scrolled only if that reduces the number of bytes. A wrong guess thus costs some bytes, but never results
/// in a wrong cell.
struct FrameScroll: Equatable {
  /// The rows that move, including those that scroll in.
  let rows: Range<Int>
  /// The number of rows upwards; negative is downwards.
  let distance: Int

  /// The minimum number of changed rows to analyse, so that most key presses cost nothing extra.
  private static let minimumRows = 4
  /// The approximate number of bytes for setting and resetting the margins and for scrolling.
  private static let cost = 24
  /// The approximate number of bytes for moving the cursor, and for erasing the rest of a row.
  private static let (moveCost, eraseCost) = (7, 3)

  /// - Parameter changedRows: the rows that differ between two grids of the same size, in order.
  init?(from old: Grid, to new: Grid, changedRows: [Int]) {
    let band = Self.band(changedRows)
    guard band.count >= Self.minimumRows,
      let distance = Self.distance(from: Self.hashes(band, of: old), to: Self.hashes(band, of: new))
    else { return nil }
    // Find the range of rows with the largest gain, regardless of changes above and below.
    let targets =
      distance > 0 ? band.lowerBound..<band.upperBound - distance : band.lowerBound - distance..<band.upperBound
    var best = (rows: targets.lowerBound..<targets.lowerBound, gain: 0)
    var run = (start: targets.lowerBound, gain: 0)
    for y in targets {
      run.gain += Self.bytes(y, of: new, over: old, y) - Self.bytes(y, of: new, over: old, y + distance)
      if run.gain > best.gain { best = (run.start..<y + 1, run.gain) }
      if run.gain <= 0 { run = (y + 1, 0) }
    }
    guard !best.rows.isEmpty else { return nil }
    let added =
      distance > 0
      ? best.rows.upperBound..<best.rows.upperBound + distance : best.rows.lowerBound + distance..<best.rows.lowerBound
    let blank = Grid(size: new.size)
    for y in added { best.gain += Self.bytes(y, of: new, over: old, y) - Self.bytes(y, of: new, over: blank, y) }
    guard best.gain > Self.cost + 2 * abs(distance) else { return nil }
    rows = min(added.lowerBound, best.rows.lowerBound)..<max(added.upperBound, best.rows.upperBound)
    self.distance = distance
  }

  /// Returns the largest group of changed rows, with gaps of up to three unchanged rows.
  private static func band(_ changedRows: [Int]) -> Range<Int> {
    var (best, current) = (0..<0, 0..<0)
    for row in changedRows {
      current = !current.isEmpty && row - current.upperBound <= 3 ? current.lowerBound..<row + 1 : row..<row + 1
      if current.count > best.count { best = current }
    }
    return best
  }

  /// Returns the distance that most non-blank rows have moved; nil if it is not shared by two rows.
  private static func distance(from old: [UInt64], to new: [UInt64]) -> Int? {
    var best = (distance: 0, count: 1)
    for length in 1..<max(1, new.count) {
      for distance in [length, -length] {
        var count = 0
        for index in max(0, -distance)..<min(new.count, new.count - distance)
        where new[index] == old[index + distance] && new[index] != blankHash { count += 1 }
        if count > best.count { best = (distance, count) }
      }
    }
    return best.count > 1 ? best.distance : nil
  }

  private static let blankHash: UInt64 = 0

  /// Returns a hash of each row's text. Styles are excluded, as a highlighted row may have moved too.
  private static func hashes(_ rows: Range<Int>, of grid: Grid) -> [UInt64] {
    rows.map { y in
      var hash = blankHash
      for cell in grid.rows[y] {
        // Most cells are blank. Leading blanks leave the hash unchanged; blanks between texts do not.
        if cell.text == " " {
          hash = hash &* 0x100_0000_01b3
          continue
        }
        for byte in cell.text.utf8 { hash = (hash ^ UInt64(byte ^ 0x20)) &* 0x100_0000_01b3 }
      }
      return hash
    }
  }

  /// Returns the approximate number of bytes that turn a row of the old grid into one of the new grid.
  private static func bytes(_ y: Int, of new: Grid, over old: Grid, _ source: Int) -> Int {
    new.rows[y].withUnsafeBufferPointer { cells in
      old.rows[source].withUnsafeBufferPointer { oldCells in
        var end = cells.count
        let last = cells.last.flatMap { $0.text == " " ? $0 : nil } ?? .blank
        while end > 0, cells[end - 1] == last { end -= 1 }
        var (changed, blanks) = (0, 0)
        for x in 0..<end where cells[x] != oldCells[x] {
          if cells[x].text == " " { blanks += 1 } else { changed += 1 }
        }
        // Many blanks are erased.
        changed += min(blanks, moveCost)
        if oldCells[end...].contains(where: { $0 != last }) { changed += eraseCost }
        return changed == 0 ? 0 : changed + moveCost
      }
    }
  }
}
