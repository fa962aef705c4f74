import StateRestoration

// Keys without a value in restoration methods, which therefore return nil or fail.
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
}
