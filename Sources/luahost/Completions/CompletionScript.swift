import ArgumentParser
import Foundation

/// What shells run to complete a command line of luahost. The parser's scripts know the commands by their names only: what
/// follows `luahost` without one belongs to the default command, which our own part of each script sees to.
enum CompletionScript {
  /// Whether the arguments ask for one.
  static func isAskedFor(by arguments: [String]) -> Bool {
    arguments.contains { $0 == option || $0.hasPrefix(option + "=") }
  }

  private static let option = "--generate-completion-script"

  /// The parser's script with our part; the text itself if it is none.
  static func completed(_ text: String) -> String {
    if text.hasPrefix("#!/bin/bash"), let newline = text.firstIndex(of: "\n") {
      // It is read by a shell, not run.
      return text[text.index(after: newline)...] + part(PackageResources.default_command_bash, separator: "|")
    }
    if text.hasPrefix("#compdef"), let end = text.range(of: "if [[ \"${funcstack[1]}\"", options: .backwards) {
      // The script ends with the first call of what it defines.
      return text.replacingCharacters(
        in: end.lowerBound..<end.lowerBound, with: part(PackageResources.default_command_zsh, separator: "|"))
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
