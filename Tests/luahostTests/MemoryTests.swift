import Foundation
import Testing

/// The memory of the command, whatever a script does: the limit, and the memory of any app.
@Suite("Memory use of the host", .inRunOfItsOwn, .serialized)
struct MemoryTests {
  /// A script and its expected report.
  struct Row: CustomTestStringConvertible {
    let name: String
    /// Code of the app before its launch.
    var definitions = ""
    /// Runs in `didFinishLaunching`.
    var body = ""
    /// The memory limit in MiB.
    var limit = 32
    /// A part of the expected error; nil if there is none.
    var report: String?
    var arguments: [String] = []
    /// Whether a second run restores its state.
    var isRestored = false

    var testDescription: String { name }
  }

  /// The additional memory of the allocator and SQLite's caches, in MiB.
  private static let slack = 24
  private static let notEnough = "not enough memory"

  static let rows: [Row] = [
    Row(
      name: "an identifier that there is no room for", body: "root.view.restorationIdentifier = text(8)",
      report: notEnough),
    Row(name: "an identifier that there is room for", body: "root.view.restorationIdentifier = text(4)"),
    Row(
      name: "identifiers that there is no room for together",
      body: "for i = 1, 6 do root:addChild(Screen { restorationIdentifier = text(4) .. i }) end", report: notEnough),
    Row(
      name: "long identifiers below each other, in a trace",
      body: """
        local parent = root
        for i = 1, 20 do
          local child = Screen { restorationIdentifier = ("x"):rep(200 << 10) .. i }
          parent:addChild(child)
          parent = child
        end
        """, arguments: ["--trace", "trace"]),
    Row(
      name: "an identifier of an object that there is no room for",
      body: "app:registerObjectForStateRestoration({}, text(8))", report: notEnough),
    Row(name: "the name of a property that is not there", body: "root.view[text(12)] = 1", report: "has no property"),
    Row(name: "the name of a value of the module that is not there", body: "return ui[text(12)]", report: "has no 'x"),
    Row(
      name: "an option that is not there", body: "app:notify('note', { [text(12)] = 1 })", report: "has no option 'x"),
    Row(name: "an error with a long message", body: "error(text(12))", report: "xxx"),
    Row(name: "messages that go by themselves", body: "for i = 1, 5 do app:notify(text(8)) end"),
    Row(name: "a label of one long line", body: "root.view = ui.Label { text = text(4) }"),
    Row(name: "a label of very many lines", body: "root.view = ui.Label { text = ('x\\n'):rep(2 << 20) }"),
    Row(name: "a button", body: "root.view = ui.Button { title = text(8) }"),
    Row(name: "a title", body: "root.title = text(8)"),
    Row(name: "a value that there is room for", definitions: "encoded = { a = text(5) }", isRestored: true),
    Row(name: "a value that there is no room for", definitions: "encoded = { a = text(14) }", report: notEnough),
    Row(
      name: "values that there is no room for together",
      definitions: "encoded = {} for i = 1, 10 do encoded['a' .. i] = function() return text(3) end end",
      report: notEnough),
    Row(
      name: "values of many nodes that there is no room for together",
      definitions: "encoded = { a = function() return text(5) end }",
      body: "for i = 1, 8 do root:addChild(Screen { restorationIdentifier = 'c' .. i }) end",
      report: "c4 encodeRestorableState: "),
    Row(
      name: "many short values",
      definitions: "encoded = {} for i = 1, 20000 do encoded['key' .. i] = ('x'):rep(200) end", isRestored: true),
    Row(
      name: "values of the application",
      definitions: "function app:willEncodeRestorableState(coder) coder:encode('a', text(5)) end", isRestored: true),
  ]

  private static func script(_ row: Row) -> String {
    """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.memory", version = "1.0" }
    local encoded
    local function text(megabytes) return ("x"):rep(megabytes << 20) end
    \(row.definitions)
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:viewControllerWithRestorationIdentifierPath() return Screen() end
    function Screen:encodeRestorableState(coder)
      for key, value in pairs(encoded or {}) do
        coder:encode(key, type(value) == "function" and value() or value)
      end
    end
    function Screen:decodeRestorableState(coder)
      for _, key in ipairs(coder:keys()) do self.size = #coder:decode(key) end
    end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      self.window:makeKeyAndVisible()
      local root = Screen { restorationIdentifier = "root", restorationClass = Screen }
      if self.window.rootViewController then return end
      self.window.rootViewController = root
      \(row.body)
    end
    return app
    """
  }

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func run(_ row: Row, in folder: URL) async throws -> MeasuredRun {
    try Self.script(row).write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    return try await MeasuredRun(
      ["--headless", "--memory-limit", "\(row.limit << 20)", "--state-dir", "state"] + row.arguments + ["app.lua"],
      in: folder)
  }

