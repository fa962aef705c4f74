import Foundation
import Interface
import Loop
import LuaScreens
import ReadBack
import Seeded
import StateRestoration
import Testing

@testable import AppSession

/// State that scripts encode from local variables: only their callbacks change it, and no property or field shows it.
@Suite("State in local variables")
@MainActor
struct CallbackStateTests {
  /// Two screens on a stack and others beside them, a view, a plain table and the application encode the value of `n`.
  /// Each key has an effect, at once or later.
  private static let script = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.callbacks", version = "1.0" }
    local n = {}
    local function add(name) n[name] = (n[name] or 0) + 1 end

    local Screen = ui.ViewController:subclass "Screen"
    function Screen:encodeRestorableState(coder) coder:encode("n", n[self.restorationIdentifier] or 0) end
    function Screen:viewControllerWithRestorationIdentifierPath(path)
      return Screen { restorationIdentifier = path[#path], restorationClass = Screen }
    end
    local function screen(name) return Screen { restorationIdentifier = name, restorationClass = Screen } end

    local Meter = ui.View:subclass "Meter"
    function Meter:init() self.canBecomeFirstResponder = true end
    function Meter:encodeRestorableState(coder) coder:encode("n", n.meter or 0) end
    function Meter:keyPressed(key) if key == "m" then add "meter" add "top" return true end end

    local Top = ui.ViewController:subclass "Top"
    function Top:encodeRestorableState(coder)
      coder:encode("n", n.top or 0)
      coder:encode("rows", n.rows or 0)
    end
    function Top:viewControllerWithRestorationIdentifierPath(path)
      return Top { restorationIdentifier = path[#path], restorationClass = Top }
    end
    function Top:loadView()
      self.meter = Meter { restorationIdentifier = "meter", height = 1 }
      self.list = ui.TableView { restorationIdentifier = "list", dataSource = {
        numberOfRowsInSection = function() return 5 + (n.rows or 0) end,
        cellForRow = function(_, list, section, row) return "row " .. row end,
        didFocusRow = function() add "rows" end,
        didSelectRow = function() add "rows" add "table" end,
      } }
      self.view = ui.VStack {
        self.meter, self.list,
        ui.Button { title = "Press", accessibilityIdentifier = "press", action = function() add "top" end },
        ui.TextField { accessibilityIdentifier = "field", onChange = function() add "top" end },
      }
      self.navigationItem.rightBarButtonItem = ui.BarButtonItem { title = "Bar", action = function() add "top" end }
      self.keyCommands = {
        { title = "Function", input = "ctrl+y", action = function() add "top" end },
        { title = "Method", input = "ctrl+u", action = "named" },
      }
    end
    function Top:named() add "top" end
    function Top:viewWillAppear() add "top" end

    -- One whose timer goes on when it is gone.
    local Brief = ui.ViewController:subclass "Brief"
    function Brief:viewDidLoad()
      local count = 0
      local timer
      timer = ui.every(0.3, function()
        count = count + 1
        add "one"
        if count == 5 then timer:cancel() end
      end)
    end

    local later = {
      a = function() add "top" add "table" end,
      b = function() ui.after(0.05, function() add "one" add "top" end) end,
      c = function(self)
        if self.timer then self.timer:cancel() end
        local ticks = 0
        self.timer = ui.every(0.3, function()
          add "one" add "table" add "app"
          ticks = ticks + 1
          if ticks == 10 then self.timer:cancel() end
        end)
      end,
      d = function(self)
        self:task(function()
          ui.sleep(0.1)
          add "top"
          ui.sleep(0.1)
          add "one"
        end)
      end,
      e = function()
        ui.task(function()
          ui.await(function(resume) ui.after(0.1, resume) end)
          add "app"
        end)
      end,
      f = function() ui.after(0.05, function() ui.after(0.05, function() add "top" add "meter" end) end) end,
      g = function(self) ui.after(0.05, function() add "rows" self.list:reloadData() end) end,
      h = function(self) self.navigationController:push(Brief {}) end,
      i = function(self)
        local task
        task = ui.task(function()
          local closing <close> = setmetatable({}, { __close = function() add "one" end })
          ui.sleep(100)
        end)
        ui.after(0.1, function() task:cancel() end)
      end,
      j = function(self)
        local alert = ui.AlertController { title = "Sure?" }
        alert:addAction { title = "Yes", handler = function() add "top" end }
        self:present(alert)
      end,
      k = function(self) ui.after(0.1, function() add "far" end) end,
    }
    function Top:keyPressed(key)
      if not later[key] then return end
      later[key](self)
      return true
    end

    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willEncodeRestorableState(coder) coder:encode("n", n.app or 0) end
    function app:didBecomeActive() add "app" add "one" end
    function app:willFinishLaunching()
      self.window = ui.Window()
      local plain = {}
      function plain:encodeRestorableState(coder) coder:encode("n", n.table or 0) end
      function plain:decodeRestorableState() end
      self:registerObjectForStateRestoration(plain, "plain")
      self.keyCommands = { { title = "App", input = "ctrl+o", action = function() add "app" add "one" end } }
    end
    function app:didFinishLaunching()
      top = Top { restorationIdentifier = "top", restorationClass = Top }
      navigation = ui.NavigationController { restorationIdentifier = "navigation" }
      navigation:push(screen "one")
      navigation:push(top)
      for i = 1, COUNT do top:addChild(screen(i == 1 and "far" or "more" .. i)) end
      self.window.rootViewController = navigation
      self.window:makeKeyAndVisible()
      top:loadViewIfNeeded()
      top.meter:becomeFirstResponder()
    end
    return app
    """

  private let reading: ReadBack

  init() throws { reading = try ReadBack() }

  private func launch(screens: Int = 3) throws -> AppSession {
    var configuration = ScriptHost.Configuration(script: "callbacks.lua")
    configuration.source = Self.script.replacingOccurrences(of: "COUNT", with: "\(screens)")
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    session.onProblem = { problem in if problem.severity == .error { Issue.record("\(problem)") } }
    try session.load()
    try session.launch()
    session.endStep()
    return session
  }

  /// Simulates user input. No script code runs except the callbacks of that input.
  private func act(_ session: AppSession, _ body: (Automation) throws -> Void) throws {
    let host = try session.running
    try host.turn { try body(Automation(host.application)) }
  }

  /// Returns what a save in the background stores and the last autosave does not.
  private func missed(_ session: AppSession) throws -> [ArchiveDifference.Node] {
    let host = try session.running
    let before = try #require(try session.store?.currentArchive())
    try host.application.preserve()
    let after = try #require(try session.store?.currentArchive())
    for archive in [before, after] { #expect(try reading.problems(of: archive) == []) }
    return ArchiveDifference(from: before, to: after).nodes
  }

  private static let keys = "abcdefgikm".map(String.init) + ["ctrl+y", "ctrl+u", "ctrl+o", "down", "up"]

  /// Performs a random action.
  private func actAtRandom(_ session: AppSession, _ random: inout SeededGenerator) throws -> String {
    let host = try session.running
    /// Closes whatever covers the screen.
    func close() throws {
      let root = host.application.keyWindow?.rootViewController
      let navigation = try #require(root as? NavigationController)
      if navigation.topViewController?.presentedViewController != nil { try act(session) { try $0.key("escape") } }
      host.turn { while navigation.viewControllers.count > 2 { navigation.pop() } }
    }
    func focus(_ name: String) throws {
      try act(session) { _ = try #require($0.find(name) as? View).becomeFirstResponder() }
    }
    switch Int.random(in: 0..<14, using: &random) {
    case 0:
      try act(session) { try $0.tap("Press") }
      return "Press"
    case 1:
      try act(session) { try $0.tap("Bar") }
      return "Bar"
    case 2:
      try host.turn { try host.application.enterBackground() }
      host.turn { host.application.enterForeground() }
      return "background"
    case 3:
      try focus("meter")
      try act(session) { try $0.key("h") }
      let time = Double.random(in: 0...1, using: &random)
      session.loop.advance(by: time)
      try close()
      return "h \(time)"
    case 4:
      try focus("meter")
      try act(session) { try $0.key("j") }
      try act(session) { try $0.key("enter") }
      try close()
      return "alert"
    case 5:
      let name = ["meter", "list", "field"].randomElement(using: &random) ?? "meter"
      try focus(name)
      return name
    case 6:
      try focus("list")
      try act(session) { try $0.key("enter") }
      return "select"
    default:
      let key = Self.keys.randomElement(using: &random) ?? "a"
      try act(session) { try $0.key(key) }
      return key
    }
  }

  @Test(
    "autosave at the end of a step stores the same as entering the background, whatever ran", arguments: 1...20
  )
  func steps(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let session = try launch()
    var done: [String] = []
    for _ in 0..<40 {
      done.append(try actAtRandom(session, &random))
      if Bool.random(using: &random) {
        let time = Double.random(in: 0...0.7, using: &random)
        session.loop.advance(by: time)
        done.append("\(time)")
      }
      session.endStep()
      let missed = try missed(session)
      try #require(missed.isEmpty, "\(done)")
    }
    session.kill()
  }

  @Test(
    "autosave alone stores the same as entering the background within 2 s of the last callback", arguments: 1...20)
  func time(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(100 + seed))
    let session = try launch()
    var done: [String] = []
    for _ in 0..<10 {
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        done.append(try actAtRandom(session, &random))
        session.loop.advance(by: Double.random(in: 0...0.5, using: &random))
      }
      // All timers of the keys have ended after 3 s.
      session.loop.advance(by: 5.5)
      let missed = try missed(session)
      try #require(missed.isEmpty, "\(done)")
    }
    session.kill()
  }

  private func encodes(_ session: AppSession, _ body: () throws -> Void) throws -> [String] {
    var events: [String] = []
    session.onEvent = { if $0.callback == "encodeRestorableState" { events.append("\($0)") } }
    defer { session.onEvent = nil }
    try body()
    return events
  }

  @Test("a key press costs the same in any tree: only the node whose callback ran is asked")
  func cost() throws {
    let session = try launch(screens: 300)
    session.loop.advance(by: 5)
    session.endStep()
    let events = try encodes(session) {
      for _ in 0..<5 {
        try act(session) { try $0.key("a") }
        session.endStep()
      }
    }
    // The plain table is one of few, and is asked whenever a script has run.
    #expect(events.count { $0.hasPrefix("navigation/top encode") } == 5)
    #expect(
      events.allSatisfy { $0.hasPrefix("navigation/top encode") || $0.hasPrefix("plain") || $0.contains("meter") })
    session.kill()
  }

  @Test("a node whose timer ran is asked at once; the other nodes at most once a second while only timers run")
  func timers() throws {
    let session = try launch(screens: 20)
    session.loop.advance(by: 5)
    session.endStep()
    try act(session) { try $0.key("c") }
    session.loop.advance(by: 0.29)
    let events = try encodes(session) { session.loop.advance(by: 2.9) }
    let own = events.count { $0.hasPrefix("navigation/top encode") }
    let others = events.count { $0.hasPrefix("navigation/one encode") }
    let tables = events.count { $0.hasPrefix("plain encode") }
    // A review asks this node, too.
    #expect((10...14).contains(own), "\(own)")
    #expect((3...4).contains(others), "\(others)")
    #expect((3...4).contains(tables), "\(tables)")
    session.kill()
  }

  @Test("timers and tasks that a controller's timer creates belong to that controller")
  func nested() throws {
    for key in ["f", "d"] {
      let session = try launch()
      session.loop.advance(by: 5)
      // The other nodes are asked now, and not again for a second.
      try act(session) { try $0.key("ctrl+o") }
      session.endStep()
      session.loop.advance(by: 0.3)
      let events = try encodes(session) {
        try act(session) { try $0.key(key) }
        session.loop.advance(by: 0.5)
      }
      #expect(events.contains { $0.hasPrefix("navigation/top encode") })
      #expect(!events.contains { $0.hasPrefix("navigation/one encode") })
      let later = try encodes(session) { session.loop.advance(by: 1) }
      #expect(later.contains { $0.hasPrefix("navigation/one encode") })
      session.kill()
    }
  }

  @Test("an app that refuses to be saved is not asked again because of an earlier callback")
  func refusal() throws {
    var configuration = ScriptHost.Configuration(script: "refuses.lua")
    configuration.source = """
      local ui = require "luahost"
      local app, asked = ui.Application { identifier = "org.example.refuses" }, 0
      function app:shouldSaveApplicationState() asked = asked + 1 return false end
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = ui.ViewController { restorationIdentifier = "root" } }
        self.window:makeKeyAndVisible()
        ui.after(5, function() end)
      end
      function count() return asked end
      return app
      """
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    try session.load()
    try session.launch()
    session.loop.advance(by: 10)
    let asked = try session.running.evaluate("count()", name: "test") { stack, _ in stack.integer(-1) }
    #expect((2...4).contains(asked ?? 0), "\(asked ?? 0)")
    session.kill()
  }
}
