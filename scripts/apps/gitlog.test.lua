local test = require "luahost.test"

local folders = {}

-- Creates a repository with a number of commits and two branches, in one process.
local function repository(count)
  local folder = os.tmpname()
  os.remove(folder)
  folders[#folders + 1] = folder
  assert(os.execute("git init -q -b main " .. folder))
  local import = assert(io.popen("git -C " .. folder .. " fast-import --quiet", "w"))
  for number = 1, count do
    local author = number % 2 == 0 and "Ada" or "Grace"
    local message = "Change " .. number
    local text = ("line %d\n"):rep(3):format(number, number + 1, number + 2)
    import:write(("commit refs/heads/main\nmark :%d\ncommitter %s <a@b> %d +0000\ndata %d\n%s\n"):format(
      number, author, 1700000000 + number * 3600, #message, message))
    import:write(("M 100644 inline file%d.txt\ndata %d\n%s\n"):format(number % 5, #text, text))
  end
  import:write(("commit refs/heads/side\ncommitter Ada <a@b> 1600000000 +0000\ndata 4\nSide\nfrom :%d\n\n"):format(count // 2))
  assert(import:close())
  assert(os.execute("git -C " .. folder .. " reset -q --hard main"))
  return folder
end

test.after(function()
  for _, folder in ipairs(folders) do os.execute("rm -rf " .. folder) end
  folders = {}
end)

local function launch(t, folder)
  local app = t:launch("gitlog.lua", { size = { 100, 24 }, options = { repository = folder } })
  app:waitFor(function() return app:screen():find "%d commits\n" end)
  return app
end

test.case("the log is read to its end, latest commit first", function(t)
  local app = launch(t, repository(300))
  t:expect(app:screen()):contains "300 commits"
  t:expect(app:screen()):contains "Change 300"
  t:expect(app:screen()):contains "2023-11-27"
  t:expect(app):matchesSnapshot "log"
end)

test.case("a commit's changes are shown in colour, and restored after a kill with the position in the log", function(t)
  local app = launch(t, repository(300))
  app:select("commits", 150)
  app:waitFor "+line 151"
  t:expect(app):matchesSnapshot "commit"
  app:kill()
  app:relaunch()
  app:waitFor "+line 151"
  app:key "escape"
  app:waitFor "Change 151"
  t:expect(app:find("commits").focusedIndexPath):equals { section = 1, row = 150 }
end)

test.case("a chosen branch is shown, also after a kill", function(t)
  local app = launch(t, repository(40))
  app:tap "Branches"
  app:waitFor "side"
  app:tap "side"
  app:waitFor "21 commits"
  app:kill()
  app:relaunch()
  app:waitFor "21 commits"
  t:expect(app:screen()):contains "side"
end)

test.case("sorting by author is stable, and restored", function(t)
  local app = launch(t, repository(20))
  app:tap "Author"
  t:expect(app:screen():match "Ada.-Change (%d+)"):equals "20"
  app:kill()
  app:relaunch()
  app:waitFor(function() return app:screen():find "%d commits\n" end)
  t:expect(app:find("commits").sortColumn):equals(3)
  t:expect(app:screen():match "Ada.-Change (%d+)"):equals "20"
end)

test.case("git has the terminal for as long as it runs", function(t)
  local commands = {}
  local app = t:launch("gitlog.lua", {
    size = { 100, 24 }, options = { repository = repository(3) },
    terminal = function(command)
      commands[#commands + 1] = command
      return 0
    end,
  })
  app:waitFor "Change 3"
  app:select("commits", 1)
  app:waitFor "+line 3"
  app:key "o"
  t:expect(commands[1][4]):equals "show"
end)

test.case("a folder without a repository gets a message, and nothing fails", function(t)
  local app = t:launch("gitlog.lua", { size = { 100, 24 }, options = { repository = "/" } })
  app:waitFor "not a git repository"
end)
