import Foundation
import Testing

@testable import LuaRuntime

/// Outside the sandbox Lua behaves as its manual says, whichever functions the host has replaced.
@MainActor
@Suite("Complete Lua outside the sandbox")
struct WholeLuaTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-whole-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ name: String, _ text: String) throws {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func state() throws -> LuaState {
    let lua = try LuaState()
    lua.moduleFolders = [folder.path]
    return lua
  }

  /// Scripts that raise an error if Lua is incomplete.
  @Test(
    "each construct works as in plain Lua",
    arguments: [
      // Modules: the four searchers, a package set by hand, bundlers and loaders.
      "assert(#package.searchers == 4)",
      "package.preload.bundled = function(...) return { ... } end local m, extra = require 'bundled' "
        + "assert(m[1] == 'bundled' and m[2] == ':preload:' and extra == ':preload:')",
      "table.insert(package.searchers, 1, function(name) if name == 'rock' then return function(...) "
        + "return select('#', ...), ... end, 'data' end end) local count, data = require 'rock' "
        + "assert(count == 2 and data == 'data')",
      "package.searchers = nil assert(not pcall(require, 'x')) "
        + "assert(select(2, pcall(require, 'x')) == \"'package.searchers' must be a table\")",
      "package.path, package.cpath = '?.lua;?/?', '?.so;?/init' local _, message = pcall(require, 'XXX') "
        + "assert(message == \"module 'XXX' not found:\\n\\tno field package.preload['XXX']\\n\\tno file 'XXX.lua'"
        + "\\n\\tno file 'XXX/XXX'\\n\\tno file 'XXX.so'\\n\\tno file 'XXX/init'\", message)",
      "package.loaded.own = false package.preload.own = function() return 7 end assert(require 'own' == 7)",
      "assert(package.config:sub(1, 1) == '/' and package.searchpath('none', '?.lua') == nil)",
      "assert(select(3, package.loadlib('/no/such/library.so', '*')) == 'open')",
      "assert(package.loaded._G == _G and package.loaded.package == package and require 'io' == io)",
      // Precompiled chunks.
      "assert(load(string.dump(function() return 42 end))() == 42)",
      "assert(load(string.dump(function() return 42 end), 'x', 'b')() == 42)",
      "assert(load(string.dump(function() return 42 end), 'x', 'bt')() == 42)",
      "local f, message = load(string.dump(function() end), 'x', 't') "
        + "assert(not f and message == \"attempt to load a binary chunk (mode is 't')\")",
      "local f, message = load('return 1', '=x', 'b') assert(not f and message:find 'attempt to load a text chunk')",
      "local parts = { 'return ', '42' } assert(load(function() return table.remove(parts, 1) end)() == 42)",
      "assert(load('return y', 'c', 't', { y = 5 })() == 5 and load('return y', 'c', nil, { y = 6 })() == 6)",
      // The names of functions in messages and tracebacks.
      "assert(select(2, pcall(print, setmetatable({}, { __tostring = function() return {} end }))) "
        + "== \"'__tostring' must return a string\")",
      "assert(debug.getinfo(print, 'S').what == 'C' and debug.getinfo(require, 'S').what == 'C')",
      "assert(debug.getinfo(load, 'S').what == 'C' and debug.getinfo(collectgarbage, 'S').what == 'C')",
      "assert(select(2, pcall(require)):find \"bad argument #1 to 'require'\")",
      "assert(select(2, pcall(collectgarbage, 'x')):find \"bad argument #1 to 'collectgarbage'\")",
      "local _, message = pcall(function() return print + 1 end) "
        + "assert(message:find \"arithmetic on a function value %(global 'print'%)\", message)",
      "print(setmetatable({}, { __tostring = function() assert(debug.traceback():find \"in function 'print'\") "
        + "return '' end }))",
      // The collector.
      "assert(collectgarbage 'count' > 0 and collectgarbage 'step' ~= nil and collectgarbage 'isrunning')",
      "local mode = collectgarbage 'generational' assert(collectgarbage(mode) == 'generational')",
      "local answer = 1 setmetatable({}, { __gc = function() answer = collectgarbage 'count' end }) collectgarbage() "
        + "assert(answer ~= 1)",
      "local name setmetatable({}, { __gc = function() local t = debug.getinfo(1, 'n') "
        + "name = t.namewhat .. ' ' .. t.name end }) collectgarbage() assert(name == 'metamethod __gc', name)",
      // Information about functions, for any caller.
      "local function f() return debug.getinfo(1).name, debug.getinfo(1, 'n').namewhat end "
        + "local name, what = f() assert(name == 'f' and what == 'local')",
      "assert(debug.getinfo(0, 'n').name == 'getinfo' and debug.getinfo(print).what == 'C')",
      "assert(debug.getinfo(1e9 // 1 | 0) == nil and not pcall(debug.getinfo, 1, {}) and not pcall(debug.getinfo))",
      "local thread = coroutine.create(function() coroutine.yield() end) coroutine.resume(thread) "
        + "assert(debug.getinfo(thread, 0, 'n').name == 'yield' and debug.getinfo(thread, 1).what == 'Lua')",
      // Hooks: none is set at first, and a script's own is its own.
      "assert(debug.gethook() == nil)",
      "local lines = 0 debug.sethook(function() lines = lines + 1 end, 'l')\nlocal x = 1\nlocal f, mask = debug.gethook() "
        + "debug.sethook() assert(lines > 0 and mask == 'l' and debug.gethook() == nil)",
      "local events = {} debug.sethook(function(event) events[#events + 1] = debug.getinfo(2, 'n').name end, 'r') "
        + "local x = 1 debug.sethook() assert(events[1] == 'sethook', events[1])",
      "local counts = 0 debug.sethook(function(event) assert(event == 'count') counts = counts + 1 end, '', 100) "
        + "for i = 1, 10000 do end debug.sethook() assert(counts >= 100 and counts < 300, counts)",
      "local counts = 0 debug.sethook(function() counts = counts + 1 end, '', 25000) for i = 1, 100000 do end "
        + "debug.sethook() assert(counts >= 3 and counts < 16, counts)",
      "local thread = coroutine.create(function() local x = 1 coroutine.yield() end) local lines = 0 "
        + "debug.sethook(thread, function() lines = lines + 1 end, 'l') local f = debug.gethook(thread) "
        + "coroutine.resume(thread) assert(f and lines > 0 and debug.gethook() == nil)",
      // Classes of patterns, including those that the manual no longer lists.
      "local all = {} for c = 0, 255 do all[#all + 1] = string.char(c) end all = table.concat(all)\n"
        + "for class, count in pairs { a = 52, c = 33, d = 10, g = 94, l = 26, p = 32, s = 6, u = 26, w = 62, x = 22, z = 1 } do "
        + "assert(#all:gsub('[^%' .. class .. ']', '') == count and #all:gsub('%' .. class, '') == 256 - count, class)\n"
        + "assert(#all:gsub('%' .. class:upper(), '') == count, class) end",
    ])
  func whole(source: String) throws {
    _ = try state().run(source)
  }

