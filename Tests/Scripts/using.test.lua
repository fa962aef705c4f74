local test = require "luahost.test"

local function launch(t)
  return t:launch("using.lua", { size = { 80, 24 } })
end

test.case("a row is tapped by its text, and of two matches the enabled one", function(t)
  local app = launch(t)
  app:tap "banana"
  t:expect(app:screen()):contains "first chose 2"
  app:select("list", 3)
  t:expect(app:screen()):contains "first chose 3"
  app:scroll("list", 1)
end)

test.case("an empty name refers to nothing", function(t)
  local app = launch(t)
  t:expect(app:find ""):isNil()
  for _, step in ipairs {
    function() app:tap "" end, function() app:select("", 1) end, function() app:scroll("", 1) end,
  } do
    t:expect(step):fails '""'
  end
end)

test.case("tap, select and scroll accept paths", function(t)
  local app = launch(t)
  app:tap "Sides"
  app:select("tabs/sides/right/list", 2)
  t:expect(app:screen()):contains "right chose 2"
  app:select("tabs/sides/left/list", 1)
  t:expect(app:screen()):contains "left chose 1"
  app:scroll("tabs/sides/right/list", 1)
  app:tap "tabs/sides/right/list"
  t:expect(app:find("tabs/sides/right").rows.isFirstResponder):isTrue()
end)

test.case("a slash in an identifier is escaped in a path, which then means one object", function(t)
  local app = launch(t)
  app:tap "Slashes"
  local function text(path) return app:find(path).text end
  t:expect(text [[tabs/slashes/a\/b]]):equals "one identifier"
  t:expect(text [[a\/b]]):equals "one identifier"
  t:expect(text "tabs/slashes/a/b"):equals "two identifiers"
  t:expect(app:find "a/b"):isNil()
  local paths = {}
  local function visit(node)
    paths[#paths + 1] = node.path
    for _, child in ipairs(node.children) do visit(child) end
  end
  visit(app:tree())
  t:expect(paths):contains [[tabs/slashes/a\/b]]
  t:expect(paths):contains "tabs/slashes/a/b"
end)

test.case("tapping the text of an outline's row selects it without expanding", function(t)
  local app = launch(t)
  app:tap "Tree"
  app:tap "fruit"
  t:expect(app:screen()):contains "chose fruit"
  t:expect(app:screen()):never():contains "pear"
  app:key "right"
  app:tap "plum"
  t:expect(app:screen()):contains "chose plum"
end)

test.case("containers accept children as items", function(t)
  local app = launch(t)
  t:expect(#app:find("tabs").viewControllers):equals(5)
  t:expect(#app:find("sides").viewControllers):equals(2)
  app:tap "Pages"
  t:expect(app:screen()):contains "apple"
end)
