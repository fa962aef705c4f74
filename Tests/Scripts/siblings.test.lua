local test = require "luahost.test"

-- Each of these is one callback, subject to the time limit of every callback. The time for one of ten thousand does
-- not grow with the others.
local cases = {
  { "children are added one by one, and taken out from the front, the back and the middle", [[
    local root, pages = app:put(ui.ViewController), app:pages(n)
    for _, page in ipairs(pages) do root:addChild(page) end
    local count = #root.children
    for i = 1, n // 3 do pages[i]:removeFromParent() end
    for i = n, n - n // 3, -1 do pages[i]:removeFromParent() end
    for i = 0, n - 1 do pages[i * 7919 % n + 1]:removeFromParent() end
    return count == n and #root.children == 0]] },
  { "children with views that are seen are added one by one, and given other names", [[
    local root, stack = app:put(ui.ViewController), ui.VStack()
    root.view = stack
    for _, page in ipairs(app:pages(n)) do stack:addSubview(page.view) root:addChild(page) end
    for i, page in ipairs(root.children) do page.restorationIdentifier = "other" .. i end
    return #root.children == n]] },
  { "controllers are pushed and popped", [[
    local stack = app:put(ui.NavigationController)
    for _, page in ipairs(app:pages(n)) do stack:push(page) end
    local pushed = #stack.viewControllers
    while #stack.viewControllers > n - 100 do stack:pop() end
    for _ = 1, n - 101 do stack:pop() end
    stack.viewControllers = app:pages(n)
    stack:popToRoot()
    return pushed == n and #stack.viewControllers == 1]] },
  { "tabs are set, appended, named, chosen, and taken out", [[
    local tabs, pages = app:put(ui.TabBarController), app:pages(n)
    for _, page in ipairs(pages) do tabs:addChild(page) end
    tabs.viewControllers = {}
    tabs.viewControllers = pages
    for i, page in ipairs(pages) do page.title = "Tab " .. i tabs.selectedIndex = i tabs.selectedViewController = page end
    local chosen = tabs.selectedIndex
    for i = 1, n - 1 do pages[i]:removeFromParent() end
    return chosen == n and tabs.selectedIndex == 1]] },
  { "pages are added, turned, and taken out", [[
    local book, pages = app:put(ui.PageViewController), app:pages(n)
    for _, page in ipairs(pages) do book:addChild(page) end
    for _ = 1, n - 1 do book:goForward() end
    local last = book.currentIndex
    for i = n, 2, -1 do pages[i]:removeFromParent() end
    return last == n and book.currentIndex == 1]] },
  { "views are added one by one, and taken out from the front, the back and the middle", [[
    local root, stack, views = app:put(ui.ViewController), ui.VStack(), {}
    root.view = stack
    for i = 1, n do
      views[i] = ui.TextField { restorationIdentifier = "field" .. i }
      stack:addSubview(views[i])
    end
    for i = 1, n do views[i].restorationIdentifier = "other" .. i end
    for i = 1, 100 do views[i]:becomeFirstResponder() end
    for i = 1, n // 3 do views[i]:removeFromSuperview() end
    for i = n, n - n // 3, -1 do views[i]:removeFromSuperview() end
    for i = 0, n - 1 do views[i * 7919 % n + 1]:removeFromSuperview() end
    return #stack.subviews == 0]] },
  { "controllers are presented and dismissed over one with many children", [[
    local root = app:put(ui.ViewController)
    for _, page in ipairs(app:pages(n)) do root:addChild(page) end
    for i = 1, n do
      root:present(ui.ViewController { restorationIdentifier = "sheet" })
      root:dismiss()
    end
    return root.presentedViewController == nil]] },
  { "objects are registered", [[
    objects = {}
    for i = 1, n do
      objects[i] = { encodeRestorableState = function() end, decodeRestorableState = function() end }
      app:registerObjectForStateRestoration(objects[i], "object" .. i)
    end
    return not pcall(app.registerObjectForStateRestoration, app, {}, "object7")]] },
  { "buttons are put into a bar, and into another order", [[
    local stack, page, items, turned = app:put(ui.NavigationController), app:pages(1)[1], {}, {}
    stack:push(page)
    for i = 1, n do items[i] = ui.BarButtonItem { title = "b", action = function() end } end
    for i = 1, n do turned[i] = items[n + 1 - i] end
    page.toolbarItems = items
    page.toolbarItems = turned
    return #page.toolbarItems == n]] },
}

for _, case in ipairs(cases) do
  local name, source = case[1], case[2]
  test.case("ten thousand siblings: " .. name, function(t)
    local app = t:launch "siblings.lua"
    t:expect(app:eval("local ui, n = require 'luahost', 10000\n" .. source)):isTrue()
  end)
end

test.case("ten thousand siblings are restored, whichever code creates them, and move to another parent", function(t)
  local app = t:launch "siblings.lua"
  app:eval "app.root.viewControllers = app:pages(10000)"
  app:eval "app.root.selectedIndex = 9999"
  app:kill()
  app:relaunch()
  t:expect(app:eval "return #app.window.rootViewController.viewControllers"):equals(10000)
  t:expect(app:eval "return app.window.rootViewController.selectedIndex"):equals(9999)
  app:eval [[
    local old = app.window.rootViewController
    local pages = old.viewControllers
    local new = require "luahost".PageViewController { restorationIdentifier = "new" }
    old:addChild(new)
    new.viewControllers = pages]]
  t:expect(app:eval "return #app.window.rootViewController.children"):equals(1)
end)

-- Appearance changes too frequent to be reported one by one are reported at the end of the turn.
test.case("appearance callbacks deferred to the end of a turn run then", function(t)
  local app = t:launch "siblings.lua"
  app:eval [[
    seen = {}
    local root = app:put(require "luahost".NavigationController)
    for _, page in ipairs(app:pages(10000)) do
      function page:viewDidAppear() seen[#seen + 1] = self.restorationIdentifier end
      function page:viewDidDisappear() seen[#seen + 1] = "-" .. self.restorationIdentifier end
      root:push(page)
    end
    seenAtOnce = #seen]]
  t:expect(app:eval "return seen[1], seen[2], seen[3]"):equals "page1"
  t:expect(app:eval "return seen[#seen]"):equals "page10000"
  t:expect(app:eval "return seenAtOnce < #seen"):isTrue()
end)
