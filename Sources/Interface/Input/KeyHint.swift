/// What a key does now, in the few cells that the last line of the screen has for it.
public struct KeyHint: Hashable, Sendable {
  /// The key, as short as it is still known: `^S`, `Esc`, `←→`.
  public var keys: String
  /// What it does.
  public var title: String
  /// The key that a click on it presses.
  public var key: KeyPress?

  /// The longest title that is shown whole, in cells.
  private static let longestTitle = 28

  /// These keys do this.
  public init(_ keys: String, _ title: String, pressing key: KeyPress? = nil) {
    self.keys = keys
    self.title = title.truncated(to: Self.longestTitle)
    self.key = key
  }

  /// How many cells it takes.
  var cellWidth: Int { keys.cellWidth + 1 + title.cellWidth }

  /// Whether it only says how to move: everybody tries those keys anyway.
  var isMoving: Bool { key?.isMoving == true }
}

extension KeyHint {
  /// What a named action does, if it has a key.
  init?(_ command: KeyCommand) {
    guard let input = command.input, !command.title.isEmpty else { return nil }
    self.init(input.hint, command.title, pressing: input)
  }

  /// What the host does, by one of its keys.
  init?(_ command: HostCommand, unless isTaken: (KeyPress) -> Bool = { _ in false }) {
    guard let key = command.keys.first(where: { !isTaken($0) }) else { return nil }
    self.init(key.hint, command.name, pressing: key)
  }

  /// What a binding does, if there is a title for it.
  @MainActor
  init?(_ binding: KeyBinding) {
    guard binding.weight != .idle, !binding.isYielding, let title = binding.title, let first = title.first else {
      return nil
    }
    self.init(binding.keys.hint, first.lowercased() + title.dropFirst(), pressing: binding.keys.first)
  }
}

extension KeySet {
  /// The first of the keys; nil if they are distinguished by more than a list.
  var first: KeyPress? {
    switch self {
    case .keys(let keys): keys.first
    case .anyModifiers(let keys): keys.first.map { KeyPress($0) }
    case .digits, .kind: nil
    }
  }

  /// Whether a key does something of this kind, as far as the keys tell: of what is typed, characters only.
  func takes(_ key: KeyPress) -> Bool {
    guard case .kind = self else { return contains(key) }
    guard case .character = key.key, key.modifiers.isEmpty else { return false }
    return contains(key)
  }

  /// The keys in a few cells: the first two, arrows side by side.
  var hint: String {
    func short(_ keys: [KeyPress]) -> String {
      let shown = keys.prefix(2).map(\.hint)
      return shown.joined(separator: shown.allSatisfy { $0.count == 1 } ? "" : "/")
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
    default: description.replacing("Ctrl+", with: "^")
    }
  }

  fileprivate var isMoving: Bool {
    switch key {
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .tab: !modifiers.contains(.alt)
    default: false
    }
  }
}
