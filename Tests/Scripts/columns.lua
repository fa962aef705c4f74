-- A table of files in columns, which the app sorts on request.

local ui = require "luahost"

local Files = ui.ViewController:subclass "Files"

local columns = {
  { title = "Name", isSortable = true },
  { identifier = "size", title = "Size", width = 8, alignment = "right", isSortable = true },
  { title = "Kind", width = 6 },
}

function Files:loadView()
  self.asked = {}
  self.files = {
    { "readme.md", 120, "text" }, { "logo.png", 4096, "image" }, { "app.lua", 900, "code" },
    { "a file whose name is much too long for its column", 7, "text" },
  }
  self.table = ui.TableView { restorationIdentifier = "table", dataSource = self, columns = columns }
  self.view = self.table
end

function Files:numberOfRowsInSection()
  self.asked[#self.asked + 1] = "rows"
  return #self.files
end

function Files:cellForRow(_, _, row)
  local file = self.files[row]
  local kind = row == 3 and ui.Label { text = "<" .. file[3] .. ">" } or file[3]
  return { file[1], file[2], kind }
end

function Files:modelIdentifierForElement(_, _, row) return self.files[row][1] end
function Files:indexPathForElement(_, name)
  for row, file in ipairs(self.files) do
    if file[1] == name then return 1, row end
  end
end

function Files:didSort(_, column, ascending)
  self.asked[#self.asked + 1] = "sort " .. column .. (ascending and " up" or " down")
  table.sort(self.files, function(a, b)
    if ascending then return a[column] < b[column] end
    return a[column] > b[column]
  end)
  self.table:reloadData()
end

-- Returns the requests of the table since the last call, in order.
function Files:news()
  local news = table.concat(self.asked, ", ")
  self.asked = {}
  return news
end

function Files:viewControllerWithRestorationIdentifierPath() return Files() end

local app = ui.Application { identifier = "org.example.columns", version = "1.0" }
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  self.window = ui.Window()
  if not options then return end
  if options.isStiff then
    for _, column in ipairs(columns) do column.isSortable = nil end
  end
  if options.failsToSort then
    function Files:didSort()
      self.asked[#self.asked + 1] = "sort"
      error "no way"
    end
  end
end

function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Files { restorationIdentifier = "files", restorationClass = Files }
  end
  files = self.window.rootViewController
  self.window:makeKeyAndVisible()
end

return app
