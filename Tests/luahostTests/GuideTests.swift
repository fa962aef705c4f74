import AppSession
import ArgumentParser
import Foundation
import Interface
import Loop
import LuaScreens
import Testing

@testable import luahost

@Suite("Guides")
@MainActor
struct GuideTests {
  /// The Lua samples, each identified by a text that only it contains.
  enum Sample: String, CaseIterable {
    case app = "NoteViewController"
    case keyCommands = "self.keyCommands"
    case task = "ui.await"
    case programs = "app:runInTerminal"
    case rowsThatComeLater = "app:extendStateRestoration"
    case module = "require \"screens.list\""
    case test = "test.case("
    case waiting = "app:waitFor(\"done\""
    case isolated = "isolated = true"
    case worker = "ui.Worker("
    case forgets = "app.forgets = { \"query\""
    case containers = "function Desk:open"
    case swiftClasses = "ui.CounterController:subclass"

    var block: String {
      get throws { try #require(Guide.blocks("lua").first { $0.text.contains(rawValue) }).text }
    }
  }

  @Test("every Lua sample is run by a test", arguments: Guide.blocks("lua"))
  func known(block: Guide.Block) {
    #expect(
      Sample.allCases.filter { block.text.contains($0.rawValue) }.count == 1,
      "no test runs this sample; give it a case of Sample")
  }

  @Test("the Lua samples work as described", arguments: Sample.allCases)
  func runs(sample: Sample) async throws {
    switch sample {
    case .app, .test: try runExample()
    case .keyCommands: try runKeyCommands()
    case .task: try runTask()
    case .programs: try runPrograms()
    case .rowsThatComeLater: try runRowsThatComeLater()
    case .module: try runModule()
    case .waiting: try runWaiting()
    case .isolated: try await runIsolated()
    case .worker: try runWorker()
    case .forgets: try runForgets()
    case .containers: try runContainers()
    case .swiftClasses: try runSwiftClasses()
    }
  }

  // MARK: Lua

