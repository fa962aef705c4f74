import Foundation
import Testing

@Suite("Saved states on the command line")
struct SavedStateCommandTests {
  /// An app whose label has the state, or its first argument.
  private static let app = """
    local ui = require "luahost"
    local Note = ui.ViewController:subclass "Note"
    function Note:loadView()
      self.label = ui.Label { text = "nothing" }
      self.view = self.label
    end
    function Note:encodeRestorableState(coder)
      coder:encode("text", self.label.text)
      coder:encode("inner", self.children[1])
    end
    function Note:decodeRestorableState(coder)
      self.label.text = coder:decode "text"
      coder:decode "inner"
    end
    function Note:viewControllerWithRestorationIdentifierPath() return Note() end
    local app = ui.Application { identifier = "org.example.snapshot" }
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      local note = self.window.rootViewController or Note { restorationIdentifier = "note", restorationClass = Note }
      note:addChild(ui.ViewController { restorationIdentifier = "in\\nner" })
      self.window.rootViewController = note
      self.window:makeKeyAndVisible()
      if arg[1] then note.view.text = arg[1] end
      LAUNCHED
    end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    return app
    """

  private static func folder(launched: String = "") throws -> BundleFolder {
    try BundleFolder(["app.lua": app.replacing("LAUNCHED", with: launched)])
  }

  @Test(
    "a damaged state is reported by `archive verify`, and a snapshot shows the save that a launch restores",
    arguments: ["truncate -s 5000 kept/main.sqlite", "truncate -s 0 kept/main.sqlite", "rm kept/main.sqlite"])
  func damage(_ damage: String) async throws {
    let folder = try Self.folder()
    defer { folder.remove() }
    let saved = try await folder.luahost("app.lua", "--headless", "--state-dir", "kept", "--", "dear Ann")
    #expect(saved.status == 0, "\(saved)")
    let damaged = try await CommandRun.run(["-c", damage], in: folder.url, program: "/bin/sh")
    #expect(damaged.status == 0)
    let verified = try await folder.luahost("archive", "verify", "kept", "--json")
    struct Result: Decodable {
      var problems: [String]
    }
    #expect(verified.status == 1, "\(verified)")
    #expect(try !JSONDecoder().decode(Result.self, from: Data(verified.output.utf8)).problems.isEmpty, "\(verified)")
    let snapshot = try await folder.luahost("snapshot", "app.lua", "--state-dir", "kept")
    #expect(snapshot.status == 0 && snapshot.output.contains("dear Ann"), "\(snapshot)")
    #expect(snapshot.output.contains("luahost: The saved state cannot be read"), "\(snapshot)")
    let launched = try await folder.luahost("app.lua", "--headless", "--state-dir", "kept")
    #expect(launched.output.contains("dear Ann"), "\(launched)")
  }

  @Test("a database that was created without a save is no saved state")
  func emptyDatabase() async throws {
    let folder = try BundleFolder(["app.lua": Self.app.replacing("LAUNCHED", with: ""), "kept/main.sqlite": ""])
    defer { folder.remove() }
    for command in ["list", "show", "verify"] {
      let run = try await folder.luahost("archive", command, "kept")
      #expect(run.status == 2 && run.output.contains("there are no saves yet in kept/main.sqlite"), "\(run)")
      let json = try await CommandRun.run(
        ["-c", "luahost archive \(command) kept --json 2>errors"], environment: try folder.environment(nil),
        in: folder.url, program: "/bin/sh")
      #expect(json == ("[]\n", 2), "\(json)")
    }
    let snapshot = try await folder.luahost("snapshot", "app.lua", "--state-dir", "kept")
    #expect(snapshot.status == 0 && snapshot.output.contains("nothing"), "\(snapshot)")
  }

  @Test("an export does not replace what it exports")
  func exportOntoSource() async throws {
    let folder = try Self.folder()
    defer { folder.remove() }
    let saved = try await folder.luahost("app.lua", "--headless", "--state-dir", "kept", "--", "dear Ann")
    #expect(saved.status == 0, "\(saved)")
    let before = try folder.bytes("kept/main.sqlite")
    for (source, output) in [("kept", "kept/../kept/main.sqlite"), ("app.lua", "app.lua")] {
      let run = try await folder.luahost("archive", "export", source, "--state-dir", "kept", "-o", output)
      #expect(run.status == 2 && run.output.contains("which is exported; use another name"), "\(run)")
    }
    #expect(try folder.bytes("kept/main.sqlite") == before)
  }

  @Test("names with line breaks stay in the lines of the contents of a save")
  func lineBreaks() async throws {
    let folder = try Self.folder()
    defer { folder.remove() }
    for text in ["one", "two"] {
      let saved = try await folder.luahost("app.lua", "--headless", "--state-dir", "kept", "--", text)
      #expect(saved.status == 0, "\(saved)")
    }
    for command in ["show", "diff"] {
      let run = try await folder.luahost("archive", command, "kept")
      #expect(run.status == 0 && run.output.contains("text") && !run.output.contains("in\nner"), "\(run)")
    }
  }

  @Test("standard output has only the screen")
  func output() async throws {
    let folder = try Self.folder(launched: "io.write 'noise' print 'more noise'")
    defer { folder.remove() }
    let run = try await CommandRun.run(
      ["-c", "luahost snapshot app.lua 2>errors"], environment: try folder.environment(nil), in: folder.url,
      program: "/bin/sh")
    #expect(run.status == 0 && run.output.contains("nothing") && !run.output.contains("noise"), "\(run)")
    let errors = String(decoding: try folder.bytes("errors"), as: UTF8.self)
    #expect(errors.replacing("more noise", with: "").contains("noise"), "\(errors)")
  }

  @Test("a signal before the screen is drawn fails, and is not taken for an exit of the app")
  func signal() async throws {
    let folder = try Self.folder(
      launched: """
        local process = io.open("/proc/self/stat"):read "n"
        os.execute("kill -TERM " .. math.tointeger(process))
        while true do end
        """)
    defer { folder.remove() }
    let snapshot = try ChildProcess(
      running: [CommandRun.command(), "snapshot", folder.path("app.lua"), "-o", folder.path("screen.txt")],
      home: folder.url.path, streams: [.closed, .closed, .file(folder.path("errors"), writes: true)])
    #expect(try await snapshot.ended(within: .seconds(60)) == .code(1))
    let errors = String(decoding: try folder.bytes("errors"), as: UTF8.self)
    #expect(errors.contains("app.lua showed a screen") && errors.contains("luahost: stopped before"), "\(errors)")
    #expect(!folder.exists("screen.txt"))
  }

  @Test("a rollback leaves the saves of a newer luahost where they are")
  func rollbackOfNewer() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.newer" }
    function app:shouldSaveApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window { rootViewController = ui.ViewController() } end
    return app
    """.write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    let state = ["--state-dir", "state"]
    #expect(try await CommandRun.run(["--headless", "app.lua"] + state, in: folder).status == 0)
    let database = folder.appendingPathComponent("state/main.sqlite")
    var bytes = try Data(contentsOf: database)
    // The format, as SQLite keeps `PRAGMA user_version` (SQLite, "Database File Format", section 1.3).
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    try bytes.write(to: database)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("state").path)
    let run = try await CommandRun.run(["archive", "rollback", "app.lua", "1"] + state, in: folder)
    #expect(run.status != 0 && run.output.contains("99"), "\(run)")
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("state").path))
        == Set(files))
    #expect(try Data(contentsOf: database) == bytes)
  }
}
