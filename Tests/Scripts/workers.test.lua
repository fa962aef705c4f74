local test = require "luahost.test"

-- Runs a text in a task of the app, and returns what it returns, or its error.
local function run(app, body, seconds)
  app:eval("outcome = nil; require 'luahost'.task(function() outcome = table.pack(pcall(function() " .. body .. " end)) end)")
  app:waitFor(function() return app:eval "return outcome ~= nil" end, seconds or 20)
  return app:eval "return table.unpack(outcome, 1, outcome.n)"
end

local function launch(t, options)
  local app = t:launch("own.lua", options)
  app:eval "ui = require 'luahost'"
  return app
end

test.case("a filter of 1,000,000 rows runs beside the keys", function(t)
  local app = t:launch "workers.lua"
  app:type "99999"
  app:waitFor("rows contain '99999'", 60)
  t:expect(app:screen()):contains "row 99999"
  app:key "backspace"
  app:waitFor("280 rows contain '9999'", 20)
end)

test.case("a worker returns values as they were", function(t)
  local app = launch(t)
  local same = [[
    local shared = { 1, 2, 3 }
    local value = { shared, shared, n = 1, f = 1.0, [true] = "x", [2.5] = "y", bytes = "\0\255", nested = { {} }, big = math.mininteger }
    value.itself = value
    local back, nothing, last = ui.Worker(function(...) return ... end, value, nil, 7):wait()
    return back[1] == back[2] and back.itself == back and back[1][3] == 3 and math.type(back.n) == "integer"
      and math.type(back.f) == "float" and back[true] == "x" and back[2.5] == "y" and back.bytes == "\0\255"
      and next(back.nested[1]) == nil and back.big == math.mininteger and nothing == nil and last == 7 and back ~= value]]
  local ok, result = run(app, same)
  t:expect(ok):equals(true)
  t:expect(result):equals(true)
end)

test.case("values of the host's classes pass through a worker", function(t)
  local app = launch(t)
  local ok, result = run(app, [[
    local text = ui.AttributedString { "plain ", { "bold", style = { bold = true } } }
    local data, date, styled, count, seconds, plain = ui.Worker(function(data, date, text)
      local ui = require "luahost"
      assert(data.bytes == "a\0b" and date == ui.Date(12.5) and ui.Data "a\0b" == data and date < ui.Date(13))
      return data, date, text, data.count, date.timeIntervalSince1970, text.string
    end, ui.Data "a\0b", ui.Date(12.5), text):wait()
    return data == ui.Data "a\0b" and date == ui.Date(12.5) and styled == text and count == 3 and seconds == 12.5 and plain == "plain bold"]])
  t:expect(ok):equals(true)
  t:expect(result):equals(true)
end)

test.case("what cannot be passed is an error that names it", function(t)
  local app = launch(t)
  for call, message in pairs {
    ["ui.Worker(function() end, print)"] = "cannot pass the argument: a function cannot be passed",
    ["ui.Worker(function() end, 1, { rows = { 1, { x = print } } })"] = "cannot pass argument 2.rows[2].x: a function",
    ["ui.Worker(function() end, { [{}] = 1 })"] = "cannot pass the argument: it contains a table as a key",
    ["ui.Worker(function() end, { at = ui.Label() })"] = "cannot pass the argument.at: a Label cannot be passed",
    ["local x = 1; ui.Worker(function() return x end)"] = "uses the local variable 'x' from outside",
    ["ui.Worker(print)"] = "a function of a library cannot run in a worker",
    ["ui.Worker('return +')"] = "worker:1: unexpected symbol",
    ["ui.Worker(5)"] = "ui.Worker: expected a function or the text of one, got an integer",
  } do
    t:expect(function() app:eval(call) end):fails(message:gsub("%p", "%%%0"))
  end
  local ok, message = run(app, "ui.Worker(function() return 1, print end):wait()")
  t:expect(ok):equals(false)
  t:expect(message):contains "cannot return result 2: a function"
  ok, message = run(app, "ui.Worker(function() worker.send { coroutine.create(print) } end):wait()")
  t:expect(message):contains "cannot send the value[1]: a thread"
end)