  private func runForgets() throws {
    var configuration = ScriptHost.Configuration(script: "readme.lua")
    configuration.source = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.luahost.readme" }
      \(try Sample.forgets.block)
      return app
      """
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    try session.load()
    #expect(session.host?.application.forgets == ["query", "tabs/log"])
  }

  private func runSwiftClasses() throws {
    var configuration = SwiftSamples.configuration
    configuration.source = """
      local ui = require "luahost"
      \(try Sample.swiftClasses.block)
      local app = ui.Application { identifier = "org.luahost.readme" }
      function app:didFinishLaunching() self.window = ui.Window { rootViewController = Main() } end
      return app
      """
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    try session.load()
    try session.launch()
    #expect(try shows("meter 5", session))
  }

  /// Runs an app whose only screen has the methods of a sample, after these lines.
  private func session(_ lines: String, _ sample: Sample) throws -> AppSession {
    var configuration = ScriptHost.Configuration(script: "readme.lua")
    configuration.source = """
      local ui = require "luahost"
      local Screen = ui.ViewController:subclass "Screen"
      \(lines)
      \(try sample.block)
      function Screen:viewControllerWithRestorationIdentifierPath() return Screen() end
      local app = ui.Application { identifier = "org.luahost.readme" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
        end
        self.window:makeKeyAndVisible()
      end
      return app
      """
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    session.onProblem = { Issue.record("\($0)") }
    try session.load()
    try session.launch()
    return session
  }

  /// Lets real time pass until a condition is met.
  private func wait(in session: AppSession, until isSo: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(10)
    while try !isSo(), ContinuousClock.now < end {
      usleep(10_000)
      session.loop.advance(by: 0)
    }
    #expect(try isSo())
  }

  private func shows(_ text: String, _ session: AppSession) throws -> Bool {
    try session.running.application.render().text.contains(text)
  }

  private func runKeyCommands() throws {
    let host = try session("function Screen:save() saved = true end", .keyCommands).running
    try host.turn { try Automation(host.application).key("ctrl+s") }
    try host.evaluate("assert(saved)", name: "test") { _, _ in }
  }

  private func runTask() throws {
    let lines = "function Screen:loadView() self.status = ui.Label() self.view = self.status end"
    let session = try session(lines, .task)
    let application = try session.running.application
    #expect(application.render().text.contains("Looking ..."))
    session.loop.advance(by: 2)
    #expect(application.render().text.contains("found"))
  }

  private func runWorker() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("worker-\(UUID().uuidString)")
    try Data("one\ntwo\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = """
      function Screen:loadView()
        self.status, self.table = ui.Label(), ui.TableView()
        self.view, self.file = ui.VStack { self.status, self.table }, "\(file.path)"
        self:search "two"
      end
      """
    let session = try session(lines, .worker)
    try wait(in: session) { try shows("2: two", session) }
  }

  private func runPrograms() throws {
    let lines = """
      function Screen:loadView()
        self.status = ui.Label { accessibilityIdentifier = "status" }
        self.view, self.folder = self.status, "/"
        screen = self
      end
      """
    let session = try session(lines, .programs)
    let host = try session.running
    try host.turn { try host.evaluate("screen:fetchAll()", name: "test") { _, _ in } }
    // The root is not a repository.
    try wait(in: session) { try shows("repository", session) }
    session.kill()
  }

  private func runRowsThatComeLater() throws {
    let lines = """
      function Screen:loadView()
        self.rows = {}
        self.table = ui.TableView { restorationIdentifier = "table", dataSource = self }
        self.view = self.table
      end
      function Screen:numberOfRowsInSection() return #self.rows end
      function Screen:cellForRow(tableView, section, row) return self.rows[row] end
      local run = ui.run
      ui = setmetatable({ run = function() return run { "echo", "one\\ntwo\\nthree" } end }, { __index = ui })
      """
    let session = try session(lines, .rowsThatComeLater)
    try wait(in: session) { try shows("three", session) }
    let host = try session.running
    try host.turn { try Automation(host.application).tap("two") }
    session.loop.advance(by: 1)
    session.kill()
    try session.relaunch()
    let application = try session.running.application
    #expect(application.phase == .launching)
    try wait(in: session) { application.phase == .active }
    let table = try #require(Automation(application).find("table") as? TableView)
    #expect(table.indexPathsForSelectedRows.map(\.row) == [1])
    session.kill()
  }

  private func runContainers() throws {
    let lines = """
      local Card, Desk = ui.ViewController:subclass "Card", Screen
      function Card:loadView() self.view = ui.TextField { restorationIdentifier = "text" } end
      function Card:viewControllerWithRestorationIdentifierPath(path) return Card { title = path[#path] } end
      function Desk:loadView()
        self.cards = ui.VStack()
        self.view, desk = self.cards, self
      end
      """
    let session = try session(lines, .containers)
    let host = try session.running
    try host.turn {
      try host.evaluate("desk:open 'one' desk:open 'two' desk:close(desk.children[1])", name: "test") { _, _ in }
    }
    try host.turn {
      let automation = Automation(host.application)
      try automation.tap("text")
      try automation.type("hello")
    }
    session.loop.advance(by: 1)
    session.kill()
    try session.relaunch()
    let automation = Automation(try session.running.application)
    #expect(automation.allControllers.map(\.restorationIdentifier) == ["screen", "two"])
    #expect(automation.allControllers.last?.view.window != nil)
    #expect(try shows("hello", session))
    session.kill()
  }

  private func runModule() throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let module = folder.appendingPathComponent("screens/list.lua")
    try FileManager.default.createDirectory(
      at: module.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "return 'the list'".write(to: module, atomically: true, encoding: .utf8)
    let script = folder.appendingPathComponent("app.lua")
    let lines = "\(try Sample.module.block)\nlist = List\nreturn require 'luahost'.Application { identifier = 'm' }"
    try lines.write(to: script, atomically: true, encoding: .utf8)
    let session = AppSession(ScriptHost.Configuration(script: script.path), storage: .memory)
    try session.load()
    try session.running.evaluate("assert(list == 'the list')", name: "test") { _, _ in }
  }

  private func runExample() throws {
    let (app, test) = (try Sample.app.block, try Sample.test.block)
    #expect(try result(of: app, tested: test) == [1, 0])
    #expect(app.split(separator: "\n").count <= 26)
  }

  private func runWaiting() throws {
    let app = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "w" }
      function app:didFinishLaunching()
        local label = ui.Label { text = "" }
        local root = ui.ViewController { view = label }
        self.window = ui.Window { rootViewController = root }
        self.window:makeKeyAndVisible()
        ui.after(0.2, function() label.text = "done" end)
      end
      return app
      """
    let test = """
      local test = require "luahost.test"
      test.case("waits", function(t)
        local app = t:launch "notes.lua"
        \(try Sample.waiting.block)
      end)
      """
    #expect(try result(of: app, tested: test) == [1, 0])
  }

  /// Runs the sample by the command, as only a program can run isolated apps.
  private func runIsolated() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let test = """
      local test = require "luahost.test"
      test.case("isolated", function(t)
        \(try Sample.isolated.block)
      end)
      """
    for (name, text) in [("notes.lua", try Sample.app.block), ("notes.test.lua", test)] {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    let run = try await CommandRun(["test", folder.appendingPathComponent("notes.test.lua").path])
    #expect(run.status == 0 && run.output.contains("1 passed, 0 failed"), "\(run)")
  }

  /// Returns how many cases of a test pass and fail, with `notes.lua` beside it.
  private func result(of app: String, tested test: String) throws -> [Int] {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try app.write(to: folder.appendingPathComponent("notes.lua"), atomically: true, encoding: .utf8)
    let file = folder.appendingPathComponent("notes.test.lua")
    try test.write(to: file, atomically: true, encoding: .utf8)
    let runner = try TestRunner(file.path)
    runner.onPrint = { _ in }
    let result = runner.run()
    return [result.passed, result.failed]
  }

  // MARK: Others

  @Test("each line at the prompt prints the lines below it")
  func prompt() throws {
    let block = try #require(Guide.blocks("").first { $0.text.hasPrefix("> ") })
    let script = Guide.root.appendingPathComponent("scripts/apps/stateapp.lua").path
    let session = AppSession(ScriptHost.Configuration(script: script), storage: .memory, loop: MainLoop(.virtual))
    var printed: [String] = []
    let prompt = Prompt(
      session, output: { printed += $0.components(separatedBy: "\n") },
      errorOutput: { printed += $0.components(separatedBy: "\n") })
    try session.load()
    try session.launch()
    for line in block.lines where line.hasPrefix("> ") {
      printed.append(line)
      _ = prompt.run(String(line.dropFirst(2)))
      // Users take longer than autosave.
      session.loop.advance(by: 1)
    }
    #expect(printed == block.lines)
  }

  @Test("the Swift samples are compiled", arguments: Guide.blocks("swift"))
  func swift(block: Guide.Block) throws {
    let source = try String(contentsOfFile: SwiftSamples.path, encoding: .utf8)
    let compiled = Set(source.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    for line in block.lines { #expect(compiled.contains(line.trimmingCharacters(in: .whitespaces))) }
  }

  @Test("the scripts and commands that the guides name exist")
  func commands() throws {
    let names = LuahostCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    for block in Guide.blocks where ["", "sh", "yaml"].contains(block.language) {
      for line in block.lines {
        let words = line.split(separator: " ").map(String.init)
        for (index, word) in words.enumerated() {
          if word.hasPrefix("scripts/") {
            #expect(FileManager.default.fileExists(atPath: Guide.root.appendingPathComponent(word).path), "\(line)")
          }
          guard word == "luahost" || word == "scripts/luahost", index + 1 < words.count else { continue }
          let next = words[index + 1]
          let isCommand = names.contains(next) || next.contains(".lua") || next.hasPrefix("-") || next.contains("NAME")
          #expect(isCommand || index > 0, "\(line)")
        }
      }
    }
  }

  @Test("every link leads to a file", arguments: Guide.all)
  func links(guide: Guide) {
    let folder = Guide.root.appendingPathComponent(guide.path).deletingLastPathComponent()
    for link in guide.links {
      #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(link).path), "\(link)")
    }
  }

  @Test("the README has at most 300 lines")
  func readmeLength() throws {
    let readme = try #require(Guide.all.first)
    #expect(readme.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 301)
  }
}
