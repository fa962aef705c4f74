import Foundation
import LuaScreens
import Testing

@testable import Foresight

/// An app with its findings after steps of a user. A line with a mistake ends in `--! code`.
struct MomentCase: Sendable, CustomStringConvertible {
  let name: String
  let example: DoctorCase
  /// The body of the test, with `app` and `t`.
  let steps: String
  /// The first lines of the test's case, before the app is launched.
  var start = "local app = t:launch 'app.lua'"
  var isAllowed = false

  var description: String { name }

  /// Methods of the list that show a text whose script restores it and its cursor.
  static func note(decode: String) -> String {
    """
    function List:loadView()
      self.text = ui.TextView {}
      self.view = ui.VStack { self.text }
    end
    function List:encodeRestorableState(coder)
      coder:encode('t', self.text.text) coder:encode('r', self.text.selectedRange)
    end
    function List:decodeRestorableState(coder) \(decode) end
    """
  }

  /// An app with a list of things, and a screen for one of them that is pushed or presented.
  ///
  /// - Parameters:
  ///   - detail: the body of the detail screen's `loadView`.
  ///   - body: further methods of both.
  static func list(detail: String = "self.view = ui.VStack {}", body: String = "", isPresented: Bool = false)
    -> DoctorCase
  {
    DoctorCase(
      "list",
      """
      local ui = require "luahost"
      local Detail = ui.ViewController:subclass "Detail"
      function Detail:loadView()
        \(detail)
      end
      function Detail:viewControllerWithRestorationIdentifierPath() return Detail() end
      local List = ui.ViewController:subclass "List"
      function List:loadView()
        self.view = ui.Button { title = "Open", action = function() self:open() end }
      end
      \(body)
      function List:open()
        local detail = Detail { restorationIdentifier = "detail", restorationClass = Detail }
        \(isPresented ? "self:present(detail)" : "self.navigationController:push(detail)")
      end
      local app = ui.Application { identifier = "org.example.moment" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching(options)
        self.options = options
        self.window = ui.Window {
          rootViewController = ui.NavigationController {
            restorationIdentifier = "nav", viewControllers = { List { restorationIdentifier = "list" } },
          },
        }
      end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """)
  }

  private static let field = """
    self.field = ui.TextField { KEY } MARK
      self.view = ui.VStack { self.field }
    end
    function Detail:encodeRestorableState(coder) coder:encode("text", self.field.text) end
    function Detail:decodeRestorableState(coder) self.field.text = coder:decodeString "text"
    """

  private static func field(_ key: String, _ mark: String = "") -> String {
    field.replacing("KEY", with: key).replacing("MARK", with: mark)
  }

  private static func rows(_ name: String, methods: String, mark: String = "", steps: String = "app:tap 'pear'")
    -> MomentCase
  {
    MomentCase(
      name: name,
      example: list(
        body: """
          local names = { "apple", "pear", "plum" }
          function List:loadView()
            self.table = ui.TableView { restorationIdentifier = "table", dataSource = self } \(mark)
            self.view = self.table
          end
          function List:numberOfRowsInSection() return #names end
          function List:cellForRow(_, _, row) return names[row] end
          \(methods)
          """), steps: steps)
  }

  private static func outline(_ name: String, methods: String, mark: String = "", steps: String) -> MomentCase {
    MomentCase(
      name: name,
      example: list(
        body: """
          local top = { "fruit", "apple", "pear" }
          function List:loadView()
            self.outline = ui.OutlineView { restorationIdentifier = "outline", dataSource = self } \(mark)
            self.view = self.outline
          end
          function List:numberOfChildrenOfItem(_, item) return item == nil and 1 or item == top and 2 or 0 end
          function List:childOfItem(_, index, item) return item and item[index + 1] or top end
          function List:isItemExpandable(_, item) return item == top end
          function List:cellForItem(_, item) return item == top and "fruit" or item end
          \(methods)
          """), steps: steps)
  }

  private static let moving = "app:tap 'Open'\napp:key 'tab'\napp:type 'pear'\napp:key 'left'\napp:key 'left'"

