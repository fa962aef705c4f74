import Interface
import LuaRuntime

extension ScriptClasses {
  static let attributedString = ScriptClassDefinition(
    "AttributedString", AttributedString.self,
    "An immutable text with styles and links: `..` concatenates it with strings and others, `#` returns its number of characters, `==` compares, `tostring` returns the plain text."
  ) { text, host in
    text.property("string", "The plain text, without styles and links.", get: { $0.string })
    text.size { $0.heldBytes }
    text.equal { [unowned host] left, right in
      left.isEqual(to: right) { host.lua.haveSameHandler("action", $0, $1) && $0.address == $1.address }
    }
    text.operation("__tostring") { stack in
      stack.push((stack.object(1) as? AttributedString)?.string ?? "")
      return 1
    }
    text.operation("__len") { stack in
      stack.push((stack.object(1) as? AttributedString)?.count ?? 0)
      return 1
    }
    text.operation("__concat") { stack in
      let operands = try (1...2).map { index in
        guard let operand = Text.readText(stack, Int32(index)) else {
          throw LuaError.usage("attempt to concatenate \(stack.describeKind(Int32(index))) with an AttributedString")
        }
        return operand
      }
      try stack.state.makeRoom(for: operands.reduce(0) { $0 + $1.attributedValue.heldBytes }, on: stack)
      stack.push(object: AttributedString.joined(operands.map(\.attributedValue)))
      return 1
    }
  } functions: { host in
    host.module.alias(
      "TextPart",
      "string|number|AttributedString|{ [integer]: TextPart, style: Look?, action: fun(view: View, url: string?)?, url: string? }",
      "Part of an attributed string: plain text, or a list of parts that share a style, an action, or a URL, which terminals with hyperlinks open."
    )
    host.module.function(
      "AttributedString(parts: TextPart): AttributedString",
      "Creates a text with styles and links: `ui.AttributedString { \"plain \", { \"bold\", style = { bold = true } }, { \"link\", action = function(view) end } }`. It can be shown wherever a string can, except in editable texts."
    ) { [unowned host] stack in
      try stack.state.makeRoom(for: stack.size(1), on: stack)
      if let text = stack.object(1) as? AttributedString {
        stack.push(object: text)
        return 1
      }
      var reader = AttributedStringReader(host: host)
      stack.push(object: try reader.read(stack, 1))
      return 1
    }
    defineMeasures(in: host)
    defineMarkdown(in: host)
  }

  private static func defineMarkdown(in host: ScriptHost) {
    host.module.table("MarkdownOptions", "The options of `ui.markdown`.")
      .field(
        "onLink?", "fun(view: View, address: string)",
        "Called with the address when the user chooses a link. Without it, addresses are shown after their links."
      )
      .field(
        "width?", "integer",
        "The maximum width of a table in cells, 76 by default; longer contents wrap within their columns.")
    host.module.function(
      "markdown(text: string, options?: MarkdownOptions): AttributedString",
      "Renders a Markdown document as a text: CommonMark with tables, task lists and strikethrough. A document of more than 8 MiB, or one that takes too much memory when it is converted, is an error."
    ) { stack in
      guard stack.kind(1) == .string, let text = stack.lossyString(1) else {
        throw stack.wrongType(1, "the Markdown", expected: "a string")
      }
      let options = try markdownOptions(stack, 2)
      do {
        let converted = try AttributedString.markdown(
          text, tableWidth: options.width ?? 76, reserve: { try stack.state.makeRoom(for: $0, on: stack) },
          link: options.link)
        stack.push(object: converted)
      } catch let error as MarkdownError {
        throw LuaError.usage("ui.markdown: \(error)")
      }
      return 1
    }
  }

  /// Returns the options at an index: the width of tables, and the creation of links that call the handler with their
  /// address.
  private static func markdownOptions(
    _ stack: LuaStack, _ index: Int32
  ) throws -> (width: Int?, link: ((String) -> TextLink)?) {
    let options = try OptionTable(stack, index, "ui.markdown", names: ["onLink", "width"])
    let width = try options.value("width", of: Int.self)
    if let width, width < 1 { throw LuaError.usage("ui.markdown's width: expected 1 or more, got \(width)") }
    guard try options.with("onLink", { _ = try $0.checkFunction($1, "onLink") }) != nil else { return (width, nil) }
    stack.rawGet(index, "onLink")
    let handler = stack.top
    let link: (String) -> TextLink = { address in
      let link = TextLink()
      stack.state.setHandler("action", of: link, toValueAt: handler, on: stack)
      link.address = address
      return link
    }
    return (width, link)
  }

  private static func defineMeasures(in host: ScriptHost) {
    host.module.function(
      "textWidth(text: string|AttributedString): integer",
      "Returns the width of a text in cells when it is shown in one line: wide characters count two, combining marks none."
    ) { stack in
      stack.push(try Text.takeText(stack, 1, "text").cellWidth)
      return 1
    }
    host.module.function(
      "truncate(text: string|AttributedString, width: integer): string|AttributedString",
      "Returns the text if it fits into this many cells, else its beginning, ending with `…`."
    ) { stack in
      let text = try Text.takeText(stack, 1, "text")
      let width = try stack.checkInteger(2, "width")
      if text.cellWidth <= width {
        stack.pushValue(1)
      } else {
        text.truncated(to: width).push(on: stack)
      }
      return 1
    }
  }
}

