local test = require "luahost.test"

local function launch(t, options)
  options = options or {}
  options.isolated = true
  return t:launch("isolated.lua", options)
end

-- The state letter of a process; nil for one that has ended, even if its exit status was not fetched yet.
local function state(process)
  local file <close> = io.open("/proc/" .. process .. "/stat")
  local letter = (file and file:read "a" or ""):match "%) (%a)"
  return letter ~= "Z" and letter or nil
end

local function process(app) return app:eval "return processNumber()" end

test.case("an isolated app runs in a process of its own, which kill ends by SIGKILL", function(t)
  local own <close> = assert(io.open "/proc/self/stat")
  local app = launch(t)
  local first = process(app)
  t:expect(first):never():equals(math.tointeger(own:read "n"))
  t:expect(state(first)):exists()
  -- A finalizer runs at every other end.
  local mark = os.tmpname()
  app:eval("mark = ...", mark)
  app:eval "marker = setmetatable({}, { __gc = function() os.remove(mark) end })"
  app:kill()
  t:expect(state(first)):isNil()
  t:expect(os.remove(mark)):isTrue()
  app:relaunch()
  t:expect(process(app)):never():equals(first)
end)

test.case("the clock of an isolated app moves with virtual time, from one process to the next", function(t)
  local app = launch(t)
  local start = app:eval "return os.time()"
  app:advance(7200)
  app:kill()
  app:relaunch()
  t:expect(app:eval "return os.time()"):equals(start + 7200)
end)

test.case("a kill keeps what was saved, and loses the rest", function(t)
  local app = launch(t)
  app:type "hello"
  app:eval "notSaved = 1"
  app:kill()
  app:relaunch()
  t:expect(app:find("field").text):equals "hello"
  t:expect(app:eval "return notSaved"):isNil()
end)

test.case("without autosave a kill loses what was typed", function(t)
  local app = launch(t)
  app:type "one"
  app:eval "app.autosave = false"
  app:type "two"
  app:kill()
  app:relaunch()
  t:expect(app:find("field").text):equals "one"
end)

test.case("each launch has a new process", function(t)
  local app = launch(t)
  local seen = { [process(app)] = true }
  for _, again in ipairs {
    function() app:relaunch() end, function() app:rollback(app:saves()[1].number) end,
    function() app:terminate() app:relaunch() end, function() app:kill() app:rollback(app:saves()[1].number) end,
  } do
    again()
    t:expect(seen[process(app)]):isNil()
    seen[process(app)] = true
  end
end)

test.case("the saves of an app that is not running can be read and rolled back to", function(t)
  local app = launch(t)
  app:type "a"
  local number = app:preserve()
  app:type "b"
  app:preserve()
  local before = app:saves()
  app:kill()
  t:expect(app:saves()):equals(before)
  t:expect(app:archive()):exists()
  t:expect(function() app:screen() end):fails "the app is not running; relaunch it first"
  t:expect(function() app:rollback(12345) end):fails "12345"
  app:rollback(number)
  t:expect(app:find("field").text):equals "a"
  t:expect(function() app:rollback(12345) end):fails "12345"
  t:expect(app:screen()):contains "ready"
end)

test.case("a requested crash is a SIGKILL in the middle of a save", function(t)
  local app = launch(t)
  app:type "one"
  local first = process(app)
  app:crash "saving"
  t:expect(function() app:type "two" end):fails 'the app crashed while saving its state, as requested by app:crash("saving")'
  t:expect(state(first)):isNil()
  app:relaunch()
  t:expect(app:find("field").text):equals "one"
end)

test.case("a requested crash during restoration can be requested before or after a kill", function(t)
  local app = launch(t)
  app:type "one"
  app:crash "restoring"
  app:kill()
  t:expect(function() app:relaunch() end):fails "the app crashed while restoring its state"
  app:relaunch()
  app:kill()
  app:crash()
  t:expect(function() app:relaunch() end):fails "the app crashed while restoring its state"
  app:relaunch()
  t:expect(app:find("field").text):equals "one"
end)

