-- Every container and stateful view in one tree; the launch options name those that are missing.

local ui = require "luahost"

local Page = ui.ViewController:subclass "Page"

function Page:loadView()
  local name = self.title or self.restorationIdentifier or "?"
  self.view = ui.VStack { ui.Label { text = "page " .. name } }
end

function Page:viewControllerWithRestorationIdentifierPath(path, coder)
  if refused and refused[path[#path]] then return nil end
  return Page { title = path[#path] }
end

local Controls = ui.ViewController:subclass "Controls"

function Controls:loadView()
  self.view = ui.VStack {
    ui.Switch { restorationIdentifier = "switch" },
    ui.Slider { restorationIdentifier = "slider", maximumValue = 10 },
    ui.Stepper { restorationIdentifier = "stepper" },
    ui.SegmentedControl { restorationIdentifier = "segments", segments = { "a", "b", "c" } },
    ui.TextField { restorationIdentifier = "field", text = "some text" },
    ui.TableView { restorationIdentifier = "table", rows = { "one", "two", "three" } },
    ui.ScrollView { restorationIdentifier = "scroll", ui.Label { text = ("line\n"):rep(50) } },
  }
end

function Controls:viewControllerWithRestorationIdentifierPath() return Controls() end

-- Containers are re-created by this class.
local Containers = ui.ViewController:subclass "Containers"
local made = {}
function Containers:viewControllerWithRestorationIdentifierPath(path, coder)
  if not (refused and refused[path[#path]]) then return made[path[#path]]() end
end

local function page(name) return Page { restorationIdentifier = name, restorationClass = Page, title = name } end

function made.tabs() return ui.TabBarController {} end
function made.nav() return ui.NavigationController { title = "nav" } end
function made.split() return ui.SplitViewController { title = "split" } end
function made.pages() return ui.PageViewController { title = "pages" } end

local function container(name, children)
  local controller = made[name]()
  controller.restorationIdentifier, controller.restorationClass = name, Containers
  controller.viewControllers = children
  return controller
end

local app = ui.Application { identifier = "org.luahost.containers", version = "1" }

function app:willFinishLaunching(options)
  refused = options and options.refused
  self.window = ui.Window()
end

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = container("tabs", {
      container("nav", { page "n1", page "n2", page "n3" }),
      container("split", { page "left", page "right" }),
      container("pages", { page "p1", page "p2", page "p3" }),
      Controls { restorationIdentifier = "controls", restorationClass = Controls, title = "controls" },
    })
  end
  self.window:makeKeyAndVisible()
end

return app
