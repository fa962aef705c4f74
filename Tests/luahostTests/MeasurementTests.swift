import Foundation
import Testing

@Suite("Traces with durations, and profiles")
struct MeasurementTests {
  private static let app = """
    local ui = require "luahost"
    local Screen = ui.ViewController:subclass "Screen"
    local function work()
      local sum = 0
      for i = 1, 3000000 do sum = sum + i % 7 end
      return sum
    end
    function Screen:viewDidLoad() self.sum = work() end
    function Screen:viewWillAppear() work() work() end
    local app = ui.Application { identifier = "org.example.measured" }
    function app:shouldSaveApplicationState() return true end
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  /// The same app, whose callbacks print the microseconds that they take.
  private static let measuring =
    app.replacing("local Screen =", with: "local now = require 'luv'.hrtime; local Screen =")
    .replacing(
      "function Screen:viewDidLoad() self.sum = work() end",
      with: "function Screen:viewDidLoad() local t = now(); work(); print('viewDidLoad ' .. (now() - t) // 1000) end"
    )
    .replacing(
      "function Screen:viewWillAppear() work() work() end",
      with:
        "function Screen:viewWillAppear() local t = now(); work() work() print('viewWillAppear ' .. (now() - t) // 1000) end"
    )

  private func run(_ options: [String], of app: String = app) async throws -> (folder: URL, run: CommandRun) {
    let folder = try CommandRun.makeFolder()
    let script = folder.appendingPathComponent("app.lua")
    try app.write(to: script, atomically: true, encoding: .utf8)
    let options = options.map { $0.replacing("FOLDER", with: folder.path) }
    return (
      folder,
      try await CommandRun(
        ["--headless", "--state-dir", folder.appendingPathComponent("state").path] + options + [script.path])
    )
  }

  private struct Event: Decodable {
    struct Arguments: Decodable { let place: String }
    let name: String
    let cat: String
    let ph: String
    let ts: Double
    let dur: Double
    let args: Arguments?
  }

  @Test("--trace FILE.json contains events, callbacks with their places, and phases, properly nested")
  func trace() async throws {
    let (folder, run) = try await run(["--trace", "FOLDER/trace.json"])
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(run.status == 0, "\(run)")
    let events = try JSONDecoder().decode(
      [Event].self, from: Data(contentsOf: folder.appendingPathComponent("trace.json")))
    #expect(events.allSatisfy { $0.ph == "X" && $0.ts >= 0 && $0.dur >= 0 })
    func event(_ name: String, _ category: String) throws -> Event {
      try #require(events.first { $0.name == name && $0.cat == category }, "\(events)")
    }
    let script = try event("run the script", "phase")
    let launch = try event("app didFinishLaunching", "event")
    let load = try event("screen viewDidLoad", "event")
    let callback = try event("screen viewDidLoad", "callback")
    #expect(callback.args?.place.hasSuffix("app.lua:8") == true)
    #expect(script.ts + script.dur <= launch.ts)
    #expect(load.ts <= callback.ts && callback.ts + callback.dur <= load.ts + load.dur)
    #expect(callback.dur > 100)
    for phase in ["lay out", "draw", "encode", "write the save"] { _ = try event(phase, "phase") }
    // Spans are reported at their end, and overlap only if one contains the other.
    for (earlier, later) in zip(events, events.dropFirst()) {
      #expect(earlier.ts + earlier.dur <= later.ts + later.dur + 0.001)
      #expect(earlier.ts >= later.ts - 0.001 || earlier.ts + earlier.dur <= later.ts + 0.001)
    }
  }

  @Test("the trace of a killed app is whole, and ends with the callback in which it was killed")
  func killed() async throws {
    let app = Self.app.replacing(
      "function Screen:viewWillAppear() work() work() end",
      with: "function Screen:viewWillAppear() os.execute('kill -9 $PPID') end")
    let (folder, run) = try await run(["--trace", "FOLDER/trace.json"], of: app)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(run.status != 0, "\(run)")
    let events = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: folder.appendingPathComponent("trace.json")))
        as? [[String: Any]])
    #expect(events.contains { $0["name"] as? String == "screen viewDidLoad" && $0["ph"] as? String == "X" })
    let last = try #require(events.last)
    #expect(last["name"] as? String == "screen viewWillAppear" && last["cat"] as? String == "callback", "\(last)")
    #expect(last["ph"] as? String == "B" && last["dur"] == nil && "\(last["args"] ?? "")".contains("app.lua:9"))
  }

  @Test("a slow callback is reported in one line, whatever the identifier contains")
  func slowCallbackLine() async throws {
    let app = Self.app.replacing("restorationIdentifier = \"screen\"", with: "restorationIdentifier = \"a\\nb\"")
    let (folder, run) = try await run(["--profile", "FOLDER/profile.txt"], of: app)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(run.errors.contains("app.lua:9: a\u{240a}b viewWillAppear took"), "\(run)")
  }

  @Test("--profile counts each function's time, and names callbacks that took longer than a frame")
  func profile() async throws {
    let (folder, run) = try await run(["--profile", "FOLDER/profile.txt"], of: Self.measuring)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(run.status == 0, "\(run)")
    let text = try String(contentsOf: folder.appendingPathComponent("profile.txt"), encoding: .utf8)
    var times: [String: Int] = [:]
    for line in text.split(separator: "\n") {
      let space = try #require(line.lastIndex(of: " "))
      let time: Int = try #require(Int(line[line.index(after: space)...]), "\(line)")
      times[String(line[..<space])] = time
    }
    // The script measures its callbacks, too: other programs may take time from any of them.
    for callback in ["viewDidLoad", "viewWillAppear"] {
      let line = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("\(callback) ") }, "\(run)")
      let measured = try #require(Double(line.dropFirst(callback.count + 1)).map { Int($0) })
      let stacks = times.filter { $0.key == "screen \(callback)" || $0.key.hasPrefix("screen \(callback);") }
      let total = stacks.values.reduce(0, +)
      #expect(measured > 1000 && total + 1000 >= measured && total < measured * 2, "\(callback) \(measured): \(text)")
      let work = stacks.filter { $0.key.contains("work ") && $0.key.contains("app.lua:3") }.values.reduce(0, +)
      #expect(work > total / 2, "\(callback): \(text)")
    }
    #expect(run.errors.contains("app.lua:9: screen viewWillAppear took"), "\(run)")
  }

  @Test("a profile has one line for each stack, whatever the names of nodes and functions contain")
  func unusualNames() async throws {
    let (folder, run) = try await run(
      ["--profile", "FOLDER/profile.txt"],
      of: """
        local ui = require "luahost"
        local app = ui.Application { identifier = "org.example.unusual" }
        local Screen = ui.ViewController:subclass "Screen"
        local names = {}
        names["long\\nname;\\27[31m"] = function() local sum = 0 for i = 1, 5000000 do sum = sum + i end return sum end
        function Screen:viewDidLoad() self.sum = names["long\\nname;\\27[31m"]() end
        function app:didFinishLaunching()
          local screen = Screen { restorationIdentifier = "a/b\\nc;\\27[31m" }
          ui.Window { rootViewController = screen }:makeKeyAndVisible()
        end
        return app
        """)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(run.status == 0, "\(run)")
    let text = try String(contentsOf: folder.appendingPathComponent("profile.txt"), encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { Int($0.split(separator: " ").last ?? "") != nil } && !text.contains("\u{1b}"), "\(text)")
    let stacks = lines.filter { $0.hasPrefix("a\\/b\u{240a}c,\u{241b}[31m viewDidLoad;") }
    #expect(stacks.contains { $0.contains(";long\u{240a}name,\u{241b}[31m ") }, "\(text)")
  }

  @Test("a profile of deep recursion does not stop the app")
  func deepRecursion() async throws {
    let (folder, run) = try await run(
      ["--profile", "FOLDER/profile.txt"],
      of: """
        local ui = require "luahost"
        local app = ui.Application { identifier = "org.example.deep" }
        local function deep(level) if level > 0 then return 1 + deep(level - 1) end return 0 end
        function app:didFinishLaunching()
          ui.Window { rootViewController = ui.ViewController() }:makeKeyAndVisible()
          for i = 1, 10 do deep(150000) end
        end
        return app
        """)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(run.status == 0 && !run.errors.contains("time limit"), "\(run)")
    let text = try String(contentsOf: folder.appendingPathComponent("profile.txt"), encoding: .utf8)
    #expect(text.contains(";deep "), "\(text)")
  }

  @Test("a profile and a trace to standard error are written, too")
  func standardError() async throws {
    let (folder, run) = try await run(["--profile", "-"])
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(run.status == 0 && run.errors.contains("screen viewDidLoad;"), "\(run)")
  }

  @Test("a full disk is reported once, with option and file", arguments: ["--trace", "--profile", "--log"])
  func full(_ option: String) async throws {
    let app = Self.app.replacing("  self.window:", with: "  print \"one\"\n  print \"two\"\n  self.window:")
    let (folder, run) = try await run([option, "/dev/full"], of: app)
    defer { try? FileManager.default.removeItem(at: folder) }
    let message = "\(option): cannot write /dev/full: No space left on device"
    #expect(run.status == 0 && run.errors.components(separatedBy: message).count == 2, "\(run)")
  }

  @Test("a step of a task that takes longer than a frame is named with the task's place")
  func task() async throws {
    let (folder, run) = try await run(
      ["--trace", "FOLDER/trace.json"],
      of: """
        local ui = require "luahost"
        local app = ui.Application { identifier = "org.example.task" }
        function app:didFinishLaunching()
          ui.Window { rootViewController = ui.ViewController() }:makeKeyAndVisible()
          ui.task(function()
            local sum = 0
            for i = 1, 5000000 do sum = sum + i end
          end)
        end
        return app
        """)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(run.status == 0 && run.errors.contains("app.lua:5: task"), "\(run)")
  }

  @Test("a file that cannot be written is wrong usage that names the option", arguments: ["--trace", "--profile"])
  func unwritable(_ option: String) async throws {
    let (folder, run) = try await run([option, "FOLDER/no/file.json"])
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(run.status == 2 && run.errors.contains(option), "\(run)")
  }
}