test.case("messages go both ways, in order, before the results", function(t)
  local app = launch(t)
  local ok, result = run(app, [[
    local got = {}
    local worker = ui.Worker(function()
      local sum = 0
      for i = 1, 1000 do worker.send(i) end
      while true do
        local value = worker.receive()
        if value == nil then return sum end
        sum = sum + value
      end
    end)
    worker.onMessage = function(from, value) got[#got + 1] = value; assert(from == worker) end
    for i = 1, 100 do assert(worker:send(i)) end
    worker:send(nil)
    local sum = worker:wait()
    for i = 1, 1000 do assert(got[i] == i) end
    return #got == 1000 and sum == 5050 and not worker.isRunning and not worker:send(1)]])
  t:expect(result):equals(true)
  ok, result = run(app, "return ui.Worker(function() return worker.receive(0.01) == nil end):wait()")
  t:expect(result):equals(true)
end)

test.case("progress arrives as the latest value", function(t)
  local app = launch(t)
  local _, result, seen = run(app, [[
    local seen
    local worker = ui.Worker(function() for i = 1, 100000 do worker.progress(i / 100000) end; worker.receive() end)
    worker.onProgress = function(_, progress) seen = progress; if progress == 1 then worker:send(1) end end
    worker:wait()
    return worker.progress, seen]])
  t:expect(result):equals(1)
  t:expect(seen):equals(1)
end)

test.case("an error goes to the waiting task unchanged, and is reported with its traceback otherwise", function(t)
  local app = launch(t)
  local _, result = run(app, [[
    local ok, value = pcall(function() ui.Worker(function() error { code = 7 } end):wait() end)
    return ok == false and value.code]])
  t:expect(result):equals(7)
  app:eval "ui.Worker(function() local function deep() error 'wrong' end deep() end)"
  app:waitFor(function() return #app:errors() > 0 end)
  local text = table.concat(app:errors(), "\n")
  t:expect(text):contains "wrong"
  local ok, message = run(app, "ui.Worker(function() error(setmetatable({ print }, { __tostring = function() return 'described' end })) end):wait()")
  t:expect(ok):equals(false)
  t:expect(message):contains "described"
end)

test.case("hostile workers are cancelled, and do not stop the app", function(t)
  local app = launch(t)
  for name, body in pairs {
    loop = "while true do end",
    caught = "while true do pcall(function() while true do end end) end",
    coroutine = "local c = coroutine.wrap(function() while true do end end) c()",
    pattern = "string.find(string.rep('a', 60), string.rep('a*', 30) .. 'b')",
    sleeper = "os.execute 'sleep 0.2' while true do end",
    close = "local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end",
    finalizer = "setmetatable({}, { __gc = function() while true do end end }) while true do end",
    sender = "while true do worker.send(string.rep('x', 1000)) end",
    printer = "while true do print('x') end",
    waiter = "worker.receive()",
  } do
    local ok, message = run(app, ([[
      local worker = ui.Worker(%q)
      ui.sleep(0.02)
      local waiting = ui.task(function() worker:wait() end)
      ui.sleep(0)
      worker:cancel()
      worker:cancel()
      assert(not worker.isRunning)
      waiting:wait()]]):format(body), 10)
    t:expect(ok):equals(false)
    t:expect(message):contains "the task was cancelled"
  end
end)

test.case("a memory limit is shared with the workers", function(t)
  local app = launch(t, { sandbox = true })
  local ok, message = run(app, "ui.Worker(function() local t = {} while true do t[#t + 1] = string.rep('x', 100000) .. #t end end):wait()", 60)
  t:expect(ok):equals(false)
  t:expect(message):contains "not enough memory"
  ok, message = run(app, "return ui.Worker(function() return 1 end):wait()")
  t:expect(message):equals(1)
end)

test.case("the sandbox withholds in a worker what it withholds in the app", function(t)
  local app = launch(t, { sandbox = true })
  local _, result = run(app, [[return ui.Worker(function()
    return io == nil and os.execute == nil and os.getenv == nil and debug == nil and package.loadlib == nil and os.remove == nil
      and load(string.dump(function() end)) == nil and loadfile == nil and not pcall(require, "cjson")
  end):wait()]])
  t:expect(result):equals(true)
end)

test.case("modules can be required in a worker", function(t)
  local app = launch(t)
  local _, result = run(app, [[return ui.Worker(function()
    local json = require "luahost".json
    return json.encode { a = json.decode "[1]" }
  end):wait()]])
  t:expect(result):equals '{"a":[1]}'
  -- A library in C, where it is installed.
  if app:eval "return (pcall(require, 'cjson'))" then
    local _, text = run(app, "return ui.Worker(function() return require 'cjson'.encode { 1, 2 } end):wait()")
    t:expect(text):equals "[1,2]"
  end
  local ok, message = run(app, "ui.Worker(function() require 'luahost'.Label() end):wait()")
  t:expect(message):contains "ui.Label is not available in a worker"
  ok, message = run(app, "ui.Worker(function() require 'no.such.module' end):wait()")
  t:expect(message):contains "module 'no.such.module' not found"
end)

test.case("print in a worker goes where the app's output goes", function(t)
  local app = launch(t)
  local _, result = run(app, "ui.Worker(function() print('from', 'a worker') end):wait() return true")
  t:expect(result):equals(true)
end)

test.case("commands of a worker get signals as those of the app do", function(t)
  local app = launch(t)
  local _, result = run(app, [[return ui.Worker(function()
    local file <close> = io.popen "sleep 20 & kill $!; wait $!; echo $?"
    local _, _, code = os.execute "sleep 20 & kill $!; wait $!"
    return file:read "n", code
  end):wait()]])
  t:expect(result):equals(143)
  _, result = run(app, "return select(2, ui.Worker(function() return 1, select(3, os.execute 'kill -TERM $$; sleep 20') end):wait())")
  t:expect(result):equals(15)
end)

test.case("workers end with their app", function(t)
  local app = launch(t)
  for _ = 1, 20 do app:eval "ui.Worker(function() while true do end end)" end
  app:kill()
  app:relaunch()
  app:eval "ui = require 'luahost'"
  local _, result = run(app, "return ui.Worker(function() return 'again' end):wait()")
  t:expect(result):equals "again"
end)

test.case("1,000 workers leave no threads", function(t)
  local app = launch(t)
  local function threads()
    local count = 0
    for line in io.lines "/proc/self/status" do count = tonumber(line:match "^Threads:%s*(%d+)") or count end
    return count
  end
  local before = threads()
  local _, result = run(app, [[
    local sum = 0
    for _ = 1, 50 do
      local workers = {}
      for i = 1, 20 do workers[i] = ui.Worker(function(i) return i end, i) end
      for _, worker in ipairs(workers) do sum = sum + worker:wait() end
    end
    return sum]], 60)
  t:expect(result):equals(10500)
  app:waitFor(function() return threads() <= before + 1 end)
end)
