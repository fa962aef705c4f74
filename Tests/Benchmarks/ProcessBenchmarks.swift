import BenchmarkReference
import Foundation

/// What a person waits for and what an idle app holds: the command in a terminal, against a Textual (Python) hello world.
@MainActor
struct ProcessBenchmarks {
  private let folder: String
  private let luahost: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-bench-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    luahost =
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("luahost").path
  }

  private static let hello = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.luahost.hello" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = ui.ViewController { view = ui.Label { text = "Hello, " .. (arg[1] or "world") } } }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  private static let textual = """
    from textual.app import App
    from textual.widgets import Label

    class Hello(App):
        def compose(self):
            yield Label("Hello, world")

    Hello().run()
    """

  func run() throws -> [Measurement] {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    guard let python = ProcessInfo.processInfo.environment["LUAHOST_BENCH_PYTHON"] else {
      FileHandle.standardError.write(Data("Textual is not there to compare with: python3 -m venv is needed\n".utf8))
      return []
    }
    try Data(Self.hello.utf8).write(to: URL(fileURLWithPath: "\(folder)/hello.lua"))
    try Data(Self.textual.utf8).write(to: URL(fileURLWithPath: "\(folder)/hello.py"))
    let app = [luahost, "\(folder)/hello.lua", "--state-dir", "\(folder)/state"]
    // The saved screen says "world"; the live one says another name.
    _ = try TerminalProcess.run(app, until: "Hello, world", thenTyping: "\u{11}")
    var (snapshot, live, reference): ([Double], [Double], [Double]) = ([], [], [])
    var (memory, referenceMemory): ([TerminalProcess.Memory], [TerminalProcess.Memory]) = ([], [])
    for round in 0..<5 {
      snapshot.append(try TerminalProcess.run(app + ["--", "n\(round)"], until: "Hello, ").seconds)
      let now = try TerminalProcess.run(app + ["--fresh", "--", "live\(round)"], until: "live\(round)")
      live.append(now.seconds)
      memory.append(now.memory)
      let other = try TerminalProcess.run([python, "\(folder)/hello.py"], until: "Hello, world")
      reference.append(other.seconds)
      referenceMemory.append(other.memory)
    }
    return [
      Measurement(
        work: "cold start to the saved screen", against: "Textual hello world", seconds: median(snapshot),
        reference: median(reference), aim: 0.1),
      Measurement(
        work: "cold start to the live screen", against: "Textual hello world", seconds: median(live),
        reference: median(reference), aim: 0.1),
      Measurement(
        work: "memory of an idle app, its own", against: "Textual hello world", seconds: median(memory.map(\.own)),
        reference: median(referenceMemory.map(\.own)), unit: .bytes, aim: 0.5),
      Measurement(
        work: "and with the libraries that it maps", against: "Textual hello world",
        seconds: median(memory.map(\.resident)), reference: median(referenceMemory.map(\.resident)), unit: .bytes,
        aim: 0.5),
    ]
  }
}

/// A program in a terminal of its own.
enum TerminalProcess {
  /// Runs a program until a text is on its screen, and ends it.
  ///
  /// - Parameter keys: typed then, and the program's end waited for; without any it is killed.
  /// - Returns: how long the text took to come, and what memory the process holds half a second later.
  static func run(_ arguments: [String], until text: String, thenTyping keys: String? = nil) throws -> (
    seconds: Double, memory: Memory
  ) {
    var name = [CChar](repeating: 0, count: 256)
    let terminal = reference_open_terminal(&name, name.count, 80, 24)
    guard terminal >= 0 else { throw Failure(what: "no terminal could be made") }
    defer { close(terminal) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm-256color"]) { $1 }
    var pointers = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (pointers + variables).forEach { free($0) } }
    let clock = ContinuousClock()
    let start = clock.now
    var process: pid_t = 0
    guard posix_spawn(&process, arguments[0], &actions, nil, &pointers, &variables) == 0 else {
      throw Failure(what: "\(arguments[0]) could not be started")
    }
    defer {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    var seen: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !String(decoding: seen, as: UTF8.self).contains(text) {
      var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 10_000) > 0 else { throw Failure(what: "\(arguments[0]) did not show \"\(text)\"") }
      let count = read(terminal, &buffer, buffer.count)
      guard count > 0 else {
        throw Failure(what: "\(arguments[0]) ended: \(String(decoding: seen, as: UTF8.self))")
      }
      seen += buffer.prefix(count)
    }
    let seconds =
      Double((clock.now - start).components.attoseconds) * 1e-18 + Double((clock.now - start).components.seconds)
    if let keys {
      usleep(300_000)
      _ = write(terminal, keys, keys.utf8.count)
      usleep(500_000)
      return (seconds, Memory())
    }
    usleep(500_000)
    return (seconds, Memory(of: process))
  }

  /// What a process holds, in bytes.
  struct Memory {
    /// What only this process can have: its heap and stacks.
    var own = 0.0
    /// All of it that is in memory now, the pages of shared libraries included.
    var resident = 0.0

    init() {}

    init(of process: pid_t) {
      let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
      func bytes(_ name: String) -> Double {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return (Double(line.filter(\.isNumber)) ?? 0) * 1024
      }
      own = bytes("RssAnon:")
      resident = bytes("VmRSS:")
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let what: String
    var description: String { what }
  }
}
