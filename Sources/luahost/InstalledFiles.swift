import FoundationEssentials

/// The files installed with luahost: in share/luahost of the installation prefix, otherwise in the folder scripts of
/// the checkout. A program copied elsewhere has none of them.
struct InstalledFiles {
  /// The folder with `meta` and `apps`; nil if it is missing.
  let folder: String?

  /// The files of the running program.
  static let current = InstalledFiles(executable: executable)

  /// The path of the running program; empty without /proc.
  static var executable: String { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "" }

  /// Finds the files of a program.
  ///
  /// - Parameter executable: its path with symbolic links resolved.
  init(executable: String) {
    let above = Self.parents(of: executable)
    let prefix = above.dropFirst().first
    // SwiftPM's build folder is several levels below the checkout.
    let candidates = [prefix.map { "\($0)/share/luahost" }].compactMap { $0 } + above.map { "\($0)/scripts" }
    folder = candidates.first { FileManager.default.fileExists(atPath: "\($0)/meta/luahost.lua") }
  }

  /// The folder of the annotations, for `workspace.library` of lua-language-server; nil if it is missing.
  var annotations: String? { folder.map { "\($0)/meta" } }

  /// Returns the parent folders of a file, nearest first.
  private static func parents(of path: String) -> [String] {
    var parents: [String] = []
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/"), slash > rest.startIndex {
      rest = rest[..<slash]
      parents.append(String(rest))
    }
    return parents
  }
}
