local ui = require "luahost"
local Editor = ui.ViewController:subclass "Editor"
function Editor:loadView() self.view = ui.Label { text = "x" } end
function Editor:viewControllerWithRestorationIdentifierPath(path, coder) return Editor() end
function Editor:encodeRestorableState(coder)
  Editor.super.encodeRestorableState(self, coder)
  coder:encode("title", "t")
  coder:encode("zoom", 3) --! not-decoded
end
function Editor:decodeRestorableState(coder)
  Editor.super.decodeRestorableState(self, coder)
  self.t = coder:decodeString("title")
end
return Editor
