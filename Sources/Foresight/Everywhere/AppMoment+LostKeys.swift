import AppSession
import StateRestoration

// The lost keys that lost views show.
extension AppMoment {
  /// Returns the keys of scripts that another moment has lost, and whose lost parts a lost view shows: its value is one of them,
  /// or its text contains one. A list with another number of rows may show any key that is no controller's.
  func lostKeys(shownBy loss: some LostPart, in twin: AppMoment) -> [Loss] {
    guard let property = loss.property, !Self.isScriptKey(property),
      let view = tree.first(where: { $0.isView && $0.path == loss.path && $0.className == loss.className })
    else { return [] }
    let hasOtherRows = view.lineCount != twin.nodes[view.name]?.lineCount
    return all.flatMap { node -> [Loss] in
      guard let other = twin.nodes[node.name], other.values != node.values else { return [] }
      return node.values.sorted { $0.key < $1.key }.compactMap { key, value in
        guard Self.isScriptKey(key), other.values[key] != value else { return nil }
        let lost = Set(Self.parts(of: value)).subtracting(other.values[key].map(Self.parts) ?? [])
        guard hasOtherRows && !node.isView && !node.isController || view.shows(lost, as: property, loss.before) else {
          return nil
        }
        return node.loss(of: key, in: other, at: nil)
      }
    }
  }

  /// The texts of the rows that are selected or focused, and of the items that are chosen.
  var chosenTexts: Set<String> {
    let values = all.flatMap { node in ["selectedTexts", "focusedText"].compactMap { node.values[$0] } }
    return Set(values.flatMap(Self.parts) + all.flatMap { $0.choice?.texts ?? [] })
  }

  /// Returns the texts of the values in a value, and of the keys of its tables.
  nonisolated fileprivate static func parts(of value: StateValue) -> [String] {
    switch value {
    case .null: []
    case .list(let values): values.flatMap(parts)
    case .map(let pairs): pairs.flatMap { parts(of: $0.key) + parts(of: $0.value) }
    case .float(let number): [Int64(exactly: number).map { "\($0)" } ?? "\(number)"]
    case .string(let text): [text]
    default: ["\(value)"]
    }
  }
}

extension AppMoment.Node {
  /// Whether a property, or a line of it, is one of some values, or a text of the screen contains one.
  fileprivate func shows(_ parts: Set<String>, as property: String, _ text: String) -> Bool {
    if property == "screen" {
      // Without the number of the row.
      let row = text.lastIndex(of: "\"").map { text[..<$0] } ?? text[...]
      let words = Set(row.split { !$0.isLetter && !$0.isNumber }.map(String.init))
      return parts.contains { words.contains($0) || $0.contains(" ") && row.contains($0) }
    }
    let own = SavedProperty.keys(of: property).compactMap { self.values[$0] }.flatMap(AppMoment.parts)
    let lines = own.flatMap { $0.split(separator: "\n").map(String.init) }
    return !parts.isDisjoint(with: own + lines + (facts.choice?.texts ?? []))
  }
}
