import Glibc
import Interface
import LuaScreens

extension Luahost {
  /// The version and commit of the running program, for `--version`.
  static var versionAndCommit: String {
    "luahost \(version) (\(BuildCommit.read(InstalledFiles.executable) ?? "commit unknown"))"
  }
}

/// The commit from which a program was built. `scripts/build.sh` writes it into a section of the finished file: a
/// constant in the sources would need a compilation for each commit, and a separate file might belong to another build.
enum BuildCommit {
  /// The section's name.
  static let section = ".luahost.commit"

  /// Returns the contents of an executable's section; nil if it has none, as after a plain `swift build`.
  static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return ELFFile(file).flatMap { $0.contents(ofSection: section) }
      .map { String(decoding: $0, as: UTF8.self).trimming() }
  }
}
