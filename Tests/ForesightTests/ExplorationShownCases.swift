extension ExplorationCase {
  /// Apps with one mistake.
  static let once = oneCause + consequences + shown

  /// Apps with one mistake, and what follows from it in several views.
  static let shown: [(name: String, script: String)] = [
    ("a field that subclasses inherit and only one of them shows", counters),
    ("controls that show a lost key of the application", model),
    (
      "a table whose rows a registered object chooses",
      app(
        root: "Main { restorationIdentifier = \"main\" }",
        methods: "app:registerObjectForStateRestoration(store, 'store')",
        """
        local ui = require "luahost"
        local store = { hidden = {} }
        function store:encodeRestorableState(coder) coder:encode("hidden", self.hidden) end
        function store:decodeRestorableState(coder) self.hid = coder:decodeTable "hidden" end
        local Main = ui.ViewController:subclass "Main"
        local names = { "Ann", "Bob", "Cleo" }
        function Main:loadView()
          self.table = ui.TableView { restorationIdentifier = "rows", dataSource = self, delegate = self }
          self.view = ui.VStack { self.table, ui.Button { title = "Hide", action = function()
            store.hidden = { self.shown[1] }
            self:refresh()
          end } }
          self:refresh()
        end
        function Main:refresh()
          self.shown = {}
          for _, name in ipairs(names) do
            if name ~= store.hidden[1] then self.shown[#self.shown + 1] = name end
          end
          self.table:reloadData()
        end
        function Main:applicationFinishedRestoringState() self:refresh() end
        function Main:numberOfRowsInSection() return #self.shown end
        function Main:cellForRow(_, _, row) return self.shown[row] end
        function Main:modelIdentifierForElement(_, _, row) return self.shown[row] end
        function Main:indexPathForElement(_, name)
          for row, other in ipairs(self.shown) do if other == name then return 1, row end end
        end
        """)
    ),
    (
      "a misspelt key of what a timer counts and a label shows",
      note(
        view: "self:label()",
        body: """
          Note.count = 0
          function Note:label() self.number = ui.Label { text = "0" } return self.number end
          function Note:viewDidLoad()
            ui.every(1, function()
              self.count = self.count + 1
              self.number.text = tostring(self.count)
            end)
          end
          """, encode: "coder:encode('count', self.count)",
        decode: "self.count = coder:decode 'counts' self.number.text = tostring(self.count)")
    ),
    ("views of a panel that is shown although it was closed", panel),
    ("views of a panel that is not shown again", panel.replacing("self.panel ~= nil", with: "false")),
    (
      "views of a panel before another stack",
      panel.replacing("ui.Button { title", with: "ui.VStack { ui.Label { text = 'below' } }, ui.Button { title")
    ),
  ]

  /// Apps that lose the rows which a button has changed.
  static let changedRows: [(name: String, script: String)] = [
    ("rows that a button adds", rows("self.items[#self.items + 1] = 'item'")),
    ("a row that a button renames", rows("self.items[2] = 'renamed'")),
    ("a row that a button removes", rows("table.remove(self.items, 1)")),
    ("items that a button adds to a group of radio buttons", items(of: "RadioGroup")),
    ("items that a button adds to a pop-up button", items(of: "PopUpButton")),
  ]

  /// A control to whose items a button adds one.
  private static func items(of className: String) -> String {
    note(
      view: "self:choice(), ui.Button { title = 'Add', action = function() self:add() end }",
      body: """
        function Note:choice()
          self.items = ui.\(className) { restorationIdentifier = "items", items = { "a", "b" } }
          return self.items
        end
        function Note:add()
          local items = self.items.items
          items[#items + 1] = "n" .. #items
          self.items.items = items
        end
        """)
  }

  /// A table whose rows a button changes.
  private static func rows(_ change: String) -> String {
    note(
      view: "ui.Button { title = 'Change', action = function() \(change) self.rows:reloadData() end }, self:table()",
      body: """
        function Note:table()
          self.items = { 'a', 'b', 'c' }
          self.rows = ui.TableView { restorationIdentifier = "rows", dataSource = self }
          return self.rows
        end
        function Note:numberOfRowsInSection() return #self.items end
        function Note:cellForRow(_, _, row) return self.items[row] end
        function Note:modelIdentifierForElement(_, _, row) return self.items[row] end
        function Note:indexPathForElement(_, name)
          for row, other in ipairs(self.items) do if other == name then return 1, row end end
        end
        """)
  }

  /// A panel of views that is created when it is first opened. The save says whether it was created, not whether it is open.
  private static let panel = note(
    view:
      "self:slot(), ui.Button { title = 'Panel', action = function() self.isOpen = not self.isOpen self:arrange() end }",
    body: """
      function Note:slot() self.place = ui.VStack {} return self.place end
      function Note:arrange()
        if self.isOpen then
          self.panel = self.panel or ui.VStack {
            ui.TextField { restorationIdentifier = "street" },
            ui.Switch { restorationIdentifier = "letters" },
          }
          self.place:addSubview(self.panel)
        elseif self.panel then
          self.panel:removeFromSuperview()
        end
      end
      """, encode: "coder:encode('isOpen', self.panel ~= nil)",
    decode: "self.isOpen = coder:decodeBoolean 'isOpen' self:arrange()")

  /// Two controls that show a table, which the application encodes and does not decode.
  static let model = """
    local ui = require "luahost"
    local model = { loud = false, level = 0 }
    local Main = ui.ViewController:subclass "Main"
    function Main:loadView()
      self.loud = ui.Switch { restorationIdentifier = "loud", onChange = function(view) model.loud = view.isOn end }
      self.level = ui.Stepper { restorationIdentifier = "level", onChange = function(view) model.level = view.value end }
      self.view = ui.VStack { self.loud, self.level }
    end
    function Main:viewWillAppear() self.loud.isOn, self.level.value = model.loud, model.level end
    local app = ui.Application { identifier = "org.example.model" }
    function app:shouldSaveApplicationState(coder)
      coder:encode("model", model)
      return true
    end
    function app:shouldRestoreApplicationState() return true end
    function app:didDecodeRestorableState(coder)
      local model = coder:decodeTable "model" --! value-lost
    end
    function app:willFinishLaunching()
      self.window = ui.Window { rootViewController = Main { restorationIdentifier = "main" } }
    end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    return app
    """

  /// Screens of two classes with a common base class, whose field is not saved. The first one shows it.
  private static let counters = app(
    root: """
      ui.NavigationController { restorationIdentifier = "nav", Shown { restorationIdentifier = "shown" } }
      """,
    """
    local ui = require "luahost"
    local Counter = ui.ViewController:subclass "Counter"
    function Counter:init() self.count = 0 end
    function Counter:add()
      self.count = self.count + 1
      self:show()
    end
    function Counter:show() end
    function Counter:viewControllerWithRestorationIdentifierPath() return self() end
    local Hidden = Counter:subclass "Hidden"
    function Hidden:loadView()
      self.view = ui.VStack { ui.Button { title = "Add", action = function() self:add() end } }
    end
    local Shown = Counter:subclass "Shown"
    function Shown:loadView()
      self.label = ui.Label { text = "none" }
      self.view = ui.VStack {
        self.label, ui.Button { title = "Add", action = function() self:add() end },
        ui.Button { title = "More", action = function()
          self.navigationController:push(Hidden { restorationIdentifier = "hidden", restorationClass = Hidden })
        end },
      }
    end
    function Shown:show() self.label.text = "count " .. self.count end
    """)
}
