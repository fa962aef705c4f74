import Foundation
import Interface

extension Luahost {
  /// The version and the commit that the running program was built from, as `--version` says them.
  static var versionAndCommit: String {
    "luahost \(version) (\(BuildCommit.read(InstalledFiles.executable) ?? "commit unknown"))"
  }
}

/// The commit that a program was built from. `scripts/build.sh` writes it into a section of the finished file, as a constant in
/// the sources would have to be compiled again for each commit, and a file beside the program might belong to another one.
enum BuildCommit {
  /// The section's name.
  static let section = ".luahost.commit"

  /// What the section of an executable says; nil if it has none, as after a plain `swift build`.
  static func read(_ path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    return ELFFile(file).flatMap { $0.contents(ofSection: section) }
      .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
  }
}
