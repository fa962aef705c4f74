/// A named action of a screen or of the whole app, listed in the command palette and run by its key, if any (UIKit's
/// `UIKeyCommand`).
public struct KeyCommand {
  /// The command's name.
  public var title: String
  /// The short name in the key hints, in at most 16 cells; nil for the name.
  public var hint: String?
  /// The key that runs the command; nil if it is only in the palette.
  public var input: KeyPress?
  /// Runs the command.
  public var action: () throws -> Void

  /// Called while the command is focused in the palette, with true, and when it no longer is, with false.
  public var preview: ((Bool) -> Void)?

  /// Whether it is a command of the host, and not of the app.
  public internal(set) var isOfHost = false

  /// The approximate size in bytes.
  var heldBytes: Int { 64 + title.utf8.count + hint.byteCount }

  /// Creates a command.
  public init(
    title: String, hint: String? = nil, input: KeyPress? = nil, preview: ((Bool) -> Void)? = nil,
    action: @escaping () throws -> Void
  ) {
    self.title = title
    self.hint = hint
    self.input = input
    self.preview = preview
    self.action = action
  }
}

extension KeyPress {
  /// Whether most terminals send the same bytes with and without Shift: true for a letter with Ctrl and Shift.
  public var isLostWithoutShift: Bool { modifiers.contains(.control) && unshiftedCharacter != nil }

  /// The key that most terminals report in place of this one; nil if they report this one. Without a use of its own, the
  /// key does the same.
  var commonEquivalent: KeyPress? {
    switch (key, modifiers.contains(.alt), modifiers.isDisjoint(with: [.shift, .control])) {
    case (.enter, false, false), (.escape, false, false), (.backspace, false, false): return KeyPress(key)
    case (.tab, false, false) where modifiers == .control: return .tab
    case (.character(let character), false, false) where modifiers == .control:
      return Self.controlEquivalents[character]
    default: return nil
    }
  }

  private static let controlEquivalents: [Character: KeyPress] = [
    "i": .tab, "m": .enter, "[": .escape, "-": .control("_"), "/": .control("_"),
  ]
}

extension KeyPress: CustomStringConvertible {
  /// The key as displayed in help and menus: `Ctrl+S`, `Shift+Tab`, `?`.
  public var description: String { text(withControl: "Ctrl+") }

  /// Returns the name of the key for users.
  ///
  /// - Parameter control: the text for Ctrl.
  func text(withControl control: String) -> String {
    var text = ""
    if modifiers.contains(.control) { text += control }
    if modifiers.contains(.alt) { text += "Alt+" }
    if modifiers.contains(.shift) || !modifiers.isEmpty && unshiftedCharacter != nil { text += "Shift+" }
    switch key {
    case .character(" "): text += "Space"
    case .character(let character): text += modifiers.isEmpty ? String(character) : character.uppercased()
    case .up: text += "↑"
    case .down: text += "↓"
    case .left: text += "←"
    case .right: text += "→"
    default: text += key.label
    }
    return text
  }
}
