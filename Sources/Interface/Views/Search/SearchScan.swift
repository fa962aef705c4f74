/// A scan through all lines, starting at one of them and wrapping around.
struct SearchScan {
  private var line: Int
  private let step: Int
  private var left: Int

  /// The limits of one turn in lines and in time, chosen so that input and drawing are not noticeably delayed. A line may
  /// take milliseconds, so the time is checked after each.
  private static let linesPerTurn = 5_000
  private static let longestTurn = Duration.milliseconds(10)

  /// Creates a scan of all lines from one on; downwards for a step of 1, upwards for -1.
  init(_ lines: Range<Int>, from line: Int, step: Int) {
    self.line = line
    self.step = step
    left = lines.count
  }

  /// Whether all lines were scanned.
  var isOver: Bool { left <= 0 }

  /// Scans the lines of one turn, until one of them matches. The lines may have changed since the last turn.
  mutating func next(in lines: Range<Int>, where isMatch: (Int) -> Bool) -> Bool {
    let count = lines.count
    left = min(left, count)
    let end = ContinuousClock.now + Self.longestTurn
    for _ in 1...Self.linesPerTurn {
      guard left > 0 else { return false }
      left -= 1
      let current = lines.lowerBound + (((line - lines.lowerBound) % count) + count) % count
      line = current + step
      if isMatch(current) { return true }
      if ContinuousClock.now >= end { return false }
    }
    return false
  }
}
