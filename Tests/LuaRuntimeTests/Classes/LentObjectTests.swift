import LuaRuntime
import Testing

@MainActor
@Suite("Lent objects")
struct LentObjectTests {
  /// Returns a state in which lent things are replaced by one with the text "spare".
  private func state() throws -> LuaState {
    let lua = try LuaState.withThings()
    let spare = Thing()
    spare.text = "spare"
    lua.hostClass(named: "Thing")?.successor = spare
    return lua
  }

  private func thingClass(_ lua: LuaState) throws -> HostClass { try #require(lua.hostClass(named: "Thing")) }

  private func thing(_ text: String) -> Thing {
    let thing = Thing()
    thing.text = text
    return thing
  }

  /// Calls the global function `take` with lent objects.
  private func take(_ lua: LuaState, _ lent: LentObject...) throws {
    let stack = try lua.stack
    stack.pushGlobal("take")
    for object in lent { object.push(on: stack) }
    try stack.call(arguments: Int32(lent.count), results: 0)
  }

  @Test("a lent object is used like any other, and is replaced after the call")
  func replacement() throws {
    let lua = try state()
    try lua.run("function take(thing) kept = thing inside = thing.text .. thing:add(2) thing.text = 'new' end")
    weak var released: Thing?
    do {
      let lent = thing("lent")
      released = lent
      try lua.lending(lent, as: thingClass(lua)) { try take(lua, $0) }
      #expect(lent.text == "new")
    }
    #expect(released == nil)
    #expect(
      try lua.run("return inside, kept.text, kept:add(1), tostring(kept)") == [
        "lent2", "spare", "1", "Thing \"spare\"",
      ])
  }

  @Test("an object lent to an outer call is valid in an inner one, and not the other way round")
  func nestedLoans() throws {
    let lua = try state()
    try lua.run("function take(a, b) x, y = x or a, y or b texts = x.text .. (y and y.text or '') end")
    let (outer, inner) = (thing("outer"), thing("inner"))
    try lua.lending(outer, as: thingClass(lua)) { outer in
      try lua.lending(inner, as: thingClass(lua)) { inner in
        try take(lua, outer, inner)
        #expect(try lua.run("return texts") == ["outerinner"])
      }
      try take(lua)
      #expect(try lua.run("return texts") == ["outerspare"])
    }
    try take(lua)
    #expect(try lua.run("return texts") == ["sparespare"])
  }

  @Test("a value that a finalizer brings back during the call is replaced as well")
  func resurrection() throws {
    let lua = try state()
    try lua.run(
      """
      function take(thing)
        setmetatable({ thing }, { __gc = function(table) kept = table[1] end })
        thing = nil
        collectgarbage() collectgarbage()
        inside = kept.text
      end
      """)
    try lua.lending(thing("lent"), as: thingClass(lua)) { try take(lua, $0) }
    #expect(try lua.run("return inside, kept.text") == ["lent", "spare"])
  }

  @Test("neither the collector nor a finalizer called by a script releases a lent object")
  func finalizers() throws {
    let lua = try state()
    try lua.run(
      """
      gc = debug.getmetatable(Thing()).__gc
      function take(thing)
        for _ = 1, 10 do gc(thing) end
        collectgarbage() collectgarbage()
        kept = thing
      end
      """)
    let lent = thing("lent")
    try lua.lending(lent, as: thingClass(lua)) { try take(lua, $0) }
    try lua.run("for _ = 1, 10 do gc(kept) end collectgarbage() collectgarbage()")
    #expect(try lua.run("return kept.text") == ["spare"])
    #expect(lent.text == "lent")
    #expect(try lua.run("return debug.getmetatable(kept).__gc, debug.setuservalue(kept, {}, 1)") == ["nil", "nil"])
  }

  @Test("a lent object of a class without a replacement is an error")
  func missingReplacement() throws {
    let lua = try LuaState.withThings()
    #expect(throws: LuaError.self) { try lua.lending(thing("lent"), as: thingClass(lua)) { try take(lua, $0) } }
  }
}