  @Test("setting and removing a hook by a script leaves the time limit in force")
  func hooksAndTime() throws {
    let lua = try LuaState(options: .init(timeLimit: 0.2))
    for hook in ["function() end, 'l'", "function() end, '', 1", "function() end, '', 1 << 30", ""] {
      #expect(lua.failure("debug.sethook(\(hook)) while true do end").contains("time limit"))
      _ = try lua.run("debug.sethook()")
    }
  }

  @Test("files load and run as the manual says: binary, with a mode, an environment, a mark or a shebang")
  func files() throws {
    try write("text.lua", "#!/usr/bin/env lua\nreturn value, debug.getinfo(1).currentline")
    try Data([0xef, 0xbb, 0xbf] + Array("return 'marked'".utf8)).write(to: folder.appendingPathComponent("mark.lua"))
    let lua = try state()
    let source = """
      local folder = "\(folder.path)/"
      local value, line = loadfile(folder .. "text.lua", "t", { value = 5, debug = debug })()
      assert(value == 5 and line == 2)
      assert(dofile(folder .. "mark.lua") == "marked")
      local file = assert(io.open(folder .. "binary.lua", "wb"))
      file:write(string.dump(function(...) return "compiled", ... end))
      file:close()
      assert(dofile(folder .. "binary.lua") == "compiled" and not loadfile(folder .. "binary.lua", "t"))
      assert(select("#", loadfile(folder .. "none.lua")) == 2)
      local value, name, place = require "binary"
      assert(value == "compiled" and name == folder .. "binary.lua" and package.loaded.binary == "compiled")
      """
    _ = try lua.run(source)
  }

  @Test("modules are found in a folder whose name is special on package.path")
  func oddFolder() throws {
    let lua = try LuaState()
    try write("what;now?/model.lua", "return 'found'")
    lua.moduleFolders = [folder.appendingPathComponent("what;now?").path]
    #expect(try lua.run("return (require 'model')") == ["found"])
    #expect(lua.failure("require 'none'").contains("what;now?/none.lua'"))
  }

  @Test("a module can be required again after it failed, or was in a cycle")
  func circles() throws {
    try write("a.lua", "return require 'b'")
    try write("b.lua", "return require 'c'")
    try write("c.lua", "if fixed then return 'fixed' end return require 'a'")
    let lua = try state()
    #expect(lua.failure("require 'a'").contains("module 'a' requires itself: a > b > c > a"))
    #expect(try lua.run("fixed = true return (require 'a')") == ["fixed"])
  }
}
