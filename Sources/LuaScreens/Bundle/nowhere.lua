-- The environment of a script that only runs to determine its app's identity: without files and programs, and with
-- inert libraries. Receives the names of the libraries.
local libraries = ...

-- A stand-in for any value of a library: it can be called, indexed and used in arithmetic.
local standIn, meta = {}, {}
for _, name in ipairs { "call", "add", "sub", "mul", "div", "mod", "pow", "unm", "idiv", "band", "bor", "bxor", "bnot", "shl", "shr" } do
  meta["__" .. name] = function() return standIn end
end
-- Ends loops, as the stand-in looks like an empty list.
function meta.__index(_, key) return type(key) ~= "number" and standIn or nil end
function meta.__newindex() end
function meta.__len() return 0 end
function meta.__pairs() return next, {} end
function meta.__concat() return "" end
function meta.__tostring() return "" end
function meta.__lt() return false end
meta.__le = meta.__lt
setmetatable(standIn, meta)

local function refuse(name)
  return function() return nil, name .. ": nothing is there where an app is only asked what it is called" end
end

local function library(names)
  local made = {}
  for _, name in ipairs(names) do made[name] = refuse(name) end
  return made
end

io = library { "open", "popen", "read", "tmpfile", "close" }
io.stdin, io.stdout, io.stderr = standIn, standIn, standIn
function io.lines() return function() end end
function io.write() return standIn end
for _, name in ipairs { "remove", "rename", "tmpname", "execute" } do os[name] = refuse(name) end
loadfile, dofile = refuse "loadfile", refuse "dofile"

package.path, package.cpath, package.config, package.searchers = "", "", "/\n;\n?\n!\n-\n", {}
package.searchpath, package.loadlib = refuse "searchpath", refuse "loadlib"
package.preload = debug.getregistry()._PRELOAD
package.loaded.io, package.loaded.package = io, package
for _, name in ipairs(libraries) do
  package.preload[name] = function() return standIn end
end
