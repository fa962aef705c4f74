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
  private static let calls = 1_000_000

  init() throws {
    lua = try LuaState(options: .init(timeLimit: nil))
    let counter = try lua.define("Counter", Counter.self) { Counter() }
    counter.property("value", "The number.", get: { $0.value }, set: { $0.value = $1 })
    counter.method("get()", "Gives the number.") { $0.value }
    stack = try lua.stack
    counter.hostClass.push(on: stack)
    stack.setGlobal("Counter")
    lua.push(function: "add", on: stack) { stack in
      stack.push((stack.integer(1) ?? 0) + (stack.integer(2) ?? 0))
      return 1
    }
    stack.setGlobal("add")
    _ = reference_open(stack.L)
    stack.setGlobal("reference")
  }

  func run() throws -> [Measurement] {
    [
      try compare(
        "Lua calls a host function with two arguments", "local f = add", "local f = reference.add", "f(i, 2)", aim: 1.5),
      try compareCalls(),
      try compare(
        "property read on a host object", "local o = Counter()", "local o = reference.new()", "local x = o.value",
        aim: 2),
      try compare(
        "property write on a host object", "local o = Counter()", "local o = reference.new()", "o.value = i", aim: 2),
      try compare(
        "method call on a host object", "local o = Counter()", "local o = reference.new()", "o:get()", aim: 2),
    ]
  }

  /// Runs a statement in a loop here and in the reference, and subtracts the time of an empty loop.
  private func compare(_ work: String, _ ours: String, _ reference: String, _ statement: String, aim: Double) throws
    -> Measurement
  {
    let (one, other, empty) = (try loop(ours, statement), try loop(reference, statement), try loop("", ""))
    let (time, referenceTime) = try medians {
      try call(one)
    } against: {
      try call(other)
    }
    let overhead = median(try (0..<5).map { _ in try seconds { try call(empty) } })
    let count = Double(Self.calls)
    return Measurement(
      work: work, against: "the same in C", seconds: (time - overhead) / count,
      reference: (referenceTime - overhead) / count, aim: aim)
  }

  private func compareCalls() throws -> Measurement {
    let function = try load("return function(a, b) return a end")
    let (time, reference) = try medians {
      for index in 0..<Self.calls {
        stack.push(function)
        stack.push(index)
        stack.push(2)
        try stack.call(arguments: 2, results: 1)
        stack.pop()
      }
    } against: {
      stack.push(function)
      reference_call(stack.L, Self.calls)
      stack.pop()
    }
    let count = Double(Self.calls)
    return Measurement(
      work: "Swift calls a Lua function", against: "the same in C", seconds: time / count, reference: reference / count,
      aim: 1.5)
  }

  private func loop(_ setup: String, _ statement: String) throws -> LuaReference {
    try load("return function() \(setup) for i = 1, \(Self.calls) do \(statement) end end")
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
