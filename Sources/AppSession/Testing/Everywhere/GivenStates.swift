import FoundationEssentials

/// Copies of the folders of state that a case was given, so that each of its runs starts with the same state.
@MainActor
final class GivenStates {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "luahost-states-\(UUID().uuidString)")
    .path
  private var originals: [String: String] = [:]
  private var copies = 0

  isolated deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Copies a folder before its first use.
  func remember(_ path: String) throws {
    guard originals[path] == nil else { return }
    let original = "\(folder)/\(originals.count)"
    originals[path] = original
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if FileManager.default.fileExists(atPath: path) {
      try FileManager.default.copyItem(atPath: path, toPath: original)
    }
  }

  /// Returns a new copy of a folder as it was before its first use.
  func copy(of path: String) throws -> String {
    copies += 1
    let copy = "\(folder)/copy-\(copies)"
    if let original = originals[path], FileManager.default.fileExists(atPath: original) {
      try FileManager.default.copyItem(atPath: original, toPath: copy)
    }
    return copy
  }
}
