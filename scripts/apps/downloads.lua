-- Downloads that resume after a quit, a crash or a kill.
--
--   luahost downloads.lua -- [--into FOLDER] [ADDRESS ...]
--
-- The list of downloads and their status are in the archive. The progress of each is its file: `resume` continues at its end.

local ui = require "luahost"

local most = 3 -- downloads at a time

---------------------------------------------------------------------------------------------------------------------
-- The model.

local downloads = {}
local lastNumber = 0
local folder -- for the files; known when the app is launched
local changed = function() end -- called after each change

local function find(id)
  for place, download in ipairs(downloads) do
    if download.id == id then return download, place end
  end
end

local function isTaken(name)
  for _, download in ipairs(downloads) do
    if download.file == name then return true end
  end
  local file = io.open(folder .. "/" .. name)
  if file then file:close() end
  return file ~= nil
end

-- Returns the last part of the address, made unique.
local function fileName(address)
  local path = address:gsub("[?#].*", ""):gsub("^%a+://[^/]*", "")
  local name = path:match "([^/]+)/*$" or "index.html"
  name = name:gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end):gsub("[/%c]", "_"):gsub("^%.+", "_")
  local stem, ending = name:match "^(.+)(%.[%w.]+)$"
  local free, number = name, 1
  while isTaken(free) do
    number = number + 1
    free = ("%s-%d%s"):format(stem or name, number, ending or "")
  end
  return free
end

local function size(bytes)
  if not bytes then return "" end
  for _, unit in ipairs { "B", "KiB", "MiB", "GiB" } do
    if bytes < 1024 or unit == "GiB" then return (unit == "B" and "%d %s" or "%.1f %s"):format(bytes, unit) end
    bytes = bytes / 1024
  end
end

-- Starts the next downloads. A download waits unless the user has stopped it.
local function startNext()
  local running = 0
  for _, download in ipairs(downloads) do
    if download.task then running = running + 1 end
  end
  for _, download in ipairs(downloads) do
    if running >= most then return end
    if download.state == "waiting" and not download.task then
      running = running + 1
      download.task = ui.task(function() download:run() end)
    end
  end
end

local Download = {}
Download.__index = Download

function Download.new(fields)
  fields.bar = ui.ProgressView { isIndeterminate = false, progress = fields.state == "done" and 1 or 0 }
  return setmetatable(fields, Download)
end

-- Changes the state, which is saved.
function Download:become(state, message)
  self.state, self.message = state, message
  app:restorableStateChanged()
  changed(self)
end

function Download:run()
  local isLoaded, answer = pcall(ui.fetch, self.url, {
    file = folder .. "/" .. self.file, resume = true,
    onProgress = function(received, total)
      self.received, self.total = received, total
      self.bar.isIndeterminate = not total
      self.bar.progress = total and total > 0 and received / total or 0
      changed(self)
    end,
  })
  self.task = nil
  if not isLoaded then
    self:become("failed", (tostring(answer):match "^[^\n]*"))
  elseif answer.status >= 400 then
    self:become("failed", "the server answered " .. answer.status)
  else
    self.bar.isIndeterminate, self.bar.progress = false, 1
    self:become "done"
    app:notify(self.file .. " is downloaded")
  end
  startNext()
end

function Download:stop(state)
  if self.task then self.task:cancel() end
  self.task = nil
  self:become(state)
  startNext()
end

local function add(address)
  lastNumber = lastNumber + 1
  local download = Download.new { id = lastNumber, url = address, file = fileName(address), state = "waiting" }
  table.insert(downloads, download)
  app:restorableStateChanged()
  changed()
  startNext()
end

local function remove(download)
  if download.task then download.task:cancel() end
  local _, place = find(download.id)
  table.remove(downloads, place)
  -- A part of a file is useless; a complete one is kept.
  if download.state ~= "done" then os.remove(folder .. "/" .. download.file) end
  app:restorableStateChanged()
  changed()
  startNext()
end

---------------------------------------------------------------------------------------------------------------------

---@class downloads.Screen : luahost.ViewController, luahost.TableViewDataSource
local Screen = ui.ViewController:subclass "DownloadsViewController"

local words = { waiting = "waiting", stopped = "stopped", failed = "failed", done = "done" }

