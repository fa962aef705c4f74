import Foundation

/// The manual page of a command, in the language of `man`: commands and options as the command declares them, and
/// sections without a declaration.
struct ManualPage {
  /// The output of the command's `--experimental-dump-help`.
  struct Declarations: Decodable {
    let command: Command
  }

  struct Command: Decodable {
    let commandName: String
    let shouldDisplay: Bool?
    let superCommands: [String]?
    let abstract: String?
    let discussion: String?
    let defaultSubcommand: String?
    let subcommands: [Command]?
    let arguments: [Argument]?
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let kind: String
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let allValues: [String]?
    let abstract: String?
    let discussion: String?
  }

  private let root: Command
  private var lines: [String] = []

  /// - Parameters:
  ///   - declarations: the command's description of itself as JSON.
  ///   - help: the output of `--help`, which begins with the usage.
  ///   - version: the text in the footer of the page.
  ///   - date: the date of the version, as year, month and day.
  ///   - sections: further sections, in the language of `man`.
  init(declarations: Data, help: String, version: String, date: String, sections: String) throws {
    root = try JSONDecoder().decode(Declarations.self, from: declarations).command
    lines.append(
      ".TH \(Self.argument(root.commandName.uppercased())) 1 \(Self.argument(date)) \(Self.argument(version)) \"User Commands\""
    )
    // No hyphenation or justification: options and paths are meant to be copied.
    lines += [".nh", ".ad l"]
    let exitStatus = writeOpening(usage: Self.usage(in: help))
    lines.append(".SH COMMANDS")
    for command in displayed(root.subcommands) { write(command, under: [root]) }
    write(exitStatus: exitStatus)
    lines.append(sections.trimmingCharacters(in: .newlines))
  }

  /// The text of the page.
  var text: String { lines.joined(separator: "\n") + "\n" }

  // MARK: Sections

  /// - Returns: the paragraphs about exit codes, which have a section of their own.
  private mutating func writeOpening(usage: [String]) -> [String] {
    let abstract = Self.withoutStop(root.abstract ?? "")
    lines += [".SH NAME", "\(Self.escaped(root.commandName)) \\- \(Self.escaped(abstract))"]
    lines += [".SH SYNOPSIS", ".nf"] + usage.map { ".B \(Self.escaped($0))" } + [".fi", ".SH DESCRIPTION"]
    if !abstract.isEmpty { write(paragraph: abstract + ".") }
    var exitStatus: [String] = []
    for paragraph in Self.paragraphs(of: root.discussion) {
      if paragraph.hasPrefix("Exit codes: ") {
        exitStatus.append(String(paragraph.dropFirst("Exit codes: ".count)))
      } else {
        write(paragraph: paragraph)
      }
    }
    lines.append(".SH OPTIONS")
    for argument in displayed(root.arguments) { write(argument) }
    return exitStatus
  }

  /// Writes parts such as "0 fine", separated by semicolons.
  private mutating func write(exitStatus paragraphs: [String]) {
    guard !paragraphs.isEmpty else { return }
    lines.append(".SH EXIT STATUS")
    for part in paragraphs.joined(separator: "; ").split(separator: "; ") {
      let words = Self.withoutStop(String(part)).split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      lines += [".TP", ".B \(Self.escaped(String(words[0])))", Self.escaped(String(words[1]))]
    }
  }

  private mutating func write(_ command: Command, under above: [Command]) {
    let path = (above.map(\.commandName) + [command.commandName]).joined(separator: " ")
    let arguments = displayed(command.arguments).filter { $0.kind == "positional" }.map(Self.synopsis)
    lines.append(".SS \(Self.argument(([path] + arguments).joined(separator: " ")))")
    write(paragraph: command.abstract ?? "")
    if above.last?.defaultSubcommand == command.commandName {
      write(paragraph: "This is the default command.")
    }
    for paragraph in Self.paragraphs(of: command.discussion) { write(paragraph: paragraph) }
    for argument in displayed(command.arguments) where !Self.isOfEveryCommand(argument) { write(argument) }
    for subcommand in displayed(command.subcommands) { write(subcommand, under: above + [command]) }
  }

  private mutating func write(_ argument: Argument) {
    let value = argument.valueName ?? ""
    if argument.kind == "positional" {
      lines += [".TP", ".I \(Self.escaped(value.uppercased()))"]
    } else {
      let names = (argument.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
      let text = names.map { "\\fB\(Self.escaped($0))\\fR" }.joined(separator: ", ")
      lines += [".TP", argument.kind == "option" ? "\(text) \\fI\(Self.escaped(value))\\fR" : text]
    }
    var words = [argument.abstract ?? ""]
    if let values = argument.allValues, !values.isEmpty { words.append("One of: \(values.joined(separator: ", ")).") }
    if let value = argument.defaultValue, !value.isEmpty { words.append("Default: \(value).") }
    words += Self.paragraphs(of: argument.discussion)
    lines.append(Self.escaped(words.filter { !$0.isEmpty }.joined(separator: " ")))
  }

  private mutating func write(paragraph: String) {
    if !paragraph.isEmpty { lines += [".PP", Self.escaped(paragraph)] }
  }

  // MARK: Declarations

  private func displayed(_ commands: [Command]?) -> [Command] {
    // The parser adds its own `help` to every command with subcommands.
    (commands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
  }

  private func displayed(_ arguments: [Argument]?) -> [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

  private static func isOfEveryCommand(_ argument: Argument) -> Bool {
    (argument.names ?? []).contains { $0.name == "help" || $0.name == "version" }
  }

  private static func synopsis(_ argument: Argument) -> String {
    let name = (argument.valueName ?? "").uppercased() + (argument.isRepeating ? " ..." : "")
    return argument.isOptional ? "[\(name)]" : name
  }

  /// Returns the usage lines of a help text.
  private static func usage(in help: String) -> [String] {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") }) else { return [] }
    let end = lines[start...].firstIndex(of: "") ?? lines.endIndex
    return lines[start..<end].map { line in
      (line.hasPrefix("USAGE: ") ? line.dropFirst("USAGE: ".count) : line).trimmingCharacters(in: .whitespaces)
    }
  }

  // MARK: Words

  private static func paragraphs(of text: String?) -> [String] {
    (text ?? "").split(separator: /\n\s*\n/).map { String($0).replacing(/\s*\n\s*/, with: " ") }.filter { !$0.isEmpty }
  }

  private static func withoutStop(_ text: String) -> String { text.hasSuffix(".") ? String(text.dropLast()) : text }

  /// Returns a text without commands of the language, and with hyphens that can be copied.
  private static func escaped(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// Returns a text as a single argument of a command of the language.
  private static func argument(_ text: String) -> String { "\"\(escaped(text).replacing("\"", with: "\\(dq"))\"" }
}
