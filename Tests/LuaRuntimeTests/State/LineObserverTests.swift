import Testing

@testable import LuaRuntime

@MainActor
@Suite("Observing the lines of scripts")
struct LineObserverTests {
  /// Runs a script whose lines are observed, and returns the numbers of these lines.
  private func lines(
    of script: String, observes: Bool = true, _ options: LuaState.Options = .init(),
    observer: String = "if isLine then seen[#seen + 1] = debug.getinfo(2, 'l').currentline end"
  ) throws -> [Int] {
    let lua = try LuaState(options: options)
    let stack = try lua.stack
    let source = "local debug, seen = ... return function(isLine) \(observer) end, seen"
    try lua.load(Array(source.utf8), name: "observer", on: stack)
    try stack.pushDebugLibrary()
    stack.createTable()
    try stack.call(arguments: 2, results: 2)
    try lua.setLineObserver(LuaReference(stack, -2))
    let seen = LuaReference(stack, -1)
    stack.pop(2)
    lua.observesLines = observes
    defer { lua.observesLines = false }
    try lua.run(script)
    lua.observesLines = false
    stack.push(seen)
    defer { stack.pop() }
    return (0..<stack.rawLength(-1)).compactMap { index in
      stack.rawGet(-1, Int64(index + 1))
      defer { stack.pop() }
      return stack.integer(-1).map(Int.init)
    }
  }

  @Test("lines are seen on every thread, in the order in which they run")
  func threads() throws {
    let script = """
      local co = coroutine.create(function()
        coroutine.yield()
        local done = true
      end)
      coroutine.resume(co)
      coroutine.resume(co)
      """
    let seen = try lines(of: script)
    #expect(seen.filter { [2, 3].contains($0) } == [2, 3])
    #expect(try #require(seen.firstIndex(of: 5)) < (try #require(seen.firstIndex(of: 2))))
    #expect(try #require(seen.firstIndex(of: 6)) < (try #require(seen.firstIndex(of: 3))))
  }

  @Test("an observer that returns true sees no more lines")
  func ends() throws {
    let observer = "if isLine then seen[#seen + 1] = debug.getinfo(2, 'l').currentline end return #seen == 2"
    #expect(try lines(of: "local a = 1\nlocal b = 2\nlocal c = 3", observer: observer) == [1, 2])
  }

  @Test("the sandbox has no debug, and its lines are seen")
  func sandbox() throws {
    let script = "assert(debug == nil)\nlocal one = 1\nlocal two = 2"
    #expect(try lines(of: script, .init(capabilities: [])) == [1, 2, 3])
  }

  @Test("a script's own hook sees its events only, and does not replace the observer")
  func ownHook() throws {
    let script = """
      local events = {}
      debug.sethook(function(event) events[event] = true end, "c")
      local text = tostring(1)
      debug.sethook()
      assert(events.call and not events.line and not events["return"])
      """
    #expect(try lines(of: script) == [1, 2, 3, 4, 5])
  }

  @Test("nothing is called while it is off")
  func off() throws { #expect(try lines(of: "local one = 1\nlocal two = 2", observes: false).isEmpty) }

  @Test("its time is not the script's, and its errors are ignored")
  func limits() throws {
    let seen = try lines(
      of: "local one = 1\nlocal two = 2", .init(timeLimit: 0.2),
      observer: """
        local start = os.clock()
        while os.clock() - start < 0.3 do end
        if isLine then seen[#seen + 1] = debug.getinfo(2, 'l').currentline end
        error "ignored"
        """)
    #expect(seen == [1, 2])
  }
}
