import FoundationEssentials

extension FileManager {
  /// Returns whether there is a folder at a path.
  package func hasFolder(atPath path: String) -> Bool {
    var isFolder = false
    return fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }
}
