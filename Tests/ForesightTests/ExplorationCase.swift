import AppSession
import Foundation
import LuaRuntime
import LuaScreens
import Testing

@testable import Foresight

/// A small app that loses something, with the change that fixes it.
struct ExplorationCase: Sendable, CustomStringConvertible {
  let name: String
  let script: String
  /// The text to replace, and its replacement.
  let fix: (old: String, new: String)
  /// What is lost: a part of the message.
  let lost: String

  init(_ name: String, lost: String, fix old: String, to new: String, _ script: String) {
    self.name = name
    self.lost = lost
    fix = (old, new)
    self.script = script
  }

  var description: String { name }

  /// The app without the loss.
  var fixed: String { script.replacing(fix.old, with: fix.new) }

  /// An app with a screen `Note` as its root.
  ///
  /// - Parameters:
  ///   - view: the content of its view.
  ///   - body: further methods.
  ///   - state: what it encodes and decodes.
  static func note(view: String, body: String = "", encode: String = "", decode: String = "", app: String = "")
    -> String
  {
    """
    local ui = require "luahost"
    local Note = ui.ViewController:subclass "Note"
    function Note:loadView()
      self.view = ui.VStack { \(view) }
    end
    \(body)
    function Note:encodeRestorableState(coder)
      \(encode)
    end
    function Note:decodeRestorableState(coder)
      \(decode)
    end
    function Note:viewControllerWithRestorationIdentifierPath() return Note() end
    local app = ui.Application { identifier = "org.example.explored" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        self.window.rootViewController = Note { restorationIdentifier = "note", restorationClass = Note }
      end
      self.window:makeKeyAndVisible()
    end
    \(app)
    return app
    """
  }

  /// Explores an app in a folder of its own.
  @MainActor
  static func explore(
    _ script: String, steps: Int = 40, depth: Int? = nil, seed: UInt64 = 1, isAllowed: Bool = false,
    movesWorld: Bool = false, capabilities: LuaCapabilities = .all
  ) throws -> Exploration.Report {
    try withFile(script) { file in
      var configuration = ScriptHost.Configuration(script: file.path)
      configuration.lua = .init(capabilities: capabilities)
      var exploration = Exploration(configuration, isAllowed: isAllowed)
      (exploration.steps, exploration.depth, exploration.seed) = (steps, depth, seed)
      exploration.movesWorld = movesWorld
      return try exploration.explore()
    }
  }

  /// Returns the line of a script that ends with `--!`.
  static func markedLine(of script: String) throws -> Int {
    try #require(script.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.hasSuffix("--!") }) + 1
  }

  /// Runs printed tests beside an app. Returns the number of passed and failed ones.
  @MainActor
  static func run(_ tests: String, beside script: String) throws -> (passed: Int, failed: Int) {
    try withFile(script) { file in
      let path = file.deletingLastPathComponent().appending(path: "found.test.lua")
      try tests.write(to: path, atomically: true, encoding: .utf8)
      let runner = try TestRunner(path.path)
      runner.onPrint = { _ in }
      let result = runner.run()
      return (result.passed, result.failed)
    }
  }

  /// Calls a closure with an app's file in a temporary folder.
  static func withFile<Result>(_ script: String, _ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "explored-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "app.lua")
    try script.write(to: file, atomically: true, encoding: .utf8)
    return try body(file)
  }
}

extension ExplorationCase {
  static let all: [ExplorationCase] = values + containers

