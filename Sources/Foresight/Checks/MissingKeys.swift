import LuaRuntime
import StateRestoration

// Keys without a value in restoration methods, which therefore return nil or fail, and misspelt keys.
extension Evidence {
  /// Returns the findings about keys that a restoration method decodes and that nothing encodes.
  ///
  /// - Parameter finding: the finding that it returned nil.
  func keysWithoutValue(of finding: Finding, at path: IdentifierPath, _ after: RunEvidence) -> [Finding] {
    Self.combiningMissingMethods(notEncoded(path, after)).map { key in
      var key = key
      key.preventsCreation = true
      key.consequence = "Decoding it returns nil, and so does the restoration method. \(finding.consequence)"
      return key
    }
  }

  /// The key that a restoration method reads as nil, with its line, to add to a message; empty if there is none.
  func clauseForMissingKey(of path: IdentifierPath, _ after: RunEvidence) -> String {
    missingKey(of: path, after).map { ": \($0.message)\($0.place.map { " (\($0))" } ?? "")" } ?? ""
  }

  /// Returns the other key that was probably meant: the only one that differs by one edit, also from the keys on this side.
  ///
  /// Keys of one or two letters, such as coordinates, and those with another number are rather two keys.
  nonisolated static func nearKey(_ key: String, among others: Set<String>, besides peers: Set<String> = []) -> String?
  {
    let near = others.filter { editDistance($0, key) == 1 }
    guard near.count == 1, let other = near.first, min(key.count, other.count) > 2,
      key.filter({ !$0.isNumber }) != other.filter({ !$0.isNumber }),
      !peers.contains(where: { $0 != key && editDistance($0, other) == 1 })
    else { return nil }
    return other
  }
}
