import Foundation
import Testing

@testable import luahost

@Suite("explore command")
struct ExploreCommandTests {
  /// An app with a counter, which it encodes and, if told so, decodes.
  private static func app(decodes: Bool, launch: String = "") -> String {
    """
    local ui = require "luahost"
    print "printed"
    io.write "written"
    local app = ui.Application { identifier = "org.example.explore" }
    local Note = ui.ViewController:subclass "Note"
    Note.count = 0
    function Note:loadView()
      self.number = ui.Label { text = "0 notes" }
      self.view = ui.VStack { self.number, ui.Button { title = "Add", action = function() self:add(1) end } }
    end
    function Note:add(count)
      self.count = self.count + count
      self.number.text = self.count .. " notes"
    end
    function Note:encodeRestorableState(coder) coder:encode("Count", self.count) end
    function Note:decodeRestorableState(coder) \(decodes ? "self:add(coder:decode 'Count')" : "") end
    function Note:viewControllerWithRestorationIdentifierPath() return Note() end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      \(launch)
      self.window.rootViewController = self.window.rootViewController
        or Note { restorationIdentifier = "note", restorationClass = Note }
      self.window:makeKeyAndVisible()
    end
    return app

    """
  }

  @Test("a loss is printed as a test file, which fails, and the exit code is 1")
  func loss() async throws {
    let folder = try BundleFolder(["app.lua": Self.app(decodes: false)])
    defer { folder.remove() }
    let run = try await CommandRun(["explore", folder.path("app.lua"), "--steps", "20"])
    #expect(run.status == 1, "\(run)")
    #expect(run.output.hasPrefix("local test = require \"luahost.test\"\n"), "\(run)")
    #expect(run.output.contains("not-decoded") && run.output.contains("-- reached 1 of 1 screens"))
    try run.output.write(
      to: folder.url.appending(path: "found.test.lua"), atomically: true, encoding: .utf8)
    let failing = try await folder.luahost("test", "found.test.lua")
    #expect(failing.status == 1 && failing.output.hasSuffix("0 passed, 1 failed\n"), "\(failing)")
    try Self.app(decodes: true).write(to: folder.url.appending(path: "app.lua"), atomically: true, encoding: .utf8)
    let passing = try await folder.luahost("test", "found.test.lua")
    #expect(passing.status == 0 && passing.output.hasSuffix("1 passed, 0 failed\n"), "\(passing)")
  }

