import Testing

@testable import Foresight

/// What the doctor compares view by view.
@Suite("Losses of single views")
@MainActor
struct DoctorSingleViewTests {
  /// The findings about an app with a scroll view as its root, which the doctor scrolls on its way to the last switch.
  private func findings(first: String, change: String, methods: String = "") throws -> [Finding] {
    let script = ExplorationCase.app(
      root: "Main { restorationIdentifier = 'main' }", methods: methods,
      """
      local ui = require "luahost"
      local Main = ui.ViewController:subclass "Main"
      function Main:loadView()
        self.first = \(first)
        local inner = ui.VStack { self.first }
        for line = 1, 40 do inner:addSubview(ui.Label { "line " .. line }) end
        inner:addSubview(ui.Switch { restorationIdentifier = "switch", onChange = function() \(change) end })
        self.view = ui.ScrollView { inner }
      end
      function Main:numberOfRowsInSection() return 60 end
      function Main:cellForRow(_, _, row) return ui.HStack { ui.Label { "row " .. row .. (self.word or "") } } end
      """)
    return try DoctorCase("scrolled", script).diagnosis().findings
  }

  @Test("a text that a switch has changed is found in a view that was scrolled, unless the app forgets it")
  func forgets() throws {
    let label = "ui.Label { 'ready', restorationIdentifier = 'status' }"
    let change = "self.first.text = 'switched'"
    #expect(try findings(first: label, change: change).map(\.path) == ["main/status"])
    #expect(try findings(first: label, change: change, methods: "app.forgets = { 'main/status' }").isEmpty)
  }

