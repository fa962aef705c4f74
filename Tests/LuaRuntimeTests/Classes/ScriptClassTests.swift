import LuaRuntime
import Testing

@MainActor
@Suite("Class definitions")
struct ScriptClassTests {
  enum Kind: String, LuaEnumeration { case plain, fancy }

  class Shape: LuaObject {
    var name = ""
    var kind = Kind.plain
    var width = 1
    var height = 2
    var log: [String] = []
  }
  final class Circle: Shape {}

  private func state() throws -> LuaState {
    let lua = try LuaState()
    let shape = try lua.define("Shape", Shape.self, "Something drawn.") { Shape() }
    shape.property("name", "The name.", get: { $0.name }, set: { $0.name = $1 })
    shape.property("kind", "The appearance.", get: { $0.kind }, set: { $0.kind = $1 })
    shape.property("area", "The area.", get: { $0.width * $0.height })
    shape.property("height", "Rows.", get: { $0.height }, set: { $0.height = min($1, $0.width) })
    shape.property("width", "Columns.", get: { $0.width }, set: { $0.width = $1 })
    shape.property("log", "What was done.", get: { $0.log })
    shape.late("height")
    shape.items("What it holds.") { (shape, item: String) in shape.log.append(item) }
    shape.method("resize(width, height)", "Resizes the shape.") { (shape, width: Int, height: Int?) in
      shape.width = width
      shape.height = height ?? shape.height
    }
    shape.method("ratio(scale)", "Width by height.") { Double($0.width) / Double($0.height) * $1 }
    shape.method("like(other)", "Whether both are of one kind.") { (shape, other: Shape) in shape.kind == other.kind }
    shape.method("show(animated)", "Shows it.") { (shape, animated: LuaTruth) in shape.log.append("\(animated.value)") }
    shape.method("each(action: fun(n: integer))", "Calls a function.", isCallback: true) { _, stack in
      stack.pushValue(2)
      stack.push(1)
      try stack.call(arguments: 1, results: 0)
      return 0
    }
    shape.callback("didShow()", "Called when the shape appears.")
    try lua.define("Circle", Circle.self, "Round.") { Circle() }
    let stack = try lua.stack
    for name in ["Shape", "Circle"] {
      lua.hostClass(named: name)?.push(on: stack)
      stack.setGlobal(name)
    }
    return lua
  }

  @Test("an Int64 takes any integer, an Int only quantities")
  func integers() throws {
    let lua = try LuaState()
    final class Numbers { var (id, count) = (Int64(0), 0) }
    let numbers = try lua.define("Numbers", Numbers.self) { Numbers() }
    numbers.property("id", "An identifier.", get: { $0.id }, set: { $0.id = $1 })
    numbers.property("count", "A count.", get: { $0.count }, set: { $0.count = $1 })
    numbers.hostClass.push(on: try lua.stack)
    try lua.stack.setGlobal("Numbers")
    let source = "local n = Numbers { id = math.maxinteger } n.id = n.id return n.id"
    #expect(try lua.run(source) == ["\(Int64.max)"])
    #expect(lua.failure("Numbers { id = 1.5 }") == "test.lua:1: id: expected an integer, got a float")
    #expect(lua.failure("Numbers { count = math.maxinteger }").contains("count: expected an integer"))
  }