  static let all: [MomentCase] = [
    MomentCase(
      name: "a focused child whose restoration method fails",
      example: list(
        body: """
          local Card = ui.ViewController:subclass "Card"
          function Card:loadView() self.view = ui.VStack { ui.Button { title = "Press" } } end
          function Card:viewControllerWithRestorationIdentifierPath() return Card(missing.name) end --! callback-failed
          function List:loadView()
            self.box = ui.VStack {}
            self.view = ui.VStack { self.box, ui.Button { title = "Add", action = function()
              local card = Card { restorationIdentifier = "card", restorationClass = Card }
              self:addChild(card)
              self.box:addSubview(card.view)
            end } }
          end
          """), steps: "app:tap 'Add'\napp:tap 'Press'"),
    MomentCase(
      name: "a field that a task of each launch clears some time later",
      example: list(
        detail: "self.view = ui.VStack { self:field() }",
        body: """
          function Detail:field()
            self.field = ui.TextField { restorationIdentifier = "field" }
            self:task(function() ui.sleep(0.2) self.field.text = "" end) --! value-lost
            return self.field
          end
          """), steps: "app:tap 'Open'\napp:advance(1)\napp:key 'tab'\napp:type 'pear'"),
    MomentCase(
      name: "a typed text that is read as a number",
      example: list(
        body: """
          function List:loadView()
            self.field = ui.TextField {}
            self.view = ui.VStack { self.field }
          end
          function List:encodeRestorableState(coder) coder:encode("draft", self.field.text) end
          function List:decodeRestorableState(coder)
            self.field.text = coder:decodeInteger "draft" or "" --! not-decoded
          end
          """), steps: "app:type 'pear'"),
    MomentCase(
      name: "a value that cannot be saved any more, which is an error of the app, too",
      example: list(
        body: """
          function List:loadView()
            self.view = ui.Button { title = "Start", action = function() self.timer = ui.every(1, function() end) end }
          end
          function List:encodeRestorableState(coder)
            coder:encode("timer", self.timer) --! cannot-be-saved
          end
          function List:decodeRestorableState(coder) self.other = coder:decode "timer" end
          """), steps: "app:tap 'Start'"),
    MomentCase(
      name: "the cursor in a field without identifier on a pushed screen",
      example: list(detail: field("", "--! value-lost")), steps: moving),
    MomentCase(
      name: "the cursor in a field with an identifier on a pushed screen",
      example: list(detail: field("restorationIdentifier = 'field'")), steps: moving),
    MomentCase(
      name: "the cursor in a field without identifier on a presented screen",
      example: list(detail: field("", "--! value-lost"), isPresented: true), steps: moving),
    MomentCase(
      name: "an untouched field without identifier on a pushed screen", example: list(detail: field("")),
      steps: "app:tap 'Open'"),
    MomentCase(
      name: "a switch without identifier on a pushed screen",
      example: list(detail: "self.view = ui.VStack {\n    ui.Switch { isOn = true }, --! value-lost\n  }"),
      steps: "app:tap 'Open'\napp:key 'tab'\napp:key ' '"),
    MomentCase(
      name: "a text without identifier that differs in each run",
      example: list(detail: "self.view = ui.TextField { text = tostring({}) .. os.time() }"), steps: "app:tap 'Open'"),
    MomentCase(
      name: "a cursor that is restored before its text, on the first screen",
      example: list(
        body: MomentCase.note(
          decode: "self.text.selectedRange = coder:decode 'r' self.text.text = coder:decode 't'")
      ).marking("ui.TextView {}", "value-lost"), steps: "app:type 'hello' app:key 'left' app:key 'left'"),
    MomentCase(
      name: "a cursor that is restored after its text, on the first screen",
      example: list(
        body: MomentCase.note(
          decode: "self.text.text = coder:decode 't' self.text.selectedRange = coder:decode 'r'")),
      steps: "app:type 'hello' app:key 'left' app:key 'left'"),
    MomentCase(
      name: "a selection without its direction, on the first screen",
      example: list(
        body: MomentCase.note(
          decode: "self.text.text = coder:decode 't' self.text.selectedRange = coder:decode 'r'")
      ).marking("ui.TextView {}", "value-lost"), steps: "app:type 'hello' app:key 'shift+left'"),
    MomentCase(
      name: "a view with the path of a presented screen",
      example: list(
        body:
          "function List:loadView() self.view = ui.VStack { ui.TextField { restorationIdentifier = 'detail' }, ui.Button { title = 'Open', action = function() self:open() end } } end",
        isPresented: true
      ).marking("local detail = Detail", "duplicate-identifier"), steps: "app:tap 'Open'"),
    rows(
      "a selected row whose model identifier leads nowhere",
      methods:
        "function List:modelIdentifierForElement(_, _, row) return names[row] end\nfunction List:indexPathForElement() end",
      mark: "--! value-lost"),
    rows(
      "a selected row whose model identifier leads to its row",
      methods:
        "function List:modelIdentifierForElement(_, _, row) return names[row] end\nfunction List:indexPathForElement(_, name) for row, other in ipairs(names) do if other == name then return 1, row end end end"
    ),
    rows("a selected row without model identifier", methods: "", mark: "--! selection-by-row"),
    outline(
      "a selected item without persistent object", methods: "", mark: "--! value-lost",
      steps: "app:tap 'outline'\napp:key 'enter'"),
    outline(
      "an expanded item without persistent object", methods: "", mark: "--! value-lost",
      steps: "app:tap 'Open fruit'"),
    outline(
      "an expanded and selected item with a persistent object",
      methods: "function List:persistentObjectForItem(_, item) return item == top and 'fruit' or item end",
      steps: "app:tap 'Open fruit'\napp:tap 'pear'"),
    outline(
      "a focused item without persistent object", methods: "", mark: "--! value-lost",
      steps: "app:tap 'Open fruit'\napp:key 'down'"),
    outline(
      // They are found by comparing them.
      "items that no persistent object leads to",
      methods:
        "function List:persistentObjectForItem(_, item) return item == top and 'fruit' or item end\nfunction List:itemForPersistentObject() end",
      steps: "app:tap 'Open fruit'\napp:tap 'pear'"),
    rows(
      "a focused row whose model identifier leads nowhere",
      methods:
        "function List:modelIdentifierForElement(_, _, row) return names[row] end\nfunction List:indexPathForElement() end",
      mark: "--! value-lost", steps: "app:key 'tab'\napp:key('down', 'down')"),
    rows(
      "a focused row whose text differs in each run",
      methods:
        "function List:cellForRow(_, _, row) return names[row] .. tostring({}) end\nfunction List:modelIdentifierForElement(_, _, row) return names[row] end\nfunction List:indexPathForElement(_, name) for row, other in ipairs(names) do if other == name then return 1, row end end end",
      steps: "app:key 'tab'\napp:key 'down'"),
    MomentCase(
      name: "a scene that a step names by the time",
      example: DoctorCase(
        "scene",
        """
        local ui = require "luahost"
        local app = ui.Application { identifier = "org.example.moment" }
        app.storyboard = ui.Storyboard("Main", { initial = "nav", scenes = {
          nav = { class = "NavigationController", restorationIdentifier = "nav", viewControllers = { "list" } },
          list = { restorationIdentifier = "list", view = function(list)
            return ui.Button { title = "More", action = function()
              local detail = list.storyboard:instantiateViewController("detail")
              detail.restorationIdentifier = "note-" .. os.time()
              list.navigationController:push(detail)
            end }
          end },
          detail = { view = function() return ui.TextField { restorationIdentifier = "field" } end },
        } })
        \(DoctorCase.saves)
        return app
        """), steps: "app:tap 'More'\napp:tap 'field'\napp:type 'abc'"),
    MomentCase(
      name: "a change in a file that the test has created",
      example: fileRows, steps: "app:eval 'add()'\napp:tap 'plum'", start: fileStart),
    MomentCase(
      name: "rows that come from a command", example: commandRows,
      steps: "app:waitFor 'pear'\napp:tap 'pear'", isAllowed: true),
  ]

