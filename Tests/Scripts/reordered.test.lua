-- A selection follows its item, also when the rows have moved and the table has not reloaded yet.
local test = require "luahost.test"

for _, isSaved in ipairs { false, true } do
  test.case("a save between the change and the reload has the selected item" .. (isSaved and ", also at background" or ""), function(t)
    local app = t:launch "reordered.lua"
    app:tap "a**"
    app:eval "rate('a', 3)"
    if isSaved then app:background() end
    app:kill()
    app:relaunch()
    app:key "escape"
    local rows = app:find("table").indexPathsForSelectedRows
    t:expect(#rows):equals(1)
    t:expect(rows[1].row):equals(1)
    t:expect(app:find("table").focusedIndexPath.row):equals(1)
  end)
end
