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
///
/// It is collected in each frame, so the bindings and commands of all responders are in one list each.
struct KeyHintBasis: Equatable {
  private struct Source: Equatable {
    let responder: ObjectIdentifier
    let isFocused: Bool
    let isInChain: Bool
    let isPresented: Bool
    /// The numbers of elements in the lists up to this responder.
    let endOfBindings: Int
    let endOfCommands: Int
  }

  private struct Binding: Equatable {
    let keys: KeySet
    let title: String?
    let hint: String?
    let weight: KeyBinding.Weight
    let isYielding: Bool
  }

  private struct Command: Equatable {
    let title: String
    let hint: String?
    let input: KeyPress?
  }

  private let width: Int
  private let covering: [KeyHint]?
  private let offered: [HostCommand]
  private let hasOverlay: Bool
  private let isCoveredByQuestion: Bool
  private var sources: [Source] = []
  private var bindings: [Binding] = []
  private var commands: [Command] = []
  /// For each kind of keys, whether it takes each of the commands' keys.
  private var taken: [Bool] = []

  @MainActor
  init(
    _ sources: [KeyHintSource], width: Int, covering: [KeyHint]?, offered: [HostCommand], hasOverlay: Bool,
    isCoveredByQuestion: Bool
  ) {
    (self.width, self.covering, self.offered) = (width, covering, offered)
    self.hasOverlay = hasOverlay
    self.isCoveredByQuestion = isCoveredByQuestion
    var kinds: [KeySet] = []
    self.sources.reserveCapacity(sources.count)
    for source in sources {
      for binding in source.bindings {
        if case .kind = binding.keys { kinds.append(binding.keys) }
        bindings.append(
          Binding(
            keys: binding.keys, title: binding.title, hint: binding.hint, weight: binding.weight,
            isYielding: binding.isYielding))
      }
      for command in source.commands {
        commands.append(Command(title: command.title, hint: command.hint, input: command.input))
      }
      self.sources.append(
        Source(
          responder: ObjectIdentifier(source.responder), isFocused: source.isFocused, isInChain: source.isInChain,
          isPresented: (source.responder as? ViewController)?.isPresented == true, endOfBindings: bindings.count,
          endOfCommands: commands.count))
    }
    for kind in kinds {
      for command in commands { if let key = command.input { taken.append(kind.takes(key)) } }
      for command in offered { for key in command.keys { taken.append(kind.takes(key)) } }
    }
  }
}
