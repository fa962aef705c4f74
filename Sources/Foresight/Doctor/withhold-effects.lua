-- Withholds what would change anything outside of a trial run: commands, and files that are not the run's own.
--
-- refusal(name) notes that an operation is refused, and returns the message, which names the script's line. mayWrite(path) returns
-- whether a file belongs to the run. isSilent closes the standard streams to the script.
local refusal, mayWrite, isAllowed, isSilent = ...
local os, io, type, tostring, error = os, io, type, tostring, error
local own = {}

local function isOwn(path) return own[path] or mayWrite(tostring(path)) end

local function guard(library, name, title, isHarmless)
  local original = library and library[name]
  if not original then return end
  library[name] = function(...)
    if not isHarmless(...) then error(refusal(title), 0) end
    return original(...)
  end
end

-- Withholds the functions of luv that start programs, open connections, or change files.
local function guardLuv(luv)
  for _, name in ipairs { "spawn", "new_tcp", "new_udp" } do guard(luv, name, "luv." .. name, function() return false end) end
  guard(luv, "fs_open", "luv.fs_open of a file outside of the run for writing", function(path, flags)
    -- Numbers are those of Linux: 1 and 2 write, 64 creates, 512 truncates.
    local writes = type(flags) == "number" and (flags & (1 | 2 | 64 | 512)) ~= 0 or type(flags) == "string" and flags:find "[wa+]"
    return not writes or isOwn(path)
  end)
  for _, name in ipairs {
    "fs_unlink", "fs_mkdir", "fs_rmdir", "fs_mkdtemp", "fs_mkstemp", "fs_chmod", "fs_chown", "fs_lchown", "fs_utime", "fs_lutime",
  } do
    guard(luv, name, "luv." .. name .. " outside of the run", isOwn)
  end
  guard(luv, "fs_rename", "luv.fs_rename outside of the run", function(from, to) return isOwn(from) and isOwn(to) end)
  for _, name in ipairs { "fs_copyfile", "fs_link", "fs_symlink" } do
    guard(luv, name, "luv." .. name .. " outside of the run", function(_, to) return isOwn(to) end)
  end
end

if isSilent and io then
  local input, output = io.open("/dev/null"), io.open("/dev/null", "w")
  if input and output then
    io.input(input)
    io.output(output)
    io.stdin, io.stdout, io.stderr = input, output, output
  end
end

if not isAllowed then
  guard(os, "execute", "os.execute", function(command) return command == nil end)
  guard(io, "popen", "io.popen", function() return false end)
  guard(os, "remove", "os.remove of a file outside of the run", isOwn)
  guard(os, "rename", "os.rename of a file outside of the run", function(from, to) return isOwn(from) and isOwn(to) end)
  guard(io, "open", "io.open of a file outside of the run for writing", function(path, mode)
    return type(mode) ~= "string" or not mode:find "[wa+]" or isOwn(path)
  end)
  guard(io, "output", "io.output to a file outside of the run", function(file) return type(file) ~= "string" or isOwn(file) end)
  local tmpname = os and os.tmpname
  if tmpname then
    os.tmpname = function()
      local name = tmpname()
      own[name] = true
      return name
    end
  end
  local openLuv = package and package.preload and package.preload.luv
  if openLuv then
    package.preload.luv = function(...)
      local luv = openLuv(...)
      guardLuv(luv)
      return luv
    end
  end
end
