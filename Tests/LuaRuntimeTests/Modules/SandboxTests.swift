import Foundation
import Testing

@testable import LuaRuntime

/// Attempts to escape the sandbox in every known way.
@Suite("Sandbox")
@MainActor
struct SandboxTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-sandbox-\(UUID().uuidString)")
    let app = folder.appendingPathComponent("app/inner")
    try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
    try "return 'SECRET'".write(to: folder.appendingPathComponent("secret.lua"), atomically: true, encoding: .utf8)
    try "return 'inside'".write(to: folder.appendingPathComponent("app/friend.lua"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("app/link.lua"), withDestinationURL: folder.appendingPathComponent("secret.lua")
    )
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("app/up"), withDestinationURL: folder)
  }

  private func sandbox(memory: Int = 32 << 20, time: Double = 0.5) throws -> LuaState {
    let lua = try LuaState(options: .init(memoryLimit: memory, timeLimit: time, capabilities: []))
    lua.moduleFolders = [folder.appendingPathComponent("app").path]
    return lua
  }

  /// Returns a chunk's result, as `tostring` writes it, or its error message.
  private func run(_ source: String, in lua: LuaState) throws -> String {
    let stack = try lua.stack
    do {
      try lua.load(Array(source.utf8), name: "untrusted", on: stack)
      try stack.call(arguments: 0, results: 1)
      defer { stack.pop() }
      return stack.describe(-1)
    } catch let error as LuaError {
      return "error: \(error.message)"
    }
  }

  @Test(
    "nothing that reaches files, processes, the environment or the interpreter exists",
    arguments: [
      "io", "debug", "dofile", "loadfile", "os.execute", "os.remove", "os.rename", "os.getenv", "os.tmpname",
      "os.setlocale",
      "package.loadlib", "package.cpath", "package.path", "package.searchers", "package.preload", "package.searchpath",
      "package.loaded.io", "package.loaded.debug", "package.loaded.package", "package.loaded.os.execute",
      "package.loaded._G.io",
      "_G.io", "_ENV.io", "getmetatable(_G)", "rawget(_G, 'io')", "getfenv", "setfenv", "loadstring", "newproxy",
      "module",
    ])
  func absent(expression: String) throws {
    #expect(try run("return \(expression)", in: sandbox()) == "nil")
  }

  @Test("require finds only modules in the script's own folder, whatever their name")
  func requirePaths() throws {
    let lua = try sandbox()
    #expect(try run("return require 'friend'", in: lua) == "inside")
    let names = [
      "../secret", "..secret", "....secret", "/\(folder.path)/secret", "\(folder.path)/secret", "link", "up.secret",
      "up/secret", "inner/../../secret",
      "inner....secret", "friend\\0", "./../secret", "io", "os.execute", "debug", "package", "luahost\\0",
    ]
    for name in names {
      let result = try run("local ok, found = pcall(require, '\(name)') return ok and found", in: lua)
      #expect(!result.contains("SECRET") && (result == "false" || name == "os.execute"), "\(name): \(result)")
    }
  }

  @Test(
    "precompiled chunks are refused, however they are loaded",
    arguments: [
      "load(string.dump(function() end))", "load(string.dump(function() end), 'x', 'b')",
      "load(string.dump(function() end), 'x', 'bt')",
      "load(function() return nil end, 'x', 'b')", "load('\\27Lua')",
      "(function() local parts = { string.dump(function() return 1 end) } return load(function() return table.remove(parts) end) end)()",
    ])
  func bytecode(expression: String) throws {
    #expect(try run("return (\(expression))", in: sandbox()) == "nil")
  }

  @Test(
    "memory is limited, in one step and in many",
    arguments: [
      "return ('x'):rep(1 << 30)", "local s = 'x' while true do s = s .. s end",
      "local t = {} while true do t[#t + 1] = {} end",
      "return table.concat({ ('x'):rep(1 << 20) }, ('y'):rep(1 << 20), 1, 1) .. ('z'):rep(1 << 26)",
      "return ('%99d'):rep(1 << 20):format()",
      "local t = {} for i = 1, 1e9 do t[i] = i end", "return string.pack('!16' .. ('i16'):rep(1 << 24))",
      "local f = {} for i = 1, 1e8 do f[i] = coroutine.create(function() end) end",
      "return (('a'):rep(1 << 20):gsub('a', ('b'):rep(1 << 10)))",
    ])
  func memory(source: String) throws {
    let lua = try sandbox(memory: 16 << 20, time: 5)
    #expect(try run(source, in: lua).hasPrefix("error: "))
    #expect(lua.memoryInUse < 20 << 20)
    #expect(try run("return 1 + 1", in: lua) == "2")
  }

  @Test(
    "time is limited, even if errors are caught or the code runs in a coroutine",
    arguments: [
      "while true do end", "while true do pcall(function() while true do end end) end",
      "coroutine.wrap(function() while true do end end)()",
      "local function f() return pcall(f) end while true do f() end",
      "repeat until xpcall(function() while true do end end, function() while true do end end)",
      "setmetatable({}, { __gc = function() while true do end end }) collectgarbage() while true do end",
      "local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) return t[1]",
      "table.sort({ 1, 2, 3 }, function() while true do end end)",
      "string.gsub('x', 'x', function() while true do end end)",
      "local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end",
      "for i = 1, math.huge do end", "goto a ::a:: goto a",
      "return tostring(setmetatable({}, { __tostring = function() while true do end end }))",
    ])
  func time(source: String) throws {
    let lua = try sandbox(time: 0.2)
    let start = ContinuousClock.now
    #expect(try run(source, in: lua).hasPrefix("error: "))
    #expect(ContinuousClock.now - start < .seconds(4))
    #expect(try run("return 1 + 1", in: lua) == "2")
  }

  /// A host object to tamper with.
  final class Safe: LuaObject {
    var code = 1234
  }

  @Test(
    "host objects keep their metatables, and code that raises errors gets no access to the host",
    arguments: [
      "getmetatable(safe).__index = nil", "setmetatable(safe, {})", "rawset(safe, 'x', 1)", "safe.code = print",
      "Safe.code = 1", "Safe.new = print",
      "getmetatable(Safe).__call = nil", "Safe(1, 2)", "safe()", "safe.code.x.y = 1",
      "error(setmetatable({}, { __tostring = error }))", "return #safe()", "safe < safe", "safe .. safe",
    ])
  func hostObjects(source: String) throws {
    let lua = try sandbox()
    let safe = try lua.define("Safe", Safe.self) { Safe() }
    safe.property("code", "The code.", get: { $0.code }, set: { $0.code = $1 })
    let stack = try lua.stack
    stack.push(object: Safe())
    stack.setGlobal("safe")
    safe.hostClass.push(on: stack)
    stack.setGlobal("Safe")
    #expect(try run(source, in: lua).hasPrefix("error: "))
    #expect(try run("return safe.code", in: lua) == "1234")
  }

  @Test("changes of the standard functions by a script do not affect the host")
  func replacedFunctions() throws {
    let lua = try sandbox()
    var printed = ""
    lua.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
    _ = try run(
      """
      local print = print
      getmetatable("").__index = function() return nil end
      pcall, error, tostring, require, load, setmetatable = nil, nil, nil, nil, nil, nil
      string, table, coroutine, math = nil, nil, nil, nil
      _G.print = nil
      print("still here", {} ~= nil)
      """, in: lua)
    #expect(printed == "still here\ttrue\n")
    #expect(try run("return 1 + 1", in: lua) == "2")
    #expect(try run("local x = nil; return x.y", in: lua).hasPrefix("error: untrusted:1: attempt to index a nil value"))
  }
}