/// Creates a text from the parts described by a script.
@MainActor
private struct AttributedStringReader {
  let host: ScriptHost
  private var parts: [(text: String, attributes: AttributedString.Attributes)] = []

  private static let maximumDepth = 100
  private static let maximumParts = 1_000_000
  private static let fields = ["style", "action", "url"]

  init(host: ScriptHost) {
    self.host = host
  }

  mutating func read(_ stack: LuaStack, _ index: Int32) throws -> AttributedString {
    try add(stack, index, inside: .init(), path: "AttributedString", depth: 0)
    return AttributedString(parts: parts)
  }

  private mutating func add(
    _ stack: LuaStack, _ index: Int32, inside outer: AttributedString.Attributes, path: String, depth: Int
  ) throws {
    switch stack.kind(index) {
    case .string, .number: parts.append((Text.readText(stack, index)?.string ?? "", outer))
    case .table where stack.state.hostClass(at: index, on: stack) == nil:
      try addTable(stack, stack.absolute(index), inside: outer, path: path, depth: depth)
    default:
      guard let text = stack.object(index) as? AttributedString else {
        throw stack.wrongType(
          index, path, expected: "a string, an AttributedString, or a table { part, …, style =, action =, url = }")
      }
      parts += text.inside(outer).parts
    }
    guard parts.count <= Self.maximumParts else {
      throw LuaError.usage("AttributedString: more than \(Self.maximumParts) parts")
    }
  }

  private mutating func addTable(
    _ stack: LuaStack, _ table: Int32, inside outer: AttributedString.Attributes, path: String, depth: Int
  ) throws {
    guard depth < Self.maximumDepth else {
      throw LuaError.usage("AttributedString: parts are nested deeper than \(Self.maximumDepth) levels")
    }
    let attributes = try attributes(stack, table, path: path).inside(outer)
    try stack.reserve(8)
    for place in 0..<stack.rawLength(table) {
      stack.rawGet(table, Int64(place + 1))
      try add(
        stack, -1, inside: attributes, path: depth == 0 ? "part \(place + 1)" : "\(path).\(place + 1)",
        depth: depth + 1)
      stack.pop()
    }
  }

  private func attributes(_ stack: LuaStack, _ table: Int32, path: String) throws -> AttributedString.Attributes {
    let count = Int64(stack.rawLength(table))
    var attributes = AttributedString.Attributes()
    var url: String?
    try stack.forEachPair(table) {
      if let place = stack.integer(-2), (1...max(1, count)).contains(place), count > 0 { return }
      let key = stack.quotableName(-2)
      switch key {
      case "style": attributes.looks = [try AttributedString.Look.take(stack, stack.top, "style", host: host)]
      case "action":
        guard stack.kind(-1) == .function else { throw stack.wrongType(-1, "action", expected: "a function") }
        let link = TextLink()
        stack.state.setHandler("action", of: link, toValueAt: -1, on: stack)
        attributes.link = link
      case "url":
        guard let text = stack.string(-1) else { throw stack.wrongType(-1, "url", expected: "a string") }
        url = text
      default:
        throw LuaError.usage("\(path) has no '\(key)'" + suggestion(for: key, among: Self.fields))
      }
    }
    if let url {
      if let link = attributes.link {
        link.address = url
      } else {
        // Only the terminal opens it.
        var style = Style(attributes: .underline)
        style.link = Hyperlink(url)
        attributes.looks.append(.style(style))
      }
    }
    return attributes
  }
}

extension AttributedString: LuaObject {}

@MainActor
extension AttributedString.Look {
  /// Returns the style at an index: a `ui.Style`, the name of a theme role, or a table of style properties.
  fileprivate static func take(_ stack: LuaStack, _ index: Int32, _ name: String, host: ScriptHost) throws -> Self {
    if let role = stack.string(index) { return .role(try Theme.Role(named: role)) }
    return .style(try Style.take(stack, index, name, theme: host.application.theme))
  }
}

/// Converts a string or a styled text.
extension Text: LuaConvertible {
  public static var luaDescription: String { "a string or an AttributedString" }
  public static var luaType: String { "string|AttributedString" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> Text? {
    if let text = stack.string(index) { return Text(text) }
    return (stack.object(index) as? AttributedString).map { Text($0) }
  }
  public func push(on stack: LuaStack) {
    if let attributed { stack.push(object: attributed) } else { stack.push(string) }
  }

  /// Converts values that may be used as text: as Lua's own operators do, it accepts numbers; invalid UTF-8 is
  /// replaced.
  @MainActor
  static func readText(_ stack: LuaStack, _ index: Int32) -> Text? {
    if stack.kind(index) == .number { return Text(stack.describe(index)) }
    if let bytes = stack.lossyString(index) { return Text(bytes) }
    return read(stack, index)
  }

  @MainActor
  static func takeText(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Text {
    if let text = readText(stack, index) { return text }
    throw stack.wrongType(index, name, expected: "a string or an AttributedString")
  }

  /// The text as an attributed string.
  var attributedValue: AttributedString { attributed ?? AttributedString(string) }
}
