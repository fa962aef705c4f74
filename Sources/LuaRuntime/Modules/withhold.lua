-- Removes functions for which scripts lack the capability. Receives a table of their capabilities, and the `require` of
-- a script without access to files.
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
  -- Lua's own file searcher loads precompiled chunks, and the other searchers load C modules.
  local searchpath = package.searchpath
  package.searchers[2] = function(name)
    local file, message = searchpath(name, package.path)
    if not file then return message end
    local chunk, problem = loadfile(file, "t")
    if not chunk then error("error loading module '" .. name .. "' from file '" .. file .. "':\n\t" .. problem, 0) end
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
