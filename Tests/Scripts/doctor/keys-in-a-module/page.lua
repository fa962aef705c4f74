local ui = require "luahost"
local keys = require "keys"
local Page = ui.ViewController:subclass "Page"
function Page:encodeRestorableState(coder)
  coder:encode(keys.filter, "x")
  coder:encode(keys.order, "asc") --! not-decoded
end
function Page:decodeRestorableState(coder) self.filter = coder:decode(keys.filter) end
function Page:viewControllerWithRestorationIdentifierPath() return Page() end
return Page
