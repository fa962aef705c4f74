local test = require "luahost.test"

-- Returns the appearance callbacks of the child since the launch.
local function callbacks(app)
  local names = {}
  for _, event in ipairs(app:events()) do names[#names + 1] = event:match "^root/child (view%a+ppear)" end
  return table.concat(names, " ")
end

for _, isPlacedFirst in ipairs { false, true } do
  local order = isPlacedFirst and "after its view" or "before its view"
  test.case("a child that is added to a visible screen " .. order .. " appears", function(t)
    local app = t:launch "placed-children.lua"
    app:eval("isPlacedFirst = " .. tostring(isPlacedFirst))
    app:tap "add"
    t:expect(callbacks(app)):equals "viewWillAppear viewDidAppear"
    app:eval "root.children[1]:removeFromParent()"
    t:expect(callbacks(app)):equals "viewWillAppear viewDidAppear viewWillDisappear viewDidDisappear"
  end)
end

test.case("a child appears and disappears with its view, and moving the view calls nothing", function(t)
  local app = t:launch "placed-children.lua"
  app:tap "add"
  local expected = "viewWillAppear viewDidAppear"
  app:eval "local view = root.children[1].view; view:removeFromSuperview(); root.view:addSubview(view)"
  t:expect(callbacks(app)):equals(expected)
  app:eval "root.children[1].view:removeFromSuperview()"
  expected = expected .. " viewWillDisappear viewDidDisappear"
  t:expect(callbacks(app)):equals(expected)
  app:eval "root.slot:addSubview(root.children[1].view)"
  expected = expected .. " viewWillAppear viewDidAppear"
  t:expect(callbacks(app)):equals(expected)
  app:eval "root.children[1].view.isHidden = true"
  t:expect(callbacks(app)):equals(expected .. " viewWillDisappear viewDidDisappear")
end)

test.case("a restored child that its parent places in viewWillAppear appears, and disappears below a sheet", function(t)
  local app = t:launch "placed-children.lua"
  app:tap "add"
  app:kill()
  app:relaunch()
  t:expect(callbacks(app)):equals "viewWillAppear viewDidAppear"
  app:eval "root:present(require 'luahost'.ViewController { restorationIdentifier = 'sheet' })"
  t:expect(callbacks(app)):equals "viewWillAppear viewDidAppear viewWillDisappear viewDidDisappear"
end)
