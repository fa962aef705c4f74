import AppSession

extension EverywhereCase {
  /// The events that end the process or the Lua state.
  private static let restarts = Set(NeutralEvent.allCases.filter(\.restarts))
  /// Those whose values are compared, too.
  private static let comparedRestarts = restarts.subtracting([.clock, .timeZone])

  static let button = "ui.Button { title = 'Add', action = function() self:add() end }"

  static let encode = """
    function Screen:encodeRestorableState(coder) coder:encode("count", self.count) end

    """
  static let decode = """
    function Screen:decodeRestorableState(coder) self.count = coder:decodeInteger "count" or 0 self:show() end

    """

  /// An app that pushes screens whose identifiers have addresses.
  static let screensWithAddresses = """
    local ui = require "luahost"
    local Detail = ui.ViewController:subclass "Detail"
    function Detail:loadView() self.view = ui.Label { text = "the detail" } end
    local List = ui.ViewController:subclass "List"
    function List:loadView()
      self.view = ui.Button { title = "Open", action = function()
        self.navigationController:push(Detail { restorationIdentifier = "detail" .. tostring({}):sub(-5), title = "Detail" })
      end }
    end
    local app = ui.Application { identifier = "org.example.unstable", version = "1" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:viewControllerWithRestorationIdentifierPath(path)
      if path[#path] == "detail" then return Detail { title = "Detail" } end
    end
    function app:willFinishLaunching()
      self.window = ui.Window { rootViewController = ui.NavigationController { restorationIdentifier = "nav", List { restorationIdentifier = "list" } } }
    end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    return app
    """

  static let all = losses + sound