function Screen:loadView()
  self.address = ui.TextField {
    restorationIdentifier = "address", placeholder = "https://...",
    validate = function(text)
      if text == "" or text:find "^https?://[^/]+" then return true end
      return nil, "an address begins with http:// or https://"
    end,
    onSubmit = function() self:add() end,
  }
  self.table = ui.TableView {
    restorationIdentifier = "downloads", dataSource = self, delegate = self,
    placeholder = "Nothing to load yet: type or paste an address above",
    columns = {
      { identifier = "file", title = "File", width = "fill", minWidth = 14 },
      { identifier = "progress", title = "Progress", width = 20 },
      { identifier = "size", title = "Size", width = 10, alignment = "right" },
      { identifier = "state", title = "State", width = 24 },
    },
  }
  self.view = ui.VStack {
    padding = 1, spacing = 1,
    ui.HStack { spacing = 1, ui.Label { text = "Address" }, self.address, ui.Button { title = "Load", action = function() self:add() end } },
    self.table,
  }
end

function Screen:viewDidLoad()
  self.title = "Downloads"
  self.keyCommands = {
    { title = "Stop, resume", input = "s", action = "toggle" },
    { title = "Remove", input = "x", action = "removeFocused" },
    { title = "Stop all", action = function()
      for _, download in ipairs(downloads) do
        if download.state == "waiting" then download:stop "stopped" end
      end
    end },
  }
  changed = function(download)
    if not download then return self.table:reloadData() end
    self:refresh()
  end
end

-- Progress is reported often; the table is reloaded at most ten times a second.
function Screen:refresh()
  if self.pending then return end
  self.pending = ui.after(0.1, function()
    self.pending = nil
    self.table:reloadData()
  end)
end

function Screen:add()
  local address = self.address.text
  if address == "" or not self.address.isValid then return self.address:becomeFirstResponder() end
  self.address.text = ""
  add(address)
end

function Screen:focused()
  local path = self.table.focusedIndexPath
  return path and downloads[path.row]
end

function Screen:toggle()
  local download = self:focused()
  if not download or download.state == "done" then return end
  if download.state == "waiting" then return download:stop "stopped" end
  download:become "waiting"
  startNext()
end

function Screen:removeFocused()
  local download = self:focused()
  if download then remove(download) end
end

-- Returns the progress of a download, from 0 to 1.
function Screen:progress(row) return downloads[row].bar.progress end

function Screen:numberOfRowsInSection() return #downloads end

function Screen:cellForRow(_, _, row)
  local download = downloads[row]
  local state = download.task and "loading" or words[download.state]
  if download.message then state = ui.AttributedString { { download.message, style = "destructive" } } end
  return { download.file, download.bar, size(download.total or download.received), state }
end

function Screen:modelIdentifierForElement(_, _, row) return tostring(downloads[row].id) end

function Screen:indexPathForElement(_, id)
  local _, place = find(tonumber(id))
  if place then return 1, place end
end

function Screen:trailingSwipeActionsForRow(_, _, row)
  local download = downloads[row]
  local actions = { { title = "Remove", style = "destructive", handler = function() remove(download) end } }
  if download.state ~= "done" then
    table.insert(actions, 1, { title = download.state == "waiting" and "Stop" or "Go on", handler = function() self:toggle() end })
  end
  return actions
end

function Screen:encodeRestorableState(coder)
  Screen.super.encodeRestorableState(self, coder)
  local list = {}
  for place, download in ipairs(downloads) do
    list[place] = { id = download.id, url = download.url, file = download.file, state = download.state, message = download.message }
  end
  coder:encode("downloads", list)
  coder:encode("lastNumber", lastNumber)
end

function Screen:decodeRestorableState(coder)
  Screen.super.decodeRestorableState(self, coder)
  lastNumber = coder:decodeInteger "lastNumber" or 0
  for _, fields in ipairs(coder:decodeTable "downloads" or {}) do table.insert(downloads, Download.new(fields)) end
  self.table:reloadData()
end

---------------------------------------------------------------------------------------------------------------------

---@class downloads.App : luahost.Application
app = ui.Application { identifier = "org.luahost.downloads", version = "1.0" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  folder = options and options.into or self.filesDirectory
  self.addresses = {}
  local index = 1
  while arg and arg[index] do
    if arg[index] == "--into" then
      folder, index = assert(arg[index + 1], "--into: a folder is missing"), index + 1
    else
      table.insert(self.addresses, arg[index])
    end
    index = index + 1
  end
  self.screen = Screen { restorationIdentifier = "screen" }
  self.window = ui.Window {
    rootViewController = ui.NavigationController { restorationIdentifier = "nav", viewControllers = { self.screen } },
  }
end

function app:didFinishLaunching(options)
  self.window:makeKeyAndVisible()
  for _, address in ipairs(options and options.addresses or self.addresses) do
    local isKnown = false
    for _, download in ipairs(downloads) do isKnown = isKnown or download.url == address end
    if not isKnown then add(address) end
  end
  startNext()
end

return app
