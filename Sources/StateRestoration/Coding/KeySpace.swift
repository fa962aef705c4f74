/// What a node encoded, taken apart: for tools that show and compare states.
public struct KeySpace: Sendable, Equatable {
  /// One key and its value.
  public struct Entry: Sendable, Equatable {
    /// The key.
    public var key: String
    /// The value.
    public var value: StateValue
  }

  /// The keys that the object wrote, sorted.
  public var entries: [Entry] = []
  /// The keys that its class keeps by itself, sorted.
  public var builtIn: [Entry] = []
  /// Whether the state could not be read.
  public var isDamaged = false

  /// The key space in an encoded state (see ``StateCoder``).
  public init(decoding state: [UInt8]) {
    guard !state.isEmpty else { return }
    var reader = CBORReader(state)
    guard case .map(let pairs)? = try? StateValue(from: &reader) else {
      isDamaged = true
      return
    }
    for pair in pairs {
      switch (pair.key, pair.value) {
      case (.string(let key), _): entries.append(Entry(key: key, value: pair.value))
      case (.integer(0), .map(let inner)):
        builtIn = inner.compactMap { pair in
          if case .string(let key) = pair.key { Entry(key: key, value: pair.value) } else { nil }
        }
      default: isDamaged = true
      }
    }
    entries.sort { $0.key < $1.key }
    builtIn.sort { $0.key < $1.key }
  }
}

extension StateValue {
  /// The value with every shared part written out where it stands; where it would contain itself, `null`.
  public var expanded: StateValue {
    var shared: [StateValue?] = []
    // Copies in copies could grow without bound, in number and in depth.
    var budget = 100_000
    return expanded(&shared, &budget, depth: 0)
  }

  private func expanded(_ shared: inout [StateValue?], _ budget: inout Int, depth: Int) -> StateValue {
    budget -= 1
    guard budget > 0, depth < CBORReader.maximumDepth else { return .null }
    switch self {
    case .list(let items): return .list(items.map { $0.expanded(&shared, &budget, depth: depth + 1) })
    case .map(let pairs):
      return .map(pairs.map { Pair(key: $0.key, value: $0.value.expanded(&shared, &budget, depth: depth + 1)) })
    case .shared(let value):
      let number = shared.count
      shared.append(nil)
      let expanded = value.expanded(&shared, &budget, depth: depth + 1)
      shared[number] = expanded
      return expanded
    case .sharedReference(let number):
      guard shared.indices.contains(number), let value = shared[number] else { return .null }
      return value.expanded(&shared, &budget, depth: depth + 1)
    default: return self
    }
  }
}
