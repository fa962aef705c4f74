import Interface
import LuaRuntime

extension LuaStack {
  /// Pushes a table of integers.
  func pushFields(_ fields: [(String, Int)]) {
    createTable(hash: fields.count)
    for (name, value) in fields {
      push(value)
      rawSet(-2, name)
    }
  }

  /// Checks that a table of integers has only known fields.
  func checkFields(_ index: Int32, _ name: String, _ fields: String...) throws {
    guard kind(index) == .table else { throw wrongType(index, name, expected: "a table") }
    try checkNames(absolute(index), name, among: fields)
  }

  /// Returns an integer field of the table at an index; 0 if it is missing.
  func takeField(_ field: String, _ index: Int32, _ name: String) throws -> Int {
    guard kind(index) == .table else { throw wrongType(index, name, expected: "a table") }
    rawGet(index, field)
    defer { pop() }
    return isNil(-1) ? 0 : try checkInteger(-1, "\(name).\(field)")
  }
}

extension Point: LuaConvertible {
  public static var luaDescription: String { "a table { x =, y = }" }
  public static var luaType: String { "{ x: integer, y: integer }" }
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Point {
    try stack.checkFields(index, name, "x", "y")
    return Point(x: try stack.takeField("x", index, name), y: try stack.takeField("y", index, name))
  }
  public func push(on stack: LuaStack) { stack.pushFields([("x", x), ("y", y)]) }
}

extension Rect: LuaConvertible {
  public static var luaDescription: String { "a table { x =, y =, width =, height = }" }
  public static var luaType: String { "{ x: integer, y: integer, width: integer, height: integer }" }
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Rect {
    try stack.checkFields(index, name, "x", "y", "width", "height")
    return Rect(
      x: try stack.takeField("x", index, name), y: try stack.takeField("y", index, name),
      width: try stack.takeField("width", index, name), height: try stack.takeField("height", index, name))
  }
  public func push(on stack: LuaStack) {
    stack.pushFields([("x", minX), ("y", minY), ("width", width), ("height", height)])
  }
}

extension Insets: LuaConvertible {
  public static var luaDescription: String { "a number of cells, or { top =, left =, bottom =, right = }" }
  public static var luaType: String {
    "integer|{ top: integer?, left: integer?, bottom: integer?, right: integer? }"
  }
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Insets {
    if let cells = Int.read(stack, index) { return Insets(all: try nonNegative(cells, name)) }
    guard stack.kind(index) == .table else { throw stack.wrongType(index, name, expected: luaDescription) }
    try stack.checkFields(index, name, "top", "left", "bottom", "right")
    func cells(_ field: String) throws -> Int {
      try nonNegative(try stack.takeField(field, index, name), "\(name).\(field)")
    }
    return Insets(
      top: try cells("top"), left: try cells("left"), bottom: try cells("bottom"), right: try cells("right"))
  }
  public func push(on stack: LuaStack) {
    if self == Insets(all: top) { return stack.push(top) }
    stack.pushFields([("top", top), ("left", left), ("bottom", bottom), ("right", right)])
  }
}

/// Sections and rows are one-based in scripts.
extension IndexPath: LuaConvertible {
  public static var luaDescription: String { "a table { section =, row = }" }
  public static var luaType: String { "{ section: integer, row: integer }" }
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> IndexPath {
    try stack.checkFields(index, name, "section", "row")
    return IndexPath(
      section: try stack.takeField("section", index, name) - 1, row: try stack.takeField("row", index, name) - 1)
  }
  public func push(on stack: LuaStack) { stack.pushFields([("section", section + 1), ("row", row + 1)]) }
}

/// Characters are one-based in scripts.
extension TextEditing.Selection: LuaConvertible {
  public static var luaDescription: String { "a table { location =, length = }" }
  public static var luaType: String { "{ location: integer, length: integer }" }
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> TextEditing.Selection {
    try stack.checkFields(index, name, "location", "length")
    return .init(
      location: try stack.takeField("location", index, name) - 1, length: try stack.takeField("length", index, name))
  }
  public func push(on stack: LuaStack) { stack.pushFields([("location", location + 1), ("length", length)]) }
}

// MARK: - Checked numbers

/// Returns a number of cells, checked for its range.
func nonNegative(_ value: Int, _ name: String) throws -> Int {
  guard (0...10_000).contains(value) else { throw LuaError.usage("\(name): expected 0 to 10000, got \(value)") }
  return value
}

/// Returns a number, checked to be finite.
func finite(_ value: Double, _ name: String) throws -> Double {
  guard value.isFinite else { throw LuaError.usage("\(name): expected a finite number, got \(value)") }
  return value
}

/// Converts a one-based number from a script to a zero-based index.
func place(_ number: Int?, of count: Int, _ name: String) throws -> Int {
  guard let number, number >= 1, number <= count else {
    let valid = count == 0 ? "no number, as there are no items" : "1 to \(count)"
    throw LuaError.usage("\(name): expected \(valid), got \(number.map(String.init) ?? "nil")")
  }
  return number - 1
}
