import Foundation
import Testing

/// The command with unexpected kinds of files and folders: it exits soon, with a code of its own and an error message,
/// and commands that only read change nothing.
@Suite("Hostile files", .inRunOfItsOwn)
struct HostileFileTests {
  private static let app = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.files" }
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = ui.ViewController { restorationIdentifier = "root" } }
      self.window:makeKeyAndVisible()
    end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    return app
    """

  /// Replacements of a file or folder.
  enum Thing: String, CaseIterable {
    case fifo, socket, folder, loop, dangling, device, sparse, empty, text, binary, unreadable, missing, deep

    func stand(at url: URL) throws {
      let path = url.path
      try? FileManager.default.removeItem(at: url)
      switch self {
      case .fifo: mkfifo(path, 0o644)
      case .socket: _ = mknod(path, S_IFSOCK | 0o644, 0)
      case .folder: try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      case .loop: symlink(path, path)
      case .dangling: symlink("/nonexistent/file", path)
      case .device: symlink("/dev/zero", path)
      case .sparse:
        try Data("luahost".utf8).write(to: url)
        truncate(path, 8 << 30)
      case .empty: try Data().write(to: url)
      case .text: try Data(String(repeating: "not this ", count: 1000).utf8).write(to: url)
      case .binary: try FileManager.default.copyItem(atPath: "/bin/true", toPath: path)
      case .unreadable:
        try Data("secret".utf8).write(to: url)
        chmod(path, 0)
      case .missing: break
      case .deep: try Data(String(repeating: "[", count: 200_000).utf8).write(to: url)
      }
    }
  }

  /// A folder with an app, its state, and an exported save.
  private func makeState() async throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-files-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = folder.appendingPathComponent("app.lua").path
    try Self.app.write(toFile: script, atomically: true, encoding: .utf8)
    let state = folder.appendingPathComponent("state").path
    for _ in 1...2 { #expect(try await CommandRun(["--headless", "--state-dir", state, script]).status == 0) }
    let exported = folder.appendingPathComponent("saved").path
    #expect(try await CommandRun(["archive", "export", state, "-o", exported]).status == 0)
    return folder
  }

  /// Returns a folder's contents by name: kind, size, and time of the last change.
  private func contents(of folder: URL) throws -> [String: [Int]] {
    var result: [String: [Int]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      var status = stat()
      lstat(folder.appendingPathComponent(name).path, &status)
      result[name] = [Int(status.st_mode), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }
    return result
  }

  /// Checks that the command exited by itself in time with a code of its own, and explained an error.
  private func check(_ run: CommandRun, _ what: String) {
    #expect(run.status.map { (0...4).contains($0) } == true, "\(what): \(run)")
    #expect(!run.errors.contains("Fatal error") && !run.errors.contains("stack traceback"), "\(what): \(run)")
    if run.status != 0 { #expect(!(run.errors + run.output).isEmpty, "\(what): \(run)") }
    if run.arguments.contains("--json"), !run.output.isEmpty {
      #expect(
        (try? JSONSerialization.jsonObject(with: Data(run.output.utf8), options: .fragmentsAllowed)) != nil,
        "\(what): \(run)")
    }
  }

  private static let reading = [
    ["archive", "list", "STATE", "--json"], ["archive", "show", "STATE"], ["archive", "diff", "STATE"],
    ["archive", "verify", "STATE"], ["archive", "export", "STATE", "--json"],
    ["snapshot", "APP", "--state-dir", "STATE"],
  ]
  private static let changing = [
    ["archive", "import", "STATE", "SAVED"], ["archive", "rollback", "STATE", "1"],
    ["--headless", "APP", "--state-dir", "STATE"],
  ]

  private func run(_ words: [String], in folder: URL, state: String = "state", user: String? = nil) async throws
    -> CommandRun
  {
    let places = [
      "STATE": state, "APP": "app.lua", "SAVED": "saved", "OTHER": "other",
    ].mapValues { folder.appendingPathComponent($0).path }
    return try await CommandRun(words.map { places[$0] ?? $0 }, user: user, home: folder.path, seconds: 20)
  }

  @Test(
    "a special file in place of any state file is handled", .serialized, .timeLimit(.minutes(4)),
    arguments: Thing.allCases)
  func stateFiles(_ thing: Thing) async throws {
    let folder = try await makeState()
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = folder.appendingPathComponent("state")
    let names = ["main.sqlite", "main.sqlite-wal", "main.copy", "main.mark"]
    let index = Thing.allCases.firstIndex(of: thing) ?? 0
    // One of the files each, or all with LUAHOST_HOSTILE_FILES=all.
    let isWhole = ProcessInfo.processInfo.environment["LUAHOST_HOSTILE_FILES"] == "all"
    // SQLite creates a missing log as an empty file.
    for name in (isWhole ? names : [names[index % names.count]]) where thing != .missing || name != names[1] {
      let damaged = folder.appendingPathComponent("damaged")
      try? FileManager.default.removeItem(at: damaged)
      try FileManager.default.copyItem(at: state, to: damaged)
      try thing.stand(at: damaged.appendingPathComponent(name))
      let before = try contents(of: damaged)
      for words in Self.reading {
        check(try await run(words, in: folder, state: "damaged"), "\(thing) as \(name)")
      }
      // The reader's part of the log's shared memory is no part of the state.
      let after = try contents(of: damaged).filter { !$0.key.hasSuffix("-shm") }
      #expect(after == before.filter { !$0.key.hasSuffix("-shm") }, "\(thing) as \(name)")
      for words in Self.changing {
        check(try await run(words, in: folder, state: "damaged"), "\(thing) as \(name)")
      }
    }
  }

  @Test(
    "a special file in place of the state folder, script, import or output is handled", .serialized,
    arguments: Thing.allCases)
  func arguments(_ thing: Thing) async throws {
    let folder = try await makeState()
    defer { try? FileManager.default.removeItem(at: folder) }
    let other = folder.appendingPathComponent("other")
    let commands = [
      ["archive", "list", "OTHER", "--json"], ["archive", "export", "OTHER", "--json"], ["archive", "verify", "OTHER"],
      ["archive", "import", "STATE", "OTHER"], ["snapshot", "OTHER"], ["--headless", "OTHER"], ["repl", "OTHER"],
      ["test", "OTHER"], ["snapshot", "APP", "--state-dir", "OTHER"], ["--headless", "APP", "--state-dir", "OTHER"],
      ["archive", "export", "STATE", "-o", "OTHER"],
    ]
    for words in commands {
      try thing.stand(at: other)
      // Output to a device or a sparse file is not tested, as it fills them.
      let isWritten = words.last == "OTHER" && words.contains("-o")
      if isWritten && thing == .device { continue }
      let run = try await run(words, in: folder)
      check(run, "\(thing)")
      if thing != .folder && thing != .missing && thing != .empty && !isWritten && words[0] != "archive" {
        #expect(run.status != 0 || words.contains("--state-dir"), "\(thing): \(run)")
      }
    }
  }

  @Test(
    "a read-only or unreadable state is handled", .enabled(if: getuid() == 0), arguments: [0o000, 0o500, 0o555])
  func permissions(mode: Int) async throws {
    let folder = try await makeState()
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = folder.appendingPathComponent("state")
    chmod(state.path, mode_t(mode))
    let before = try contents(of: state)
    for words in Self.reading + Self.changing {
      let run = try await run(words, in: folder, user: "nobody")
      check(run, "\(mode)")
      #expect(run.status != 0 || mode == 0o555 || words[0] != "archive", "\(mode): \(run)")
    }
    #expect(try contents(of: state) == before)
  }

  @Test("saves that a user may only read are read", .enabled(if: getuid() == 0), arguments: [false, true])
  func readable(hasLog: Bool) async throws {
    let folder = try await makeState()
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = folder.appendingPathComponent("state")
    if hasLog { try Data().write(to: state.appendingPathComponent("main.sqlite-wal")) }
    for file in try FileManager.default.contentsOfDirectory(atPath: state.path) {
      chmod(state.appendingPathComponent(file).path, 0o644)
    }
    chmod(state.path, 0o555)
    let before = try contents(of: state)
    for words in Self.reading where ["list", "show", "verify", "export"].contains(words[1]) {
      let run = try await run(words, in: folder, user: "nobody")
      #expect(run.status == 0 && !run.output.isEmpty, "\(run)")
    }
    #expect(try contents(of: state) == before)
  }
}