  /// An app without a loss for each event and kind of value.
  static let sound: [EverywhereCase] = [
    EverywhereCase(
      name: "a clock that a timer shows, which begins another second after a restart",
      app: app(
        views: "",
        methods: encode + decode + """
          function Screen:viewDidLoad() ui.every(1, function() self:add() end) end
          """),
      steps: "app:advance(3.5)\napp:advance(1)"),
    EverywhereCase(
      name: "a text that a task of the launch shows some time later, made of what is restored",
      app: app(
        views: "self:field()",
        methods: """
          function Screen:field()
            self.name = ui.TextField { restorationIdentifier = "name", onChange = function() self:greet() end }
            return self.name
          end
          function Screen:greet() self.label.text = "Hello " .. self.name.text end
          function Screen:viewDidLoad() self:task(function() ui.sleep(0.2) self:greet() end) end
          """),
      steps: "app:advance(1)\napp:tap 'name'\napp:type 'Ada'"),
    EverywhereCase(
      name: "a text of a controller without a parent, in one that the app forgets",
      app: app(
        views: "self:preview()",
        methods: """
          local Card = ui.ViewController:subclass "Card"
          function Card:loadView() self.view = ui.TextField { accessibilityIdentifier = "query" } end
          function Screen:preview() self.card = Card() return self.card.view end
          app.forgets = { "screen" }
          """),
      steps: "app:tap 'query'\napp:type 'Ada'"),
    EverywhereCase(
      name: "a search some time after the last key, which a restoration makes at once",
      app: app(
        views: "self:field()",
        methods: """
          function Screen:field()
            self.text = ui.TextField { restorationIdentifier = "text", onChange = function() self:search() end }
            return self.text
          end
          function Screen:search()
            if self.timer then self.timer:cancel() end
            self.timer = ui.after(0.5, function() self:found() end)
          end
          function Screen:found() self.label.text = "found " .. self.text.text end
          function Screen:applicationFinishedRestoringState() if self.text.text ~= "" then self:found() end end
          """), steps: "app:tap 'text'\napp:type 'a'\napp:type 'b'\napp:advance(1)\napp:key 'end'"),
    EverywhereCase(
      name: "a text that comes with a delay to a screen that a sheet covers",
      app: app(
        views: "self:pager()",
        methods: """
          local Sheet = ui.ViewController:subclass "Sheet"
          function Sheet:loadView() self.view = ui.TextField { restorationIdentifier = "name" } end
          function Sheet:viewControllerWithRestorationIdentifierPath() return Sheet() end
          function Screen:pager()
            self.body = ui.TextView { restorationIdentifier = "body", isEditable = false }
            self:task(function() ui.sleep(0.05) self.body.text = "the text" end)
            return self.body
          end
          function Screen:viewDidLoad()
            self.keyCommands = { {
              title = "Sheet", input = "s",
              action = function() self:present(Sheet { restorationIdentifier = "sheet", restorationClass = Sheet }) end,
            } }
          end
          """), steps: "app:advance(1)\napp:key 's'\napp:type 'x'"),
    EverywhereCase(
      name: "a row that comes with a delay and is found by a typed text",
      app: app(
        views: "self:search(), self:list()",
        methods: """
          function Screen:search()
            self.bar = ui.SearchBar { restorationIdentifier = "bar", onChange = function() self:filter() end }
            return self.bar
          end
          function Screen:list()
            self.all, self.shown = {}, {}
            self.table = ui.TableView { restorationIdentifier = "rows", dataSource = self, height = 6 }
            return self.table
          end
          function Screen:viewDidLoad()
            self:task(function()
              ui.sleep(0.2)
              for row = 1, 20 do self.all[row] = "row " .. row end
              self:filter()
            end)
          end
          function Screen:filter()
            self.shown = {}
            for _, name in ipairs(self.all) do
              if name:find(self.bar.text, 1, true) then self.shown[#self.shown + 1] = name end
            end
            self.table:reloadData()
          end
          function Screen:numberOfRowsInSection() return #self.shown end
          function Screen:cellForRow(_, _, row) return self.shown[row] end
          function Screen:modelIdentifierForElement(_, _, row) return self.shown[row] end
          function Screen:indexPathForElement(_, name)
            for row, other in ipairs(self.shown) do if other == name then return 1, row end end
          end
          """), steps: "app:advance(1)\napp:type '5'\napp:tap 'row 15'\napp:advance(1)"),
    EverywhereCase(
      name: "items that the first launch names by its time, and a screen that is forgotten on purpose",
      app: app(
        views: "self:item(), ui.Button { title = 'Help', action = function() self:help() end }",
        methods: """
          function Screen:item()
            local path = app.filesDirectory .. "/name"
            local file = io.open(path) or assert(io.open(path, "w+"))
            local name = file:read "a"
            if name == "" then
              name = "item" .. os.time()
              file:write(name)
            end
            file:close()
            return ui.TextField { restorationIdentifier = name }
          end
          local Help = ui.ViewController:subclass "Help"
          function Help:loadView() self.view = ui.VStack { ui.Switch {}, ui.Button { title = "Close" } } end
          function Screen:help() self:present(Help { restorationIdentifier = "help" }) end
          app.forgets = { "help" }
          """), steps: "app:type 'a'\napp:tap 'Help'"),
    EverywhereCase(
      name: "rows that a task adds one after the other",
      app: app(
        views: "self:list()",
        methods: """
          function Screen:list()
            self.items = {}
            self.table = ui.TableView { restorationIdentifier = "rows", dataSource = self, height = 6 }
            return self.table
          end
          function Screen:viewDidLoad()
            self:task(function(self)
              for page = 1, 3 do
                ui.sleep(0.2)
                for item = 1, 2 do self.items[#self.items + 1] = "item " .. page .. "." .. item end
                self.table:reloadData()
              end
            end)
          end
          function Screen:numberOfRowsInSection() return #self.items end
          function Screen:cellForRow(_, _, row) return self.items[row] end
          function Screen:modelIdentifierForElement(_, _, row) return self.items[row] end
          function Screen:indexPathForElement(_, item)
            for row, other in ipairs(self.items) do if other == item then return 1, row end end
          end
          """), steps: "app:advance(2)\napp:tap 'item 2.2'\napp:key 'down'\napp:tap 'item 3.1'"),
    EverywhereCase(
      name: "every value is kept",
      app: app(
        views: """
          \(button), ui.TextField { restorationIdentifier = 'name' }, ui.Switch { restorationIdentifier = 'switch' },
          ui.Slider { restorationIdentifier = 'slider' },
          ui.SegmentedControl { restorationIdentifier = 'segments', segments = { 'one', 'two' } },
          ui.TableView { restorationIdentifier = 'table', rows = { 'a', 'b', 'c', 'd', 'e', 'f' } }
          """, methods: encode + decode),
      steps: """
        app:tap "Add"
        app:tap "name"
        app:type "Ada"
        app:tap "switch"
        app:tap "slider"
        app:key "right"
        app:select("segments", 2)
        app:select("table", 5)
        t:expect(app:screen()):contains "Ada"
        t:expect(app:find("name").text):equals "Ada"
        """),
    EverywhereCase(
      name: "rows of a covered screen that it makes whenever it appears",
      app: """
        local ui = require "luahost"
        -- A screen that builds its rows of labels each time it appears (it holds no state of its own).
        local Page = ui.ViewController:subclass "Page"
        function Page:loadView() self.view = ui.VStack {} end
        function Page:viewWillAppear()
          for _, view in ipairs(self.view.subviews) do view:removeFromSuperview() end
          self.view:addSubview(ui.Label { text = "This is " .. self.restorationIdentifier })
          self.view:addSubview(ui.Button { title = "More", action = function() self.navigationController:push(Page { restorationIdentifier = "detail", restorationClass = Page }) end })
        end
        function Page:viewControllerWithRestorationIdentifierPath() return Page() end
        local app = ui.Application { identifier = "org.example.covered", version = "1" }
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:willFinishLaunching()
          self.window = ui.Window { rootViewController = ui.NavigationController { restorationIdentifier = "nav", Page { restorationIdentifier = "first" } } }
        end
        function app:didFinishLaunching() self.window:makeKeyAndVisible() end
        return app
        """,
      steps: "app:tap 'More'\napp:key 'escape'"),
    EverywhereCase(
      name: "a job of several sleeps, which a restoration begins again",
      app: """
        local ui = require "luahost"
        -- A job that takes three seconds; a kill does not lose it.
        local Job = ui.ViewController:subclass "Job"
        function Job:init() self.left, self.log = 0, "" end
        function Job:loadView()
          self.output = ui.TextView { restorationIdentifier = "output", isEditable = false }
          self.view = ui.VStack { ui.Button { title = "Start", action = function() if self.left == 0 then self.left = 3 self:run() end end }, self.output }
        end
        function Job:run()
          self:task(function()
            while self.left > 0 do ui.sleep(1) self.left = self.left - 1 end
            self.log = "done"
            self:show()
          end)
        end
        function Job:show() self.output.text = self.log end
        function Job:encodeRestorableState(coder) coder:encode("left", self.left) coder:encode("log", self.log) end
        function Job:decodeRestorableState(coder)
          self.left, self.log = coder:decodeInteger "left", coder:decodeString "log"
          if self.left > 0 then self:run() end
          self:show()
        end
        local app = ui.Application { identifier = "org.example.clockjob", version = "1" }
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:willFinishLaunching() self.window = ui.Window { rootViewController = Job { restorationIdentifier = "job" } } end
        function app:didFinishLaunching() self.window:makeKeyAndVisible() end
        return app
        """,
      steps: "app:tap 'Start'\napp:advance(1)\napp:advance(1)\napp:advance(1)"),
    EverywhereCase(
      name: "a copy that continues after a restart, at another pace",
      app: """
        local ui = require "luahost"
        -- Copies one of ten files in 0.3 seconds; a kill does not end it.
        local Copy = ui.ViewController:subclass "Copy"
        function Copy:init() self.done, self.isRunning = 0, false end
        function Copy:loadView()
          self.label = ui.Label { text = "idle" }
          self.view = ui.VStack { self.label, ui.Button { title = "Start", action = function() self.isRunning = true self:work() end } }
        end
        function Copy:work()
          self:task(function()
            while self.done < 10 do
              ui.sleep(0.3)
              self.done = self.done + 1
              self:show()
            end
            self.isRunning = false
          end)
        end
        function Copy:show() if self.done > 0 then self.label.text = self.done .. " of 10" end end
        function Copy:encodeRestorableState(coder) coder:encode("done", self.done) coder:encode("isRunning", self.isRunning) end
        function Copy:decodeRestorableState(coder)
          self.done, self.isRunning = coder:decodeInteger "done", coder:decodeBoolean "isRunning"
          self:show()
        end
        function Copy:applicationFinishedRestoringState() if self.isRunning then self:work() end end
        local app = ui.Application { identifier = "org.example.copy", version = "1" }
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:willFinishLaunching() self.window = ui.Window { rootViewController = Copy { restorationIdentifier = "copy" } } end
        function app:didFinishLaunching() self.window:makeKeyAndVisible() end
        return app
        """,
      steps: "app:tap 'Start'\napp:advance(0.5)\napp:advance(0.5)\napp:advance(1.1)\napp:advance(5)"),
    EverywhereCase(
      name: "the text of a covered pager that is set whenever its screen appears",
      app: """
        local ui = require "luahost"
        local Sheet = ui.ViewController:subclass "Sheet"
        function Sheet:loadView() self.view = ui.VStack { ui.Button { title = "Close", action = function() self:dismiss() end } } end
        function Sheet:viewControllerWithRestorationIdentifierPath() return Sheet() end
        local Reader = ui.ViewController:subclass "Reader"
        function Reader:loadView()
          self.text = ui.TextView { restorationIdentifier = "text", isEditable = false }
          self.view = ui.VStack {
            self.text,
            ui.Button { title = "Open", action = function() self:present(Sheet { restorationIdentifier = "sheet", restorationClass = Sheet }) end },
            ui.Button { title = "Push", action = function() self.navigationController:push(Sheet { restorationIdentifier = "pushed", restorationClass = Sheet }) end },
          }
        end
        function Reader:viewWillAppear() self.text.text = ("the text\\n"):rep(60) end
        local app = ui.Application { identifier = "org.example.reader", version = "1" }
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:willFinishLaunching()
          self.window = ui.Window { rootViewController = ui.NavigationController { restorationIdentifier = "nav", Reader { restorationIdentifier = "reader" } } }
        end
        function app:didFinishLaunching() self.window:makeKeyAndVisible() end
        return app
        """,
      steps: "app:tap 'text'\napp:key 'pagedown'\napp:tap 'Open'\napp:tap 'Close'\napp:tap 'Push'\napp:key 'escape'"),
    EverywhereCase(
      name: "an item that is created on another day is in another section, and still the selected one",
      app: """
        local ui = require "luahost"
        local Week = ui.ViewController:subclass "Week"
        function Week:init() self.items = {} end
        function Week:loadView()
          self.table = ui.TableView { restorationIdentifier = "days", dataSource = self, delegate = self }
          self.view = ui.VStack { self.table, ui.Button { title = "Add", action = function()
            self.items[#self.items + 1] = { id = #self.items + 1, day = os.date("*t").wday }
            self.table:reloadData()
          end } }
        end
        function Week:itemsOf(day)
          local found = {}
          for _, item in ipairs(self.items) do if item.day == day then found[#found + 1] = item end end
          return found
        end
        function Week:numberOfSections() return 7 end
        function Week:titleForHeaderInSection(_, day) return "day " .. day end
        function Week:numberOfRowsInSection(_, day) return #self:itemsOf(day) end
        function Week:cellForRow(_, day, row) return "item " .. self:itemsOf(day)[row].id end
        function Week:modelIdentifierForElement(_, day, row) return self:itemsOf(day)[row].id end
        function Week:indexPathForElement(_, id)
          for day = 1, 7 do for row, item in ipairs(self:itemsOf(day)) do if item.id == id then return day, row end end end
        end
        function Week:didSelectRow() end
        function Week:encodeRestorableState(coder) coder:encode("items", self.items) end
        function Week:decodeRestorableState(coder) self.items = coder:decodeTable "items" or {} self.table:reloadData() end
        local app = ui.Application { identifier = "org.example.week", version = "1" }
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:willFinishLaunching() self.window = ui.Window { rootViewController = Week { restorationIdentifier = "week" } } end
        function app:didFinishLaunching() self.window:makeKeyAndVisible() end
        return app
        """,
      steps: "app:tap 'Add'\napp:tap 'item 1'"),
    EverywhereCase(
      name: "a notification can be waited for after an event, and goes by itself",
      app: app(views: "ui.Button { title = 'Go', action = function() app:notify('done', { seconds = 3 }) end }"),
      steps: """
        app:tap "Go"
        app:advance(1)
        t:expect(app:screen()):contains "done"
        app:waitFor "done"
        app:advance(2.5)
        t:expect(app:screen()):never():contains "done"
        """),
    EverywhereCase(
      name: "an alert, a notification, a menu and a secret are not compared",
      app: app(
        views: """
          ui.Button { title = 'Ask', action = function()
            local alert = ui.AlertController { title = 'Sure?' }
            alert:addAction { title = 'Yes', handler = function() app:notify 'done' end }
            self:present(alert)
          end },
          ui.PopUpButton { restorationIdentifier = 'menu', items = { 'red', 'green' } },
          ui.TextField { restorationIdentifier = 'secret', isSecure = true },
          ui.ActivityIndicator { isAnimating = true, restorationIdentifier = 'busy' }
          """),
      steps: """
        app:tap "Ask"
        app:tap "Yes"
        t:expect(app:screen()):contains "done"
        app:tap "menu"
        app:tap "green"
        app:tap "secret"
        app:type "x"
        """),
    EverywhereCase(
      name: "the parts that forgets names are not compared",
      app: app(
        views: "\(button), ui.Switch { accessibilityIdentifier = 'lamp' }",
        methods: encode + decode + "\napp.forgets = { 'lamp' }"),
      steps: "app:tap 'Add'\napp:tap 'lamp'\nlocal isOn = app:find('lamp').isOn"),
    EverywhereCase(
      name: "a clock on the screen",
      app: app(
        views: "ui.Label { text = os.date '%Y-%m-%d %H:%M' }, ui.TextField { restorationIdentifier = 'name' }"),
      steps: "app:tap 'name'\napp:type 'Ada'\nt:expect(app:screen()):contains(app:eval \"return os.date '%H:%M'\")"),
    EverywhereCase(
      name: "the case restarts its app itself",
      app: app(views: button, methods: encode + decode),
      steps: """
        app:tap "Add"
        app:kill()
        app:relaunch()
        app:tap "Add"
        """),
    EverywhereCase(
      name: "the case returns to a save",
      app: app(views: button, methods: encode + decode),
      steps: """
        app:tap "Add"
        local save = app:preserve()
        app:tap "Add"
        app:rollback(save)
        t:expect(app:screen()):contains "1"
        app:tap "Add"
        """),
    EverywhereCase(
      name: "the case crashes its app",
      app: app(views: button, methods: encode + decode),
      steps: """
        app:tap "Add"
        app:crash "saving"
        t:expect(function() app:tap "Add" end):fails "crashed while saving"
        app:relaunch()
        app:crash "restoring"
        t:expect(function() app:relaunch() end):fails "crashed while restoring"
        app:relaunch()
        app:tap "Add"
        t:expect(app:screen()):contains "2"
        """),
  ]

