import Foundation
import LuaRuntime
import Testing

/// Lua raises errors by jumps, which must never cross a Swift frame.
@MainActor
@Suite("Swift calls no Lua function that can raise an error")
struct RaisingTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The functions that Swift may call: those that the manual marks '-', and that check their arguments themselves.
  private static let harmless: Set<String> = [
    "lua_absindex", "lua_atpanic", "lua_checkstack", "lua_close", "lua_copy", "lua_getallocf", "lua_gethook",
    "lua_gethookcount", "lua_gethookmask", "lua_getlocal", "lua_getmetatable", "lua_getstack", "lua_gettop",
    "lua_getupvalue", "lua_iscfunction", "lua_isinteger", "lua_isnumber", "lua_isstring", "lua_isuserdata",
    "lua_isyieldable", "lua_pushboolean", "lua_pushinteger", "lua_pushlightuserdata", "lua_pushnil", "lua_pushnumber",
    "lua_pushthread", "lua_pushvalue", "lua_rawequal", "lua_rawlen", "lua_rotate", "lua_setcstacklimit", "lua_sethook",
    "lua_setlocal", "lua_setupvalue", "lua_setwarnf", "lua_status", "lua_stringtonumber", "lua_toboolean",
    "lua_tocfunction", "lua_tointegerx", "lua_tonumberx", "lua_topointer", "lua_tothread", "lua_touserdata", "lua_type",
    "lua_typename", "lua_upvalueid", "lua_upvaluejoin", "lua_version", "lua_xmove",
  ]

  private static func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test("every function of Lua's headers is listed as safe or as unavailable to Swift")
  func headers() throws {
    let folder = try #require(
      ["/usr/include/lua5.4", "/usr/include"].first { FileManager.default.fileExists(atPath: $0 + "/lualib.h") })
    let raising = Set(
      try Self.text(Self.root.path + "/vendor-headers/CLua/CLua.h").matches(of: /(?m)^LH_[A-Z_]+\((\w+)\)$/).map {
        String($0.1)
      })
    for header in ["lua.h", "lauxlib.h", "lualib.h"] {
      // Variadic functions are not imported.
      let declarations = try Self.text("\(folder)/\(header)").matches(
        of: /(?:LUA_API|LUALIB_API|LUAMOD_API)[^;()]*\((\w+)\)\s*\(([^;]*)\);/)
      #expect(declarations.count > 9)
      for declaration in declarations where !declaration.2.contains("...") {
        let name = String(declaration.1)
        #expect(Self.harmless.contains(name) != raising.contains(name), "\(name) of \(header)")
      }
    }
  }

  @Test("the sources call only safe functions")
  func sources() throws {
    let folder = Self.root.appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var seen = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      for call in try Self.text(file.path).matches(of: /\b(luaL?_[a-z]\w*)\(/) {
        seen += 1
        #expect(Self.harmless.contains(String(call.1)), "\(call.1) in \(file.lastPathComponent)")
      }
    }
    #expect(seen > 20)
  }

  @Test("any change of a table while it is read is an error")
  func changedTable() throws {
    let lua = try LuaState()
    let stack = try lua.stack
    let base = stack.top
    for change in [
      "for k in pairs(t) do t[k] = nil end",
      "for k in pairs(t) do t[k] = nil end collectgarbage()",
      "for k in pairs(t) do t[k] = nil end for i = 1, 1000 do t[{}] = i end collectgarbage()",
    ] {
      try lua.run("t = {} for i = 1, 10 do t[{}] = i end function change() \(change) end")
      stack.pushGlobal("t")
      #expect(throws: LuaError.self) {
        try stack.forEachPair(-1) {
          stack.pushGlobal("change")
          try stack.call(arguments: 0, results: 0)
        }
      }
      #expect(stack.top == base + 1)
      stack.pop()
    }
  }

  @Test("a weak table loses no entry while it is read")
  func weakTable() throws {
    let lua = try LuaState()
    let stack = try lua.stack
    for mode in ["k", "v", "kv"] {
      try lua.run("t = setmetatable({}, { __mode = '\(mode)' }) for i = 1, 100 do t[{}] = {} end")
      stack.pushGlobal("t")
      var seen = 0
      try stack.forEachPair(-1) {
        seen += 1
        lua.collectGarbage()
        #expect(stack.kind(-1) == .table && stack.kind(-2) == .table)
      }
      #expect(seen >= 1)
      stack.pop()
    }
  }

  @Test("setting an invalid key, or a field of a value that is not a table, has no effect")
  func wrongTables() throws {
    let lua = try LuaState()
    let stack = try lua.stack
    stack.createTable(array: .max, hash: .max)
    let table = stack.top
    stack.push(Double.nan)
    stack.push(1)
    stack.rawSet(table)
    stack.pushNil()
    stack.push(1)
    stack.rawSet(table)
    stack.push("no table")
    let text = stack.top
    stack.push(1)
    stack.rawSet(text, "key")
    stack.push(1)
    stack.rawSet(text, 1)
    #expect(stack.rawGet(text, "key") == .nil)
    #expect(stack.rawGet(text, 1) == .nil)
    #expect(throws: LuaError.self) { try stack.forEachPair(text) {} }
    #expect(stack.top == text + 2)
    var pairs = 0
    try stack.forEachPair(table) { pairs += 1 }
    #expect(pairs == 0)
  }

  @Test("a script that empties the registry harms only itself")
  func registry() throws {
    let lua = try LuaState.withThings()
    _ = lua.failure("for k in pairs(debug.getregistry()) do debug.getregistry()[k] = nil end")
    _ = lua.failure("return Thing().count")
    #expect(try lua.run("return 1") == ["1"])
  }
}
