extension ExplorationCase {
  static let label = "function Note:label() self.l = ui.Label { text = 'start' } return self.l end\n"
  static let state = (
    encode: "coder:encode('l', self.l.text)", decode: "self.l.text = coder:decode 'l' or self.l.text"
  )

  static func action(_ code: String) -> String {
    "self:label(), ui.Button { title = 'Go', action = function() \(code) end }"
  }

  static func show(_ expression: String) -> String {
    note(
      view: action("self.l.text = \(expression)"), body: label, encode: state.encode, decode: state.decode)
  }

  /// Apps that lose nothing, in which a careless comparison finds a difference.
  static let sound: [(name: String, script: String)] = [
    ("the time of a step", show("os.date '%H:%M:%S'")),
    ("a random number of a step", show("tostring(math.random(1000))")),
    (
      "counts of timers that a restart starts again, with periods that no step divides",
      note(
        view: "self:counters()",
        body: """
          function Note:counters()
            self.label, self.ticks, self.naps, self.calls = ui.Label {}, 0, 0, 0
            return self.label
          end
          function Note:show() self.label.text = self.ticks .. ' ' .. self.naps .. ' ' .. self.calls end
          function Note:viewDidAppear()
            ui.every(2, function() self.ticks = self.ticks + 1 self:show() end)
            self:task(function()
              while true do
                ui.sleep(3)
                self.naps = self.naps + 1
                self:show()
              end
            end)
            local function call() self.calls = self.calls + 1 self:show() ui.after(1.5, call) end
            ui.after(1.5, call)
          end
          """, encode: "for _, name in ipairs { 'ticks', 'naps', 'calls' } do coder:encode(name, self[name]) end",
        decode: """
          for _, name in ipairs { 'ticks', 'naps', 'calls' } do self[name] = coder:decode(name) or 0 end
            self:show()
          """)
    ),
    (
      "a default value in place of an absent one, which the screen shows as well",
      note(
        view: "self:filters()",
        body: """
          function Note:filters()
            self.label = ui.Label {}
            self:show()
            return ui.VStack { self.label, ui.Button { title = "Go", action = function()
              self.filter = "all"
              self:show()
            end } }
          end
          function Note:show() self.label.text = "Filter: " .. (self.filter or "none") end
          """, encode: "coder:encode('filter', self.filter)",
        decode: "self.filter = coder:decodeString 'filter' or 'none' self:show()")
    ),
    (
      "a choice that loses its items",
      note(
        view: "self:choice(), ui.Button { title = 'Go', action = function() self.list.items = {} end }",
        body: """
          function Note:choice()
            self.list = ui.RadioGroup { restorationIdentifier = "list", items = { "a", "b" }, selectedIndex = 2 }
            return self.list
          end
          """, encode: "coder:encode('isEmpty', #self.list.items == 0)",
        decode: "if coder:decode 'isEmpty' then self.list.items = {} end")
    ),
    (
      "values that a tab sets when it appears",
      """
      local ui = require "luahost"
      local Other = ui.ViewController:subclass "Other"
      function Other:init() self.title = "Other" end
      function Other:loadView() self.view = ui.Label { text = "other" } end
      function Other:viewControllerWithRestorationIdentifierPath() return Other() end
      local Numbers = ui.ViewController:subclass "Numbers"
      function Numbers:init() self.title = "Numbers" end
      function Numbers:loadView()
        self.views = {
          ui.Gauge {}, ui.BarChart { height = 3, restorationIdentifier = "bars" }, ui.Sparkline {},
          ui.TextView { isEditable = false, restorationIdentifier = "text" },
        }
        self.view = ui.VStack(self.views)
      end
      function Numbers:viewWillAppear()
        local gauge, bars, line, text = table.unpack(self.views)
        gauge.value, bars.bars, line.values, text.text = 0.5, { 1, 2 }, { 1, 2 }, "x"
      end
      function Numbers:viewControllerWithRestorationIdentifierPath() return Numbers() end
      local app = ui.Application { identifier = "org.example.explored" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:viewControllerWithRestorationIdentifierPath(path) if #path == 1 then return ui.TabBarController() end end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController or ui.TabBarController {
          restorationIdentifier = "tabs", Other { restorationIdentifier = "other", restorationClass = Other },
          Numbers { restorationIdentifier = "numbers", restorationClass = Numbers },
        }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    ),
    (
      "views that a tab makes when it appears",
      note(
        view: "ui.Label { text = 'unused' }",
        body: """
          local Options = ui.ViewController:subclass "Options"
          function Options:init() self.title = "Options" end
          function Options:loadView() self.view = ui.VStack {} end
          function Options:viewWillAppear()
            if self.bold then return end
            self.bold = ui.Checkbox { "Bold", restorationIdentifier = "bold" }
            self.view:addSubview(self.bold)
          end
          local Other = ui.ViewController:subclass "Other"
          function Other:init() self.title = "Other" end
          function Note:tabs()
            return ui.TabBarController {
              restorationIdentifier = "tabs",
              Other { restorationIdentifier = "other" }, Options { restorationIdentifier = "options" },
            }
          end
          """,
        app: """
          function app:willFinishLaunching() self.window = ui.Window { rootViewController = Note:tabs() } end
          """)
    ),
    (
      "a text that would be in a file whose writing is refused",
      note(
        view: action("self:save()"),
        body: label + """
          function Note:save()
            self.l.text = self.l.text .. "!"
            local file = assert(io.open("/var/tmp/luahost-explored.txt", "w"))
            file:write(self.l.text)
            file:close()
          end
          """)
    ),
    (
      "a picker of a day that is restored without the time of day",
      note(
        view: "self:picker()",
        body: """
          function Note:picker()
            self.day = ui.DatePicker { preferredDatePickerStyle = "inline", date = ui.Date(os.time { year = 2026, month = 1, day = 6, hour = 15 }) }
            return self.day
          end
          """, encode: "coder:encode('day', os.date('%Y %m %d', math.floor(self.day.date.timeIntervalSince1970)))",
        decode: """
          local year, month, day = (coder:decode 'day' or ''):match '(%d+) (%d+) (%d+)'
            if year then self.day.date = ui.Date(os.time { year = year, month = month, day = day, hour = 8 }) end
          """)
    ),
    (
      "rows that come some time after a launch",
      note(
        view: "self:list()",
        body: """
          function Note:list()
            self.rows = ui.TableView { restorationIdentifier = "rows", height = 5, rows = {} }
            return self.rows
          end
          function Note:viewDidAppear()
            ui.after(0.5, function()
              local rows = {}
              for row = 1, 30 do rows[row] = "row " .. row end
              self.rows.rows = rows
            end)
          end
          """)
    ),
    (
      "views that come some time after a launch, one after the other",
      note(
        view: "ui.Button { title = 'Other' }",
        body: """
          function Note:viewDidAppear()
            self:task(function()
              ui.sleep(1)
              self.view:addSubview(ui.TextField { restorationIdentifier = "first" })
              ui.sleep(1)
              self.view:addSubview(ui.Switch { restorationIdentifier = "second" })
            end)
          end
          """)
    ),
    (
      "the undo history of a field in a restored alert",
      note(
        view: action("self:ask()"),
        body: label + """
          function Note:ask()
            local alert = ui.AlertController {
              restorationIdentifier = "ask", title = "Name?", actions = { { title = "OK" } },
            }
            alert:addTextField(ui.TextField { placeholder = "name" })
            self:present(alert, { onResult = "answered" })
          end
          function Note:answered(result) self.l.text = result and result.texts[1] or "none" end
          """, encode: state.encode, decode: state.decode)
    ),
    (
      "the direction of a selection that a script restores",
      note(
        view: "self:field()",
        body: "function Note:field() self.text = ui.TextView { text = 'one two' } return self.text end",
        encode: """
          coder:encode("Text", self.text.text)
          coder:encode("Range", self.text.selectedRange)
          coder:encode("Direction", self.text.selectionDirection)
          """,
        decode: """
          self.text.text = coder:decode "Text"
          self.text.selectedRange = coder:decode "Range"
          self.text.selectionDirection = coder:decode "Direction"
          """)
    ),
    (
      "a cell whose text is rejected",
      note(
        view: "self:goods()",
        body: """
          function Note:goods()
            self.table = ui.TableView {
              restorationIdentifier = "goods", columns = { { title = "Good" }, { title = "Count" } }, dataSource = self,
            }
            return self.table
          end
          function Note:numberOfRowsInSection() return 1 end
          function Note:cellForRow() return { "Apples", "12" } end
          function Note:modelIdentifierForElement() return "apples" end
          function Note:indexPathForElement() return 1, 1 end
          function Note:commitEdit(_, _, _, _, text) assert(#text > 100, "expected a longer text") end
          """)
    ),
    (
      "a preview that is set while it is shown",
      note(
        view: "self:preview(), self:choice()",
        body: """
          function Note:preview()
            self.text = ui.TextView { restorationIdentifier = "preview", isEditable = false, isHidden = true }
            return self.text
          end
          function Note:choice()
            self.mode = ui.Switch { restorationIdentifier = "mode", onChange = function() self:show() end }
            return self.mode
          end
          function Note:show()
            self.text.isHidden = not self.mode.isOn
            if self.mode.isOn then self.text.text = ui.markdown "*text*" end
          end
          function Note:applicationFinishedRestoringState() self:show() end
          """)
    ),
    (
      "a log on another tab that follows its end",
      """
      local ui = require "luahost"
      local Log = ui.ViewController:subclass "Log"
      function Log:loadView()
        self.text = ui.TextView { restorationIdentifier = "text", isEditable = false, height = 4 }
        self.view = ui.VStack {
          ui.Button { title = "Add", action = function() self.text:append "a line that is longer than no room at all\\n" end },
          self.text,
        }
      end
      function Log:encodeRestorableState(coder) coder:encode("text", self.text.text) end
      function Log:decodeRestorableState(coder) self.text:append(coder:decode "text" or "") end
      local app = ui.Application { identifier = "org.example.explored" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching()
        self.window = ui.Window()
        self.window.rootViewController = ui.TabBarController {
          restorationIdentifier = "tabs", Log { restorationIdentifier = "log", title = "Log" },
          ui.ViewController { restorationIdentifier = "other", title = "Other" },
        }
      end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """
    ),
    (
      "a message below a field that moves what scrolls",
      note(
        view: """
          ui.TextField { validate = function(text) return #text > 2 or nil, "too short" end, isSecure = true },
          ui.TableView { restorationIdentifier = "rows", dataSource = self }
          """,
        body: """
          function Note:numberOfRowsInSection() return 60 end
          function Note:cellForRow(_, _, row) return "row " .. row end
          function Note:modelIdentifierForElement(_, _, row) return "row " .. row end
          function Note:indexPathForElement(_, name) return 1, tonumber(name:sub(5)) end
          """, app: "app.forgets = { '<TextField>' }")
    ),
    (
      "fields that a tab sets when its view is loaded, which a restoration does at once",
      """
      local ui = require "luahost"
      local Recipe = ui.ViewController:subclass "Recipe"
      function Recipe:viewDidLoad() self.portions = 2 end
      local app = ui.Application { identifier = "org.example.explored" }
      function app:viewControllerWithRestorationIdentifierPath(path)
        return #path == 1 and ui.TabBarController() or Recipe { title = path[2] }
      end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController
          or ui.TabBarController {
            restorationIdentifier = "tabs",
            Recipe { title = "a", restorationIdentifier = "a" }, Recipe { title = "b", restorationIdentifier = "b" },
          }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    ),
    (
      "a field that is nil before it is saved as false",
      note(
        view: action("self.tidy = true"), body: label, encode: "coder:encode('Tidy', self.tidy == true)",
        decode: "self.tidy = coder:decode 'Tidy'")
    ),
    (
      "jobs that sleep one after the other, and begin again at the restoration",
      note(
        view: "self:label(), ui.Button { title = 'Add', action = function() self:add() end }",
        body: label + """
          function Note:init() self.jobs, self.finished = {}, {} end
          function Note:viewDidLoad() self:show() end
          function Note:add()
            self.jobs[#self.jobs + 1] = "job" .. #self.jobs + #self.finished + 1
            self:work()
          end
          function Note:work()
            self.worker = self.worker or self:task(function()
              while self.jobs[1] do
                ui.sleep(2)
                self.finished[#self.finished + 1] = table.remove(self.jobs, 1)
                self:show()
              end
              self.worker = nil
            end)
            self:show()
          end
          function Note:show() self.l.text = #self.jobs .. " waiting, " .. #self.finished .. " finished" end
          """, encode: "coder:encode('jobs', self.jobs) coder:encode('finished', self.finished)",
        decode: "self.jobs, self.finished = coder:decode 'jobs' or {}, coder:decode 'finished' or {} self:work()")
    ),
    (
      "fields that are nil before they are read with defaults",
      note(
        view: action("self.count, self.word = (self.count or 0) + 1, 'word' self:show()"),
        body: label + "function Note:show() self.l.text = (self.word or '') .. (self.count or 0) end",
        encode: "coder:encode('count', self.count) coder:encode('word', self.word)",
        decode:
          "self.count, self.word = coder:decodeInteger 'count' or 0, coder:decodeString 'word' or '' if self.count > 0 then self:show() end"
      )
    ),
    (
      "a list that is nil before it is read as an empty one",
      note(
        view: action("self.items = self.items or {} self.items[#self.items + 1] = 'x' self.l.text = #self.items .. ''"),
        body: label, encode: "coder:encode('items', self.items)",
        decode:
          "self.items = coder:decodeTable 'items' or {} self.l.text = #self.items == 0 and 'start' or #self.items .. ''"
      )
    ),
    (
      "the text of a secure field, and its selection",
      note(view: "ui.TextField { restorationIdentifier = 'password', isSecure = true }, ui.Button { title = 'Log in' }")
    ),
    (
      "a row of a wrapped line at the top of a pager in another tab",
      """
      local ui = require "luahost"
      local Page = ui.ViewController:subclass "Page"
      function Page:loadView()
        if self.restorationIdentifier == "other" then
          self.view = ui.Label { text = "other" }
        else
          self.view = ui.TextView {
            restorationIdentifier = "text", isEditable = false, followsEnd = false,
            text = (("word "):rep(60) .. "\\n"):rep(30),
          }
        end
      end
      function Page:viewControllerWithRestorationIdentifierPath(path) return Page { title = path[#path] } end
      local app = ui.Application { identifier = "org.example.explored" }
      function app:viewControllerWithRestorationIdentifierPath(path)
        if #path == 1 then return ui.TabBarController() end
      end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController
          or ui.TabBarController {
            restorationIdentifier = "tabs",
            Page { title = "text", restorationIdentifier = "text", restorationClass = Page },
            Page { title = "other", restorationIdentifier = "other", restorationClass = Page },
          }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    ),
    (
      "a field that is made when it is shown, and hidden again",
      note(
        view: "self:weight(), ui.Button { title = 'More', action = function() self:more() end }",
        body: """
          function Note:weight() self.box = ui.VStack {} return self.box end
          function Note:more()
            if not self.field then
              self.field = ui.TextField { restorationIdentifier = "weight" }
              self.box:addSubview(self.field)
            else
              self.field.isHidden = not self.field.isHidden
            end
          end
          """, encode: "coder:encode('more', self.field ~= nil and not self.field.isHidden)",
        decode: "if coder:decode 'more' then self:more() end")
    ),
  ]
}
