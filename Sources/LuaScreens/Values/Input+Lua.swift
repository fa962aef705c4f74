import Interface
import LuaRuntime

extension KeyPress: LuaConvertible {
  public static var luaDescription: String { "the name of a key" }
  public static var luaType: String { "KeyName" }
  /// The type of key names in LuaCATS annotations: the names that editors offer, and any other string.
  static var luaNames: String {
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { "ctrl+\(Character(Unicode.Scalar($0)))" }
    return (names + letters + ["shift+tab"]).map { "\"\($0)\"" }.joined(separator: "|") + "|string"
  }
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> KeyPress {
    let text = try String.take(stack, index, name)
    guard let key = KeyPress(name: text) else { throw AutomationError.unknownKey(text) }
    return key
  }
  public func push(on stack: LuaStack) { stack.push(name) }
}

extension MouseEvent: LuaPushable {
  /// The type of mouse events in LuaCATS annotations.
  static let luaType =
    "{ type: \"press\"|\"drag\"|\"release\"|\"wheel\", x: integer, y: integer, button: integer?, rows: integer?, clickCount: integer? }"

  /// Pushes the mouse event as `{ type =, x =, y =, button =, rows =, clickCount = }`, where 0, 0 is the view's first
  /// cell.
  public func push(on stack: LuaStack) {
    var fields = [("x", location.x), ("y", location.y)]
    let type: String
    switch action {
    case .press(let button):
      type = "press"
      fields += [("button", button), ("clickCount", clickCount)]
    case .drag(let button):
      type = "drag"
      fields.append(("button", button))
    case .release(let button):
      type = "release"
      fields.append(("button", button))
    case .wheel(let rows):
      type = "wheel"
      fields.append(("rows", rows))
    }
    stack.pushFields(fields)
    stack.setField("type", type)
  }
}
