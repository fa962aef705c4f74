import Foundation
import Interface
import Loop
import LuaRuntime
import LuaScreens
import TestApplication
import Testing

@testable import AppSession
@testable import Foresight

/// The likeliest mistakes in apps: each script of `Tests/Scripts/mistakes` makes one, and its head lists the expected
/// messages.
///
/// With `LUAHOST_ACCEPT_MISTAKES` in the environment the heads, and the list of all, are regenerated.
@Suite("Diagnostics for common mistakes")
@MainActor
struct MistakeTests {
  private nonisolated static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Scripts/mistakes")

  /// A script with a mistake, as its file describes it.
  private struct Mistake {
    let file: String
    let about: String
    let launches: Int
    let says: [String]
    let body: String

    init(_ url: URL) throws {
      file = url.lastPathComponent
      let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      let head = lines.prefix { $0.hasPrefix("--") }.map { $0.dropFirst(2) }
      about = String(head[0].dropFirst())
      launches = head.first { $0.hasPrefix(" launches: ") }.flatMap { Int($0.dropFirst(11)) } ?? 1
      says = head.filter { $0.hasPrefix("   ") }.map { String($0.dropFirst(3)) }
      body = lines.dropFirst(head.count).joined(separator: "\n")
    }

    /// Returns the file with these messages in its head.
    func text(saying messages: [String]) -> String {
      var head = ["-- \(about)"]
      if launches > 1 { head.append("-- launches: \(launches)") }
      head.append("-- says:")
      return (head + messages.map { "--   \($0)" }).joined(separator: "\n") + "\n" + body
    }
  }

