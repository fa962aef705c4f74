import Interface
import LuaScreens
import Testing

@testable import AppSession
@testable import Foresight

/// Scripts that look like mistakes but are correct.
@Suite("Correct scripts without diagnostics")
@MainActor
struct FalseAlarmTests {
  private static func session(
    _ body: String, launch: String = "self.window = ui.Window { rootViewController = Screen {} }"
  ) throws -> AppSession {
    try MistakeTests.session(body, launch: launch)
  }

  /// Methods that save, restore and re-create screens.
  private static let restoring = """
    function Screen:viewControllerWithRestorationIdentifierPath() return Screen {} end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    """
  nonisolated private static let root = "Screen { restorationIdentifier = 's', restorationClass = Screen }"

  @Test(
    "correct uses of names and methods are not reported",
    arguments: [
      // Methods that the script calls itself, passes on, or names.
      "function Screen:viewDidload() end function Screen:viewDidLoad() self:viewDidload() end",
      "function Screen:viewDidload() end function Screen:viewDidLoad() self.later = self.viewDidload end",
      "function Screen:viewWillApear() end function Screen:viewDidLoad() self['viewWillApear'](self) end",
      "function Screen:didSelectCell() end Screen.actions = { 'didSelectCell' }",
      "function Screen:viewWillApear() end function Screen:viewDidLoad() load('local s = ... s.viewWillApear = nil')(self) end",
      "local Base = ui.ViewController:subclass 'Base' function Base:didLoadView() end function Base:viewDidLoad() self:didLoadView() end",
      // Methods that the host calls, on any class.
      "local Rows = ui.View:subclass 'Rows' function Rows:numberOfRowsInSection() return 0 end",
      "local Rows = ui.View:subclass 'Rows' function Rows:canEditRowAt() return true end",
      "function app:didReceiveMemoryWarning() end function Screen:keyPressed(key) return false end",
      "function Screen:pathSelectRow() end function Screen:saveRow() end function Screen:loadViewAgain() end function Screen:didChangeText() end",
      // Names that resemble none, private names, and fields that are read.
      "function Screen:save() end function Screen:_viewDidload() end function Screen:init() end",
      "function Screen:viewDidLoad() self.titles = {} self.tittle = 1 print(self.tittle) end",
      "function Screen:viewDidLoad() self.childern = {} for k in pairs(self) do print(k, 'childern') end end",
      // Methods named like properties that the script calls or reads, or that the host calls.
      "function Screen:title() return 'x' end function Screen:viewDidLoad() self.heading = self.title end",
      "local Mark = ui.View:subclass 'Mark' function Mark:accessibilityElements() return {} end",
      "local Field = ui.TextField:subclass 'Field' function Field:validate(text) return true end",
      // Functions that one object has.
      "function Screen:viewDidLoad() self.viewDidAppear = function(self) self.isShown = true end end",
      "function Screen:viewDidLoad() self.didSelectRows = function() end self.didSelectRows() end",
      // Objects that are asked, and have the required methods.
      "local rows = {} rows.__index = rows function rows:numberOfRowsInSection() return 0 end function rows:reload() end function Screen:viewDidLoad() self.table = ui.TableView { dataSource = setmetatable({}, rows) } end",
      "function Screen:numberOfRowsInSection() return 0 end function Screen:viewDidLoad() self.table = ui.TableView {} self.table['dataSource'] = self end",
      "function Screen:viewControllerAfter() end function Screen:viewDidLoad() self.pages = ui.PageViewController { dataSource = self } end",
      // Children, alerts, and controllers without state.
      "function Screen:viewDidLoad() local c = ui.ViewController {} self:addChild(c) self.view:addSubview(c.view) end",
      "function Screen:viewDidAppear() self:present(ui.AlertController { title = 'x', actions = { { title = 'OK' } } }) end",
      "local Base = ui.ViewController:subclass 'Base' function Base:encodeRestorableState() end app.made = Base:subclass('Sub') {}",
      "function Screen:viewDidLoad() self.keyCommands = { { title = 'Save', action = 'save' } } end function Screen:save() end",
      "function Screen:loadView() Screen.super.loadView(self) end",
      "function Screen:viewDidLoad() self.table = ui.TableView { rows = { 'a' }, delegate = self } end",
      // Handlers that are set somewhere, may be set, or are nil only where that does not matter.
      "function Screen:tap() end function Screen:loadView() self.tab = print self.view = ui.Button { action = self.tab } end",
      "function Screen:tap() end function Screen:loadView() self['tab'] = print self.view = ui.Button { action = self.tab } end",
      "function Screen:pressed() end function Screen:loadView() self.view = ui.Button { action = self.presed or self.pressed } end",
      "function Screen:pressed() end function Screen:loadView() self.view = ui.Button { action = self.presed and print } end",
      "function Screen:pressed() end function Screen:loadView() self.view = ui.Button { action = self.onTap } end",
      "function Screen:pressed() end local function add(self) return ui.Button { action = self.presed } end add {}",
      "function Screen:pressed() end local t = { make = function(self) return ui.Button { action = self.presed } end }",
      "function Screen:prices() end function Screen:viewDidLoad() self.text = tostring(self.price) end",
      "function Screen:pressed() end Screen['pre' .. 'sed'] = function() end function Screen:loadView() self.view = ui.Button { action = self.presed } end",
      "function Screen:pressed() return print end function Screen:loadView() self.view = ui.Button { action = self:pressed() } end",
      "function Screen:pressed() if self.x then return end return print end function Screen:loadView() self.view = ui.Button { action = self:pressed() } end",
      "function Screen:made() end local Sub = Screen:subclass 'Sub' function Sub:made() return print end function Screen:loadView() self.view = ui.Button { action = self:made() } end",
      "function Screen:made() end function Screen:loadView() self.made = function() return print end self.view = ui.Button { action = self:made() } end",
      // Views that draw like controllers, and controllers that views call.
      "function Screen:draw() end function Screen:viewDidLoad() self:draw() end",
      "local Plot = ui.View:subclass 'Plot' function Plot:draw(canvas) self.controller:draw(canvas) end function Screen:draw(canvas) end",
      // Row selection, handled by the delegate or read by the script.
      "function Screen:didSelectRow() end function Screen:loadView() self.view = ui.TableView { rows = { 'a' }, delegate = self } end",
      "function Screen:didSelectRow() end",
      // Views with state: not shown, encoded by another view, or of a class with its superclass's state.
      "local Meter = ui.View:subclass 'Meter' function Meter:encodeRestorableState(coder) end app.spare = Meter {}",
      "local Meter = ui.View:subclass 'Meter' function Meter:encodeRestorableState(coder) end function Screen:viewDidLoad() self.view:addSubview(Meter {}) end function Screen:save(coder) self.meter:encodeRestorableState(coder) end",
      "local Meter = ui.View:subclass 'Meter' function Meter:encodeRestorableState(coder) end local Dial = Meter:subclass 'Dial' function Screen:viewDidLoad() self.view:addSubview(Dial {}) end",
    ])
  func silent(body: String) throws {
    let session = try Self.session(body)
    var reported: [String] = []
    session.onProblem = { reported.append("\($0)") }
    try session.relaunch()
    _ = try session.running.application.render()
    #expect(reported == [])
  }

