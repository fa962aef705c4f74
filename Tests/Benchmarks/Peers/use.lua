-- The app of an hour of use: a list with a detail screen, a text and a field, all of them restored.
local ui = require "luahost"

local Detail = ui.ViewController:subclass "Detail"

function Detail:loadView()
  self.field = ui.TextField { restorationIdentifier = "field" }
  self.notes = ui.TextView { restorationIdentifier = "notes", height = 6 }
  self.view = ui.VStack { ui.Label { text = "Detail" }, self.field, self.notes }
end

function Detail:encodeRestorableState(coder)
  Detail.super.encodeRestorableState(self, coder)
  coder:encode("item", self.item)
end

function Detail:decodeRestorableState(coder)
  Detail.super.decodeRestorableState(self, coder)
  self.item = coder:decode "item"
end

function Detail:viewControllerWithRestorationIdentifierPath() return Detail { title = "Detail" } end

local List = ui.ViewController:subclass "List"

function List:loadView()
  self.table = ui.TableView { restorationIdentifier = "table", dataSource = self, delegate = self }
  self.view = self.table
end

function List:numberOfRowsInSection() return 1000 end
function List:cellForRow(_, _, row) return "item " .. row end
function List:modelIdentifierForElement(_, _, row) return "item " .. row end
function List:indexPathForElement(_, identifier) return 1, tonumber(identifier:match "%d+") end
function List:didSelectRow(_, _, row)
  self.navigationController:push(Detail {
    title = "Detail", restorationIdentifier = "detail", restorationClass = Detail, item = row,
  })
end
function List:viewControllerWithRestorationIdentifierPath() return List { title = "List" } end

local app = ui.Application { identifier = "org.luahost.use" }

function app:willFinishLaunching() self.window = ui.Window() end
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = ui.NavigationController {
      restorationIdentifier = "nav", List { title = "List", restorationIdentifier = "list", restorationClass = List },
    }
  end
  self.window:makeKeyAndVisible()
end

return app
