import LuaScreens
import Testing

@testable import Foresight

/// What is lost beside another loss, and what is no loss.
@Suite("Losses that do not follow from others")
@MainActor
struct IndependentLossTests {
  @Test(
    "what an app shows only before the first restart is no finding of the doctor",
    arguments: [
      (encode: "coder:encode('showsTip', false)", decode: "self.showsTip = coder:decode 'showsTip'", more: ""),
      (encode: "coder:encode('wasShown', true)", decode: "self.showsTip = not coder:decode 'wasShown'", more: ""),
      (
        encode: "", decode: "",
        more: "function Note:applicationFinishedRestoringState() self.tip.text = 'Welcome back' end"
      ),
      (encode: "coder:encode('n', 1)", decode: "self.tip.text = 'Saved ' .. coder:decode 'n'", more: ""),
    ])
  func tip(_ example: (encode: String, decode: String, more: String)) throws {
    let script = ExplorationCase.note(
      view: "self:label(), ui.TextField { restorationIdentifier = 'text' }",
      body: """
        Note.showsTip = true
        function Note:label() self.tip = ui.Label { "Tip" } return self.tip end
        function Note:viewWillAppear() self.tip.text = self.showsTip and "Tip" or "" end
        \(example.more)
        """, encode: example.encode, decode: example.decode)
    let findings = try DoctorCase("tip", script).diagnosis().findings
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test(
    "two keys of one letter, or with other numbers, are not one that is misspelt",
    arguments: [("x", "y"), ("row1", "row2")])
  func otherKeys(_ encoded: String, _ decoded: String) throws {
    let script = ExplorationCase.note(
      view: "ui.Label { 'text' }", encode: "coder:encode('\(encoded)', 1)",
      decode: "self.value = coder:decode '\(decoded)'")
    let findings = try DoctorCase("keys", script).diagnosis().findings
    #expect(Set(findings.map(\.code)) == [.notDecoded, .notEncoded], "\(findings)")
  }

  @Test("a text that a callback sets on purpose does not follow from a key that is not encoded")
  func setOnPurpose() throws {
    let script = ExplorationCase.note(
      view: "self:fields()",
      body: """
        Note.drafts = {}
        function Note:fields()
          self.field = ui.TextField { restorationIdentifier = "draft", onChange = function() self.drafts.one = self.field.text end }
          self.other = ui.TextField { restorationIdentifier = "other" } -- other
          return ui.VStack { self.field, self.other }
        end
        function Note:applicationFinishedRestoringState() self.other.text = "reset" end
        """, decode: "self.drafts = coder:decodeTable 'drafts' or {} self.field.text = self.drafts.one or ''")
    let report = try ExplorationCase.explore(script, steps: 150)
    let found = Dictionary(report.discoveries.map { ($0.name, $0) }) { first, _ in first }
    #expect(report.count == 2 && found["draft"]?.code == FindingCode.notEncoded.rawValue, "\(report.tests)")
    #expect(found["other"]?.code == FindingCode.valueLost.rawValue, "\(report.tests)")
  }

  @Test("a label that a step sets is found beside a lost list, though it needs the steps of that, too")
  func besideRows() throws {
    let script = ExplorationCase.app(
      root: "Main { restorationIdentifier = 'main' }",
      """
      local ui = require "luahost"
      local Main = ui.ViewController:subclass "Main"
      function Main:init() self.rows = { "a", "b" } end
      function Main:numberOfRowsInSection() return #self.rows end
      function Main:cellForRow(_, _, row) return self.rows[row] end
      function Main:show(rows)
        self.rows = rows
        self.list:reloadData()
      end
      function Main:loadView()
        self.name = ui.Label { "nothing cleared" }
        self.list = ui.TableView { restorationIdentifier = "list", dataSource = self, height = 6 }
        self.view = ui.VStack { self.list, self.name,
          ui.Button { title = "Add", action = function() self:show { "a", "b", "c" } end },
          ui.Button { title = "Clear", action = function()
            if #self.rows > 2 then self.name.text = "cleared some" end
            self:show { "a", "b" }
          end } }
      end
      """)
    let report = try ExplorationCase.explore(script, steps: 150)
    #expect(report.discoveries.contains { $0.before.contains("cleared some") }, "\(report.tests)")
    #expect(report.count == 2, "\(report.tests)")
  }

  @Test("two causes are two findings, though one could explain both", arguments: Self.independent)
  func independent(_ example: NamedCauseTests.Case) throws {
    let report = try ExplorationCase.explore(example.script, steps: 100)
    let line = try ExplorationCase.markedLine(of: example.script)
    #expect(report.count == 2 && report.discoveries.contains { $0.place?.line == line }, "\(report.tests)")
  }

  @Test(
    "the doctor finds a text beside a key of another screen with its name",
    arguments: ["title", "text", "name", "caption"])
  func besideKeyOfItsName(_ key: String) throws {
    let script = """
      local ui = require "luahost"
      local Main = ui.ViewController:subclass "Main"
      local Side = ui.ViewController:subclass "Side"
      local record = { KEY = "Ready" }
      function Side:loadView()
        self.label = ui.Label { "…" }
        self.view = ui.VStack { self.label }
      end
      function Side:begin() self:loadViewIfNeeded() self.label.text = record.KEY end
      function Main:loadView() self.view = ui.VStack { ui.Label { "main" } } end
      function Main:encodeRestorableState(coder) coder:encode("KEY", self.own or "none") end
      local app = ui.Application { identifier = "org.example.explored" }
      local function make(name)
        if name == "tabs" then return ui.TabBarController { restorationIdentifier = "tabs" } end
        return name == "main" and Main { restorationIdentifier = "main", title = "A" }
          or Side { restorationIdentifier = "side", title = "B" }
      end
      function app:viewControllerWithRestorationIdentifierPath(path) return make(path[#path]) end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() self.isRestored = true return true end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          local tabs, side = make "tabs", make "side"
          tabs.viewControllers = { side, make "main" }
          self.window.rootViewController = tabs
          side:begin()
        end
        self.window:makeKeyAndVisible()
      end
      return app
      """.replacing("KEY", with: key)
    let findings = try DoctorCase("tabs", script).diagnosis().findings
    #expect(Set(findings.map(\.code)) == [.notDecoded, .valueLost], "\(findings)")
  }

  @Test("the doctor finds a text that a function sets beside that of a lost object")
  func besideTextOfObject() throws {
    let script = ExplorationCase.note(
      view: "self:make()",
      body: """
        local isFresh = true
        local store = { count = 3 }
        function store:encodeRestorableState(coder) coder:encode("count", self.count) end
        function store:decodeRestorableState(coder) self.count = coder:decode "count" end
        function Note.viewControllerWithRestorationIdentifierPath()
          isFresh = false
          return Note()
        end
        function Note:make()
          self.status = ui.Label { "…" }
          self.total = ui.Label {}
          return ui.VStack { self.status, self.total }
        end
        function Note:begin()
          self.status.text = "Ready"
          self.total.text = "Total " .. store.count
        end
        function Note:viewDidLoad() if isFresh then self:begin() end end
        function Note:viewWillAppear() self.total.text = "Total " .. store.count end
        """
    ).replacing("function Note:viewControllerWithRestorationIdentifierPath() return Note() end", with: "")
    let findings = try DoctorCase("store", script).diagnosis().findings
    #expect(Set(findings.map(\.code)) == [.notEncoded, .valueLost], "\(findings)")
  }

  @Test("a field is not explained by a reference that the same function shows in another label")
  func besideReference() throws {
    let script = ExplorationCase.app(
      root: "Main { restorationIdentifier = 'main' }",
      methods: "app:registerObjectForStateRestoration(store, 'store')",
      """
      local ui = require "luahost"
      local store = { entries = { { caption = "Mail", visits = 0 }, { caption = "News", visits = 0 } } }
      function store:encodeRestorableState(coder) coder:encode("entries", self.entries) end
      function store:decodeRestorableState(coder) self.entries = coder:decodeTable "entries" end
      local Main = ui.ViewController:subclass "Main"
      function Main:loadView()
        self.entry = store.entries[1]
        self.mode = "list"
        self.status = ui.Label {}
        self.caption = ui.Label {}
        self.view = ui.VStack { self.status, self.caption,
          ui.Button { "Mode", action = function() self.mode = "grid" self:show() end } }
      end
      function Main:viewWillAppear() self:show() end
      function Main:show()
        self.status.text = "Mode " .. self.mode
        self.caption.text = self.entry.caption .. " " .. store.entries[1].visits
      end
      """)
    let report = try ExplorationCase.explore(script, steps: 50)
    #expect(report.count == 1, "\(report.tests)")
    #expect(report.discoveries.allSatisfy { $0.remedy?.contains("entry") != true }, "\(report.tests)")
  }

  @Test("a long table that is restored is no lost field")
  func longTable() throws {
    let script = ExplorationCase.note(
      view: "ui.Button { 'Go' }",
      body: """
        function Note:viewDidLoad()
          self.numbers = {}
          for index = 1, 300 do self.numbers["key" .. index] = index end
        end
        """, encode: "coder:encode('numbers', self.numbers)", decode: "self.numbers = coder:decode 'numbers'")
    try ExplorationCase.withFile(script) { file in
      let pair = try RunPair(
        ExploredRun.Settings(ScriptHost.Configuration(script: file.path), isAllowed: false), in: .same)
      #expect(pair.apply(.kill))
      #expect(try ScriptFields.differences(pair.base, #require(pair.disturbed)).isEmpty)
    }
  }

  nonisolated private static let independent: [NamedCauseTests.Case] = [
    .init(
      name: "the selected row of a table without identifier beside a checkbox without one",
      script: ExplorationCase.note(
        view: """
          ui.TableView { rows = { "a", "b", "c" } }, --!
              ui.Checkbox { title = "Option" }
          """)),
    .init(
      name: "a typed text that a callback clears beside a lost key",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        """
        local ui = require "luahost"
        local Main = ui.ViewController:subclass "Main"
        function Main:init() self.count = 0 end
        function Main:loadView()
          self.field = ui.TextField { restorationIdentifier = "draft" }
          self.label = ui.Label {}
          self.view = ui.VStack { self.field, self.label,
            ui.Button { "Add", action = function() self.count = self.count + 1 self:show() end } }
        end
        function Main:show() self.label.text = self.count .. " added" end
        function Main:viewWillAppear()
          self.field.text = "" --!
          self:show()
        end
        function Main:decodeRestorableState(coder) self.count = coder:decodeInteger "count" or 0 end
        """)),
    .init(
      name: "a key that is decoded into another object beside one that a callback sets again",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        """
        local ui = require "luahost"
        local Main = ui.ViewController:subclass "Main"
        function Main:init() self.sheet, self.color = { cells = {} }, "red" end
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label,
            ui.Button { "Cell", action = function() table.insert(self.sheet.cells, "x") self:show() end },
            ui.Button { "Blue", action = function() self.color = "blue" self:show() end } }
        end
        function Main:viewWillAppear()
          self.color = "red"
          self:show()
        end
        function Main:show() self.label.text = #self.sheet.cells .. " of " .. self.color end
        function Main:encodeRestorableState(coder)
          coder:encode("cells", self.sheet.cells)
          coder:encode("color", self.color)
        end
        function Main:decodeRestorableState(coder)
          local sheet = { cells = {} } --!
          sheet.cells = coder:decodeTable "cells"
          self.color = coder:decodeString "color"
        end
        """)),
    .init(
      name: "two lists with data sources of their own",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        """
        local ui = require "luahost"
        local Main = ui.ViewController:subclass "Main"
        local first, second = {}, {}
        local one, two = {}, {}
        function one.numberOfRowsInSection() return #first end
        function one.cellForRow(_, _, _, row) return first[row] end
        function two.numberOfRowsInSection() return #second end
        function two.cellForRow(_, _, _, row) return second[row] end
        function Main:loadView()
          self.one = ui.TableView { restorationIdentifier = "one", dataSource = one, height = 4 } --!
          self.two = ui.TableView { restorationIdentifier = "two", dataSource = two, height = 4 }
          self.view = ui.VStack { self.one, self.two,
            ui.Button { "A", action = function() table.insert(first, "x" .. #first) self:show() end },
            ui.Button { "B", action = function() table.insert(second, "y" .. #second) self:show() end } }
        end
        function Main:show() self.one:reloadData() self.two:reloadData() end
        """)),
    .init(
      name: "a label beside one that shows a lost key of the application",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        methods: "function app:willEncodeRestorableState(coder) coder:encode('visits', self.visits or 0) end",
        """
        local ui = require "luahost"
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.visits = ui.Label { "" }
          self.color = ui.Label { "red" } --!
          self.view = ui.VStack { self.visits, self.color,
            ui.Button { title = "Visit", action = function()
              local app = ui.Application.shared
              app.visits = (app.visits or 0) + 1
              app:restorableStateChanged()
              self:show()
            end },
            ui.Button { title = "Blue", action = function() self.color.text = "blue" end } }
        end
        function Main:show() self.visits.text = "visits " .. tostring(ui.Application.shared.visits or 0) end
        function Main:viewWillAppear() self:show() end
        """)),
    .init(
      name: "a label beside one that shows a lost key of a registered object",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        methods: "app:registerObjectForStateRestoration(ledger, 'ledger')",
        """
        local ui = require "luahost"
        local ledger = { log = {}, last = 0 }
        function ledger:encodeRestorableState(coder) coder:encode("log", self.log) end
        function ledger:decodeRestorableState(coder)
          self.log = coder:decodeTable "log"
          self.last = coder:decodeInteger "last" or 0
        end
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.count = ui.Label { "0" }
          self.color = ui.Label { "red" } --!
          self.view = ui.VStack { self.count, self.color,
            ui.Button { "Add", action = function()
              ledger.last = ledger.last + 1
              table.insert(ledger.log, ledger.last)
              self:show()
            end },
            ui.Button { "Blue", action = function() self.color.text = "blue" end } }
        end
        function Main:show() self.count.text = tostring(ledger.last) end
        function Main:viewWillAppear() self:show() end
        """)),
    .init(
      name: "two variables of which a further step makes a key each",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        """
        local ui = require "luahost"
        local ticket, price = 0, 10
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.view = ui.VStack {
            ui.Button { "Next", action = function() ticket = ticket + 1 price = price + 5 end },
            ui.Button { "Sell", action = function() self.last = ticket self.cost = price self:invalidateRestorableState() end } }
        end
        function Main:encodeRestorableState(coder)
          coder:encode("last", self.last or 0)
          coder:encode("cost", self.cost or 0)
        end
        function Main:decodeRestorableState(coder)
          self.last = coder:decodeInteger "last" --!
          self.cost = coder:decodeInteger "cost"
        end
        """)),
    .init(
      name: "a label in a tab, and the selected tab",
      script: ExplorationCase.app(
        root: """
          ui.TabBarController { restorationIdentifier = "tabs",
            One { restorationIdentifier = "one", title = "One" }, Two { restorationIdentifier = "two", title = "Two" } }
          """,
        methods: """
          function app:didFinishLaunching()
            self.window.rootViewController.selectedIndex = 1
            self.window:makeKeyAndVisible()
          end
          """,
        """
        local ui = require "luahost"
        local One = ui.ViewController:subclass "One"
        function One:loadView()
          self.color = ui.Label { "red" } --!
          self.view = ui.VStack { self.color, ui.Button { title = "Blue", action = function() self.color.text = "blue" end } }
        end
        local Two = ui.ViewController:subclass "Two"
        function Two:loadView() self.view = ui.VStack { ui.Switch { restorationIdentifier = "off" } } end
        """)),
  ]
}
