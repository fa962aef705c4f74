import Interface
import LuaRuntime

/// A style created by a script: `ui.Style { foreground = "red", bold = true }`.
final class ScriptStyle: LuaObject {
  static var luaName: String { "Style" }
  var style = Style.plain

  /// The names and descriptions of the attributes in scripts.
  nonisolated static let attributes: [(name: String, value: Style.Attributes, about: String)] = [
    ("bold", .bold, "Whether the text is bold."), ("dim", .dim, "Whether the text is dim."),
    ("italic", .italic, "Whether the text is italic."), ("underline", .underline, "Whether the text is underlined."),
    ("reverse", .reverse, "Whether text and background colour are swapped."),
    ("strikethrough", .strikethrough, "Whether the text is struck through."),
  ]

  init(_ style: Style = .plain) {
    self.style = style
  }
}

extension Color: LuaConvertible {
  public static var luaDescription: String { "a colour" }
  public static var luaType: String { "Color" }
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Color {
    let text = try String.take(stack, index, name)
    if let color = Color(text) { return color }
    throw LuaError.usage(
      "\(name): expected a colour (a name like \"red\" or \"brightBlue\", \"#rrggbb\", a number from 0 to 255 as a string, or \"default\"), got \"\(text)\""
        + suggestion(for: text, among: Color.names))
  }
  public func push(on stack: LuaStack) { stack.push(text) }
}

extension Theme.Role {
  /// Creates a role from its name.
  init(named name: String) throws {
    guard let role = Theme.Role(name: name) else {
      let isAttribute = ScriptStyle.attributes.contains { $0.name == name }
      throw LuaError.usage(
        "unknown role \"\(name)\"; `luahost doc Role` lists the roles"
          + (isAttribute
            ? "; it is an attribute: { \(name) = true }" : suggestion(for: name, among: Theme.Role.names)))
    }
    self = role
  }
}

@MainActor
extension Style {
  /// Returns the style at an index: a `ui.Style`, the name of a theme role, or a table of style properties.
  static func take(_ stack: LuaStack, _ index: Int32, _ name: String, theme: Theme) throws -> Style {
    if let look = stack.object(index) as? ScriptStyle { return look.style }
    if let role = stack.string(index) { return theme[try Theme.Role(named: role)] }
    guard stack.kind(index) == .table else {
      throw stack.wrongType(index, name, expected: "a ui.Style, or the name of a role")
    }
    var style = Style.plain
    let names = ["foreground", "background"] + ScriptStyle.attributes.map(\.name)
    try stack.checkNames(index, "a style", "", among: names)
    try stack.forEachPair(stack.absolute(index)) {
      switch stack.string(-2) {
      case "foreground": style.foreground = try Color.take(stack, stack.top, "foreground")
      case "background": style.background = try Color.take(stack, stack.top, "background")
      case let key:
        guard let attribute = ScriptStyle.attributes.first(where: { $0.name == key })?.value else { return }
        if try Bool.take(stack, stack.top, key ?? "") { style.attributes.insert(attribute) }
      }
    }
    return style
  }
}

@MainActor
extension Theme {
  /// Returns the theme at an index: a name, or a table of roles.
  static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Theme {
    if let text = stack.string(index) { return try theme(named: text) }
    guard stack.kind(index) == .table else {
      throw stack.wrongType(index, name, expected: "a theme's name, or a table { base =, ROLE = style, … }")
    }
    var base = Theme.terminal
    if let name: String = try stack.takeField("base", of: index, "theme.base") { base = try Self.theme(named: name) }
    var styles: [Role: Style] = [:]
    var usesFills: Bool?
    var buttonEdges: ButtonEdges?
    try stack.forEachPair(stack.absolute(index)) {
      let key = try stack.checkString(-2, "a theme's role")
      switch key {
      case "base": break
      case "usesFills": usesFills = try Bool.take(stack, stack.top, "theme.usesFills")
      case "buttonEdges": buttonEdges = try ButtonEdges.take(stack, stack.top, "theme.buttonEdges")
      default:
        let role = try Role(named: key)
        if stack.kind(-1) == .string {
          var style = base[role]
          style.foreground = try Color.take(stack, stack.top, "theme.\(key)")
          styles[role] = style
        } else {
          styles[role] = try Style.take(stack, stack.top, "theme.\(key)", theme: base)
        }
      }
    }
    return Theme(name: "custom", base: base, styles: styles, usesFills: usesFills, buttonEdges: buttonEdges)
  }

  private static func theme(named name: String) throws -> Theme {
    if let theme = Theme.named(name) { return theme }
    let names = Theme.names
    throw LuaError.usage(
      "theme: unknown theme \"\(name)\"; available themes: \(names.joined(separator: ", "))"
        + suggestion(for: name, among: names))
  }
}
