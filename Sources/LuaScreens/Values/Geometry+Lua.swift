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

  /// Returns the integers in the fields of the table at an index, which has no others; 0 for a missing one.
  func takeFields(_ index: Int32, _ name: String, _ fields: [String]) throws -> [Int] {
    guard kind(index) == .table else { throw wrongType(index, name, expected: "a table") }
    let index = absolute(index)
    try checkNames(index, name, among: fields)
    return try fields.map { field in
      rawGet(index, field)
      defer { pop() }
      return isNil(-1) ? 0 : try checkInteger(-1, "\(name).\(field)")
    }
  }

  /// Returns a field of the table at an index; nil if it is missing.
  ///
  /// - Parameter name: the value's name in the message.
  func takeField<Value: LuaConvertible>(_ field: String, of table: Int32, _ name: String) throws -> Value? {
    defer { pop() }
    return rawGet(table, field) == .nil ? nil : try Value.take(self, top, name)
  }
}

extension Point: LuaConvertible {
  public static var luaDescription: String { "a table { x =, y = }" }
  public static var luaType: String { "{ x: integer, y: integer }" }
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Point {
    let fields = try stack.takeFields(index, name, ["x", "y"])
    return Point(x: fields[0], y: fields[1])
  }
  public func push(on stack: LuaStack) { stack.pushFields([("x", x), ("y", y)]) }
}

extension Rect: LuaConvertible {
  public static var luaDescription: String { "a table { x =, y =, width =, height = }" }
  public static var luaType: String { "{ x: integer, y: integer, width: integer, height: integer }" }
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Rect {
    let fields = try stack.takeFields(index, name, ["x", "y", "width", "height"])
    return Rect(x: fields[0], y: fields[1], width: fields[2], height: fields[3])
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
    let sides = ["top", "left", "bottom", "right"]
    let cells = try zip(sides, stack.takeFields(index, name, sides)).map { try nonNegative($1, "\(name).\($0)") }
    return Insets(top: cells[0], left: cells[1], bottom: cells[2], right: cells[3])
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
    let fields = try stack.takeFields(index, name, ["section", "row"])
    return IndexPath(section: fields[0] - 1, row: fields[1] - 1)
  }
  public func push(on stack: LuaStack) { stack.pushFields([("section", section + 1), ("row", row + 1)]) }
}

/// Characters are one-based in scripts.
extension TextEditing.Selection: LuaConvertible {
  public static var luaDescription: String { "a table { location =, length = }" }
  public static var luaType: String { "{ location: integer, length: integer }" }
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> TextEditing.Selection {
    let fields = try stack.takeFields(index, name, ["location", "length"])
    return .init(location: fields[0] - 1, length: fields[1])
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
