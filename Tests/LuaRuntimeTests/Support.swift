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
  /// Runs a chunk and returns its results as text.
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

  /// Returns the message of a chunk's error.
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

  /// Returns a state with the class `Thing` and its subclass `Special` as globals.
  @MainActor
  static func withThings(options: Options = Options()) throws -> LuaState {
    let lua = try LuaState(options: options)
    let thing = try lua.define("Thing", Thing.self) { Thing() }
    thing.property("text", "A text.", get: { $0.text }, set: { $0.text = $1 })
    thing.property("count", "A number.", get: { $0.count }, set: { $0.count = $1 })
    thing.property("fixed", "Seven.", get: { _ in 7 })
    thing.handler("action(thing)", "Called never.")
    thing.describe { $0.text }
    thing.method("add(amount)", "Adds to the number, and returns it.") { (thing, amount: Int) -> Int in
      thing.count += amount
      return thing.count
    }
    thing.method("own(other: Thing)", "Holds another one.") { thing, stack in
      let other: Thing = try stack.checkObject(2, "the other")
      thing.owned.append(other)
      stack.state.link(thing, other)
      return 0
    }
    try lua.define("Special", Special.self) { Special() }
    let stack = try lua.stack
    for name in ["Thing", "Special"] {
      lua.hostClass(named: name)?.push(on: stack)
      stack.setGlobal(name)
    }
    return lua
  }
}
