import Foundation
import Interface
import Loop
import LuaScreens
import Testing

@testable import AppSession

@Suite("Recording")
@MainActor
struct RecordingTests {
  /// A session with an app, driven as by a user, in a folder for its recording.
  @MainActor final class Fixture {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-recording-\(UUID().uuidString)")
    let session: AppSession
    var problems: [String] = []
    /// The moment that the app's clock shows; nil for the present one.
    private let now: Double?
    var file: String { folder.appendingPathComponent("walk.test.lua").path }

    private static let app = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.recorded" }
      local Screen = ui.ViewController:subclass "Screen"
      function Screen:loadView()
        self.title = "Form"
        self.name = ui.TextField { restorationIdentifier = "name" }
        self.password = ui.TextField { isSecure = true, accessibilityIdentifier = "password" }
        self.list = ui.TableView { restorationIdentifier = "list", rows = { "Milk", "Bread", "Milk", "Tea" }, height = 4 }
        self.list.delegate = {
          trailingSwipeActionsForRow = function()
            return { { title = "Keep", handler = function() self.status.text = "Kept" end } }
          end,
        }
        self.status = ui.Label { text = "Nothing yet" }
        self.slider = ui.Slider { restorationIdentifier = "slider" }
        local inner = ui.VStack {}
        for i = 1, 30 do inner:addSubview(ui.Label { text = "Line " .. i }) end
        self.scroll = ui.ScrollView { inner, height = 3 }
        self.view = ui.VStack {
          self.name, self.password, self.list, self.slider, self.status,
          ui.Button { title = "Save", action = function() self.status.text = "Saved " .. self.name.text end },
          ui.Button { title = "Later", action = function()
            ui.after(3, function() self.status.text = "Later came" end)
          end },
          ui.Button { title = "Sleep", action = function()
            self:task(function() ui.sleep(0.4) self.status.text = "Slept" end)
          end },
          ui.Button { title = "Work", action = function()
            self:task(function() self.status.text = ui.Worker([[
              local start = os.clock() while os.clock() - start < 0.05 do end return "Worked"
            ]]):wait() end)
          end },
          ui.Button { title = "Fail", action = function() error "it broke" end },
          self.scroll,
        }
      end
      function Screen:viewControllerWithRestorationIdentifierPath() return Screen() end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController
          or Screen { restorationIdentifier = "form", restorationClass = Screen }
        self.window:makeKeyAndVisible()
      end
      return app
      """

    init(_ app: String = Fixture.app, size: Size = Size(width: 80, height: 24), now: Double? = nil) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let script = folder.appendingPathComponent("app.lua")
      try app.write(to: script, atomically: true, encoding: .utf8)
      session = AppSession(ScriptHost.Configuration(script: script.path), storage: .memory, loop: MainLoop(.virtual))
      session.configuration.screenSize = size
      self.now = now
      if let now { session.configuration.wallClock = { now } }
      session.onPrint = { _ in }
      session.onProblem = { [unowned self] in problems.append("\($0)") }
      try session.load()
      try session.launch()
      session.endStep()
    }

    isolated deinit {
      session.kill()
      try? FileManager.default.removeItem(at: folder)
    }

    func handle(_ event: InputEvent) throws {
      let host = try session.running
      session.wasUsed = true
      host.turn { _ = host.application.handle(event) }
      session.endStep()
    }

    func key(_ key: KeyPress) throws { try handle(.key(key)) }
    func type(_ text: String) throws { for character in text { try key(.character(character)) } }

    /// Clicks where a text is on the screen.
    func click(_ text: String, occurrence: Int = 1, button: Int = 1, held: Double = 0) throws {
      let lines = try session.running.application.render().lines
      var left = occurrence
      for (y, line) in lines.enumerated() {
        guard let range = line.range(of: text) else { continue }
        left -= 1
        guard left == 0 else { continue }
        let place = Point(x: line.distance(from: line.startIndex, to: range.lowerBound), y: y)
        try handle(.mouse(MouseEvent(.press(button: button), at: place)))
        if held > 0 { wait(held) }
        return try handle(.mouse(MouseEvent(.release(button: button), at: place)))
      }
      Issue.record("\(text) is not on the screen:\n\(lines.joined(separator: "\n"))")
    }

    /// Lets time pass as for a user.
    func wait(_ seconds: Double) {
      _ = session.loop.advance(by: seconds)
      session.endStep()
    }

    /// Waits until no worker is busy.
    func waitForWorkers() throws {
      let end = ContinuousClock.now + .seconds(5)
      while try session.running.hasBusyWorkers, ContinuousClock.now < end {
        session.loop.look(waitingAtMost: .milliseconds(10))
        session.endStep()
      }
    }

    /// Ends the recording and returns its lines inside of the case.
    func steps() throws -> [String] {
      let file = try #require(try session.endRecording())
      return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("  ") }
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    func result() throws -> TestRunner.Result {
      let runner = try TestRunner(file)
      runner.onPrint = { _ in }
      if let now { runner.willLaunch = { $0.configuration.wallClock = { now } } }
      return runner.run()
    }
  }

  @Test("programs that had the terminal are replaced by their results, case by case")
  func programs() {
    var test = RecordedTest(
      file: "/apps/walk.test.lua", script: "/apps/app.lua", size: Size(width: 80, height: 24), isSandboxed: false,
      archive: nil)
    test.programs = [[ProcessEnd(status: 3, signal: nil), ProcessEnd(status: nil, signal: 15)], []]
    test.steps = [.key("e"), .launch(archive: "/apps/walk.state.json", size: Size(width: 80, height: 24)), .key("q")]
    #expect(
      test.text.contains(
        """
          local results = { 3, { signal = 15 } }
          local app = t:launch("app.lua", { terminal = function() return table.remove(results, 1) end })
          app:key "e"
        """))
    #expect(test.text.contains("local app = t:launch(\"app.lua\", { archive = \"walk.state.json\" })"))
  }

  @Test("a slider that is dragged is recorded, though it has nothing to do when the button is released")
  func draggedSlider() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    let row = try #require(
      try fixture.session.running.application.render().lines.firstIndex { $0.contains("●") })
    func mouse(_ action: MouseEvent.Action, _ x: Int) throws {
      try fixture.handle(.mouse(MouseEvent(action, at: Point(x: x, y: row))))
    }
    try mouse(.press(button: 1), 10)
    for x in [30, 50] { try mouse(.drag(button: 1), x) }
    try mouse(.release(button: 1), 50)
    let steps = try fixture.steps()
    #expect(steps.contains("app:drag(11, \(row + 1), 51, \(row + 1))"), "\(steps)")
    #expect(!steps.contains("app:tap \"slider\""))
  }

  @Test("a drag that selects text is recorded in place of the click on the row where it begins")
  func selectedText() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    let lines = try fixture.session.running.application.render().lines
    let row = try #require(lines.firstIndex { $0.contains("Tea") })
    for (action, x) in [(MouseEvent.Action.press(button: 1), 3), (.drag(button: 1), 9)] {
      try fixture.handle(.mouse(MouseEvent(action, at: Point(x: x, y: row))))
    }
    let steps = try fixture.steps()
    #expect(steps.contains("app:drag(4, \(row + 1), 10, \(row + 1))"), "\(steps)")
    #expect(!steps.contains { $0.contains("Tea") }, "\(steps)")
  }

  @Test("a recording names what was clicked and typed, expects what has changed, and passes at once")
  func names() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.type("hello")
    try fixture.click("Save")
    fixture.wait(2)
    try fixture.click("Tea")
    try fixture.key(.control("a"))
    let steps = try fixture.steps()
    #expect(
      steps == [
        #"local app = t:launch "app.lua""#, #"t:expect(app:screen()):contains "Milk""#, #"app:type "hello""#,
        #"app:tap "Save""#, #"t:expect(app:screen()):contains "Saved hello""#, #"app:tap "Tea""#,
        #"t:expect(app:screen()):contains "● Tea""#,
      ], "\(steps)")
    let result = try fixture.result()
    #expect(result.passed == 1, "\(result)")
  }

  @Test("a control in a row is named by its title and the number of its row, and the recording presses it")
  func controlsInRows() throws {
    let fixture = try Fixture(
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.recorded" }
      local Screen = ui.ViewController:subclass "Screen"
      function Screen:loadView()
        self.status = ui.Label { text = "Nothing yet" }
        self.view = ui.VStack { self.status, ui.TableView { restorationIdentifier = "list", dataSource = self,
          columns = { { title = "Name", width = 10 }, { title = "Remove", width = "fill" } } } }
      end
      function Screen:numberOfRowsInSection() return 3 end
      function Screen:cellForRow(_, _, row)
        return { "item " .. row, ui.Button { title = "Del", action = function() self.status.text = "gone " .. row end } }
      end
      function app:willFinishLaunching() self.window = ui.Window { rootViewController = Screen() } end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """)
    try fixture.session.startRecording(to: fixture.file)
    for number in [3, 1] {
      try fixture.click("Del", occurrence: number)
      fixture.wait(2)
    }
    let steps = try fixture.steps()
    #expect(steps.filter { $0.hasPrefix("app:") } == [#"app:tap("Del", 3)"#, #"app:tap("Del", 1)"#], "\(steps)")
    #expect(steps.contains(#"t:expect(app:screen()):contains "gone 3""#), "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("both clicks of a double click in a named text are recorded at their place")
  func doubleClick() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.type("milk and bread")
    fixture.wait(2)
    for _ in 1...2 { try fixture.click("and") }
    try fixture.type("or")
    try fixture.click("Save")
    fixture.wait(2)
    let steps = try fixture.steps()
    #expect(steps.contains(#"t:expect(app:screen()):contains "milk or bread""#), "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("two slow clicks at one place in a named text are not replayed as a double click")
  func slowClicks() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.type("milk and bread")
    fixture.wait(2)
    try fixture.click("and")
    fixture.wait(0.5)
    try fixture.click("and")
    try fixture.type("or")
    try fixture.click("Save")
    fixture.wait(2)
    let steps = try fixture.steps()
    #expect(steps.contains(#"t:expect(app:screen()):contains "milk orand bread""#), "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("an unhandled key that closes the actions of a row is recorded")
  func closingKey() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Tea")
    for key in [.right, .control("a"), .enter, .up] as [KeyPress] { try fixture.key(key) }
    fixture.wait(2)
    try fixture.key(.control("a"))
    let steps = try fixture.steps()
    #expect(steps.filter { $0.hasPrefix("app:key") } == ["right", "ctrl+a", "enter", "up"].map { "app:key \"\($0)\"" })
    #expect(!steps.contains { $0.contains("Kept") }, "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("the output of a process is awaited, also if a step follows it before the process has exited")
  func outputBeforeStep() throws {
    let fixture = try Fixture(
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.recorded" }
      local Screen = ui.ViewController:subclass "Screen"
      function Screen:loadView()
        self.status = ui.Label { text = "Nothing yet" }
        self.view = ui.VStack { self.status, ui.Switch { restorationIdentifier = "on" },
          ui.Button { title = "Run", action = function()
            self.process = ui.Process { "sh", "-c", "echo printed; sleep 30",
              onLine = function(_, line) self.status.text = line end }
          end } }
      end
      function app:willFinishLaunching() self.window = ui.Window { rootViewController = Screen() } end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """)
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Run")
    let end = ContinuousClock.now + .seconds(10)
    while try !fixture.session.running.application.render().lines.contains(where: { $0.contains("printed") }),
      ContinuousClock.now < end
    {
      usleep(10_000)
      fixture.wait(0)
    }
    try fixture.key(.key(.tab, .shift))
    fixture.wait(2)
    let steps = try fixture.steps()
    #expect(steps.contains(#"app:waitFor "printed""#), "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  /// An app with a table in which several rows can be selected.
  private static let animals = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.recorded" }
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:loadView()
      self.view = ui.TableView { rows = { "Ant", "Bee", "Cat", "Dog" }, allowsMultipleSelection = true }
    end
    function app:willFinishLaunching() self.window = ui.Window { rootViewController = Screen() } end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    return app
    """

  @Test("a click with modifiers is recorded with them")
  func modifiers() throws {
    let fixture = try Fixture(Self.animals)
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Ant")
    for action in [MouseEvent.Action.press(button: 1), .release(button: 1)] {
      try fixture.handle(.mouse(MouseEvent(action, at: Point(x: 3, y: 2), modifiers: .shift)))
    }
    fixture.wait(2)
    let steps = try fixture.steps()
    #expect(steps.contains(#"app:click(4, 3, 1, "shift")"#), "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("slow clicks with modifiers at one place are not replayed as a double click")
  func slowModifiedClicks() throws {
    let fixture = try Fixture(Self.animals)
    try fixture.session.startRecording(to: fixture.file)
    for pause in [0.6, 2, 2] {
      for action in [MouseEvent.Action.press(button: 1), .release(button: 1)] {
        try fixture.handle(.mouse(MouseEvent(action, at: Point(x: 3, y: 2), modifiers: .control)))
      }
      fixture.wait(pause)
    }
    let steps = try fixture.steps()
    let click = #"app:click(4, 3, 1, "ctrl")"#
    #expect(
      steps.filter { $0.hasPrefix("app:") } == [click, "app:advance(0.5)", click, "app:advance(0.5)", click],
      "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("a drag with modifiers is recorded with them")
  func modifiedDrag() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    let row = try #require(
      try fixture.session.running.application.render().lines.firstIndex { $0.contains("●") })
    for (action, x) in [(MouseEvent.Action.press(button: 1), 10), (.drag(button: 1), 50), (.release(button: 1), 50)] {
      try fixture.handle(.mouse(MouseEvent(action, at: Point(x: x, y: row), modifiers: .shift)))
    }
    let steps = try fixture.steps()
    #expect(steps.contains(#"app:drag(11, \#(row + 1), 51, \#(row + 1), "shift")"#), "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  /// An app with a button that shows a message, one that sets a number, and the number in the last row.
  private static func notifying(_ title: String, _ action: String) -> String {
    """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.recorded" }
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:show(number) self.last.text = "found " .. number end
    function Screen:loadView()
      self.last = ui.Label { text = "found 0" }
      self.view = ui.VStack { ui.Button { title = "\(title)", action = function() \(action) end },
        ui.Button { title = "Set", action = function() self:show(1) end }, ui.Spacer {}, self.last }
    end
    function app:willFinishLaunching() self.window = ui.Window { rootViewController = Screen() } end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    return app
    """
  }

  @Test("the time is recorded in which a message of the app disappears")
  func messages() throws {
    let fixture = try Fixture(Self.notifying("Undo", "app:notify 'Nothing to undo'"), size: Size(width: 40, height: 6))
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Undo")
    fixture.wait(5)
    try fixture.click("Set")
    fixture.wait(2)
    let steps = try fixture.steps()
    #expect(steps.contains { $0.hasPrefix("app:advance") }, "\(steps)")
    #expect(steps.contains(#"t:expect(app:screen()):contains "found 1""#), "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("the time before a further message of the app counts for the earlier one")
  func furtherMessage() throws {
    let fixture = try Fixture(Self.notifying("Undo", "app:notify 'Nothing to undo'"), size: Size(width: 40, height: 6))
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Undo")
    fixture.wait(0.9)
    try fixture.click("Undo")
    fixture.wait(3.3)
    try fixture.click("Set")
    let steps = try fixture.steps()
    let seconds = steps.compactMap { $0.wholeMatch(of: #/app:advance\((.+)\)/#).flatMap { Double($0.1) } }
    #expect(seconds.reduce(0, +) >= 4.2 - 1e-6, "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("what the user does in the help is not recorded, but the time that passes is")
  func help() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Later")
    try fixture.key(.function(1))
    for key in [.down, .pageDown, .character("s")] as [KeyPress] { try fixture.key(key) }
    let place = Point(x: 40, y: 10)
    try fixture.handle(.mouse(MouseEvent(.wheel(rows: 3), at: place)))
    fixture.wait(4)
    try fixture.key(.escape)
    if try fixture.session.running.application.keyWindow?.overlay != nil { try fixture.key(.escape) }
    try fixture.click("Save")
    fixture.wait(2)
    try fixture.key(.function(1))
    let steps = try fixture.steps()
    #expect(
      steps.filter { $0.hasPrefix("app:") && !$0.contains("advance") } == [#"app:tap "Later""#, #"app:tap "Save""#],
      "\(steps)")
    #expect(steps.contains { $0.hasPrefix("app:advance") }, "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("a resize while the help or the palette is open is recorded", arguments: [KeyPress.function(1), .control("p")])
  func resizeBesideOverlay(key: KeyPress) throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.key(key)
    fixture.session.resize(to: Size(width: 60, height: 12))
    try fixture.key(.escape)
    try fixture.click("Save")
    fixture.wait(2)
    let steps = try fixture.steps()
    #expect(
      steps.filter { $0.hasPrefix("app:") && !$0.contains("advance") } == ["app:resize(60, 12)", #"app:tap "Save""#],
      "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("a command of the app is chosen by its title in the palette, and one of the host is not recorded")
  func palette() throws {
    let fixture = try Fixture()
    let application = try fixture.session.running.application
    var chosen = 0
    application.hostCommands = ["Theme: day", "Theme: night", "Save a picture"].map { title in
      KeyCommand(HostCommand(title, title: title)) { chosen += 1 }
    }
    try fixture.session.startRecording(to: fixture.file)
    // A look.
    try fixture.key(.control("p"))
    try fixture.key(.up)
    fixture.wait(2)
    try fixture.key(.escape)
    // A command of the host, by keys and by the mouse.
    try fixture.key(.control("p"))
    try fixture.type("night")
    fixture.wait(2)
    try fixture.key(.enter)
    try fixture.key(.control("p"))
    try fixture.click("Theme: day")
    #expect(chosen == 2)
    // One of the app.
    try fixture.key(.control("p"))
    try fixture.type("later")
    try fixture.key(.enter)
    fixture.wait(4)
    let steps = try fixture.steps()
    #expect(
      steps.filter { $0.hasPrefix("app:") && !$0.contains("advance") } == [
        #"app:key "ctrl+p""#, #"app:type "Later""#, #"app:key "enter""#,
      ], "\(steps)")
    #expect(!steps.contains { $0.contains("Theme") }, "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("a double click in the palette leaves the steps before it as they are")
  func doubleClickInPalette() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Later")
    fixture.wait(5)
    try fixture.key(.control("p"))
    try fixture.type("later")
    try fixture.click("Later", occurrence: 2)
    try fixture.click("Later")
    let steps = try fixture.steps().filter { $0.hasPrefix("app:") && !$0.contains("advance") }
    #expect(
      steps.prefix(4) == [
        #"app:tap "Later""#, #"app:key "ctrl+p""#, #"app:type "Later""#, #"app:key "enter""#,
      ], "\(steps)")
  }

  @Test("a command of the app that has the title of one of the host is recorded")
  func paletteWithTwins() throws {
    let fixture = try Fixture()
    let application = try fixture.session.running.application
    var chosen: [String] = []
    application.keyCommands = [KeyCommand(title: "Saves") { chosen.append("app") }]
    application.hostCommands = [KeyCommand(HostCommand("saves", title: "Saves")) { chosen.append("host") }]
    try fixture.session.startRecording(to: fixture.file)
    for key in [KeyPress(.enter), KeyPress(.down)] {
      try fixture.key(.control("p"))
      try fixture.type("saves")
      try fixture.key(key)
      if key == KeyPress(.down) { try fixture.key(.enter) }
    }
    #expect(chosen == ["app", "host"])
    let steps = try fixture.steps().filter { $0.hasPrefix("app:") && !$0.contains("advance") }
    #expect(steps == [#"app:key "ctrl+p""#, #"app:type "Saves""#, #"app:key "enter""#], "\(steps)")
  }

  @Test("the action of a row is tapped by its title, wherever it is clicked")
  func rowAction() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Tea")
    try fixture.key(.right)
    try fixture.click("eep")
    fixture.wait(2)
    let steps = try fixture.steps().filter { !$0.hasPrefix("t:") }
    #expect(steps.suffix(3) == [#"app:tap "Tea""#, #"app:key "right""#, #"app:tap "Keep""#], "\(steps)")
    #expect(try fixture.session.running.application.render().text.contains("Kept"))
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("the text of a secure field is not recorded")
  func secrets() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.key(.tab)
    try fixture.type("hunter2")
    try fixture.handle(.paste("hunter3"))
    fixture.wait(2)
    let text = try fixture.steps().joined(separator: "\n")
    #expect(!text.contains("hunter") && text.contains("The text of a secure field is not recorded"), "\(text)")
    #expect(try fixture.result().passed == 1)
  }

  @Test("a paste that only a script takes is recorded, and one that no view takes is not")
  func pasteInScript() throws {
    let fixture = try Fixture(
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.pad" }
      local Pad = ui.View:subclass "Pad"
      function Pad:init() self.canBecomeFirstResponder, self.got = true, "nothing" end
      function Pad:draw(canvas) canvas:put(0, 0, "got " .. self.got) end
      function Pad:pasted(text) self.got = text self:setNeedsDisplay() end
      function app:didFinishLaunching()
        local view = ui.VStack { Pad { height = 1 }, ui.Button { title = "Close" } }
        self.window = ui.Window { rootViewController = ui.ViewController { view = view } }
        self.window:makeKeyAndVisible()
      end
      return app
      """)
    try fixture.session.startRecording(to: fixture.file)
    try fixture.handle(.paste("some text"))
    fixture.wait(2)
    try fixture.key(.tab)
    try fixture.handle(.paste("other text"))
    let steps = try fixture.steps()
    #expect(steps.contains(#"app:paste "some text""#) && !steps.contains { $0.contains("other") }, "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("what the user has copied elsewhere is pasted as text, and what a step has copied by its key")
  func clipboard() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    // A selection on the screen, which is not input of the app.
    try fixture.session.running.application.pasteboard.string = "Line 1"
    for _ in 1...2 { try fixture.key(.control("v")) }
    try fixture.key(.key(.character("a"), .alt))
    try fixture.key(.control("c"))
    try fixture.key(.end)
    try fixture.key(.control("v"))
    try fixture.click("Save")
    fixture.wait(2)
    let steps = try fixture.steps()
    let paste = #"app:paste "Line 1""#
    #expect(
      steps.dropFirst(2) == [
        paste, paste, #"app:key "alt+a""#, #"app:key "ctrl+c""#, #"app:key "end""#, #"app:key "ctrl+v""#,
        #"app:tap "Save""#, #"t:expect(app:screen()):contains "Line 1Line 1Line 1Line 1""#,
      ], "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("a host command that is chosen in the palette is not recorded", arguments: ["Show the key help", "Redraw"])
  func hostCommandInPalette(title: String) throws {
    let fixture = try Fixture()
    try fixture.session.running.application.hostActions[.redraw] = { true }
    try fixture.session.startRecording(to: fixture.file)
    try fixture.key(.control("p"))
    try fixture.type(title)
    try fixture.key(.enter)
    while try fixture.session.running.application.keyWindow?.overlay != nil { try fixture.key(.escape) }
    try fixture.click("Save")
    fixture.wait(2)
    let steps = try fixture.steps()
    #expect(!steps.contains { $0.contains("ctrl+p") } && steps.contains(#"app:tap "Save""#), "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("what is done at the prompt while the help is open is recorded")
  func promptOverHelp() throws {
    let fixture = try Fixture()
    try fixture.type("before")
    let save = try #require(try fixture.session.lastSave)
    try fixture.session.startRecording(to: fixture.file)
    try fixture.type("!")
    try fixture.key(.function(1))
    try fixture.key(.down)
    fixture.session.kill()
    try fixture.session.relaunch()
    try fixture.key(.function(1))
    for _ in 1...3 { try fixture.key(.down) }
    try fixture.session.rollBack(to: save)
    try fixture.click("Save")
    fixture.wait(2)
    let steps = try fixture.steps()
    #expect(
      steps.filter { $0.hasPrefix("app:") } == [
        #"app:type "!""#, "app:kill()", "app:relaunch()", #"app:tap "Save""#,
      ], "\(steps)")
    #expect(try fixture.result().passed == 2, "\(steps)")
  }

  @Test("a drag that ends outside of the screen is recorded up to its edge")
  func dragBeyondScreen() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    let slider = try #require(Automation(try fixture.session.running.application).find("slider") as? View)
    let place = slider.convertToWindow(Point(x: 5, y: 0))
    let end = Point(x: 95, y: place.y)
    try fixture.handle(.mouse(MouseEvent(.press(button: 1), at: place)))
    try fixture.handle(.mouse(MouseEvent(.drag(button: 1), at: end)))
    try fixture.handle(.mouse(MouseEvent(.release(button: 1), at: end)))
    let steps = try fixture.steps()
    #expect(steps.contains("app:drag(\(place.x + 1), \(place.y + 1), 80, \(place.y + 1))"), "\(steps)")
    #expect(try fixture.result().passed == 1)
  }

  @Test("the second of two equal rows is selected by its number, and a place without a name is clicked with a comment")
  func places() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Bread")
    try fixture.click("Milk", occurrence: 2)
    let slider = try #require(Automation(try fixture.session.running.application).find("slider") as? View)
    let place = slider.convertToWindow(Point(x: 5, y: 0))
    try fixture.handle(.mouse(MouseEvent(.press(button: 1), at: place)))
    try fixture.handle(.mouse(MouseEvent(.release(button: 1), at: place)))
    let steps = try fixture.steps()
    #expect(steps.contains(#"app:select("list", 3)"#), "\(steps)")
    #expect(steps.contains("-- No name leads to this place in slider (Slider)."), "\(steps)")
    #expect(steps.contains("app:click(\(place.x + 1), \(place.y + 1))"), "\(steps)")
    #expect(try fixture.result().passed == 1)
  }

  @Test("an unnamed scroll view is scrolled by a text in it")
  func scrolls() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    let lines = try fixture.session.running.application.render().lines
    let row = try #require(lines.firstIndex { $0.contains("Line 2") })
    for _ in 1...2 { try fixture.handle(.mouse(MouseEvent(.wheel(rows: 1), at: Point(x: 2, y: row)))) }
    fixture.wait(2)
    let steps = try fixture.steps()
    #expect(steps.contains(#"app:scroll("Line 1", 1)"#) && steps.contains(#"app:scroll("Line 2", 1)"#), "\(steps)")
    #expect(steps.contains { $0.contains("contains \"Line ") }, "\(steps)")
    #expect(try fixture.result().passed == 1)
  }

  @Test("the wheel over a view that a script draws and scrolls is recorded by the view's name")
  func scrollsOwnView() throws {
    let fixture = try Fixture(
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.wheel" }
      local Rows = ui.View:subclass "Rows"
      function Rows:init() self.first = 1 end
      function Rows:draw(canvas) for y = 0, canvas.height - 1 do canvas:put(0, y, "Row " .. self.first + y) end end
      function Rows:mouseEvent(event)
        if event.type ~= "wheel" then return false end
        self.first = self.first + event.rows
        self:setNeedsDisplay()
        return true
      end
      function app:didFinishLaunching()
        local view = ui.VStack { Rows { restorationIdentifier = "rows" }, ui.Button { title = "Close" } }
        self.window = ui.Window { rootViewController = ui.ViewController { view = view } }
        self.window:makeKeyAndVisible()
      end
      return app
      """)
    try fixture.session.startRecording(to: fixture.file)
    try fixture.handle(.mouse(MouseEvent(.wheel(rows: 3), at: Point(x: 2, y: 2))))
    fixture.wait(2)
    #expect(try fixture.steps().contains(#"app:scroll("rows", 3)"#))
    #expect(try fixture.result().passed == 1)
  }

  @Test("time is recorded where a timer makes it matter, and an error of the app is expected")
  func time() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    fixture.wait(7)
    try fixture.click("Later")
    fixture.wait(4)
    try fixture.click("Fail")
    let steps = try fixture.steps()
    #expect(
      steps.suffix(5) == [
        #"app:tap "Later""#, "app:advance(4)", #"t:expect(app:screen()):contains "Later came""#, #"app:tap "Fail""#,
        #"t:expect(app):failed "it broke""#,
      ], "\(steps)")
    let result = try fixture.result()
    #expect(result.passed == 1, "\(result)")
  }

  @Test("a recording that begins in a used app starts from its state, and one of a fresh launch needs none")
  func laterBeginning() throws {
    let fixture = try Fixture()
    try fixture.type("before")
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Save")
    let steps = try fixture.steps()
    #expect(steps.first == #"local app = t:launch("app.lua", { archive = "walk.state.json" })"#, "\(steps)")
    #expect(steps.last == #"t:expect(app:screen()):contains "Saved before""#, "\(steps)")
    let result = try fixture.result()
    #expect(result.passed == 1, "\(result)")
  }

  @Test("a kill, a relaunch, a background and a return to a save are steps")
  func lifeCycle() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.type("one")
    let save = try #require(try fixture.session.lastSave)
    try fixture.type("two")
    fixture.session.resize(to: Size(width: 60, height: 20))
    try fixture.session.rollBack(to: save)
    try fixture.type("three")
    fixture.session.kill()
    try fixture.session.relaunch()
    let steps = try fixture.steps()
    #expect(
      steps.filter { !$0.hasPrefix("t:") }.dropFirst() == [
        #"app:type "one""#, "local save\(save) = app:preserve()", #"app:type "two""#, "app:resize(60, 20)",
        "app:rollback(save\(save))", #"app:type "three""#, "app:kill()", "app:relaunch()",
      ], "\(steps)")
    let result = try fixture.result()
    #expect(result.passed == 1, "\(result)")
  }

  @Test("a return to a save from before the recording begins another case, which starts from that save")
  func returnToEarlierSave() throws {
    let fixture = try Fixture()
    try fixture.type("before")
    let save = try #require(try fixture.session.lastSave)
    try fixture.type(" and later")
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Save")
    fixture.wait(2)
    try fixture.session.rollBack(to: save)
    try fixture.type("!")
    try fixture.click("Save")
    let steps = try fixture.steps()
    #expect(
      steps.contains(#"local app = t:launch("app.lua", { archive = "walk.save\#(save).state.json" })"#), "\(steps)")
    #expect(steps.last == #"t:expect(app:screen()):contains "before!""#, "\(steps)")
    let result = try fixture.result()
    #expect(result.passed == 2 && result.failed == 0, "\(result)")
  }

  @Test("a return to a save that was made while timers changed the app begins another case, too")
  func returnToSaveBetweenSteps() throws {
    let fixture = try Fixture(
      """
      local ui = require "luahost"
      local Clock = ui.ViewController:subclass "Clock"
      function Clock:loadView()
        self.count = 0
        self.label = ui.Label { "tick 0" }
        self.view = ui.VStack { self.label, ui.Button { "Ten", action = function() self:add(10) end } }
        ui.every(1, function() self:add(1) end)
      end
      function Clock:add(count)
        self.count = self.count + count
        self.label.text = "tick " .. self.count
      end
      function Clock:encodeRestorableState(coder) coder:encode("count", self.count) end
      function Clock:decodeRestorableState(coder) self:add(coder:decode "count") end
      function Clock.viewControllerWithRestorationIdentifierPath() return Clock() end
      local app = ui.Application { identifier = "org.example.clock" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          self.window.rootViewController = Clock { restorationIdentifier = "clock", restorationClass = Clock }
        end
        self.window:makeKeyAndVisible()
      end
      return app
      """)
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Ten")
    fixture.wait(3.2)
    let save = try #require(try fixture.session.lastSave)
    fixture.wait(2)
    try fixture.session.rollBack(to: save)
    fixture.wait(1.5)
    let steps = try fixture.steps()
    let result = try fixture.result()
    #expect(result.passed == 2 && result.failed == 0, "\(result) \(steps)")
  }

  @Test("the time in which a sleeping task goes on is recorded")
  func sleepingTask() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Sleep")
    fixture.wait(0.6)
    try fixture.click("Save")
    fixture.wait(2)
    let steps = try fixture.steps().filter { !$0.hasPrefix("t:") }
    #expect(steps.suffix(3) == [#"app:tap "Sleep""#, "app:advance(0.6)", #"app:tap "Save""#], "\(steps)")
    #expect(try fixture.result().passed == 1)
  }

  @Test("what a worker delivers is awaited")
  func worker() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Work")
    try fixture.waitForWorkers()
    fixture.wait(2)
    let steps = try fixture.steps()
    #expect(steps.contains { $0.hasPrefix(#"app:waitFor "Worked"#) }, "\(steps)")
    #expect(try fixture.result().passed == 1)
  }