  @Test("arguments are converted to their Swift types, and optional ones may be omitted")
  func arguments() throws {
    let lua = try state()
    #expect(
      try lua.run("s = Shape() s:resize(4, 2) local a = s.area s:resize(3) return a, s.area, s:ratio(2)") == [
        "8", "6", "3.0",
      ])
    #expect(
      try lua.run("s:show() s:show(1) return table.concat(s.log, ' '), s:like(Circle())") == ["false true", "true"])
  }

  @Test(
    "an argument error names the argument",
    arguments: [
      ("s:resize('x')", "width: expected an integer, got a string"),
      ("s:resize()", "width: expected an integer, got nothing"),
      ("s:resize(1, 'x')", "height: expected an integer or nil, got a string"),
      ("s:resize(1, 1 << 60)", "height: expected an integer or nil, got 1152921504606846976, which is out of range"),
      ("s:like({})", "other: expected a Shape, got a table"),
      ("s:like(1 << 62)", "other: expected a Shape, got an integer"),
      ("s:like()", "other: expected a Shape, got nothing"),
      ("s.kind = 'fency'", "kind: expected \"plain\", \"fancy\", got \"fency\"; did you mean 'fancy'?"),
      ("s.kind = 5", "kind: expected a string, got an integer"),
      ("s.area = 5", "the property 'area' is read-only"),
      ("Shape.resize(io.stdout, 1)", "Shape:resize: expected a Shape as self, got foreign userdata"),
      ("Shape { 5 }", "item 1 of Shape: expected a string, got an integer"),
    ])
  func wrongArguments(source: String, message: String) throws {
    let lua = try state()
    try lua.run("s = Shape()")
    let found = lua.failure(source)
    #expect(found.contains(message), "\(found)")
  }

  @Test("an object's class is the nearest one whose type is a supertype of its own")
  func superclass() throws {
    let lua = try state()
    #expect(lua.hostClass(named: "Circle")?.superclass === lua.hostClass(named: "Shape"))
    #expect(
      try lua.run("local c = Circle { 'a', name = 'c' } return c.name, c.log[1], c:isKindOf(Shape)") == [
        "c", "a", "true",
      ])
    #expect(try lua.run("return Circle.resize == Shape.resize") == ["true"])
  }

  @Test(
    "members are defined when a class is first used, after those of its superclass",
    arguments: [
      "return Base { size = 2 }:double()", "return Base.double(Base { size = 2 })",
      "return Derived { size = 2 }:double()", "return Derived.double(Derived { size = 2 })",
      "return Derived:subclass('Own') { size = 2 }:double()", "local base = ... return base:double()",
    ])
  func membersOnFirstUse(source: String) throws {
    let lua = try LuaState()
    let defined = Defined()
    try lua.define("Base", Shape.self, make: { Shape() }) { base in
      defined.names.append("Base")
      base.property("size", "Its size.", get: { $0.width }, set: { $0.width = $1 })
      base.method("double(): integer", "Twice its size.") { $0.width * 2 }
    }
    try lua.define("Derived", Circle.self, make: { Circle() }) { _ in defined.names.append("Derived") }
    try lua.define("Unused", Other.self, make: nil) { _ in defined.names.append("Unused") }
    try lua.withStack { stack in
      for hostClass in lua.hostClasses {
        hostClass.push(on: stack)
        stack.setGlobal(hostClass.name)
      }
      #expect(defined.names == [])
      try lua.load(Array(source.utf8), name: "test", on: stack)
      let base = Shape()
      base.width = 2
      stack.push(object: base)
      try stack.call(arguments: 1, results: 1)
      #expect(stack.integer(-1) == 4)
      stack.pop()
    }
    #expect(defined.names == (source.contains("Derived") ? ["Base", "Derived"] : ["Base"]))
    #expect(lua.hostClass(named: "Unused")?.methodNames == ["isKindOf", "subclass"])
  }

  private final class Other {}

  private final class Defined {
    var names: [String] = []
  }

  @Test("the name and the superclass of a class are not fields of its instances")
  func membersOfTheClass() throws {
    let lua = try state()
    try lua.run("Round = Circle:subclass 'Round' Dot = Round:subclass 'Dot' dot = Dot()")
    #expect(
      try lua.run("return Dot.name, Round.name, Dot.super == Round, Round.super == Circle") == [
        "Dot", "Round", "true", "true",
      ])
    #expect(try lua.run("return dot.name, dot.super, dot.class.name") == ["", "nil", "Dot"])
    #expect(try lua.run("dot.name = 'o' return dot.name, Dot.name, Dot().name") == ["o", "Dot", ""])
  }

  @Test("properties that depend on others are set after them")
  func late() throws {
    #expect(try state().run("return Shape { height = 5, width = 7 }.height") == ["5"])
  }

  @Test("a definition includes its signature and summary")
  func documentation() throws {
    let lua = try state()
    let shape = try #require(lua.hostClass(named: "Shape"))
    #expect(shape.about == "Something drawn.")
    let kind = try #require(shape.properties.first { $0.name == "kind" })
    #expect(kind.type == "\"plain\"|\"fancy\"")
    let resize = try #require(shape.methods.first { $0.name == "resize" }).form
    #expect(resize.about == "Resizes the shape.")
    #expect(resize.parameters.map(\.name) == ["width", "height"])
    #expect(resize.parameters.map(\.type) == ["integer", "integer"])
    #expect(resize.parameters.map(\.isOptional) == [false, true])
    #expect(resize.result == nil)
    #expect(shape.methods.first { $0.name == "ratio" }?.form.result == "number")
    #expect(shape.callbacks.map(\.name) == ["didShow", "each"])
    #expect(!shape.methods.contains { $0.name == "didShow" })
    #expect(try lua.run("return rawget(Shape, 'didShow')") == ["nil"])
  }

  @Test("a signature is parsed completely")
  func signatures() {
    let form = CallForm(
      "present(controller: View, options?: { onResult: fun(a: string, b): any, x: integer }): (a|b)[]", "")
    #expect(form.name == "present")
    #expect(form.parameters.map(\.name) == ["controller", "options"])
    #expect(form.parameters.map(\.type) == ["View", "{ onResult: fun(a: string, b): any, x: integer }"])
    #expect(form.parameters.map(\.isOptional) == [false, true])
    #expect(form.result == "(a|b)[]")
    for plain in ["tap", "tap()"] as [Signature] {
      #expect(CallForm(plain, "").name == "tap" && CallForm(plain, "").parameters.isEmpty)
    }
  }

  @Test("a module's functions take their arguments like methods")
  func module() throws {
    let lua = try LuaState()
    let module = ScriptModule("tools", prefix: "tools.")
    module.function("add(a, b)", "The sum.") { (a: Int, b: Int?) in a + (b ?? 1) }
    module.constant("version", "1.0", "The version.")
    try lua.preload("tools") { stack in
      stack.createTable()
      try module.setMembers(on: stack)
    }
    #expect(try lua.run("local t = require 'tools' return t.add(1, 2), t.add(1), t.version") == ["3", "2", "1.0"])
    #expect(lua.failure("require 'tools'.add('x')") == "test.lua:1: a: expected an integer, got a string")
  }
}
