/// Which characters a terminal shows. What it has not is replaced by the nearest that it has, cell by cell, so that nothing
/// else needs to know of it.
public enum GlyphSet: Sendable {
  /// Every character of Unicode that some font has.
  case all
  /// Those of the Linux console's fonts: letters, single and double lines, blocks.
  case console
  /// ASCII: the locale is not UTF-8.
  case ascii

  /// What the environment says of the terminal. A locale that is not set says nothing.
  public init(environment: [String: String]) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "UTF-8"
    let name = locale.uppercased()
    if !name.contains("UTF-8"), !name.contains("UTF8") {
      self = .ascii
    } else {
      self = environment["TERM"] == "linux" ? .console : .all
    }
  }

  /// The text that stands for a cell's own, in as many cells.
  func shown(_ text: String, cells: Int) -> String {
    guard self != .all, text.utf8.count > 1, let first = text.first else { return text }
    if self == .console { return Self.consoleSubstitutes[first].map(String.init) ?? text }
    if let character = Self.consoleSubstitutes[first] ?? Self.asciiSubstitutes[first] {
      return String(character.isASCII ? character : Self.asciiSubstitutes[character] ?? "?")
    }
    // A letter without its accent is still read.
    if cells == 1, let letter = Self.baseLetter(of: first) { return String(letter) }
    return String(repeating: "?", count: max(1, cells))
  }

  /// The plain letter in a letter's name: "e" of "LATIN SMALL LETTER E WITH ACUTE".
  private static func baseLetter(of character: Character) -> Character? {
    guard let properties = character.unicodeScalars.first?.properties, let name = properties.name else { return nil }
    let words = name.split(separator: " ")
    guard words.count >= 4, words[0] == "LATIN", words[2] == "LETTER", words[3].count == 1 else { return nil }
    return words[1] == "SMALL" ? words[3].lowercased().first : words[3].first
  }

  /// The text as this terminal shows it, in a line of words.
  public func shown(_ text: String) -> String {
    self == .all ? text : text.map { $0 == "\n" ? "\n" : shown(String($0), cells: 1) }.joined()
  }

  /// What the console's fonts have in place of what they have not.
  private static let consoleSubstitutes: [Character: Character] = [
    "╭": "┌", "╮": "┐", "╰": "└", "╯": "┘",
    "┏": "┌", "┓": "┐", "┗": "└", "┛": "┘", "━": "─", "┃": "│",
    "▘": "▀", "▝": "▀", "▖": "▄", "▗": "▄", "▚": "▒", "▞": "▒", "▙": "█", "▛": "█", "▜": "█", "▟": "█",
    "●": "*", "○": "o", "•": "*", "⌕": "/", "…": "~", "‹": "<", "›": ">", "✓": "x", "✔": "x",
    "⠋": "|", "⠙": "/", "⠸": "-", "⠴": "\\", "⠦": "|", "⠇": "/", "␡": "?", "�": "?",
    "▁": "▄", "▂": "▄", "▃": "▄", "▅": "█", "▆": "█", "▇": "█",
    "▏": " ", "▎": " ", "▍": "▌", "▋": "▌", "▊": "█", "▉": "█",
    "▸": ">", "▾": "v", "▶": ">", "▼": "v", "◆": "*", "–": "-", "—": "-", "“": "\"", "”": "\"", "‘": "'", "’": "'",
  ]

  /// What ASCII has in place of what the console's fonts have.
  private static let asciiSubstitutes: [Character: Character] = [
    "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+", "─": "-", "│": "|",
    "╔": "+", "╗": "+", "╚": "+", "╝": "+", "═": "=", "║": "|",
    "░": ".", "▒": ":", "▓": "%", "█": "#", "▀": "\"", "▄": "_", "▌": "|", "▐": "|",
    "≡": "=", "←": "<", "→": ">", "↑": "^", "↓": "v", "·": ".", "×": "x", "°": "o", "\u{a0}": " ",
  ]
}
