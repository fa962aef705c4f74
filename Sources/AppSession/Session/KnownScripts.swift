import ArchiveStore
import FoundationEssentials
import Glibc
import LuaRuntime

/// The identifiers of apps by script, as of the last run. An app's snapshot can thus be shown before its script is
/// loaded. Arguments can make a script define another app, so that an identifier is known only with those of the last run.
@MainActor
public enum KnownScripts {
  /// Returns the identifier of a script's app; nil if the script has not run yet, or the last time with other arguments.
  ///
  /// - Parameters:
  ///   - arguments: those of the script; nil for any.
  ///   - isSandboxed: whether it runs in the sandbox, where the identifier may differ.
  public static func identifier(
    ofScript script: String, arguments: [LuaBytes]?, isSandboxed: Bool = false, home: String = StateDirectory.home()
  ) -> String? {
    guard let path = canonical(script),
      let bytes = FileContents.prefix(file(path, isSandboxed, home), limit: 1 << 16),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n")), case let run = bytes[(end + 1)...],
      arguments.map({ run == self.run(of: path, $0)[...] })
        ?? run.prefix(while: { $0 != 0 }).elementsEqual(path.utf8)
    else { return nil }
    return String(validating: bytes[..<end], as: UTF8.self)
  }

  /// Stores the identifier of a script's app. On failure, the next launch shows its screen slightly later.
  public static func remember(
    _ identifier: String, ofScript script: String, arguments: [LuaBytes], isSandboxed: Bool = false,
    home: String = StateDirectory.home()
  ) {
    guard let path = canonical(script),
      self.identifier(ofScript: script, arguments: arguments, isSandboxed: isSandboxed, home: home) != identifier
    else { return }
    try? FileManager.default.createDirectory(
      atPath: folder(home), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try? FileContents.replace(
      file(path, isSandboxed, home), with: Array("\(identifier)\n".utf8) + run(of: path, arguments), isSynced: false)
  }

  /// A script's path, and after a NUL each argument with its length.
  private static func run(of path: String, _ arguments: [LuaBytes]) -> [UInt8] {
    arguments.reduce(into: Array(path.utf8)) { $0 += [0] + "\($1.bytes.count) ".utf8 + $1.bytes }
  }

  // Hidden, as no identifier begins with a dot.
  private static func folder(_ home: String) -> String { "\(home)/luahost/.scripts" }

  /// The name is a hash of the path; the path in the file resolves collisions.
  private static func file(_ path: String, _ isSandboxed: Bool, _ home: String) -> String {
    var hash = Checksum()
    hash.add(Array(path.utf8))
    return "\(folder(home))/\(String(hash.value, radix: 16))\(isSandboxed ? "-\(StateDirectory.sandboxName)" : "")"
  }

  private static func canonical(_ script: String) -> String? {
    guard let path = realpath(script, nil) else { return nil }
    defer { free(path) }
    return String(validatingCString: path)
  }
}
