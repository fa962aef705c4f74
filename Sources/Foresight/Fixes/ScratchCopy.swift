import FoundationEssentials
import Glibc
import Processes

/// A copy of an app's folder in which scripts can be changed: links to all files, except the changed ones.
@MainActor
final class ScratchCopy {
  /// The app's script in the copy.
  let script: String
  private let owned: TemporaryFolder
  private let folder: URL
  private let original: URL
  private var realFolders: Set<String> = []

  /// - Throws: an error of the file system.
  init(of script: String) throws {
    let file = URL(fileURLWithPath: script.standardizedPath)
    original = file.deletingLastPathComponent()
    owned = try TemporaryFolder(prefix: "luahost-fix-")
    folder = URL(fileURLWithPath: owned.path)
    self.script = folder.appending(path: file.lastPathComponent).path
    try link("")
  }

  /// Returns the name that a file of the app has in the copy; nil if it is outside of the app's folder.
  func name(of file: String) -> String? { relative(file).map { folder.appending(path: $0).path } }

  /// Writes a changed file of the app.
  ///
  /// - Throws: an error of the file system.
  func write(_ bytes: [UInt8], to file: String) throws {
    guard let relative = relative(file) else { throw CocoaError(.fileWriteInvalidFileName) }
    var parent = ""
    for component in relative.split(separator: "/").dropLast() {
      parent = parent.isEmpty ? String(component) : "\(parent)/\(component)"
      try link(parent)
    }
    let copy = folder.appending(path: relative)
    try? FileManager.default.removeItem(at: copy)
    try Data(bytes).write(to: copy)
  }

  private func relative(_ file: String) -> String? {
    let path = file.standardizedPath
    return path.hasPrefix(original.path + "/") ? String(path.dropFirst(original.path.count + 1)) : nil
  }

  /// Makes a folder of the copy a real one, with links to the entries of the original's.
  private func link(_ relative: String) throws {
    guard realFolders.insert(relative).inserted else { return }
    let (copy, source) =
      relative.isEmpty
      ? (folder, original) : (folder.appending(path: relative), original.appending(path: relative))
    if !relative.isEmpty {
      try FileManager.default.removeItem(at: copy)
      try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: false)
    }
    for entry in try FileManager.default.contentsOfDirectory(atPath: source.path) {
      try FileManager.default.createSymbolicLink(
        at: copy.appending(path: entry), withDestinationURL: source.appending(path: entry))
    }
  }
}