  @Test("rows that a switch has scrolled are no lost texts")
  func rows() throws {
    let findings = try findings(
      first: "ui.TableView { dataSource = self, height = 6 }", change: "self.first:scrollToRow(1, 20)")
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("texts of rows that a switch has changed are found in a list that is where it was")
  func textsOfRows() throws {
    let findings = try findings(
      first: "ui.TableView { restorationIdentifier = 'table', dataSource = self, height = 4 }",
      change: "self.word = '!' self.first:reloadData()")
    #expect(findings.count == 1 && findings.first?.message.contains("\"row 1!\"") == true, "\(findings)")
  }

  @Test("two losses of views that one line creates are two findings")
  func oneLine() throws {
    let script = ExplorationCase.app(
      root: "Main { restorationIdentifier = 'main' }",
      """
      local ui = require "luahost"
      local Main = ui.ViewController:subclass "Main"
      function Main:loadView()
        self.on, self.size = ui.Switch { restorationIdentifier = "on" }, ui.Slider { restorationIdentifier = "size" }
        self.view = ui.VStack { self.on, self.size }
      end
      function Main:viewDidAppear() self.on.isOn, self.size.value = true, 1 end
      function Main:viewWillAppear() self.on.isOn, self.size.value = false, 0 end
      """)
    let findings = try DoctorCase("line", script).diagnosis().findings
    #expect(Set(findings.map(\.path)) == ["main/on", "main/size"], "\(findings)")
  }

  @Test(
    "a text that only the first launch sets, or from a lost variable, is found beside texts that callbacks set",
    arguments: [
      "function Note:viewWillAppear() self.other.text = 'other' end",
      "function Note:viewWillAppear() self.label.text = 'level ' .. level end",
      "function Note:viewWillAppear() local shown = 'level ' .. level self.label.text = shown end",
      "function Note:show(value) self.label.text = 'level ' .. value end function Note:viewWillAppear() self:show(level) end",
    ])
  func textBesideOthers(_ callback: String) throws {
    let script = ExplorationCase.note(
      view: "self:make(), self.other, ui.TextField { restorationIdentifier = 'text' }",
      body: """
        local isFresh, level = true, 2
        function Note.viewControllerWithRestorationIdentifierPath()
          isFresh, level = false, 1
          return Note()
        end
        function Note:make()
          self.label = ui.Label { "level 1" }
          self.other = ui.Label { "" }
          return self.label
        end
        function Note:viewDidLoad() if isFresh then self.label.text = "level " .. level end end
        \(callback)
        """, encode: "coder:encode('n', 1)", decode: "self.n = coder:decode 'n'"
    ).replacing("function Note:viewControllerWithRestorationIdentifierPath() return Note() end", with: "")
    let findings = try DoctorCase("texts", script).diagnosis().findings
    #expect(findings.map(\.key) == ["text"], "\(findings)")
  }

  @Test(
    "a text from a variable that only the first launch sets is found",
    arguments: ["level = 3", "self:begin()"])
  func textOfFirstLaunch(_ statement: String) throws {
    let script = ExplorationCase.note(
      view: "self:make()",
      body: """
        local level = 1
        function Note:make()
          self.label = ui.Label {}
          return self.label
        end
        function Note:viewWillAppear() self.label.text = "level " .. level end
        """, encode: "coder:encode('n', 1)", decode: "self.n = coder:decode 'n'",
      app: """
        local launch = app.didFinishLaunching
        function app:begin() level = 3 end
        function app:shouldRestoreApplicationState()
          self.isRestored = true
          return true
        end
        function app:didFinishLaunching()
          if not self.isRestored then \(statement) end
          launch(self)
        end
        """)
    let findings = try DoctorCase("launch", script).diagnosis().findings
    #expect(findings.map(\.key) == ["text"], "\(findings)")
  }

  @Test("a number that is encoded in place of a field is found")
  func constant() throws {
    let script = ExplorationCase.note(
      view: "self:make()",
      body: """
        function Note:init() self.volume = 5 end
        function Note:make() self.label = ui.Label {} return self.label end
        function Note:viewWillAppear() self.label.text = "volume " .. self.volume end
        """, encode: "coder:encode('volume', 0)", decode: "self.volume = coder:decode 'volume'")
    let findings = try DoctorCase("constant", script).diagnosis().findings
    #expect(findings.map(\.key) == ["volume"], "\(findings)")
  }

  /// The findings about an app that encodes a value under `mode`, which a label shows.
  private func findings(encoding value: String, shown: String) throws -> [Finding] {
    let script = ExplorationCase.note(
      view: "self:make()",
      body: """
        function Note:init() self.mode, self.isBig = \(value.contains("isBig") ? "true" : "1"), false end
        function Note:make() self.label = ui.Label {} return self.label end
        function Note:viewWillAppear() self.label.text = \(shown) end
        """, encode: "coder:encode('mode', \(value))", decode: "self.mode = coder:decode 'mode'")
    return try DoctorCase("encoded", script).diagnosis().findings
  }

  @Test(
    "another value is found that is encoded in place of a field, also if a constant is a part of it",
    arguments: ["self.isBig or false", "self.isBig == true", "(self.isBig)"])
  func withConstant(_ value: String) throws {
    let findings = try findings(encoding: value, shown: "self.mode and 'dark' or 'light'")
    #expect(findings.map(\.key) == ["mode"], "\(findings)")
  }

  @Test(
    "a constant that is encoded for a field which is compared with constants is meant so",
    arguments: [
      ("2", "self.mode == 1 and 'first' or 'again'"), ("'seen'", "self.mode == 'seen' and 'again' or 'first'"),
    ])
  func flag(_ value: String, _ shown: String) throws {
    let findings = try findings(encoding: value, shown: shown)
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("texts like addresses do not name the rows of a data source by addresses")
  func addresses() throws {
    func remedies(_ prefix: String) throws -> [String] {
      let script = ExplorationCase.note(
        view: "self:rows(), self.field",
        body: """
          function Note:rows()
            self.field = ui.TextField { restorationIdentifier = "field", text = "\(prefix)10" }
            self.rows = ui.TableView { restorationIdentifier = "rows", dataSource = self }
            return self.rows
          end
          function Note:numberOfRowsInSection() return 3 end
          function Note:cellForRow(_, _, row) return "row " .. row end
          function Note:modelIdentifierForElement(_, _, row) return "\(prefix)1" .. row end
          function Note:indexPathForElement(_, name) return 1, tonumber(name:sub(-1)) end
          function Note:viewDidLoad() self.rows:selectRow(1, 1) end
          function Note:viewDidAppear()
            if self.restored then
              self.rows:deselectRow(1, 1)
              self.field.text = ""
            end
          end
          """, decode: "self.restored = true")
      return try DoctorCase("addresses", script).diagnosis().findings.map(\.remedy)
    }
    let remedies = try (remedies("reg: 0x"), remedies("reg-"))
    #expect(!remedies.1.isEmpty && remedies.0 == remedies.1, "\(remedies)")
  }

  @Test("each variable behind a text is looked at once, however many ways lead to it")
  func doublings() throws {
    let doublings = (1...40).map { "local a\($0) = a\($0 - 1) .. a\($0 - 1)" }.joined(separator: "\n")
    let script = ExplorationCase.note(
      view: "self:make()",
      body: """
        function Note:make() self.label = ui.Label { "Ready" } return self.label end
        function Note:applicationFinishedRestoringState()
          local a0 = ""
          \(doublings)
          self.label.text = "Restored" .. a40
        end
        """, encode: "coder:encode('n', 1)", decode: "self.n = coder:decode 'n'")
    let findings = try DoctorCase("doublings", script).diagnosis().findings
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test("a text that a listener is called with is no finding beside a lost key of the object that calls it")
  func listener() throws {
    let app = DoctorCase.note(
      "listener",
      class: """
        local points, listeners = { value = 1 }, {}
        function points:encodeRestorableState(coder) coder:encode("value", self.value) end
        function points:decodeRestorableState() end
        function points:changed() for _, listener in ipairs(listeners) do listener(self.value) end end
        function Note:loadView()
          self.label = ui.Label {}
          self.view = self.label
        end
        function Note:viewDidLoad()
          listeners[1] = function(value) self.label.text = "level " .. value end
        end
        function Note:viewWillAppear() points:changed() end
        function start() points.value = 3 end
        """,
      launch: "if not self.window.rootViewController then start() self.window.rootViewController = ROOT end",
      options: "\(DoctorCase.saves)\napp:registerObjectForStateRestoration(points, 'points')")
    let findings = try app.diagnosis().findings
    #expect(findings.map(\.code) == [.notDecoded], "\(findings)")
  }

  @Test("a text that a launch sets under a condition in another function, and that nothing restores, is found")
  func conditionOfLaunch() throws {
    let app = DoctorCase.note(
      "condition",
      class: """
        level = 1
        function Note:loadView()
          self.label = ui.Label {}
          self.view = self.label
        end
        function Note:viewWillAppear()
          local level = level
          self.label.text = "level " .. level
        end
        """,
      launch: "self:start() if not self.window.rootViewController then self.window.rootViewController = ROOT end",
      options: "\(DoctorCase.saves)\nfunction app:start() if not self.window.rootViewController then level = 3 end end")
    let findings = try app.diagnosis().findings
    #expect(findings.map(\.key) == ["text"], "\(findings)")
  }

  @Test(
    "a text that a callback sets on purpose after the restoration is no finding",
    arguments: [
      "local L = { back = 'Welcome back' } function Note:FINISHED() self.label.text = L.back end",
      "function Note:FINISHED() local greeting = 'Welcome back' self.label.text = greeting end",
      "function Note:status(what) self.label.text = what end function Note:FINISHED() self:status('Restored') end",
      """
      function text_of(key) local words = { back = "Welcome back" } return words[key] end
      function Note:FINISHED() self.label.text = text_of "back" end
      """,
      "function Note:FINISHED() self.view.subviews[1].text = 'Welcome back' end",
      """
      function Note:set(properties) for name, value in pairs(properties) do self.label[name] = value end end
      function Note:FINISHED() self:set { text = "Welcome back" } end
      """,
      "function Note:FINISHED() for _, view in ipairs(self.view.subviews) do view.text = 'Welcome back' end end",
      "function Note:viewWillAppear() local label = self.label if self.n then label.text = 'Continue' end end",
      "local function show(view, text) view.text = text end function Note:FINISHED() show(self.label, 'Continue') end",
      """
      function Note:viewDidLoad() self.say = function(text) self.label.text = text end end
      function Note:FINISHED() self.say "Welcome back" end
      """,
      """
      function Note:viewDidLoad() self.greeting = "Welcome" end
      function Note:FINISHED() self.greeting = "Welcome back" self.label.text = self.greeting end
      """,
      "local show = function(note) note.label.text = 'Welcome back' end function Note:FINISHED() show(self) end",
      """
      local handlers = { all = { back = function(note) note.label.text = "Welcome back" end } }
      function Note:FINISHED() handlers.all.back(self) end
      """,
      """
      local handlers = { back = function(note) note.label.text = "Welcome back" end }
      function Note:FINISHED() for name in pairs { back = true } do handlers[name](self) end end
      """,
      """
      local handlers = {}
      handlers["back"] = function(note) note.label.text = "Welcome back" end
      function Note:FINISHED() handlers.back(self) end
      """,
      "function Note:back() self.label.text = 'Welcome back' end function Note:FINISHED() pcall(self.back, self) end",
      "function Note:FINISHED() pcall(function() self.label.text = 'Welcome back' end) end",
    ])
  func meantText(_ code: String) throws {
    let script = ExplorationCase.note(
      view: "self:make()",
      body: """
        function Note:make()
          self.label = ui.Label { "Ready" }
          return self.label
        end
        \(code.replacing("FINISHED", with: "applicationFinishedRestoringState"))
        """, encode: "coder:encode('n', 1)", decode: "self.n = coder:decode 'n'")
    let findings = try DoctorCase("meant", script).diagnosis().findings
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test(
    "a title that a callback sets on purpose after the restoration, and the text of a view of a script's class, are no findings"
  )
  func meantTitle() throws {
    for (view, code) in [
      ("ui.Label { 'x' }", "function Note:applicationFinishedRestoringState() self.title = L.again end"),
      (
        "ui.Label { 'x' }",
        "function Note:applicationFinishedRestoringState() local note = self note.title = L.again end"
      ),
      (
        "self:make()",
        """
        local Status = ui.VStack:subclass "Status"
        function Status:init() self.label = ui.Label { "Ready" } self:addSubview(self.label) end
        function Status:show(what) self.label.text = what end
        function Note:make()
          self.status = Status()
          return self.status
        end
        function Note:applicationFinishedRestoringState() self.status:show "Welcome back" end
        """
      ),
    ] {
      let script = ExplorationCase.note(
        view: view,
        body: """
          local L = { title = "Start", again = "Start again" }
          function Note:viewDidLoad() self.title = L.title end
          \(code)
          """, encode: "coder:encode('n', 1)", decode: "self.n = coder:decode 'n'"
      ).replacing(
        "self.window.rootViewController = Note { restorationIdentifier = \"note\", restorationClass = Note }",
        with: """
          local note = Note { restorationIdentifier = "note", restorationClass = Note }
            self.window.rootViewController = ui.NavigationController { restorationIdentifier = "nav", restorationClass = Nav, note }
          """
      ).replacing(
        "local app =",
        with: """
          Nav = ui.NavigationController:subclass "Nav"
          function Nav:viewControllerWithRestorationIdentifierPath() return Nav() end
          local app =
          """
      ).replacing("ui.NavigationController { restorationIdentifier", with: "Nav { restorationIdentifier")
      let findings = try DoctorCase("title", script).diagnosis().findings
      #expect(findings.isEmpty, "\(findings)")
    }
  }
}
