import CLua

extension LuaState {
  /// Replaces what in Lua's libraries would reach past the host: output, the end of the process, precompiled chunks.
  func installPrelude(_ stack: LuaStack) throws {
    if !options.isSandboxed { keepNativeSearcher(stack) }
    try load(Array(Self.prelude.utf8), name: "luahost prelude", on: stack)
    push(function: "print", on: stack) { stack in
      stack.state.onPrint(stack.lossyString(1) ?? "")
      return 0
    }
    push(function: "os.exit", on: stack) { stack in
      let code: Int32 =
        switch stack.kind(1) {
        case .none, .nil: 0
        case .boolean: stack.truth(1) ? 0 : 1
        default: Int32(truncatingIfNeeded: stack.integer(1) ?? 1)
        }
      throw stack.state.requestExit(code: code)
    }
    push(function: "require", on: stack) { stack in try stack.state.require(stack) }
    push(function: "readScript", on: stack) { stack in
      stack.push(bytes: try ScriptFile.read(try stack.checkString(1, "the file's name")))
      return 1
    }
    stack.push(options.isSandboxed)
    lh_push_closure(stack.L, lh_make_finalizer, 0)
    lh_push_closure(stack.L, lh_enter_handler, 0)
    lh_push_closure(stack.L, lh_leave_handler, 0)
    try stack.call(arguments: 8, results: 0)
  }

  private func keepNativeSearcher(_ stack: LuaStack) {
    stack.pushGlobal("package")
    if stack.rawGet(-1, "searchers") == .table, stack.rawGet(-1, 3) == .function {
      nativeSearcher = LuaReference(stack, -1)
    }
    stack.top = 0
  }

  private static let prelude = """
    local write, exit, require, readScript, isSandboxed, makeFinalizer, enterHandler, leaveHandler = ...
    local load, tostring, select, concat, error, type, pcall = load, tostring, select, table.concat, error, type, pcall

    function print(...)
      local words = {}
      for i = 1, select("#", ...) do words[i] = tostring((select(i, ...))) end
      write(concat(words, "\\t") .. "\\n")
    end

    -- The host has to know when a script's message handler could run.
    local xpcall = xpcall
    _G.xpcall = function(...)
      enterHandler()
      return leaveHandler(xpcall(...))
    end

    os.exit = function(code) exit(code) end
    _G.require = require

    -- Text only: precompiled chunks can break the interpreter.
    _G.load = function(chunk, name, mode, ...)
      if mode ~= nil and type(mode) == "string" and not mode:find "t" then
        return nil, "only the text of a chunk can be loaded, not precompiled Lua"
      end
      if select("#", ...) > 0 then return load(chunk, name, "t", (...)) end
      return load(chunk, name, "t")
    end

    local function loadText(path, mode, ...)
      local isRead, text = pcall(readScript, path)
      if not isRead then return nil, text end
      if text:sub(1, 3) == "\\xEF\\xBB\\xBF" then text = text:sub(4) end
      if text:sub(1, 1) == "#" then text = "--" .. text end
      if select("#", ...) > 0 then return load(text, "@" .. path, "t", (...)) end
      return load(text, "@" .. path, "t")
    end
    _G.loadfile = loadText
    _G.dofile = function(path)
      local chunk, message = loadText(path)
      if not chunk then error(message, 0) end
      return chunk()
    end

    -- Finalisers run where the time limit holds.
    local finalizers = setmetatable({}, { __mode = "k" })
    local rawget, rawset = rawget, rawset
    local function guarded(setmetatable)
      return function(object, metatable)
        local finalizer = type(metatable) == "table" and rawget(metatable, "__gc")
        if type(finalizer) == "function" and not finalizers[finalizer] then
          local guard = makeFinalizer(finalizer)
          finalizers[guard] = true
          rawset(metatable, "__gc", guard)
        end
        local isSet, result = pcall(setmetatable, object, metatable)
        if not isSet then error((tostring(result):gsub("'%?'", "'setmetatable'")), 2) end
        return result
      end
    end
    setmetatable = guarded(setmetatable)
    debug.setmetatable = guarded(debug.setmetatable)

    -- As often as something more is found: a view can go only after what holds it has gone.
    local collect = collectgarbage
    _G.collectgarbage = function(option, ...)
      if option ~= nil and option ~= "collect" then return collect(option, ...) end
      local before
      for _ = 1, 20 do
        before = collect "count"
        collect()
        if collect "count" >= before then break end
      end
      return 0
    end

    package.searchers = nil
    package.preload = nil
    if isSandboxed then
      io, debug, dofile, loadfile, collectgarbage = nil, nil, nil, nil, nil
      _G.collectgarbage = function(option)
        if option == "count" or option == nil or option == "collect" then return 0 end
        error("the sandbox has no collectgarbage '" .. tostring(option) .. "'", 2)
      end
      local os_ = os
      os = { clock = os_.clock, date = os_.date, difftime = os_.difftime, time = os_.time, exit = os_.exit }
      package.loaded.io, package.loaded.debug, package.loaded.os = nil, nil, os
      package.loadlib, package.searchpath, package.cpath, package.path, package.config = nil, nil, nil, nil, nil
      package.loaded.package = nil
      package = { loaded = package.loaded }
    end
    """
}
