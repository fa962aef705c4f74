import Interface

/// What a person can say in a line where an app is used in words: said once, for whoever reads the line and for the help.
@MainActor
struct LineCommand {
  /// Does it with what stands behind the word. Returns whether there may be anything new to be said.
  typealias Action = (String) throws -> Bool

  /// The words that a line can begin with; none for what is understood without.
  let words: [String]
  /// How the help writes the line; nil if it leaves it out.
  let usage: String?
  /// What it does, as the help says it.
  let sentence: String
  let action: Action

  init(words: [String], usage: String?, _ sentence: String, action: @escaping Action) {
    self.words = words
    self.usage = usage
    self.sentence = sentence
    self.action = action
  }

  /// A line that begins with a word.
  init(_ word: String, _ argument: String? = nil, _ sentence: String, action: @escaping Action) {
    let usage = argument.map { "\(word) \($0)" } ?? word
    self.init(words: [word], usage: usage, sentence, action: action)
  }

  /// A line that says what the host does; nil if there is none that does.
  init?(_ command: HostCommand, action: @escaping Action) {
    guard let line = command.line else { return nil }
    self.init(line.word, nil, line.sentence, action: action)
  }

  /// A line that begins with no word.
  init(_ usage: String, _ sentence: String) {
    self.init(words: [], usage: usage, sentence) { _ in false }
  }

  /// What can be said, in lines of two columns.
  static func help(_ commands: [LineCommand]) -> String {
    let lines = commands.compactMap { command in command.usage.map { ($0, command.sentence) } }
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map { usage, sentence in
      usage + String(repeating: " ", count: width + 1 - usage.count) + sentence
    }.joined(separator: "\n")
  }
}
