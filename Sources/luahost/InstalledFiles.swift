import Foundation

/// Where the files stand that come with luahost: in the folder share/luahost of the prefix that it is installed under, else
/// in the folder scripts of the checkout that it was built in. Copied alone to some other place, it has none of them.
struct InstalledFiles {
  /// The folder that holds `meta` and `apps`; nil if there is none.
  let folder: String?

  /// Those of the program that runs.
  static let current = InstalledFiles(executable: executable)

  /// The path of the program that runs; empty where /proc is not there to ask.
  static var executable: String { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "" }

  /// Those that belong to a program.
  ///
  /// - Parameter executable: its path, with symbolic links followed.
  init(executable: String) {
    let above = Self.parents(of: executable)
    let prefix = above.dropFirst().first
    // SwiftPM builds some folders below the checkout.
    let candidates = [prefix.map { "\($0)/share/luahost" }].compactMap { $0 } + above.map { "\($0)/scripts" }
    folder = candidates.first { FileManager.default.fileExists(atPath: "\($0)/meta/luahost.lua") }
  }

  /// The folder of the annotations, which lua-language-server takes as a part of its `workspace.library`; nil if it is not
  /// there.
  var annotations: String? { folder.map { "\($0)/meta" } }

  /// The folders above a file, the nearest first.
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
