import Foundation
import LuaScreens
import Testing

@testable import Foresight

@Suite("Files that change between launches")
@MainActor
struct MovedWorldTests {
  /// An app with a list of the lines of a file.
  private static func list(methods: String = "", text: String = "self.items[row]", path: String? = nil) -> String {
    """
    local ui = require "luahost"
    local path
    local List = ui.ViewController:subclass "List"
    function List:loadView()
      self.items = {}
      for line in io.lines(path) do self.items[#self.items + 1] = line end
      self.table = ui.TableView { restorationIdentifier = "table", dataSource = self, delegate = self }
      self.view = ui.VStack { ui.TextField { restorationIdentifier = "note" }, self.table }
    end
    function List:numberOfRowsInSection() return #self.items end
    function List:cellForRow(_, _, row) return { text = \(text) } end
    \(methods)
    local app = ui.Application { identifier = "org.example.moved" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching()
      path = \(path.map(\.asLua) ?? "self.filesDirectory .. '/items.txt'")
      if not io.open(path) then
        local file = io.open(path, "w")
        file:write("Apple\\nBanana\\nCherry\\nDate\\n")
        file:close()
      end
      self.window = ui.Window()
      self.window.rootViewController = List { restorationIdentifier = "list" }
    end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    return app
    """
  }

  private static let names = """
    function List:modelIdentifierForElement(_, _, row) return self.items[row] end
    function List:indexPathForElement(_, name)
      for row, item in ipairs(self.items) do if item == name then return 1, row end end
    end
    """

  @Test("a selection by row is lost if items move, and its test passes with model identifiers")
  func selection() throws {
    let report = try ExplorationCase.explore(Self.list(), steps: 30, movesWorld: true)
    let found = try #require(report.discoveries.first)
    #expect(report.count == 1 && found.code == "selection-by-row", "\(report.tests)")
    #expect(found.message.contains("the app's file"), "\(found.message)")
    #expect(try ExplorationCase.run(report.tests, beside: Self.list()) == (0, 1), "\(report.tests)")
    #expect(try ExplorationCase.run(report.tests, beside: Self.list(methods: Self.names)) == (1, 0), "\(report.tests)")
    #expect(try ExplorationCase.explore(Self.list(), steps: 30).discoveries.isEmpty)
  }

  @Test(
    "an app that follows its items loses only those that are gone",
    arguments: ["", "function List:viewDidLoad() self.table.allowsMultipleSelection = true end"])
  func sound(method: String) throws {
    let script = Self.list(methods: Self.names + "\n" + method)
    let report = try ExplorationCase.explore(script, steps: 60, movesWorld: true)
    #expect(report.discoveries.isEmpty, "\(report.tests)")
  }

  @Test("two texts of one line are one item")
  func group() throws {
    let script = """
      local ui = require "luahost"
      local groups
      local function load(path)
        if not io.open(path) then
          local file = io.open(path, "w")
          file:write("Fruit/Apple\\nFruit/Banana\\nGreens/Leek\\nGreens/Kale\\n")
          file:close()
        end
        groups = {}
        local byName = {}
        for line in io.lines(path) do
          local name, text = line:match "^(.-)/(.*)$"
          local group = byName[name]
          if not group then
            group = { id = name, text = name, children = {} }
            byName[name], groups[#groups + 1] = group, group
          end
          group.children[#group.children + 1] = { id = line, text = text, children = {} }
        end
      end
      local List = ui.ViewController:subclass "List"
      function List:loadView()
        self.outline = ui.OutlineView { restorationIdentifier = "outline", dataSource = self }
        self.view = self.outline
      end
      function List:numberOfChildrenOfItem(_, item) return #(item and item.children or groups) end
      function List:childOfItem(_, index, item) return (item and item.children or groups)[index] end
      function List:isItemExpandable(_, item) return #item.children > 0 end
      function List:cellForItem(_, item) return item.text end
      function List:persistentObjectForItem(_, item) return item.id end
      function List:itemForPersistentObject(_, id)
        for _, group in ipairs(groups) do
          if group.id == id then return group end
          for _, item in ipairs(group.children) do if item.id == id then return item end end
        end
      end
      local app = ui.Application { identifier = "org.example.moved" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching()
        load(self.filesDirectory .. "/items.txt")
        self.window = ui.Window()
        self.window.rootViewController = List { restorationIdentifier = "list" }
      end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """
    let report = try ExplorationCase.explore(script, steps: 140, movesWorld: true)
    #expect(report.discoveries.isEmpty, "\(report.tests)")
  }

