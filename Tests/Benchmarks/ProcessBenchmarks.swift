import BenchmarkReference
import Foundation

/// The start-up and input latency, and the memory of an idle app: the command in a terminal, against a Textual (Python)
/// hello world.
@MainActor
struct ProcessBenchmarks {
  private let folder: String
  private let luahost = Self.luahost

  /// The command that was built with the benchmarks.
  static let luahost = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appendingPathComponent("luahost").path

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-bench-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
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

  /// Shows another letter for each key x, beside a pager that `yes` writes to if it is the app's argument.
  private static let counter = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.luahost.counter" }
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:loadView()
      self.count = 0
      self.label, self.pager = ui.Label { text = ("A"):rep(10) }, ui.TextView { isEditable = false, maximumLines = 10000 }
      self.view = ui.VStack { self.label, self.pager }
      self.keyCommands = { { title = "Count", input = "x", action = "add" } }
    end
    function Screen:viewDidLoad()
      if arg[1] then
        self.process = ui.Process { arg[1], onLine = function(_, line) self.pager:append(line .. "\\n") end }
      end
    end
    function Screen:add()
      self.count = self.count + 1
      self.label.text = string.char(65 + self.count % 26):rep(10)
    end
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = Screen() }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  /// Returns the sorted times from a number of key presses to the changes on the screen.
  private func latencies(_ arguments: [String], keys: Int) throws -> [Double] {
    let app = try TerminalProcess(
      [luahost, "\(folder)/counter.lua", "--state-dir", "\(folder)/counter", "--fresh", "--"] + arguments)
    func shown(_ count: Int) -> String {
      String(repeating: Character(UnicodeScalar(UInt8(65 + count % 26))), count: 10)
    }
    try app.wait(for: shown(0))
    usleep(1_000_000)
    return try (1...keys).map { count in
      usleep(10_000)
      return try seconds {
        app.type("x")
        try app.wait(for: shown(count))
      }
    }.sorted()
  }

  private func floods() throws -> [Measurement] {
    try Data(Self.counter.utf8).write(to: URL(fileURLWithPath: "\(folder)/counter.lua"))
    let (calm, flooded) = (try latencies([], keys: 300), try latencies(["yes"], keys: 300))
    return [(0.5, "the median"), (0.99, "one in a hundred")].map { share, name in
      let place = Int(share * 299)
      return Measurement(
        work: "key to screen while a process floods, \(name)", against: "without it", seconds: flooded[place],
        reference: calm[place], aim: 2)
    }
  }

  func run() throws -> [Measurement] {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try floods() + starts()
  }

  private func starts() throws -> [Measurement] {
    guard let python = ProcessInfo.processInfo.environment["LUAHOST_BENCH_PYTHON"] else {
      FileHandle.standardError.write(Data("Textual is not there to compare with: python3 -m venv is needed\n".utf8))
      return []
    }
    try Data(Self.hello.utf8).write(to: URL(fileURLWithPath: "\(folder)/hello.lua"))
    try Data(Self.textual.utf8).write(to: URL(fileURLWithPath: "\(folder)/hello.py"))
    let app = [luahost, "\(folder)/hello.lua", "--state-dir", "\(folder)/state"]
    // The saved screen says "world", the live one another name.
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
        reference: median(reference), aim: 0.05),
      Measurement(
        work: "cold start to the live screen", against: "Textual hello world", seconds: median(live),
        reference: median(reference), aim: 1.0 / 16),
      Measurement(
        work: "memory of an idle app, its own", against: "Textual hello world", seconds: median(memory.map(\.own)),
        reference: median(referenceMemory.map(\.own)), unit: .bytes, aim: 0.2),
      Measurement(
        work: "and with the libraries that it maps", against: "Textual hello world",
        seconds: median(memory.map(\.resident)), reference: median(referenceMemory.map(\.resident)), unit: .bytes,
        aim: 0.5),
    ]
  }
}

/// A program in its own terminal, killed on deinitialization.
final class TerminalProcess {
  private let name: String
  private let terminal: Int32
  private var process: pid_t = 0
  private var seen: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Starts a program in a terminal of a size.
  init(_ arguments: [String], columns: Int = 80, rows: Int = 24) throws {
    name = arguments[0]
    var device = [CChar](repeating: 0, count: 256)
    terminal = reference_open_terminal(&device, device.count, Int32(columns), Int32(rows))
    guard terminal >= 0 else { throw Failure(what: "no terminal could be made") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, device, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm-256color"]) { $1 }
    var pointers = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (pointers + variables).forEach { free($0) } }
    guard posix_spawn(&process, name, &actions, nil, &pointers, &variables) == 0 else {
      throw Failure(what: "\(name) could not be started")
    }
  }

  deinit {
    if process > 0 {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(terminal)
  }

  /// Types keys, and discards earlier output.
  func type(_ keys: String) {
    seen = []
    _ = write(terminal, keys, keys.utf8.count)
  }

  /// Discards what the program has written.
  func discardOutput() {
    var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    while poll(&descriptor, 1, 0) > 0, read(terminal, &buffer, buffer.count) > 0 {}
    seen = []
  }

  /// Reads the program's output until it contains a text.
  func wait(for text: String) throws {
    let wanted = Array(text.utf8)
    var searched = 0
    while true {
      if let place = seen[searched...].firstRange(of: wanted) {
        seen.removeSubrange(..<place.upperBound)
        return
      }
      searched = max(0, seen.count - wanted.count)
      var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 10_000) > 0 else { throw Failure(what: "\(name) did not show \"\(text)\"") }
      let count = read(terminal, &buffer, buffer.count)
      guard count > 0 else { throw Failure(what: "\(name) ended: \(String(decoding: seen, as: UTF8.self))") }
      seen += buffer.prefix(count)
    }
  }

  var memory: Memory { Memory(of: process) }

  /// The number of open descriptors.
  var descriptorCount: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count) ?? 0 }

  /// Waits until the program has exited by itself.
  func waitUntilExit() {
    // A program that writes to a full terminal does not exit.
    while waitpid(process, nil, WNOHANG) == 0 {
      discardOutput()
      usleep(1_000)
    }
    process = 0
  }

  /// Runs a program until a text is on its screen, and terminates it.
  ///
  /// - Parameter keys: typed at the end, to let the program exit by itself; if empty, the program is killed.
  /// - Returns: the time until the text was visible, and the memory of the process half a second later.
  @MainActor
  static func run(_ arguments: [String], until text: String, thenTyping keys: String? = nil) throws -> (
    seconds: Double, memory: Memory
  ) {
    var started: TerminalProcess?
    let seconds = try seconds {
      started = try TerminalProcess(arguments)
      try started?.wait(for: text)
    }
    if let keys {
      usleep(300_000)
      started?.type(keys)
    }
    usleep(500_000)
    return (seconds, keys == nil ? started?.memory ?? Memory() : Memory())
  }

  /// The memory of a process, in bytes.
  struct Memory {
    /// The memory that no other process can share: heap and stacks.
    var own = 0.0
    /// All resident memory, including the pages of shared libraries.
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