  /// Apps that lose values of scripts and views.
  static let values: [ExplorationCase] = [
    ExplorationCase(
      "a typed text without identifier", lost: "text was", fix: "ui.TextField {}",
      to: "ui.TextField { restorationIdentifier = 'text' }", note(view: "ui.TextField {}")),
    ExplorationCase(
      "a switch without identifier", lost: "Switch", fix: "ui.Switch {}",
      to: "ui.Switch { restorationIdentifier = 'wifi' }",
      note(view: "ui.HStack { ui.Label { text = 'Wifi' }, ui.Switch {} }")),
    ExplorationCase(
      "a text without identifier that is only read", lost: "TextView", fix: "ui.TextView { isEditable = false",
      to: "ui.TextView { restorationIdentifier = 'pager', isEditable = false",
      note(view: "ui.TextView { isEditable = false, text = ('A line.\\n'):rep(200) }")),
    ExplorationCase(
      "the second of two sliders without label or identifier", lost: "Slider",
      fix: "self.views[2] = ui.Slider { value = 0.5 }",
      to: "self.views[2] = ui.Slider { restorationIdentifier = 'slider', value = 0.5 }",
      note(
        view: "self:sliders()",
        body: """
          function Note:sliders()
            self.views = { ui.Slider { restorationIdentifier = "first", value = 0.5 } }
            self.views[2] = ui.Slider { value = 0.5 }
            return ui.VStack(self.views)
          end
          """)),
    ExplorationCase(
      "a text of a screen that is reached by rows for which the restoration is extended", lost: "text was",
      fix: "function Detail:encodeRestorableState",
      to: """
        function Detail:encodeRestorableState(coder) coder:encode('name', self.name) end
        function Detail:decodeRestorableState(coder)
          self.name = coder:decodeString 'name'
          self.label.text = self.name
        end
        function Detail:unused
        """,
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.late" }
      local Detail = ui.ViewController:subclass "Detail"
      function Detail:loadView()
        self.label = ui.Label { text = self.name }
        self.view = ui.VStack { self.label }
      end
      function Detail:viewControllerWithRestorationIdentifierPath() return self() end
      function Detail:encodeRestorableState() end
      local List = ui.ViewController:subclass "List"
      function List:loadView()
        self.table = ui.TableView { restorationIdentifier = "rows", rows = {}, delegate = self }
        self.view = self.table
      end
      function List:viewDidLoad()
        app:extendStateRestoration()
        self:task(function()
          ui.sleep(0.4)
          self.table.rows = { "one", "two" }
          app:completeStateRestoration()
        end)
      end
      function List:didSelectRow(table, section, row)
        local detail = Detail { restorationIdentifier = "detail" .. row, restorationClass = Detail }
        detail.name = table.rows[row]
        self.navigationController:push(detail)
      end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching()
        self.window = ui.Window { rootViewController = ui.NavigationController { restorationIdentifier = "nav",
          viewControllers = { List { restorationIdentifier = "list" } } } }
      end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """),
    ExplorationCase(
      "a counter that is encoded and not decoded", lost: "note", fix: "-- decode",
      to: "self.count = coder:decode 'Count' self:show()",
      note(
        view:
          "self:label(), ui.Button { title = 'Add', action = function() self.count = self.count + 1 self:show() end }",
        body: """
          Note.count = 0
          function Note:label() self.number = ui.Label { text = "0" } return self.number end
          function Note:show() self.number.text = tostring(self.count) end
          """, encode: "coder:encode('Count', self.count)", decode: "-- decode")),
    ExplorationCase(
      "a pushed screen that nothing creates again", lost: "detail", fix: "Detail { restorationIdentifier = 'detail' }",
      to: "Detail { restorationIdentifier = 'detail', restorationClass = Detail }",
      """
      local ui = require "luahost"
      local Detail = ui.ViewController:subclass "Detail"
      function Detail:loadView() self.view = ui.VStack { ui.Label { text = "The detail" } } end
      function Detail:viewControllerWithRestorationIdentifierPath() return Detail() end
      local List = ui.ViewController:subclass "List"
      function List:loadView()
        self.view = ui.VStack {
          ui.Button { title = "Open", action = function()
            self.navigationController:push(Detail { restorationIdentifier = 'detail' })
          end },
        }
      end
      local app = ui.Application { identifier = "org.example.explored" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching()
        self.window = ui.Window()
        self.window.rootViewController = ui.NavigationController {
          restorationIdentifier = "nav", List { restorationIdentifier = "list" } }
      end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """),
    ExplorationCase(
      "added rows that are only in memory", lost: "note", fix: "-- rows", to: "coder:encode('Rows', self.rows.rows)",
      note(
        view: "self:list(), ui.Button { title = 'Add', action = function() self:add() end }",
        body: """
          function Note:list() self.rows = ui.TableView { rows = { "first" }, height = 5, restorationIdentifier = "rows" } return self.rows end
          function Note:add()
            local rows = self.rows.rows
            rows[#rows + 1] = "row " .. #rows
            self.rows.rows = rows
          end
          """, encode: "-- rows", decode: "local rows = coder:decode 'Rows' if rows then self.rows.rows = rows end")),
    ExplorationCase(
      "a row that is selected whenever the rows have come", lost: "indexPathsForSelectedRows",
      fix: "self.list:selectRow(1, 1)", to: "",
      note(
        view: "self:rows()",
        body: """
          Note.items = {}
          function Note:rows()
            self.list = ui.TableView { restorationIdentifier = "list", dataSource = self }
            ui.after(0.5, function()
              self.items = { "a", "b", "c", "d" }
              self.list:reloadData()
              self.list:selectRow(1, 1)
            end)
            return self.list
          end
          function Note:numberOfRowsInSection() return #self.items end
          function Note:cellForRow(_, _, row) return self.items[row] end
          function Note:modelIdentifierForElement(_, _, row) return self.items[row] end
          function Note:indexPathForElement(_, item)
            for row, other in ipairs(self.items) do if other == item then return 1, row end end
          end
          """)),
    ExplorationCase(
      "an edited cell that is only in memory", lost: "note", fix: "-- count", to: "coder:encode('Count', self.count)",
      note(
        view: "self:goods()",
        body: """
          Note.count = "12"
          function Note:goods()
            self.table = ui.TableView {
              restorationIdentifier = "goods", columns = { { title = "Good" }, { title = "Count" } }, dataSource = self,
            }
            return self.table
          end
          function Note:numberOfRowsInSection() return 1 end
          function Note:cellForRow() return { "Apples", self.count } end
          function Note:modelIdentifierForElement() return "apples" end
          function Note:indexPathForElement() return 1, 1 end
          function Note:canEditCell(_, _, _, column) return column == 2 end
          function Note:commitEdit(_, _, _, _, text)
            if not tonumber(text) then error("expected a number") end
            self.count = text
          end
          """, encode: "-- count",
        decode: "self.count = coder:decode 'Count' or self.count self.table:reloadData()")),
    ExplorationCase(
      "the day of a step", lost: "note", fix: "-- day", to: "coder:encode('Day', self.day.text)",
      note(
        view: "self:label(), ui.Button { title = 'Stamp', action = function() self.day.text = os.date '%Y-%m-%d' end }",
        body: "function Note:label() self.day = ui.Label { text = 'never' } return self.day end", encode: "-- day",
        decode: "self.day.text = coder:decode 'Day' or self.day.text")),
    ExplorationCase(
      "the result of a worker", lost: "results", fix: "'result'", to: "'results'",
      note(
        view: "self:label(), ui.Button { title = 'Count', action = function() self:count() end }",
        body: """
          Note.results = {}
          function Note:label() self.out = ui.Label { text = "none" } return self.out end
          function Note:show() self.out.text = "counted " .. tostring(self.results[1]) end
          function Note:count()
            self:task(function(self)
              local worker = ui.Worker("local n = 0 for i = 1, 3000000 do n = n + 1 end return n // 1000000")
              self.results = { worker:wait() }
              self:show()
            end)
          end
          """, encode: "coder:encode('results', self.results)",
        decode: "self.results = coder:decode 'result' or {} if self.results[1] then self:show() end")),
    ExplorationCase(
      "a position that is cut when a smaller screen is drawn", lost: "x",
      fix: "if self.x > canvas.width then self.x = canvas.width - 1 end", to: "",
      note(
        view: "self:pad()",
        body: """
          local Pad = ui.View:subclass "Pad"
          function Pad:init() self.canBecomeFirstResponder = true self.x = 1 end
          function Pad:keyPressed(key) if key == "l" then self.x = self.x + 30 return true end end
          function Pad:draw(canvas)
            if self.x > canvas.width then self.x = canvas.width - 1 end
            canvas:put(0, 0, "x at " .. self.x)
          end
          function Pad:encodeRestorableState(coder) coder:encode("x", self.x) end
          function Pad:decodeRestorableState(coder) self.x = coder:decode "x" end
          function Note:pad() return Pad { restorationIdentifier = "pad" } end
          """)),
    ExplorationCase(
      "a label that only the action sets", lost: "note", fix: "-- name", to: "coder:encode('Name', self.name.text)",
      note(
        view: "self:label(), ui.Button { title = 'Ann', action = function() self.name.text = 'Ann was chosen' end }",
        body: "function Note:label() self.name = ui.Label { text = 'nobody' } return self.name end", encode: "-- name",
        decode: "self.name.text = coder:decode 'Name' or self.name.text")),
    ExplorationCase(
      "a field that is cleared when it appears", lost: "text was", fix: "self.text.text = ''", to: "",
      note(
        view: "self:field()",
        body: """
          function Note:field() self.text = ui.TextField { restorationIdentifier = "text" } return self.text end
          function Note:viewWillAppear() self.text.text = '' end
          """)),
    ExplorationCase(
      "an app that forgets a text in the background", lost: "text was", fix: "note.text.text = ''", to: "",
      note(
        view: "self:field()",
        body: """
          local note
          function Note:field()
            note = self
            self.text = ui.TextField { restorationIdentifier = "text" }
            return self.text
          end
          """, app: "function app:didEnterBackground() note.text.text = '' end")),
    ExplorationCase(
      "an error in a restoration, after a step", lost: "broken", fix: "error 'broken'", to: "",
      note(
        view: "ui.Button { title = 'Break', action = function() self.isBroken = true end }",
        encode: "coder:encode('Broken', self.isBroken)",
        decode: "self.isBroken = coder:decode 'Broken' if self.isBroken then error 'broken' end")),
    ExplorationCase(
      "an error of an action, without a restart", lost: "attempt to", fix: "self.missing.text = ''", to: "",
      note(view: "ui.Button { title = 'Clear', action = function() self.missing.text = '' end }")),
    ExplorationCase(
      "a field of the controller that the screen does not show", lost: "the field mode", fix: "-- mode",
      to: "self.mode = coder:decode 'Mode'",
      note(
        view: "ui.Button { title = 'Fast', action = function() self.mode = 'fast' end }",
        encode: "coder:encode('Mode', nil)", decode: "-- mode")),
  ]
}