  nonisolated static let scripts: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".lua") }.sorted()

  private static let isAccepting = ProcessInfo.processInfo.environment["LUAHOST_ACCEPT_MISTAKES"] != nil

  /// Returns the messages of repeated launches, drawing and exits of the app, including load errors.
  private func messages(of mistake: Mistake) throws -> [String] {
    // The head keeps its number of lines while it is regenerated.
    let source = mistake.text(saying: mistake.says)
    var configuration = ScriptHost.Configuration(script: mistake.file)
    configuration.source = source
    configuration.reportMistakes()
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    var reported: [String] = []
    session.onPrint = { _ in }
    session.onProblem = { problem in
      let reason = problem.error.map { ": \(($0 as? LuaError)?.message ?? "\($0)")" } ?? ""
      reported.append("\(problem.severity.label): " + problem.summary + reason)
    }
    for _ in 0..<mistake.launches {
      do {
        try session.load()
        try session.launch()
        session.settle()
        // Runs due timers and the first save.
        try session.advance(by: 1)
        _ = try session.running.application.render()
        try session.terminate()
      } catch {
        reported.append("error: \((error as? LuaError)?.message ?? "\(error)")")
      }
    }
    return reported.map { $0.split(separator: "\n").first.map(String.init) ?? "" }
  }

  @Test("each mistake is reported once, with file and line", arguments: scripts)
  func saysWhatItIs(file: String) throws {
    let url = Self.folder.appending(path: file)
    var mistake = try Mistake(url)
    if Self.isAccepting {
      // Twice: the first pass sets the head's length, which the line numbers of the second depend on.
      for _ in 0..<2 {
        try mistake.text(saying: try messages(of: mistake)).write(to: url, atomically: true, encoding: .utf8)
        mistake = try Mistake(url)
      }
    }
    #expect(try messages(of: mistake) == mistake.says)
    #expect(!mistake.says.isEmpty)
  }

  @Test("the list of mistakes is complete")
  func list() throws {
    var text = """
      # Mistakes and their messages

      Each script here makes one common mistake; its first lines contain the message that luahost prints. An error
      fails a test and the command; after a note the app continues. A test compares the messages, and updates them and this list
      if `LUAHOST_ACCEPT_MISTAKES=1` is set in its environment.


      """
    for file in Self.scripts {
      let mistake = try Mistake(Self.folder.appending(path: file))
      text += "- [\(mistake.about)](\(file))\n" + mistake.says.map { "\n  ```text\n  \($0)\n  ```\n" }.joined()
    }
    let url = Self.folder.appending(path: "README.md")
    if Self.isAccepting { try text.write(to: url, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
    #expect(Self.scripts.count >= 50)
  }

  @Test("a mistake is reported once in all launches of a session, and again in another session")
  func onceInASession() throws {
    for _ in 0..<2 {
      let session = try Self.session("function Screen:viewDidload() end")
      var reported: [String] = []
      session.onProblem = { reported.append("\($0)") }
      for _ in 0..<3 { try session.relaunch() }
      #expect(reported == ["app.lua:4: Screen:viewDidload is never called; did you mean 'viewDidLoad'?"])
    }
  }

  @Test("callbacks of the app set later, and misspelt callbacks that call their superclass's, are reported")
  func wrongNames() throws {
    let session = try Self.session(
      """
      local Base = ui.ViewController:subclass "Base"
      function Base:viewWillApear() end
      function Screen:viewDidLoad() app.shouldSaveAplicationState = function() return true end end
      local Sub = Base:subclass "Sub"
      function Sub:viewWillApear() Sub.super.viewWillApear(self) end
      """)
    var reported: [String] = []
    session.onProblem = { reported.append("\($0)") }
    try session.relaunch()
    #expect(
      Set(reported) == [
        "app.lua:5: Base:viewWillApear is never called; did you mean 'viewWillAppear'?",
        "app.lua:6: app:shouldSaveAplicationState is never called; did you mean 'shouldSaveApplicationState'?",
        "app.lua:8: Sub:viewWillApear is never called; did you mean 'viewWillAppear'?",
      ])
    #expect(reported.count == 3)
  }

  @Test("a table that is data source and delegate is reported once")
  func sharedTable() throws {
    let session = try Self.session(
      """
      local list = { numberOfRowsInSection = function() return 0 end, cellForRow = tostring, didSelectRows = print }
      function list.didFocusRows() end
      function Screen:viewDidLoad() self.table = ui.TableView { dataSource = list, delegate = list } end
      """)
    var reported: [String] = []
    session.onProblem = { reported.append("\($0)") }
    try session.relaunch()
    #expect(reported == ["app.lua:5: the data source's didFocusRows is never called; did you mean 'didFocusRow'?"])
  }

  @Test("an unnamed controller that contains another is reported once")
  func namelessContainer() throws {
    let session = try Self.session(
      """
      function Screen:encodeRestorableState() end
      function Screen:viewDidLoad()
        if not self.restorationIdentifier then self:addChild(Screen { restorationIdentifier = "inner" }) end
      end
      """)
    var reported: [String] = []
    session.onProblem = { reported.append("\($0)") }
    try session.relaunch()
    #expect(
      reported.count == 1 && reported[0].contains("this Screen has no restorationIdentifier, so its encode"),
      "\(reported)")
  }

  @Test("a bundle reports the same mistakes as its script's folder")
  func bundle() throws {
    let module = """
      local ui = require "luahost"
      local Screen = ui.ViewController:subclass "Screen"
      function Screen:viewDidLaod() end
      function Screen:viewDidApear() end
      function Screen:keyPressed() self:viewDidApear() end
      return Screen
      """
    let script = """
      local ui = require "luahost"
      local Screen = require "screens.one"
      local app = ui.Application { identifier = "org.example.mistake" }
      function app:didFinishLaunching() self.window = ui.Window { rootViewController = Screen {} } end
      return app
      """
    var configuration = ScriptHost.Configuration(script: "mistake")
    configuration.bundle = AppBundle(
      script: "app.lua", identity: AppIdentity(),
      files: ["app.lua": Array(script.utf8)[...], "screens/one.lua": Array(module.utf8)[...]])
    configuration.reportMistakes()
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    var reported: [String] = []
    session.onProblem = { reported.append($0.summary) }
    try session.relaunch()
    #expect(reported == ["screens/one.lua:3: Screen:viewDidLaod is never called; did you mean 'viewDidLoad'?"])
  }

  @Test("a mistake in a script with a path that Lua shortens is reported")
  func longPath() throws {
    let session = try Self.session(
      """
      function Screen:viewDidLoad() refresh() end
      local function refresh() end
      """, script: String(repeating: "folder/", count: 10) + "app.lua")
    var reported: [String] = []
    session.onProblem = { reported.append("\($0)") }
    try session.relaunch()
    #expect(
      reported.count == 1 && reported[0].contains("the local 'refresh' is declared later, in line 5"), "\(reported)")
  }

  @Test("an object that is not restored is reported at the method that returned none")
  func objectThatIsNotMade() throws {
    let session = try Self.session(
      """
      function Screen:viewControllerWithRestorationIdentifierPath() return Screen {} end
      function Screen:objectWithRestorationIdentifierPath() end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      """,
      launch: """
        if self.window.rootViewController then return end
        self.window.rootViewController = Screen { restorationIdentifier = "s", restorationClass = Screen }
        local store = { objectRestorationClass = Screen, encodeRestorableState = print }
        self:registerObjectForStateRestoration(store, "store")
        """)
    var reported: [String] = []
    session.onProblem = { reported.append($0.summary) }
    for _ in 0..<2 { try session.relaunch() }
    #expect(reported.count == 1 && reported[0].hasPrefix("app.lua:5: "), "\(reported)")
  }

  @Test("full-screen apps show all mistakes in one sheet, which passes the first key on")
  func sheet() throws {
    let session = try Self.session(
      """
      function Screen:viewDidload() end
      function Screen:viewDidApear() end
      function Screen:loadView()
        self.field = ui.TextField {}
        self.view = ui.VStack { self.field }
      end
      function Screen:viewDidAppear() self.field:becomeFirstResponder() end
      """)
    let keys = "ab".map { KeyPress(.character($0)) } + [KeyPress(.character("q"), modifiers: .control)]
    let frontEnd = MemoryFrontEnd(typing: keys, size: Size(width: 80, height: 24))
    let screen = AppScreen(session, on: frontEnd)
    var complaints: [String] = []
    screen.output.onComplaint = { complaints.append($0) }
    #expect(try !screen.run().hasFailed)
    let first = frontEnd.frames.first?.text ?? ""
    #expect(first.contains("viewDidload is never called") && first.contains("viewDidApear is never called"), "\(first)")
    let last = frontEnd.frames.last?.text ?? ""
    #expect(last.hasPrefix("ab") && !last.contains("never called"), "\(last)")
    #expect(complaints.count == 2)
  }

  @Test("mistakes in objects and methods that are created later are reported then")
  func later() throws {
    let session = try Self.session(
      """
      function Screen:viewDidLoad()
        self.keyCommands = { { title = "Open", input = "f5", action = function()
          local Late = ui.ViewController:subclass "Late"
          function Late:viewDidload() end
          function Late:encodeRestorableState() end
          self:present(Late {})
        end } }
      end
      """)
    var reported: [String] = []
    session.onProblem = { reported.append($0.summary) }
    try session.relaunch()
    #expect(reported == [])
    let host = try session.running
    try host.turn { try Automation(host.application).key("f5") }
    host.turn {}
    #expect(
      reported == [
        "app.lua:7: Late:viewDidload is never called; did you mean 'viewDidLoad'?",
        "app.lua:9: this Late has no restorationIdentifier, so its encodeRestorableState (app.lua:8) is never called; give it one: Late { restorationIdentifier = … }",
      ])
  }

  /// Returns a session of an app with a class of screens and these lines.
  static func session(
    _ body: String, launch: String = "self.window = ui.Window { rootViewController = Screen {} }",
    script: String = "app.lua"
  ) throws -> AppSession {
    var configuration = ScriptHost.Configuration(script: script)
    configuration.source = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.mistake" }
      local Screen = ui.ViewController:subclass "Screen"
      \(body)
      function app:didFinishLaunching() \(launch) end
      return app
      """
    configuration.reportMistakes()
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    session.onPrint = { _ in }
    return session
  }
}