test.case("a process that ends by itself is an error of the step, and a relaunch restores the app", function(t)
  local app = launch(t)
  app:type "kept"
  t:expect(function() app:eval "os.execute 'kill -9 $PPID'" end):fails "the app's process was terminated by signal 9"
  t:expect(function() app:screen() end):fails "not running"
  app:relaunch()
  t:expect(app:find("field").text):equals "kept"
  os.execute("kill -9 " .. process(app))
  t:expect(function() app:screen() end):fails "terminated by signal 9"
  app:relaunch()
  t:expect(app:find("field").text):equals "kept"
end)

test.case("os.exit ends the app through its life cycle", function(t)
  local app = launch(t)
  app:type "kept"
  app:eval "ui.after(1, function() os.exit(3) end)"
  app:advance(1)
  t:expect(function() app:screen() end):fails "not running"
  app:relaunch()
  t:expect(app:find("field").text):equals "kept"
end)

test.case("a script that loops forever is stopped, and the app continues", function(t)
  local app = launch(t)
  t:expect(function() app:eval "while true do end" end):fails "time limit exceeded"
  t:expect(app:screen()):contains "ready"
end)

test.case("errors have the message and the line of the test", function(t)
  for _, isolated in ipairs { false, true } do
    local app = t:launch("isolated.lua", { isolated = isolated })
    local ok, message = pcall(function() app:tap "nowhere" end)
    t:expect(ok):isFalse()
    t:expect(tostring(message)):matches "isolated%.test%.lua:%d+: .*nowhere"
    t:expect(function() app:tap {} end):fails "expected a string, got a table"
    t:expect(function() app:tap(app) end):fails "expected a string, got an App"
    t:expect(function() app:eval "error 'mine'" end):fails "eval:1: mine"
    t:expect(function() app:eval "error { 7 }" end):fails "7"
    t:expect(function() app:eval "local = 1" end):fails "eval:1:"
    t:expect(function() t:launch("missing.lua", { isolated = isolated }) end):fails "missing.lua"
    local raised = {}
    local _, got = pcall(function() app:waitFor(function() error(raised) end) end)
    t:expect(rawequal(got, raised)):isTrue()
  end
end)

