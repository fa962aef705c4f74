local test = require "luahost.test"

-- Lets real time pass until the screen shows a text.
local function untilSaid(t, app, text)
  local start = os.time()
  while os.time() - start < 10 do
    if app:screen():find(text, 1, true) then return end
    os.execute "sleep 0.02"
    app:advance(0)
  end
  t:expect(app:screen()):contains(text)
end

test.case("a command runs in a task", function(t)
  local app = t:launch "outside.lua"
  app:tap "Run"
  t:expect(app:screen()):contains "running"
  untilSaid(t, app, "ran: hello 3")
end)

test.case("commands take the test's virtual time, and their output is real", function(t)
  local app = t:launch "outside.lua"
  app:tap "Wait"
  app:advance(9)
  t:expect(app:screen()):contains "nothing yet"
  app:advance(1)
  untilSaid(t, app, "waited: 15 true")
end)

test.case("another program can use the terminal", function(t)
  local got
  local app = t:launch("outside.lua", { terminal = function(command)
    got = command
    return 3
  end })
  app:tap "Edit"
  t:expect(app:screen()):contains "edited: 3 nil"
  t:expect(got[2]):matches "/note$"
  t:expect(got.cwd):isNil()
  app:tap "Shell"
  t:expect(app:screen()):contains "shell: back"
end)

test.case("a program may be terminated by a signal, and suspend returns all results and raises errors", function(t)
  local result = { signal = 9 }
  local app = t:launch("outside.lua", { terminal = function() return result end })
  app:tap "Edit"
  t:expect(app:screen()):contains "edited: nil 9"
  t:expect(app:eval [[return select("#", app:suspend(function() return nil, 2, nil end))]]):equals(3)
  t:expect(app:eval [[return app:suspend(function() return app:runInTerminal { "a", "b" }.signal end)]]):equals(9)
  for _, call in ipairs {
    "app:runInTerminal {}", "app:runInTerminal { 5 }", "app:runInTerminal 'vi'", "app:runInTerminal { 'vi', dir = '/' }",
    "app:suspend()", "app:suspend(function() error 'mine' end)",
  } do
    t:expect(function() app:eval(call) end):fails()
  end
  t:expect(function() app:eval "app:suspend(function() error 'mine' end)" end):fails "mine"
end)

test.case("without a terminal, runInTerminal is an error with the reason", function(t)
  local app = t:launch "outside.lua"
  t:expect(function() app:eval [[app:runInTerminal { "vi" }]] end):fails "requires a terminal"
  t:expect(function() app:eval [[app:suspend(function() end)]] end):fails "requires a terminal"
  local sandboxed = t:launch("outside.lua", { sandbox = true, terminal = function() return 0 end })
  t:expect(function() sandboxed:eval [[app:runInTerminal { "vi" }]] end):fails "requires processes"
  t:expect(function() sandboxed:eval [[app:suspend(function() end)]] end):fails "requires processes"
end)

test.case("an app's own files survive kill and relaunch", function(t)
  local app = t:launch "outside.lua"
  app:eval [[local file = io.open(app.filesDirectory .. "/kept", "w") file:write "here" file:close()]]
  app:kill()
  app:relaunch()
  t:expect(app:eval [[return io.open(app.filesDirectory .. "/kept"):read "a"]]):equals "here"
  local other = t:launch "outside.lua"
  t:expect(other:eval [[return io.open(app.filesDirectory .. "/kept")]]):isNil()
end)

test.case("what cannot be a URL is not passed to another program", function(t)
  local app = t:launch "outside.lua"
  for _, call in ipairs { "app:open '-x'", "app:open ''", "app:open 'a\\0b'", "app:open()" } do
    t:expect(function() app:eval(call) end):fails()
  end
  t:expect(function() app:eval "app:open '--help'" end):fails "expected a URL or the path of a file"
end)

test.case("tasks that are always ready do not hold up the time of a test", function(t)
  local app = t:launch "own.lua"
  app:eval [[
    local ui = require "luahost"
    ui.task(function() while true do ui.await(function(resume) resume() end) end end)
    ui.task(function() ui.sleep(5) slept = true end)
  ]]
  app:advance(4)
  t:expect(app:eval "return slept"):isNil()
  app:advance(1)
  t:expect(app:eval "return slept"):isTrue()
end)

test.case("the options of a watch precede its function", function(t)
  local app = t:launch "own.lua"
  t:expect(function() app:eval "require 'luahost'.watch('/', print, { recursive = true })" end):fails "precede the function"
end)
