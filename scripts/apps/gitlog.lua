-- The history of a git repository: its log, the changes of each commit, its branches.
--
--   luahost gitlog.lua -- [REPOSITORY]
--
-- The log is read line by line while git still writes it, so that the latest commits appear at once, however many there
-- are. The archive has nothing of the repository except the shown branch and, by hash, the selected commit and the open
-- one.

local ui = require "luahost"

local repository -- known when the app is launched

-- Runs a git command in the repository, with further options of `ui.run`.
local function git(command)
  for place, word in ipairs { "git", "--no-optional-locks", "--no-pager", "-C", repository } do
    table.insert(command, place, word)
  end
  return command
end

local function firstLine(text)
  return (text:match "^%s*([^\n]*)" or ""):gsub("^fatal: ", "")
end

---------------------------------------------------------------------------------------------------------------------
-- The model: the commits of one branch, in the order of arrival.

local Log = {}
Log.__index = Log

local fields = "%H%x1f%at%x1f%an%x1f%D%x1f%s"

function Log.new(branch)
  return setmetatable({ branch = branch, commits = {}, places = {}, isWhole = false }, Log)
end

function Log:add(line)
  local hash, time, author, refs, subject = line:match "^(%x+)\31(%d+)\31([^\31]*)\31([^\31]*)\31(.*)$"
  if not hash then return end
  local place = #self.commits + 1
  self.commits[place] = { hash = hash, time = math.tointeger(time), author = author, refs = refs, subject = subject, place = place }
  self.places[hash] = place
end

local orders = {
  date = function(commit) return commit.time end,
  author = function(commit) return commit.author:lower() end,
}

-- Sorts by another order, or without one by git's own.
function Log:sort(column, ascending)
  local key = orders[column] or function(commit) return commit.place end
  if not orders[column] then ascending = true end
  table.sort(self.commits, function(left, right)
    local a, b = key(left), key(right)
    if a == b then return left.place < right.place end
    if ascending then return a < b end
    return a > b
  end)
  for place, commit in ipairs(self.commits) do self.places[commit.hash] = place end
end

---------------------------------------------------------------------------------------------------------------------
-- Returns a commit as `git show` prints it, in colours.

---@class gitlog.Commit : luahost.ViewController
---@field hash string
local Commit = ui.ViewController:subclass "CommitViewController"

function Commit:loadView()
  self.text = ui.TextView { restorationIdentifier = "diff", isEditable = false, followsEnd = false }
  self.view = self.text
end

function Commit:viewDidLoad()
  self.title = self.hash:sub(1, 10)
  self.keyCommands = {
    { title = "Copy the hash", input = "y", action = "copyHash" },
    { title = "Show in the terminal", hint = "in the terminal", input = "o", action = "showInTerminal" },
  }
  self:task(self.load)
end

local looks = { ["+"] = "diffAdded", ["-"] = "diffRemoved", ["@"] = "diffHunk", ["c"] = "accent", ["d"] = "diffFile" }

-- Returns the role of a line of `git show`: its head, and added and removed lines.
local function look(line, isDiff)
  if line:find "^diff %-%-git" then return looks.d end
  if not isDiff then return line:find "^commit " and looks.c or nil end
  if line:find "^%-%-%- " or line:find "^%+%+%+ " or line:find "^index " then return looks.d end
  return looks[line:sub(1, 1)]
end

