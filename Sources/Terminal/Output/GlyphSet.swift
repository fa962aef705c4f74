/// The set of characters that a terminal can show. Other characters are replaced cell by cell when a frame is sent, so
/// no other code depends on it.
public enum GlyphSet: Sendable {
  /// All of Unicode.
  case all
  /// The characters of the Linux console's fonts: letters, single and double lines, blocks.
  case console
  /// ASCII, because the locale is not UTF-8.
  case ascii

  /// Detects the characters of the terminal from the environment. Without a locale, all characters are assumed.
  public init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "UTF-8"
    // `LANGUAGE_COUNTRY.ENCODING@MODIFIER`
    let parts = locale.uppercased().split { $0 == "." || $0 == "@" || $0 == " " }
    if !parts.contains("UTF-8"), !parts.contains("UTF8") {
      self = .ascii
    } else {
      self = environment["TERM"] == "linux" ? .console : .all
    }
  }

  /// Returns the replacement of a cell's text, with the same width.
  func shown(_ text: String, cells: Int) -> String {
    guard self != .all, text.utf8.count > 1, let first = text.first else { return text }
    if self == .console { return Self.consoleSubstitutes[first].map(String.init) ?? text }
    if let character = Self.asciiSubstitutes[first] { return String(character) }
    if let character = Self.consoleSubstitutes[first] {
      return String(character.isASCII ? character : Self.asciiSubstitutes[character] ?? "?")
    }
    // A letter remains readable without its accent.
    if cells == 1, let letter = Self.baseLetter(of: first) { return String(letter) }
    return String(repeating: "?", count: max(1, cells))
  }

  /// Returns the base letter from a letter's Unicode name: "e" for "LATIN SMALL LETTER E WITH ACUTE".
  private static func baseLetter(of character: Character) -> Character? {
    guard let properties = character.unicodeScalars.first?.properties, let name = properties.name else { return nil }
    let words = name.split(separator: " ")
    guard words.count >= 4, words[0] == "LATIN", words[2] == "LETTER", words[3].count == 1 else { return nil }
    return words[1] == "SMALL" ? words[3].lowercased().first : words[3].first
  }

  /// Returns the text with its unsupported characters replaced, for plain output.
  public func shown(_ text: String) -> String {
    self == .all ? text : text.map { $0 == "\n" ? "\n" : shown(String($0), cells: 1) }.joined()
  }

  /// Replacements for characters missing in the console's fonts.
  private static let consoleSubstitutes: [Character: Character] = [
    "╭": "┌", "╮": "┐", "╰": "└", "╯": "┘",
    "┏": "╔", "┓": "╗", "┗": "╚", "┛": "╝", "━": "═", "┃": "║",
    "▘": "▀", "▝": "▀", "▖": "▄", "▗": "▄", "▚": "▒", "▞": "▒", "▙": "█", "▛": "█", "▜": "█", "▟": "█",
    "●": "*", "○": "o", "•": "*", "⌕": "/", "…": "~", "‹": "<", "›": ">", "✓": "+", "✔": "+", "✗": "x", "☑": "x",
    "☐": "o",
    "⠋": "|", "⠙": "/", "⠸": "-", "⠴": "\\", "⠦": "|", "⠇": "/", "␡": "?", "�": "?",
    "▁": "▄", "▂": "▄", "▃": "▄", "▅": "█", "▆": "█", "▇": "█",
    "▏": " ", "▎": " ", "▍": "▌", "▋": "▌", "▊": "█", "▉": "█",
    "▸": ">", "▾": "v", "▶": ">", "▲": "^", "▼": "v", "◆": "*", "–": "-", "—": "-", "“": "\"", "”": "\"", "‘": "'",
    "’": "'",
  ]

  /// Replacements in ASCII for the console's characters, and for those that the console's replacements would not
  /// distinguish from others.
  private static let asciiSubstitutes: [Character: Character] = [
    "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "─": "-", "│": "|",
    "┏": "+", "┓": "+", "┗": "+", "┛": "+", "━": "=", "┃": "#", "╔": "+", "╗": "+", "╚": "+", "╝": "+", "═": "=",
    "║": "|",
    "░": ".", "▒": ":", "▓": "%", "█": "#", "▀": "\"", "▄": "_", "▌": "|", "▐": "|",
    "≡": "=", "←": "<", "→": ">", "↑": "^", "↓": "v", "·": ".", "×": "x", "°": "o", "\u{a0}": " ",
  ]
}
