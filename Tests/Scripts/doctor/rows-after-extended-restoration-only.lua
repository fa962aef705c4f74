-- Rows that come some time after each launch, for which only a restoration waits.
local ui = require "luahost"
local app = ui.Application { identifier = "org.example.case", version = "1.0" }
function app:shouldSaveApplicationState(coder) return true end
function app:shouldRestoreApplicationState(coder) return true end
function app:willFinishLaunching(options) self.window = ui.Window() end
local Page = ui.ViewController:subclass "Page"
function Page:loadView()
  self.names = {}
  self.list = ui.TableView { restorationIdentifier = "rows", dataSource = self }
  self.view = self.list
end
function Page:viewDidLoad()
  ui.after(0.4, function()
    self.names = { "a", "b", "c" }
    self.list:reloadData()
    if self.isRestored then app:completeStateRestoration() end
  end)
end
function Page:decodeRestorableState(coder)
  app:extendStateRestoration()
  self.isRestored = true
end
function Page:numberOfRowsInSection() return #self.names end
function Page:cellForRow(_, _, row) return self.names[row] end
function Page:modelIdentifierForElement(_, _, row) return self.names[row] end
function Page:indexPathForElement(_, name)
  for row, other in ipairs(self.names) do if other == name then return 1, row end end
end
function Page:viewControllerWithRestorationIdentifierPath(path, coder) return Page() end
function app:didFinishLaunching(options)
  if not self.window.rootViewController then
    self.window.rootViewController = Page { restorationIdentifier = "p", restorationClass = Page }
  end
  self.window:makeKeyAndVisible()
end
return app
