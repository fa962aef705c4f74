-- Reports the files that a script uses. use(path, isWriting) is called before a file is opened, renamed or removed, and returns
-- the path to open instead, or nil.
local use = ...
local io, os, type = io, os, type

local function replace(library, name, make)
  local original = library and library[name]
  if original then library[name] = make(original) end
end

replace(io, "open", function(open)
  return function(path, mode, ...)
    if type(path) ~= "string" then return open(path, mode, ...) end
    return open(use(path, type(mode) == "string" and mode:find "[wa+]" ~= nil) or path, mode, ...)
  end
end)
for _, name in ipairs { "lines", "input", "output" } do
  replace(io, name, function(original)
    return function(path, ...)
      if type(path) ~= "string" then return original(path, ...) end
      return original(use(path, name == "output") or path, ...)
    end
  end)
end
for _, name in ipairs { "rename", "remove" } do
  replace(os, name, function(original)
    return function(path, ...)
      if type(path) == "string" then use(path, true) end
      return original(path, ...)
    end
  end)
end
