-- A list that is sorted by what a pushed screen changes. It reloads when it appears again.

local ui = require "luahost"

local songs = { { id = "a", stars = 2 }, { id = "b", stars = 3 }, { id = "c", stars = 1 } }
local function sort()
  table.sort(songs, function(x, y)
    if x.stars == y.stars then return x.id < y.id end
    return x.stars > y.stars
  end)
end

local List = ui.ViewController:subclass "List"
function List:loadView()
  sort()
  self.table = ui.TableView { restorationIdentifier = "table", dataSource = self, delegate = self }
  self.view = self.table
end
function List:viewWillAppear() self.table:reloadData() end
function List:numberOfRowsInSection() return #songs end
function List:cellForRow(_, _, row) return songs[row].id .. ("*"):rep(songs[row].stars) end
function List:modelIdentifierForElement(_, _, row) return songs[row].id end
function List:indexPathForElement(_, id)
  for row, song in ipairs(songs) do
    if song.id == id then return 1, row end
  end
end
function List:didSelectRow(_, _, row)
  self.navigationController:push(ui.ViewController { restorationIdentifier = "song", title = songs[row].id })
end

local app = ui.Application { identifier = "org.example.reordered" }

-- Adds stars to a song, as the pushed screen does.
function rate(id, stars)
  for _, song in ipairs(songs) do
    if song.id == id then song.stars = song.stars + stars end
  end
  sort()
  app:restorableStateChanged()
end

function app:shouldSaveApplicationState(coder)
  coder:encode("songs", songs)
  return true
end
function app:shouldRestoreApplicationState(coder)
  songs = coder:decode "songs"
  return true
end
function app:viewControllerWithRestorationIdentifierPath(path)
  local classes = { nav = ui.NavigationController, list = List, song = ui.ViewController }
  return classes[path[#path]]()
end
function app:willFinishLaunching() self.window = ui.Window() end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController =
      ui.NavigationController { restorationIdentifier = "nav", List { restorationIdentifier = "list", title = "Songs" } }
  end
  self.window:makeKeyAndVisible()
end
return app
