import BenchmarkReference
import LuaRuntime

/// The cost of calls from Lua to Swift and back, against the same in C.
@MainActor
struct CallBenchmarks {
  /// A host object with a property and a method.
  final class Counter: LuaObject {
    var value = 0
  }

  private let lua: LuaState
  private let stack: LuaStack
  private let calls: Int

  /// Creates the functions and objects that are called.
  ///
  /// - Parameter calls: the number of calls of each measurement.
  init(calls: Int = 1_000_000) throws {
    self.calls = calls
    lua = try LuaState(options: .init(timeLimit: nil))
    let counter = try lua.define("Counter", Counter.self) { Counter() }
    counter.property("value", "The number.", get: { $0.value }, set: { $0.value = $1 })
    counter.method("get()", "Gives the number.") { $0.value }
    stack = try lua.stack
    counter.hostClass.push(on: stack)
    stack.setGlobal("Counter")
    lua.pushFunction(on: stack) { stack in
      stack.push((stack.integer(1) ?? 0) + (stack.integer(2) ?? 0))
      return 1
    }
    stack.setGlobal("add")
    _ = reference_open(stack.L)
    stack.setGlobal("reference")
  }

  /// A statement that calls the host, and its preparation here and in the reference.
  struct Statement {
    let work: String
    let ours: String
    let reference: String
    let text: String
    let aim: Double

    static let call = Statement(
      work: "Lua calls a host function with two arguments", ours: "local f = add", reference: "local f = reference.add",
      text: "f(i, 2)", aim: 1.5)
    static let read = Statement(
      work: "property read on a host object", ours: "local o = Counter()", reference: "local o = reference.new()",
      text: "local x = o.value", aim: 2)
    static let write = Statement(
      work: "property write on a host object", ours: "local o = Counter()", reference: "local o = reference.new()",
      text: "o.value = i", aim: 2)
    static let method = Statement(
      work: "method call on a host object", ours: "local o = Counter()", reference: "local o = reference.new()",
      text: "o:get()", aim: 2)
  }

  func run() throws -> [Measurement] {
    [
      try compare(.call), try compareCalls(), try compare(.read), try compare(.write), try compare(.method),
    ]
  }

  /// Returns a closure that runs a statement in a loop.
  func repeating(_ statement: Statement) throws -> () throws -> Void {
    let function = try loop(statement.ours, statement.text)
    return { try call(function) }
  }

  /// Returns a closure that calls a Lua function in a loop.
  func callingLua() throws -> () throws -> Void {
    let function = try load("return function(a, b) return a end")
    return {
      for index in 0..<calls {
        stack.push(function)
        stack.push(index)
        stack.push(2)
        try stack.call(arguments: 2, results: 1)
        stack.pop()
      }
    }
  }

  /// Runs a statement in a loop here and in the reference, and subtracts the time of an empty loop.
  private func compare(_ statement: Statement) throws -> Measurement {
    let (one, empty) = (try loop(statement.ours, statement.text), try loop("", ""))
    let other = try loop(statement.reference, statement.text)
    let (time, referenceTime) = try medians {
      try call(one)
    } against: {
      try call(other)
    }
    let overhead = median(try (0..<5).map { _ in try seconds { try call(empty) } })
    let count = Double(calls)
    return Measurement(
      work: statement.work, against: "the same in C", seconds: (time - overhead) / count,
      reference: (referenceTime - overhead) / count, aim: statement.aim)
  }

  private func compareCalls() throws -> Measurement {
    let function = try load("return function(a, b) return a end")
    let (time, reference) = try medians(callingLua()) {
      stack.push(function)
      reference_call(stack.L, calls)
      stack.pop()
    }
    let count = Double(calls)
    return Measurement(
      work: "Swift calls a Lua function", against: "the same in C", seconds: time / count, reference: reference / count,
      aim: 1.5)
  }

  private func loop(_ setup: String, _ statement: String) throws -> LuaReference {
    try load("return function() \(setup) for i = 1, \(calls) do \(statement) end end")
  }

  private func load(_ source: String) throws -> LuaReference {
    try lua.load(Array(source.utf8), name: "benchmark", on: stack)
    try stack.call(arguments: 0, results: 1)
    defer { stack.pop() }
    return LuaReference(stack, -1)
  }

  private func call(_ function: LuaReference) throws {
    stack.push(function)
    try stack.call(arguments: 0, results: 0)
  }
}
