/// A protocol that some terminals support: how to ask for it, how to recognize the answer, and how to switch it on and
/// off.
///
/// This file is the only place that knows which terminal supports what. A protocol is used where the terminal answers
/// that it knows it; one without a query, where the terminal's own name and version are in its table. Inside of tmux
/// and screen, which answer themselves, only what they pass on is used.
struct TerminalProtocol: Sendable {
  /// The support of a protocol, by an answer.
  enum Support: Sendable {
    case missing
    case available
    /// It is on already, and remains so after the app.
    case alreadyOn
  }

  /// The name for users.
  let name: String
  /// The query; empty if the protocol is used without asking.
  let query: String
  /// Returns what a reply says about the protocol; nil if the reply is about something else.
  let support: @Sendable (TerminalReply) -> Support?
  /// Switches the protocol on while the screen is open; empty if it is used as needed.
  let set: String
  /// Undoes ``set`` and all uses of the protocol.
  let reset: String

  /// A private mode, which terminals report (DECRQM).
  private static func mode(_ number: Int, _ name: String, isSwitched: Bool = true) -> TerminalProtocol {
    TerminalProtocol(
      name: name, query: "\u{1b}[?\(number)$p",
      support: { reply in
        guard case .mode(number, let setting) = reply else { return nil }
        return switch setting {
        case .unknown, .alwaysReset: .missing
        case .reset: .available
        case .set, .alwaysSet: .alreadyOn
        }
      }, set: isSwitched ? "\u{1b}[?\(number)h" : "", reset: isSwitched ? "\u{1b}[?\(number)l" : "")
  }

  /// A protocol without a query.
  ///
  /// - Parameter terminals: the terminals that support it, by name, from a version on.
  private static func named(
    _ name: String, in terminals: [String: [Int]], reset: String = ""
  ) -> TerminalProtocol {
    TerminalProtocol(
      name: name, query: versionQuery,
      support: { reply in
        guard case .version(let terminal) = reply else { return nil }
        return terminals[terminal.name].map(terminal.isAtLeast) == true ? .available : .missing
      }, set: "", reset: reset)
  }

  /// A protocol that is used without asking, as terminals ignore it or have always had it.
  private static func always(_ name: String) -> TerminalProtocol {
    TerminalProtocol(name: name, query: "", support: { _ in nil }, set: "", reset: "")
  }

  // MARK: The protocols

  static let bracketedPaste = always("bracketed paste")
  static let clipboard = always("clipboard (OSC 52)")
  static let synchronizedOutput = mode(2026, "synchronized output", isSwitched: false)
  /// Keys that other terminals confuse (1): Ctrl+I and Tab, Shift+Enter and Enter; and the keys of the base layout (4).
  /// Terminals keep a stack of settings for each of their screens.
  static let kittyKeyboard = TerminalProtocol(
    name: "kitty keyboard", query: "\u{1b}[?u",
    support: { if case .keyboardFlags = $0 { .available } else { nil } }, set: "\u{1b}[>5u", reset: "\u{1b}[<u")
  static let focusEvents = mode(1004, "focus events")
  static let background = TerminalProtocol(
    name: "background color", query: "\u{1b}]11;?\u{1b}\\",
    support: { if case .background = $0 { .available } else { nil } }, set: "", reset: "")
  static let appearanceChanges = mode(2031, "light and dark changes")
  static let resizeReports = mode(2048, "in-band resize")
  static let graphemeWidths = mode(2027, "grapheme widths")
  static let hyperlinks = named(
    "hyperlinks (OSC 8)",
    in: [
      "kitty": [0, 21], "foot": [1, 7], "ghostty": [1], "wezterm": [2020_0620], "vte": [50_00], "iterm2": [3, 1],
      "konsole": [20, 12], "contour": [0, 1], "mintty": [3, 1, 1], "xterm.js": [5],
      "tmux": [3, 4],
    ], reset: "\u{1b}]8;;\u{1b}\\")
  static let kittyPictures = TerminalProtocol(
    name: "pictures (kitty)",
    query: "\u{1b}_Gi=\(kittyQueryNumber),s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\",
    support: { if case .kittyGraphics(let isKnown) = $0 { isKnown ? .available : .missing } else { nil } },
    set: "", reset: "")
  static let itermPictures = named("pictures (iTerm2)", in: ["iterm2": [3], "wezterm": [2020_0620]])
  static let sixelPictures = TerminalProtocol(
    name: "pictures (sixel)", query: String(decoding: lastQuery, as: UTF8.self),
    support: { reply in
      guard case .deviceAttributes(let attributes) = reply else { return nil }
      return attributes.dropFirst().contains(4) ? .available : .missing
    }, set: "", reset: "")
  static let progress = named(
    "progress (OSC 9;4)",
    in: [
      "ghostty": [1, 2], "wezterm": [2025_0209], "vte": [79_00], "iterm2": [3, 6, 6], "konsole": [26, 4],
      "mintty": [3, 4, 2],
    ], reset: "\u{1b}]9;4;0\u{1b}\\")
  static let kittyNotifications = named("notifications (OSC 99)", in: ["kitty": [0, 21], "foot": [1, 18]])
  static let titledNotifications = named(
    "notifications (OSC 777)", in: ["foot": [1, 7], "ghostty": [1], "wezterm": [2021_0814], "contour": [0, 1]])
  static let plainNotifications = named("notifications (OSC 9)", in: ["iterm2": [3]])

  /// All protocols, in the order of the queries and of the list for users.
  static let all = [
    bracketedPaste, clipboard, synchronizedOutput, kittyKeyboard, focusEvents, background, appearanceChanges,
    resizeReports, graphemeWidths, kittyPictures, itermPictures, sixelPictures, hyperlinks, progress,
    kittyNotifications, titledNotifications, plainNotifications,
  ]

  // MARK: Queries

  private static let versionQuery = "\u{1b}[>0q"
  /// Every terminal answers this query (DA1), so that it marks the end of the answers.
  static let lastQuery = Array("\u{1b}[c".utf8)
  /// The number in the query for kitty's graphics, which the answer repeats.
  static let kittyQueryNumber = 31
  /// Asks for the size of a cell in pixels.
  private static let cellSizeQuery = "\u{1b}[16t"
  /// Asks for the text of the clipboard.
  static let clipboardQuery = Array("\u{1b}]52;c;?\u{1b}\\".utf8)
  /// Asks for the position of the cursor.
  static let cursorQuery = Array("\u{1b}[6n".utf8)

  /// The queries of all protocols but the last one, each once.
  static let queries = queries(of: all)
  /// Those for tmux and GNU screen, which pass no pictures on.
  static let queriesOfMultiplexers = queries(of: all.filter { $0.name != kittyPictures.name })

  private static func queries(of protocols: [TerminalProtocol]) -> [UInt8] {
    let last = String(decoding: lastQuery, as: UTF8.self)
    var queries = [cellSizeQuery]
    for one in protocols where !one.query.isEmpty && one.query != last && !queries.contains(one.query) {
      queries.append(one.query)
    }
    return Array(queries.joined().utf8)
  }

  /// Resets all modes and open hyperlinks. Other resets are visible in terminals without the protocol.
  static let resetOfAllModes = Array(
    (all.filter { $0.set != "" }.map(\.reset) + [hyperlinks.reset]).joined().utf8)
}
