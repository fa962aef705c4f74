extension ExplorationCase {
  /// Apps with one mistake that loses several values or nodes.
  static let oneCause: [(name: String, script: String)] = [
    (
      "a view with several keys and no decode method",
      """
      local ui = require "luahost"
      local Pad = ui.View:subclass "Pad"
      function Pad:init() self.x, self.y, self.canBecomeFirstResponder, self.height = 0, 0, true, 2 end
      function Pad:draw(canvas) canvas:put(0, 0, ("x"):rep(self.x) .. ("y"):rep(self.y)) end
      function Pad:keyPressed(key)
        if key ~= "x" and key ~= "y" then return false end
        self[key] = self[key] + 1
        self:setNeedsDisplay()
        return true
      end
      function Pad:encodeRestorableState(coder)
        coder:encode("x", self.x)
        coder:encode("y", self.y)
      end
      """
        + note(view: "Pad { restorationIdentifier = 'pad' }").replacing("local ui = require \"luahost\"", with: "")
    ),
    (
      "a default value in place of an absent one, which the screen shows otherwise",
      note(
        view: "self:filters()",
        body: """
          function Note:filters()
            self.label = ui.Label {}
            self:show()
            return ui.VStack { self.label, ui.Button { title = "Clear", action = function()
              self.filter = nil
              self:show()
            end } }
          end
          function Note:init() self.filter = "all" end
          function Note:show() self.label.text = "Filter: " .. (self.filter or "none") end
          """, encode: "coder:encode('filter', self.filter)",
        decode: "self.filter = coder:decodeString 'filter' or 'all' self:show()")
    ),
    (
      "rows that a data source cannot name",
      note(
        view: "self:rows()",
        body: """
          local items = { "a", "b", "c", "d" }
          function Note:rows()
            self.list = ui.TableView { restorationIdentifier = "list", dataSource = self }
            return self.list
          end
          function Note:numberOfRowsInSection() return #items end
          function Note:cellForRow(_, _, row) return items[row] end
          function Note:modelIdentifierForElement(_, _, row) return row end
          function Note:indexPathForElement(_, row) return row end
          """)
    ),
    (
      "a registered object without a decode method, and a field that shows it",
      wizard(decode: "")
    ),
    (
      "a registered object whose encode method fails, and a field that shows it",
      wizard(encode: "coder:encode('night', self.night.number)")
    ),
    (
      "values whose computed keys one call decodes into a local",
      note(
        view: "self:values()",
        body: """
          local names = { "a", "b", "c" }
          function Note:values()
            self.given = { a = 0, b = 0, c = 0 }
            self.label = ui.Label()
            local stack = ui.VStack { self.label }
            for _, name in ipairs(names) do
              stack:addSubview(ui.Button { title = "More " .. name, action = function()
                self.given[name] = self.given[name] + 1
                self:show()
              end })
            end
            self:show()
            return stack
          end
          function Note:show() self.label.text = ("%d %d %d"):format(self.given.a, self.given.b, self.given.c) end
          """, encode: "for _, name in ipairs(names) do coder:encode('given.' .. name, self.given[name]) end",
        decode: "local given = {} for _, name in ipairs(names) do given[name] = coder:decode('given.' .. name) end")
    ),
    (
      "charts of a value beside the stepper that is lost",
      note(
        view: "self:charts()",
        body: """
          function Note:charts()
            self.stepper = ui.Stepper { onChange = function() self:show() end }
            self.gauge = ui.Gauge { maximumValue = 10 }
            self.line = ui.Sparkline { values = { 1, 2 } }
            return ui.VStack { self.stepper, self.gauge, self.line }
          end
          function Note:show()
            self.gauge.value = self.stepper.value
            self.line.values = { self.stepper.value, 2 }
          end
          """)
    ),
    (
      "an object that keeps what a pager shows",
      """
      local ui = require "luahost"
      local Store = {}
      Store.__index = Store
      function Store:encodeRestorableState(coder) coder:encode("lines", self.lines) end
      function Store:decodeRestorableState(coder) local lines = coder:decode "lines" or {} end
      local store = setmetatable({ lines = {} }, Store)
      """
        + note(
          view: "self:pager(), self:input()",
          body: """
            function Note:pager()
              self.log = ui.TextView { restorationIdentifier = "log", isEditable = false }
              return self.log
            end
            function Note:input()
              return ui.TextField { restorationIdentifier = "input", onSubmit = function(field)
                if field.text ~= '' then table.insert(store.lines, field.text) end
                self:show()
              end }
            end
            function Note:show() self.log.text = table.concat(store.lines, "\\n") end
            function Note:viewWillAppear() self:show() end
            """,
          app:
            "local launching = app.willFinishLaunching function app:willFinishLaunching() launching(self) app:registerObjectForStateRestoration(store, 'store') end"
        ).replacing("local ui = require \"luahost\"", with: "")
    ),
    (
      "an error that a function in C raises",
      note(
        view: "ui.Button { title = 'Add', action = function() table.insert(list, 2) end }",
        body: "local list = { 'a' }", encode: "table.sort(list)\n  coder:encode('list', list)",
        decode: "list = coder:decode 'list'"
      ).replacing("local Note", with: "local list\nlocal Note").replacing(
        "local list = { 'a' }", with: "list = { 'a' }")
    ),
    (
      "controls of several classes without identifiers, in one line",
      note(view: "ui.Switch { title = 'a' }, ui.Slider {}, ui.Checkbox { title = 'b' }, ui.Stepper {}")
    ),
    (
      "marks of a view that a script draws, which it never encodes",
      note(
        view: "self:board()",
        body: """
          local Board = ui.View:subclass "Board"
          function Note:board()
            local board = Board { restorationIdentifier = "board", canBecomeFirstResponder = true, height = 3 }
            board.marks = ""
            return board
          end
          function Board:keyPressed(key)
            if key ~= "x" then return false end
            self.marks = self.marks .. "x"
            self:setNeedsDisplay()
            return true
          end
          function Board:draw(canvas) canvas:put(1, 1, "marks " .. self.marks) end
          """)
    ),
    (
      "a list without an identifier",
      note(view: "ui.TableView { rows = { 'a', 'b', 'c', 'd' }, allowsMultipleSelection = true }")
    ),
    (
      "a field that takes the focus whenever the screen appears",
      note(
        view: """
          ui.Button { title = "a" }, ui.TextField { restorationIdentifier = "f" },
          ui.TextField { restorationIdentifier = "g" }
          """, body: "function Note:viewDidAppear() self.view.subviews[2]:becomeFirstResponder() end")
    ),
    (
      "a page that is shown whenever the book appears",
      """
      local ui = require "luahost"
      local Page = ui.ViewController:subclass "Page"
      function Page:loadView()
        self.view = ui.VStack { ui.Label { text = self.restorationIdentifier }, ui.TextField { restorationIdentifier = "f" } }
      end
      function Page.viewControllerWithRestorationIdentifierPath() return Page() end
      local Book = ui.PageViewController:subclass "Book"
      function Book:viewControllerWithRestorationIdentifierPath() return self() end
      function Book:viewDidAppear() self.currentIndex = 1 end
      local function page(name) return Page { restorationIdentifier = name, restorationClass = Page } end
      local app = ui.Application { identifier = "org.example.explored" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController
          or Book { restorationIdentifier = "book", restorationClass = Book, viewControllers = { page "one", page "two" } }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    ),
    (
      "a screen without restoration class over one that takes the focus when it is lost",
      """
      local ui = require "luahost"
      local List = ui.ViewController:subclass "List"
      function List:loadView() self.view = ui.TableView { rows = { "x", "y" }, restorationIdentifier = "t", delegate = self } end
      function List:didSelectRow(t, s, r) self:present(ui.ViewController { restorationIdentifier = "d" }) end
      function List:viewControllerWithRestorationIdentifierPath() return List() end
      local app = ui.Application { identifier = "org.example.explored" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController
          or List { restorationIdentifier = "list", restorationClass = List }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    ),
  ]

  /// Apps with one mistake that is found in several ways, with its code.
  static let severalWays: [(name: String, script: String, code: String)] = [
    (
      "a registered object whose identifier differs in each run, and a field that shows it",
      wizard(register: "app:registerObjectForStateRestoration(draft, 'draft' .. math.random(99999))"),
      "unstable-identifier"
    ),
    (
      "a method that does not call the superclass's, and a title that a bar shows",
      """
      local ui = require "luahost"
      local Form = ui.ViewController:subclass "Form"
      function Form:init() self.state = "open" end
      function Form:loadView()
        self.view = ui.Button { title = "Close", action = function() self.state = "closed" self:show() end }
        self:show()
      end
      function Form:show() self.title = "It is " .. self.state end
      function Form:encodeRestorableState(coder) coder:encode("state", self.state) end
      function Form:decodeRestorableState(coder)
        self.state = coder:decodeString "state" or "open"
        self:show()
      end
      local Report = Form:subclass "Report"
      function Report:encodeRestorableState(coder) coder:encode("kind", "report") end
      function Report:decodeRestorableState(coder)
        Report.super.decodeRestorableState(self, coder)
        self.kind = coder:decodeString "kind"
      end
      local app = ui.Application { identifier = "org.example.explored" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching()
        self.window = ui.Window { rootViewController = ui.NavigationController {
          restorationIdentifier = "nav", Report { restorationIdentifier = "report" } } }
      end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """,
      "super-not-called"
    ),
    (
      "a misspelt callback of the application, whose value a view shows",
      note(
        view: action("app.count = app.count + 1 self:show()"),
        body: label + """
          function Note:show() self.l.text = "Count " .. app.count end
          function Note:viewWillAppear() self:show() end
          """,
        app: """
          app.count = 0
          function app:willEncodeRestorablState(coder) coder:encode("count", self.count) end
          function app:didDecodeRestorableState(coder) self.count = coder:decodeInteger "count" or 0 end
          """
      ).replacing("local Note", with: "local app\nlocal Note").replacing("local app =", with: "app ="), "not-encoded"
    ),
    (
      "a key of a registered object that a view shows",
      note(
        view: "self:label(), ui.Button { title = 'Move', action = function() Board.turn = 'black' self:show() end }",
        body: label + """
          Board = { turn = "white" }
          function Board:encodeRestorableState(coder) end
          function Board:decodeRestorableState(coder) self.turn = coder:decode "turn" or self.turn end
          function Note:show() self.l.text = Board.turn .. " to move" end
          function Note:viewWillAppear() self:show() end
          """,
        app: """
          function app:willFinishLaunching()
            self.window = ui.Window()
            self:registerObjectForStateRestoration(Board, "board")
          end
          """), "not-encoded"
    ),
    (
      "a key that is not encoded, and the error of a later step without its value",
      note(
        view: action("self.n = (self.n or 0) + self.helper.step self.l.text = self.n .. ''"),
        body: label + "function Note:viewDidLoad() self.helper = { step = 2 } end", encode: "coder:encode('n', self.n)",
        decode:
          "self.helper = coder:decode 'helper' self.n = coder:decode 'n' self.l.text = self.n and self.n .. '' or 'start'"
      ), "not-encoded"
    ),
    (
      "a key that is not encoded, and the error of a function that gets nil in place of its value",
      note(
        view: action("self.l.text = ('x'):rep(self.count)"),
        body: label + "function Note:viewDidLoad() self.count = 2 end", encode: "coder:encode('l', self.l.text)",
        decode: "self.count = coder:decode 'count' self.l.text = coder:decode 'l'"
      ), "not-encoded"
    ),
    (
      "another class of a restoration method, and the errors of its callbacks",
      note(
        view: "ui.Label { text = 'note' }",
        body: """
          Other = ui.ViewController:subclass "Other"
          function Other:encodeRestorableState(coder) coder:encode("n", 1) end
          function Other:decodeRestorableState(coder) self.n = coder:decode "n" end
          function Other:viewWillAppear() self.title = "n" + self.n end
          """
      ).replacing("Path() return Note() end", with: "Path() return Other() end"), "other-class"
    ),
    (
      "a key that is not decoded, and the field that shows it",
      note(
        view: "self:text()",
        body: """
          function Note:text()
            self.field = ui.TextField { onChange = function(field) self.value = field.text end }
            return self.field
          end
          """, encode: "coder:encode('value', self.value)"), "not-decoded"
    ),
    (
      "an error while saving, and the keys after it",
      note(
        view: action("self.count = (self.count or 0) + 1 self.l.text = self.count .. ''"), body: label,
        encode: "coder:encode('print', print) coder:encode('count', self.count)",
        decode: "self.count = coder:decode 'count' or 0 self.l.text = self.count == 0 and 'start' or self.count .. ''"),
      "cannot-be-saved"
    ),
    (
      "an error while restoring, and what it does not restore",
      note(
        view: action("self.count = (self.count or 0) + 1 self.l.text = self.count .. ''"), body: label,
        encode: "coder:encode('count', self.count)",
        decode: "self.count = coder:decode 'count' if self.count then self:update() end"), "callback-failed"
    ),
    (
      "a class without its restoration method",
      """
      local ui = require "luahost"
      local List = ui.ViewController:subclass "List"
      function List:loadView()
        self.view = ui.Switch { restorationIdentifier = "on" }
      end
      local app = ui.Application { identifier = "org.example.explored" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController
          or List { restorationIdentifier = "list", restorationClass = List }
        self.window:makeKeyAndVisible()
      end
      return app
      """, "no-class-method"
    ),
  ]

  /// Apps whose loss does not show at once, or only in a style.
  static let hidden: [(name: String, script: String, code: String)] = [
    ("a style of a label", note(view: action("self.l.style = 'destructive'"), body: label), "value-lost"),
    (
      "a key of the application",
      note(
        view: action("count = count + 1 self.l.text = tostring(count)"), body: "count = 0\n" + label,
        app: "function app:willEncodeRestorableState(coder) coder:encode('count', count) end"), "not-decoded"
    ),
    (
      "an identifier with an address", note(view: "ui.TextField { restorationIdentifier = tostring({}) }"),
      "unstable-identifier"
    ),
    (
      "a random identifier of a scene that a step shows",
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.explored" }
      app.storyboard = ui.Storyboard("Main", { initial = "nav", scenes = {
        nav = { class = "NavigationController", restorationIdentifier = "nav", viewControllers = { "list" } },
        list = { restorationIdentifier = "list", view = function(vc)
          return ui.Button { title = "More", action = function()
            vc.navigationController:push(vc.storyboard:instantiateViewController("detail"))
          end }
        end },
        detail = { restorationIdentifier = "detail" .. math.random(100000) },
      } })
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      return app
      """, "unstable-identifier"
    ),
    (
      "a key of a scene that is decoded to another value",
      """
      local ui = require "luahost"
      local Note = ui.ViewController:subclass "Note"
      function Note:loadView()
        self.count = 0
        self.view = ui.VStack { ui.Button { title = "Add", action = function() self.count = self.count + 1 end } }
      end
      function Note:encodeRestorableState(coder) coder:encode("Count", self.count) end
      function Note:decodeRestorableState(coder) self.count = 2 * coder:decode "Count" end
      local app = ui.Application { identifier = "org.example.explored" }
      app.storyboard = ui.Storyboard("Main", {
        initial = "note", scenes = { note = { class = Note, restorationIdentifier = "note" } },
      })
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      return app
      """, "value-lost"
    ),
    (
      "a key of a superclass whose decodeRestorableState is not called",
      """
      local ui = require "luahost"
      local Base = ui.ViewController:subclass "Base"
      function Base:encodeRestorableState(coder) coder:encode("Count", self.count) end
      function Base:decodeRestorableState(coder) self.count = coder:decode "Count" end
      local Note = Base:subclass "Note"
      function Note:loadView()
        self.count = 0
        self.view = ui.VStack { ui.Button { title = "Add", action = function() self.count = self.count + 1 end } }
      end
      function Note:decodeRestorableState(coder) self.isRestored = true end
      function Note:viewControllerWithRestorationIdentifierPath() return Note() end
      local app = ui.Application { identifier = "org.example.explored" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController
          or Note { restorationIdentifier = "note", restorationClass = Note }
        self.window:makeKeyAndVisible()
      end
      return app
      """, "super-not-called"
    ),
    ("an endless loop", note(view: action("while true do end"), body: label), "hang"),
  ]
}

extension ExplorationCase {
  /// An app with a field that shows what a registered object holds.
  static func wizard(
    encode: String = "",
    decode: String = "function Draft:decodeRestorableState(coder) self.name = coder:decodeString 'name' or '' end",
    register: String = "app:registerObjectForStateRestoration(draft, 'draft')"
  ) -> String {
    """
    local ui = require "luahost"
    local Draft = {}
    Draft.__index = Draft
    function Draft:encodeRestorableState(coder)
      \(encode)
      coder:encode("name", self.name)
    end
    \(decode)
    local draft = setmetatable({ name = "" }, Draft)
    """
      + note(
        view: "self:field()",
        body: """
          function Note:field()
            self.name = ui.TextField { restorationIdentifier = "name", onChange = function(field) draft.name = field.text end }
            return self.name
          end
          function Note:viewWillAppear() self:show() end
          function Note:applicationFinishedRestoringState() self:show() end
          function Note:show() if self.name.text ~= draft.name then self.name.text = draft.name end end
          """,
        app:
          "local launching = app.willFinishLaunching function app:willFinishLaunching() launching(self) \(register) end"
      ).replacing("local ui = require \"luahost\"", with: "")
  }
}
