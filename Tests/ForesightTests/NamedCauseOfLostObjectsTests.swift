import LuaScreens
import Testing

@testable import Foresight

// What other screens show of a lost object, and their errors without it.
extension NamedCauseTests {
  @Test("explore names what loses an object, and nothing that follows from it", arguments: Self.ofLostObjects)
  func ofLostObjects(_ example: Case) throws { try explored(example) }

  @Test("the doctor names a table that nothing registers, also one of a module")
  func unregistered() throws {
    let example = Self.ofLostObjects[0]
    let findings = try DoctorCase("unregistered", example.script).diagnosis().findings
    #expect(findings.map(\.code) == [.notEncoded], "\(findings)")
    #expect(try findings.map(\.place?.line) == [ExplorationCase.markedLine(of: example.script)])
    let parts = example.script.split(separator: "-- store", maxSplits: 2).map(String.init)
    let module = "local store = {}\(parts[1])\nreturn store"
    for (register, count) in [("", 1), ("app:registerObjectForStateRestoration(data, 'store')", 0)] {
      let script = ExplorationCase.note(view: "ui.Label { 'text' }", app: "local data = require 'store'\n\(register)")
      let findings = try DoctorCase("module", script, modules: ["store": module]).diagnosis().findings
      #expect(findings.count == count, "\(findings)")
    }
  }

  @Test("the doctor names a table that a function creates and nothing registers")
  func unregisteredOfFactory() throws {
    for (use, count) in [
      ("Note.count = store.count", 1), ("Note.store = store", 0), ("Note.other = makeStore()", 0),
      ("app:registerObjectForStateRestoration(store, 'store')", 0),
    ] {
      let script = ExplorationCase.note(
        view: "ui.Label { 'text' }",
        app: """
          local function makeStore()
            local store = { count = 0 }
            function store.add() store.count = store.count + 1 end
            function store:encodeRestorableState(coder) coder:encode("count", self.count) end --!
            function store:decodeRestorableState(coder) self.count = coder:decodeInteger "count" or 0 end
            return store
          end
          local store = makeStore()
          \(use)
          """)
      let findings = try DoctorCase("factory", script).diagnosis().findings
      let line = try ExplorationCase.markedLine(of: script)
      #expect(findings.map(\.place?.line) == Array(repeating: line, count: count), "\(use): \(findings)")
    }
  }

