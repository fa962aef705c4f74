import Interface
import LuaRuntime

/// A look that a script made: `ui.Style { foreground = "red", bold = true }`.
final class ScriptStyle: LuaObject {
  var style = Style.plain
}

extension Image: LuaObject {}

extension Bindings {
  /// What attributes are called in scripts.
  private static let attributes: [(String, Style.Attributes)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
    ("strikethrough", .strikethrough),
  ]

  /// Looks: `ui.Style`, and the properties that every view has.
  func defineStyle() throws {
    let style = try lua.define("Style", ScriptStyle.self) { ScriptStyle() }
    style.property(
      "foreground", get: { (look: ScriptStyle) in look.style.foreground.text },
      set: { (look: ScriptStyle, text: String) in look.style.foreground = try Self.color(text, "foreground") })
    style.property(
      "background", get: { (look: ScriptStyle) in look.style.background.text },
      set: { (look: ScriptStyle, text: String) in look.style.background = try Self.color(text, "background") })
    for (name, attribute) in Self.attributes {
      style.property(
        name, get: { (look: ScriptStyle) in look.style.attributes.contains(attribute) },
        set: { (look: ScriptStyle, isOn: Bool) in
          if isOn { look.style.attributes.insert(attribute) } else { look.style.attributes.remove(attribute) }
        })
    }
  }

  func defineLooks(_ view: HostClass) {
    view.property(
      "style", type: "a ui.Style, or the name of a role",
      get: { (view: View, stack: LuaStack) in
        if let role = view.role { return stack.push(role.rawValue) }
        let look = ScriptStyle()
        look.style = view.style
        stack.push(object: look)
      },
      set: { (view: View, stack: LuaStack, index: Int32) in
        if let name = stack.string(index) {
          view.role = try Self.role(name)
          return
        }
        view.role = nil
        view.style = try Self.style(stack, index, "style", theme: view.theme)
      })
    view.property(
      "textColor", get: { (view: View) in view.style.foreground.text },
      set: { (view: View, text: String) in view.style.foreground = try Self.color(text, "textColor") })
    view.property(
      "backgroundColor", get: { (view: View) in view.style.background.text },
      set: { (view: View, text: String) in view.style.background = try Self.color(text, "backgroundColor") })
    view.enumeration("border", Border.self, get: { (view: View) in view.border }, set: { $0.border = $1 })
    view.property("borderTitle", get: { (view: View) in view.borderTitle }, set: { $0.borderTitle = $1 })
    view.property(
      "padding", type: "a number of cells, or a table { top =, left =, bottom =, right = }",
      get: { (view: View, stack: LuaStack) in
        let padding = view.padding
        if padding == Insets(all: padding.top) { return stack.push(padding.top) }
        stack.createTable(hash: 4)
        for (name, cells) in [
          ("top", padding.top), ("left", padding.left), ("bottom", padding.bottom), ("right", padding.right),
        ] {
          stack.push(cells)
          stack.rawSet(-2, name)
        }
      },
      set: { (view: View, stack: LuaStack, index: Int32) in view.padding = try Self.insets(stack, index) })
    for (name, path) in [("width", \View.width), ("height", \View.height)] {
      view.property(
        name, get: { (view: View) in view[keyPath: path] },
        set: { (view: View, cells: Int?) in view[keyPath: path] = try cells.map { try Self.nonNegative($0, name) } })
    }
    view.property(
      "accessibilityLabel", get: { (view: View) in view.accessibilityLabel }, set: { $0.accessibilityLabel = $1 })
    view.property("accessibilityValue", get: { (view: View) in view.accessibilityValue })
  }

  private static func insets(_ stack: LuaStack, _ index: Int32) throws -> Insets {
    if let cells = Int.read(stack, index) { return Insets(all: try nonNegative(cells, "padding")) }
    guard stack.kind(index) == .table else {
      throw stack.wrongType(index, "padding", expected: "a number of cells, or { top =, left =, bottom =, right = }")
    }
    func cells(_ name: String) throws -> Int {
      defer { stack.pop() }
      if stack.rawGet(index, name) == .nil { return 0 }
      return try nonNegative(try stack.checkInteger(-1, "padding.\(name)"), "padding.\(name)")
    }
    return Insets(
      top: try cells("top"), left: try cells("left"), bottom: try cells("bottom"), right: try cells("right"))
  }

  // MARK: Reading looks

  static func color(_ text: String, _ name: String) throws -> Color {
    if let color = Color(text) { return color }
    throw LuaError.usage(
      "\(name): expected a colour (a name like \"red\" or \"brightBlue\", \"#rrggbb\", a number from 0 to 255 as a string, or \"default\"), got \"\(text)\""
        + suggestion(for: text, among: Color.names))
  }

  private static func role(_ name: String) throws -> Theme.Role {
    if let role = Theme.Role(rawValue: name) { return role }
    let names = Theme.Role.allCases.map(\.rawValue)
    throw LuaError.usage(
      "a theme has the roles \(names.joined(separator: ", ")), and no \"\(name)\"" + suggestion(for: name, among: names)
    )
  }