test.case("errors of the app are kept over kills", function(t)
  local app = launch(t)
  app:tap "Fail"
  app:kill()
  app:relaunch()
  app:tap "Fail"
  t:expect(#app:errors()):equals(2)
  t:expect(app:errors()[1]):contains "button failed"
  app:tap "Fail"
  t:expect(app):failed "button failed"
end)

test.case("an error that leaves no screen is raised by the launch only", function(t)
  local path = os.tmpname()
  local file <close> = assert(io.open(path, "w"))
  file:write 'local ui = require "luahost" local app = ui.Application { identifier = "org.example.none" } '
  file:write 'function app:didFinishLaunching() error "no screen" end return app'
  file:flush()
  t:expect(function() t:launch(path, { isolated = true }) end):fails "no screen"
  os.remove(path)
end)

test.case("objects have properties and methods until their process ends", function(t)
  local app = launch(t)
  local field, controller = app:find "field", app:find "screen"
  t:expect(tostring(field)):equals 'TextField "field"'
  t:expect(field.isFirstResponder):isTrue()
  t:expect(function() return field.nothing end):fails "TextField has no property 'nothing'"
  local sum, same = controller:add(2, 3)
  t:expect(sum):equals(5)
  t:expect(same):equals(controller)
  t:expect(tostring(controller.view.subviews[2])):equals(tostring(field))
  t:expect(app:find "nowhere"):isNil()
  app:relaunch()
  t:expect(function() return field.text end):fails 'TextField "field" no longer exists'
  t:expect(tostring(field)):equals 'TextField "field"'
  t:expect(app:find("field").text):equals ""
end)

test.case("plain values keep their types both ways", function(t)
  local app = launch(t)
  local shared = { 1, 2.0, "\xff\0", true }
  local a, b, c, d = app:eval("return ...", { shared, shared, key = { nested = -1 } }, nil, math.mininteger, 1 / 0)
  t:expect(a):equals { shared, shared, key = { nested = -1 } }
  t:expect(rawequal(a[1], a[2])):isTrue()
  t:expect(math.type(a[1][2])):equals "float"
  t:expect(b):isNil()
  t:expect(c):equals(math.mininteger)
  t:expect(d):equals(1 / 0)
  t:expect(select("#", app:eval "return nil, nil")):equals(2)
  t:expect(#app:eval "return ('x'):rep(3000000)"):equals(3000000)
end)

test.case("programs in the terminal are those of the test", function(t)
  local got
  local app = launch(t, { terminal = function(command)
    got = command
    return { signal = 9 }
  end })
  app:tap "Edit"
  t:expect(app:screen()):contains "edited: nil 9"
  t:expect(got):equals { "vi", "note", cwd = "/" }
  app = launch(t, { terminal = function() error "refused" end })
  app:tap "Edit"
  t:expect(app:screen()):contains "refused"
end)

test.case("waitFor polls functions of the test, which use the app", function(t)
  local app = launch(t)
  app:eval [[ui.after(0.05, function() screen.label.text = "later" end)]]
  app:waitFor(function() return app:find("label").text == "later" end)
  app:eval [[ui.after(0.05, function() screen.label.text = "again" end)]]
  app:waitFor "again"
  t:expect(function() app:waitFor("never", 0) end):fails '"never" did not appear on the screen within 0'
  t:expect(function() app:waitFor(function() app:kill() end) end):fails "not running"
  app:relaunch()
end)

test.case("options, size, version and script hold for later launches", function(t)
  local app = launch(t, { size = { 40, 10 }, options = { name = "first" } })
  t:expect(app:eval "return launchOptions.name"):equals "first"
  t:expect(select(2, app:screen():gsub("\n", ""))):equals(9)
  app:resize(50, 12)
  app:kill()
  app:relaunch()
  t:expect(app:eval "return launchOptions.name"):equals "first"
  t:expect(select(2, app:screen():gsub("\n", ""))):equals(11)
  app:relaunch { options = { name = "second" }, size = { 30, 8 }, version = "2.0" }
  app:relaunch()
  t:expect(app:eval "return launchOptions.name"):equals "second"
  t:expect(app:eval "return app.version"):equals "2.0"
  t:expect(select(2, app:screen():gsub("\n", ""))):equals(7)
  app:relaunch { script = "rows.lua" }
  t:expect(app:find "screen"):isNil()
end)

test.case("several apps run at once", function(t)
  local apps = {}
  for number = 1, 3 do
    apps[number] = launch(t)
    apps[number]:type("app " .. number)
  end
  local inProcess = t:launch "isolated.lua"
  inProcess:type "here"
  inProcess:kill()
  apps[2]:kill()
  for _, number in ipairs { 1, 3 } do t:expect(apps[number]:find("field").text):equals("app " .. number) end
  apps[2]:relaunch()
  t:expect(apps[2]:find("field").text):equals "app 2"
end)

test.case("a sandboxed app is sandboxed in its process", function(t)
  local app = launch(t, { sandbox = true })
  t:expect(app:eval "return io == nil and debug == nil"):isTrue()
  t:expect(function() app:eval "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1e6) .. i end" end):fails "not enough memory"
  t:expect(app:screen()):contains "ready"
end)

test.case("the processes of a killed app end with it", function(t)
  local app = launch(t)
  local sleeper = app:eval "return ui.Process({ 'sleep', '1000' }).pid"
  t:expect(state(sleeper)):exists()
  app:kill()
  -- The kernel ends it after its parent.
  for _ = 1, 100 do
    if not state(sleeper) then return end
    os.execute "sleep 0.05"
  end
  t:expect(state(sleeper)):isNil()
end)

test.case("files of the app live through a kill", function(t)
  local app = launch(t)
  local folder = app:eval [[
    local file <close> = io.open(app.filesDirectory .. "/note", "w")
    file:write "text"
    return app.filesDirectory
  ]]
  app:kill()
  app:relaunch()
  t:expect(app:eval "return app.filesDirectory"):equals(folder)
  t:expect(app:eval "return io.open(app.filesDirectory .. '/note'):read 'a'"):equals "text"
  leftFolder, leftApp, leftProcess = folder, app, process(app)
end)

test.case("nothing of an app is left after its case", function(t)
  t:expect(state(leftProcess)):isNil()
  t:expect(os.rename(leftFolder, leftFolder)):isNil()
  t:expect(function() leftApp:relaunch() end):fails "the case that launched the app has ended"
end)

test.case("isSound examines an isolated app", function(t)
  local found = {}
  for _, isolated in ipairs { false, true } do
    local app = t:launch("isolated.lua", { isolated = isolated })
    local _, message = pcall(function() t:expect(app):isSound() end)
    found[#found + 1] = tostring(message)
    t:expect(app:screen()):contains "ready"
  end
  t:expect(found[1]):equals(found[2])
  t:expect(found[2]):never():contains "not available"
end)

test.case("a given folder keeps the state", function(t)
  local path = os.tmpname()
  os.remove(path)
  local app = launch(t, { state = path })
  app:type "kept"
  app:terminate()
  app:kill()
  app = t:launch("isolated.lua", { state = path })
  t:expect(app:find("field").text):equals "kept"
  app:kill()
  os.execute("rm -rf " .. path)
end)

-- Calls a function for an app in the test's process and for one in a process of its own.
local function bothWays(t, options, body)
  for _, isolated in ipairs { false, true } do
    local own = { isolated = isolated }
    for key, value in pairs(options) do own[key] = value end
    body(t:launch("isolated.lua", own))
  end
end

test.case("the state folder of an app that has exited can be used by another one", function(t)
  for _, exit in ipairs { "terminate", "kill" } do
    local path = os.tmpname()
    os.remove(path)
    local typed = ""
    bothWays(t, { state = path }, function(app)
      t:expect(app:find("field").text):equals(typed)
      app:type "x"
      typed = typed .. "x"
      app[exit](app)
      -- Looking at the saves does not hold the folder again.
      t:expect(#app:saves() > 0):isTrue()
      t:expect(app:archive()):exists()
      t:expect(app:saves()):exists()
    end)
    local last = t:launch("isolated.lua", { state = path })
    t:expect(last:find("field").text):equals "xx"
    t:expect(function() t:launch("isolated.lua", { state = path }) end):fails "holds this session"
    last:kill()
    os.execute("rm -rf " .. path)
  end
end)

test.case("an app that has exited can be rolled back in its state folder", function(t)
  for _, isolated in ipairs { false, true } do
    local path = os.tmpname()
    os.remove(path)
    local app = t:launch("isolated.lua", { state = path, isolated = isolated })
    app:type "one"
    local save = app:preserve()
    app:type "two"
    app:terminate()
    app:rollback(save)
    t:expect(app:find("field").text):equals "one"
    app:kill()
    os.execute("rm -rf " .. path)
  end
end)

test.case("the events of an exit can be read after it", function(t)
  bothWays(t, {}, function(app)
    app:terminate()
    local events = app:events()
    t:expect(events[1]):equals "app willFinishLaunching"
    t:expect(events):contains "app willTerminate"
    app:relaunch()
    t:expect(app:events()):never():contains "app willTerminate"
  end)
end)

test.case("input to an app in the background is an error", function(t)
  bothWays(t, {}, function(app)
    app:background()
    for name, argument in pairs { tap = "field", type = "x", key = "enter" } do
      t:expect(function() app[name](app, argument) end):fails "in the background"
    end
    app:foreground()
    app:type "x"
    t:expect(app:find("field").text):equals "x"
  end)
end)
