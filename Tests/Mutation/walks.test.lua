-- The walks, and each of their beginnings, as cases that end where the app is worth an examination, for
-- `luahost doctor --after`.
local test = require "luahost.test"
local walks = dofile(test.folder .. "/walks.lua")

for number, walk in ipairs(walks[os.getenv "FORESIGHT_WALK"]) do
  for last = 1, #walk do
    test.case(("walk %d, step %d"):format(number, last), function(t)
      local app = t:launch(os.getenv "FORESIGHT_APP", {
        size = walk.size, options = walk.options and walk.options(), errors = "allowed",
      })
      -- A mutant may not offer what a step uses.
      for index = 1, last do pcall(walk[index], app) end
    end)
  end
end
