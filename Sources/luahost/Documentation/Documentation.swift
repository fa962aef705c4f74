import AppSession
import ArgumentParser
import LuaRuntime
import LuaScreens

/// The documentation available by name: classes and their members, functions, tables, the test library, the commands
/// with their options, and the commands of the prompt.
@MainActor
struct Documentation {
  /// A documented name.
  struct Entry {
    /// The full name: `Label`, `Label.text`, `ui.after`, `archive list`, `--watch`, `:tap`.
    let name: String
    /// The group in which the entry is listed.
    let group: Group
    /// A description in one sentence.
    let about: String
    /// Returns the full text, wrapped to a width.
    let text: @MainActor (_ width: Int) -> String
  }

  /// A group of entries in lists.
  enum Group: String, CaseIterable {
    case classes = "Classes of the module luahost (ui)"
    case functions = "Functions and values of the module luahost (ui)"
    case tables = "Tables used as parameters and results"
    case tests = "The module luahost.test (test)"
    case commands = "Commands of luahost"
    case prompt = "Commands of the prompt"
    /// Members, which are listed with their class.
    case members = ""
  }

  private let library: [ReferenceEntries]
  private let commands: [Entry]
  private let options: OptionEntries
  /// The listed entries, in order.
  private var listed: [Entry] { library.flatMap(\.listed) + commands }

  /// The documentation of this version.
  static let shared = Result { try Documentation() }

  private init() throws {
    library = [
      ReferenceEntries(try ScriptHost.reference()), ReferenceEntries(try TestRunner.reference(), isTests: true),
    ]
    var options = OptionEntries()
    commands =
      try Self.commands(LuahostCommand.configuration.subcommands, in: [], &options) + PromptCommand.all.map(Self.entry)
    self.options = options
  }

  // MARK: Lookup

  /// Returns the entries of a name; several if classes have members with the same name.
  ///
  /// - Throws: ``UsageError`` if the name is unknown.
  func entries(named text: String) throws -> [Entry] {
    var words = text.split(separator: " ")
    // As in the shell: `luahost archive list`.
    if words.count > 1, words[0] == LuahostCommand.configuration.commandName ?? "" { words.removeFirst() }
    let name = words.joined(separator: " ")
    let own = commands.filter { $0.name == name || $0.name == ":\(name)" } + options.entries(named: name)
    if name.hasPrefix(":"), !own.isEmpty { return own }
    if ["ui", "luahost"].contains(name) { return [module] }
    let found = library.flatMap { $0.entries(named: name, ignoringCase: false) } + own
    if !found.isEmpty { return found }
    let near = library.flatMap { $0.entries(named: name, ignoringCase: true) }
    if !near.isEmpty { return near }
    throw UsageError("no entry for \(name)" + (nearby(name) ?? "; run `luahost doc` for a list of all names"))
  }

  /// Returns suggestions for an unknown name: the nearest one, or entries whose texts mention it.
  private func nearby(_ name: String) -> String? {
    // Every name is near one of a letter or two.
    let near = name.count > 2 ? suggestion(for: name, among: names.filter { $0.count > 2 }) : ""
    guard near.isEmpty, name.count > 2 else { return near }
    let word = name.lowercased()
    let speaking = (library.flatMap(\.all) + commands).filter { entry in
      entry.about.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(word) }
    }.map(\.name)
    guard !speaking.isEmpty else { return nil }
    return "; mentioned in: " + speaking.prefix(12).joined(separator: ", ") + (speaking.count > 12 ? ", ..." : "")
  }

  /// The entry of the module for apps, with a line for each of its names.
  private var module: Entry {
    Entry(name: "ui", group: .functions, about: "The module that apps require.") { width in
      "local ui = require \"luahost\"\n\n" + list([.classes, .functions, .tables], width: width)
    }
  }

  /// All documented names.
  var names: [String] { Array(Set(library.flatMap(\.names) + commands.map(\.name) + options.names)).sorted() }

  /// Returns the text of a name; for an empty name, the list of all names.
  func text(of name: String, width: Int) throws -> String {
    if name.isEmpty { return list(width: width) }
    return try entries(named: name).map { $0.text(width) }.joined(separator: "\n\n")
  }

  /// Returns a list of entries, one per line.
  func list(_ groups: [Group] = Group.allCases, width: Int) -> String {
    groups.compactMap { group in
      let entries = listed.filter { $0.group == group }
      guard !entries.isEmpty else { return nil }
      let column = min(24, (entries.map(\.name.count).max() ?? 0) + 2)
      let lines = entries.flatMap { entry in
        DocumentationText.row(entry.name, DocumentationText.firstSentence(entry.about), column: column, width: width)
      }
      return ([group.rawValue] + lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  // MARK: Commands

  private static func commands(
    _ types: [any ParsableCommand.Type], in path: [String], _ options: inout OptionEntries
  ) throws -> [Entry] {
    try types.flatMap { type -> [Entry] in
      let configuration = type.configuration
      guard configuration.shouldDisplay else { return [] }
      let path = path + [type._commandName]
      let entry = Entry(name: path.joined(separator: " "), group: .commands, about: configuration.abstract) { width in
        LuahostCommand.helpMessage(for: type, columns: width)
      }
      try options.add(type, at: path)
      return try [entry] + commands(configuration.subcommands, in: path, &options)
    }
  }

  private static func entry(_ command: PromptCommand) -> Entry {
    Entry(name: ":\(command.name)", group: .prompt, about: command.help) { width in
      ([[":\(command.name)", command.argument].filter { !$0.isEmpty }.joined(separator: " ")]
        + DocumentationText.wrapped("At the prompt: \(command.help).", indent: 2, width: width)).joined(separator: "\n")
    }
  }
}