  /// Apps with a mistake that shows in several ways.
  static let severalWays: [(example: EverywhereCase, count: Int)] = [
    (
      EverywhereCase(
        name: "two views that one line creates",
        app: app(
          views: "self:choice(1), self:choice(2)",
          methods: "function Screen:choice(n) return ui.Switch { accessibilityIdentifier = 'choice' .. n } end"),
        steps: "app:tap 'choice1'\napp:tap 'choice2'",
        report: ["also: screen/choice2 (Switch): isOn was true, and is false"]
      ), 1
    ),
    (
      EverywhereCase(
        name: "an error while restoring, and what it does not restore",
        app: app(
          views: button,
          methods: encode + """
            function Screen:decodeRestorableState(coder)
              self.count = coder:decode "count" self:broken() self:show()
            end
            """), steps: "app:tap 'Add'\napp:tap 'Add'", report: ["callback-failed"]), 1
    ),
    (
      EverywhereCase(
        name: "a text that is cleared when it appears, and in the background",
        app: app(
          views: "self:field()",
          methods: """
            function Screen:field() self.text = ui.TextField { restorationIdentifier = "text" } return self.text end
            function Screen:viewWillAppear() self.text.text = "" end
            function app:didEnterBackground() self.window.rootViewController.text.text = "" end
            """), steps: "app:tap 'text'\napp:type 'Ada'", report: ["after background and foreground"]), 2
    ),
    (focusedChild, 1),
  ]

