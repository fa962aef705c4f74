local test = require "luahost.test"

local function show(t, columns, rows, source)
  local app = t:launch("layout.lua", { size = { columns, rows } })
  app:eval("app:show(function(ui, own) return " .. source .. " end)")
  return app
end

local function lines(app)
  local found = {}
  for line in (app:screen() .. "\n"):gmatch "(.-)\n" do found[#found + 1] = line end
  return found
end

test.case("a spacer grows only along its stack", function(t)
  local app = show(t, 20, 6, [[ui.VStack {
    ui.HStack { ui.Label { text = "a" }, ui.Spacer { }, ui.Label { text = "b" } },
    ui.Label { text = "below" },
  }]])
  t:expect(lines(app)[1]):equals("a" .. (" "):rep(18) .. "b")
  t:expect(lines(app)[2]):equals "below"
  app = show(t, 20, 4, [[ui.VStack { ui.Label { text = "top" }, ui.Spacer { }, ui.Label { text = "end" } }]])
  t:expect(lines(app)[4]):equals "end"
end)

test.case("given widths hold, and flexible text is truncated with an ellipsis", function(t)
  local app = show(t, 20, 2, [[ui.VStack { ui.HStack {
    ui.Label { text = "a rather long name" }, ui.Label { text = "given", width = 8 }, ui.Label { text = "end" },
  } }]])
  t:expect(lines(app)[1]):equals "a rather…given   end"
  app = show(t, 12, 4, [[ui.VStack { ui.Label { text = "a text that wraps to many rows", accessibilityIdentifier = "long" },
    ui.Label { text = "keeps", height = 3, accessibilityIdentifier = "given" } }]])
  t:expect(app:find("given").frame.height):equals(3)
  t:expect(lines(app)[1]):equals "a text that…"
end)

test.case("horizontal stacks add their spacing", function(t)
  local app = show(t, 20, 2, [[ui.VStack { ui.HStack { spacing = 2,
    ui.Label { text = "a rather long name" }, ui.Label { text = "given", width = 8 },
  } }]])
  t:expect(lines(app)[1]):equals "a rather…   given"
  app = show(t, 11, 2, [[ui.VStack { ui.HStack { spacing = 3,
    ui.Label { text = "five5", width = 5 }, ui.Label { text = "five5", width = 5 },
  } }]])
  t:expect(lines(app)[1]):equals "five5 five5"
  app = show(t, 20, 2, [[ui.Grid { columns = { 8, "fill" }, columnSpacing = 2,
    ui.Label { text = "a rather long name" }, ui.Label { text = "another long name" },
  }]])
  t:expect(lines(app)[1]):matches "^a rather  another"
end)

test.case("buttons and titles are truncated with an ellipsis", function(t)
  local app = show(t, 14, 2, [[ui.HStack { ui.Button { title = "A long title" }, ui.Label { text = "12345", width = 5 } }]])
  t:expect(lines(app)[1]):equals "A long t…12345"
end)

test.case("limits hold in both directions", function(t)
  local app = show(t, 40, 12, [[ui.VStack { alignment = "leading",
    ui.TextField { accessibilityIdentifier = "field", maxWidth = 10 },
    ui.Label { accessibilityIdentifier = "label", text = "x", minWidth = 7, minHeight = 2 },
    ui.TextView { accessibilityIdentifier = "text", maxHeight = 4, minWidth = 3 },
    ui.Label { accessibilityIdentifier = "cut", text = "one two three four", maxWidth = 9, maxHeight = 1 },
  }]])
  t:expect(app:find("field").frame.width):equals(10)
  t:expect(app:find("label").frame):equals { x = 0, y = 1, width = 7, height = 2 }
  t:expect(app:find("text").frame.height):equals(4)
  t:expect(app:find("cut").frame):equals { x = 0, y = 7, width = 8, height = 1 }
  t:expect(lines(app)[8]):equals "one two…"
  t:expect(app:find("cut").maxWidth):equals(9)
  t:expect(app:find("cut").minWidth):isNil()
  for _, name in ipairs { "minWidth", "maxWidth", "minHeight", "maxHeight" } do
    t:expect(function() app:eval("app.window.rootViewController.view." .. name .. " = -1") end):fails(name)
    t:expect(function() app:eval("app.window.rootViewController.view." .. name .. " = 'x'") end):fails(name)
  end
end)

test.case("flexible views share the remaining space within their limits", function(t)
  local app = show(t, 40, 3, [[ui.HStack {
    ui.TextField { accessibilityIdentifier = "a" }, ui.TextField { accessibilityIdentifier = "b", maxWidth = 6 },
    ui.TextField { accessibilityIdentifier = "c", minWidth = 20 }, ui.Label { text = "1234" },
  }]])
  t:expect(app:find("b").frame.width):equals(6)
  t:expect(app:find("c").frame.width):equals(20)
  t:expect(app:find("a").frame.width):equals(10)
end)

test.case("a grid places its children row by row", function(t)
  local app = show(t, 30, 6, [[ui.Grid { columns = 3, rowSpacing = 1, columnSpacing = 3,
    ui.Label { text = "a" }, ui.Label { text = "b" }, ui.Label { text = "c" }, ui.Label { text = "d" }, ui.Label { text = "e" },
  }]])
  t:expect(app:screen()):matches "^a          b          c\n\nd          e"
  app = show(t, 30, 6, [[ui.Grid { columns = { 12, "fill" },
    ui.Label { text = "Name" }, ui.TextField { accessibilityIdentifier = "name" },
    ui.Label { text = "Two\nrows" }, ui.TextField { accessibilityIdentifier = "second" },
    ui.Label { text = "Last" },
  }]])
  t:expect(app:find("name").frame):equals { x = 12, y = 0, width = 18, height = 1 }
  t:expect(app:find("second").frame.y):equals(1)
  t:expect(lines(app)[4]):equals "Last"
end)

test.case("a grid skips hidden children, and reports invalid columns", function(t)
  local app = show(t, 20, 4, [[ui.Grid { accessibilityIdentifier = "grid", columns = { 5, 5 },
    ui.Label { text = "a" }, ui.Label { text = "b", isHidden = true }, ui.Label { text = "c" } }]])
  t:expect(lines(app)[1]):equals "a    c"
  local grid = app:find "grid"
  t:expect(grid.columns):equals { 5, 5 }
  app:eval "app.window.rootViewController.view.columns = 2"
  t:expect(grid.columns):equals(2)
  for _, wrong in ipairs { "0", "-1", "'x'", "{ }", "{ 'wide' }", "{ -1 }", "{ 1.5 }", "nil" } do
    t:expect(function() app:eval("app.window.rootViewController.view.columns = " .. wrong) end):fails "columns"
  end
end)

test.case("a custom view that draws gets space in a stack", function(t)
  local app = show(t, 10, 5, [[ui.VStack { ui.Label { text = "top" }, own.Plain { }, ui.Label { text = "end" } }]])
  t:expect(lines(app)):equals { "top", "##########", "##########", "##########", "end" }
  app = show(t, 10, 2, [[ui.HStack { ui.Label { text = "ab" }, own.Plain { }, own.Plain { width = 3 } }]])
  t:expect(lines(app)[1]):equals "ab########"
  app = show(t, 10, 3, [[ui.VStack { alignment = "leading", own.Plain { height = 2, width = 4 } }]])
  t:expect(lines(app)):equals { "####", "####", "" }
end)

local function tall(t)
  return t:launch("layout.lua", { size = { 20, 6 }, options = { kind = "tall" } })
end

test.case("a new first responder is scrolled into view", function(t)
  local app = tall(t)
  app:find("f25"):becomeFirstResponder()
  t:expect(app:screen()):contains "text 25"
  app:find("f1"):becomeFirstResponder()
  t:expect(app:screen()):contains "text 1 "
  app:key "shift+tab"
  app:key "shift+tab"
  t:expect(app:screen()):contains "text 30"
end)

test.case("a focused view that the user scrolled out of sight stays there, also after a kill", function(t)
  local app = tall(t)
  app:find("f3"):becomeFirstResponder()
  app:screen()
  app:scroll("scroll", 12)
  local before = app:screen()
  t:expect(before):never():contains "text 3 "
  app:background()
  app:kill()
  app:relaunch()
  t:expect(app:screen()):equals(before)
  app:type "x"
  t:expect(app:screen()):contains "text 3x"
end)

test.case("nested scroll views and tables scroll to the focused view", function(t)
  local app = show(t, 20, 8, [[ui.ScrollView { accessibilityIdentifier = "outer",
    ui.Label { text = "head", height = 6 },
    ui.ScrollView { height = 12, accessibilityIdentifier = "inner",
      ui.Label { text = "far", height = 20 }, ui.TextField { text = "deep", accessibilityIdentifier = "deep" } },
    ui.Label { text = "foot", height = 9 },
    ui.TableView { accessibilityIdentifier = "table", height = 12, rows = { "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11" } },
  }]])
  app:find("deep"):becomeFirstResponder()
  t:expect(app:screen()):contains "deep"
  app:find("table"):becomeFirstResponder()
  for row = 1, 11 do
    t:expect(app:screen()):contains("r" .. row)
    app:key "down"
  end
  app:key "home"
  t:expect(app:screen()):contains "r1"
end)

test.case("the caret of a text in a scroll view is visible", function(t)
  local app = show(t, 20, 5, [[ui.ScrollView { ui.Label { text = "head" }, ui.TextView { accessibilityIdentifier = "text" } }]])
  app:tap "text"
  for line = 1, 12 do
    app:type("line " .. line .. "\n")
    t:expect(app:screen()):contains("line " .. line)
  end
  for _ = 1, 12 do app:key "up" end
  t:expect(app:screen()):contains "line 1"
end)

test.case("a presented controller shows its title", function(t)
  local app = show(t, 30, 8, [[ui.Label { text = "below" }]])
  app:eval [[
    local ui = require "luahost"
    local sheet = ui.ViewController { title = "Settings" }
    sheet.view = ui.Label { text = "inside" }
    app.sheet = sheet
    app.window.rootViewController:present(sheet)
  ]]
  t:expect(lines(app)[1]):equals "           Settings"
  t:expect(lines(app)[2]):equals "inside"
  app:eval "app.sheet.title = 'Other'"
  t:expect(lines(app)[1]):contains "Other"
  app:eval "app.sheet.title = nil"
  t:expect(lines(app)[1]):equals "inside"
  app:eval [[app.sheet.title = "Back"; app.sheet:present(require "luahost".AlertController { title = "Sure?" })]]
  t:expect(lines(app)[1]):contains "Back"
  app:key "escape"
  app:key "enter"
  app:key "escape"
  t:expect(app:screen()):contains "below"
end)

test.case("a presented navigation controller has its own bar, and no second title", function(t)
  local app = show(t, 30, 8, [[ui.Label { text = "below" }]])
  app:eval [[
    local ui = require "luahost"
    local nav = ui.NavigationController { }
    nav:push(ui.ViewController { title = "Only once" })
    app.window.rootViewController:present(nav)
  ]]
  local _, count = app:screen():gsub("Only once", "")
  t:expect(count):equals(1)
end)

test.case("a misspelt accessibility option is reported", function(t)
  local app = show(t, 20, 4, "ui.View { accessibilityIdentifier = 'own' }")
  t:expect(function()
    app:eval "app.window.rootViewController.view.accessibilityElements = { { label = 'a', rolle = 'button' } }"
  end):fails "accessibilityElements%[1%].*rolle.*role"
end)

test.case("custom views have accessibility elements", function(t)
  local app = show(t, 30, 8, [[ui.VStack {
    own.Chart { accessibilityIdentifier = "chart" },
    own.Plain { accessibilityIdentifier = "plain", accessibilityLabel = "Map", accessibilityValue = "north" },
    own.Plain { accessibilityIdentifier = "listed" },
    ui.ProgressView { accessibilityIdentifier = "progress" },
  }]])
  app:tap "Sales"
  t:expect(app:find("chart").used):equals "sales"
  t:expect(function() app:tap "Costs" end):fails "nothing on the screen"
  local plain = app:find "plain"
  t:expect(plain.accessibilityValue):equals "north"
  t:expect(plain.accessibilityLabel):equals "Map"
  local progress = app:find "progress"
  local own = progress.accessibilityValue
  local set = "app.window.rootViewController.view.subviews[4].accessibilityValue = "
  app:eval(set .. "'half way'")
  t:expect(progress.accessibilityValue):equals "half way"
  app:eval(set .. "nil")
  t:expect(progress.accessibilityValue):equals(own)
  app:eval [[
    local list = app.window.rootViewController.view.subviews[3]
    list.accessibilityElements = { { role = "button", label = "North", action = function(view) view.went = "north" end } }
  ]]
  app:tap "North"
  t:expect(app:find("listed").went):equals "north"
  for _, wrong in ipairs {
    "3", "'x'", "{ 1 }", "{ { } }", "{ { label = 'x', role = 'nothing' } }", "{ { label = 'x', action = 3 } }",
    "{ { label = 'x', frame = 3 } }", "{ { label = {} } }",
  } do
    t:expect(function() app:eval("app.window.rootViewController.view.accessibilityElements = " .. wrong) end)
      :fails "accessibilityElements"
  end
end)

test.case("a spacer without room leaves the spacing as it is", function(t)
  local app = show(t, 17, 1, [[ui.HStack { spacing = 2, ui.Spacer { }, ui.Label { text = "cchf" }, ui.Label { text = "eggafbgcd" } }]])
  t:expect(lines(app)[1]):equals "  cchf  eggafbgcd"
end)

test.case("an empty spacer has one gap around it before texts shrink", function(t)
  local function row(width)
    return lines(show(t, width, 1, [[ui.HStack { spacing = 2,
      ui.Label { text = "abc" }, ui.Spacer { }, ui.Label { text = "defg" } }]]))[1]
  end
  t:expect(row(11)):equals "abc    defg"
  t:expect(row(10)):equals "abc   defg"
  t:expect(row(9)):equals "abc  defg"
  t:expect(row(8)):equals "abc  de…"
  t:expect(row(4)):equals "…  …"
end)

test.case("bars of equal values on both sides of 0 are equally long, and missing ones are marked", function(t)
  local app = show(t, 8, 4, [[ui.BarChart { axis = "vertical", bars = { -1, 1 } }]])
  t:expect(select(2, app:screen():gsub("██", ""))):equals(2)
  app = show(t, 20, 2, [[ui.BarChart { bars = { -1, 1 } }]])
  local first, second = lines(app)[1]:match "█+", lines(app)[2]:match "█+"
  t:expect(first):equals(second)
  app = show(t, 8, 3, [[ui.BarChart { axis = "vertical", bars = { 12.5, 1.5, 133, 2.25 } }]])
  t:expect(app:screen()):contains "›"
  for _, size in ipairs { { 7, 2 }, { 7, 4 }, { 5, 1 } } do
    app = show(t, size[1], size[2], [[ui.BarChart { axis = "vertical", bars = { 5, -12, 34, 7 } }]])
    t:expect(app:screen()):contains "›"
    t:expect(app:screen():find "%d›"):equals(nil)
  end
  app = show(t, 9, 6, [[ui.BarChart { axis = "vertical", bars = { 1234, 2345, 3456 } }]])
  t:expect(app:screen()):contains "2345"
  app = show(t, 5, 3, [[ui.BarChart { axis = "vertical", bars = { 100, 1.5 } }]])
  t:expect(app:screen()):contains "…"
end)

test.case("a field that no longer hides its text shows all of it", function(t)
  local app = show(t, 60, 3, [[(function()
    app.field = ui.TextField { isSecure = true, text = "日本語テキスト" }
    return ui.VStack { alignment = "center", app.field }
  end)()]])
  app:eval "app.field.isSecure = false"
  t:expect(app:screen()):contains "日本語テキスト"
end)

test.case("a scroll view on a screen without controls is focused once it can scroll", function(t)
  local app = show(t, 20, 4, [[(function()
    app.label = ui.Label { text = "1" }
    app.scroll = ui.ScrollView { app.label }
    return app.scroll
  end)()]])
  app:eval [[app.label.text = "1\n2\n3\n4\n5\n6\n7\n8"]]
  app:key "down"
  t:expect(app:eval "return app.scroll.contentOffset.y"):equals(1)
end)

test.case("a cell of the screen has a limited number of combining characters", function(t)
  local app = show(t, 20, 2, [[ui.VStack { ui.Label { text = "a" .. ("\u{301}"):rep(1000) }, ui.Label { text = "👩‍👩‍👧‍👦" } }]])
  t:expect(utf8.len(lines(app)[1])):equals(32)
  t:expect(lines(app)[2]):equals "👩‍👩‍👧‍👦"
end)

test.case("the blanks at which a label is broken take no cells and no rows", function(t)
  local app = show(t, 20, 5, [[ui.VStack {
    ui.Label { alignment = "right", text = "The quick brown fox jumps over the lazy dog and everything else" } }]])
  local shown = lines(app)
  for line = 1, 4 do t:expect(#shown[line]):equals(20) end
  app = show(t, 11, 5, [[ui.VStack { ui.Label { text = "bbede bbeac  adaceeebcfe" } }]])
  t:expect(lines(app)[2]):equals "adaceeebcfe"
  app = show(t, 9, 3, [[ui.VStack { ui.Label { text = "fcddccbbgfbecff gcdbf fab " } }]])
  t:expect(lines(app)[3]):equals "gcdbf fab"
  app = show(t, 8, 4, [[ui.VStack { ui.Label { text = ui.AttributedString {
    "one two", { "  ", style = "accent" }, { "three", style = "accent" }, " \n four" } } }]])
  t:expect({ lines(app)[1], lines(app)[2], lines(app)[3] }):equals { "one two", "three", " four" }
end)
