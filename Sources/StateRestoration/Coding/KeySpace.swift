/// A decoded state, for tools that show and compare states.
public struct KeySpace: Sendable, Equatable {
  /// A key with its value.
  public struct Entry: Sendable, Equatable {
    /// The key.
    public var key: String
    /// The value.
    public var value: StateValue

    /// Creates an entry.
    public init(key: String, value: StateValue) {
      self.key = key
      self.value = value
    }
  }

  /// The keys encoded by the object, sorted.
  public var entries: [Entry] = []
  /// The keys of the built-in class, sorted.
  public var builtIn: [Entry] = []
  /// Whether the state could not be decoded.
  public var isDamaged = false

  /// Decodes a state (see ``StateCoder``).
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

  /// Returns the key space with each reference replaced. If the closure returns nil, the key is omitted, or the part of
  /// its value becomes null.
  func replacingReferences(_ replacement: (NodeReference) -> NodeReference?) -> KeySpace {
    func replaced(_ entries: [Entry]) -> [Entry] {
      // Most states have none.
      guard entries.contains(where: \.value.hasReferences) else { return entries }
      return entries.compactMap { entry in
        let value = entry.value.replacingReferences(replacement)
        if value == .null, case .reference = entry.value { return nil }
        return Entry(key: entry.key, value: value)
      }
    }
    var result = self
    (result.entries, result.builtIn) = (replaced(entries), replaced(builtIn))
    return result
  }
}

extension NodeReference {
  /// The approximate size as text, in bytes.
  var byteCount: Int {
    switch self {
    case .node: 8
    case .path(let path, _): path.components.reduce(0) { $0 + 1 + $1.utf8.count }
    }
  }
}

extension StateValue {
  /// The value with all shared values expanded in place; `null` where a value would contain itself.
  public var expanded: StateValue {
    var expansion = Expansion()
    return expansion.expand(self, depth: 0)
  }

  /// Expands shared values. Nested copies could grow without bound in number and depth; beyond the limits, they are
  /// replaced by `null`.
  private struct Expansion {
    struct Part {
      var value: StateValue
      var extent: Extent
    }
    /// The size of a value.
    struct Extent {
      var bytes = 1
      var depth = 0

      mutating func add(_ inner: Extent) {
        bytes += inner.bytes
        depth = max(depth, inner.depth + 1)
      }
    }

    private var shared: [Part?] = []
    /// The budget for copies; values in their own place are free.
    private var budget = 1 << 20

    mutating func expand(_ value: StateValue, depth: Int) -> StateValue { part(value, depth: depth).value }

    private mutating func part(_ value: StateValue, depth: Int) -> Part {
      guard depth < CBORReader.maximumDepth else { return Part(value: .null, extent: Extent()) }
      var extent = Extent()
      func inner(_ value: StateValue, _ expansion: inout Expansion) -> StateValue {
        let part = expansion.part(value, depth: depth + 1)
        extent.add(part.extent)
        return part.value
      }
      switch value {
      case .list(let items):
        let items = items.map { inner($0, &self) }
        return Part(value: .list(items), extent: extent)
      case .map(let pairs):
        let pairs = pairs.map { Pair(key: inner($0.key, &self), value: inner($0.value, &self)) }
        return Part(value: .map(pairs), extent: extent)
      case .shared(let value):
        let number = shared.count
        shared.append(nil)
        let part = part(value, depth: depth + 1)
        shared[number] = part
        return part
      case .sharedReference(let number):
        guard shared.indices.contains(number), let part = shared[number], part.extent.bytes <= budget,
          depth + part.extent.depth < CBORReader.maximumDepth
        else { return Part(value: .null, extent: extent) }
        budget -= part.extent.bytes
        return part
      case .string(let text): extent.bytes += text.utf8.count
      case .data(let bytes), .byteText(let bytes): extent.bytes += bytes.count
      case .reference(let reference): extent.bytes += reference.byteCount
      default: break
      }
      return Part(value: value, extent: extent)
    }
  }

  fileprivate func replacingReferences(_ replacement: (NodeReference) -> NodeReference?) -> StateValue {
    switch self {
    case .reference(let reference): replacement(reference).map { .reference($0) } ?? .null
    case .list(let items): .list(items.map { $0.replacingReferences(replacement) })
    case .map(let pairs):
      .map(
        pairs.map {
          Pair(key: $0.key.replacingReferences(replacement), value: $0.value.replacingReferences(replacement))
        })
    case .shared(let value): .shared(value.replacingReferences(replacement))
    case .styledText(let value): .styledText(value.replacingReferences(replacement))
    default: self
    }
  }

  fileprivate var hasReferences: Bool {
    switch self {
    case .reference: true
    case .list(let items): items.contains(where: \.hasReferences)
    case .map(let pairs): pairs.contains { $0.key.hasReferences || $0.value.hasReferences }
    case .shared(let value), .styledText(let value): value.hasReferences
    default: false
    }
  }

  /// Whether lists and maps are nested deeper than a limit.
  public func isNested(deeperThan depth: Int) -> Bool {
    switch self {
    case .list(let items): depth == 0 || items.contains { $0.isNested(deeperThan: depth - 1) }
    case .map(let pairs): depth == 0 || pairs.contains { $0.value.isNested(deeperThan: depth - 1) }
    case .shared(let value): value.isNested(deeperThan: depth)
    default: false
    }
  }
}
