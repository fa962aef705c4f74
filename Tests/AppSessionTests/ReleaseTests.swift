import Foundation
import Loop
import LuaScreens
import Testing

@testable import AppSession

@Suite("Release of ended apps")
@MainActor
struct ReleaseTests {
  private nonisolated static let apps = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("scripts/apps")

  private nonisolated static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: apps.path))?.sorted()
    .filter { $0.hasSuffix(".lua") && !$0.hasSuffix(".test.lua") } ?? []

  /// Runs an app, kills it, and runs it again. Returns its session and host if they were not released.
  private func leftover(_ configuration: ScriptHost.Configuration) throws -> (AppSession?, ScriptHost?) {
    weak var left: AppSession?
    weak var host: ScriptHost?
    do {
      let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
      try session.load()
      try session.launch()
      session.loop.advance(by: 0.1)
      session.kill()
      try session.relaunch()
      left = session
      host = try session.running
      session.kill()
    }
    return (left, host)
  }

  @Test("every example app releases its session and scripts", arguments: names)
  func examples(name: String) throws {
    let left = try leftover(ScriptHost.Configuration(script: Self.apps.appendingPathComponent(name).path))
    #expect(left.0 == nil && left.1 == nil)
  }

  @Test("an app releases its classes and what is defined in them")
  func classes() throws {
    var configuration = ScriptHost.Configuration(script: "app.lua")
    configuration.source = """
      local ui = require "luahost"
      local Screen = ui.ViewController:subclass "Screen"
      local app = ui.Application { identifier = "org.example.classes" }
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = Screen { view = ui.VStack { ui.Label { text = "label" } } } }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    struct Weak { weak var object: AnyObject? }
    var left: [(String, Weak)] = []
    do {
      let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
      try session.load()
      try session.launch()
      for hostClass in try session.running.lua.hostClasses {
        left.append((hostClass.name, Weak(object: hostClass)))
        left += hostClass.properties.map { ("\(hostClass.name).\($0.name)", Weak(object: $0)) }
        left += hostClass.methods.map { ("\(hostClass.name):\($0.name)", Weak(object: $0)) }
      }
      session.kill()
    }
    #expect(left.count > 1000)
    #expect(left.filter { $0.1.object != nil }.map(\.0) == [])
  }

  @Test("an app whose commands name their methods is released")
  func namedCommands() throws {
    var configuration = ScriptHost.Configuration(script: "app.lua")
    configuration.source = """
      local ui = require "luahost"
      local Screen = ui.ViewController:subclass "Screen"
      function Screen:go() end
      function Screen:viewDidLoad() self.keyCommands = { { title = "Go", input = "g", action = "go" } } end
      local app = ui.Application { identifier = "org.example.commands" }
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = Screen() }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    let left = try leftover(configuration)
    #expect(left.0 == nil && left.1 == nil)
  }
}
