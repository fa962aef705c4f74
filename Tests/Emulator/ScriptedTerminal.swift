/// The answers of a terminal to the queries of a screen, by its documentation, and what a screen then switches on.
public struct ScriptedTerminal: Sendable, CustomStringConvertible {
  public let name: String
  /// The answers in the order of the queries.
  public let answers: [String]
  /// The bytes that switch its protocols on, and those that undo them.
  public let set, reset: String
  /// The form in which it shows desktop notifications; nil for none.
  public let notification: String?
  public let hasHyperlinks, hasProgress: Bool
  /// The bytes with which its pictures begin; nil if it has none.
  public var picture: String? {
    if answers.contains(Self.graphics) { return "\u{1b}_Ga=t,f=100," }
    return answers.last?.contains(";4;") == true ? "\u{1b}P0;1;0q" : nil
  }

  public var description: String { name }

  private static func modes(_ settings: (Int, Int)...) -> [String] { settings.map { "\u{1b}[?\($0);\($1)$y" } }

  private static func kittyNotification(_ title: String, _ body: String) -> String {
    "\u{1b}]99;i=luahost:d=0:e=1:p=title;\(title)\u{1b}\\\u{1b}]99;i=luahost:d=1:e=1:p=body;\(body)\u{1b}\\"
  }

  private static let graphics = "\u{1b}_Gi=31;OK\u{1b}\\"
  private static func cell(_ width: Int, _ height: Int) -> String { "\u{1b}[6;\(height);\(width)t" }

  private static let link = "\u{1b}]8;;\u{1b}\\"
  private static let noProgress = "\u{1b}]9;4;0\u{1b}\\"

  public static let all = [
    // https://sw.kovidgoyal.net/kitty/keyboard-protocol/, /desktop-notifications/, /color-stack/
    ScriptedTerminal(
      name: "kitty 0.41",
      answers: [cell(9, 18)] + modes((2026, 2)) + ["\u{1b}[?0u"]
        + modes((1004, 2)) + ["\u{1b}]11;rgb:1e1e/1e1e/1e1e\u{1b}\\"] + modes((2031, 2), (2048, 2), (2027, 0))
        + [graphics, "\u{1b}P>|kitty(0.41.1)\u{1b}\\", "\u{1b}[?62;52;c"],
      set: "\u{1b}[>5u\u{1b}[?1004h\u{1b}[?2031h\u{1b}[?2048h",
      reset: "\u{1b}[<u\u{1b}[?1004l\u{1b}[?2031l\u{1b}[?2048l" + link,
      notification: kittyNotification("b3JnLmV4YW1wbGUucHJvdG9jb2xz", "RG9uZTogOyA="), hasHyperlinks: true,
      hasProgress: false),
    // foot-ctlseqs(7)
    ScriptedTerminal(
      name: "foot 1.16",
      answers: [cell(9, 18)] + modes((2026, 2)) + ["\u{1b}[?0u"]
        + modes((1004, 2)) + ["\u{1b}]11;rgb:fdfd/f6f6/e3e3\u{1b}\\"] + modes((2031, 2), (2048, 0), (2027, 1))
        + ["\u{1b}P>|foot(1.16.2)\u{1b}\\", "\u{1b}[?62;4;22c"],
      set: "\u{1b}[>5u\u{1b}[?1004h\u{1b}[?2031h",
      reset: "\u{1b}[<u\u{1b}[?1004l\u{1b}[?2031l" + link,
      notification: "\u{1b}]777;notify;org.example.protocols;Done: ; \u{1b}\\", hasHyperlinks: true, hasProgress: false),
    // https://ghostty.org/docs/vt
    ScriptedTerminal(
      name: "Ghostty 1.2",
      answers: [cell(9, 18)] + modes((2026, 2)) + ["\u{1b}[?0u"]
        + modes((1004, 2)) + ["\u{1b}]11;rgb:2828/2c2c/3434\u{1b}\\"] + modes((2031, 2), (2048, 2), (2027, 1))
        + [graphics, "\u{1b}P>|ghostty 1.2.0\u{1b}\\", "\u{1b}[?62;22;52c"],
      set: "\u{1b}[>5u\u{1b}[?1004h\u{1b}[?2031h\u{1b}[?2048h",
      reset: "\u{1b}[<u\u{1b}[?1004l\u{1b}[?2031l\u{1b}[?2048l" + link + noProgress,
      notification: "\u{1b}]777;notify;org.example.protocols;Done: ; \u{1b}\\", hasHyperlinks: true, hasProgress: true),
    // https://wezterm.org/escape-sequences.html; the kitty keyboard is off in its default configuration
    ScriptedTerminal(
      name: "WezTerm 20240203",
      answers: [cell(9, 18)] + modes((2026, 2), (1004, 2)) + ["\u{1b}]11;rgb:0000/0000/0000\u{1b}\\"]
        + modes((2031, 0), (2048, 0), (2027, 3))
        + [graphics, "\u{1b}P>|WezTerm 20240203-110809-5046fb22\u{1b}\\", "\u{1b}[?65;4;6;18;22c"],
      set: "\u{1b}[?1004h", reset: "\u{1b}[?1004l" + link,
      notification: "\u{1b}]777;notify;org.example.protocols;Done: ; \u{1b}\\", hasHyperlinks: true, hasProgress: false),
    // https://github.com/microsoft/terminal/issues/18382: no name
    ScriptedTerminal(
      name: "Windows Terminal 1.22",
      answers: [cell(9, 18)] + modes((2026, 2), (1004, 2)) + ["\u{1b}]11;rgb:0c0c/0c0c/0c0c\u{1b}\\"]
        + modes((2031, 0), (2048, 0), (2027, 3)) + ["\u{1b}[?61;4;6;7;14;21;22;23;24;28;32;42c"],
      set: "\u{1b}[?1004h", reset: "\u{1b}[?1004l", notification: nil, hasHyperlinks: false, hasProgress: false),
    // VTE's src/modes-dec.hh and NEWS
    ScriptedTerminal(
      name: "VTE 0.80",
      answers: [cell(9, 18)] + modes((2026, 2), (1004, 2)) + ["\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\"]
        + modes((2031, 0), (2048, 0), (2027, 4)) + ["\u{1b}P>|VTE(8000)\u{1b}\\", "\u{1b}[?61;1;21;22c"],
      set: "\u{1b}[?1004h", reset: "\u{1b}[?1004l" + link + noProgress, notification: nil, hasHyperlinks: true,
      hasProgress: true),
    // input.c of tmux 3.3a: no private modes are reported
    ScriptedTerminal(
      name: "tmux 3.3a", answers: ["\u{1b}P>|tmux 3.3a\u{1b}\\", "\u{1b}[?1;2c"], set: "", reset: "",
      notification: nil, hasHyperlinks: false, hasProgress: false),
  ]
}
