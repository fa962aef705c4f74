import ArgumentParser
import FoundationEssentials

/// The options of the commands, read from their declarations.
@MainActor
struct OptionEntries {
  private struct Option {
    /// The command with the option, without the tool's name.
    let command: String
    /// The spellings: `--fresh`, `-o`.
    let names: [String]
    /// The option with its value: `--session <name>`.
    let usage: String
    let about: String
  }

  private var options: [Option] = []

  /// The description that the parser prints for tools.
  private struct Declarations: Decodable {
    struct Command: Decodable { let arguments: [Argument]? }
    struct Argument: Decodable {
      struct Name: Decodable {
        let kind: String
        let name: String
        var text: String { (kind == "long" ? "--" : "-") + name }
      }
      let kind: String
      let shouldDisplay: Bool
      let names: [Name]?
      let valueName: String?
      let abstract: String?
      let discussion: String?
    }
    let command: Command
  }

  /// Adds the options of a command.
  ///
  /// - Parameter path: the command's name in words.
  mutating func add(_ type: any ParsableCommand.Type, at path: [String]) throws {
    let declarations = try JSONDecoder().decode(Declarations.self, from: Data(type._dumpHelp().utf8))
    for argument in declarations.command.arguments ?? [] where argument.shouldDisplay && argument.kind != "positional" {
      let names = (argument.names ?? []).map(\.text)
      let value = argument.kind == "option" ? argument.valueName.map { " <\($0)>" } : nil
      options.append(
        Option(
          command: path.joined(separator: " "), names: names, usage: names.joined(separator: ", ") + (value ?? ""),
          about: [argument.abstract, argument.discussion].compactMap { $0 }.joined(separator: " ")))
    }
  }

  /// All option names.
  var names: [String] { Array(Set(options.flatMap(\.names))) }

  /// Returns the entries of a name, `--watch` or `run --watch`: one per meaning, with the commands that have the
  /// option.
  func entries(named name: String) -> [Documentation.Entry] {
    let found = options.filter { option in
      option.names.contains { $0 == name || "\(option.command) \($0)" == name }
    }
    var meanings: [(option: Option, commands: [String])] = []
    for option in found {
      if let index = meanings.firstIndex(where: { $0.option.usage == option.usage && $0.option.about == option.about })
      {
        meanings[index].commands.append(option.command)
      } else {
        meanings.append((option, [option.command]))
      }
    }
    return meanings.map { option, commands in
      Documentation.Entry(name: name, group: .members, about: option.about) { width in
        let text = "\(option.about) (\(commands.joined(separator: ", ")))"
        return ([option.usage] + DocumentationText.wrapped(text, indent: 2, width: width)).joined(separator: "\n")
      }
    }
  }
}
