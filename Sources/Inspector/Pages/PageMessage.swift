import AppSession
import FoundationEssentials
import Interface

/// A message of a page.
///
/// Pages are ours, but the text comes from a socket: anything that is not as expected is ignored.
struct PageMessage {
  let kind: String
  private let fields: [String: JSONValue]

  init?(_ contents: ArraySlice<UInt8>) {
    guard let fields = try? JSONDecoder().decode([String: JSONValue].self, from: Data(contents)),
      let kind = fields["k"]?.text
    else { return nil }
    self.kind = kind
    self.fields = fields
  }

  func text(_ name: String) -> String? { fields[name]?.text }

  /// Returns an integer of at most nine digits.
  func number(_ name: String) -> Int? {
    switch fields[name] {
    case .integer(let number): abs(Double(number)) < 1e9 ? Int(number) : nil
    case .number(let number): abs(number) < 1e9 ? Int(number) : nil
    default: nil
    }
  }

  /// The events that the message stands for; empty if it is no input.
  var input: [InputEvent] {
    switch kind {
    case "key": return (text("key").flatMap(KeyPress.init(name:))).map { [.key($0)] } ?? []
    case "text": return (text("text") ?? "").map(Self.event(typing:))
    case "paste": return text("text").map { [.paste($0)] } ?? []
    case "mouse": return mouse.map { [.mouse($0)] } ?? []
    default: return []
    }
  }

  private static func event(typing character: Character) -> InputEvent {
    switch character {
    case "\n", "\r", "\r\n": .key(.enter)
    case "\t": .key(.tab)
    default: .key(.character(character))
    }
  }

  private var mouse: MouseEvent? {
    guard let x = number("x"), let y = number("y") else { return nil }
    let button = min(max(number("button") ?? 1, 1), 3)
    let action: MouseEvent.Action
    switch text("action") {
    case "press": action = .press(button: button)
    case "drag": action = .drag(button: button)
    case "release": action = .release(button: button)
    case "wheel": action = .wheel(rows: number("rows") ?? 0)
    default: return nil
    }
    let modifiers = Modifiers(rawValue: UInt8(clamping: number("modifiers") ?? 0)).intersection([
      .shift, .control, .alt,
    ])
    return MouseEvent(action, at: Point(x: x, y: y), modifiers: modifiers)
  }

  /// The size in the message; nil if it is not usable.
  var size: Size? {
    guard let width = number("width"), let height = number("height"), (1...500).contains(width),
      (1...300).contains(height)
    else { return nil }
    return Size(width: width, height: height)
  }
}
