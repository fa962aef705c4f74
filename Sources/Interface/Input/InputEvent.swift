/// What a person does at the terminal.
public enum InputEvent: Hashable, Sendable {
  /// A key was pressed.
  case key(KeyPress)
  /// Text was pasted (bracketed paste).
  case paste(String)
  /// The mouse did something.
  case mouse(MouseEvent)
  /// The screen has another size.
  case resize(Size)
}

/// A key with what was held down beside it.
public struct KeyPress: Hashable, Sendable {
  /// The key.
  public var key: Key
  /// What was held down.
  public var modifiers: Modifiers

  /// This key with these modifiers.
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

  /// The key of a character.
  public static func character(_ character: Character) -> KeyPress { KeyPress(.character(character)) }
  /// The key of a character, with control held.
  public static func control(_ character: Character) -> KeyPress {
    KeyPress(.character(character), modifiers: .control)
  }
  /// The key of a character, with alt held.
  public static func alt(_ character: Character) -> KeyPress { KeyPress(.character(character), modifiers: .alt) }
  /// A function key; F1 is 1.
  public static func function(_ number: Int) -> KeyPress { KeyPress(.function(number)) }
  /// A key with these held down.
  public static func key(_ key: Key, _ modifiers: Modifiers) -> KeyPress { KeyPress(key, modifiers: modifiers) }
}

/// A key.
public enum Key: Hashable, Sendable {
  /// A key that stands for text: one grapheme cluster.
  case character(Character)
  case enter, tab, escape, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  /// F1 is 1.
  case function(Int)
}

/// Keys that are held down beside another.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The set's bits.
  public let rawValue: UInt8

  /// The set of these bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shift. Not given for characters, which are what shift makes of them.
  public static let shift = Modifiers(rawValue: 1)
  /// Control.
  public static let control = Modifiers(rawValue: 2)
  /// Alt, also called meta.
  public static let alt = Modifiers(rawValue: 4)
}

/// Something the mouse did, at a place on the screen.
public struct MouseEvent: Hashable, Sendable {
  /// What it did.
  public enum Action: Hashable, Sendable {
    /// A button went down; 1 is the left one.
    case press(button: Int)
    /// It moved with a button held.
    case drag(button: Int)
    /// A button went up.
    case release(button: Int)
    /// The wheel turned by this many rows, down is positive.
    case wheel(rows: Int)
  }

  /// What it did.
  public var action: Action
  /// Where.
  public var location: Point
  /// What was held down.
  public var modifiers: Modifiers
  /// Which click in a row at one place a press is; the window counts.
  public var clickCount = 1

  /// The event with numbers that views can reckon with, however far outside of the screen it is.
  var withinReach: MouseEvent {
    let reach = -1_000_000...1_000_000
    func near(_ number: Int) -> Int { min(max(number, reach.lowerBound), reach.upperBound) }
    var event = self
    event.location = Point(x: near(location.x), y: near(location.y))
    if case .wheel(let rows) = action { event.action = .wheel(rows: near(rows)) }
    return event
  }

  /// This action at this place.
  public init(_ action: Action, at location: Point, modifiers: Modifiers = []) {
    self.action = action
    self.location = location
    self.modifiers = modifiers
  }
}
