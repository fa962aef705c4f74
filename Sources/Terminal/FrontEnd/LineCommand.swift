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

  /// - Parameters:
  ///   - words: nil for the first word of the syntax.
  ///   - action: nil for an entry of the help on lines without a keyword.
  init(_ usage: String?, _ sentence: String, words: [String]? = nil, action: Action? = nil) {
    self.words = words ?? (action == nil ? [] : [String((usage ?? "").prefix { $0 != " " })])
    self.usage = usage
    self.sentence = sentence
    self.action = action ?? { _ in false }
  }

  /// Creates a line command for a host command; nil if it has none.
  init?(_ command: HostCommand, action: @escaping Action) {
    guard let line = command.line else { return nil }
    self.init(line.word, line.sentence, action: action)
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
