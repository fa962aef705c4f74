import LuaRuntime
import Testing

@Suite("Lua's output streams")
@MainActor
struct StreamTests {
  @Test("a write is reported at once, up to the first argument that cannot be written")
  func written() throws {
    let lua = try LuaState()
    var reported: [String] = []
    lua.onWrite = { bytes, isError in
      reported.append((isError ? "error " : "") + String(decoding: bytes, as: UTF8.self))
    }
    try lua.run(
      """
      io.stderr:write("one ", 2, "\\n")
      io.write("three\\n")
      io.stderr:write()
      pcall(io.write, "four\\n", {}, "five")
      """)
    #expect(reported == ["error one 2\n", "three\n", "four\n"])
  }

  @Test("an error in an iterator over lines has the position of the loop")
  func lines() throws {
    let lua = try LuaState()
    let reported = try lua.run(
      """
      local file = io.open "/dev/null"
      local nextLine = file:lines()
      file:close()
      return select(2, pcall(function()
        for line in nextLine do end
      end))
      """)
    #expect(reported == ["test.lua:5: file is already closed"])
  }
}
