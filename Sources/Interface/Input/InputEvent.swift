/// An input event from the terminal.
public enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// Text was pasted (bracketed paste).
  case paste(String)
  /// A mouse event.
  case mouse(MouseEvent)
  /// The screen was resized.
  case resize(Size)
}

/// A key with its modifiers.
public struct KeyPress: Hashable, Sendable {
  /// The key.
  public var key: Key
  /// The modifiers held down.
  public var modifiers: Modifiers

  /// Creates a key press.
  public init(_ key: Key, modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }
}

extension KeyPress {
  public static let enter = KeyPress(.enter)
  public static let tab = KeyPress(.tab)
  public static let escape = KeyPress(.escape)
  public static let backspace = KeyPress(.backspace)
  public static let delete = KeyPress(.delete)
  public static let space = KeyPress(.character(" "))
  public static let up = KeyPress(.up)
  public static let down = KeyPress(.down)
  public static let left = KeyPress(.left)
  public static let right = KeyPress(.right)
  public static let home = KeyPress(.home)
  public static let end = KeyPress(.end)
  public static let pageUp = KeyPress(.pageUp)
  public static let pageDown = KeyPress(.pageDown)

  /// Returns the key of a character.
  public static func character(_ character: Character) -> KeyPress { KeyPress(.character(character)) }
  /// Returns the key of a character with Control.
  public static func control(_ character: Character) -> KeyPress {
    KeyPress(.character(character), modifiers: .control)
  }
  /// Returns the key of a character with Alt.
  public static func alt(_ character: Character) -> KeyPress { KeyPress(.character(character), modifiers: .alt) }
  /// Returns a function key; F1 is 1.
  public static func function(_ number: Int) -> KeyPress { KeyPress(.function(number)) }
  /// Returns a key with modifiers.
  public static func key(_ key: Key, _ modifiers: Modifiers) -> KeyPress { KeyPress(key, modifiers: modifiers) }
}

/// A key.
public enum Key: Hashable, Sendable {
  /// A key that types text: one grapheme cluster.
  case character(Character)
  case enter, tab, escape, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  /// A function key; F1 is 1.
  case function(Int)

  /// The name on the keyboard, such as `PageUp`; for a key that types text, the text.
  var label: String {
    switch self {
    case .character(let character): String(character)
    case .enter: "Enter"
    case .tab: "Tab"
    case .escape: "Escape"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .insert: "Insert"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PageUp"
    case .pageDown: "PageDown"
    case .function(let number): "F\(number)"
    }
  }
}

/// Modifier keys.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The set's bits.
  public let rawValue: UInt8

  /// The set of these bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shift. Not set for characters, which already include its effect.
  public static let shift = Modifiers(rawValue: 1)
  /// Control.
  public static let control = Modifiers(rawValue: 2)
  /// Alt, also called Meta.
  public static let alt = Modifiers(rawValue: 4)
}

/// A mouse event at a position on the screen.
public struct MouseEvent: Hashable, Sendable {
  /// The kind of mouse event.
  public enum Action: Hashable, Sendable {
    /// A button was pressed; 1 is the left one.
    case press(button: Int)
    /// The mouse moved with a button held down.
    case drag(button: Int)
    /// A button was released.
    case release(button: Int)
    /// The wheel turned by this many rows; down is positive.
    case wheel(rows: Int)
  }

  /// The kind of mouse event.
  public var action: Action
  /// The position on the screen.
  public var location: Point
  /// The modifiers held down.
  public var modifiers: Modifiers
  /// The number of consecutive clicks at this position, for a press; set by the window.
  public var clickCount = 1

  /// The event with its numbers clamped to a range in which views cannot overflow.
  var withinReach: MouseEvent {
    let reach = -1_000_000...1_000_000
    func near(_ number: Int) -> Int { min(max(number, reach.lowerBound), reach.upperBound) }
    var event = self
    event.location = Point(x: near(location.x), y: near(location.y))
    if case .wheel(let rows) = action { event.action = .wheel(rows: near(rows)) }
    return event
  }

  /// Creates a mouse event.
  public init(_ action: Action, at location: Point, modifiers: Modifiers = []) {
    self.action = action
    self.location = location
    self.modifiers = modifiers
  }
}
