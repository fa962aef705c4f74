import CLua

extension LuaState {
  /// Replaces what in Lua's libraries would reach past the host: output, the end of the process, and in the sandbox all
  /// that leads out of it.
  func installPrelude(_ stack: LuaStack) throws {
    replaceFunctions(stack)
    try load(Array(Self.prelude.utf8), name: "luahost prelude", on: stack)
    lh_push_closure(stack.L, lh_make_xpcall, 0)
    lh_push_closure(stack.L, lh_time_is_over, 0)
    try stack.call(arguments: 2, results: 0)
    guard options.isSandboxed else { return }
    try load(Array(Self.sandbox.utf8), name: "luahost prelude", on: stack)
    push(function: "require", on: stack) { stack in try stack.state.requireInSandbox(stack) }
    try stack.call(arguments: 1, results: 0)
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
    local require = ...
    local load, tostring, select, error, type = load, tostring, select, error, type

    _G.require = require

    -- Text only: precompiled chunks can break the interpreter.
    _G.load = function(chunk, name, mode, ...)
      if mode ~= nil and type(mode) == "string" and not mode:find "t" then
        return nil, "only the text of a chunk can be loaded, not precompiled Lua"
      end
      if select("#", ...) > 0 then return load(chunk, name, "t", (...)) end
      return load(chunk, name, "t")
    end

    io, debug, dofile, loadfile, collectgarbage = nil, nil, nil, nil, nil
    _G.collectgarbage = function(option)
      if option == "count" or option == nil or option == "collect" then return 0 end
      error("the sandbox has no collectgarbage '" .. tostring(option) .. "'", 2)
    end
    local os_ = os
    os = { clock = os_.clock, date = os_.date, difftime = os_.difftime, time = os_.time, exit = os_.exit }
    package.loaded.io, package.loaded.debug, package.loaded.os = nil, nil, os
    package.loaded.package = nil
    package = { loaded = package.loaded }
    """
}
