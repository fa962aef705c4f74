local test = require "luahost.test"

local function application(app) return app:archive().application end

test.case("the app's own state survives a decode that fails", function(t)
  local app = t:launch("own-state.lua", { errors = "allowed" })
  t:expect(application(app).count):equals(42)
  app:kill()
  app:relaunch { options = { failing = "decode" } }
  t:expect(application(app).count):equals(42)
  app:terminate()
  app:relaunch { options = {} }
  t:expect(app:eval "return require 'luahost'.Application.shared:count()"):equals(42)
end)

test.case("after a failed decode, a change of the app's own state replaces the stored one", function(t)
  local app = t:launch("own-state.lua", { errors = "allowed" })
  app:kill()
  app:relaunch { options = { failing = "decode" } }
  app:eval "require 'luahost'.Application.shared:count(7)"
  t:expect(application(app).count):equals(7)
end)

test.case("after an encode that fails, the app's own state is that of the last save", function(t)
  local app = t:launch("own-state.lua", { errors = "allowed" })
  app:terminate()
  app:relaunch { options = { failing = "encode" } }
  app:eval "require 'luahost'.Application.shared:count(7)"
  t:expect(application(app).count):equals(42)
  t:expect(application(app).last):equals "there"
end)

for _, isolated in ipairs { false, true } do
  local where = isolated and " of an isolated app" or ""
  test.case("dates, data and attributed strings can be read in a test" .. where, function(t)
    local app = t:launch("own-state.lua", { isolated = isolated })
    local state = app:archive("page").state
    t:expect(state.when):equals "1970-01-01T00:00:05Z"
    t:expect(state.bytes):equals "x\0y"
    t:expect(state.title):equals "bold"
    t:expect(state.all):equals { "1970-01-01T00:00:00Z", { "z" } }
    t:expect(app:find("due").date):equals "1970-01-02T00:00:00Z"
    t:expect(app:eval "return require 'luahost'.Date(5)"):equals "1970-01-01T00:00:05Z"
  end)

  test.case("events can be read after a kill" .. where, function(t)
    local app = t:launch("own-state.lua", { isolated = isolated })
    app:kill()
    t:expect(app:events()):contains "app didBecomeActive"
    app:relaunch()
    t:expect(app:events()):contains "app didBecomeActive"
  end)
end
