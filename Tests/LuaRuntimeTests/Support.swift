import LuaRuntime
import Testing

/// A Swift class offered to scripts in these tests.
@MainActor
class Thing: LuaObject {
  nonisolated(unsafe) static var living = 0
  var text = ""
  var count = 0
  var owned: [Thing] = []

  nonisolated init() { Thing.living += 1 }
  deinit { Thing.living -= 1 }
}

@MainActor final class Special: Thing {}

extension LuaState {
  /// Runs a chunk and returns what it returned, as text.
  @MainActor
  @discardableResult
  func run(_ source: String, name: String = "test.lua") throws -> [String] {
    let stack = try stack
    let base = stack.top
    defer { stack.top = base }
    try load(Array(source.utf8), name: name, on: stack)
    try stack.call(arguments: 0, results: -1)
    return stack.top == base ? [] : ((base + 1)...stack.top).map { stack.describe($0) }
  }

  /// The message of the error that a chunk ends with.
  @MainActor
  func failure(_ source: String) -> String {
    do {
      let results = try run(source)
      return "no error, but \(results)"
    } catch let error as LuaError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  /// A state with the class `Thing` as a global, and its subclass `Special`.
  @MainActor
  static func withThings(options: Options = Options()) throws -> LuaState {
    let lua = try LuaState(options: options)
    let thing = try lua.define("Thing", Thing.self) { Thing() }
    thing.property("text", get: { (thing: Thing) in thing.text }, set: { $0.text = $1 })
    thing.property("count", get: { (thing: Thing) in thing.count }, set: { $0.count = $1 })
    thing.property("fixed", get: { (_: Thing) in 7 })
    thing.handler("action", didSet: { (_: Thing, _) in })
    thing.describe = { ($0 as? Thing)?.text }
    try thing.method("add") { (thing: Thing, stack) in
      thing.count += try stack.checkInteger(2, "the amount")
      stack.push(thing.count)
      return 1
    }
    try thing.method("own") { (thing: Thing, stack) in
      let other: Thing = try stack.checkObject(2, "the other")
      thing.owned.append(other)
      stack.state.link(thing, other)
      return 0
    }
    try lua.define("Special", Special.self, superclass: thing) { Special() }
    let stack = try lua.stack
    for name in ["Thing", "Special"] {
      lua.hostClass(named: name)?.push(on: stack)
      stack.setGlobal(name)
    }
    return lua
  }
}
