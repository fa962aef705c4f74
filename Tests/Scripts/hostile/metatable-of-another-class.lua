-- expect: expected a Label
local label = ui.Label { text = "x" }
debug.setmetatable(app.window, debug.getmetatable(label))
print(app.window.text)
