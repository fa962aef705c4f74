import Foundation
import Interface
import LuaRuntime
import LuaScreens
import Testing

@testable import AppSession

@Suite("Recording lines of Lua, and played tests")
@MainActor
struct RecordingLinesTests {
  typealias Fixture = RecordingTests.Fixture

  /// Enters a line as at the prompt.
  private func enter(_ line: String, _ fixture: Fixture) throws {
    let session = fixture.session
    let host = try session.running
    let task = try session.recordingLine(line) {
      try host.turn {
        let task = try host.begin(line: line)
        // The prompt prints its error.
        task.onEnd = {}
        return task
      }
    }
    if task.error == nil {
      try host.turn {
        let stack = try host.lua.stack
        let base = stack.top
        defer { stack.top = base }
        _ = try host.pushResults(ofLine: task, on: stack)
      }
    }
    session.endStep()
  }

  @Test("a line that raises an error is expected to do so")
  func failedLine() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    try enter("count = 1 error 'no'", fixture)
    #expect(throws: LuaError.self) { try enter("nope nope", fixture) }
    let steps = try fixture.steps()
    #expect(
      steps.last == #"t:expect(function() app:eval("count = 1 error 'no'") end):fails "no""#, "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("a line that only looks is recorded if a later one uses its value as _")
  func lastValue() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    for line in [
      "app.identifier", "= app.window.rootViewController", "_.view", "_.subviews[5].text = 'set'",
    ] {
      try enter(line, fixture)
    }
    try enter("ui.Label { text = app.identifier }", fixture)
    fixture.wait(2)
    let steps = try fixture.steps()
    #expect(
      steps.filter { $0.hasPrefix("app:") } == [
        #"app:eval "app.window.rootViewController""#, #"app:eval "_.view""#, #"app:eval "_.subviews[5].text = 'set'""#,
        #"app:eval "ui.Label { text = app.identifier }""#,
      ], "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  /// Plays a test in the app of a fixture, which records it.
  private func play(_ body: String, in fixture: Fixture) throws -> TestRunner.Result {
    let file = fixture.folder.appendingPathComponent("played.test.lua")
    try """
    local test = require "luahost.test"
    test.case("played", function(t)
      local app = t:launch "app.lua"
      \(body)
    end)
    """.write(to: file, atomically: true, encoding: .utf8)
    let runner = try TestRunner(file.path)
    runner.onPrint = { _ in }
    return runner.play(in: fixture.session) { _ in }
  }

  @Test("the return to a save, the background and the Lua of a played test are recorded")
  func playedSteps() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    let played = try play(
      """
      app:type "one"
      local save = app:preserve()
      app:type "two"
      app:rollback(save)
      app:background()
      app:foreground()
      app:eval "count = 1"
      t:expect(app:eval "count"):equals(1)
      t:expect(function() app:eval "error 'no'" end):fails "no"
      """, in: fixture)
    #expect(played.passed == 1, "\(played)")
    let steps = try fixture.steps().filter { !$0.hasPrefix("t:expect(app:screen") }
    #expect(
      steps.dropFirst().map { $0.replacing(#/save\d+/#, with: "save") } == [
        #"app:type "one""#, "local save = app:preserve()", #"app:type "two""#, "app:rollback(save)",
        "app:background()", "app:foreground()", #"app:eval "count = 1""#,
        #"t:expect(function() app:eval("error 'no'") end):fails "no""#,
      ], "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("a return to the save of the launch, and from there to a later one, are steps of one case")
  func returnToLaunch() throws {
    let fixture = try Fixture()
    let first = try #require(try fixture.session.lastSave)
    try fixture.session.startRecording(to: fixture.file)
    try fixture.type("one")
    fixture.wait(2)
    let second = try #require(try fixture.session.lastSave)
    try fixture.session.rollBack(to: first)
    fixture.wait(2)
    try fixture.session.rollBack(to: second)
    try fixture.type("!")
    try fixture.click("Save")
    let steps = try fixture.steps()
    #expect(
      steps.filter { $0.hasPrefix("app:rollback") } == [first, second].map { "app:rollback(save\($0))" }, "\(steps)")
    #expect(!steps.contains { $0.contains("archive") }, "\(steps)")
    let result = try fixture.result()
    #expect(result.passed == 1 && result.failed == 0, "\(result) \(steps)")
  }

  @Test("in a case that begins with an earlier save, a return to that is a step")
  func returnToCopy() throws {
    let fixture = try Fixture()
    try fixture.type("before")
    let save = try #require(try fixture.session.lastSave)
    try fixture.type(" and later")
    try fixture.session.startRecording(to: fixture.file)
    try fixture.session.rollBack(to: save)
    let copy = try #require(try fixture.session.lastSave)
    try fixture.type("!")
    try fixture.session.rollBack(to: copy)
    try fixture.click("Save")
    let steps = try fixture.steps()
    #expect(steps.contains("app:rollback(save\(copy))"), "\(steps)")
    let result = try fixture.result()
    #expect(result.passed == 2 && result.failed == 0, "\(result) \(steps)")
  }

