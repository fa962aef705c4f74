import LuaRuntime
import Testing

/// Mistakes in Swift code that would otherwise access freed memory, or the values of another state.
@MainActor
@Suite("Misuse of states")
struct MisuseTests {
  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  /// Returns a state whose function `call` runs a closure.
  fileprivate static func state(_ body: @escaping @MainActor () throws -> Void) throws -> LuaState {
    let lua = try LuaState()
    lua.pushFunction(on: try lua.stack) { _ in
      try body()
      return 0
    }
    try lua.stack.setGlobal("call")
    return lua
  }

  @Test("a function called by a script cannot close its state")
  func closing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      var lua: LuaState?
      lua = try MisuseTests.state { lua?.close(runningFinalizers: true) }
      try lua?.run("call()")
    }
    #expect(message(result).contains("was closed or released by a function that its script called"))
  }

  @Test("a function called by a script cannot release its state")
  func releasing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      var lua: LuaState?
      lua = try MisuseTests.state { lua = nil }
      let stack = try #require(try lua?.stack)
      stack.pushGlobal("call")
      try stack.call(arguments: 0, results: 0)
    }
    #expect(message(result).contains("was closed or released by a function that its script called"))
  }

  @Test("a state can be closed once its calls have returned")
  func closingLater() throws {
    var lua: LuaState?
    var calls = 0
    lua = try MisuseTests.state { calls += 1 }
    try lua?.run("call() coroutine.wrap(call)()")
    lua?.close(runningFinalizers: true)
    lua = nil
    #expect(calls == 2)
  }

  @Test("a stack cannot be used after its state was closed")
  func stackOfClosedState() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let lua = try LuaState()
      let stack = try lua.stack
      lua.close(runningFinalizers: true)
      stack.push(1)
    }
    #expect(message(result).contains("a stack was used after its Lua state was closed"))
  }

  @Test("a value cannot be pushed on another state's stack")
  func otherState() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let (own, other) = (try LuaState(), try LuaState())
      let stack = try own.stack
      stack.push("secret")
      try other.stack.push(LuaReference(stack, -1))
    }
    #expect(message(result).contains("a LuaReference was pushed on another state's stack"))
  }

  @Test("a class cannot be pushed on another state's stack")
  func classOfOtherState() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let (own, other) = (try LuaState(), try LuaState())
      _ = try other.define("Other", Special.self) { Special() }
      let thing = try own.define("Thing", Thing.self) { Thing() }
      thing.hostClass.push(on: try other.stack)
    }
    #expect(message(result).contains("Thing is a class of another Lua state"))
  }

  @Test("a task cannot be started in another state's queue")
  func taskOfOtherState() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let (own, other) = (try LuaState(), try LuaState())
      let stack = try own.stack
      try own.load(Array("return 1".utf8), name: "task.lua", on: stack)
      _ = try other.tasks.start(function: -1, on: stack)
    }
    #expect(message(result).contains("a task was started in another Lua state's queue"))
  }

  @Test("a worker cannot be started in another state's group")
  func workerOfOtherState() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      let (own, other) = (try LuaState(), try LuaState())
      let workers = try other.workers(json: .init(module: [], codec: []))
      let stack = try own.stack
      try own.load(Array("return 1".utf8), name: "worker.lua", on: stack)
      _ = try workers.start(function: -1, capabilities: [], refused: [], on: stack)
    }
    #expect(message(result).contains("a worker was started in another Lua state's group"))
  }

  @Test("the queue of a released state has no tasks")
  func queueOfReleasedState() throws {
    var lua: LuaState? = try LuaState()
    let queue = try #require(lua?.tasks)
    try lua?.withStack { stack in
      try lua?.load(Array("while true do end".utf8), name: "task.lua", on: stack)
      _ = try queue.start(function: -1, on: stack)
    }
    lua = nil
    queue.run { true }
    queue.reportErrors()
    queue.end(runningScripts: true)
    #expect(queue.count == 0 && !queue.hasReady)
  }

  @Test("an object is only lent as an instance of its class")
  func lentObject() throws {
    let lua = try LuaState.withThings()
    let (thing, special) = (lua.hostClass(named: "Thing"), lua.hostClass(named: "Special"))
    thing?.successor = Thing()
    special?.successor = Special()
    try lua.lending(Special(), as: #require(thing)) { _ in }
    #expect(throws: LuaError.self) { try lua.lending(Thing(), as: #require(special)) { _ in } }
  }

  @Test("the successor of lent objects is an instance of their class")
  func successor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      try LuaState.withThings().hostClass(named: "Special")?.successor = Thing()
    }
    #expect(message(result).contains("the successor of Special must be an instance of the class"))
  }
}
