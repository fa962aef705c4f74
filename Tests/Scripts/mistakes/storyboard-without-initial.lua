-- A storyboard has no initial scene.
-- says:
--   error: storyboard-without-initial.lua:11: storyboard "Main" has no initial scene: add `initial = "NAME"`

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }

app.storyboard = ui.Storyboard("Main", {
  scenes = { notes = { title = "Notes" } },
})

return app