  @Test("what a worker delivers while the help is open is awaited afterwards")
  func workerBehindHelp() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Work")
    try fixture.key(.function(1))
    try fixture.waitForWorkers()
    fixture.wait(2)
    while try fixture.session.running.application.keyWindow?.overlay != nil { try fixture.key(.escape) }
    fixture.wait(2)
    let steps = try fixture.steps()
    #expect(steps.contains { $0.hasPrefix(#"app:waitFor "Worked"#) }, "\(steps)")
    #expect(try fixture.result().passed == 1)
  }

  @Test("a number that a worker delivers is awaited before the next step, also while a message of the app is shown")
  func workerBelowMessage() throws {
    let fixture = try Fixture(
      Self.notifying(
        "Find",
        """
        app:notify "Searching"
        self:task(function()
          self:show(ui.Worker("local start = os.clock() while os.clock() - start < 0.05 do end return 12"):wait())
        end)
        """))
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Find")
    try fixture.waitForWorkers()
    try fixture.key(.tab)
    fixture.wait(2)
    let steps = try fixture.steps()
    let wait = try #require(steps.firstIndex(of: #"app:waitFor "found 12""#), "\(steps)")
    #expect(steps.firstIndex(of: #"app:key "tab""#).map { wait < $0 } == true, "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("the time until a button is released counts for earlier timers, and not for those that it starts")
  func heldButton() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Later")
    try fixture.click("Later", held: 0.5)
    fixture.wait(2.7)
    let steps = try fixture.steps()
    #expect(
      steps.filter { !$0.hasPrefix("t:") }.suffix(4) == [
        #"app:tap "Later""#, "app:advance(0.5)", #"app:tap "Later""#, "app:advance(2.7)",
      ], "\(steps)")
    #expect(try fixture.result().passed == 1)
  }

  @Test("what was recorded until a pause is in the file already")
  func fileAtPause() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.type("kept")
    fixture.wait(2)
    try fixture.type(" and lost")
    let text = try String(contentsOfFile: fixture.file, encoding: .utf8)
    #expect(text.contains(#"app:type "kept""#) && !text.contains("lost"), "\(text)")
    #expect(text.hasSuffix("end)\n"), "\(text)")
  }

  @Test("an earlier recording is replaced, and any other file is not")
  func replaces() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    #expect(throws: RecordingError.self) { try fixture.session.startRecording(to: fixture.file + "2") }
    try fixture.session.endRecording()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.session.endRecording()
    try "-- mine".write(toFile: fixture.file, atomically: true, encoding: .utf8)
    #expect(throws: RecordingError.self) { try fixture.session.startRecording(to: fixture.file) }
    #expect(try String(contentsOfFile: fixture.file, encoding: .utf8) == "-- mine")
  }

  @Test("a FIFO without a reader is refused at once")
  func fifo() throws {
    let fixture = try Fixture()
    #expect(mkfifo(fixture.file, 0o600) == 0)
    #expect(throws: RecordingError.self) { try fixture.session.startRecording(to: fixture.file) }
  }

  @Test("an error that a played test expects is no problem of the app")
  func playsExpectedError() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.click("Fail")
    try fixture.session.endRecording()
    let other = try Fixture()
    let runner = try TestRunner(fixture.file)
    runner.onPrint = { _ in }
    #expect(runner.play(in: other.session) { _ in }.passed == 1)
    #expect(other.problems.isEmpty, "\(other.problems)")
    try other.click("Fail")
    #expect(other.problems.count == 1, "\(other.problems)")
  }

  @Test("playing performs the steps in the running app, which goes on, and names the step that failed")
  func plays() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try fixture.type("hello")
    try fixture.click("Save")
    try fixture.session.endRecording()
    let other = try Fixture()
    func play() throws -> TestRunner.Result {
      let runner = try TestRunner(fixture.file)
      runner.onPrint = { _ in }
      return runner.play(in: other.session) { size in size.map(other.session.resize) }
    }
    #expect(try play().passed == 1)
    #expect(try other.session.running.application.render().text.contains("Saved hello"))
    #expect(other.problems.isEmpty)
    try other.click("Tea")
    try other.key(.key(.tab, .shift))
    try other.key(.key(.tab, .shift))
    let text = try String(contentsOfFile: fixture.file, encoding: .utf8).replacing("\"Save\"", with: "\"Send\"")
    try text.write(toFile: fixture.file, atomically: true, encoding: .utf8)
    let failure = try #require(try play().cases.first?.failure)
    #expect(failure.contains("walk.test.lua:9") && failure.contains("app:tap(\"Send\")"), "\(failure)")
    #expect(other.session.host != nil)
  }
}
