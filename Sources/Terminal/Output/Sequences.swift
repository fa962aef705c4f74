/// The control sequences sent to a terminal.
enum Sequences {
  /// The terminal shows an update only when it is complete.
  static let beginUpdate = Array("\u{1b}[?2026h".utf8)
  static let endUpdate = Array("\u{1b}[?2026l".utf8)
  static let hideCursor = Array("\u{1b}[?25l".utf8)
  static let showCursor = Array("\u{1b}[?25h".utf8)
  /// Reports presses, releases, drags and the wheel, with coordinates beyond column 223.
  static let mouseOn = Array("\u{1b}[?1002h\u{1b}[?1006h".utf8)
  static let mouseOff = Array("\u{1b}[?1006l\u{1b}[?1002l".utf8)
  static let pasteOn = Array("\u{1b}[?2004h".utf8)
  static let pasteOff = Array("\u{1b}[?2004l".utf8)
  /// The markers that a terminal sends around a paste.
  static let pasteBegins = Array("\u{1b}[200~".utf8)
  static let pasteEnds = Array("\u{1b}[201~".utf8)

  /// Shows characters in the order in which they are sent (ECMA-48: BDSM). Frames are in display order already, and some
  /// terminals reorder text from right to left by themselves.
  private static let reorderingOff = Array("\u{1b}[8l".utf8)
  private static let reorderingOn = Array("\u{1b}[8h".utf8)

  /// Makes the whole screen scroll, and moves the cursor to the first cell.
  static let resetMargins = Array("\u{1b}[r".utf8)

  /// Switches to the alternate screen, without wrapping, margins and focus reports, and with normal cursor keys.
  static let enterScreen =
    Array("\u{1b}[?1049h\u{1b}[r\u{1b}[?6l\u{1b}[?7l\u{1b}[?1004l\u{1b}[?1l\u{1b}>\u{1b}[0m\u{1b}[2J\u{1b}[H".utf8)
    + reorderingOff + hideCursor + pasteOn

  /// Resets everything that `enterScreen`, `mouseOn` or an incomplete frame may have changed. A terminal without an
  /// alternate screen continues below its content.
  static let leaveScreen = leaveModes + resetMargins + Array("\u{1b}[999H".utf8) + leaveAlternateScreen

  /// Ends an incomplete string for programs (ST).
  static let endString = Array("\u{1b}\\".utf8)

  /// Prepares the rows below the prompt: without wrapping, and with normal cursor keys.
  static let enterInline = Array("\u{1b}[?7l\u{1b}[?1l\u{1b}>\u{1b}[0m".utf8) + reorderingOff + hideCursor + pasteOn

  /// Resets what `enterInline`, `mouseOn` or an incomplete frame may have changed.
  static let leaveInlineModes = leaveModes + showCursor
  /// Continues below the rows, whose last one is the saved position.
  static let leaveInline = endUpdate + Array("\u{1b}8".utf8) + leaveInlineModes + Array("\u{1b}E".utf8)

  private static let leaveModes =
    endUpdate + mouseOff + pasteOff + reorderingOn + Array("\u{1b}[?7h\u{1b}[0m".utf8)
  /// Returns to the screen and the cursor from before `enterScreen`.
  static let leaveAlternateScreen = showCursor + Array("\u{1b}[?1049l".utf8)

  /// Resets modes that any program may have left on. The cursor is shown and saved first, because leaving the alternate
  /// screen restores what was saved last.
  static let reset =
    showCursor + endUpdate + Array("\u{1b}\\\u{1b}[?1000l\u{1b}[?1003l\u{1b}[?1004l\u{1b}[?1005l\u{1b}[?1015l".utf8)
    + Array("\u{1b}7\u{1b}[<u\u{1b}[>4m\u{1b}[?1l\u{1b}>\u{1b}[r\u{1b}8\u{1b}(B\u{0f}\u{1b}7".utf8)
    + TerminalProtocol.resetOfAllModes + leaveModes + leaveAlternateScreen
}
