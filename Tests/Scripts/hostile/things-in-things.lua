-- expect: views can be nested at most 500 levels deep
-- expect: view controllers can be nested at most 200 levels deep
-- expect: all were refused
-- Endlessly nested views and controllers, built from inside or outside.
local root = app.window.rootViewController
local function fails(body)
  local isDone, message = pcall(body)
  print(message)
  return not isDone
end
local inward = fails(function()
  local view = root.view
  for _ = 1, 20000 do
    local next = ui.VStack {}
    view:addSubview(next)
    view = next
  end
end)
local outward = fails(function()
  local view = ui.Label { text = "deep" }
  for _ = 1, 20000 do view = ui.ScrollView { view } end
end)
local presented = fails(function()
  local controller = root
  for _ = 1, 1000 do
    local next = ui.ViewController {}
    controller:present(next)
    controller = next
  end
end)
local children = fails(function()
  local controller = ui.ViewController {}
  for _ = 1, 10000 do
    local next = ui.ViewController {}
    controller:addChild(next)
    controller = next
  end
end)
local containers = fails(function()
  local controller = ui.ViewController {}
  for _ = 1, 1000 do
    controller = ui.SplitViewController { viewControllers = { ui.TabBarController { viewControllers = { controller } } } }
  end
end)
if inward and outward and presented and children and containers then print "all were refused" end
