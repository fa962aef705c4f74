import Interface

/// A line command of `--plain`, for dispatch and for the help.
@MainActor
struct LineCommand {
  /// Runs the command with the text after its keyword. Returns whether the screen may have changed.
  typealias Action = (String) throws -> Bool

  /// Keywords that select this command; empty if the command needs none.
  let words: [String]
  /// The syntax in the help; nil to omit the command from it.
  let usage: String?
  /// The description in the help.
  let sentence: String
  let action: Action

  init(words: [String], usage: String?, _ sentence: String, action: @escaping Action) {
    self.words = words
    self.usage = usage
    self.sentence = sentence
    self.action = action
  }

  /// Creates a command with a keyword.
  init(_ word: String, _ argument: String?, _ sentence: String, action: @escaping Action) {
    let usage = argument.map { "\(word) \($0)" } ?? word
    self.init(words: [word], usage: usage, sentence, action: action)
  }

  /// Creates a line command for a host command; nil if it has none.
  init?(_ command: HostCommand, action: @escaping Action) {
    guard let line = command.line else { return nil }
    self.init(line.word, nil, line.sentence, action: action)
  }

  /// Creates a help entry for lines without a keyword.
  init(_ usage: String, _ sentence: String) {
    self.init(words: [], usage: usage, sentence) { _ in false }
  }

  /// Returns the help as lines in two columns.
  static func help(_ commands: [LineCommand]) -> String {
    let lines = commands.compactMap { command in command.usage.map { ($0, command.sentence) } }
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { usage, sentence in
      usage + String(repeating: " ", count: width + 1 - usage.count) + sentence
    }.joined(separator: "\n")
  }
}
