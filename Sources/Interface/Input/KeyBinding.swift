/// What a key, or several that belong together, do in a responder: said once, for whoever leads keys to it and for the help.
///
/// A responder says its keys as ``Responder/keyBindings``:
///
///     open override var keyBindings: [KeyBinding] {
///       [
///         KeyBinding("Less, more", [.left: { self.change(by: -1) }, .right: { self.change(by: 1) }]),
///         KeyBinding("Go to a place", .digits(1...9)) { self.go(to: $0) },
///       ] + super.keyBindings
///     }
///
/// A key that does nothing now is left out of the list, or its action returns false: it then goes on to the next binding
/// that has it, and from the last one to the next responder.
@MainActor
public struct KeyBinding {
  /// The keys.
  public let keys: KeySet
  /// What they do, in a few words; nil for what needs none, as letters in a text.
  public var title: String? { makeTitle() }
  private var makeTitle: () -> String?
  /// How much it matters to who looks for what to do now.
  public private(set) var weight = Weight.main
  /// Whether a command with the same key, or a script's `keyPressed`, comes first.
  public private(set) var isYielding = false
  private let action: (KeyPress) -> Bool

  /// Keys that one action serves. It returns false if it did nothing with the key.
  public init(_ title: String?, _ keys: KeySet, action: @escaping (KeyPress) -> Bool) {
    self.keys = keys
    makeTitle = { title }
    self.action = action
  }

  /// Keys with an action each. It returns false if there was nothing to do.
  public init(_ title: String?, trying actions: KeyValuePairs<KeyPress, () -> Bool>) {
    self.init(title, .keys(actions.map(\.key))) { key in actions.first { $0.key == key }?.value() ?? false }
  }

  /// Keys with an action each, which always does something.
  public init(_ title: String?, _ actions: KeyValuePairs<KeyPress, () -> Void>) {
    self.init(title, .keys(actions.map(\.key))) { key in
      actions.first { $0.key == key }?.value()
      return true
    }
  }

  /// The binding with a title that takes some asking: it is made when the help is shown, and not for every key.
  public func titled(_ title: @escaping () -> String?) -> KeyBinding {
    var binding = self
    binding.makeTitle = title
    return binding
  }

  /// How much what keys do matters to who looks for what to do now. The help says them all.
  public enum Weight: Sendable {
    /// It is reported among the first.
    case main
    /// People know it from everywhere: it is reported where there is room left.
    case known
    /// It would do nothing now, and is not said.
    case idle
  }

  /// The binding with another weight.
  public func weighing(_ weight: Weight) -> KeyBinding {
    var binding = self
    binding.weight = weight
    return binding
  }

  /// The binding for keys that an app may use for something else: a command of a visible controller or of the app with the
  /// same key comes first, and so does a script's `keyPressed`. They are second keys for what others do: the help lists them,
  /// the key hints don't.
  public func yielding() -> KeyBinding {
    var binding = self
    binding.isYielding = true
    return binding
  }

  /// Does what a key does; false if that is nothing, or it is none of these.
  public func perform(_ key: KeyPress) -> Bool { keys.contains(key) && action(key) }

  /// Whether help or hints name a key: not those of what is typed, nor digits.
  public func names(_ key: KeyPress) -> Bool {
    switch keys {
    case .keys, .anyModifiers: title != nil && keys.contains(key)
    case .digits, .kind: false
    }
  }

  /// How the help says it; nil if it does not.
  public var help: KeyHelp? { help { _ in false } }

  /// How the help says it, without the keys that something else takes; nil if nothing is left.
  func help(without isTaken: (KeyPress) -> Bool) -> KeyHelp? {
    guard let title else { return nil }
    guard isYielding, case .keys(let all) = keys else { return KeyHelp(keys.description, title) }
    let left = all.filter { !isTaken($0) }
    return left.isEmpty ? nil : KeyHelp(KeySet.keys(left).description, title)
  }
}
