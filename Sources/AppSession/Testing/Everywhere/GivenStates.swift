import FoundationEssentials
import Processes

/// Copies of the folders of state that a case was given, so that each of its runs starts with the same state.
@MainActor
final class GivenStates {
  private lazy var folder = Result { try TemporaryFolder(prefix: "luahost-states-") }
  private var originals: [String: String] = [:]
  private var copies = 0

  /// Copies a folder before its first use.
  func remember(_ path: String) throws {
    guard originals[path] == nil else { return }
    let original = "\(try folder.get().path)/\(originals.count)"
    originals[path] = original
    if FileManager.default.fileExists(atPath: path) {
      try FileManager.default.copyItem(atPath: path, toPath: original)
    }
  }

  /// Returns a new copy of a folder as it was before its first use.
  func copy(of path: String) throws -> String {
    copies += 1
    let copy = "\(try folder.get().path)/copy-\(copies)"
    if let original = originals[path], FileManager.default.fileExists(atPath: original) {
      try FileManager.default.copyItem(atPath: original, toPath: copy)
    }
    return copy
  }
}
