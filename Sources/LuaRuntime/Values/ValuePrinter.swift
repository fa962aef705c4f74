/// Prints Lua values in Lua syntax for the user, including tables and objects.
@MainActor
package struct ValuePrinter {
  private let stack: LuaStack
  private let width: Int
  private static let maximumDepth = 6
  private static let maximumItems = 100

  package init(_ stack: LuaStack, width: Int = 80) {
    self.stack = stack
    self.width = width
  }

  /// Returns the value at an index for a message: its own text, as of a string or with `__tostring`, or a table in one line,
  /// truncated if it is long.
  static func line(_ stack: LuaStack, _ index: Int32) -> String {
    let printer = ValuePrinter(stack, width: .max)
    guard stack.kind(index) == .table, !printer.isNamed(index) else { return stack.describe(index) }
    let text = printer.text(index)
    return text.count > longestLine ? text.prefix(longestLine) + "…" : text
  }
  private static let longestLine = 300

  /// Returns the value at an index. An object is printed with its properties.
  package func text(_ index: Int32) -> String {
    if let object = stack.object(index) { return describe(object, at: index) }
    return text(stack.absolute(index), indent: 0, enclosing: [])
  }

  private func text(_ index: Int32, indent: Int, enclosing: [UnsafeRawPointer]) -> String {
    switch stack.kind(index) {
    case .string: String.luaLiteral(stack.bytes(index) ?? [])
    case .table where stack.state.hostClass(at: index, on: stack) == nil && !isNamed(index):
      table(index, indent: indent, enclosing: enclosing)
    default: stack.describe(index)
    }
  }

  /// Whether a table has its own `__tostring` or name.
  private func isNamed(_ index: Int32) -> Bool {
    !stack.describe(index).hasPrefix("table: ")
  }

  private func table(_ index: Int32, indent: Int, enclosing: [UnsafeRawPointer]) -> String {
    guard let identity = stack.identity(index), !enclosing.contains(identity) else { return "{…}" }
    guard enclosing.count < Self.maximumDepth else { return "{…}" }
    let inner = enclosing + [identity]
    let length = stack.rawLength(index)
    var list: [String] = []
    var fields: [(order: Order, text: String)] = []
    var surplus = 0
    try? stack.reserve(10)
    for item in 0..<min(length, Self.maximumItems) {
      stack.rawGet(index, Int64(item + 1))
      list.append(text(stack.absolute(-1), indent: indent + 2, enclosing: inner))
      stack.pop()
    }
    surplus += length - list.count
    let isWhole: Void? = try? stack.forEachPair(index) {
      if stack.isInteger(-2), let key = stack.integer(-2), (1...Int64(max(length, 1))).contains(key), length > 0 {
        return
      }
      guard fields.count < Self.maximumItems else {
        surplus += 1
        return
      }
      let key = stack.absolute(-2)
      let value = text(stack.absolute(-1), indent: indent + 2, enclosing: inner)
      fields.append((order(of: key), "\(self.key(key, enclosing: inner)) = \(value)"))
    }
    var parts = list + fields.sorted { $0.order < $1.order }.map(\.text)
    if surplus > 0 { parts.append("… \(surplus) more") }
    // A script's `__tostring` can change the table.
    if isWhole == nil { parts.append("… changed while it was read") }
    if parts.isEmpty { return "{}" }
    let line = "{ \(parts.joined(separator: ", ")) }"
    if !line.contains("\n"), line.count + indent <= width { return line }
    let space = String(repeating: " ", count: indent + 2)
    return "{\n" + parts.map { "\(space)\($0)" }.joined(separator: ",\n")
      + "\n\(String(repeating: " ", count: indent))}"
  }

  /// The sort key: numbers by value, then everything else by text.
  private typealias Order = (number: Double, text: String)

  private func order(of index: Int32) -> Order {
    if stack.kind(index) == .number, let number = stack.number(index), number < .infinity { return (number, "") }
    return (.infinity, stack.lossyString(index) ?? stack.describe(index))
  }

  private func key(_ index: Int32, enclosing: [UnsafeRawPointer]) -> String {
    if let name = stack.string(index), stack.kind(index) == .string, LuaWords.isName(name) { return name }
    return "[\(text(index, indent: 0, enclosing: enclosing))]"
  }

  // MARK: Objects

  /// Returns an object's name and class, and a line for each property with a value and each field of the script.
  private func describe(_ object: AnyObject, at index: Int32) -> String {
    let index = stack.absolute(index)
    var lines = [stack.describe(index)]
    guard let hostClass = stack.state.hostClass(of: object) else { return lines[0] }
    // Skip properties whose getters have side effects, such as loading a view or creating a folder.
    for property in hostClass.properties where property.isListable?(object) != false {
      let base = stack.top
      defer { stack.top = base }
      guard (try? stack.getField(index, property.name)) != nil, !stack.isNil(-1) else { continue }
      lines.append("  \(property.name) = \(text(stack.absolute(-1), indent: 2, enclosing: []))")
    }
    return (lines + fields(at: index)).joined(separator: "\n")
  }

  private func fields(at index: Int32) -> [String] {
    let base = stack.top
    defer { stack.top = base }
    guard (try? stack.reserve(6)) != nil, stack.pushFields(index) else { return [] }
    var fields: [(order: Order, text: String)] = []
    try? stack.forEachPair(stack.absolute(-1)) {
      let key = stack.absolute(-2)
      let value = text(stack.absolute(-1), indent: 2, enclosing: [])
      fields.append((order(of: key), "  \(self.key(key, enclosing: [])) = \(value)"))
    }
    return fields.sorted { $0.order < $1.order }.map(\.text)
  }
}
