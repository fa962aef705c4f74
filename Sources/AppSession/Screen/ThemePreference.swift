import ArchiveStore
import FoundationEssentials
import Interface

/// The theme that the user chose in the command palette. It applies to all apps, and is stored in a file with its name.
public struct ThemePreference: Sendable {
  /// The file with the name of the theme.
  let path: String

  /// Creates the preference in the user's folder for configurations (XDG Base Directory Specification,
  /// `XDG_CONFIG_HOME`).
  public init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    path = StateDirectory.home("XDG_CONFIG_HOME", ".config", environment) + "/luahost/theme"
  }

  /// The theme; nil if the user has not chosen one, or if the file names none.
  public var theme: Theme? {
    guard let bytes = FileContents.prefix(path, limit: 64) else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    return name.split(whereSeparator: \.isWhitespace).first.flatMap { Theme.named(String($0)) }
  }

  /// Stores a theme.
  ///
  /// - Throws: the error of the file system.
  public func remember(_ theme: Theme) throws {
    let folder = path.dropLast("/theme".count)
    try FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
    try FileContents.writeOutput(Array("\(theme.name)\n".utf8), to: path, mode: 0o666)
  }
}
