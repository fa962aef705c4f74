import ArchiveStore
import Foundation
import Interface
import Loop
import LuaRuntime
import LuaScreens
import Seeded
import StateRestoration
import Testing

@testable import AppSession

/// Random input in an app is recorded; the recording, with the whole screen of each pause as an expectation, is run in a
/// fresh session.
@Suite("Recording random input")
@MainActor
struct RecordingWalkTests {
  private nonisolated static let apps = ["stateapp", "gallery", "hypnonerd", "homepwner"]

  @Test("a played recording shows the same screens, and saves the same state", arguments: apps)
  func walk(name: String) throws {
    let seed = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? 1
    for walk: UInt64 in 0..<4 { try self.walk(name, SeededGenerator(state: seed &* 1000 &+ walk)) }
  }

  @Test("timers that steps start fire in a played recording when they did", arguments: [1, 2, 3, 4, 5, 6])
  func timers(seed: UInt64) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-timers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("timers.lua")
    try Self.timers.write(to: source, atomically: true, encoding: .utf8)
    try walk(source.path, SeededGenerator(state: seed))
  }

  @Test("a played recording of clicks on all controls changes them as they were", arguments: [1, 2, 3, 4, 5, 6, 7, 8])
  func controls(seed: UInt64) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-controls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("controls.lua")
    try ControlsApp.source.write(to: source, atomically: true, encoding: .utf8)
    let size = Size(width: ControlsApp.size.columns, height: ControlsApp.size.rows)
    try walk(source.path, SeededGenerator(state: seed), size: size, aimsAtControls: true)
  }

  /// An app whose steps start and stop timers with different delays, beside a clock.
  private static let timers = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.timers" }
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:loadView()
      self.log = ui.Label { text = "" }
      local function note(word) self.log.text = self.log.text:sub(-60) .. " " .. word end
      local function delayed(title, seconds)
        return ui.Button { title = title, action = function()
          note(title)
          ui.after(seconds, function() note(title .. " came") end)
        end }
      end
      self.field = ui.TextField { restorationIdentifier = "field" }
      self.field.onChange = function()
        if self.wait then self.wait:cancel() end
        self.wait = ui.after(0.4, function() note("typed " .. #self.field.text) end)
      end
      local clock
      self.view = ui.VStack {
        self.log, self.field, delayed("Soon", 0.3), delayed("Later", 2),
        ui.Button { title = "Clock", action = function()
          if clock then clock:cancel() clock = nil else clock = ui.every(0.7, function() note "tick" end) end
        end },
        ui.Button { title = "Task", action = function()
          ui.task(function() for i = 1, 3 do ui.sleep(0.6) note("task " .. i) end end)
        end },
      }
    end
    function app:shouldSaveApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      self.window.rootViewController = Screen { restorationIdentifier = "screen" }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  private func walk(
    _ name: String, _ generator: SeededGenerator, size: Size = Size(width: 80, height: 24), aimsAtControls: Bool = false
  ) throws {
    var generator = generator
    let source = name.hasPrefix("/") ? name : URL(fileURLWithPath: "scripts/apps/\(name).lua").path
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-walk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = AppSession(ScriptHost.Configuration(script: source), storage: .memory, loop: MainLoop(.virtual))
    session.configuration.screenSize = size
    session.configuration.wallClock = { 1_800_000_000 }
    session.onPrint = { _ in }
    session.onProblem = { _ in }
    defer { session.kill() }
    try session.load()
    try session.launch()
    session.endStep()
    let file = folder.appendingPathComponent("walk.test.lua").path
    try session.startRecording(to: file)
    var screens: [String] = []
    for _ in 0..<(aimsAtControls ? 80 : 40) {
      guard let host = session.host else { break }
      let controls = aimsAtControls ? Self.controls(in: host.application) : []
      for event in Self.events(on: session.configuration.screenSize, controls, &generator) {
        guard let host = session.host else { break }
        // The text of a secure field is not recorded.
        if (host.application.keyWindow?.firstResponder as? TextField)?.isSecure == true, !Self.isHarmless(event) {
          continue
        }
        host.turn { _ = host.application.handle(event) }
        session.endStep()
      }
      if Int.random(in: 0..<4, using: &generator) == 0 {
        let seconds = Double.random(in: Bool.random(using: &generator) ? 1...3 : 0.01...0.9, using: &generator)
        _ = session.loop.advance(by: seconds)
        session.endStep()
      }
      guard Int.random(in: 0..<3, using: &generator) == 0, let host = session.host else { continue }
      // The phase of an animation depends on times that a recording does not have.
      if let view = host.application.keyWindow?.rootViewController?.view, Self.isAnimated(view) { continue }
      session.recordPause()
      session.recorded(.comment("pause \(screens.count)")) {}
      screens.append(host.turn { host.application.render().text })
    }
    session.endStep()
    try session.endRecording()
    let archive = try session.store?.currentArchive()
    var text = try String(contentsOfFile: file, encoding: .utf8)
    for (index, screen) in screens.enumerated() {
      text = text.replacing(
        "  -- pause \(index)\n", with: "  t:expect(app:screen()):equals(\(screen.asLua))\n")
    }
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let runner = try TestRunner(file)
    runner.onPrint = { _ in }
    runner.willLaunch = { $0.configuration.wallClock = { 1_800_000_000 } }
    var played: Archive?
    runner.caseDidEnd = { _, sessions in played = (try? sessions.first?.store?.currentArchive()) ?? nil }
    let result = runner.run()
    #expect(result.passed == 1, "\(name): \(result.cases.first?.failure ?? "")\n\(text)")
    let difference = ArchiveDifference(from: try #require(archive), to: try #require(played))
    #expect(difference.nodes.isEmpty, "\(name): \(ArchiveText.lines(difference).joined(separator: "\n"))\n\(text)")
  }

  /// Returns the frames of the focusable views on the screen.
  private static func controls(in application: Application) -> [Rect] {
    var found: [Rect] = []
    func visit(_ view: View) {
      if view.canBecomeFirstResponder {
        found.append(Rect(origin: view.convertToWindow(.zero), size: view.bounds.size))
      }
      view.subviews.forEach(visit)
    }
    (application.keyWindow?.rootViewController?.view).map(visit)
    return found
  }

  private static func isAnimated(_ view: View) -> Bool {
    (view as? ActivityIndicator)?.isAnimating == true || (view as? ProgressView)?.isIndeterminate == true
      || view.subviews.contains(where: isAnimated)
  }

  private static func isHarmless(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key): key.key == .tab
    case .mouse: true
    case .paste, .resize: false
    }
  }

  /// Returns the events of one random action: keys, text, a click, a double click or a drag; mostly clicks on controls
  /// if there are any.
  private static func events(
    on size: Size, _ controls: [Rect], _ generator: inout SeededGenerator
  ) -> [InputEvent] {
    let target = controls.filter { $0.width > 0 && $0.height > 0 }.randomElement(using: &generator)
    // The key hints in the last line lead to commands of the host, which tests do not have.
    let area = target ?? Rect(x: 0, y: 0, width: size.width, height: size.height - 1)
    let place = Point(
      x: Int.random(in: area.minX..<area.maxX, using: &generator),
      y: Int.random(in: area.minY..<area.maxY, using: &generator))
    func click(_ place: Point, button: Int = 1) -> [InputEvent] {
      [.mouse(MouseEvent(.press(button: button), at: place)), .mouse(MouseEvent(.release(button: button), at: place))]
    }
    switch Int.random(in: target == nil || Bool.random(using: &generator) ? 0..<12 : 0..<4, using: &generator) {
    case 0..<4: return click(place)
    case 4: return click(place) + click(place)
    case 5: return click(place, button: 3)
    case 6:
      let end = Point(x: min(size.width - 1, place.x + 3), y: place.y)
      return [
        .mouse(MouseEvent(.press(button: 1), at: place)), .mouse(MouseEvent(.drag(button: 1), at: end)),
        .mouse(MouseEvent(.release(button: 1), at: end)),
      ]
    case 7: return "ab c".map { .key(.character($0)) }
    case 8: return [.paste("pasted")]
    default:
      let keys: [KeyPress] = [
        .enter, .tab, .up, .down, .left, .right, .space, .escape, .pageDown, .home, .end, .backspace, .control("a"),
        .key(.tab, .shift), .key(.right, .shift),
      ]
      return (0..<3).map { _ in .key(keys.randomElement(using: &generator) ?? .tab) }
    }
  }
}
