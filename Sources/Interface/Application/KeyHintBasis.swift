/// A key hint and its column in the last line of the screen.
struct PlacedKeyHint: Hashable {
  let x: Int
  let hint: KeyHint
}

/// A responder that the key hints are about.
@MainActor
struct KeyHintSource {
  let responder: Responder
  let isFocused: Bool
  /// Whether the responder receives keys.
  let isInChain: Bool
  let bindings: [KeyBinding]
  let commands: [KeyCommand]
}

/// Everything that the choice of key hints depends on, for comparison with a later frame.
struct KeyHintBasis: Equatable {
  private struct Binding: Equatable {
    let keys: KeySet
    let title: String?
    let hint: String?
    let weight: KeyBinding.Weight
    let isYielding: Bool
    /// For a kind of keys, whether it takes each of the commands' keys.
    let taken: [Bool]
  }

  private struct Source: Equatable {
    let responder: ObjectIdentifier
    let isFocused: Bool
    let isInChain: Bool
    let isPresented: Bool
    let bindings: [Binding]
    let titles: [String]
    let hints: [String?]
    let inputs: [KeyPress?]
  }

  private let width: Int
  private let covering: [KeyHint]?
  private let offered: [HostCommand]
  private let hasOverlay: Bool
  private let isCoveredByQuestion: Bool
  private let sources: [Source]

  @MainActor
  init(
    _ sources: [KeyHintSource], width: Int, covering: [KeyHint]?, offered: [HostCommand], hasOverlay: Bool,
    isCoveredByQuestion: Bool
  ) {
    (self.width, self.covering, self.offered) = (width, covering, offered)
    self.hasOverlay = hasOverlay
    self.isCoveredByQuestion = isCoveredByQuestion
    let keys = sources.flatMap { $0.commands.compactMap(\.input) } + offered.flatMap(\.keys)
    self.sources = sources.map { source in
      Source(
        responder: ObjectIdentifier(source.responder), isFocused: source.isFocused, isInChain: source.isInChain,
        isPresented: (source.responder as? ViewController)?.isPresented == true,
        bindings: source.bindings.map { binding in
          var taken: [Bool] = []
          if case .kind = binding.keys { taken = keys.map(binding.keys.takes) }
          return Binding(
            keys: binding.keys, title: binding.title, hint: binding.hint, weight: binding.weight,
            isYielding: binding.isYielding, taken: taken)
        },
        titles: source.commands.map(\.title), hints: source.commands.map(\.hint),
        inputs: source.commands.map(\.input))
    }
  }
}
