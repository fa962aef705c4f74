import ArchiveStore
import FoundationEssentials
import Glibc

/// The identifiers of apps by script, as of the last run. An app's snapshot can thus be shown before its script is
/// loaded.
public enum KnownScripts {
  /// Returns the identifier of a script's app; nil if the script has not run yet.
  ///
  /// - Parameter isSandboxed: whether it runs in the sandbox, where the identifier may differ.
  public static func identifier(
    ofScript script: String, isSandboxed: Bool = false, home: String = StateDirectory.home()
  ) -> String? {
    guard let path = canonical(script),
      let bytes = FileContents.prefix(file(path, isSandboxed, home), limit: 1 << 16),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.count >= 2 && lines[1...].joined(separator: "\n") == path ? String(lines[0]) : nil
  }

  /// Stores the identifier of a script's app. On failure, the next launch shows its screen slightly later.
  public static func remember(
    _ identifier: String, ofScript script: String, isSandboxed: Bool = false, home: String = StateDirectory.home()
  ) {
    guard let path = canonical(script),
      self.identifier(ofScript: script, isSandboxed: isSandboxed, home: home) != identifier
    else { return }
    try? FileManager.default.createDirectory(
      atPath: folder(home), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try? FileContents.replace(
      file(path, isSandboxed, home), with: Array("\(identifier)\n\(path)".utf8), isSynced: false)
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