  @Test("an app that opts in to or out of preservation is not reported")
  func optsIn() throws {
    for opting in [
      "for _, what in ipairs { 'Save', 'Restore' } do app['should' .. what .. 'ApplicationState'] = function() return true end end",
      "function app:shouldSaveApplicationState() return false end",
    ] {
      let session = try Self.session(
        "function Screen:encodeRestorableState() end \(opting)",
        launch: "self.window = ui.Window { rootViewController = Screen { restorationIdentifier = 's' } }")
      var reported: [String] = []
      session.onProblem = { reported.append("\($0)") }
      try session.relaunch()
      #expect(reported == [])
    }
  }

  @Test("a restored root that the launch keeps, or puts into a container, is not reported as replaced")
  func keptRoot() throws {
    for line in [
      "if not self.window.rootViewController then self.window.rootViewController = Screen { restorationIdentifier = 's', restorationClass = Screen } end",
      "self.window.rootViewController = self.window.rootViewController or Screen { restorationIdentifier = 's', restorationClass = Screen }",
    ] {
      let session = try Self.session(Self.restoring, launch: line)
      var reported: [String] = []
      session.onProblem = { reported.append("\($0)") }
      for _ in 0..<3 {
        try session.load()
        try session.launch()
        try session.terminate()
      }
      #expect(reported == [])
    }
  }