  /// The look at an index: a `ui.Style`, the name of a theme's role, or a table of a style's properties.
  static func style(_ stack: LuaStack, _ index: Int32, _ name: String, theme: Theme) throws -> Style {
    if let look = stack.object(index) as? ScriptStyle { return look.style }
    if let role = stack.string(index) { return theme[try self.role(role)] }
    guard stack.kind(index) == .table else {
      throw stack.wrongType(index, name, expected: "a ui.Style, or the name of a role")
    }
    var style = Style.plain
    try stack.forEachPair(stack.absolute(index)) {
      let key = try stack.checkString(-2, "a property of \(name)")
      switch key {
      case "foreground": style.foreground = try color(try stack.checkString(-1, key), key)
      case "background": style.background = try color(try stack.checkString(-1, key), key)
      default:
        guard let attribute = attributes.first(where: { $0.0 == key })?.1 else {
          let names = ["foreground", "background"] + attributes.map(\.0)
          throw LuaError.usage("a style has no '\(key)'" + suggestion(for: key, among: names))
        }
        if stack.truth(-1) { style.attributes.insert(attribute) }
      }
    }
    return style
  }

  // MARK: Themes

  func defineTheme(_ application: HostClass) {
    let expected = "a theme's name, or a table { base =, ROLE = style, … }"
    application.property(
      "theme", type: expected, get: { (app: ScriptApplication, stack: LuaStack) in stack.push(app.theme.name) },
      set: { (app: ScriptApplication, stack: LuaStack, index: Int32) in
        if let name = stack.string(index) {
          app.theme = try Self.theme(named: name)
          return
        }
        guard stack.kind(index) == .table else { throw stack.wrongType(index, "theme", expected: expected) }
        var theme = Theme.terminal
        if stack.rawGet(index, "base") != .nil {
          theme = try Self.theme(named: try stack.checkString(-1, "theme.base"))
        }
        stack.pop()
        theme.name = "custom"
        try stack.forEachPair(stack.absolute(index)) {
          let key = try stack.checkString(-2, "a theme's role")
          if key == "base" { return }
          let role = try Self.role(key)
          if let text = stack.string(-1) {
            theme[role].foreground = try Self.color(text, "theme.\(key)")
          } else {
            theme[role] = try Self.style(stack, stack.top, "theme.\(key)", theme: theme)
          }
        }
        app.theme = theme
      })
  }

  private static func theme(named name: String) throws -> Theme {
    if let theme = Theme.named(name) { return theme }
    let names = Theme.all.map(\.name)
    throw LuaError.usage(
      "theme: there are the themes \(names.joined(separator: ", ")), and no \"\(name)\""
        + suggestion(for: name, among: names))
  }

  // MARK: Canvas

  func defineCanvas() throws {
    let canvas = try lua.define("Canvas", Canvas.self)
    canvas.property("width", get: { (canvas: Canvas) in canvas.size.width })
    canvas.property("height", get: { (canvas: Canvas) in canvas.size.height })
    let host = host
    func place(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Int {
      min(max(try stack.checkInteger(index, name), -(1 << 30)), 1 << 30)
    }
    func look(_ stack: LuaStack, _ index: Int32) throws -> Style {
      stack.isNil(index) ? .plain : try Self.style(stack, index, "the style", theme: host.application.theme)
    }
    try canvas.method("put") { (canvas: Canvas, stack) in
      canvas.put(
        stack.lossyString(4) ?? stack.describe(4), x: try place(stack, 2, "x"), y: try place(stack, 3, "y"),
        style: try look(stack, 5))
      return 0
    }
    try canvas.method("fill") { (canvas: Canvas, stack) in
      let rect = Rect(
        x: try place(stack, 2, "x"), y: try place(stack, 3, "y"), width: try place(stack, 4, "width"),
        height: try place(stack, 5, "height"))
      let character = stack.isNil(6) ? " " : try stack.checkString(6, "the character").first ?? " "
      canvas.fill(rect, with: character, style: try look(stack, 7))
      return 0
    }
    try canvas.method("box") { (canvas: Canvas, stack) in
      let rect = Rect(
        x: try place(stack, 2, "x"), y: try place(stack, 3, "y"), width: try place(stack, 4, "width"),
        height: try place(stack, 5, "height"))
      let name = stack.isNil(6) ? Border.single.rawValue : try stack.checkString(6, "the border")
      canvas.strokeBox(rect, border: try enumerationValue(name, "the border"), style: try look(stack, 7))
      return 0
    }
  }
}

/// The case of a name.
///
/// - Throws: an error that says which names there are.
func enumerationValue<Value: RawRepresentable & CaseIterable>(_ text: String, _ name: String) throws -> Value
where Value.RawValue == String {
  if let value = Value(rawValue: text) { return value }
  let names = Value.allCases.map(\.rawValue)
  throw LuaError.usage(
    "\(name): expected \(names.map { "\"\($0)\"" }.joined(separator: ", ")), got \"\(text)\""
      + suggestion(for: text, among: names))
}

extension HostClass {
  /// Defines a property whose values are the names of an enumeration's cases.
  @discardableResult
  func enumeration<Object: AnyObject, Value: RawRepresentable & CaseIterable>(
    _ name: String, _ type: Value.Type, get read: @escaping @MainActor (Object) -> Value,
    set write: @escaping @MainActor (Object, Value) -> Void
  ) -> HostClass where Value.RawValue == String {
    property(
      name, get: { (object: Object) in read(object).rawValue },
      set: { (object: Object, text: String) in write(object, try enumerationValue(text, name)) })
  }
}