  private static let fileStart = """
    local path = os.tmpname()
    local file = assert(io.open(path, "w"))
    file:write "apple\\npear\\n"
    file:close()
    local app = t:launch("app.lua", { options = { path = path } })
    """

  private static let fileRows = list(
    body: """
      local names, path, list = {}, nil, nil
      function add()
        names[#names + 1] = "plum"
        list.table:reloadData()
        local file = assert(io.open(path, "w"))
        for _, name in ipairs(names) do file:write(name, "\\n") end
        file:close()
      end
      function List:loadView()
        list, path = self, ui.Application.shared.options.path
        for name in io.lines(path) do names[#names + 1] = name end
        self.table = ui.TableView { restorationIdentifier = "table", dataSource = self }
        self.view = self.table
      end
      function List:numberOfRowsInSection() return #names end
      function List:cellForRow(_, _, row) return names[row] end
      function List:modelIdentifierForElement(_, _, row) return names[row] end
      function List:indexPathForElement(_, name) for row, other in ipairs(names) do if other == name then return 1, row end end end
      """)

  private static let commandRows = list(
    body: """
      local names = {}
      function List:loadView()
        self.table = ui.TableView { restorationIdentifier = "table", dataSource = self }
        self.view = self.table
        self:task(function()
          local result = ui.run { "printf", "apple\\\\npear\\\\n" }
          for name in result.output:gmatch "%a+" do names[#names + 1] = name end
          self.table:reloadData()
        end)
      end
      function List:numberOfRowsInSection() return #names end
      function List:cellForRow(_, _, row) return names[row] end
      function List:modelIdentifierForElement(_, _, row) return names[row] end
      function List:indexPathForElement(_, name) for row, other in ipairs(names) do if other == name then return 1, row end end end
      """)

