import CLua

extension LuaState {
  /// Replaces what in Lua's libraries would reach past the host: output and the end of the process; and takes away what the
  /// scripts lack the capability for.
  func installPrelude(_ stack: LuaStack) throws {
    replaceFunctions(stack)
    try load(Array(Self.prelude.utf8), name: "luahost prelude", on: stack)
    lh_push_closure(stack.L, lh_make_xpcall, 0)
    lh_push_closure(stack.L, lh_time_is_over, 0)
    try stack.call(arguments: 2, results: 0)
    guard options.capabilities != .all else { return }
    try load(Array(Self.sandbox.utf8), name: "luahost prelude", on: stack)
    stack.createTable(hash: 8)
    for (name, capability) in LuaCapabilities.names {
      stack.push(options.capabilities.contains(capability))
      stack.rawSet(-2, name)
    }
    push(function: "require", on: stack) { stack in try stack.state.requireInSandbox(stack) }
    try stack.call(arguments: 2, results: 0)
  }

  private func replaceFunctions(_ stack: LuaStack) {
    push(function: "print", on: stack) { stack in
      stack.state.onPrint(stack.lossyString(1) ?? "")
      return 0
    }
    stack.rawSet(LH_REGISTRY, LH_PRINT)
    lh_push_closure(stack.L, lh_print, 0)
    stack.setGlobal("print")
    stack.pushGlobal("require")
    lh_push_closure(stack.L, lh_require, 1)
    stack.setGlobal("require")
    stack.pushGlobal("os")
    push(function: "os.exit", on: stack) { stack in
      let code: Int32 =
        switch stack.kind(1) {
        case .none, .nil: 0
        case .boolean: stack.truth(1) ? 0 : 1
        default: Int32(truncatingIfNeeded: stack.integer(1) ?? 1)
        }
      throw stack.state.requestExit(code: code)
    }
    stack.rawSet(-2, "exit")
    stack.pushGlobal("debug")
    lh_push_closure(stack.L, lh_get_hook, 0)
    stack.rawSet(-2, "gethook")
    lh_push_closure(stack.L, lh_set_hook, 0)
    stack.rawSet(-2, "sethook")
    stack.rawGet(-1, "getinfo")
    lh_push_closure(stack.L, lh_get_info, 1)
    stack.rawSet(-2, "getinfo")
    lh_begin_finalizers(stack.L)
    stack.rawGet(-1, "setmetatable")
    lh_guard_setmetatable(stack.L, 0)
    stack.rawSet(-2, "setmetatable")
    stack.pushGlobal("setmetatable")
    lh_guard_setmetatable(stack.L, 1)
    stack.setGlobal("setmetatable")
    stack.pop(2)
  }

  private static let prelude = """
    local makeXpcall, isOver = ...

    -- When the time is over no handler runs. In a tail call, it is on the level of the stack where it would be otherwise.
    xpcall = makeXpcall(xpcall, function(handler)
      return function(message)
        if isOver() then return message end
        return handler(message)
      end
    end)
    """

  private static let sandbox = """
    local may, require = ...
    local load, loadfile, tostring, select, error, type = load, loadfile, tostring, select, error, type
    local loaded = package.loaded

    if not may.nativeCode then
      -- Text only: precompiled chunks can break the interpreter.
      local function isRefused(mode) return mode ~= nil and type(mode) == "string" and not mode:find "t" end
      local refusal = "only the text of a chunk can be loaded, not precompiled Lua"
      _G.load = function(chunk, name, mode, ...)
        if isRefused(mode) then return nil, refusal end
        if select("#", ...) > 0 then return load(chunk, name, "t", (...)) end
        return load(chunk, name, "t")
      end
      _G.loadfile = function(file, mode, ...)
        if isRefused(mode) then return nil, refusal end
        if select("#", ...) > 0 then return loadfile(file, "t", (...)) end
        return loadfile(file, "t")
      end
      _G.dofile = function(file)
        local chunk, message = loadfile(file, "t")
        if not chunk then error(message, 0) end
        return chunk()
      end
      package.loadlib, package.cpath = nil, ""
      -- Lua's own searcher of files loads precompiled chunks, and the others C modules.
      local searchpath = package.searchpath
      package.searchers[2] = function(name)
        local file, message = searchpath(name, package.path)
        if not file then return message end
        local chunk, problem = loadfile(file, "t")
        if not chunk then error("error loading module '" .. name .. "' from file '" .. file .. "':\\n\\t" .. problem, 0) end
        return chunk, file
      end
      package.searchers[3], package.searchers[4] = nil, nil
    end

    if not may.processes then
      os.execute = nil
      io.popen = nil
    end

    if not may.environment then os.getenv, os.setlocale = nil, nil end

    if not may.files then
      _G.io, _G.dofile, _G.loadfile = nil, nil, nil
      os.remove, os.rename, os.tmpname = nil, nil, nil
      _G.require = require
      loaded.io, loaded.package = nil, nil
      package = { loaded = loaded }
    end

    if not may.debug then
      debug, loaded.debug = nil, nil
      _G.collectgarbage = function(option)
        if option == "count" or option == nil or option == "collect" then return 0 end
        error("the sandbox has no collectgarbage '" .. tostring(option) .. "'", 2)
      end
    end
    """
}
