-- A selection in rows that come after two seconds.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = ui.ViewController:subclass "Page"
function Page:numberOfRowsInSection() return #self.items end
function Page:cellForRow(t, s, r) return self.items[r] end
function Page:modelIdentifierForElement(t, s, r) return self.items[r] end
function Page:indexPathForElement(t, id) for i, item in ipairs(self.items) do if item == id then return 1, i end end end
function Page:init() self.items = {} end
function Page:loadView()
  self.table = ui.TableView { restorationIdentifier = "table", dataSource = self }
  self.view = ui.VStack { self.table }
end
function Page:viewDidLoad()
  self:task(function(self)
    ui.sleep(2)
    for i = 1, 50 do self.items[i] = "item " .. i end
    self.table:reloadData()
    if not app.restored then self.table:selectRow(1, 7) end
  end)
end
function Page:applicationFinishedRestoringState() app.restored = true end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
