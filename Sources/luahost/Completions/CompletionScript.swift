import ArgumentParser

/// The shell completion scripts of luahost. The parser's scripts complete a command only after its name; an addition to
/// each script handles the default command, whose name is omitted.
enum CompletionScript {
  /// Whether the arguments ask for a completion script.
  static func isRequested(by arguments: [String]) -> Bool {
    arguments.contains { $0 == option || $0.hasPrefix(option + "=") }
  }

  private static let option = "--generate-completion-script"

  /// Returns the parser's script with our addition; any other text is returned unchanged.
  static func completed(_ text: String) -> String {
    if text.hasPrefix("#!/bin/bash"), let newline = text.firstIndex(of: "\n") {
      // The script is sourced by a shell rather than run.
      return text[text.index(after: newline)...] + part(PackageResources.default_command_bash, separator: "|")
    }
    if text.hasPrefix("#compdef"), let end = text.ranges(of: "if [[ \"${funcstack[1]}\"").last {
      // The script ends with the first call of its function.
      return text[..<end.lowerBound] + part(PackageResources.default_command_zsh, separator: "|")
        + text[end.lowerBound...]
    }
    if text.hasPrefix("function ") { return text + part(PackageResources.default_command_fish, separator: " ") }
    return text
  }

  private static func part(_ bytes: [UInt8], separator: String) -> String {
    let configuration = LuahostCommand.configuration
    let names = configuration.subcommands.map { $0._commandName } + ["help"]
    return String(decoding: bytes, as: UTF8.self)
      .replacing("COMMAND_NAMES", with: names.joined(separator: separator))
      .replacing("DEFAULT_COMMAND", with: configuration.defaultSubcommand?._commandName ?? "")
  }
}
