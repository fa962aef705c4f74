import Interface

/// A text that appeared on a screen or disappeared from it, for an expectation.
///
/// The text is one that another run shows as well: no times of day, no temporary paths, no moving signs; and never the
/// last row, which has the key hints. A text without digits is preferred.
package struct ScreenChange {
  private let was: String
  /// The later screen with its key hints.
  private let now: String
  private let parts: (was: [String], now: [String])
  /// The rows of the later screen, without borders and blanks at their ends.
  private let rows: [String]

  init(from was: Grid, to now: Grid) {
    let (rows, others) = (Self.rows(of: now), Self.rows(of: was))
    self.now = now.lines.joined(separator: "\n")
    self.was = others.joined(separator: "\n")
    parts = (others.flatMap(Self.parts), rows.flatMap(Self.parts))
    self.rows = rows.map(Self.withoutBorders)
  }

  /// Returns a text that only the later screen shows, preferably neither one that the user has typed nor one in which only
  /// numbers have changed; nil if there is none.
  func appeared(besides typed: String) -> String? {
    let new = parts.now.filter { !was.contains($0) }
    let other = new.filter { !isCounter($0) }
    return Self.best(of: other.filter { !typed.contains($0) }) ?? Self.best(of: other) ?? Self.best(of: new)
  }

  /// Whether only the numbers of a text are others than before, as those of a clock.
  func isCounter(_ text: String) -> Bool {
    text.contains(where: \.isNumber) && parts.was.contains { Self.withoutNumbers($0) == Self.withoutNumbers(text) }
  }

  private static func withoutNumbers(_ text: String) -> String { text.filter { !$0.isNumber } }
  /// A text that only the earlier screen shows; nil if there is none.
  var disappeared: String? { Self.best(of: parts.was.filter { !now.contains($0) }) }

  /// The first row of the later screen that the earlier one does not show, such as one in which only a digit differs; nil if
  /// there is none.
  var changedRow: String? {
    rows.first { row in
      !was.contains(row) && row.contains { $0.isLetter || $0.isNumber } && !Self.isUnstable(row)
    }
  }

  /// Returns a row without borders, scroll bars and blanks at its ends.
  package static func withoutBorders(_ row: String) -> String {
    func isMargin(_ character: Character) -> Bool { character == " " || isBorder(character) }
    guard let first = row.firstIndex(where: { !isMargin($0) }), let last = row.lastIndex(where: { !isMargin($0) })
    else { return "" }
    return String(row[first...last])
  }

  private static let minimumRowsForHints = 10

  private static func rows(of grid: Grid) -> [String] {
    let lines = grid.lines
    return lines.count >= minimumRowsForHints ? lines.dropLast() : lines
  }

  /// Returns the texts of a row, which borders and wide gaps separate.
  private static func parts(of row: String) -> [String] {
    var parts: [String] = []
    var part = ""
    func end() {
      let trimmed = part.trimmingPrefix { $0 == " " }
      if isTelling(trimmed) { parts.append(String(trimmed.prefix(maximumCharacters))) }
      part = ""
    }
    for character in row {
      if character == " ", part.last == " " {
        part.removeLast()
        end()
      } else if isBorder(character) {
        while part.last == " " { part.removeLast() }
        end()
      } else {
        part.append(character)
      }
    }
    end()
    return parts
  }

  private static let maximumCharacters = 60

  private static func isBorder(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    // Box drawing, blocks, and Braille patterns.
    return character == "|" || (0x2500...0x259f).contains(scalar.value) || (0x2800...0x28ff).contains(scalar.value)
      || character == "•"
  }

  private static func isTelling(_ part: Substring) -> Bool {
    part.count(where: { $0.isLetter || $0.isNumber }) >= 2 && !isUnstable(part)
  }

  /// Whether another run may show another text.
  private static func isUnstable(_ text: some StringProtocol) -> Bool {
    text.contains("…") || String(text).contains(#/\d:\d\d|\d\d\d\d-\d\d|/tmp/|0x[0-9a-f]{6,}/#)
  }

  private static func best(of parts: [String]) -> String? {
    parts.first { !$0.contains(where: \.isNumber) && $0.count(where: \.isLetter) >= 3 } ?? parts.first
  }
}