  @Test("an app that fails without an item is reported")
  func failure() throws {
    let methods = """
      function List:didSelectRow(_, _, row) self.wanted = self.items[row] end
      function List:encodeRestorableState(coder) coder:encode("Item", self.wanted) end
      function List:decodeRestorableState(coder)
        self.wanted = coder:decode "Item"
        if not self.wanted then return end
        for _, item in ipairs(self.items) do if item == self.wanted then return end end
        error "the item is gone"
      end
      """
    let report = try ExplorationCase.explore(
      Self.list(methods: Self.names + "\n" + methods), steps: 30, movesWorld: true)
    let error = try #require(
      report.discoveries.first { $0.kind == .error && $0.after.contains("the item is gone") }, "\(report.tests)")
    #expect(error.message.contains("was removed from the app's file"), "\(error.message)")
  }

  /// Returns what is different after steps in an app and a change of its file, with the runs.
  private static func differences(
    _ script: String, after steps: [ExploredStep], _ item: MovedItem, _ body: (RunPair, [Discovery]) throws -> Void
  ) throws {
    try ExplorationCase.withFile(script) { file in
      var settings = ExploredRun.Settings(ScriptHost.Configuration(script: file.path), isAllowed: false)
      settings.movesWorld = true
      let pair = try #require(RunPair.replay(steps.map(ExploredItem.step) + [.move(item)], settings))
      #expect(pair.items.count == steps.count + 1)
      try body(pair, pair.differences())
    }
  }

  @Test("what an app keeps by row is found at its key if the items get another order")
  func keptByRow() throws {
    func script(_ key: String, of row: String, item: String) -> String {
      Self.list(
        methods: Self.names + "\n" + """
          function List:viewDidLoad() self.label = ui.Label { text = "Apple is an item" } self.view:addSubview(self.label) end
          function List:didSelectRow(_, _, row) self.\(key) = \(row) self:show() end
          function List:show() if self.\(key) then self.label.text = "Chosen: " .. tostring(\(item)) end end
          function List:viewWillAppear() self:show() end
          function List:encodeRestorableState(coder) coder:encode("\(key)", self.\(key)) end
          function List:decodeRestorableState(coder) self.\(key) = coder:decode "\(key)" end
          """)
    }
    let byRow = script("row", of: "row", item: "self.items[self.row]")
    try Self.differences(byRow, after: [.tap("Banana")], MovedItem(kind: .reordered, item: "Banana")) { pair, found in
      #expect(found.count == 1 && found.first?.property == "screen", "\(found.map(\.message))")
      #expect(pair.keyOfRow()?.key == "row")
    }
    let report = try ExplorationCase.explore(byRow, steps: 30, movesWorld: true)
    let found = try #require(report.discoveries.first, "\(report.tests)")
    let line = byRow.split(separator: "\n").firstIndex { $0.contains("coder:decode \"row\"") }
    #expect(report.count == 1 && found.place?.line == line.map { $0 + 1 }, "\(report.tests)")
    #expect(found.remedy?.contains("\"row\" has the row of an item") == true, "\(report.tests)")
    let byName = script("name", of: "self.items[row]", item: "self.name")
    #expect(try ExplorationCase.run(report.tests, beside: byRow) == (0, 1), "\(report.tests)")
    #expect(try ExplorationCase.run(report.tests, beside: byName) == (1, 0), "\(report.tests)")
    // The first item, and the number of a row, are others in the right app, too.
    let first = Self.list(
      methods: Self.names
        + "\nfunction List:viewWillAppear() self.view:addSubview(ui.Label { text = self.items[1] }) end")
    for text in [byName, first, Self.list(methods: Self.names, text: "self.items[row], detail = '#' .. row")] {
      try Self.differences(text, after: [.tap("Apple")], MovedItem(kind: .reordered, item: "Apple")) {
        #expect($1.isEmpty, "\($1.map(\.message))")
      }
    }
  }

  @Test("another item may have the focus if the items get another order")
  func focus() throws {
    let outline = """
      function List:numberOfChildrenOfItem(_, item) return item and 1 or #self.items end
      function List:childOfItem(_, index, item)
        self.nodes = self.nodes or {}
        local name = item and "in " .. item.name or self.items[index]
        self.nodes[name] = self.nodes[name] or { name = name, index = index, parent = item }
        return self.nodes[name]
      end
      function List:isItemExpandable(_, item) return not item.parent end
      function List:cellForItem(_, item) return item.name end
      function List:persistentObjectForItem(_, item) return item.parent and item.name or item.index end
      function List:itemForPersistentObject(view, object)
        return math.type(object) and self.items[object] and self:childOfItem(view, object) or nil
      end
      """
    let script = Self.list(methods: outline).replacing("ui.TableView", with: "ui.OutlineView")
    let item = MovedItem(kind: .reordered, item: "Banana")
    try Self.differences(script, after: [.tap("Open Date"), .tap("in Date"), .tap("Close Date")], item) {
      #expect($1.isEmpty, "\($1.map(\.message))")
    }
    try Self.differences(script, after: [.tap("Date")], item) {
      #expect($1.map(\.property) == ["selectedItem"], "\($1.map(\.message))")
    }
  }

  @Test("what is lost with an item that the user has chosen may belong to it")
  func ownLoss() throws {
    try Self.differences(Self.list(), after: [.tap("Banana")], MovedItem(kind: .removed, item: "Banana")) {
      #expect($1.isEmpty, "\($1.map(\.message))")
    }
    try Self.differences(Self.list(), after: [.tap("Banana")], MovedItem(kind: .removed, item: "Apple")) {
      #expect($1.first?.property == "indexPathsForSelectedRows", "\($1.map(\.message))")
    }
  }

  @Test("selected rows may get another order")
  func orderOfSelection() throws {
    let script = Self.list(methods: Self.names).replacing(
      "delegate = self }", with: "delegate = self, allowsMultipleSelection = true }")
    try Self.differences(
      script, after: [.tap("Banana"), .tap("Cherry")], MovedItem(kind: .reordered, item: "Banana")
    ) { pair, found in
      #expect(pair.chosenItems == ["Banana", "Cherry"])
      #expect(found.isEmpty, "\(found.map(\.message))")
    }
  }

  @Test("a printed test compares no rows beside the list, which move with other items")
  func rowsBeside() throws {
    func lists(_ methods: String) -> String {
      Self.list(methods: methods).replacing(
        "self.view = ui.VStack { ui.TextField { restorationIdentifier = \"note\" }, self.table }",
        with: "self.view = ui.HStack { ui.TableView { rows = { 'one', 'two', 'three' }, width = 20 }, self.table }")
    }
    try Self.differences(lists(""), after: [.tap("Banana")], MovedItem(kind: .reordered, item: "Banana")) {
      pair, found in
      let loss = try #require(found.first { $0.property == "indexPathsForSelectedRows" })
      let test = try #require(PrintedTest.make(loss, pair, pair.settings))
      #expect(test.contains("contains \"● Banana\""), "\(test)")
      #expect(try ExplorationCase.run(Discovery.fileBeginning + test, beside: lists("")) == (0, 1), "\(test)")
      #expect(try ExplorationCase.run(Discovery.fileBeginning + test, beside: lists(Self.names)) == (1, 0), "\(test)")
    }
  }

  @Test("an error of the next step without the chosen item is reported")
  func nextStep() throws {
    let methods = """
      function List:didSelectRow(_, _, row)
        self.asked = self.items[row]
        local alert = ui.AlertController { restorationIdentifier = "ask", title = "Delete it?" }
        alert:addAction { title = "Delete" }
        self:present(alert, { onResult = "answered" })
      end
      function List:answered()
        for _, item in ipairs(self.items) do if item == self.asked then return end end
        error "nothing to delete"
      end
      function List:encodeRestorableState(coder) coder:encode("Asked", self.asked) end
      function List:decodeRestorableState(coder) self.asked = coder:decode "Asked" end
      """
    let report = try ExplorationCase.explore(
      Self.list(methods: Self.names + "\n" + methods), steps: 20, movesWorld: true)
    let error = try #require(report.discoveries.first { $0.kind == .error }, "\(report.tests)")
    #expect(error.after.contains("nothing to delete") && error.items.last?.step != nil, "\(report.tests)")
    #expect(error.test != nil, "\(report.tests)")
  }

  /// An app with a control whose items are the lines of a file.
  private static func form(choice: String) -> String {
    """
    local ui = require "luahost"
    local path
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:loadView()
      local items = {}
      for line in io.lines(path) do items[#items + 1] = line end
      \(choice)
      self.view = ui.VStack { self.button }
    end
    local app = ui.Application { identifier = "org.example.moved" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching()
      path = self.filesDirectory .. "/items.txt"
      if not io.open(path) then
        local file = io.open(path, "w")
        file:write("Apple\\nBanana\\nCherry\\nDate\\n")
        file:close()
      end
      self.window = ui.Window()
      self.window.rootViewController = Screen { restorationIdentifier = "screen" }
    end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    return app
    """
  }

  @Test(
    "a chosen item is compared by its text",
    arguments: [("PopUpButton", "items", "selectedIndex"), ("PickerView", "rows", "selectedRow")])
  func choice(control: String, items: String, index: String) throws {
    let button = "self.button = ui.\(control) { restorationIdentifier = 'fruit', \(items) = items }"
    let byIndex = Self.form(choice: button)
    let report = try ExplorationCase.explore(byIndex, steps: 40, movesWorld: true)
    let found = try #require(report.discoveries.first, "\(report.tests)")
    #expect(report.count == 1 && found.property?.hasPrefix(index) == true, "\(report.tests)")
    let byText = Self.form(
      choice: """
          self.items = items
          \(button)
        end
        function Screen:encodeRestorableState(coder) coder:encode("fruit", self.items[self.button.\(index)]) end
        function Screen:decodeRestorableState(coder) self.fruit = coder:decode "fruit" end
        function Screen:applicationFinishedRestoringState()
          self.button.\(index) = 1
          for index, item in ipairs(self.items) do if item == self.fruit then self.button.\(index) = index end end
        end
        function Screen:viewDidLoad()
        """)
    let other = try ExplorationCase.explore(byText, steps: 40, movesWorld: true)
    #expect(other.discoveries.isEmpty, "\(other.tests)")
    #expect(try ExplorationCase.run(report.tests, beside: byIndex) == (0, 1), "\(report.tests)")
    #expect(try ExplorationCase.run(report.tests, beside: byText) == (1, 0), "\(report.tests)")
  }

  @Test("an exploration that has changed no file says so")
  func unchangedFiles() throws {
    let script = Self.list(text: "row .. '. ' .. self.items[row]")
    #expect(try ExplorationCase.explore(script, steps: 5, movesWorld: true).complaints.count == 1)
    #expect(try ExplorationCase.explore(script, steps: 5).complaints.isEmpty)
    #expect(try ExplorationCase.explore(Self.list(), steps: 5, movesWorld: true).complaints.isEmpty)
  }

  @Test("a file of others is not changed")
  func external() throws {
    try ExplorationCase.withFile("") { file in
      let path = file.deletingLastPathComponent().appending(path: "items.txt").path
      let content = "Apple\nBanana\nCherry\nDate\n"
      try content.write(toFile: path, atomically: true, encoding: .utf8)
      let report = try ExplorationCase.explore(Self.list(path: path), steps: 30, movesWorld: true)
      #expect(report.discoveries.first?.code == "selection-by-row", "\(report.tests)")
      #expect(report.tests.contains("No test shows it"), "\(report.tests)")
      #expect(report.tests.contains("--   a kill and relaunch, between which"), "\(report.tests)")
      #expect(report.table.jsonText.contains("\"change\""), "\(report.table.jsonText)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
    }
  }

  @Test("a text is an item of a file only as a whole field or element")
  func contents() {
    let lines = ItemFile(Data("1;Kiwifruit\n2;Fig (dried), sweet\n".utf8))
    #expect(["Kiwifruit", "2", "Fig (dried), sweet", "Fig (dried)"].allSatisfy(lines.contains))
    #expect(!["Kiwi", "Fig", "sweet", "3", "()"].contains(where: lines.contains))
    let json = ItemFile(Data(#"{"name": "Oak", "trees": [{"name": "Elm"}, "Yew"]}"#.utf8))
    #expect(["Elm", "Yew"].allSatisfy(json.contains))
  }

  @Test("a file is examined again only after a change")
  func knownFile() throws {
    try ExplorationCase.withFile("1 Oak\n2,Elm\n") { file in
      let files = ItemFiles()
      let known = try #require(files.file(at: file.path))
      #expect(known.contains("Elm") && !known.contains("Oak"))
      #expect(files.file(at: file.path) === known)
      try Data("1,Oak\n".utf8).write(to: file)
      #expect(files.file(at: file.path)?.contains("Oak") == true)
      #expect(files.file(at: file.path + "x") == nil)
    }
  }

  @Test(
    "items are lines or elements of JSON lists",
    arguments: [
      ("1\tOak\n2\tElm\n3\tYew\n", .removed, "1\tOak\n3\tYew\n"),
      ("1\tOak\n2\tElm\n3\tYew\n", .renamed, "1\tOak\n2\tElm (renamed)\n3\tYew\n"),
      ("head\n1\tOak\n2\tElm\n3\tYew\n", .reordered, "head\n3\tYew\n2\tElm\n1\tOak\n"),
      ("1\tElmwood\n2\tOak\n", .removed, nil),
      ("Oak, Elm\nElm Street\n", .removed, nil),
      ("Oak\n(Elm)\n", .removed, "Oak\n"),
      ("[\"Oak\",\"Elm\"]", .removed, "[\"Oak\"]"),
      ("{\"a\":[{\"n\":\"Oak\"},{\"n\":\"Elm\"}]}", .renamed, "{\"a\":[{\"n\":\"Oak\"},{\"n\":\"Elm (renamed)\"}]}"),
    ] as [(String, MovedItem.Kind, String?)])
  func items(content: String, kind: MovedItem.Kind, expected: String?) {
    let changed = MovedItem(kind: kind, item: "Elm").change(
      ItemFile(Data(content.utf8)), names: ["Oak", "Elm", "Yew"])
    #expect(changed.map { String(decoding: $0, as: UTF8.self) } == expected)
  }
}