  @Test(
    "a restored root that another screen or the user has replaced is not reported",
    arguments: [
      "self.window.rootViewController = Screen { restorationIdentifier = 'home' }",
      "self.window.rootViewController = ui.ViewController { restorationIdentifier = 's' }",
      "self.window.rootViewController = self.window.rootViewController",
      "self.keyCommands = { { title = 'New', input = 'f5', action = function() self.window.rootViewController = \(root) end } }",
    ])
  func replacedRoot(body: String) throws {
    let session = try Self.session(
      "\(Self.restoring) function app:didBecomeActive() \(body) end",
      launch: "if not self.window.rootViewController then self.window.rootViewController = \(Self.root) end")
    var reported: [String] = []
    session.onProblem = { reported.append($0.summary) }
    for _ in 0..<2 {
      try session.load()
      try session.launch()
      try session.running.turn { try Automation(session.running.application).key("f5") }
      try session.terminate()
    }
    #expect(reported.filter { !$0.contains("was not restored") } == [])
  }

  @Test("a restored root that the app replaces long after the launch is not reported")
  func rootReplacedLater() throws {
    let session = try Self.session(
      "\(Self.restoring) function app:didBecomeActive() ui.after(3600, function() self.window.rootViewController = \(Self.root) end) end",
      launch: "if not self.window.rootViewController then self.window.rootViewController = \(Self.root) end")
    var reported: [String] = []
    session.onProblem = { reported.append("\($0)") }
    for _ in 0..<2 {
      try session.load()
      try session.launch()
      try session.advance(by: 3601)
      try session.terminate()
    }
    #expect(reported == [])
  }

  @Test(
    "a registered object that others refer to, that has children or restoration callbacks, may have no state",
    arguments: [
      "function Screen:encodeRestorableState(coder) coder:encode('store', store) end",
      "function store:applicationFinishedRestoringState() end",
      "function store:decodeRestorableState(coder) end",
      "store.objectRestorationClass = Screen",
      "function store.encodeRestorableState() end",
      "function store:encode() end function store:applicationFinishedRestoringState() end",
      "app:registerObjectForStateRestoration({ restorationParent = store, encodeRestorableState = print }, 'below')",
      "setmetatable(store, { __index = function(_, name) return name:find 'State' and print end })",
    ])
  func registeredObject(body: String) throws {
    let session = try Self.session(
      """
      \(Self.restoring)
      local store = {}
      \(body)
      app:registerObjectForStateRestoration(store, "store")
      """, launch: "self.window.rootViewController = self.window.rootViewController or \(Self.root)")
    var reported: [String] = []
    session.onProblem = { reported.append("\($0)") }
    try session.relaunch()
    try session.advance(by: 1)
    try session.advance(by: 1)
    #expect(reported == [])
  }

  @Test("a view without an identifier among named views of its class is not reported")
  func namedViews() throws {
    let session = try Self.session(
      """
      \(Self.restoring)
      local Meter = ui.View:subclass "Meter"
      function Meter:encodeRestorableState(coder) end
      function Screen:loadView() self.view = ui.VStack { Meter {}, Meter { restorationIdentifier = "m" } } end
      """, launch: "self.window.rootViewController = \(Self.root)")
    var reported: [String] = []
    session.onProblem = { reported.append("\($0)") }
    try session.relaunch()
    #expect(reported == [])
  }

  @Test("a stateful view reused in an unsaved sheet is not reported beside the note about the sheet")
  func viewUsedAgain() throws {
    let session = try Self.session(
      """
      \(Self.restoring)
      local Meter = ui.View:subclass "Meter"
      function Meter:encodeRestorableState(coder) end
      local Sheet = ui.ViewController:subclass "Sheet"
      function Sheet:loadView() self.view = ui.VStack { Meter { restorationIdentifier = "m" } } end
      function Screen:loadView() self.view = ui.VStack { Meter { restorationIdentifier = "m" } } end
      function Screen:viewDidAppear() self:present(Sheet {}) end
      """, launch: "self.window.rootViewController = self.window.rootViewController or \(Self.root)")
    var reported: [String] = []
    session.onProblem = { reported.append("\($0)") }
    try session.relaunch()
    _ = try session.running.application.render()
    try session.advance(by: 1)
    #expect(reported.count == 1 && reported[0].contains("this Sheet has no restorationIdentifier"), "\(reported)")
  }
}
