local test = require "luahost.test"

if not pcall(require, "luv") then
  test.case("luv (skipped: apt-get install lua-luv)", function() end)
  return
end

local app
test.before(function(t) app = t:launch "luv.lua" end)

test.case("a luv timer fires in real time, without pump", function(t)
  app:eval [[local timer = uv.new_timer() timer:start(30, 0, function() show "timer" timer:close() end)]]
  t:expect(app:screen()):contains "ready"
  app:waitFor("timer", 5)
end)

test.case("a luv thread reads a file, also in a task", function(t)
  app:eval([[
    local path = ...
    ui.task(function()
      local fd = select(2, ui.await(function(resume) uv.fs_open(path, "r", 420, resume) end))
      local text = select(2, ui.await(function(resume) uv.fs_read(fd, 20, 0, resume) end))
      uv.fs_close(fd)
      show(text)
    end)
  ]], test.folder .. "/luv.lua")
  app:waitFor "-- Uses luv, whose"
end)

test.case("a server and a client connect on loopback", function(t)
  app:eval [[
    local server = uv.new_tcp()
    server:bind("127.0.0.1", 0)
    server:listen(8, function()
      local peer = uv.new_tcp()
      server:accept(peer)
      peer:read_start(function(_, chunk) if chunk then peer:write(chunk:upper()) else peer:close() end end)
    end)
    local client = uv.new_tcp()
    client:connect("127.0.0.1", server:getsockname().port, function()
      client:read_start(function(_, chunk) show(chunk) client:close() server:close() end)
      client:write "echoed"
    end)
  ]]
  app:waitFor "ECHOED"
end)

test.case("a process starts and exits", function(t)
  app:eval [[
    local output = uv.new_pipe(false)
    local process process = uv.spawn("sh", { args = { "-c", "echo from a process; exit 3" }, stdio = { nil, output } },
      function(code) show(said .. " " .. code) process:close() end)
    said = ""
    output:read_start(function(_, chunk) if chunk then said = said .. chunk:gsub("\n", "") else output:close() end end)
  ]]
  app:waitFor "from a process 3"
end)

test.case("an error in a callback is reported with its traceback, and the app keeps running", function(t)
  app:eval [[
    local first, second = uv.new_timer(), uv.new_timer()
    first:start(1, 0, function() error "in a callback" end)
    second:start(20, 0, function() show "continues" end)
  ]]
  app:waitFor "continues"
  t:expect(app):failed "luv callback: .*: in a callback"
  app:eval [[uv.new_timer():start(1, 0, function() error { "a table" } end)]]
  app:waitFor(function() return #app:errors() == 2 end)
end)

test.case("run returns at once, the loop cannot be closed, walk finds the handles", function(t)
  app:eval [[timer = uv.new_timer() timer:start(60000, 0, print)]]
  t:expect(app:eval "return uv.run()"):isTrue()
  t:expect(function() app:eval "uv.loop_close()" end):fails "the host runs luv's loop"
  t:expect(app:eval "local n = 0 uv.walk(function() n = n + 1 end) return n"):equals(1)
  app:eval "uv.walk(function() error 'in walk' end)"
  t:expect(app):failed "in walk"
end)

test.case("open handles are closed when the app is killed, ended or relaunched, and call nothing more", function(t)
  for _, way in ipairs { "kill", "terminate" } do
    app:eval [[
      uv.new_timer():start(10, 10, function() error "too late" end)
      uv.new_tcp():bind("127.0.0.1", 0)
      uv.fs_stat("/", function() error "too late" end)
      uv.spawn("no such program", {}, print)
      kept = uv.new_async(print)
    ]]
    app[way](app)
    app:relaunch()
    t:expect(app:screen()):contains "ready"
  end
  app:errors()
end)

test.case("luv may be required in a coroutine", function(t)
  app:eval [[coroutine.wrap(function() uv.new_timer():start(1, 0, function() show "from a coroutine" end) end)()]]
  app:waitFor "from a coroutine"
end)

test.case("work of luv's thread pool runs, and its errors end nothing", function(t)
  app:eval [[
    local work = uv.new_work(function(a, b) return a + b, require "luv" ~= nil end, function(sum, has) show(("%d %s"):format(sum, has)) end)
    work:queue(3, 4)
  ]]
  app:waitFor "7 true"
  app:eval [[uv.new_work(function() error "in the pool" end, function() show "after an error" end):queue()]]
  app:waitFor "after an error"
end)