  private static let focusedChild = EverywhereCase(
    name: "a focused child whose restoration method fails",
    app: app(
      views: "self:cards()",
      methods: """
        Card = ui.ViewController:subclass "Card"
        function Card:loadView() self.view = ui.VStack { ui.Button { title = "Press" } } end
        function Card:viewControllerWithRestorationIdentifierPath() return Card(undefined.name) end
        function Screen:cards()
          self.box = ui.VStack {}
          return ui.VStack { self.box, ui.Button { title = "Add", action = function()
            local card = Card { restorationIdentifier = "card", restorationClass = Card }
            self:addChild(card)
            self.box:addSubview(card.view)
          end } }
        end
        """),
    steps: "app:tap 'Add'\napp:tap 'Press'", report: ["callback-failed"])

  /// Apps with one planted loss each.
  static let losses: [EverywhereCase] = [
    EverywhereCase(
      name: "a field of a controller is not encoded", app: app(views: button),
      steps: "app:tap 'Add'", events: comparedRestarts, report: ["screen was \"1\"", "step 2, app:tap(\"Add\")"]),
    EverywhereCase(
      name: "a mode that only a button shows, while a timer counts a value that is saved",
      app: app(
        views: "self:toggle()",
        methods: encode + decode + """
          function Screen:toggle()
            self.button = ui.Button { title = "Start", action = function()
              self.button.title = "Stop"
              ui.every(1, function() self:add() end)
            end }
            return self.button
          end
          """),
      steps: "app:tap 'Start'", events: comparedRestarts, report: ["screen was", "Stop"]),
    EverywhereCase(
      name: "a key is encoded and not decoded", app: app(views: button, methods: encode),
      steps: "app:tap 'Add'", events: comparedRestarts,
      report: ["screen (Screen): \"count\" was 1, and is 0", "not-decoded", "app.lua:22:"]),
    EverywhereCase(
      name: "an alert without identifier whose result is wanted",
      app: app(
        views:
          "ui.Button { title = 'Ask', action = function() self:present(ui.AlertController { title = 'Sure?' }, { onResult = 'add' }) end }"
      ),
      steps: "app:tap 'Ask'", events: restarts,
      report: ["AlertController", "it is missing", "no restorationIdentifier"]),
    EverywhereCase(
      name: "a field that a task of the launch clears some time later",
      app: app(
        views: "self:field()",
        methods: """
          function Screen:field()
            self.name = ui.TextField { restorationIdentifier = "name" }
            return self.name
          end
          function Screen:viewDidLoad() self:task(function() ui.sleep(0.2) self.name.text = "" end) end
          """),
      steps: "app:advance(1)\napp:tap 'name'\napp:type 'Ada'", events: restarts, report: ["text was \"Ada\""]),
    EverywhereCase(
      name: "a loss that shows later",
      app: app(
        views: "\(button), ui.Button { title = 'Hide', action = function() self.label.text = '' end }", methods: ""),
      steps: "app:tap 'Add'\napp:tap 'Hide'\napp:tap 'Add'", events: comparedRestarts, report: ["screen was"]),
    EverywhereCase(
      name: "a loss that the next restart heals",
      app: app(
        views: """
          ui.Button { title = 'Set', action = function() self.note = 'set' end },
          ui.Button { title = 'Wait' },
          ui.Button { title = 'Show', action = function() self.label.text = self.note or 'nothing' end }
          """,
        methods: """
          function Screen:encodeRestorableState(coder)
            coder:encode("note", self.note or self.kept)
            coder:encode("label", self.label.text)
          end
          function Screen:decodeRestorableState(coder)
            self.label.text = coder:decode "label"
            local path = app.filesDirectory .. "/launches"
            local file = io.open(path)
            local count = file and file:read "n" or 0
            if file then file:close() end
            file = io.open(path, "w")
            file:write(count + 1)
            file:close()
            self[count % 2 == 0 and "kept" or "note"] = coder:decode "note"
          end
          """),
      steps: "app:tap 'Set'\napp:tap 'Wait'\napp:tap 'Wait'\napp:tap 'Show'",
      events: [.kill, .relaunch, .reload], report: ["was \"set\"", "step 2, app:tap(\"Set\")"]),
    EverywhereCase(
      name: "a switch without an identifier",
      app: app(views: "ui.Switch { accessibilityIdentifier = 'lamp' }"),
      steps: "app:tap 'lamp'", events: comparedRestarts, report: ["app.lua:6: screen/lamp (Switch): isOn was true"]),
    EverywhereCase(
      name: "a typed text without an identifier",
      app: app(views: "ui.TextField { accessibilityIdentifier = 'name' }"),
      steps: "app:tap 'name'\napp:type 'Ada'", events: restarts,
      report: ["screen/name (TextField): text was \"Ada\""]),
    EverywhereCase(
      name: "a selection without an identifier",
      app: app(views: "ui.TableView { accessibilityIdentifier = 'rows', rows = { 'a', 'b' } }"),
      steps: "app:select('rows', 2)", events: restarts,
      report: ["screen/rows (TableView): indexPathsForSelectedRows was"]),
    EverywhereCase(
      name: "a scroll offset without an identifier",
      app: app(
        views: """
          ui.TextView { accessibilityIdentifier = 'text', isEditable = false, followsEnd = false,
            text = ("line\\n"):rep(100) }
          """),
      steps: "app:scroll('text', 7)", events: comparedRestarts, report: ["screen/text (TextView): contentOffset was 7"]),
    EverywhereCase(
      name: "a pushed controller without an identifier",
      app: app(
        views:
          "ui.Button { title = 'Show', action = function() self:present(ui.ViewController { title = 'Second' }) end }"),
      steps: "app:tap 'Show'", events: restarts, report: ["it is missing"]),
    EverywhereCase(
      name: "the background clears a label",
      app: app(
        views: button,
        methods: encode + decode
          + "\nfunction app:didEnterBackground() self.window.rootViewController.label.text = '?' end"),
      steps: "app:tap 'Add'", events: [.background], report: ["screen was \"0\"", "background and foreground"]),
    EverywhereCase(
      name: "a picture remembers a small screen",
      app: app(
        views: "Picture()",
        methods: """
          function Picture:draw(canvas)
            if canvas.width < 70 then self.isSmall = true end
            canvas:put(1, 1, self.isSmall and "small" or "large")
          end
          """
      ).replacing("local app\n", with: "local app\nlocal Picture = ui.View:subclass 'Picture'\n"),
      steps: "app:key 'tab'", events: [.resize, .relaunch], report: ["screen was \"large\""]),
    EverywhereCase(
      name: "a picture remembers another theme",
      app: app(
        views: "Picture()",
        methods: """
          function Picture:draw(canvas)
            if app.theme ~= "auto" then self.isOther = true end
            canvas:put(1, 1, self.isOther and "other" or "first")
          end
          """
      ).replacing("local app\n", with: "local app\nlocal Picture = ui.View:subclass 'Picture'\n"),
      steps: "app:key 'tab'", events: [.theme], report: ["screen was \"first\""]),
    EverywhereCase(
      name: "a text is kept for a day",
      app: app(
        views: "self:makeField()",
        methods: """
          function Screen:makeField()
            self.field = ui.TextField { restorationIdentifier = "name" }
            return self.field
          end
          function Screen:encodeRestorableState(coder) coder:encode("day", os.time() // 86400) end
          function Screen:applicationFinishedRestoringState()
            if self.day ~= os.time() // 86400 then self.field.text = "" end
          end
          function Screen:decodeRestorableState(coder) self.day = coder:decodeInteger "day" end
          """),
      steps: "app:tap 'name'\napp:type 'Ada'", events: [.clock], report: ["text was \"Ada\"", "one day later"]),
    EverywhereCase(
      name: "a text is kept for one day, by a screen that is saved a little after a callback",
      app: app(
        views: button + ", self:makeField()",
        methods: """
          function Screen:makeField()
            self.field = ui.TextField { restorationIdentifier = "name" }
            return self.field
          end
          function Screen:encodeRestorableState(coder)
            coder:encode("count", self.count)
            coder:encode("day", os.time() // 86400)
          end
          function Screen:applicationFinishedRestoringState()
            if self.day ~= os.time() // 86400 then self.field.text = "" end
          end
          function Screen:decodeRestorableState(coder)
            self.count = coder:decodeInteger "count"
            self.day = coder:decodeInteger "day"
            self:show()
          end
          """),
      steps: "app:tap 'Add'\napp:tap 'name'\napp:type 'Ada'", events: [.clock],
      report: ["text was \"Ada\"", "one day later"]),
    EverywhereCase(
      name: "a screen with another identifier in each run",
      app: screensWithAddresses, steps: "app:tap 'Open'", events: restarts,
      report: ["app.lua:7: nav/detail", "(Detail): it is missing"]),
    EverywhereCase(
      name: "a case looks at its app while a command is under way",
      app: app(
        views: "ui.TextField { accessibilityIdentifier = 'name' }",
        methods: """
          function Screen:viewDidLoad()
            self:task(function() self.label.text = ui.run({ "sh", "-c", "sleep 0.3; printf ready" }).output end)
          end
          """),
      steps: """
        t:expect(app:screen()):contains "0"
        app:waitFor "ready"
        app:tap "name"
        app:type "Ada"
        """, events: restarts, report: ["text was \"Ada\""]),
    EverywhereCase(
      name: "a text is kept in one time zone",
      app: app(
        views: "self:makeField()",
        methods: """
          function Screen:makeField()
            self.field = ui.TextField { restorationIdentifier = "name" }
            return self.field
          end
          function Screen:encodeRestorableState(coder) coder:encode("zone", os.date "%z") end
          function Screen:applicationFinishedRestoringState()
            if self.zone ~= os.date "%z" then self.field.text = "" end
          end
          function Screen:decodeRestorableState(coder) self.zone = coder:decodeString "zone" end
          """),
      steps: "app:tap 'name'\napp:type 'Ada'", events: [.timeZone],
      report: ["text was \"Ada\"", "another time zone"]),
    EverywhereCase(
      name: "an orderly exit forgets",
      app: app(
        views: button,
        methods: encode + decode
          + "\nfunction app:didEnterBackground() self.window.rootViewController.count = 0 end"),
      steps: "app:tap 'Add'", events: [.background, .reload],
      report: ["\"count\" was 1", "background and foreground", "reload"]),
    EverywhereCase(
      name: "a second restart forgets",
      app: app(
        views: button,
        methods: """
          function Screen:encodeRestorableState(coder) if not self.old then coder:encode("count", self.count) end end
          function Screen:decodeRestorableState(coder)
            self.old = true
            self.count = coder:decodeInteger "count" or 0
            self:show()
          end
          """),
      steps: "app:tap 'Add'", events: comparedRestarts.union([.killTwice]), report: ["\"count\" was 1, and is nil"]),
    EverywhereCase(
      name: "a value that the case reads",
      app: app(
        views: button,
        methods: encode + decode + "\napp.hidden = 0\nfunction app.keep() app.hidden = app.hidden + 1 end"),
      steps: "app:eval 'app.keep()'\nt:expect(app:eval 'return app.hidden'):equals(1)", events: comparedRestarts,
      report: ["app:eval(\"return app.hidden\"): the result was 1, and is 0"]),
    EverywhereCase(
      name: "a property of a controller that the case reads",
      app: app(
        views: button,
        methods: encode + decode + "\nfunction Screen:keep(number) self.hidden = number end"),
      steps: "app:find('screen'):keep(1)\nt:expect(app:find('screen').hidden):equals(1)", events: comparedRestarts,
      report: ["Screen \"screen\".hidden: the result was 1, and is nil", "step 2, Screen \"screen\":keep(1)"]),
    EverywhereCase(
      name: "a step that fails after a restart",
      app: app(
        views:
          "\(button), ui.Button { title = 'Twice', action = function() if self.count == 0 then error 'nothing' end end }"
      ),
      steps: "app:tap 'Add'\napp:tap 'Twice'", events: restarts, report: ["screen was \"1\""]),
  ]
}