  @Test("with --json, standard output is one list, and the rest goes to standard error")
  func json() async throws {
    let folder = try BundleFolder([
      "app.lua": Self.app(decodes: false), "clean.lua": Self.app(decodes: true, launch: "pcall(os.execute, 'true')"),
    ])
    defer { folder.remove() }
    let run = try await CommandRun(["explore", folder.path("app.lua"), "--json", "--steps", "20"])
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]], "\(run)")
    let found = try #require(list.first)
    #expect(found["steps"] as? [String] == ["app:tap \"Add\""] && found["event"] as? String == "kill")
    #expect(found["property"] as? String == "Count" && found["code"] as? String == "not-decoded")
    #expect(found["line"] as? Int == 15 && (found["test"] as? String)?.contains("\ntest.case(") == true)
    #expect(run.errors.contains("reached 1 of 1 screens") && run.errors.contains("printed"))
    let clean = try await CommandRun(["explore", folder.path("clean.lua"), "--json", "--steps", "20"])
    #expect(clean.status == 0 && clean.output == "[]\n", "\(clean)")
    #expect(clean.errors.contains("not tried without --allow: os.execute"))
  }

  @Test("--depth excludes the options of steps at random", arguments: ["--steps", "--seed"])
  func excludedOptions(_ option: String) async throws {
    let run = try await CommandRun(["explore", "app.lua", "--depth", "2", option, "5"])
    #expect(run.status == 2 && run.errors.contains("use it without \(option)"), "\(run)")
  }

  @Test("several processes find what one finds")
  func processes() async throws {
    let folder = try BundleFolder(["app.lua": Self.app(decodes: false)])
    defer { folder.remove() }
    let app = folder.path("app.lua")
    let one = try await CommandRun(["explore", app, "--depth", "1", "--processes", "1"])
    let two = try await CommandRun(["explore", app, "--depth", "1", "--processes", "2"])
    #expect(one.output == two.output && one.output.contains(" 1 found"), "\(one) \(two)")
  }

  /// An app whose screen has views that lose their values.
  private static func screen(_ views: String) -> String {
    """
    local ui = require "luahost"
    local Note = ui.ViewController:subclass "Note"
    function Note:loadView() self.view = ui.VStack { \(views) } end
    function Note:field() self.text = ui.TextField {} return self.text end
    function Note:viewControllerWithRestorationIdentifierPath() return Note() end
    local app = ui.Application { identifier = "org.example.explore" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      self.window.rootViewController = self.window.rootViewController
        or Note { restorationIdentifier = "note", restorationClass = Note }
      self.window:makeKeyAndVisible()
    end
    return app
    """
  }

  @Test("a long exploration finds the same each time")
  func repeated() async throws {
    let views = "self:field(), ui.Button { title = 'Clear', action = function() self.text.text = '' end }"
    let folder = try BundleFolder(["app.lua": Self.screen(views)])
    defer { folder.remove() }
    let first = try await CommandRun(["explore", folder.path("app.lua"), "--steps", "2100"], seconds: 300)
    #expect(first.status == 1 && first.output.contains("2100 steps"), "\(first)")
    let second = try await CommandRun(["explore", folder.path("app.lua"), "--steps", "2100"], seconds: 300)
    #expect(first.output == second.output, "\(first)\n\(second)")
  }

  @Test("more steps find what fewer steps find")
  func moreSteps() async throws {
    let views = """
      ui.Switch {},
      ui.Slider {},
      ui.Checkbox { title = "Done" },
      ui.SegmentedControl { segments = { "a", "b", "c" } },
      ui.TextField {},
      ui.TextView {}
      """
    let folder = try BundleFolder(["app.lua": Self.screen(views)])
    defer { folder.remove() }
    func found(steps: Int) async throws -> Set<[String]> {
      let run = try await CommandRun(
        ["explore", folder.path("app.lua"), "--json", "--steps", String(steps), "--seed", "2"], seconds: 300)
      let list = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]]
      return Set(
        try #require(list, "\(run)").map { found in ["path", "property"].map { found[$0] as? String ?? "" } })
    }
    let few = try await found(steps: 1000)
    let missing = few.subtracting(try await found(steps: 1001))
    #expect(missing.isEmpty && few.count > 1, "\(few), missing \(missing)")
  }

  @Test("control-C prints what was found until then")
  func stopped() async throws {
    let process = try TerminalProcess(
      Self.app(decodes: false), arguments: ["explore", "--steps", "1000000"], columns: 100, rows: 60)
    try await process.expect("losses are counted") {
      process.screen.contains(/of 1000000 steps, [0-9]+ states, [1-9][0-9]* loss/)
    }
    process.type("\u{3}")
    #expect(try await process.ended()?.end == .code(1), "\(process.screen)")
    let screen = process.screen
    #expect(screen.contains("test.case(") && screen.contains("not-decoded"), "\(screen)")
    #expect(screen.contains(/luahost: stopped after [0-9]+ of 1000000 steps/), "\(screen)")
    #expect(screen.contains(/-- stopped after [0-9]+ of 1000000 steps, 1 found/), "\(screen)")
    #expect(!screen.contains(" states, "), "the line of progress is erased:\n\(screen)")
  }

  @Test("control-C before a loss was found exits with 130", arguments: ["1", "2"])
  func stoppedEarly(processes: String) async throws {
    let process = try TerminalProcess(
      Self.app(decodes: true), arguments: ["explore", "--steps", "1000000", "--processes", processes])
    try await process.expect("states are counted") { process.screen.contains(/[1-9][0-9]* states, 0 losses/) }
    process.type("\u{3}")
    #expect(try await process.ended()?.end == .code(130), "\(process.screen)")
    #expect(process.screen.contains(/-- stopped after [0-9]+ of 1000000 steps, 0 found/), "\(process.screen)")
  }

  @Test("a second interruption terminates the command at once")
  func stoppedTwice() async throws {
    let folder = try BundleFolder([
      "app.lua": Self.app(decodes: true).replacing("self:add(1)", with: "while true do end")
    ])
    defer { folder.remove() }
    let run = try BackgroundRun(
      ["explore", folder.path("app.lua"), "--processes", "1", "--steps", "1000000"], in: folder.url)
    // A callback is stopped after 1 s. By then it is a discovery, whose steps are reduced after the first signal: for another
    // second at least.
    #expect(try await eventually { Self.processorTime(of: run.process) > 1.5 })
    #expect(Self.catchesInterruption(run.process))
    run.signal(SIGINT)
    #expect(try await eventually { !Self.catchesInterruption(run.process) })
    run.signal(SIGINT)
    #expect(try await run.ended() == .signal(SIGINT))
    #expect(!run.output.contains("steps"), "no progress without a terminal: \(run.output)")
  }

  /// The processor time that a process has used, in seconds.
  private static func processorTime(of process: pid_t) -> Double {
    let line = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    let fields = line.split(separator: ")").last?.split(separator: " ").compactMap { Double($0) } ?? []
    // Without the state, which is no number: user and system time are the fields 14 and 15 of `proc(5)`.
    return fields.count > 11 ? (fields[10] + fields[11]) / Double(sysconf(Int32(_SC_CLK_TCK))) : 0
  }

  /// Whether a process has a handler for `SIGINT`.
  private static func catchesInterruption(_ process: pid_t) -> Bool {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
    let mask = caught.flatMap { UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) } ?? 0
    return mask & (1 << UInt64(SIGINT - 1)) != 0
  }

  @Test(
    "wrong usage exits with 2, and a script that fails with 1",
    arguments: [
      ("app.lua", ["--steps", "0"], 2), ("app.lua", ["--depth", "11"], 2), ("app.lua", ["--unknown"], 2),
      ("missing.lua", [], 2), ("broken.lua", [], 1),
    ] as [(String, [String], Int32)])
  func usage(script: String, options: [String], status: Int32) async throws {
    let folder = try BundleFolder(["app.lua": Self.app(decodes: true), "broken.lua": "error 'broken'"])
    defer { folder.remove() }
    let run = try await CommandRun(["explore", folder.path(script)] + options)
    #expect(run.status == status && run.output.isEmpty && !run.errors.isEmpty, "\(run)")
  }
}
