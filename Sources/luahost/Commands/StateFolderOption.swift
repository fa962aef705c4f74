import ArgumentParser
import FoundationEssentials

/// The value of `--state-dir`.
enum StateFolderOption {
  /// Returns the path of a folder, which need not exist.
  ///
  /// - Throws: `ValidationError` if it is empty, if it is a file or below one, or if it is a symbolic link to nothing,
  ///   where no folder can be created.
  static func parse(_ path: String) throws -> String {
    guard !path.isEmpty else { throw ValidationError("expected a folder, got an empty path") }
    var ancestor = path[...]
    while true {
      var isFolder = false
      if FileManager.default.fileExists(atPath: String(ancestor), isDirectory: &isFolder) {
        guard isFolder else { throw ValidationError("\(ancestor) is a file, not a folder") }
        return path
      }
      if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: String(ancestor)) {
        throw ValidationError("\(ancestor) is a symbolic link to \(target), which does not exist")
      }
      guard let separator = ancestor.lastIndex(of: "/"), separator > path.startIndex else { return path }
      ancestor = ancestor[..<separator]
    }
  }
}
