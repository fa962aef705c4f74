import LuaRuntime
import Testing

@MainActor
@Suite("Host classes", .serialized)
struct HostClassTests {
  @Test("an instance gets its properties before init is called")
  func construction() throws {
    let lua = try LuaState.withThings()
    #expect(
      try lua.run(
        """
        local My = Thing:subclass "My"
        function My:init(props) self.seen = self.text .. props.extra end
        local my = My { text = "a", extra = "b" }
        return my.seen, my.extra, tostring(my), my:isKindOf(Thing), my:isKindOf(Special), my.class == My, My.name
        """) == ["ab", "b", "My \"a\"", "true", "false", "true", "My"])
  }

  @Test("methods are inherited, and super reaches the built-in ones")
  func inheritance() throws {
    let lua = try LuaState.withThings()
    #expect(
      try lua.run(
        """
        local Base = Thing:subclass "Base"
        function Base:add(n) return Base.super.add(self, n * 10) end
        function Base:who() return "base" end
        local Derived = Base:subclass "Derived"
        function Derived:who() return "derived of " .. Derived.super.who(self) end
        Derived.shared = 5
        local d = Derived()
        return d:add(2), d:who(), d.shared, Derived.shared, Base.shared, d.nothing
        """) == ["20", "derived of base", "5", "5", "nil", "nil"])
  }

  @Test("a property error suggests the property with that prefix, or else lists the class's own")
  func otherWords() throws {
    let lua = try LuaState.withThings()
    #expect(lua.failure("Thing { fix = 1 }").hasSuffix("has no property 'fix'; did you mean 'fixed'?"))
    #expect(
      lua.failure("Thing { background = 1 }").hasSuffix(
        "has no property 'background'; its own properties are action, class, count, fixed, text"))
    #expect(
      lua.failure("return Thing.text").hasSuffix(
        "'text' belongs to instances, but Thing is a class; create an instance with Thing { … }"))
  }

  @Test("a misspelt property of a built-in class suggests the nearest one, in every use")
  func misspelling() throws {
    let lua = try LuaState.withThings()
    let expected = "test.lua:1: Thing has no property 'txt'; did you mean 'text'?"
    #expect(lua.failure("return Thing().txt") == expected)
    #expect(lua.failure("Thing().txt = 1") == expected)
    #expect(lua.failure("Thing { txt = 'a' }") == expected)
    #expect(lua.failure("Thing():ad(1)").contains("did you mean 'add'?"))
    #expect(lua.failure("return Thing.subclas").contains("did you mean 'subclass'?"))
  }

  @Test("a value of the wrong type, or a write to a read-only property, says what was expected")
  func types() throws {
    let lua = try LuaState.withThings()
    #expect(lua.failure("Thing().text = {}") == "test.lua:1: text: expected a string, got a table")
    #expect(lua.failure("Thing { count = 1.5 }") == "test.lua:1: count: expected an integer, got a float")
    #expect(lua.failure("Thing().fixed = 1").contains("is read-only"))
    #expect(lua.failure("Thing().action = 5").contains("expected a function or nil"))
    #expect(lua.failure("Thing().text = '\\xff'").contains("UTF-8 text"))
  }

  @Test("a wrong self is an error: another class's object, a table, nil, foreign userdata")
  func wrongSelf() throws {
    let lua = try LuaState.withThings()
    _ = try lua.define("Other", HostClassTests.Box.self) { Box() }
    let stack = try lua.stack
    lua.hostClass(named: "Other")?.push(on: stack)
    stack.setGlobal("Other")
    for wrong in ["Other()", "{}", "nil", "io.stdout", "'x'", "Thing"] {
      #expect(lua.failure("Thing.add(\(wrong), 1)").contains("expected a Thing as self"))
    }
  }

  final class Box {}

  @Test("a property never runs on another class's object, whoever set the metatable; on a subclass's it may")
  func foreignMetatable() throws {
    let lua = try LuaState.withThings()
    let other = try lua.define("Other", HostClassTests.Box.self) { Box() }
    let stack = try lua.stack
    other.hostClass.push(on: stack)
    stack.setGlobal("Other")
    for use in ["o.text", "o.text = 'x'", "o.count", "o.nothing", "o:add(1)", "o.action = print"] {
      let message = lua.failure(
        "local o = Other() debug.setmetatable(o, debug.getmetatable(Thing())) local x = \(use.contains("=") ? "1 \(use)" : use)"
      )
      #expect(message.contains("the metatable of Thing: expected a Thing, got an Other"), "\(use): \(message)")
    }
    #expect(lua.failure("Thing.add(Other(), 1)").contains("Thing:add: expected a Thing as self, got an Other"))
    #expect(
      try lua.run(
        "local s = Special() debug.setmetatable(s, debug.getmetatable(Thing())) s.text = 'x' return s.text, s:add(2)")
        == ["x", "2"])
    #expect(
      lua.failure("local t = Thing() debug.setmetatable(t, debug.getmetatable(Special())) return t.text").contains(
        "expected a Special"))
  }

  @Test("two classes with one name are an error that locates the first")
  func sameName() throws {
    let lua = try LuaState.withThings()
    #expect(lua.failure("Thing:subclass 'Twice'\nThing:subclass 'Twice'").contains("it was defined at test.lua:1"))
    #expect(lua.failure("Thing:subclass 'Special'").contains("is built in"))
    #expect(lua.failure("function Thing:x() end").contains("create a subclass"))
  }

  @Test("metatables of host objects are hidden, and replacing them has no effect")
  func metatables() throws {
    let lua = try LuaState.withThings()
    #expect(try lua.run("return getmetatable(Thing()), getmetatable(Thing)") == ["false", "false"])
    #expect(lua.failure("setmetatable(Thing(), {})").contains("bad argument"))
    #expect(
      lua.failure(
        "local mt = debug.getmetatable(Thing()) debug.setmetatable(io.stdout, mt) local x = io.stdout.text"
      ).contains("no longer exists"))
    #expect(lua.failure("local t = Thing() debug.setmetatable(t, nil) t:add(1)").contains("attempt to index"))
    // The object is unchanged, and works again once it has its metatable.
    #expect(
      try lua.run(
        """
        local t = Thing { text = "a" }
        local mt = debug.getmetatable(t)
        debug.setmetatable(t, nil)
        local sum = Thing.add(t, 2)
        debug.setmetatable(t, mt)
        return sum, t.count, t.text, t:add(3)
        """) == ["2", "2", "a", "5"])
  }

  @Test("a finalizer called by a script releases nothing in use, and nothing twice")
  func finalizerCalled() throws {
    let lua = try LuaState.withThings()
    lua.collectGarbage()
    let before = Thing.living
    try lua.run("t = Thing { text = 'here' } gc = debug.getmetatable(t).__gc gc(t) gc(t) gc(1) gc(io.stdout) gc({})")
    #expect(Thing.living == before + 1)
    #expect(try lua.run("return t.count, t.text, t:add(2)") == ["0", "here", "2"])
    try lua.run("t = nil")
    lua.collectGarbage()
    #expect(Thing.living == before)
  }

  @Test("an object has one Lua value, which keeps a script's fields as long as Swift holds the object")
  func identity() throws {
    let lua = try LuaState.withThings()
    let thing = Thing()
    let stack = try lua.stack
    stack.push(object: thing)
    stack.setGlobal("thing")
    #expect(lua.failure("thing.mine = 1").contains("no property 'mine'"))
    try lua.run(
      "local My = Thing:subclass 'My' holder = Thing() local my = My() my.mine = { 'kept' } holder:own(my) keep = nil")
    lua.collectGarbage()
    lua.collectGarbage()
    let holder = try #require(
      { () -> Thing? in
        stack.pushGlobal("holder")
        defer { stack.pop() }
        return stack.object(-1) as? Thing
      }())
    stack.push(object: holder.owned[0])
    stack.setGlobal("again")
    #expect(try lua.run("return again.mine[1], tostring(again.class)") == ["kept", "class My"])
  }

  @Test("an object keeps its Lua value between becoming unreachable and being finalized")
  func identityWhileCollected() throws {
    for mode in ["incremental", "generational"] {
      let lua = try LuaState.withThings()
      let stack = try lua.stack
      let holder = Thing()
      try lua.run("collectgarbage '\(mode)' Mine = Thing:subclass 'Mine'")
      for number in 0..<500 {
        try lua.run("it = Mine() it.number = \(number)")
        stack.pushGlobal("it")
        holder.owned.append(try #require(stack.object(-1) as? Thing))
        stack.pop()
      }
      try lua.run("it = nil")
      lua.pushFunction(on: stack) { stack in
        var wrong = 0
        for (number, thing) in holder.owned.enumerated() where number % 7 == Int(stack.integer(1) ?? 0) % 7 {
          stack.push(object: thing)
          if stack.pushFields(-1) {
            stack.rawGet(-1, "number")
            if stack.integer(-1) != Int64(number) { wrong += 1 }
            stack.pop(3)
          } else {
            wrong += 1
            stack.pop()
          }
        }
        stack.push(wrong)
        return 1
      }
      stack.setGlobal("look")
      #expect(
        try lua.run("local wrong = 0 for i = 1, 600 do collectgarbage 'step' wrong = wrong + look(i) end return wrong")
          == ["0"])
      let before = Thing.living
      holder.owned = []
      lua.collectGarbage()
      #expect(Thing.living == before - 500)
    }
  }

  @Test("an object that only Swift holds, without a link, also keeps a script's fields until Swift releases it")
  func resurrection() throws {
    let lua = try LuaState.withThings()
    let before = Thing.living
    var kept: Thing?
    let stack = try lua.stack
    lua.pushFunction(on: stack) { stack in
      kept = stack.object(1) as? Thing
      return 0
    }
    stack.setGlobal("keep")
    try lua.run(
      """
      local My = Thing:subclass 'My'
      local my = My()
      my.mine = { 'kept' }
      weak = setmetatable({ my }, { __mode = 'v' })
      keep(my)
      """)
    for round in 1...3 {
      for _ in 0..<3 { lua.collectGarbage() }
      // Lua has collected it.
      #expect(try lua.run("return #weak") == ["0"])
      stack.push(object: kept)
      stack.setGlobal("again")
      #expect(try lua.run("return again.mine[1], tostring(again.class)") == ["kept", "class My"], "round \(round)")
      try lua.run("weak[1] = again again = nil")
    }
    #expect(Thing.living == before + 1)
    kept = nil
    lua.collectGarbage()
    #expect(Thing.living == before)
  }

  @Test("a thousand rounds of objects that capture themselves and each other leak nothing")
  func noLeaks() throws {
    let before = Thing.living
    let lua = try LuaState.withThings()
    try lua.run("My = Thing:subclass 'My'")
    let stack = try lua.stack
    lua.pushFunction(on: stack) { stack in
      guard let thing = stack.object(1) as? Thing else { return 0 }
      for other in thing.owned { stack.state.unlink(thing, other) }
      thing.owned = []
      return 0
    }
    stack.setGlobal("release")
    try lua.run("for i = 1, 10 do My() end")
    lua.collectGarbage()
    let memory = lua.memoryInUse
    for _ in 0..<1000 {
      try lua.run(
        """
        local controller, button = My(), My()
        controller:own(button)
        controller.button = button
        button.action = function() return controller, button end
        button.back = controller
        release(controller)
        """)
    }
    lua.collectGarbage()
    lua.collectGarbage()
    #expect(Thing.living == before)
    #expect(lua.memoryInUse < memory + 160_000)
    lua.close(runningFinalizers: true)
  }

  @Test("overrides are found in fields and in script classes, not in built-in ones")
  func overrides() throws {
    let lua = try LuaState.withThings()
    let stack = try lua.stack
    func overridden(_ name: String, _ global: String) throws -> String? {
      let base = stack.top
      stack.pushGlobal(global)
      defer { stack.top = base }
      let object = try #require(stack.object(-1))
      guard lua.pushOverride(name, of: object, on: stack) else { return nil }
      try stack.call(arguments: 1, results: 1)
      return stack.string(-1)
    }
    try lua.run(
      """
      local My = Thing:subclass "My"
      function My:hello() return "class " .. self.text end
      a = My { text = "a" }
      b = My { text = "b" }
      b.hello = function(self) return "field " .. self.text end
      """)
    #expect(try overridden("hello", "a") == "class a")
    #expect(try overridden("hello", "b") == "field b")
    #expect(try overridden("add", "a") == nil)
  }

  @Test("writing a field, or reading a field that holds a table, is noticed once")
  func touched() throws {
    let lua = try LuaState.withThings()
    lua.tracesTouchedObjects = true
    try lua.run("local My = Thing:subclass 'My' a, b, c = My(), My(), My() a.list = {} b.x = 1")
    #expect(lua.takeTouchedObjects().count == 2)
    try lua.run("local x = b.x; a.list[1] = 1; a.list[2] = 2")
    #expect(lua.takeTouchedObjects().count == 1)
    #expect(lua.takeTouchedObjects().isEmpty)
  }

  @Test("using an object of an ended app is an error that says so")
  func gone() throws {
    let before = Thing.living
    let lua = try LuaState.withThings()
    let other = try LuaState.withThings()
    try other.run("t = Thing { count = 3 }")
    var printed: [String] = []
    lua.onPrint = { printed.append(String(decoding: $0, as: UTF8.self)) }
    // Finalizers run in the reverse order of creation: when this one does, the objects have ended.
    try lua.run(
      """
      late = setmetatable({}, { __gc = function()
        for _, use in ipairs { "return t.count", "t.count = 1", "return t:add(1)" } do
          print(select(2, pcall(load(use))))
        end
      end })
      t = Thing()
      """)
    lua.close(runningFinalizers: true)
    #expect(printed.count == 3)
    for message in printed { #expect(message.contains("no longer exists"), "\(message)") }
    #expect(lua.failure("return t.count") == "\(LuaError.closed)")
    #expect(Thing.living == before + 1)
    #expect(try other.run("return t.count, t:add(1)") == ["3", "4"])
  }
}