  @MainActor
  func diagnosis() throws -> Diagnosis {
    try example.withFolder { file in
      let test = file.deletingLastPathComponent().appending(path: "app.test.lua")
      try """
      local test = require "luahost.test"
      test.case("steps", function(t)
      \(start)
      \(steps)
      end)
      """.write(to: test, atomically: true, encoding: .utf8)
      return try Doctor(ScriptHost.Configuration(script: file.path), isAllowed: isAllowed).examine(afterTest: test.path)
    }
  }
}

/// The doctor after steps of a user, by `luahost doctor --after`.
@Suite("Findings after steps")
@MainActor
struct MomentTests {
  @Test("a mistake is found in its line, and a correct variant is not reported", arguments: MomentCase.all)
  func finds(_ example: MomentCase) throws {
    let diagnosis = try example.diagnosis()
    let shown = Set(diagnosis.findings.map { "\($0.code.rawValue) \($0.place?.line ?? 0)" })
    #expect(
      shown == example.example.expected,
      "\(diagnosis.findings.map(\.description).joined(separator: "\n")) \(diagnosis.otherErrors)")
    #expect(diagnosis.refusedOperations == [])
  }

  @Test("a case whose app cannot be examined is reported, and the others are examined")
  func notExamined() throws {
    let example = DoctorCase(
      "broken",
      ExplorationCase.note(view: "ui.TextField {}").replacing(
        "function app:didFinishLaunching()",
        with: "function app:didFinishLaunching(options)\n  if options and options.fails then error 'broken' end"))
    let diagnosis = try example.withFolder { file in
      let test = file.deletingLastPathComponent().appending(path: "app.test.lua")
      try """
      local test = require "luahost.test"
      test.case("types", function(t) t:launch("app.lua"):type "pear" end)
      test.case("fails", function(t) t:launch("app.lua", { options = { fails = true } }) end)
      """.write(to: test, atomically: true, encoding: .utf8)
      return try Doctor(ScriptHost.Configuration(script: file.path)).examine(afterTest: test.path)
    }
    #expect(diagnosis.findings.map(\.code) == [.valueLost], "\(diagnosis.findings)")
    #expect(diagnosis.failedCases.count == 1 && diagnosis.failedCases[0].contains("broken"), "\(diagnosis.failedCases)")
  }

  @Test("a text and its selection are one finding")
  func text() throws {
    let example = MomentCase(
      name: "a lost text", example: MomentCase.list(detail: "self.view = ui.VStack { ui.TextField {} }"),
      steps: "app:tap 'Open'\napp:key 'tab'\napp:type 'pear'")
    #expect(try example.diagnosis().findings.map(\.key) == ["text"])
  }

  @Test(
    "a text of a label that steps have set is found, and not one that differs with the clock",
    arguments: [("ui.Label { text = 'none' }", ["text"]), ("ui.Label { text = os.date '%H:%M:%S' }", [])])
  func label(_ label: String, keys: [String]) throws {
    let example = MomentCase(
      name: "a label",
      example: MomentCase.list(
        detail: """
          self.label = \(label)
          local set = ui.Button { title = 'Set', action = function() self.label.text = self.label.text .. '!' end }
          self.view = ui.VStack { set, self.label }
          """),
      steps: "app:tap 'Open'\napp:tap 'Set'")
    #expect(try example.diagnosis().findings.map(\.key) == keys)
  }

  @Test("a view that stands where a step has removed another one has not lost its text")
  func removedView() throws {
    let example = MomentCase(
      name: "a removed button",
      example: MomentCase.list(
        detail: """
          local more = ui.Button { title = 'More' }
          local tip
          tip = ui.Button { title = 'Dismiss', action = function() tip:removeFromSuperview() end }
          self.view = ui.VStack { tip, more }
          """),
      steps: "app:tap 'Open'\napp:tap 'Dismiss'")
    #expect(try example.diagnosis().findings.filter { $0.message.contains("\"More\" before") } == [])
  }

  @Test("a lost text is found in scripts with a variable named random")
  func random() throws {
    let example = MomentCase(
      name: "a label",
      example: MomentCase.list(
        detail: """
          local random = 4
          self.label = ui.Label { text = 'none' }
          local set = ui.Button { title = 'Set', action = function() self.label.text = 'set ' .. random end }
          self.view = ui.VStack { set, self.label }
          """),
      steps: "app:tap 'Open'\napp:tap 'Set'")
    #expect(try example.diagnosis().findings.map(\.key) == ["text"])
  }
}
