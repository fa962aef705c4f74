import AppSession
import Foundation
import Interface
import Loop
import LuaRuntime
import LuaScreens
import StateRestoration
import Testing

@testable import Foresight

/// A gauge that a program draws itself.
private final class Meter: View {
  var level = 0 {
    didSet {
      setNeedsDisplay()
      invalidateRestorableState()
    }
  }

  override func sizeThatFits(_ proposal: Size) -> Size { Size(width: 10, height: 1) }
  override func draw(in canvas: Canvas) { canvas.put("meter \(level)", x: 0, y: 0, style: .plain) }

  override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    coder.encode(level, forKey: "level")
  }

  override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    level = coder.decodeInteger(forKey: "level") ?? 0
  }
}

/// A screen with a count.
private final class CounterController: ViewController {
  var count = 0 { didSet { invalidateRestorableState() } }

  override func encodeRestorableState(with coder: StateCoder) throws { coder.encode(count, forKey: "count") }
  override func decodeRestorableState(with coder: StateCoder) throws {
    count = coder.decodeInteger(forKey: "count") ?? 0
  }
}

/// Apps whose scripts use classes of a Swift program.
@Suite("Classes of a Swift program")
@MainActor
struct SwiftClassesTests {
  private static func script(more: String = "") -> String {
    """
    local ui = require "luahost"
    local Main = ui.CounterController:subclass "MainController"
    function Main:loadView()
      self.meter = ui.Meter { restorationIdentifier = "meter" }
      self.label = ui.Label { text = "none" }
      self.view = ui.VStack { self.meter, self.label, ui.Button { title = "More", action = function()
        self.count = self.count + 1
        self.meter.level = self.meter.level + 10
        \(more)
      end } }
    end
    function Main:decodeRestorableState(coder)
      Main.super.decodeRestorableState(self, coder)
      self.restored = coder:decodeInteger "count"
    end
    function Main:viewControllerWithRestorationIdentifierPath(path, coder) return Main() end
    local app = ui.Application { identifier = "org.example.swift", version = "1.0" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        self.window.rootViewController = Main { restorationIdentifier = "main", restorationClass = Main }
      end
      self.window:makeKeyAndVisible()
    end
    return app
    """
  }

  private static func register(_ host: ScriptHost) throws {
    let meter = try host.lua.define("Meter", Meter.self, "A gauge.") { Meter() }
    meter.property("level", "The level.", get: { $0.level }, set: { $0.level = $1 })
    let counter = try host.lua.define("CounterController", CounterController.self, "A count.") { CounterController() }
    counter.property("count", "The count.", get: { $0.count }, set: { $0.count = $1 })
  }

  private func configuration(_ script: String = "app.lua", more: String = "") -> ScriptHost.Configuration {
    var configuration = ScriptHost.Configuration(script: script)
    if script == "app.lua" { configuration.source = Self.script(more: more) }
    configuration.register = Self.register
    return configuration
  }

  private func screen(of session: AppSession) throws -> String {
    try #require(try session.running.application.window).render().text
  }

