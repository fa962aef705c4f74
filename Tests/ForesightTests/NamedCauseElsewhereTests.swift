import Foundation
import Testing

@testable import AppSession
@testable import Foresight
@testable import LuaScreens

// Losses that appear elsewhere than where their cause is: in other controllers, or only after further steps.
extension NamedCauseTests {
  @Test("explore names the cause of what is lost elsewhere", arguments: Self.elsewhere)
  func elsewhere(_ example: Case) throws { try explored(example) }

  @Test("the doctor names a lost key, and not the gauge of another tab that shows it")
  func gauge() throws {
    let findings = try DoctorCase("charts", Self.elsewhere[1].script).withFolder { script in
      let test = script.deletingLastPathComponent().appending(path: "charts.test.lua")
      try """
      local test = require "luahost.test"
      test.case("charts", function(t)
        local app = t:launch "app.lua"
        app:tap "Clear"
        app:tap "Charts"
      end)
      """.write(to: test, atomically: true, encoding: .utf8)
      return try Doctor(ScriptHost.Configuration(script: script.path)).examine(afterTest: test.path).findings
    }
    #expect(findings.map(\.code) == [.notEncoded], "\(findings)")
  }

  @Test("the printed test of an unstable identifier passes when it is constant, though another tab is loaded")
  func unstable() throws {
    let report = try ExplorationCase.explore(Self.unstable, steps: 50)
    #expect(report.discoveries.map(\.code) == [FindingCode.unstableIdentifier.rawValue], "\(report.tests)")
    let right = Self.unstable.replacing(" .. tostring({})", with: "")
    for (script, failed) in [(Self.unstable, 1), (right, 0)] {
      try DoctorCase("printed", script).withFolder { script in
        let test = script.deletingLastPathComponent().appending(path: "printed.test.lua")
        try report.tests.write(to: test, atomically: true, encoding: .utf8)
        #expect(try TestRunner(test.path).run().failed == failed, "\(report.tests)")
      }
    }
  }

  nonisolated private static let unstable = """
    local ui = require "luahost"
    local One = ui.ViewController:subclass "One"
    function One:loadView()
      self.view = ui.VStack { ui.Switch { restorationIdentifier = "on" .. tostring({}) } }
    end
    local Two = ui.ViewController:subclass "Two"
    function Two:loadView() self.view = ui.VStack { ui.Switch { restorationIdentifier = "off" } } end
    local app = ui.Application { identifier = "org.example.elsewhere", version = "1" }
    function app:willFinishLaunching()
      self.window = ui.Window()
      self.window.rootViewController = ui.TabBarController { restorationIdentifier = "tabs",
        One { restorationIdentifier = "one", title = "One" }, Two { restorationIdentifier = "two", title = "Two" } }
    end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    return app
    """

