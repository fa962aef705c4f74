import LuaRuntime
import StateRestoration

/// A saved state in which one value of a script, or a part of one, is another one.
struct SavedChange {
  /// The node that has saved the value.
  let path: IdentifierPath
  let key: String
  let state: Archive
}

/// The values of a saved state that trials change.
@MainActor
struct SavedValues {
  private struct Node {
    let path: IdentifierPath
    /// The position among the nodes; nil for the application.
    let index: Int?
    let pairs: [StateValue.Pair]
  }

  private let archive: Archive
  private let nodes: [Node]

  /// A state with shared tables is not changed, as these are numbered.
  init(of archive: Archive) {
    self.archive = archive
    let outline = ArchiveOutline(archive)
    let paths = Dictionary(outline.nodes.map { ($0.archived.id, $0.path) }, uniquingKeysWith: { first, _ in first })
    func node(_ state: [UInt8], at path: IdentifierPath, _ index: Int?) -> Node? {
      var reader = CBORReader(state)
      guard !state.isEmpty, case .map(let pairs)? = try? StateValue(from: &reader),
        !StateValue.map(pairs).hasSharedParts
      else { return nil }
      return Node(path: path, index: index, pairs: pairs)
    }
    nodes =
      [node(archive.applicationState, at: RunRecorder.application, nil)].compactMap { $0 }
      + archive.nodes.enumerated().compactMap { index, archived in
        paths[archived.id].flatMap { node(archived.completeState, at: $0, index) }
      }
  }

  /// Returns the first states in which one value, or a part of one, is replaced.
  ///
  /// - Parameters:
  ///   - most: the largest number of states.
  ///   - replacements: returns what replaces a value, one after the other.
  func changes(atMost most: Int, _ replacements: (StateValue) -> [StateValue]) -> [SavedChange] {
    var found: [SavedChange] = []
    for node in nodes {
      for (index, pair) in node.pairs.enumerated() {
        guard found.count < most else { return found }
        guard case .string(let key) = pair.key else { continue }
        for value in pair.value.variants(atMost: most - found.count, replacements) {
          var pairs = node.pairs
          pairs[index].value = value
          var state = archive
          if let index = node.index {
            state.nodes[index].state = StateValue.map(pairs).encoded()
            state.nodes[index].pieces = []
          } else {
            state.applicationState = StateValue.map(pairs).encoded()
          }
          found.append(SavedChange(path: node.path, key: key, state: state))
        }
      }
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

  /// Returns the values that a literal and its parts have, each with that in another literal, if they differ.
  static func lostParts(of literal: String, in other: String, depth: Int = 0) -> [(
    value: StateValue, other: StateValue
  )] {
    guard literal != other else { return [] }
    var parts: [(value: StateValue, other: StateValue)] = []
    if let value = StateValue(literal: literal), let other = StateValue(literal: other), !value.isSame(as: other) {
      parts.append((value, other))
    }
    guard depth < mostLevels, let members = TableLiteral(literal)?.members, let others = TableLiteral(other)?.members
    else { return parts }
    return parts
      + members.sorted { $0.key < $1.key }.flatMap { key, value in
        others[key].map { lostParts(of: value, in: $0, depth: depth + 1) } ?? []
      }
  }

  /// The number of levels whose parts are compared.
  private static let mostLevels = 3

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

  /// Returns this value with another one under a key that it does not have; nothing if it is no table with keys, or has the other value
  /// under a key that nothing reads: then that key may be the right one.
  ///
  /// - Parameter read: the keys that something reads; nil if others do not matter.
  func adding(_ value: StateValue, as key: String, unlessBeside read: Set<String>?) -> [StateValue] {
    guard case .map(let pairs) = self, !pairs.contains(where: { $0.key == .string(key) }) else { return [] }
    let hasValue = pairs.contains { pair in
      guard let read, case .string(let name) = pair.key else { return false }
      return pair.value.isSame(as: value) && !read.contains(name)
    }
    return hasValue ? [] : [.map(pairs + [Pair(key: .string(key), value: value)])]
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
