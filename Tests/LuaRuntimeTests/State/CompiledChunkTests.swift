import Testing

@testable import LuaRuntime

@MainActor
@Suite("Compiled scripts")
struct CompiledChunkTests {
  /// Runs a script in a new state. Returns its results as text.
  private func run(_ script: String, keeping chunks: CompiledChunks?) throws -> [String] {
    var options = LuaState.Options()
    options.compiledChunks = chunks
    let lua = try LuaState(options: options)
    defer { lua.close(runningFinalizers: false) }
    return try lua.withStack { stack in
      try lua.load(Array(script.utf8), name: "script.lua", on: stack)
      stack.push(41)
      try stack.call(arguments: 1, results: 2)
      return [-2, -1].map { stack.describe($0) }
    }
  }

  @Test("a script that was compiled before runs as from its text, with the same lines and names in errors")
  func compiledBefore() throws {
    let script = """
      local n = ...
      local function inner() local name = nil; name.field = 1 end
      return n + 1, select(2, pcall(inner))
      """
    let chunks = CompiledChunks()
    let expected = try run(script, keeping: nil)
    #expect(expected[0] == "42" && expected[1].contains("script.lua:2: ") && expected[1].contains("local 'name'"))
    for _ in 0..<3 { #expect(try run(script, keeping: chunks) == expected) }
    #expect(chunks.code(of: Array(script.utf8)[...], name: "script.lua") != nil)
  }

  @Test("a changed script is compiled again, and one with an error is refused each time")
  func changed() throws {
    let chunks = CompiledChunks()
    #expect(try run("return 1, 2", keeping: chunks) == ["1", "2"])
    #expect(try run("return 1, 3", keeping: chunks) == ["1", "3"])
    for _ in 0..<2 { #expect(throws: LuaError.self) { try run("return +", keeping: chunks) } }
  }

  @Test("compiled code is not accepted as a script because it was loaded before")
  func precompiled() throws {
    let chunks = CompiledChunks()
    _ = try run("return 1, 2", keeping: chunks)
    let code = try #require(chunks.code(of: Array("return 1, 2".utf8)[...], name: "script.lua"))
    var options = LuaState.Options()
    options.compiledChunks = chunks
    let lua = try LuaState(options: options)
    defer { lua.close(runningFinalizers: false) }
    try lua.withStack { stack in
      try lua.load(code, name: "code", mayBePrecompiled: true, on: stack)
      #expect(throws: LuaError.self) { try lua.load(code, name: "code", on: stack) }
    }
  }
}