  nonisolated private static let elsewhere: [Case] = [
    Case(
      name: "a key that the rows of another controller show", code: FindingCode.notEncoded.rawValue,
      script: ExplorationCase.app(
        root: """
          ui.SplitViewController { restorationIdentifier = "split",
            Side { restorationIdentifier = "side" }, List { restorationIdentifier = "list" } }
          """,
        """
        local ui = require "luahost"
        local FOLDERS = { inbox = { "a1", "a2" }, work = { "b1", "b2" } }
        local Side = ui.ViewController:subclass "Side"
        function Side:init() self.folder = "inbox" end
        function Side:loadView()
          self.view = ui.VStack { ui.Button { "Inbox", action = function() self:open "inbox" end }, ui.Button { "Work", action = function() self:open "work" end } }
        end
        function Side:open(name) self.folder = name self.splitViewController.viewControllers[2]:refresh() end
        function Side:encodeRestorableState(coder)
          Side.super.encodeRestorableState(self, coder)
        end
        function Side:decodeRestorableState(coder)
          Side.super.decodeRestorableState(self, coder)
          self.folder = coder:decode "folder" or "inbox" --!
        end
        local List = ui.ViewController:subclass "List"
        function List:loadView()
          self.table = ui.TableView { restorationIdentifier = "table", dataSource = self }
          self.view = ui.VStack { self.table }
        end
        function List:refresh()
          self.folder = self.splitViewController.viewControllers[1].folder
          self.table:reloadData()
        end
        function List:viewWillAppear() self:refresh() end
        function List:numberOfRowsInSection() return self.folder and #FOLDERS[self.folder] or 0 end
        function List:cellForRow(_, _, row) return FOLDERS[self.folder][row] end
        function List:modelIdentifierForElement(_, _, row) return FOLDERS[self.folder][row] end
        function List:indexPathForElement(_, id)
          for row, other in ipairs(self.folder and FOLDERS[self.folder] or {}) do if other == id then return 1, row end end
        end
        """)),
    Case(
      name: "a key that a table and a gauge in another tab show", code: FindingCode.notEncoded.rawValue,
      script: ExplorationCase.app(
        root: """
          ui.TabBarController { restorationIdentifier = "tabs",
            List { restorationIdentifier = "list", title = "List" }, Charts { restorationIdentifier = "charts", title = "Charts" } }
          """,
        """
        local ui = require "luahost"
        local ledger = { entries = { { what = "Lunch", amount = 12.5 }, { what = "Rent", amount = 700.0 } } }
        local function total()
          local sum = 0
          for _, entry in ipairs(ledger.entries) do sum = sum + entry.amount end
          return sum
        end
        local List = ui.ViewController:subclass "List"
        function List:loadView()
          self.table = ui.TableView { dataSource = self, restorationIdentifier = "table" }
          self.view = ui.VStack { ui.Button { "Clear", action = function() ledger.entries = {} self:refresh() end }, self.table }
        end
        function List:refresh() self.table:reloadData() self:invalidateRestorableState() end
        function List:numberOfRowsInSection() return #ledger.entries end
        function List:cellForRow(_, _, row) return ledger.entries[row].what end
        function List:modelIdentifierForElement(_, _, row) return ledger.entries[row] and ledger.entries[row].what end
        function List:indexPathForElement(_, id) for row, e in ipairs(ledger.entries) do if e.what == id then return 1, row end end end
        function List:encodeRestorableState(coder)
          List.super.encodeRestorableState(self, coder)
        end
        function List:decodeRestorableState(coder)
          List.super.decodeRestorableState(self, coder)
          ledger.entries = coder:decodeTable "entries" or ledger.entries --!
        end
        function List:applicationFinishedRestoringState() self:refresh() end
        local Charts = ui.ViewController:subclass "Charts"
        function Charts:loadView()
          self.gauge = ui.Gauge { maximumValue = 1000 }
          self.view = ui.VStack { self.gauge }
        end
        function Charts:viewWillAppear() self.gauge.value = total() end
        """)),
    Case(
      name: "a key of the application that a label of another screen shows", code: FindingCode.notDecoded.rawValue,
      script: """
        local ui = require "luahost"
        local Room = ui.ViewController:subclass "Room"
        function Room:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label }
        end
        function Room:viewWillAppear() self.label.text = "nick " .. (ui.Application.shared.nick or "-") end
        local Settings = ui.ViewController:subclass "Settings"
        function Settings:loadView()
          self.view = ui.VStack { ui.TextField { placeholder = "Nick", restorationIdentifier = "nick", onSubmit = function(field)
            ui.Application.shared.nick = field.text
            ui.Application.shared:restorableStateChanged()
          end } }
        end
        local app = ui.Application { identifier = "org.example.elsewhere", version = "1" }
        function app:willFinishLaunching()
          self.window = ui.Window()
          self.window.rootViewController = ui.TabBarController { restorationIdentifier = "tabs",
            Room { restorationIdentifier = "room", title = "Room" }, Settings { restorationIdentifier = "settings", title = "Settings" } }
        end
        function app:shouldSaveApplicationState(coder)
          coder:encode("nick", self.nick) --!
          return true
        end
        function app:shouldRestoreApplicationState() return true end
        function app:didFinishLaunching() self.window:makeKeyAndVisible() end
        return app
        """),
    Case(
      name: "a key from which a further step numbers items", code: FindingCode.notEncoded.rawValue,
      script: ExplorationCase.app(
        root: #"Main { restorationIdentifier = "main" }"#,
        """
        local ui = require "luahost"
        local ledger = { entries = {}, last = 0 }
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label, ui.Button { "Add", action = function()
            ledger.last = ledger.last + 1
            table.insert(ledger.entries, { id = ledger.last, what = "x" })
            self:invalidateRestorableState()
            self:refresh()
          end } }
        end
        function Main:refresh() self.label.text = #ledger.entries .. " entries" end
        function Main:viewWillAppear() self:refresh() end
        function Main:encodeRestorableState(coder)
          Main.super.encodeRestorableState(self, coder)
          coder:encode("entries", ledger.entries)
        end
        function Main:decodeRestorableState(coder)
          Main.super.decodeRestorableState(self, coder)
          ledger.entries = coder:decodeTable "entries" or {}
          ledger.last = coder:decodeInteger "last" or 0 --!
        end
        """)),
    Case(
      name: "a list of former values in a view whose own key shows it",
      script: ExplorationCase.app(
        root: #"Main { restorationIdentifier = "main" }"#,
        """
        local ui = require "luahost"
        local Board = ui.View:subclass "Board"
        function Board:init() self.canBecomeFirstResponder = true self.x, self.undo = 3, {} end
        function Board:keyPressed(key)
          if key == "left" or key == "right" then
            table.insert(self.undo, self.x)
            self.x = self.x + (key == "right" and 1 or -1)
          elseif key == "u" and #self.undo > 0 then
            self.x = table.remove(self.undo)
          else
            return
          end
          self:setNeedsDisplay()
          self:invalidateRestorableState()
          return true
        end
        function Board:draw(canvas)
          local rows = { "#......#", "#..@...#" }
          for y, row in ipairs(rows) do canvas:put(0, y - 1, (row:gsub("[@.]", " "))) end
          canvas:put(self.x, 1, "o")
        end
        function Board:encodeRestorableState(coder)
          Board.super.encodeRestorableState(self, coder)
          coder:encode("x", self.x)
          coder:encode("undo", {}) --!
        end
        function Board:decodeRestorableState(coder)
          Board.super.decodeRestorableState(self, coder)
          self.x = coder:decodeInteger "x" or 3
          self.undo = coder:decodeTable "undo" or {}
          self:setNeedsDisplay()
        end
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.view = ui.VStack { Board { restorationIdentifier = "board", width = 12, height = 2 }, ui.Button { "Hello" }, ui.TextField { restorationIdentifier = "note" } }
        end
        """)),
    Case(
      name: "a scroll position, and the focus that a further key gives",
      script: ExplorationCase.app(
        root: #"Main { restorationIdentifier = "main" }"#,
        """
        local ui = require "luahost"
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.view = ui.ScrollView { ui.VStack { ui.Switch { restorationIdentifier = "axis" }, --!
            ui.Stepper { restorationIdentifier = "skip" }, ui.Label { ("note\\n"):rep(30) } } }
        end
        """)),
    Case(
      name: "a scroll position, and the one after a further key",
      script: ExplorationCase.app(
        root: #"Main { restorationIdentifier = "main" }"#,
        """
        local ui = require "luahost"
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.sum = ui.Label { "off" }
          local stack = ui.VStack { ui.Label { ("line\\n"):rep(30) }, self.sum,
            ui.Switch { restorationIdentifier = "s", onChange = function(s) self.sum.text = s.isOn and "on" or "off" end } }
          self.view = ui.ScrollView { stack } --!
        end
        """)),
    Case(
      name: "another tab, whose pager is loaded and empty",
      script: """
        local ui = require "luahost"
        local Room = ui.ViewController:subclass "Room"
        function Room:loadView()
          self.log = ui.TextView { isEditable = false, restorationIdentifier = "log" }
          self.view = ui.VStack { self.log }
        end
        function Room:viewDidLoad() self.log.text = "" end
        local app = ui.Application { identifier = "org.example.elsewhere", version = "1" }
        function app:willFinishLaunching()
          self.window = ui.Window()
          self.window.rootViewController = ui.TabBarController { restorationIdentifier = "tabs",
            Room { restorationIdentifier = "one", title = "One" }, Room { restorationIdentifier = "two", title = "Two" } }
        end
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:didFinishLaunching()
          self.window.rootViewController.selectedIndex = 1 --!
          self.window:makeKeyAndVisible()
        end
        return app
        """),
    Case(
      name: "one variable of which a further step makes two keys",
      script: ExplorationCase.app(
        root: #"Main { restorationIdentifier = "main" }"#,
        """
        local ui = require "luahost"
        local seed = 0
        local Main = ui.ViewController:subclass "Main"
        function Main:init() self.entries, self.result = {}, "" end
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label, ui.Button { "Generate", action = function()
            seed = seed + 1 --!
            self.result = "password " .. seed * 7919 % 1000
            table.insert(self.entries, "entry " .. seed * 31 % 100)
            self:refresh()
          end } }
        end
        function Main:refresh() self.label.text = self.result .. ", " .. #self.entries end
        function Main:viewWillAppear() self:refresh() end
        function Main:encodeRestorableState(coder)
          Main.super.encodeRestorableState(self, coder)
          coder:encode("entries", self.entries)
          coder:encode("result", self.result)
        end
        function Main:decodeRestorableState(coder)
          Main.super.decodeRestorableState(self, coder)
          self.entries = coder:decodeTable "entries" or {}
          self.result = coder:decodeString "result" or ""
        end
        """)),
    Case(
      name: "titles of tabs, by which a further step selects one",
      script: """
        local ui = require "luahost"
        local Room = ui.ViewController:subclass "Room"
        local app = ui.Application { identifier = "org.example.elsewhere", version = "1" }
        function app:willFinishLaunching() self.window = ui.Window() end
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:viewControllerWithRestorationIdentifierPath(path)
          if path[#path] == "tabs" then return ui.TabBarController { restorationIdentifier = "tabs" } end
          return Room { restorationIdentifier = path[#path], title = path[#path] } --!
        end
        function app:didFinishLaunching()
          if not self.window.rootViewController then
            self.window.rootViewController = ui.TabBarController { restorationIdentifier = "tabs",
              Room { restorationIdentifier = "room1", title = "general" }, Room { restorationIdentifier = "room2", title = "lua" } }
          end
          self.window:makeKeyAndVisible()
        end
        return app
        """),
  ]
}
