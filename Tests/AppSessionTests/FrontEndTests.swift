import Foundation
import Interface
import LuaScreens
import SystemCalls
import TestApplication
import Testing

@testable import AppSession

@Suite("App in a custom front end")
@MainActor
struct FrontEndTests {
  private let folder = NSTemporaryDirectory() + "luahost-front-end-\(UUID().uuidString)"

  private static let script = """
    local ui = require "luahost"
    local Form = ui.ViewController:subclass "Form"
    function Form:loadView()
      self.field = ui.TextField { restorationIdentifier = "name" }
      self.view = ui.VStack { self.field }
    end
    function Form:viewDidAppear() self.field:becomeFirstResponder() end
    local app = ui.Application { identifier = "org.example.front-end" }
    function app:willFinishLaunching()
      self.window = ui.Window { rootViewController = Form { restorationIdentifier = "form" } }
    end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    return app
    """

  private func run(
    typing text: String, keys: [KeyPress] = [], preference: ThemePreference? = nil
  ) throws -> [Grid] {
    var configuration = ScriptHost.Configuration(script: "app.lua", screenSize: Size(width: 40, height: 5))
    configuration.source = Self.script
    let session = AppSession(configuration, storage: .files(directory: folder, session: "main"))
    let quit = KeyPress(.character("q"), modifiers: .control)
    let frontEnd = MemoryFrontEnd(typing: text.map { KeyPress(.character($0)) } + keys + [quit])
    let screen = AppScreen(session, on: frontEnd)
    screen.themePreference = preference
    let outcome = try screen.run()
    #expect(outcome.exitCode == nil && !outcome.hasFailed)
    return frontEnd.frames
  }

  @Test("the front end gets a frame after each key; the next run starts with the last snapshot and its state")
  func frames() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = try run(typing: "Ada")
    #expect(first.count == 4 && first.last?.text.hasPrefix("Ada") == true)
    let second = try run(typing: " Lovelace")
    #expect(second.first?.text.hasPrefix("Ada") == true)
    #expect(second.last?.text.contains("Ada Lovelace") == true, "\(second.last?.text ?? "")")
  }

  @Test("signals are handled before the snapshot is shown, so that they never end the process at once")
  func signals() throws {
    var configuration = ScriptHost.Configuration(script: "app.lua", screenSize: Size(width: 40, height: 5))
    configuration.source = Self.script
    let frontEnd = MemoryFrontEnd(typing: [KeyPress(.character("q"), modifiers: .control)])
    var unhandled: [Int32] = []
    frontEnd.onOpen = { unhandled = [SIGTERM, SIGHUP].filter { system_signal_is_default($0) == 1 } }
    _ = try AppScreen(AppSession(configuration, storage: .memory), on: frontEnd).run()
    #expect(unhandled.isEmpty && frontEnd.frames.count == 1)
  }

  @Test("the snapshot is shown in the theme that the user has chosen meanwhile, without colours of the former one")
  func chosenTheme() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let preference = ThemePreference(["XDG_CONFIG_HOME": folder])
    for (name, hasChanged) in [("nord", true), ("nord", false), ("light", true)] {
      let theme = try #require(Theme.named(name))
      if hasChanged { _ = try run(typing: "A", preference: preference) }
      try preference.remember(theme)
      if !hasChanged { _ = try run(typing: "A", preference: preference) }
      let frames = try run(typing: "", preference: preference)
      let (picture, first) = (try #require(frames.first), try #require(frames.dropFirst().first))
      #expect(picture.text == first.text)
      #expect(picture.cells.allSatisfy { $0.style.background != .default })
      let colors = Set(first.cells.flatMap { [$0.style.foreground, $0.style.background] })
      #expect(Set(picture.cells.flatMap { [$0.style.foreground, $0.style.background] }).isSubset(of: colors))
      #expect(hasChanged || picture.rows == first.rows, "without a change, it is the screen itself")
    }
  }

  @Test("a theme that cannot be stored applies to the run, and a message says so")
  func unwritableTheme() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "".write(toFile: folder + "/file", atomically: true, encoding: .utf8)
    for (place, reason) in [(folder + "/file", "Not a d"), ("/proc/1/nowhere", "No such")] {
      let preference = ThemePreference(["XDG_CONFIG_HOME": place])
      let frame = try #require(
        try run(
          typing: "", keys: [.control("p")] + "Theme: nord".map { KeyPress(.character($0)) } + [KeyPress(.enter)],
          preference: preference
        ).last)
      #expect(frame.text.contains("Could not save the theme: \(reason)"), "\(frame.text)")
      #expect(!frame.text.contains("Error"), "\(frame.text)")
      #expect(frame.cells.contains { $0.style.background == Theme.named("nord")?[.screen].background })
    }
  }

  @Test("after a kill the host's overlay is drawn over the last snapshot, and the host's keys work")
  func killedApp() throws {
    var configuration = ScriptHost.Configuration(script: "app.lua", screenSize: Size(width: 40, height: 5))
    configuration.source = Self.script
    let session = AppSession(configuration, storage: .memory)
    let kill = KeyPress(.function(2))
    let frontEnd = MemoryFrontEnd(
      typing: [KeyPress(.character("A")), kill, KeyPress(.function(3)), KeyPress(.character("q"), modifiers: .control)])
    let screen = AppScreen(session, on: frontEnd)
    screen.commands = [
      KeyCommand(title: "Kill", input: kill) { [unowned screen] in
        session.kill()
        // Does not exit.
        screen.handle(.resize(Size(width: 40, height: 5)))
      },
      KeyCommand(title: "Say", input: KeyPress(.function(3))) { [unowned screen] in
        screen.overlays.present(ProblemSheet(Problem(.warning, summary: "It is gone")))
      },
    ]
    _ = try screen.run()
    #expect(frontEnd.frames.count == 4)
    #expect(frontEnd.frames.dropFirst(2).first?.text.hasPrefix("A") == true)
    #expect(frontEnd.frames.last?.text.contains("It is gone") == true)
  }
}
