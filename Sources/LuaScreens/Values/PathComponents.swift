import FoundationEssentials

// The parts of a path as it was given: relative paths stay relative.
extension String {
  /// The path of the folder that contains the file at this path; empty for a file in the current folder.
  package var deletingLastPathComponent: String {
    let path = withoutTrailingSlashes
    guard let slash = path.lastIndex(of: "/") else { return "" }
    let folder = String(path[..<slash]).withoutTrailingSlashes
    return folder.isEmpty ? "/" : folder
  }

  /// The name of the file or folder at this path.
  package var lastPathComponent: String {
    let path = withoutTrailingSlashes
    guard let slash = path.lastIndex(of: "/"), path != "/" else { return path }
    return String(path[path.index(after: slash)...])
  }

  /// The part of the name after its last dot; empty if there is none.
  package var pathExtension: String {
    let name = lastPathComponent
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
    return String(name[name.index(after: dot)...])
  }

  /// The absolute path without `.`, `..` and repeated slashes. Symbolic links are not resolved.
  package var standardizedPath: String {
    let path = hasPrefix("/") ? self : "\(FileManager.default.currentDirectoryPath)/\(self)"
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names.isEmpty ? "/" : names.reduce(into: "") { $0 += "/\($1)" }
  }

  private var withoutTrailingSlashes: String {
    var path = self[...]
    while path.count > 1, path.last == "/" { path.removeLast() }
    return String(path)
  }
}
