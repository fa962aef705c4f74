-- refuse: time limit
-- input: :screen
local Painter = ui.View:subclass "Painter"
function Painter:draw(canvas) canvas:box(-1000000000, -1000000000, 2000000000, 2000000000) canvas:box(0, 0, 1000000000, 3) end
app.window.rootViewController.view = Painter()
