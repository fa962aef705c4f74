import LuaRuntime
import StateRestoration

/// A change of a saved state that a trial makes: one value of a script, or a part of one, is another one.
@MainActor
struct SavedChange {
  /// The node that has saved the value.
  let path: IdentifierPath
  let key: String
  let state: Archive

  /// Returns the first states in which one value, or a part of one, is replaced.
  ///
  /// - Parameters:
  ///   - most: the largest number of states.
  ///   - replacements: returns what replaces a value, one after the other.
  static func changes(
    of archive: Archive, atMost most: Int, _ replacements: (StateValue) -> [StateValue]
  ) -> [SavedChange] {
    let outline = ArchiveOutline(archive)
    let paths = Dictionary(outline.nodes.map { ($0.archived.id, $0.path) }, uniquingKeysWith: { first, _ in first })
    var found = archive.applicationState.changes(atMost: most, replacements).map { key, state in
      var changed = archive
      changed.applicationState = state
      return SavedChange(path: RunRecorder.application, key: key, state: changed)
    }
    for (index, node) in archive.nodes.enumerated() where found.count < most {
      guard let path = paths[node.id] else { continue }
      found += node.completeState.changes(atMost: most - found.count, replacements).map { key, state in
        var changed = archive
        changed.nodes[index].state = state
        changed.nodes[index].pieces = []
        return SavedChange(path: path, key: key, state: changed)
      }
    }
    return found
  }
}

extension [UInt8] {
  /// Returns the first states in which one value of a script, or a part of one, is replaced, each with its key. A state with shared
  /// tables is not changed, as these are numbered.
  fileprivate func changes(
    atMost most: Int, _ replacements: (StateValue) -> [StateValue]
  ) -> [(key: String, state: [UInt8])] {
    var reader = CBORReader(self)
    guard !isEmpty, case .map(var pairs)? = try? StateValue(from: &reader), !StateValue.map(pairs).hasSharedParts else {
      return []
    }
    var found: [(key: String, state: [UInt8])] = []
    for index in pairs.indices where found.count < most {
      guard case .string(let key) = pairs[index].key else { continue }
      let own = pairs[index].value
      for value in own.variants(atMost: most - found.count, replacements) {
        pairs[index].value = value
        found.append((key, StateValue.map(pairs).encoded()))
      }
      pairs[index].value = own
    }
    return found
  }
}

extension StateValue {
  fileprivate var hasSharedParts: Bool {
    switch self {
    case .shared, .sharedReference: true
    case .list(let items): items.contains(where: \.hasSharedParts)
    case .map(let pairs): pairs.contains { $0.value.hasSharedParts }
    default: false
    }
  }

  /// Returns the first values in which this one, or one part of it, is replaced.
  fileprivate func variants(atMost most: Int, _ replacements: (StateValue) -> [StateValue]) -> [StateValue] {
    var found = Array(replacements(self).prefix(most))
    switch self {
    case .list(var items):
      for (index, item) in items.enumerated() where found.count < most {
        for variant in item.variants(atMost: most - found.count, replacements) {
          items[index] = variant
          found.append(.list(items))
        }
        items[index] = item
      }
    case .map(var pairs):
      for (index, pair) in pairs.enumerated() where found.count < most {
        for variant in pair.value.variants(atMost: most - found.count, replacements) {
          pairs[index].value = variant
          found.append(.map(pairs))
        }
        pairs[index] = pair
      }
    default: break
    }
    return found
  }

  /// The value as scripts encode it that ``ScriptFields`` describes as a Lua literal; nil for values that a state does not have.
  init?(literal: String) {
    switch literal {
    case "true": self = .boolean(true)
    case "false": self = .boolean(false)
    case _ where literal.hasPrefix("\""):
      var tokens = LuaTokens(Array(literal.utf8)[...])
      guard case .string(let bytes)? = tokens.next()?.kind else { return nil }
      self = String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .byteText(bytes)
    case _ where literal.hasPrefix("{"):
      guard let members = TableLiteral(literal)?.members else { return nil }
      let items = (1...max(1, members.count)).compactMap { members[String($0)].flatMap(StateValue.init(literal:)) }
      if items.count == members.count {
        self = .list(items)
      } else {
        let pairs = members.compactMap { key, value in
          StateValue(literal: key).flatMap { key in StateValue(literal: value).map { Pair(key: key, value: $0) } }
        }
        guard pairs.count == members.count else { return nil }
        self = .map(pairs)
      }
    default:
      guard let number = Int64(literal).map(StateValue.integer) ?? Double(literal).map(StateValue.float) else {
        return nil
      }
      self = number
    }
  }

  /// Returns what replaces a value by another one in this one: the other one, or a text with it in place of a word of this one.
  func replacing(_ value: StateValue, by other: StateValue) -> [StateValue] {
    if isSame(as: value) { return [other] }
    guard case .string(let text) = self, let word = value.word, let otherWord = other.word, !word.isEmpty else {
      return []
    }
    return text.ranges(of: word).filter { range in
      func isInWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
      return !isInWord(text[..<range.lowerBound].last) && !isInWord(text[range.upperBound...].first)
    }.map { .string(text[..<$0.lowerBound] + otherWord + text[$0.upperBound...]) }
  }

  /// Returns this value with another one under a key that it does not have; nothing if it is no table with keys.
  func adding(_ value: StateValue, as key: String) -> [StateValue] {
    guard case .map(let pairs) = self, !pairs.contains(where: { $0.key == .string(key) }) else { return [] }
    return [.map(pairs + [Pair(key: .string(key), value: value)])]
  }

  /// The text of a plain value in a longer one.
  private var word: String? {
    switch self {
    case .boolean(let isOn): String(isOn)
    case .integer(let number): String(number)
    case .float(let number): String(number)
    case .string(let text): text
    default: nil
    }
  }

  /// Whether both are the same for a script: an integer and a float can be, and the order of keys does not matter.
  func isSame(as other: StateValue) -> Bool {
    switch (self, other) {
    case (.integer(let own), .float(let other)): return Double(own) == other
    case (.float(let own), .integer(let other)): return own == Double(other)
    case (.list(let own), .list(let other)):
      return own.count == other.count && zip(own, other).allSatisfy { $0.isSame(as: $1) }
    case (.map(let own), .map(let other)):
      return own.count == other.count
        && own.allSatisfy { pair in other.contains { $0.key == pair.key && $0.value.isSame(as: pair.value) } }
    default: return self == other
    }
  }
}
