import ArgumentParser
import Foundation
import LuaScreens

/// The command line of a bundle: everything behind its name is the app's.
struct BundleArguments {
  /// The bundle's path.
  let path: String
  /// What stands before it: options of the host.
  let before: [String]
  /// What stands behind it.
  let own: [String]

  /// The command line, if it runs a bundle.
  init?(_ arguments: [String]) {
    for (index, argument) in arguments.enumerated() where AppBundle.isBundle(argument) {
      let before = Array(arguments[..<index])
      // What an option takes, and what is another command's, is no app to run.
      guard let command = try? LuahostCommand.parseAsRoot(before + [argument]) as? RunCommand,
        command.script == argument, command.arguments.isEmpty
      else { continue }
      (path, self.before, own) = (argument, before, Array(arguments[(index + 1)...]))
      return
    }
    return nil
  }

  /// The command line of a copy of the host that is an app.
  init(standalone path: String, own: [String]) {
    self.path = path
    before = []
    self.own = own
  }

  /// The same as the parser takes it.
  var parsed: [String] { before + (before.contains("--") ? [] : ["--"]) + [path] + own }

  /// What the bundle says where its first argument asks for its help or its version: that does not run it. Nil if it is not
  /// asked.
  func answer() throws -> String? {
    guard let question = own.first, question == "--help" || question == "--version" else { return nil }
    guard let identity = try identity() else { return nil }
    let name = (path as NSString).lastPathComponent
    let version = identity.version.map { "\(name) \($0)" } ?? "\(name) (it says no version)"
    if question == "--version" { return version }
    if let help = identity.help { return help.hasSuffix("\n") ? String(help.dropLast()) : help }
    return """
      Usage: \(name) [ARG ...]
      \(version)\(identity.identifier.map { ", \($0)" } ?? "")
      It has no help of its own. Options of luahost, which runs it, are taken from LUAHOST_OPTIONS.
      """
  }

  private func identity() throws -> AppIdentity? { try AppBundle(contentsOf: path)?.identity }
}