  @Test("any app's host uses at most the limit beside the app's own memory", arguments: rows)
  func limit(row: Row) async throws {
    var base = 0
    try await withFolder { base = try await run(Row(name: "nothing"), in: $0).peak }
    try await withFolder { folder in
      // A second run restores the state of the first.
      for _ in 0..<(row.isRestored ? 2 : 1) {
        let run = try await run(row, in: folder)
        #expect(run.peak - base <= (row.limit + Self.slack) << 20, "\((run.peak - base) >> 20) MiB: \(run)")
        #expect(run.status == (row.report == nil ? 0 : 1), "\(run)")
        if let report = row.report {
          #expect(run.errors.contains(report), "\(run)")
        } else {
          #expect(run.errors.isEmpty, "\(run)")
        }
        #expect(run.errors.utf8.count < 300 << 10)
      }
      if let trace = try? String(contentsOf: folder.appendingPathComponent("trace"), encoding: .utf8) {
        #expect(trace.split(separator: "\n").allSatisfy { $0.utf8.count <= 65 << 10 })
      }
    }
  }

  @Test("a node that encodes more than memory allows keeps its saved state, and the report names it")
  func keepsEarlierSave() async throws {
    try await withFolder { folder in
      let small = Row(name: "small", definitions: "encoded = { a = 'twelve bytes' }")
      #expect(try await run(small, in: folder).errors.isEmpty)
      let large = Row(name: "large", definitions: "encoded = { a = function() return text(14) end }")
      let failed = try await run(large, in: folder)
      #expect(failed.errors.contains("root encodeRestorableState: "), "\(failed)")
      #expect(failed.errors.contains("not enough memory"), "\(failed)")
      #expect(failed.errors.contains("Its last encoded state is kept"), "\(failed)")
      #expect(failed.errors.contains("--memory-limit"), "\(failed)")
      let read = try await CommandRun.run(
        ["archive", "show", "--state-dir", folder.appendingPathComponent("state").path, "app.lua"], in: folder)
      #expect(read.output.contains("twelve bytes"), "\(read.output)")
    }
  }

  @Test(
    "many launches, relaunches and reloads use no more memory than some",
    arguments: ["launch", "relaunch", "case"])
  func launches(kind: String) async throws {
    try await withFolder { folder in
      try Self.script(Row(name: "app", definitions: "encoded = { a = 'some' }"))
        .write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
      try """
      local test = require "luahost.test"
      local function measure(count)
        for line in io.lines "/proc/self/status" do
          local kilobytes = line:match "^VmRSS:%s+(%d+)"
          if kilobytes then io.stderr:write("after ", count, ": ", kilobytes, "\\n") end
        end
      end
      local kind, some, many = "\(kind)", 60, 360
      if kind == "case" then
        for i = 1, many do
          test.case("case " .. i, function(t)
            t:launch "app.lua"
            if i == some or i == many then measure(i) end
          end)
        end
      else
        test.case("all", function(t)
          local app = t:launch "app.lua"
          for i = 1, many do
            if kind == "launch" then app = t:launch "app.lua" else app:relaunch() end
            if i == some or i == many then measure(i) end
          end
        end)
      end
      """.write(to: folder.appendingPathComponent("many.test.lua"), atomically: true, encoding: .utf8)
      let run = try await MeasuredRun(["test", "many.test.lua"], in: folder)
      #expect(run.status == 0, "\(run)\(run.output.suffix(500))")
      let sizes = run.errors.split(separator: "\n").compactMap { line -> Int? in
        line.hasPrefix("after ") ? line.split(separator: " ").last.flatMap { Int($0) } : nil
      }
      try #require(sizes.count == 2, "\(run)")
      #expect(sizes[1] < sizes[0] + sizes[0] / 10, "\(sizes) KiB")
    }
  }

  @Test("many reloads use no more memory than some")
  func reloads() async throws {
    try await withFolder { folder in
      try Self.script(Row(name: "app", definitions: "encoded = { a = 'some' }"))
        .write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
      let measure = "for line in io.lines '/proc/self/status' do if line:match '^VmRSS' then print(line) end end"
      let reloads = { Array(repeating: ":reload", count: $0) }
      let run = try await CommandRun.run(
        ["repl", "--state-dir", "state", "app.lua"], input: reloads(40) + [measure] + reloads(200) + [measure],
        in: folder)
      let sizes = run.output.split(separator: "\n").filter { $0.contains("VmRSS:") }
        .compactMap { $0.split(separator: " ").dropLast().last.flatMap { Int($0) } }
      try #require(sizes.count == 2, "\(run.output.suffix(500))")
      #expect(sizes[1] < sizes[0] + sizes[0] / 10, "\(sizes) KiB")
    }
  }
}