function Commit:load()
  local batch, isDiff = {}, false
  local function flush()
    if #batch == 0 then return end
    self.text:append(ui.AttributedString(batch))
    batch = {}
  end
  local result = ui.run(git {
    "show", "--stat", "--patch", "--no-color", self.hash, "--",
    onLine = function(line)
      isDiff = isDiff or line:find "^diff %-%-git" ~= nil
      batch[#batch + 1] = { line .. "\n", style = look(line, isDiff) }
      if #batch == 500 then flush() end
    end,
  })
  flush()
  if result.status ~= 0 then self.text:append(firstLine(result.errors)) end
end

function Commit:copyHash()
  app.pasteboard.string = self.hash
  app:notify("copied " .. self.hash)
end

function Commit:showInTerminal()
  app:runInTerminal { "git", "-C", repository, "show", self.hash }
end

function Commit:encodeRestorableState(coder)
  Commit.super.encodeRestorableState(self, coder)
  coder:encode("hash", self.hash)
end

function Commit:viewControllerWithRestorationIdentifierPath(path, coder)
  local hash = coder:decodeString "hash"
  return hash and Commit { hash = hash }
end

---------------------------------------------------------------------------------------------------------------------
-- The log of a branch.

---@class gitlog.LogScreen : luahost.ViewController, luahost.TableViewDataSource
local LogScreen = ui.ViewController:subclass "LogViewController"

function LogScreen:loadView()
  self.table = ui.TableView {
    restorationIdentifier = "commits", dataSource = self, delegate = self, placeholder = "Reading the log ...",
    columns = {
      { identifier = "hash", title = "Commit", width = 8 },
      { identifier = "date", title = "Date", width = 10, isSortable = true },
      { identifier = "author", title = "Author", width = 16, isSortable = true },
      { identifier = "subject", title = "Subject", width = "fill", minWidth = 20 },
    },
  }
  self.view = self.table
end

function LogScreen:viewDidLoad()
  self.keyCommands = {
    { title = "Read the log again", hint = "reload", input = "r", action = "reload" },
    { title = "All branches", input = "a", action = function(self) self:show(nil) end },
  }
  self.log = Log.new(self.branch)
  self:show(self.branch)
end

function LogScreen:show(branch)
  self.branch = branch
  self.title = branch or "All branches"
  app:restorableStateChanged()
  self:reload()
end

function LogScreen:reload()
  if self.reading then self.reading:cancel() end
  self.reading = self:task(self.read)
end

-- New commits are shown a few times a second.
function LogScreen:read()
  local log, shown = Log.new(self.branch), 0
  local function show()
    shown = #log.commits
    self.log = log
    self.navigationItem.subtitle = shown .. (log.isWhole and " commits" or " commits …")
    self.table:reloadData()
  end
  local ticking <close> = self:ticker(0.1, function()
    -- A sorted list is not updated until it is complete.
    if #log.commits > shown and not (orders[self.sorting] and #self.log.commits > 0) then show() end
  end)
  local result = ui.run(git {
    "log", "--format=" .. fields, self.branch or "--all", "--", onLine = function(line) log:add(line) end,
  })
  if result.status ~= 0 then
    self.table.placeholder = firstLine(result.errors)
    self.navigationItem.subtitle = ""
    self.log = log
    self.table:reloadData()
    return
  end
  log.isWhole = true
  self.table.placeholder = "No commits"
  if orders[self.sorting] then log:sort(self.sorting, self.ascending) end
  show()
end

function LogScreen:ticker(seconds, action)
  local timer = ui.every(seconds, action)
  return setmetatable({}, { __close = function() timer:cancel() end })
end

function LogScreen:numberOfRowsInSection() return #self.log.commits end

function LogScreen:cellForRow(_, _, row)
  local commit = self.log.commits[row]
  local subject = commit.subject
  if commit.refs ~= "" then
    subject = ui.AttributedString { { commit.refs, style = "accent" }, " ", subject }
  end
  return { commit.hash:sub(1, 8), os.date("%Y-%m-%d", commit.time), commit.author, subject }
end

function LogScreen:modelIdentifierForElement(_, _, row) return self.log.commits[row].hash end

function LogScreen:indexPathForElement(_, hash)
  local place = self.log.places[hash]
  if place then return 1, place end
end

function LogScreen:didSort(table, column, ascending)
  self.sorting, self.ascending = table.columns[column].identifier, ascending
  self.log:sort(self.sorting, ascending)
  table:reloadData()
end

function LogScreen:didSelectRow(_, _, row)
  local commit = Commit { hash = self.log.commits[row].hash, restorationIdentifier = "commit", restorationClass = Commit }
  self.navigationController:push(commit)
end

function LogScreen:encodeRestorableState(coder)
  LogScreen.super.encodeRestorableState(self, coder)
  coder:encode("branch", self.branch)
end

function LogScreen:decodeRestorableState(coder)
  LogScreen.super.decodeRestorableState(self, coder)
  local branch = coder:decodeString "branch"
  if branch ~= self.branch then self:show(branch) end
end

---------------------------------------------------------------------------------------------------------------------
-- The branches, latest commit first.

---@class gitlog.Branches : luahost.ViewController, luahost.TableViewDataSource
local Branches = ui.ViewController:subclass "BranchesViewController"

function Branches:loadView()
  self.table = ui.TableView {
    restorationIdentifier = "refs", dataSource = self, delegate = self, placeholder = "No branches",
    columns = {
      { title = "Branch", width = "fill", minWidth = 12 },
      { title = "Last commit", width = "fill" },
      { title = "When", width = 16 },
    },
  }
  self.view = self.table
end

function Branches:viewDidLoad()
  self.branches = {}
  self:task(self.load)
end

function Branches:viewWillAppear() self:task(self.load) end

function Branches:load()
  local branches = {}
  local result = ui.run(git {
    "for-each-ref", "--sort=-committerdate", "refs/heads", "refs/remotes", "refs/tags",
    "--format=%(HEAD)%1f%(refname:short)%1f%(contents:subject)%1f%(committerdate:relative)",
  })
  for line in result.output:gmatch "[^\n]+" do
    local head, name, subject, when = line:match "^([* ])\31([^\31]*)\31([^\31]*)\31(.*)$"
    if name then branches[#branches + 1] = { isHead = head == "*", name = name, subject = subject, when = when } end
  end
  self.branches = branches
  if result.status ~= 0 then self.table.placeholder = firstLine(result.errors) end
  self.table:reloadData()
end

function Branches:numberOfRowsInSection() return #self.branches end

function Branches:cellForRow(_, _, row)
  local branch = self.branches[row]
  local name = branch.isHead and ui.AttributedString { { branch.name, style = "accent" }, " (checked out)" } or branch.name
  return { name, branch.subject, branch.when }
end

function Branches:modelIdentifierForElement(_, _, row) return self.branches[row].name end

function Branches:indexPathForElement(_, name)
  for row, branch in ipairs(self.branches) do
    if branch.name == name then return 1, row end
  end
end

function Branches:didSelectRow(_, _, row)
  app.log:show(self.branches[row].name)
  app.logNavigation:popToRoot()
  self.tabBarController.selectedIndex = 1
end

---------------------------------------------------------------------------------------------------------------------

---@class gitlog.App : luahost.Application
app = ui.Application { identifier = "org.luahost.gitlog", version = "1.0" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  repository = options and options.repository or arg and arg[1] or "."
  self.log = LogScreen { restorationIdentifier = "log", branch = "HEAD" }
  self.logNavigation = ui.NavigationController {
    restorationIdentifier = "nav", title = "Log", viewControllers = { self.log },
  }
  self.branches = Branches { restorationIdentifier = "branches", title = "Branches" }
  self.tabs = ui.TabBarController { restorationIdentifier = "tabs", viewControllers = { self.logNavigation, self.branches } }
  self.window = ui.Window { rootViewController = self.tabs }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end

return app
