-- A storyboard's initial scene does not exist.
-- says:
--   error: scene-that-is-missing.lua:8: storyboard "Main" has no scene "note", which "initial" names; its scenes are: notes

local ui = require "luahost"

local app = ui.Application { identifier = "org.example.mistake" }
app.storyboard = ui.Storyboard("Main", { initial = "note", scenes = { notes = { class = "ViewController" } } })

return app
