/// A part of an exploration, of which processes can work on several at a time.
struct Shard: Codable, Sendable {
  /// The way in which the steps are chosen.
  enum Search: Codable, Sendable {
    /// At random, as many steps.
    case walk(seed: UInt64, steps: Int)
    /// All lists of this many steps that begin with one of the first offers.
    case all(depth: Int, first: Int)
  }

  let search: Search
  /// The steps and events of earlier parts.
  let memory: SearchMemory
  /// Whether it is one of the first parts, which interrupts all of its first states, and makes some of its first walks in other
  /// worlds.
  let isThorough: Bool

  /// The discoveries of a part.
  struct Result: Codable, Sendable {
    /// Not reduced yet, in the order of their discovery, one for each ``Discovery/identity``.
    var discoveries: [Discovery] = []
    var coverage = Coverage()
    /// The number of steps that were made.
    var steps = 0
    /// The number of states that were interrupted.
    var states = 0
    /// The operations that the app was refused.
    var notTried: Set<String> = []
    /// Whether a file that the app had read was changed in a twin.
    var hasMovedWorld = false
    /// The steps and events of this part.
    var memory = SearchMemory()
  }

  /// The progress of a part.
  struct Progress: Codable, Sendable {
    var steps = 0
    var states = 0
    /// The identities of losses and errors.
    var losses: Set<String> = []

    init() {}

    init(_ result: Result) {
      (steps, states) = (result.steps, result.states)
      losses = Set(result.discoveries.lazy.filter { $0.kind < .field }.map(\.identity))
    }

    mutating func add(_ other: Progress) {
      steps += other.steps
      states += other.states
      losses.formUnion(other.losses)
    }
  }

  /// Runs the part.
  ///
  /// - Parameter goesOn: called before each step with what was found so far; the part ends early if it returns false.
  /// - Throws: the script's error if it cannot be loaded.
  @MainActor
  func run(_ settings: ExploredRun.Settings, while goesOn: @escaping (Result) -> Bool) throws -> Result {
    var search = StateSearch(settings, after: memory, isThorough: isThorough, while: goesOn)
    switch self.search {
    case .walk(let seed, let steps): try search.walk(seed: seed, steps: steps)
    case .all(let depth, let first): try search.searchAll(depth: depth, first: first)
    }
    return search.finish()
  }
}

/// A generator of random numbers with a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