  @Test("the time between a fresh launch and the recording counts for timers")
  func earlierTime() throws {
    let fixture = try Fixture(
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.clock" }
      function app:didFinishLaunching()
        local label, count = ui.Label { text = "ticks 0" }, 0
        ui.every(0.5, function() count = count + 1 label.text = "ticks " .. count end)
        self.window = ui.Window { rootViewController = ui.ViewController { view = ui.VStack { label } } }
        self.window:makeKeyAndVisible()
      end
      return app
      """)
    fixture.wait(0.4)
    try fixture.session.startRecording(to: fixture.file)
    try fixture.session.advance(by: 0.3)
    let steps = try fixture.steps()
    #expect(steps.last == #"t:expect(app:screen()):contains "ticks 1""#, "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("a resize to the size that the screen has is not recorded")
  func resizeAndBack() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    for (columns, rows) in [(80, 16), (80, 24), (70, 20), (60, 20), (60, 10), (60, 20)] {
      if columns == 60, rows == 10 { try fixture.type("a") }
      fixture.session.resize(to: Size(width: columns, height: rows))
    }
    try fixture.type("b")
    let steps = try fixture.steps()
    #expect(steps.filter { $0.hasPrefix("app:") } == ["app:resize(60, 20)", #"app:type "ab""#], "\(steps)")
  }

  @Test("a changed script that cannot be loaded is no error that the test expects")
  func brokenScript() throws {
    let fixture = try Fixture()
    try fixture.session.startRecording(to: fixture.file)
    fixture.session.report(Problem(error: SessionError.notRunning, summary: "The changed scripts could not be loaded"))
    let steps = try fixture.steps()
    #expect(!steps.contains { $0.contains("failed") }, "\(steps)")
  }

  @Test("a recording whose file cannot be written continues, and is written when it can be, or to another file")
  func unwritable() throws {
    let fixture = try Fixture()
    let folder = fixture.folder.appendingPathComponent("gone")
    func create() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    try create()
    try fixture.type("before")
    try fixture.session.startRecording(to: folder.appendingPathComponent("walk.test.lua").path)
    try FileManager.default.removeItem(at: folder)
    try fixture.type("one")
    fixture.wait(2)
    try fixture.type("two")
    fixture.wait(2)
    try fixture.type("three")
    #expect(fixture.problems.count == 1 && fixture.problems[0].hasPrefix("The recording could not be saved"))
    #expect(throws: RecordingError.self) { try fixture.session.endRecording() }
    try fixture.session.startRecording(to: fixture.file)
    try fixture.type("four")
    let steps = try fixture.steps()
    #expect(steps.first == #"local app = t:launch("app.lua", { archive = "walk.state.json" })"#, "\(steps)")
    #expect(steps.filter { $0.hasPrefix("app:type") }.joined().contains("four"), "\(steps)")
    let result = try fixture.result()
    #expect(result.passed == 1, "\(result) \(steps)")
  }

  @Test("at the exit, a recording whose file cannot be written is written elsewhere")
  func elsewhere() throws {
    let fixture = try Fixture()
    let folder = fixture.folder.appendingPathComponent("gone")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try fixture.session.startRecording(to: folder.appendingPathComponent("walk.test.lua").path)
    try fixture.type("kept")
    try FileManager.default.removeItem(at: folder)
    var place: String?
    do {
      try fixture.session.terminate()
    } catch RecordingError.notWritten(_, _, elsewhere: let file) {
      place = file
    }
    let file = try #require(place)
    defer { try? FileManager.default.removeItem(atPath: URL(fileURLWithPath: file).deletingLastPathComponent().path) }
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains(#"app:type "kept""#))
    let runner = try TestRunner(file)
    runner.onPrint = { _ in }
    #expect(runner.run().passed == 1)
  }

  @Test("of an app that an error leaves without a screen, the test expects that the launch fails")
  func failedLaunch() throws {
    let fixture = try Fixture(
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.failed" }
      function app:didFinishLaunching() error "no root" end
      return app
      """)
    try fixture.session.startRecording(to: fixture.file)
    fixture.wait(2)
    let steps = try fixture.steps()
    #expect(steps == [#"t:expect(function() t:launch "app.lua" end):fails "no root""#], "\(steps)")
    #expect(try fixture.result().passed == 1, "\(steps)")
  }

  @Test("a folder is no file for a recording")
  func directory() throws {
    let fixture = try Fixture()
    #expect { try fixture.session.startRecording(to: fixture.folder.path) } throws: { error in
      "\(error)".contains("Is a directory")
    }
  }
}
