/// What is sent to a terminal.
enum Sequences {
  /// The terminal shows nothing of an update before its end.
  static let beginUpdate = Array("\u{1b}[?2026h".utf8)
  static let endUpdate = Array("\u{1b}[?2026l".utf8)
  static let hideCursor = Array("\u{1b}[?25l".utf8)
  static let showCursor = Array("\u{1b}[?25h".utf8)
  /// Presses, releases, movement with a button held and the wheel, with places beyond column 223.
  static let mouseOn = Array("\u{1b}[?1002h\u{1b}[?1006h".utf8)
  static let mouseOff = Array("\u{1b}[?1006l\u{1b}[?1002l".utf8)
  static let pasteOn = Array("\u{1b}[?2004h".utf8)
  static let pasteOff = Array("\u{1b}[?2004l".utf8)
  /// What a terminal sends around a paste.
  static let pasteBegins = Array("\u{1b}[200~".utf8)
  static let pasteEnds = Array("\u{1b}[201~".utf8)

  /// Lets the whole screen scroll, and moves the cursor to its first cell.
  static let resetMargins = Array("\u{1b}[r".utf8)

  /// The alternate screen, without wrapping at its edge, without margins, without reports of focus, with plain cursor keys.
  static let enterScreen =
    Array("\u{1b}[?1049h\u{1b}[r\u{1b}[?6l\u{1b}[?7l\u{1b}[?1004l\u{1b}[?1l\u{1b}>\u{1b}[0m\u{1b}[2J\u{1b}[H".utf8)
    + hideCursor + pasteOn

  /// All that `enterScreen`, `mouseOn` and a frame that was cut short may have changed. A terminal without an alternate
  /// screen goes on below what it shows.
  static let leaveScreen = leaveModes + resetMargins + Array("\u{1b}[999H".utf8) + leaveAlternateScreen

  private static let leaveModes = endUpdate + mouseOff + pasteOff + Array("\u{1b}[?7h\u{1b}[0m".utf8)
  private static let leaveAlternateScreen = showCursor + Array("\u{1b}[?1049l".utf8)

  /// What any program may have left behind. The cursor is saved first, because leaving the alternate screen puts it
  /// where it was saved last.
  static let reset =
    endUpdate + Array("\u{1b}\\\u{1b}[?1000l\u{1b}[?1003l\u{1b}[?1004l\u{1b}[?1005l\u{1b}[?1015l".utf8)
    + Array("\u{1b}7\u{1b}[<u\u{1b}[>4m\u{1b}[?1l\u{1b}>\u{1b}[r\u{1b}8\u{1b}(B\u{0f}\u{1b}7".utf8)
    + leaveModes + leaveAlternateScreen
}
