/// The action of one key, or of several related keys, in a responder. Both key dispatch and the help read it.
///
/// A responder lists its bindings in ``Responder/keyBindings``:
///
///     open override var keyBindings: [KeyBinding] {
///       [
///         KeyBinding("Decrease, increase", [.left: { self.change(by: -1) }, .right: { self.change(by: 1) }]),
///         KeyBinding("Jump to an item", .digits(1...9)) { self.go(to: $0) },
///       ] + super.keyBindings
///     }
///
/// If a key does nothing now, omit its binding or return false from the action. The key then goes to the next binding
/// that contains it, and after the last one to the next responder.
@MainActor
public struct KeyBinding {
  /// The keys.
  public let keys: KeySet
  /// A short description of the action; nil if it needs none, as for typed text.
  public var title: String? { makeTitle() }
  private var makeTitle: () -> String?
  /// A shorter description for the key hints; nil for the title.
  private(set) var hint: String?
  /// The importance for key hints.
  public private(set) var weight = Weight.main
  /// Whether a command with the same key, or a script's `keyPressed`, takes precedence.
  public private(set) var isYielding = false
  private let action: (KeyPress) -> Bool

  /// Creates a binding with one action for all keys. The action returns false if it ignored the key.
  public init(_ title: String?, _ keys: KeySet, action: @escaping (KeyPress) -> Bool) {
    self.keys = keys
    makeTitle = { title }
    self.action = action
  }

  /// Creates a binding with an action per key. An action returns false if it did nothing.
  public init(_ title: String?, trying actions: KeyValuePairs<KeyPress, () -> Bool>) {
    self.init(title, .keys(actions.map(\.key))) { key in actions.first { $0.key == key }?.value() ?? false }
  }

  /// Creates a binding with an action per key that always handles it.
  public init(_ title: String?, _ actions: KeyValuePairs<KeyPress, () -> Void>) {
    self.init(title, .keys(actions.map(\.key))) { key in
      actions.first { $0.key == key }?.value()
      return true
    }
  }

  /// Returns the binding with a title that is computed when the help is shown, not at every key.
  public func titled(_ title: @escaping () -> String?) -> KeyBinding {
    var binding = self
    binding.makeTitle = title
    return binding
  }

  /// Returns the binding with a shorter description for the key hints, in at most 16 cells.
  public func hinted(_ hint: String) -> KeyBinding {
    var binding = self
    binding.hint = hint
    return binding
  }

  /// The importance of a binding for key hints. The help lists all bindings.
  public enum Weight: Sendable {
    /// Shown among the first hints.
    case main
    /// A widely known key, shown if there is room.
    case known
    /// A key without an effect now, not shown as a hint.
    case idle
  }

  /// Returns the binding with another weight.
  public func weighing(_ weight: Weight) -> KeyBinding {
    var binding = self
    binding.weight = weight
    return binding
  }

  /// Returns the binding for keys that an app may use for something else. A command with the same key of a visible
  /// controller or of the app takes precedence, and so does a script's `keyPressed`. Yielding keys are alternatives to
  /// other keys: the help lists them, the key hints only if they have a hint of their own (``hinted(_:)``).
  public func yielding() -> KeyBinding {
    var binding = self
    binding.isYielding = true
    return binding
  }

  /// Performs the action of a key. Returns false if the key has no effect or is not in the binding.
  public func perform(_ key: KeyPress) -> Bool { keys.contains(key) && action(key) }

  /// Whether the help or the hints list a key by name; false for typed text and digits.
  public func names(_ key: KeyPress) -> Bool {
    switch keys {
    case .keys, .anyModifiers: title != nil && keys.contains(key)
    case .digits, .kind: false
    }
  }

  /// The entry in the key help; nil if the binding has no title.
  public var help: KeyHelp? { help { _ in false } }

  /// Returns the entry in the key help without the keys that are taken; nil if no key is left.
  func help(without isTaken: (KeyPress) -> Bool) -> KeyHelp? {
    guard let title else { return nil }
    guard isYielding, case .keys(let all) = keys else { return KeyHelp(keys.description, title) }
    let left = all.filter { !isTaken($0) }
    return left.isEmpty ? nil : KeyHelp(KeySet.keys(left).description, title)
  }
}
