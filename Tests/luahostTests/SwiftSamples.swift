import AppSession
import Foresight
import Interface
import Loop
import LuaRuntime
import LuaScreens
import StateRestoration

/// The Swift lines of the guides, compiled here.
@MainActor
enum SwiftSamples {
  static let path = #filePath

  static func embed(on frontEnd: any FrontEnd) throws {
    let session = AppSession(
      ScriptHost.Configuration(script: "notes.lua"), storage: .files(directory: "state", session: "main"))
    let outcome = try AppScreen(session, on: frontEnd).run()
    _ = outcome
  }

  static var configuration: ScriptHost.Configuration {
    var configuration = ScriptHost.Configuration(script: "notes.lua")
    configuration.register = { host in
      let meter = try host.lua.define("Meter", Meter.self, "A gauge.") { Meter() }
      meter.property("level", "The level.", get: { $0.level }, set: { $0.level = $1 })
      let counter = try host.lua.define("CounterController", CounterController.self, "A count.") { CounterController() }
      counter.property("count", "The count.", get: { $0.count }, set: { $0.count = $1 })
    }
    return configuration
  }

  static func drive() throws {
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    try session.load()
    try session.launch()
    session.endStep()
    try Automation(session.running.application).tap("More")
    session.endStep()
    try session.advance(by: 2)
    session.resize(to: Size(width: 40, height: 10))
    session.endStep()
  }

  static func test(_ configuration: ScriptHost.Configuration) throws {
    let runner = try TestRunner("app.test.lua")
    runner.register = configuration.register
    runner.examine = { try Doctor.examine($0).findings.map(\.description) }
    EverywhereTests(includesAll: false).install(in: runner)
    let isPassed = runner.run().failed == 0
    _ = isPassed
  }

  final class Meter: View {
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

  final class CounterController: ViewController {
    var count = 0 { didSet { invalidateRestorableState() } }

    override func encodeRestorableState(with coder: StateCoder) throws { coder.encode(count, forKey: "count") }
    override func decodeRestorableState(with coder: StateCoder) throws {
      count = coder.decodeInteger(forKey: "count") ?? 0
    }
  }
}