  @Test("two lost keys are two findings, and the rows that one of them has are no third")
  func twoKeys() throws {
    let script = ExplorationCase.app(
      root: "Main { restorationIdentifier = 'main' }",
      methods: "app:registerObjectForStateRestoration(player, 'player')",
      """
      local ui = require "luahost"
      local names = { trane = "Blue Train", monk = "Epistrophy", evans = "Peace Piece" }
      local player = { song = "", queue = {} }
      function player:encodeRestorableState(coder) end
      function player:decodeRestorableState(coder)
        self.song = coder:decodeString "song" or ""
        self.queue = coder:decodeTable "queue" or {}
      end
      local Main = ui.ViewController:subclass "Main"
      function Main:loadView()
        self.label = ui.Label {}
        self.table = ui.TableView { restorationIdentifier = "table", dataSource = self, height = 4 }
        self.view = ui.VStack { self.label, self.table,
          ui.Button { title = "Queue", action = function()
            table.insert(player.queue, ({ "trane", "monk", "evans" })[#player.queue % 3 + 1])
            self:show()
          end },
          ui.Button { title = "Play", action = function() player.song = "trane" self:show() end } }
      end
      function Main:show()
        self.label.text = names[player.song] or "Silence"
        self.table:reloadData()
      end
      function Main:viewWillAppear() self:show() end
      function Main:numberOfRowsInSection() return #player.queue end
      function Main:cellForRow(_, _, row) return names[player.queue[row]] end
      function Main:modelIdentifierForElement(_, _, row) return player.queue[row] end
      function Main:indexPathForElement(_, name)
        for row, other in ipairs(player.queue) do if other == name then return 1, row end end
      end
      """)
    let report = try ExplorationCase.explore(script, steps: 100)
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false).indices.filter { index in
      script.split(separator: "\n", omittingEmptySubsequences: false)[index].contains("= coder:decode")
    }
    #expect(report.discoveries.compactMap(\.place?.line).sorted() == lines.map { $0 + 1 }, "\(report.tests)")
    #expect(report.discoveries.allSatisfy { $0.code == FindingCode.notEncoded.rawValue }, "\(report.tests)")
  }

  @Test(
    "a table that another object encodes, or that is registered later, is no finding of the doctor",
    arguments: [
      "function Note:encodeRestorableState(coder) store:encodeRestorableState(coder) end",
      "function Note:viewWillDisappear() ui.Application.shared:registerObjectForStateRestoration(store, 'store') end",
      "local function keep(object) app:registerObjectForStateRestoration(object, object.name) end Note.keep = function() keep(store) end",
      "function store:register() app:registerObjectForStateRestoration(self, 'store') end",
      """
      function store.register(object) app:registerObjectForStateRestoration(object, 'store') end
      function Note.keep() store:register() end
      """,
      """
      local Base = {}
      function Base.register(object) app:registerObjectForStateRestoration(object, 'store') end
      store.register = Base.register
      function Note.keep() store:register() end
      """,
    ])
  func registered(_ code: String) throws {
    let script = ExplorationCase.note(
      view: "ui.Label { 'text' }",
      body: """
        local store = {}
        function store:encodeRestorableState(coder) coder:encode("entries", self.entries) end
        function store:decodeRestorableState(coder) self.entries = coder:decode "entries" end
        \(code)
        """)
    #expect(try DoctorCase("registered", script).diagnosis().findings.isEmpty)
  }

  @Test(
    "a table that is made into a class later, gives its methods to one, or may be registered later is no finding of the doctor",
    arguments: [
      """
      local Page
      function Note.page()
        if not Page then
          Page = ui.ViewController:subclass "Page"
          METHODS
        end
        return Page()
      end
      """,
      """
      function Note.page(name)
        local Page = ui.View:subclass(name)
        METHODS
        return Page
      end
      """,
      """
      local Page = {}
      METHODS
      local function include(class, mixin)
        for name, method in pairs(mixin) do class[name] = function(self, coder) method(self, coder) end end
      end
      local Screen = ui.ViewController:subclass "Screen"
      include(Screen, Page)
      """,
      """
      local Page = {}
      METHODS
      for _, name in ipairs { "encodeRestorableState", "decodeRestorableState" } do
        Note[name] = function(self, coder) if self.draft then Page[name](self, coder) end end
      end
      """,
      """
      local Page = {}
      Page.__index = Page
      METHODS
      function Note:open()
        local items = { setmetatable({}, Page) }
        for i, item in ipairs(items) do app:registerObjectForStateRestoration(item, "page" .. i) end
      end
      """,
      """
      Page = {}
      METHODS
      function Note:open() for _, name in ipairs { "Page" } do self:keep(_G[name]) end end
      """,
      """
      local Page = {}
      METHODS
      function Page:open() Note.keep(self) end
      function Note.keep(object) app:registerObjectForStateRestoration(object, object.value) end
      """,
    ])
  func mayBeUsed(_ code: String) throws {
    let methods = """
      function Page:encodeRestorableState(coder) coder:encode("draft", self.draft) end
      function Page:decodeRestorableState(coder) self.draft = coder:decode "draft" end
      """
    let script = ExplorationCase.note(
      view: "ui.Label { 'text' }", body: code.replacing("METHODS", with: methods))
    let findings = try DoctorCase("used", script).diagnosis().findings
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("what is lost beside a lost object is a second finding", arguments: [0, 1])
  func besideLostObject(_ index: Int) throws {
    let script = Self.ofLostObjects[index].script
      .replacing("--!", with: "")
      .replacing(
        "self.view = ui.VStack { self.table,",
        with: """
          self.color = ui.Label { "red" } --!
            self.view = ui.VStack { self.color, ui.Button { "Blue", action = function() self.color.text = "blue" end }, self.table,
          """)
    let report = try ExplorationCase.explore(script, steps: 100)
    let line = try ExplorationCase.markedLine(of: script)
    #expect(report.count == 2 && report.discoveries.contains { $0.place?.line == line }, "\(report.tests)")
  }

  @Test("explore does not call a metamethod of an app for pairs")
  func pairs() throws {
    let script = Self.reference.replacing(
      "local Main =", with: "setmetatable(store, { __pairs = function() error 'called' end })\nlocal Main =")
    let report = try ExplorationCase.explore(script, steps: 100)
    #expect(try report.discoveries.map(\.place?.line) == [ExplorationCase.markedLine(of: script)], "\(report.tests)")
    try ExplorationCase.withFile(script) { file in
      let settings = ExploredRun.Settings(ScriptHost.Configuration(script: file.path), isAllowed: false)
      let pair = try RunPair(settings, in: .same)
      let host = try #require(pair.base.host)
      #expect(ScriptFields.allFields(in: host).values.contains { $0["items"] != nil })
    }
  }

  nonisolated private static let ofLostObjects: [Case] = [
    Case(
      name: "a table that nothing registers", code: FindingCode.notEncoded.rawValue,
      script: list(
        """
        local store = { items = { { id = 1, title = "Mail", visits = 0 } }, last = 1 }
        -- store
        function store:encodeRestorableState(coder) coder:encode("items", self.items) coder:encode("last", self.last) end --!
        function store:decodeRestorableState(coder) self.items, self.last = coder:decodeTable "items", coder:decodeInteger "last" end
        -- store
        local function find(id) for _, item in ipairs(store.items) do if item.id == id then return item end end end
        local function all() return store.items end
        local function add()
          store.last = store.last + 1
          table.insert(store.items, { id = store.last, title = "Page " .. store.last, visits = 0 })
        end
        """, encode: "self.item and self.item.id", decode: "self.id = coder:decodeInteger 'item'",
        finished: "self.item = find(self.id)")),
    Case(
      name: "registered objects that nothing makes again", code: FindingCode.noCreator.rawValue,
      script: list(
        """
        local Item = { name = "Item" }
        Item.__index = Item
        local items = {}
        function Item.new(id)
          local item = setmetatable({ id = id, title = "Page " .. id, visits = 0 }, Item)
          table.insert(items, item)
          return item
        end
        function Item:encodeRestorableState(coder) coder:encode("visits", self.visits) end
        function Item:decodeRestorableState(coder) self.visits = coder:decodeInteger "visits" end
        local function all() return items end
        local function add()
          local item = Item.new(#items + 1)
          ui.Application.shared:registerObjectForStateRestoration(item, "item" .. item.id) --!
        end
        """, encode: "self.item", decode: "self.item = coder:decode 'item'", finished: "")),
    Case(
      name: "an item of an object that is decoded later",
      script: list(
        """
        local store = { items = { { id = 1, title = "Mail", visits = 0 } }, last = 1 }
        function store:encodeRestorableState(coder) coder:encode("items", self.items) coder:encode("last", self.last) end
        function store:decodeRestorableState(coder) self.items, self.last = coder:decodeTable "items", coder:decodeInteger "last" end
        local function find(id) for _, item in ipairs(store.items) do if item.id == id then return item end end end
        local function all() return store.items end
        local function add()
          store.last = store.last + 1
          table.insert(store.items, { id = store.last, title = "Page " .. store.last, visits = 0 })
        end
        """, encode: "self.item and self.item.id", decode: "self.item = find(coder:decodeInteger 'item') --!",
        finished: "", methods: "app:registerObjectForStateRestoration(store, 'store')")),
    Case(name: "a reference into a table that is restored", script: reference),
    Case(
      name: "items that are named by their addresses",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        """
        local ui = require "luahost"
        local ROOT = { { title = "News", { title = "Gazette" } }, { title = "Code", { title = "Lua" } } }
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.outline = ui.OutlineView { restorationIdentifier = "outline", dataSource = self }
          self.view = self.outline
        end
        function Main:numberOfChildrenOfItem(_, item) return #(item or ROOT) end
        function Main:childOfItem(_, i, item) return (item or ROOT)[i] end
        function Main:cellForItem(_, item) return item.title end
        function Main:persistentObjectForItem(_, item) return tostring(item) end --!
        function Main:itemForPersistentObject(_, id)
          local function find(items)
            for _, item in ipairs(items) do
              if tostring(item) == id then return item end
              local found = find(item)
              if found then return found end
            end
          end
          return find(ROOT)
        end
        """)),
    Case(
      name: "items that are named by their addresses in a table of their own, beside rows of the controller",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        """
        local ui = require "luahost"
        local ROOT = { { title = "News", { title = "Gazette" } }, { title = "Code", { title = "Lua" } } }
        local source = {}
        function source:numberOfChildrenOfItem(_, item) return #(item or ROOT) end
        function source:childOfItem(_, i, item) return (item or ROOT)[i] end
        function source:cellForItem(_, item) return item.title end
        function source:persistentObjectForItem(_, item) return tostring(item) end --!
        function source:itemForPersistentObject() end
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.view = ui.VStack {
            ui.OutlineView { restorationIdentifier = "outline", dataSource = source, height = 6 },
            ui.TableView { restorationIdentifier = "table", dataSource = self },
          }
        end
        function Main:numberOfRowsInSection() return 2 end
        function Main:cellForRow(_, _, row) return "row " .. row end
        function Main:modelIdentifierForElement(_, _, row) return row end
        function Main:indexPathForElement(_, row) return 1, row end
        """)),
    Case(
      name: "a controller without a parent, and an error without it", code: FindingCode.noIdentifier.rawValue,
      script: ExplorationCase.app(
        root: "Studio { restorationIdentifier = 'studio' }",
        """
        local ui = require "luahost"
        local Palette = ui.ViewController:subclass "Palette"
        function Palette:loadView()
          self.inks = ui.RadioGroup { restorationIdentifier = "inks", items = { "red", "blue" }, selectedIndex = 1,
            onChange = function(view) self.parent:choose(view.selectedIndex) end }
          self.view = ui.VStack { self.inks }
        end
        local Studio = ui.ViewController:subclass "Studio"
        function Studio:init()
          self.palette = Palette { restorationIdentifier = "palette" } --!
        end
        function Studio:loadView()
          self.label = ui.Label { "ink 1" }
          self.view = ui.VStack { self.palette.view, self.label }
        end
        function Studio:choose(ink) self.label.text = "ink " .. ink end
        function Studio:applicationFinishedRestoringState() self:choose(self.palette.inks.selectedIndex) end
        """)),
    Case(
      name: "a field of a view that a callback of its controller sets again",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        """
        local ui = require "luahost"
        local Board = ui.View:subclass "Board"
        function Board:init() self.canBecomeFirstResponder = true self.past = {} end
        function Board:keyPressed(key)
          if key ~= "p" then return false end
          table.insert(self.past, key)
          self:setNeedsDisplay()
          return true
        end
        function Board:draw(canvas) canvas:put(0, 0, "undo " .. #self.past) end
        function Board:encodeRestorableState(coder) coder:encode("past", self.past) end
        function Board:decodeRestorableState(coder) self.past = coder:decodeTable "past" or {} end
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.board = Board { restorationIdentifier = "board" }
          self.view = self.board
        end
        function Main:viewWillAppear()
          self.board.past = {} --!
        end
        """)),
    Case(
      name: "a table of a function that nothing registers, and a field with the name of its items",
      code: FindingCode.notEncoded.rawValue,
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        """
        local ui = require "luahost"
        local function makeStore()
          local store = { lines = {} }
          function store.add() table.insert(store.lines, 3 + #store.lines) end
          function store:encodeRestorableState(coder) coder:encode("lines", self.lines) end --!
          function store:decodeRestorableState(coder) self.lines = coder:decodeTable "lines" or {} end
          return store
        end
        local store = makeStore()
        local Main = ui.ViewController:subclass "Main"
        function Main:init() self.line = "first" end
        function Main:loadView()
          self.chart = ui.Sparkline { maximumCount = 20 }
          self.view = ui.VStack { self.chart, ui.Button { title = "Add", action = function()
            store.add()
            self:show()
          end } }
        end
        function Main:show()
          local values = {}
          for index, line in ipairs(store.lines) do values[index] = line end
          self.chart.values = values
        end
        function Main:viewWillAppear() self:show() end
        """)),
  ]

  @Test("a label that nothing saves is found beside a reference into a table that is restored")
  func besideReference() throws {
    let script = Self.reference.replacing("--!", with: "").replacing(
      "self.label = ui.Label {}",
      with: """
        self.label = ui.Label {}
          self.color = ui.Label { "red" } --!
        """
    ).replacing(
      "{ self.label, self.rating,",
      with:
        "{ self.label, self.rating, self.color, ui.Button { 'Blue', action = function() self.color.text = 'blue' end },"
    )
    let report = try ExplorationCase.explore(script, steps: 100)
    let line = try ExplorationCase.markedLine(of: script)
    #expect(report.count == 2 && report.discoveries.contains { $0.place?.line == line }, "\(report.tests)")
  }

  nonisolated private static let reference = ExplorationCase.app(
    root: "Main { restorationIdentifier = 'main' }",
    methods: """
      function app:willFinishLaunching()
        self:registerObjectForStateRestoration(store, "store")
        self.window = ui.Window { rootViewController = Main { restorationIdentifier = "main" } }
      end
      """,
    """
    local ui = require "luahost"
    local store = { items = { { title = "Mail", rating = 0 }, { title = "News", rating = 0 } } }
    local first = store.items[1] --!
    function store:encodeRestorableState(coder) coder:encode("items", self.items) end
    function store:decodeRestorableState(coder) self.items = coder:decodeTable "items" or self.items end
    local Main = ui.ViewController:subclass "Main"
    function Main:loadView()
      self.label = ui.Label {}
      self.rating = ui.Stepper { restorationIdentifier = "rating", maximumValue = 5, onChange = function(view)
        first.rating = view.value
        self:changed()
      end }
      self.view = ui.VStack { self.label, self.rating, ui.Button { "Visit", action = function()
        first.visits = (first.visits or 0) + 1
        self:changed()
      end } }
    end
    function Main:changed()
      self:refresh()
      ui.Application.shared:restorableStateChanged()
    end
    function Main:refresh()
      self.rating.value = first.rating
      self.label.text = ("%s: %d stars, %d visits"):format(first.title, first.rating, first.visits or 0)
    end
    function Main:viewDidLoad() self:refresh() end
    function Main:applicationFinishedRestoringState() self:refresh() end
    """)

  /// An app with a list of items, and a page for one of them.
  ///
  /// - Parameters:
  ///   - items: the functions `all` and `add`.
  ///   - encode: the value that the page encodes.
  nonisolated private static func list(
    _ items: String, encode: String, decode: String, finished: String, methods: String = ""
  ) -> String {
    ExplorationCase.app(
      root: "ui.NavigationController { restorationIdentifier = 'nav', Main { restorationIdentifier = 'main' } }",
      methods: methods,
      """
      local ui = require "luahost"
      \(items)
      local Page = ui.ViewController:subclass "Page"
      function Page:loadView()
        self.label = ui.Label {}
        self.view = ui.VStack { self.label,
          ui.Button { "Visit", action = function() self.item.visits = self.item.visits + 1 self:refresh() end } }
      end
      function Page:refresh()
        if not self.item then return end
        self.title = self.item.title
        self.label.text = self.item.title .. ": " .. self.item.visits
      end
      function Page:viewDidLoad() self:refresh() end
      function Page:encodeRestorableState(coder) coder:encode("item", \(encode)) end
      function Page:decodeRestorableState(coder)
        \(decode)
      end
      function Page:applicationFinishedRestoringState() \(finished) self:refresh() end
      function Page:viewControllerWithRestorationIdentifierPath()
        return Page { restorationIdentifier = "page", restorationClass = Page }
      end
      local Main = ui.ViewController:subclass "Main"
      function Main:loadView()
        self.title = "Main"
        self.table = ui.TableView { restorationIdentifier = "table", dataSource = self, delegate = self }
        self.view = ui.VStack { self.table, ui.Button { "New", action = function() add() self.table:reloadData() end } }
      end
      function Main:viewWillAppear() self.table:reloadData() end
      function Main:numberOfRowsInSection() return #all() end
      function Main:cellForRow(_, _, row) return all()[row].title .. ", " .. all()[row].visits end
      function Main:modelIdentifierForElement(_, _, row) return all()[row].id end
      function Main:indexPathForElement(_, id) for row, item in ipairs(all()) do if item.id == id then return 1, row end end end
      function Main:didSelectRow(_, _, row)
        self.navigationController:push(Page { restorationIdentifier = "page", restorationClass = Page, item = all()[row] })
      end
      """)
  }
}
