import Foundation
import Testing

@testable import AppSession

@Suite("Requested crashes in tests")
@MainActor
struct CrashTests {
  private static let app = """
    local ui = require "luahost"
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:loadView() self.field = ui.TextField { restorationIdentifier = "field" } self.view = self.field end
    function Screen:encodeRestorableState(coder) coder:encode("count", self.count or 0) end
    function Screen:decodeRestorableState(coder)
      self.count = coder:decode "count"
      print("decoded")
    end
    function Screen:viewControllerWithRestorationIdentifierPath() return Screen() end
    local app = ui.Application { identifier = "org.example.crashing" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      print("launched")
      self.window.rootViewController = self.window.rootViewController
        or Screen { restorationIdentifier = "screen", restorationClass = Screen }
      self.window:makeKeyAndVisible()
    end
    function app:didEnterBackground() print("background") end
    function app:willTerminate() print("terminated") end
    return app
    """

  /// Runs a case, and returns why it failed, and its output.
  private func run(_ body: String) throws -> (failure: String?, printed: String) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-crash-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.app.write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    let file = folder.appendingPathComponent("app.test.lua")
    try """
    local test = require "luahost.test"
    test.case("case", function(t)
      local app = t:launch "app.lua"
      \(body)
    end)
    """.write(to: file, atomically: true, encoding: .utf8)
    let runner = try TestRunner(file.path)
    var printed = ""
    runner.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
    let result = runner.run()
    return (result.cases.first?.failure, printed)
  }

  @Test("a crash during a save keeps the previous save; the step raises an error, and a relaunch works")
  func saving() throws {
    for step in ["app:background()", "app:preserve()", "app:type 'two'", "app:terminate()"] {
      let (failure, printed) = try run(
        """
        app:type "one"
        local before = #app:saves()
        app:crash "saving"
        local ok, message = pcall(function() \(step) end)
        t:expect(ok):isFalse()
        t:expect(tostring(message)):contains 'crashed while saving its state, as requested by app:crash("saving")'
        t:expect(function() app:screen() end):fails "not running"
        app:relaunch()
        t:expect(app:find("field").text):contains "one"
        t:expect(#app:saves() >= before):isTrue()
        app:background()
        """)
      #expect(failure == nil, "\(step): \(failure ?? "")")
      #expect(!printed.contains("terminated"), "\(step)")
    }
  }

  @Test("an app that crashes during restoration is restored by the next relaunch")
  func restoring() throws {
    let (failure, printed) = try run(
      """
      app:type "one"
      app:kill()
      app:crash "restoring"
      t:expect(function() app:relaunch() end):fails "crashed while restoring"
      t:expect(function() app:screen() end):fails "not running"
      app:relaunch()
      t:expect(app:find("field").text):equals "one"
      """)
    #expect(failure == nil, "\(failure ?? "")")
    #expect(printed.components(separatedBy: "decoded").count == 2, "the script went on after its death: \(printed)")
    #expect(printed.components(separatedBy: "launched").count == 3, "\(printed)")
  }

  @Test("after two crashes with the same state the third launch refuses it; a rollback restores it")
  func refused() throws {
    let (failure, printed) = try run(
      """
      app:type "one"
      local saves = app:saves()
      local number = saves[#saves].number
      for _ = 1, 2 do
        app:crash "restoring"
        t:expect(function() app:relaunch() end):fails "restoring"
      end
      app:relaunch()
      t:expect(app:find("field").text):equals ""
      app:rollback(number)
      t:expect(app:find("field").text):equals "one"
      """)
    #expect(failure == nil, "\(failure ?? "")")
    #expect(printed.contains("note from the app"), "\(printed)")
  }

  @Test("without a moment the crash is at the next save or restoration; a wrong moment is an error")
  func either() throws {
    let (failure, _) = try run(
      """
      app:type "one"
      app:crash()
      t:expect(function() app:relaunch() end):fails "restoring"
      app:relaunch()
      app:crash()
      t:expect(function() app:type "two" end):fails "saving"
      app:relaunch()
      t:expect(app:find("field").text):equals "one"
      t:expect(function() app:crash "sleeping" end):fails "saving"
      """)
    #expect(failure == nil, "\(failure ?? "")")
  }

  @Test("crashes armed for both a save and a restoration happen one after the other")
  func both() throws {
    let (failure, _) = try run(
      """
      app:type "one"
      app:crash "restoring"
      app:crash "saving"
      t:expect(function() app:type "two" end):fails "saving"
      t:expect(function() app:relaunch() end):fails "restoring"
      app:relaunch()
      t:expect(app:find("field").text):equals "one"
      """)
    #expect(failure == nil, "\(failure ?? "")")
  }
}
