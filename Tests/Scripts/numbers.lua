-- Calls each method of an app with extreme numbers for every argument. Each call is printed first.
local test = require "luahost.test"

local numbers = {
  math.mininteger, -1, 0, 1, 0.5, 1e9, 2^53, 1e300, 1 / 0, -1 / 0, 0 / 0, math.maxinteger,
}

local function try(what, body)
  io.write("try ", what, "\n")
  io.flush()
  return pcall(body)
end

test.case("extreme arguments of the library", function(t)
  local app = t:launch "app.lua"
  for _, name in ipairs(methods) do
    for _, number in ipairs(numbers) do
      for _, arguments in ipairs {
        { number }, { number, number, number, number }, { 1, 1, number, number }, { "table", number }, { "table", 1, number },
        { "segments", number },
      } do
        -- The second number is seconds of real time.
        if name == "waitFor" and #arguments == 3 then arguments = { "table", 0, number } end
        local words = {}
        for place, argument in ipairs(arguments) do words[place] = tostring(argument) end
        local isDone, message = try(name .. "(" .. table.concat(words, ", ") .. ")", function()
          return app[name](app, table.unpack(arguments))
        end)
        assert(isDone or #tostring(message) > 10, message)
      end
      -- Relaunches the app if the call ended it or left it in the background.
      if not pcall(app.screen, app) then app:relaunch() end
      pcall(app.foreground, app)
    end
    app:relaunch()
  end
  app:resize(80, 24)
  t:expect(app:screen()):contains "one"
end)

test.case("extreme sizes", function(t)
  for _, number in ipairs(numbers) do
    local isSize = number == 1
    for _, size in ipairs { { number, 24 }, { 80, number }, { number, number } } do
      local isDone, message = try("size " .. tostring(size[1]) .. ", " .. tostring(size[2]), function()
        return t:launch("app.lua", { size = size })
      end)
      assert(isDone == isSize, message)
      if not isDone then
        t:expect(message):matches "expected"
        t:expect(message):matches "size"
      end
    end
  end
  local app = t:launch("app.lua", { size = { 1000, 1000 } })
  for _, number in ipairs(numbers) do
    t:expect(function() app:resize(number, 24) if number == 1 then error "expected size" end end):fails "expected"
  end
  t:expect(function() t:launch("app.lua", { size = {} }) end):fails "expected"
  t:expect(function() t:launch("app.lua", { size = 80 }) end):fails "expected"
end)

test.case("extreme times", function(t)
  local app = t:launch("app.lua", { options = { timer = true } })
  for _, seconds in ipairs { -1, -0.5, 1 / 0, -1 / 0, 0 / 0, 1e300, 1e10, math.mininteger, math.maxinteger } do
    t:expect(function() app:advance(seconds) end):fails "seconds: expected 0 to"
  end
  app:advance(0)
  app:advance(0.5)
  app:advance(1000)
  -- A timer that fires twice a second.
  t:expect(function() app:advance(1e9) end):fails "timers fired"
  t:expect(app:screen()):contains "one"
end)

test.case("extreme save numbers", function(t)
  local app = t:launch "app.lua"
  for _, number in ipairs(numbers) do
    if number ~= 1 then t:expect(function() app:rollback(number) end):fails "." end
  end
  t:expect(app:screen()):contains "one"
end)
