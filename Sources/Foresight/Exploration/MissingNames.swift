// What is nil in an error, and whether a lost key can be the reason.
extension Discovery {
  /// The name that is nil according to an error; nil if it has none.
  var nilName: String? { kind == .error ? after.nilName : nil }

  /// Whether the value of the key may be in a variable or field; true if either is unknown.
  func reaches(_ name: String?) -> Bool {
    guard let name, let reachedNames else { return true }
    return reachedNames.contains(name)
  }
}

extension String {
  /// The name in a message such as `attempt to index a nil value (field 'name')`; nil if it has none.
  var nilName: String? {
    guard let range = firstRange(of: " a nil value (") else { return nil }
    let parts = self[range.upperBound...].prefix { $0 != ")" }.split(separator: "'")
    return parts.count > 1 && parts[1] != "?" ? String(parts[1]) : nil
  }
}
