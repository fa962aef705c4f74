local ui = require "luahost"
local Page = ui.ViewController:subclass "Page"
function Page:loadView()
  self.view = ui.VStack { ui.TextField { restorationIdentifier = "field" } }
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page.make() end
function Page.make()
  return Page { --! no-identifier
    restorationClass = Page,
  }
end
return Page
