-- A list and a detail screen under a navigation controller, without restoration classes.
--
-- The application re-creates every controller from the storyboard, by the last component of its path. For the root (a
-- path of one component) it returns nil: it exists already, because the main storyboard created it.

local ui = require "luahost"

---@class delegate.List : luahost.ViewController, luahost.TableViewDataSource
local List = ui.ViewController:subclass "ListViewController"
---@class delegate.Detail : luahost.ViewController
local Detail = ui.ViewController:subclass "DetailViewController"
local fruits = { "Apple", "Banana", "Cherry", "Damson" }

-- The container seen by each life-cycle method, if the test asks for it; viewDidLoad has none yet.
local seen, isRecording = {}, false
local function note(controller, method)
  if not isRecording then return end
  local container = controller.navigationController and "in nav" or "no nav"
  seen[#seen + 1] = ("%s %s %s"):format(controller.restorationIdentifier or "?", method, container)
end

for _, class in ipairs { List, Detail } do
  function class:viewDidLoad() note(self, "viewDidLoad") end
  function class:viewWillAppear() note(self, "viewWillAppear") end
  function class:applicationFinishedRestoringState() note(self, "applicationFinishedRestoringState") end
end

function List:loadView()
  self.table = ui.TableView { rows = fruits, restorationIdentifier = "fruits", delegate = self }
  self.view = self.table
end

function List:didSelectRow(tableView, section, row)
  local detail = self.storyboard:instantiateViewController "detail"
  detail.fruit = fruits[row]
  self.navigationController:push(detail)
end

function Detail:loadView()
  self.label = ui.Label { text = self.fruit or "" }
  self.view = ui.VStack { padding = 1, ui.Label { text = "You chose:" }, self.label, ui.Spacer() }
end

function Detail:encodeRestorableState(coder)
  Detail.super.encodeRestorableState(self, coder)
  coder:encode("fruit", self.fruit)
end

function Detail:decodeRestorableState(coder)
  Detail.super.decodeRestorableState(self, coder)
  self.fruit = coder:decode "fruit"
  self.label.text = self.fruit
end

local main = ui.Storyboard("Main", {
  initial = "nav",
  scenes = {
    nav = { class = ui.NavigationController, restorationIdentifier = "nav", children = { "list" } },
    list = { class = List, restorationIdentifier = "list", title = "Fruits" },
    detail = { class = Detail, restorationIdentifier = "detail", title = "Fruit" },
  },
})

---@class delegate.App : luahost.Application
local app = ui.Application { identifier = "org.luahost.delegate", version = "1.0" }
app.storyboard = main
app.asked = {}
app.seen = seen

function app:willFinishLaunching(options) isRecording = options ~= nil and options.isRecording end

function app:viewControllerWithRestorationIdentifierPath(path, coder)
  self.asked[#self.asked + 1] = table.concat(path, "/")
  if #path == 1 then return nil end
  return main:instantiateViewController(path[#path])
end

function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end

return app
