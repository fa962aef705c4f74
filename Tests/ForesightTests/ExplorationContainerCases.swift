extension ExplorationCase {
  /// Apps that lose what lists and containers keep by themselves.
  static let containers: [ExplorationCase] = [
    ExplorationCase(
      "rows that are deselected when the app was restored", lost: "indexPathsForSelectedRows",
      fix: "self:deselect()", to: "",
      note(
        view: "self:list()",
        body: """
          function Note:list()
            self.rows = ui.TableView {
              restorationIdentifier = "rows", height = 5, rows = { "one", "two", "three" }, allowsMultipleSelection = true,
            }
            return self.rows
          end
          function Note:deselect()
            for _, path in ipairs(self.rows.indexPathsForSelectedRows) do self.rows:deselectRow(path.section, path.row) end
          end
          function Note:applicationFinishedRestoringState() self:deselect() end
          """)),
    ExplorationCase(
      "the position of a view that a script draws and scrolls", lost: "screen", fix: "coder:encode('top', 1)",
      to: "coder:encode('top', self.top)",
      note(
        view: "self:board()",
        body: """
          local Board = ui.View:subclass "Board"
          function Board:init() self.top = 1 end
          function Board:draw(canvas) canvas:put(0, 0, "top " .. self.top) end
          function Board:mouseEvent(event)
            if event.type ~= "wheel" then return false end
            self.top = self.top + event.rows
            self:setNeedsDisplay()
            return true
          end
          function Board:encodeRestorableState(coder) coder:encode('top', 1) end
          function Board:decodeRestorableState(coder) self.top = coder:decode 'top' end
          function Note:board() return Board { restorationIdentifier = "board" } end
          """)),
    ExplorationCase(
      "a title that only a loaded tab has", lost: "screen", fix: "function Second:loadView()",
      to: "function Second:init() self.title = 'Second title' end function Second:loadView()",
      tabs(
        body: """
          function Second:loadView()
            self.title = "Second title"
            self.view = ui.TextField { restorationIdentifier = "name" }
          end
          """, launched: "")),
    ExplorationCase(
      "a choice that is set whenever its screen appears", lost: "selectedSegmentIndex",
      fix: "self.size.selectedSegmentIndex = 1", to: "",
      note(
        view: "self:segments()",
        body: """
          function Note:segments()
            self.size = ui.SegmentedControl {
              restorationIdentifier = "size", segments = { "S", "M", "L" }, selectedSegmentIndex = 3,
            }
            return self.size
          end
          function Note:viewWillAppear() self.size.selectedSegmentIndex = 1 end
          """)),
    ExplorationCase(
      "a tab that the launch selects", lost: "selectedIndex", fix: "self.tabs.selectedIndex = 1", to: "",
      tabs(body: "", launched: "self.tabs.selectedIndex = 1")),
    ExplorationCase(
      "items of an outline that are collapsed, after a visit to a page that loads late", lost: "isItemExpanded",
      fix: "for _, item in ipairs(self.items) do self.outline:collapseItem(item) end", to: "",
      tabs(
        body: """
          First.items = { "Fruit", "Trees" }
          function First:loadView()
            self.outline = ui.OutlineView { restorationIdentifier = "outline", dataSource = self }
            self.view = self.outline
          end
          function First:numberOfChildrenOfItem(_, item) return item == nil and 2 or #item == 5 and 2 or 0 end
          function First:childOfItem(_, index, item)
            return item and item .. " " .. index or self.items[index]
          end
          function First:cellForItem(_, item) return item end
          function First:persistentObjectForItem(_, item) return item end
          function First:itemForPersistentObject(_, name) return name end
          function First:encodeRestorableState(coder) coder:encode("visited", visited) end
          function First:decodeRestorableState(coder) visited = coder:decode "visited" end
          function First:applicationFinishedRestoringState()
            if not visited then return end
            for _, item in ipairs(self.items) do self.outline:collapseItem(item) end
          end
          """, launched: "")),
    ExplorationCase(
      "a presented sheet without identifier", lost: "missing", fix: "Sheet {}",
      to: "Sheet { restorationIdentifier = 'sheet', restorationClass = Sheet }",
      note(
        view: "ui.Button { title = 'Open', action = function() self:open() end }",
        body: """
          local Sheet = ui.ViewController:subclass "Sheet"
          function Sheet:loadView() self.view = ui.Label { text = "The sheet" } end
          function Sheet:viewControllerWithRestorationIdentifierPath() return Sheet() end
          function Note:open() self:present(Sheet {}) end
          """)),
  ]

  /// An app with two tabs, each a screen of its own, of which the second notes that it was visited.
  private static func tabs(body: String, launched: String) -> String {
    """
    local ui = require "luahost"
    local visited = false
    local First = ui.ViewController:subclass "First"
    local Second = ui.ViewController:subclass "Second"
    function Second:loadView() self.view = ui.Label { text = "The second" } end
    function Second:viewDidAppear() visited = true end
    \(body)
    local app = ui.Application { identifier = "org.example.explored" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching()
      self.window = ui.Window()
      self.tabs = ui.TabBarController {
        restorationIdentifier = "tabs", First { restorationIdentifier = "first", title = "First" },
        Second { restorationIdentifier = "second", title = "Second" },
      }
      self.window.rootViewController = self.tabs
    end
    function app:didFinishLaunching()
      \(launched)
      self.window:makeKeyAndVisible()
    end
    return app
    """
  }
}
