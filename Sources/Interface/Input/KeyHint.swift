/// A short description of a key for the last line of the screen.
public struct KeyHint: Hashable, Sendable {
  /// The key in its shortest common form: `^S`, `Esc`, `←→`.
  public var keys: String
  /// The action's name.
  public var title: String
  /// The key that a click on the hint presses.
  public var key: KeyPress?

  /// The maximum width of a title, in cells.
  private static let longestTitle = 16

  /// Creates a hint.
  public init(_ keys: String, _ title: String, pressing key: KeyPress? = nil) {
    self.keys = keys
    self.title = title.truncated(to: Self.longestTitle)
    self.key = key
  }

  /// The width in cells.
  var cellWidth: Int { keys.cellWidth + 1 + title.cellWidth }

  /// Whether users try the key anyway: it moves the focus or the cursor, confirms, or is a digit.
  var isObvious: Bool { key.map { $0.isMoving || $0 == .enter } ?? true }
}

extension KeyHint {
  /// Creates a hint for a command; nil if it has no key.
  init?(_ command: KeyCommand) {
    guard let input = command.input, !command.title.isEmpty else { return nil }
    self.init(input.hint, (command.hint ?? command.title).startingInLowerCase, pressing: input)
  }

  /// Creates a hint for a host command, with the first of its keys that is not taken; nil if all are.
  init?(_ command: HostCommand, unless isTaken: (KeyPress) -> Bool = { _ in false }) {
    guard let key = command.keys.first(where: { !isTaken($0) }) else { return nil }
    self.init(key.hint, command.name, pressing: key)
  }

  /// Creates a hint for a binding; nil if it has no title or is not to be hinted.
  ///
  /// - Parameter isTaken: returns whether a command has a key, and so takes precedence over a yielding binding.
  @MainActor
  init?(_ binding: KeyBinding, unless isTaken: (KeyPress) -> Bool = { _ in false }) {
    guard binding.weight != .idle, let title = binding.title, !title.isEmpty else { return nil }
    if binding.isYielding, binding.hint == nil || binding.keys.first.map(isTaken) != false { return nil }
    self.init(binding.keys.hint, binding.hint ?? title.startingInLowerCase, pressing: binding.keys.first)
  }
}

extension String {
  /// The text with its first letter in lower case, unless it begins with an abbreviation.
  fileprivate var startingInLowerCase: String {
    guard let first, dropFirst().first?.isUppercase != true else { return self }
    return first.lowercased() + String(dropFirst())
  }
}

extension KeyPress {
  /// The key that begins a search.
  static let search = KeyPress(.character("/"))
}

extension KeySet {
  /// The first key; nil if the keys are not a list.
  var first: KeyPress? {
    switch self {
    case .keys(let keys): keys.first
    case .anyModifiers(let keys): keys.first.map { KeyPress($0) }
    case .digits, .kind: nil
    }
  }

  /// Whether the keys include a key. For a kind of keys, only characters without modifiers count.
  func takes(_ key: KeyPress) -> Bool {
    guard case .kind = self else { return contains(key) }
    guard case .character = key.key, key.modifiers.isEmpty else { return false }
    return contains(key)
  }

  /// The keys in a few cells: at most two, arrows side by side.
  var hint: String {
    func short(_ keys: [KeyPress]) -> String {
      let shown = keys.prefix(2).map(\.hint)
      // `^` before another key would mean Ctrl.
      let ordered = shown.filter { $0 != "^" } + shown.filter { $0 == "^" }
      return ordered.joined(separator: shown.allSatisfy { $0.count == 1 } ? "" : "/")
    }
    switch self {
    case .keys(let keys): return short(keys)
    case .anyModifiers(let keys): return short(keys.map { KeyPress($0) })
    case .digits(let range, let modifiers):
      let first = KeyPress(.character(Character("\(range.lowerBound)")), modifiers: modifiers)
      return "\(first.hint)…\(range.upperBound)"
    case .kind(let name, _): return name
    }
  }
}

extension KeyPress {
  /// The key in a few cells: `^S`, `Esc`, `PgUp`.
  var hint: String {
    switch self {
    case KeyPress(.escape): "Esc"
    case KeyPress(.pageUp): "PgUp"
    case KeyPress(.pageDown): "PgDn"
    default: text(withControl: "^")
    }
  }

  fileprivate var isMoving: Bool {
    switch key {
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .tab: !modifiers.contains(.alt)
    default: false
    }
  }
}
