/// The members of a table that ``ScriptFields`` describes as a Lua literal.
struct TableLiteral {
  /// The values by key, both as literals.
  let members: [String: String]

  /// Returns nil for other values.
  init?(_ literal: String) {
    guard literal.hasPrefix("{"), literal.hasSuffix("}") else { return nil }
    var members: [String: String] = [:]
    var (depth, isQuoted, isEscaped) = (0, false, false)
    var (key, text) = ("", "")
    // A mark after a quote is not part of it.
    for character in literal.unicodeScalars.dropFirst().dropLast() + [","] {
      if depth == 0, !isQuoted, character == "," {
        if !key.isEmpty { members[key] = text }
        (key, text) = ("", "")
        continue
      }
      if depth == 0, !isQuoted, character == "=", key.isEmpty {
        (key, text) = (text, "")
        continue
      }
      text.unicodeScalars.append(character)
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
      if !isQuoted, character == "{" { depth += 1 }
      if !isQuoted, character == "}" { depth -= 1 }
    }
    self.members = members
  }

  /// Returns the members that have other values, or none, in a restored table, as a literal; nil if that is no table.
  func lostPart(restored: String) -> String? {
    guard let restored = TableLiteral(restored)?.members else { return nil }
    let lost = members.filter { restored[$0.key] != $0.value }.map { "\($0.key)=\($0.value)" }
    return "{\(lost.sorted().joined(separator: ","))}"
  }

  /// Whether a saved value is this one without members that have other values, or none, in the restored one. An
  /// empty table is no part of another one.
  func isSavedInPart(_ saved: String, restored: String) -> Bool {
    guard let saved = TableLiteral(saved)?.members, !saved.isEmpty, let restored = TableLiteral(restored)?.members,
      saved.allSatisfy({ members[$0.key] == $0.value })
    else { return false }
    return members.contains { saved[$0.key] == nil && restored[$0.key] != $0.value }
  }
}
