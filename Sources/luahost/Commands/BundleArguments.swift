import ArgumentParser
import FoundationEssentials
import LuaScreens

/// The command line of a bundle: all arguments after its name are the app's.
struct BundleArguments {
  /// The bundle's path.
  let path: String
  /// The arguments before it, which are options of the host.
  let before: [String]
  /// The arguments after it.
  let own: [String]

  /// Parses a command line; nil if it does not run a bundle.
  init?(_ arguments: [String]) {
    for (index, argument) in arguments.enumerated() where AppBundle.isBundle(argument) {
      let before = Array(arguments[..<index])
      // The value of an option, or an argument of another command, is not an app to run.
      guard let command = try? LuahostCommand.parseCommandLine(before + [argument]) as? RunCommand,
        command.script == argument, command.arguments.isEmpty
      else { continue }
      (path, self.before, own) = (argument, before, Array(arguments[(index + 1)...]))
      return
    }
    return nil
  }

  /// Creates the command line of a standalone app.
  init(standalone path: String, own: [String]) {
    self.path = path
    before = []
    self.own = own
  }

  /// The command line for the parser.
  var parsed: [String] { before + (before.contains("--") ? [] : ["--"]) + [path] + own }

  /// Returns the answer if the first argument asks for the bundle's help or version, which does not run the app; nil
  /// otherwise.
  func answer() throws -> String? {
    guard let question = own.first, question == "--help" || question == "--version" else { return nil }
    guard let identity = try AppBundle(contentsOf: path)?.identity else { return nil }
    let name = path.lastPathComponent
    let version = identity.version.map { "\(name) \($0)" } ?? "\(name) (no version)"
    if question == "--version" { return version }
    if let help = identity.help { return help.hasSuffix("\n") ? String(help.dropLast()) : help }
    return """
      Usage: \(name) [ARG ...]
      \(version)\(identity.identifier.map { ", \($0)" } ?? "")
      This app has no help text. Set options for luahost, which runs it, in LUAHOST_OPTIONS.
      """
  }
}