  @Test("a script's controller and view of Swift classes are restored after a kill")
  func restored() throws {
    let session = AppSession(configuration(), storage: .memory, loop: MainLoop(.virtual))
    try session.load()
    try session.launch()
    for _ in 1...3 {
      try Automation(session.running.application).tap("More")
      session.endStep()
    }
    try session.advance(by: 1)
    session.kill()
    session.resize(to: Size(width: 40, height: 10))
    try session.relaunch()
    session.endStep()
    #expect(try screen(of: session).contains("meter 30"))
    let main = try session.running.application.window?.rootViewController as? CounterController
    #expect(main?.count == 3)
    #expect(try session.running.application.screenSize.width == 40)
    let drawn = try SavedScreen.draw(#require(try session.store?.currentArchive()), of: session)
    #expect(drawn.text.contains("meter 30"))
    #expect(try Doctor.examine(session).findings == [])
    try session.reload()
    #expect(try screen(of: session).contains("meter 30"))
  }

  /// Counts the hosts that were created for a configuration.
  @MainActor
  private final class Count {
    var hosts = 0
  }

  @Test("the doctor examines an app with Swift classes, and lets observers of the program watch")
  func doctor() throws {
    var configuration = configuration()
    let count = Count()
    configuration.observers.append { _ in
      count.hosts += 1
      return []
    }
    let diagnosis = try Doctor(configuration).examine()
    #expect(diagnosis.findings == [])
    #expect(diagnosis.otherErrors == [])
    #expect(count.hosts >= 3)
  }

  @Test("an exploration examines an app with Swift classes, in this process")
  func exploration() throws {
    let loss = "self.clicks = (self.clicks or 0) + 1 self.label.text = 'clicks ' .. self.clicks"
    for (more, hasLosses) in [("", false), (loss, true)] {
      var exploration = Exploration(configuration(more: more))
      exploration.steps = 300
      exploration.workers = 2
      exploration.workerProgram = ["/bin/false"]
      let report = try exploration.explore()
      #expect(report.steps > 0)
      #expect(report.complaints == [])
      #expect(report.hasLosses == hasLosses, "\(report.steps) \(report.tests) \(report.coverageLines)")
    }
  }

  @Test("states of an app with Swift classes are kept, with its tests, and an upgrade is tested with them")
  func keptStates() throws {
    let folder = NSTemporaryDirectory() + "luahost-swift-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = "\(folder)/app.lua"
    try Self.script().write(toFile: script, atomically: true, encoding: .utf8)
    let test = "\(folder)/app.test.lua"
    try """
    local test = require "luahost.test"
    test.case("more", function(t)
      local app = t:launch "app.lua"
      app:tap "More"
      app:kill()
      app:relaunch()
      t:expect(app:screen()):contains "meter 10"
    end)
    """.write(toFile: test, atomically: true, encoding: .utf8)
    let runner = try TestRunner(test)
    runner.onPrint = { _ in }
    runner.register = Self.register
    let result = runner.run()
    #expect(result.passed == 1 && result.failed == 0, "\(result.cases)")
    try "require('luahost.test').everywhere('more', 'app.lua', function(app) app:tap 'More' end)"
      .write(toFile: "\(folder)/everywhere.test.lua", atomically: true, encoding: .utf8)
    let failures = try [false, true].map { isInstalled in
      let runner = try TestRunner("\(folder)/everywhere.test.lua")
      runner.onPrint = { _ in }
      runner.register = Self.register
      if isInstalled { EverywhereTests(includesAll: false).install(in: runner) }
      return runner.run().cases.map(\.failure)
    }
    #expect(failures == [["test.everywhere is not available in this program"], [nil]])
    #expect(try Doctor(configuration(script)).examine(afterTest: test).findings == [])
    let names = try StateKeeper(configuration(script), version: "1").keep(in: "\(folder)/kept")
    #expect(names.count == 2, "\(names)")
    for state in try KeptStates(in: "\(folder)/kept").states {
      let losses = try UpgradeTest(configuration(script)).run(state).losses
      #expect(losses.isEmpty, "\(losses)")
    }
  }

  @Test("processes that share an exploration run the app of its configuration")
  func work() throws {
    var configuration = ScriptHost.Configuration(
      script: "app.lua", arguments: [LuaBytes([97])], lua: .init(memoryLimit: 1 << 20, capabilities: [.files]),
      screenSize: Size(width: 30, height: 5), version: "2")
    configuration.source = "return 1"
    let settings = ExploredRun.Settings(configuration, isAllowed: true)
    let sent = try JSONEncoder().encode(#require(ExplorationWork(settings)))
    let received = try JSONDecoder().decode(ExplorationWork.self, from: sent).settings
    #expect(received.isAllowed)
    #expect(received.configuration.source == "return 1")
    #expect(received.configuration.version == "2")
    #expect(received.configuration.arguments.map(\.bytes) == [[97]])
    #expect(received.configuration.screenSize == Size(width: 30, height: 5))
    #expect(received.configuration.lua.memoryLimit == 1 << 20)
    #expect(received.configuration.lua.capabilities == LuaCapabilities.files)
    configuration.observers.append { _ in [] }
    #expect(ExplorationWork(ExploredRun.Settings(configuration, isAllowed: true)) == nil)
  }

  @Test("a negative depth explores nothing")
  func depth() throws {
    var exploration = Exploration(configuration())
    exploration.depth = -1
    #expect(try exploration.explore().steps == 0)
  }

  @Test(
    "a function or constant of a Swift program does not replace another member of the module",
    arguments: ["after", "Label", "version", "double"])
  func takenNames(name: String) throws {
    var configuration = configuration()
    configuration.source = "local ui = require 'luahost' return ui.Application { identifier = 'org.example.names' }"
    configuration.register = { host in
      host.module.constant("double", 2, "A number.")
      host.module.function("triple(x)", "Three times a number.") { (x: Int) in 3 * x }
    }
    try AppSession(configuration, storage: .memory, loop: MainLoop(.virtual)).load()
    configuration.register = { [register = configuration.register] host in
      try register?(host)
      host.module.function("\(name)(x)", "Taken.") { (x: Int) in x }
    }
    let error = #expect(throws: LuaError.self) {
      try AppSession(configuration, storage: .memory, loop: MainLoop(.virtual)).load()
    }
    #expect(error?.message == "ui.\(name) is already defined")
  }
}
