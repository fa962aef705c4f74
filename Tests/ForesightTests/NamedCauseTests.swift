import Testing

@testable import Foresight

/// Apps with one mistake, whose loss appears elsewhere.
@Suite("One finding at the line of the cause")
@MainActor
struct NamedCauseTests {
  /// A mistake at the line that ends with `--!`.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    var code = FindingCode.valueLost.rawValue
    var seed: UInt64 = 1
    let script: String
    var testDescription: String { name }
  }

  @Test("explore reports one cause once, at its line", arguments: Self.explored)
  func explored(_ example: Case) throws {
    let report = try ExplorationCase.explore(example.script, steps: 60, seed: example.seed)
    let found = report.discoveries
    let line = try ExplorationCase.markedLine(of: example.script)
    #expect(found.map(\.place?.line) == [line] && found.first?.code == example.code, "\(report.tests)")
  }

  @Test("the doctor names a lost key instead of the callback that uses it")
  func usedKey() throws {
    let script = ExplorationCase.note(
      view: "self:text()",
      body: """
        Note.log = {}
        function Note:text() self.label = ui.Label { text = "0 lines" } return self.label end
        function Note:applicationFinishedRestoringState() self.label.text = #self.log .. " lines" end
        """,
      decode: "self.log = coder:decode 'log' --!")
    let findings = try DoctorCase("used", script).diagnosis().findings
    #expect(findings.map(\.code) == [.notEncoded], "\(findings)")
    #expect(try findings.map(\.place?.line) == [ExplorationCase.markedLine(of: script)])
  }

  @Test("the doctor names a computed identifier of a restored controller")
  func renamed() throws {
    let example = Self.renamed
    let findings = try DoctorCase(example.name, example.script).diagnosis().findings
    #expect(findings.map(\.code) == [.unstableIdentifier], "\(findings)")
    #expect(try findings.map(\.place?.line) == [ExplorationCase.markedLine(of: example.script)])
  }

  @Test("the doctor and explore name the line that changes the value of a key", arguments: Self.changed)
  func changed(_ example: Case) throws {
    let line = try ExplorationCase.markedLine(of: example.script)
    let findings = try DoctorCase("changed", example.script).diagnosis().findings
    #expect(findings.map(\.place?.line) == [line] && findings.first?.code.rawValue == example.code, "\(findings)")
    let report = try ExplorationCase.explore(example.script, steps: 60)
    #expect(
      report.discoveries.map(\.place?.line) == [line] && report.discoveries.first?.code == example.code,
      "\(report.tests)")
    #expect(report.discoveries.first?.remedy == findings.first?.remedy)
  }

  @Test("the doctor names the line of a text that the restoration does not set again", arguments: Self.texts)
  func text(_ example: Case) throws {
    let findings = try DoctorCase("texts", example.script).diagnosis().findings
    let line = try ExplorationCase.markedLine(of: example.script)
    #expect(findings.map(\.place?.line) == [line] && findings.first?.code == .valueLost, "\(findings)")
  }

  @Test(
    "a text that differs in each launch is no finding of the doctor",
    arguments: ["os.date '%H:%M'", "math.random(2)", "tostring({})", "nextNumber()"])
  func varying(_ text: String) throws {
    let script = ExplorationCase.note(
      view: "ui.Label { 'text ' .. \(text) }",
      body: """
        function nextNumber()
          local path = ui.Application.shared.filesDirectory .. "/number"
          local file = io.open(path)
          local number = file and file:read "n" or 0
          if file then file:close() end
          file = io.open(path, "w")
          file:write(number + 1)
          file:close()
          return number
        end
        """)
    #expect(try DoctorCase("varying", script).diagnosis().findings.isEmpty)
  }

  @Test("the scroll position of a view without identifier is no finding of the doctor")
  func scrolled() throws {
    let script = ExplorationCase.note(
      view: "ui.ScrollView { self:switches() }",
      body: """
        function Note:switches()
          local stack = ui.VStack {}
          for index = 1, 35 do stack:addSubview(ui.Switch { restorationIdentifier = "on" .. index }) end
          return stack
        end
        """)
    #expect(try DoctorCase("scrolled", script).diagnosis().findings.isEmpty)
  }

  @Test("the doctor finds what is lost in a scroll view that it has scrolled")
  func lostInScrolled() throws {
    let script = ExplorationCase.note(
      view: "ui.ScrollView { self:form() }",
      body: """
        function Note:form()
          self.sum = ui.Label { "off" } --!
          return ui.VStack { ui.Label { ("line\\n"):rep(30) }, self.sum,
            ui.Switch { restorationIdentifier = "on", onChange = function(view) self.sum.text = view.isOn and "on" or "off" end } }
        end
        """)
    let findings = try DoctorCase("scrolled", script).diagnosis().findings
    #expect(findings.map(\.code) == [.valueLost], "\(findings)")
    #expect(try findings.map(\.place?.line) == [ExplorationCase.markedLine(of: script)])
  }

  @Test("a restoration that no script completes is a finding, also if the app has a timer of luv")
  func notCompleted() throws {
    let script = ExplorationCase.note(
      view: "ui.TextField { restorationIdentifier = 'field' }",
      app: """
        local uv = require "luv"
        uv.new_timer():start(1000, 1000, function() end)
        function app:didDecodeRestorableState()
          self:extendStateRestoration() --!
        end
        """)
    let findings = try DoctorCase("extended", script).diagnosis().findings
    #expect(findings.map(\.code) == [.callbackFailed], "\(findings)")
    #expect(try findings.map(\.place?.line) == [ExplorationCase.markedLine(of: script)])
    let later = script.replacing("function() end)", with: "function() require 'finish' () end)")
    #expect(try DoctorCase("extended", later).diagnosis().findings.isEmpty)
  }

  @Test("a lost style is described as text")
  func style() throws {
    let script = ExplorationCase.note(
      view: "self:onOff(), self:text()",
      body: """
        function Note:text() self.field = ui.Label { "text" } return self.field end
        function Note:onOff()
          return ui.Switch { restorationIdentifier = "on", onChange = function(switch)
            self.field.text = switch.isOn and ui.AttributedString { { "text", style = { bold = true } } } or "text"
          end }
        end
        """)
    let found = try #require(try DoctorCase("style", script).diagnosis().findings.first)
    #expect(found.message.hasSuffix("showed bold text in row 2, and shows normal text after a restart"), "\(found)")
  }

  @Test("a remedy names only callbacks that the app has")
  func remedy() throws {
    let script = ExplorationCase.note(
      view: "self:control(), self:text()",
      body: """
        function Note:control()
          return ui.Slider { restorationIdentifier = "level", onChange = function(slider)
            self.label.text = "level " .. slider.value
          end }
        end
        function Note:text() self.label = ui.Label {} return self.label end
        """)
    let found = try #require(try DoctorCase("remedy", script).diagnosis().findings.first)
    #expect(found.remedy.hasSuffix("do not set it again in didFinishLaunching."), "\(found)")
  }

  @Test("a value that each launch changes is no finding of the doctor")
  func launches() throws {
    for encode in ["self.launches", "self.launches + 1"] {
      let script = ExplorationCase.note(
        view: "self:text()",
        body: """
          Note.launches = 1
          function Note:text() self.label = ui.Label { "1 launch" } return self.label end
          function Note:applicationFinishedRestoringState() self.label.text = self.launches .. " launches" end
          """,
        encode: "coder:encode('launches', \(encode))",
        decode: "self.launches = coder:decode 'launches' + \(encode == "self.launches" ? 1 : 0)")
      #expect(try DoctorCase("launches", script).diagnosis().findings.isEmpty)
    }
  }

  // MARK: Cases

  nonisolated private static func total(encode: String, decode: String) -> String {
    ExplorationCase.note(
      view: "self:parts()",
      body: """
        function Note:init() self.items = { { what = "Lunch", price = 12.5 }, { what = "Fair", price = 55.25 } } end
        function Note:parts()
          self.gauge, self.total = ui.Gauge { maximumValue = 100 }, ui.Label {}
          self.list = ui.TableView { dataSource = self, restorationIdentifier = "list" }
          return ui.VStack { self.gauge, self.total, self.list }
        end
        function Note:numberOfRowsInSection() return #self.items end
        function Note:cellForRow(_, _, row) return self.items[row].what .. " " .. self.items[row].price end
        function Note:viewDidLoad() self:show() end
        function Note:show()
          local sum = self.items[1].price + self.items[2].price
          self.gauge.value, self.total.text = sum, "total " .. sum
          self.list:reloadData()
        end
        function Note:applicationFinishedRestoringState() self:show() end
        """, encode: encode, decode: decode)
  }

  nonisolated private static func level(
    encode: String = "coder:encode('level', self.level)", decode: String = "self.level = coder:decode 'level'",
    appear: String = ""
  ) -> String {
    ExplorationCase.note(
      view: "self:control(), self:text()",
      body: """
        Note.settings = { level = 5 }
        function Note:init() self.level = 5 end
        function Note:control()
          self.slider = ui.Slider { maximumValue = 10, value = 5, restorationIdentifier = "level", onChange = function(slider)
            self.level = slider.value
            self:show()
          end }
          return self.slider
        end
        function Note:text() self.label = ui.Label {} return self.label end
        function Note:show() self.slider.value, self.label.text = self.level, "level " .. self.level end
        function Note:viewDidLoad() self:show() end
        function Note:reset() self.level = 5 end\(appear.contains("reset") ? " --!" : "")
        function Note:viewWillAppear()
          \(appear)
          self:show()
        end
        """, encode: encode, decode: decode)
  }

  nonisolated private static let texts: [Case] = [
    Case(
      name: "titles of tabs",
      script: """
        local ui = require "luahost"
        local Room = ui.ViewController:subclass "Room"
        local app = ui.Application { identifier = "org.example.rooms" }
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:viewControllerWithRestorationIdentifierPath(path)
          if path[#path] == "tabs" then return ui.TabBarController { restorationIdentifier = "tabs" } end
          return Room { restorationIdentifier = path[#path], title = path[#path] } --!
        end
        function app:willFinishLaunching() self.window = ui.Window() end
        function app:didFinishLaunching()
          if not self.window.rootViewController then
            self.window.rootViewController = ui.TabBarController { restorationIdentifier = "tabs",
              Room { restorationIdentifier = "1", title = "general" }, Room { restorationIdentifier = "2", title = "lua" } }
          end
          self.window:makeKeyAndVisible()
        end
        return app
        """),
    Case(
      name: "a label",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        methods: """
          function app:didFinishLaunching()
            local root = self.window.rootViewController
            if not self.isUsed and root.view then root.label.text = "3 entries" end
            self.window:makeKeyAndVisible()
          end
          function app:willEncodeRestorableState(coder) coder:encode("isUsed", true) end
          function app:didDecodeRestorableState(coder) self.isUsed = coder:decode "isUsed" end
          """,
        """
        local ui = require "luahost"
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.label = ui.Label {} --!
          self.view = self.label
        end
        """)),
  ]

  nonisolated private static let changed: [Case] = [
    Case(
      name: "a list that is encoded with rounded numbers",
      script: total(
        encode: """
          local list = {}
          for index, item in ipairs(self.items) do list[index] = { what = item.what, price = math.floor(item.price) } end
          coder:encode("items", list) --!
          """, decode: "self.items = coder:decode 'items'")),
    Case(
      name: "a list whose numbers are rounded when it is decoded",
      script: total(
        encode: "coder:encode('items', self.items)",
        decode: """
          self.items = coder:decode "items"
          for _, item in ipairs(self.items) do item.price = math.floor(item.price) end --!
          """)),
    Case(
      name: "an encode of the first value",
      script: level(
        encode: "if not self.first then self.first = { self.level } end coder:encode('level', self.first[1]) --!")),
    Case(name: "a value that is set again when the screen appears", script: level(appear: "self.level = 5 --!")),
    Case(name: "a value that a method sets again when the screen appears", script: level(appear: "self:reset()")),
    Case(
      name: "a table that is encoded without members that two controls show",
      script: ExplorationCase.note(
        view: "self:controls()",
        body: """
          Note.values = { volume = 5, isDark = false, city = 1 }
          function Note:controls()
            self.values = { volume = 5, isDark = false, city = 1 }
            self.dark = ui.Switch { restorationIdentifier = "dark", onChange = function(view) self.values.isDark = view.isOn end }
            self.city = ui.SegmentedControl { restorationIdentifier = "city", segments = { "Rome", "Oslo" }, selectedSegmentIndex = 1,
              onChange = function(view) self.values.city = view.selectedSegmentIndex end }
            return ui.VStack { self.dark, self.city }
          end
          function Note:applicationFinishedRestoringState()
            self.dark.isOn = self.values.isDark or false
            self.city.selectedSegmentIndex = self.values.city or 1
          end
          """,
        encode: "coder:encode('values', { volume = self.values.volume }) --!",
        decode: "for key, value in pairs(coder:decode 'values' or {}) do self.values[key] = value end")),
    Case(
      name: "a table of a registered object that is encoded without a member",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        methods: """
          local launch = app.willFinishLaunching
          function app:willFinishLaunching()
            self:registerObjectForStateRestoration(store, "store")
            launch(self)
          end
          """,
        """
        local ui = require "luahost"
        local store = { item = { title = "Mail", rating = 0 } }
        function store:encodeRestorableState(coder)
          coder:encode("item", { title = self.item.title }) --!
        end
        function store:decodeRestorableState(coder) self.item = coder:decodeTable "item" or self.item end
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.label = ui.Label {}
          self.rating = ui.Stepper { restorationIdentifier = "rating", maximumValue = 5, onChange = function(view)
            store.item.rating = view.value
            self:refresh()
            ui.Application.shared:restorableStateChanged()
          end }
          self.view = ui.VStack { self.label, self.rating }
        end
        function Main:refresh()
          self.rating.value = store.item.rating or 0
          self.label.text = ("%s: %d stars"):format(store.item.title, store.item.rating or 0)
        end
        function Main:viewDidLoad() self:refresh() end
        function Main:applicationFinishedRestoringState() self:refresh() end
        """)),
    Case(
      name: "a key that is misspelt in the decode", code: FindingCode.notDecoded.rawValue,
      script: level(encode: "coder:encode('levels', self.level) --!", decode: "self.level = coder:decode 'level' or 5")),
  ]

  nonisolated private static let renamed = Case(
    name: "a restoration method that computes another identifier", code: FindingCode.unstableIdentifier.rawValue,
    script: """
      local ui = require "luahost"
      local Page = ui.ViewController:subclass "Page"
      function Page:loadView() self.view = ui.VStack { ui.Switch { restorationIdentifier = "on" } } end
      local app = ui.Application { identifier = "org.example.renamed" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:viewControllerWithRestorationIdentifierPath()
        return Page { restorationIdentifier = "page" .. tostring({}) } --!
      end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          self.window.rootViewController = Page { restorationIdentifier = "page" }
        end
        self.window:makeKeyAndVisible()
      end
      return app
      """)

  nonisolated private static let counter = """
    local ui = require "luahost"
    local game = { x = 0, undo = {} } --!
    function game:encodeRestorableState(coder) coder:encode("x", self.x) end
    function game:decodeRestorableState(coder) self.x = coder:decodeInteger "x" or 0 end
    local Main = ui.ViewController:subclass "Main"
    function Main:loadView()
      self.label = ui.Label {}
      self.view = ui.VStack {
        self.label,
        ui.Button { "Move", action = function() table.insert(game.undo, game.x) game.x = game.x * 2 + 1 self:show() end },
        ui.Button { "Undo", action = function() game.x = table.remove(game.undo) or game.x self:show() end },
      }
    end
    function Main:show()
      self.label.text = "at " .. game.x
      ui.Application.shared:restorableStateChanged()
    end
    function Main:viewWillAppear() self:show() end
    """

  nonisolated private static let explored: [Case] = [
    renamed,
    Case(
      name: "a controller of another class, which enters itself in a list", code: FindingCode.otherClass.rawValue,
      script: """
        local ui = require "luahost"
        local store = { order = {} }
        function store:encodeRestorableState(coder) coder:encode("order", self.order) end
        function store:decodeRestorableState(coder) self.order = coder:decodeTable "order" or self.order end
        function store:add(name)
          for _, other in ipairs(self.order) do if other == name then return end end
          table.insert(self.order, name)
        end
        local Room = ui.ViewController:subclass "Room"
        function Room:init() store:add(self.restorationIdentifier) end
        function Room:applicationFinishedRestoringState() store:add(self.restorationIdentifier) end
        local Settings = ui.ViewController:subclass "Settings"
        local app = ui.Application { identifier = "org.example.rooms" }
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:viewControllerWithRestorationIdentifierPath(path) --!
          if path[#path] == "tabs" then return ui.TabBarController { restorationIdentifier = "tabs" } end
          return Room { restorationIdentifier = path[#path], title = path[#path] }
        end
        function app:willFinishLaunching()
          self.window = ui.Window()
          self:registerObjectForStateRestoration(store, "store")
        end
        function app:didFinishLaunching()
          if not self.window.rootViewController then
            self.window.rootViewController = ui.TabBarController { restorationIdentifier = "tabs",
              Room { restorationIdentifier = "one", title = "one" },
              Settings { restorationIdentifier = "settings", title = "settings" } }
          end
          self.window:makeKeyAndVisible()
        end
        return app
        """),
    Case(
      name: "an item that moves the views beside it",
      script: ExplorationCase.note(
        view: """
          ui.Button { title = 'Add', action = function()
            local items = self.radio.items
            items[#items + 1] = 'c'
            self.radio.items = items
          end }, self:items()
          """,
        body: """
          function Note:items()
            self.radio = ui.RadioGroup { restorationIdentifier = 'radio', items = { 'a', 'b' } } --!
            return self.radio
          end
          """)),
    Case(
      name: "an encode of the application that does not run",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        methods: """
          function app:willEncodeRestorableState(coder)
            if self.isLoggedIn then coder:encode("nick", self.nick) end --!
          end
          function app:didDecodeRestorableState(coder) self.nick = coder:decodeString "nick" end
          """,
        """
        local ui = require "luahost"
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label, ui.Button { "Zed", action = function()
            ui.Application.shared.nick = "zed"
            ui.Application.shared:restorableStateChanged()
            self:show()
          end } }
        end
        function Main:show() self.label.text = "nick " .. (ui.Application.shared.nick or "-") end
        function Main:viewWillAppear() self:show() end
        """)),
    Case(
      name: "an encode of a view that does not run",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        """
        local ui = require "luahost"
        local Board = ui.View:subclass "Board"
        function Board:init() self.canBecomeFirstResponder, self.x = true, 3 end
        function Board:keyPressed(key)
          if key ~= "right" then return end
          self.x = self.x + 1
          self:setNeedsDisplay()
          self:invalidateRestorableState()
          return true
        end
        function Board:draw(canvas) canvas:put(self.x, 0, "@") end
        function Board:encodeRestorableState(coder)
          Board.super.encodeRestorableState(self, coder)
          if self.isActive then coder:encode("x", self.x) end --!
        end
        function Board:decodeRestorableState(coder)
          Board.super.decodeRestorableState(self, coder)
          self.x = coder:decodeInteger "x" or 3
        end
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView() self.view = Board { restorationIdentifier = "board", width = 12, height = 1 } end
        """)),
    Case(
      name: "an encode that does not run, with a pager that shows the value",
      script: ExplorationCase.note(
        view: "self:pager(), ui.Button { 'Zed', action = function() self.nick = 'zed' self:show() end }",
        body: """
          function Note:pager()
            self.text = ui.TextView { isEditable = false, restorationIdentifier = "pager" }
            return self.text
          end
          function Note:show() self.text.text = "nick " .. (self.nick or "-") end
          function Note:viewWillAppear() self:show() end
          """,
        encode: "if self.isLoggedIn then coder:encode('nick', self.nick) end --!",
        decode: "self.nick = coder:decodeString 'nick' self:show()")),
    Case(
      name: "a value of a registered object that is read with another type", code: FindingCode.notDecoded.rawValue,
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        methods: "app:registerObjectForStateRestoration(player, 'player')",
        """
        local ui = require "luahost"
        local player = { queue = {} }
        function player:encodeRestorableState(coder) coder:encode("queue", tostring(self.queue)) end
        function player:decodeRestorableState(coder) self.queue = coder:decodeTable "queue" or {} end --!
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label, ui.Button { "Add", action = function()
            table.insert(player.queue, "Jig")
            ui.Application.shared:restorableStateChanged()
            self:show()
          end } }
        end
        function Main:show() self.label.text = #player.queue .. " in queue" end
        function Main:viewWillAppear() self:show() end
        """)),
    Case(
      name: "a field of a registered object that only a further step shows",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        methods: "app:registerObjectForStateRestoration(game, 'game')", counter)),
    Case(
      name: "a title that only the first launch sets",
      script: """
        local ui = require "luahost"
        local Home = ui.ViewController:subclass "Home"
        local History = ui.ViewController:subclass "History"
        function Home:init() self.title = "Home" end
        function Home:loadView()
          self.view = ui.VStack { ui.Button { "Open", action = function()
            self.navigationController:push(History { restorationIdentifier = "history", title = "History" })
          end } }
        end
        local app = ui.Application { identifier = "org.example.titles" }
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:viewControllerWithRestorationIdentifierPath(path)
          if path[#path] == "history" then return History() end --!
        end
        function app:willFinishLaunching()
          self.window = ui.Window { rootViewController = ui.NavigationController {
            restorationIdentifier = "nav", Home { restorationIdentifier = "home" } } }
        end
        function app:didFinishLaunching() self.window:makeKeyAndVisible() end
        return app
        """),
    Case(
      name: "an unstable identifier of the focused view, and what is typed into another one",
      code: FindingCode.unstableIdentifier.rawValue, seed: 2,
      script: ExplorationCase.note(
        view: "ui.TextField { restorationIdentifier = 'search' }, self:list()",
        body: """
          function Note:list()
            return ui.TableView { rows = { "Intro", "Jig" }, restorationIdentifier = "list" .. tostring({}) } --!
          end
          """)),
    Case(
      name: "a controller of another class, and a timer that calls its method", code: FindingCode.otherClass.rawValue,
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        methods: """
          function app:viewControllerWithRestorationIdentifierPath(path) --!
            if path[#path] == "sheet" then return ui.ViewController { restorationIdentifier = "sheet" } end
          end
          """,
        """
        local ui = require "luahost"
        local Sheet = ui.ViewController:subclass "Sheet"
        function Sheet:loadView() self.view = ui.Label { "0" } end
        function Sheet:tick() self.view.text = "ticked" end
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.view = ui.VStack { ui.Button { "Open", action = function()
            self:present(Sheet { restorationIdentifier = "sheet" })
          end } }
        end
        function Main:viewDidLoad()
          ui.every(1, function() if self.presentedViewController then self.presentedViewController:tick() end end)
        end
        """)),
    Case(
      name: "a base class without restoration method, and two subclasses", code: FindingCode.noClassMethod.rawValue,
      script: ExplorationCase.app(
        root: """
          ui.SplitViewController { restorationIdentifier = "split",
            Left { restorationIdentifier = "left", restorationClass = Left },
            Right { restorationIdentifier = "right", restorationClass = Right } }
          """,
        """
        local ui = require "luahost"
        local Screen = ui.ViewController:subclass "Screen" --!
        local Left = Screen:subclass "Left"
        function Left:loadView() self.view = ui.TextField { restorationIdentifier = "left" } end
        local Right = Screen:subclass "Right"
        function Right:loadView() self.view = ui.TextField { restorationIdentifier = "right" } end
        """)),
    Case(
      name: "an encoded text that two callbacks read as a date", code: FindingCode.callbackFailed.rawValue,
      script: ExplorationCase.note(
        view: "self:text(), ui.Button { 'Remind', action = function() self.due = ui.Date(31536000) self:show() end }",
        body: """
          function Note:text() self.label = ui.Label { "" } return self.label end
          function Note:viewDidLoad() self:show() end
          function Note:show()
            self.label.text = self.due and "in " .. math.floor(self.due.timeIntervalSince1970 / 86400) .. " days" or "off" --!
          end
          function Note:applicationFinishedRestoringState() self:show() end
          """,
        encode: "coder:encode('due', self.due and os.date('!%Y-%m-%d', math.floor(self.due.timeIntervalSince1970)))",
        decode: "self.due = coder:decode 'due'")),
  ]
}
