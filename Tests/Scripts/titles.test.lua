-- Titles in navigation bars and tabs that containers take from their children.
local test = require "luahost.test"

for _, outer in ipairs { "nav", "tabs" } do
  for _, inner in ipairs { "split", "pages" } do
    local function launch(t)
      local app = t:launch("titles.lua", { size = { 100, 12 }, options = { outer = outer, inner = inner } })
      -- The row of the bar: the first one, or that of the tabs.
      local function bar()
        local rows = {}
        for row in app:screen():gmatch "[^\n]*" do rows[#rows + 1] = row end
        for index = outer == "nav" and 1 or #rows, outer == "nav" and 1 or #rows - 2, -1 do
          if rows[index]:find "%S" and not rows[index]:find "commands" then return rows[index] end
        end
        return ""
      end
      return app, bar
    end

    test.case(inner .. " in " .. outer .. ": the title follows the child's", function(t)
      local app, bar = launch(t)
      t:expect(bar()):contains "first"
      app:eval "app.window.rootViewController.children[1].children[1].title = 'other'"
      t:expect(bar()):contains "other"
      app:eval "app.window.rootViewController.children[1].title = 'own'"
      t:expect(bar()):contains "own"
      app:eval "app.window.rootViewController.children[1].title = nil"
      t:expect(bar()):contains "other"
    end)

    test.case(inner .. " in " .. outer .. ": the title is restored", function(t)
      local app, bar = launch(t)
      if inner == "pages" then app:key "pagedown" end
      t:expect(bar()):contains(inner == "pages" and "second" or "first")
      app:kill()
      app:relaunch()
      t:expect(bar()):contains(inner == "pages" and "second" or "first")
    end)
  end
end
