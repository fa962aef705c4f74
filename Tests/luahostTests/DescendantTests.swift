import Foundation
import Glibc
import Testing

@testable import luahost

@Suite("Descendant processes")
struct DescendantTests {
  /// The ways in which an app exits, as lines at the prompt; the input ends after them.
  private static let ends = [
    "": [], "SIGTERM": ["os.execute 'kill $PPID'", "ui.sleep(5)"], "SIGKILL": ["os.execute 'kill -9 $PPID'"],
    "os.exit": ["os.exit(0)"],
  ]

  /// Calls that start a program that never exits.
  private static let starts = [
    "os.execute 'setsid PROGRAM 100 &'",
    "os.execute [[(setsid sh -c 'PROGRAM 100 & exit') &]]",
    "os.execute 'exec >/dev/null 2>&1; PROGRAM 100 & PROGRAM 100 &'",
    "os.execute 'env -i PROGRAM 100 &'",
    "reading = io.popen 'PROGRAM 100'",
    "writing = io.popen('setsid PROGRAM 100', 'w')",
    "ui.Process { 'sh', '-c', 'setsid PROGRAM 100 & exit' }",
    "ui.Process { 'sh', '-c', 'setsid PROGRAM 100 & PROGRAM 100' }",
    "ui.Process { 'PROGRAM', '100', env = {} }",
    "ui.Process { 'sh', '-c', 'env -i PROGRAM 100 & PROGRAM 100' }",
    "ui.task(function() ui.run { 'sh', '-c', 'setsid PROGRAM 100 & PROGRAM 100' } end)",
  ]

  @Test(
    "no process started by an app outlives it", arguments: ["", "SIGTERM", "SIGKILL", "os.exit"], starts)
  func nothingIsLeft(_ end: String, _ start: String) async throws {
    let folder = try ProgramFolder()
    _ = try await folder.run([start, "ui.sleep(0.2)", "print(#'started')"] + (Self.ends[end] ?? []))
    #expect(try await folder.isLeft(within: 5) == false)
  }

  @Test("a descendant that clears its environment and leaves the session ends with an orderly exit")
  func clearedEnvironment() async throws {
    let folder = try ProgramFolder()
    _ = try await folder.run(["os.execute 'setsid env -i PROGRAM 100 &'", "ui.sleep(0.2)"])
    #expect(try await folder.isLeft(within: 5) == false)
  }

  @Test("a luv process ends with the app, even if luv detaches it", arguments: ["", "SIGTERM", "SIGKILL"])
  func luv(_ end: String) async throws {
    let folder = try ProgramFolder()
    let start = "uv = require 'luv' uv.spawn('PROGRAM', { args = { '100' }, detached = true }, function() end)"
    let (output, _) = try await folder.run(
      ["if pcall(require, 'luv') then \(start) end", "ui.sleep(0.2)"] + (Self.ends[end] ?? []))
    #expect(!output.contains("error"), "\(output)")
    #expect(try await folder.isLeft(within: 5) == false)
  }

  @Test("luv is notified of the exit of its own processes while others are adopted")
  func luvReaps() async throws {
    let folder = try ProgramFolder()
    let (output, status) = try await folder.run([
      "if not pcall(require, 'luv') then print 'ended 3' os.exit(0) end", "uv = require 'luv'",
      "os.execute [[(setsid sh -c 'sleep 0.1 & exit') &]]",
      "uv.spawn('sh', { args = { '-c', 'sleep 1.5; exit 3' } }, function(code) print('ended', code) end)",
      "ui.sleep(4)",
    ])
    #expect(output.contains("ended\t3") || output.contains("ended 3"), "\(output)")
    #expect(status == 0)
  }

  @Test(
    "a detached process and its descendants outlive the app, without the variable of its run",
    arguments: ["", "SIGKILL"])
  func detached(_ end: String) async throws {
    let folder = try ProgramFolder()
    let words = "(setsid sh -c 'PROGRAM 100 & exit') & echo ${LUAHOST_RUN-none}; PROGRAM 100"
    let (output, _) = try await folder.run(
      [
        "ui.Process { 'sh', '-c', [[\(words)]], detached = true, onLine = function(_, line) print(line) end }",
        "ui.sleep(0.5)",
      ]
        + (Self.ends[end] ?? []))
    #expect(output.contains("none"))
    try await Task.sleep(for: .seconds(1))
    #expect(folder.programs.count == 2)
  }

  @Test("a process has the variable of its run, and otherwise only its own environment")
  func variable() async throws {
    let folder = try ProgramFolder()
    let lines = [
      "print(ui.run { 'env', env = { A = '1', PATH = '/usr/bin:/bin', LUAHOST_RUN = 'x' } }.output)",
      "os.execute 'echo $LUAHOST_RUN'", "print(io.popen('echo $LUAHOST_RUN'):read())",
      "print(ui.run { 'sh', '-c', 'echo $LUAHOST_RUN' }.output)",
    ]
    let (output, _) = try await folder.run(lines)
    let found = output.split(separator: "\n")
    #expect(found.filter { $0 == "A=1" }.count == 1 && found.contains("PATH=/usr/bin:/bin"), "\(output)")
    let values = Set(found.map { $0.replacingOccurrences(of: "LUAHOST_RUN=", with: "") }.filter { $0.count == 32 })
    #expect(values.count == 1, "\(output)")
    let other = try await folder.run(["os.execute 'echo $LUAHOST_RUN'"])
    #expect(!values.contains(other.output.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  @Test("an app started by another one ends with it, and so do its processes", arguments: ["", "SIGKILL"])
  func nested(_ end: String) async throws {
    let folder = try ProgramFolder()
    let inner = folder.url.appendingPathComponent("inner")
    try folder.named(
      "os.execute 'setsid PROGRAM 100 &'\nui.Process { 'PROGRAM', '100' }\nos.execute 'PROGRAM 100 &'\nui.sleep(100)\n"
    ).write(to: inner, atomically: true, encoding: .utf8)
    let command = try CommandRun.command()
    let (output, _) = try await folder.run(
      ["os.execute [[setsid \(command) repl --state-dir \(folder.url.path)/other <\(inner.path) >/dev/null 2>&1 &]]"]
        + [
          "for _ = 1, 200 do ui.sleep(0.1) n = tonumber(io.popen('pgrep -cf ^PROGRAM'):read()) if n == 3 then break end end",
          "print('there are', n)",
        ] + (Self.ends[end] ?? []))
    #expect(output.contains("there are\t3"), "\(output)")
    #expect(try await folder.isLeft(within: 5) == false)
  }

  @Test("an open handle of io.popen does not delay a relaunch", arguments: ["r", "w"])
  func relaunch(_ mode: String) async throws {
    let folder = try ProgramFolder()
    let start = ContinuousClock.now
    let (output, status) = try await folder.run([
      "p = io.popen('PROGRAM 100', '\(mode)')", ":relaunch", "print 'again'",
    ])
    #expect(output.contains("again") && status == 0, "\(output)")
    // Waiting for the command would take 100 s; a busy machine takes some of these for the start.
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(try await folder.isLeft(within: 5) == false)
  }

  @Test("io.popen returns a command's output and exit status, and writes all input to a command")
  func pipes() async throws {
    let folder = try ProgramFolder()
    let lines = [
      "p = io.popen 'echo one; exit 3'", "print(p:read 'a')", "print(p:close())",
      "print(io.popen('kill -9 $$'):close())", "print(io.popen('cat >written', 'w'):write 'two' ~= nil)",
      "print(pcall(io.popen, 'true', 'rw'))", "print(io.type(p))",
    ]
    let (output, _) = try await folder.run(lines)
    for text in ["one\n", "exit\t3", "signal\t9", "invalid mode", "closed file"] {
      #expect(output.contains(text), "\(text): \(output)")
    }
    #expect(try String(contentsOf: folder.url.appendingPathComponent("written"), encoding: .utf8) == "two")
  }

  @Test("adopted processes leave no zombies")
  func zombies() async throws {
    let folder = try ProgramFolder()
    let (output, _) = try await folder.run([
      "for _ = 1, 20 do os.execute [[(setsid sh -c 'sleep 0.1 & exit') &]] end",
      "process = ui.Process { 'sh', '-c', [[for i in 1 2 3; do (setsid sh -c 'sleep 0.2 & exit') & done; wait; sleep 20]] }",
      "ui.sleep(3.5)", "os.execute [[ps -o stat= --ppid $PPID | grep -c '^Z']]",
    ])
    #expect(output.split(separator: "\n").contains("0"), "\(output)")
  }

  @Test("the keeper uses less than a mebibyte of private memory")
  func memory() async throws {
    let folder = try ProgramFolder()
    let (output, _) = try await folder.run([
      "local s = ('x'):rep(50000000)", "os.execute 'true'", "t = {} for i = 1, 1e6 do t[i] = {} end", "ui.sleep(0.2)",
      "for line in io.lines('/proc/' .. io.popen('pgrep -P $PPID luahost-keeper'):read() .. '/smaps_rollup') do print(line) end",
    ])
    let sizes = output.matches(of: #/Private_(?:Clean|Dirty): +(\d+) kB/#).compactMap { Int($0.1) }
    #expect(sizes.count == 2 && sizes.reduce(0, +) < 1024, "\(output)")
  }

  @Test("without permission to start threads, the launch fails with a message", .enabled(if: geteuid() == 0))
  func threads() async throws {
    let folder = try ProgramFolder()
    // The limit counts per user, and no other process has this one.
    let (output, status) = try await CommandRun.run(
      [
        "--reuid=61234", "--regid=61234", "--clear-groups", "bash", "-c",
        "ulimit -u 2; exec \(try CommandRun.command()) repl",
      ],
      in: folder.url, program: "/usr/bin/setpriv")
    #expect(output.contains("Cannot start the") && output.contains("ulimit -u"), "\(output)")
    #expect(status == 2)
  }
}

/// Processes that multiply, killed at random moments.
@Suite("Multiplying descendants", .inRunOfItsOwn, .serialized)
struct MultiplyingDescendantTests {
  private static let words = [
    "a tree":
      "grow() { PROGRAM 100 & if [ $1 -gt 0 ]; then grow $(($1 - 1)) & setsid sh -c 'PROGRAM 100 & exit' & fi; wait; }; grow 25",
    "a supervisor": "while :; do PROGRAM 0.05; setsid PROGRAM 100 & sleep 0.01; done",
    "a relay": "exec setsid sh -c 'PROGRAM 0.02; setsid sh \"$0\" & exit' \"$0\"",
    "a relay without sessions": "PROGRAM 0.01; sh \"$0\" & exit",
  ]

  @Test(
    "no process is left 2 s after SIGKILL at any time", arguments: words.keys.sorted(),
    ["os.execute", "ui.Process"])
  func multiply(_ kind: String, _ start: String) async throws {
    for _ in 0..<5 {
      let folder = try ProgramFolder()
      let script = folder.url.appendingPathComponent("script")
      try folder.named(Self.words[kind] ?? "").write(to: script, atomically: true, encoding: .utf8)
      let call =
        start == "os.execute"
        ? "os.execute 'setsid sh \(script.path) >/dev/null 2>&1 &'" : "ui.Process { 'sh', '\(script.path)' }"
      _ = try await folder.run([call, "ui.sleep(\(Double.random(in: 0...0.5)))", "os.execute 'kill -9 $PPID'"])
      #expect(try await folder.isLeft(within: 2) == false)
    }
  }
}

/// A folder with a program whose processes can be counted.
private final class ProgramFolder {
  let url: URL

  init() throws {
    url = try CommandRun.makeFolder()
    try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: program)
  }

  deinit {
    for process in programs { kill(process, SIGKILL) }
    try? FileManager.default.removeItem(at: url)
  }

  private var program: String { url.appendingPathComponent("program").path }

  /// Returns a command line with the program's path in place of its name.
  func named(_ words: String) -> String { words.replacingOccurrences(of: "PROGRAM", with: program) }

  /// Runs lines at the prompt.
  func run(_ lines: [String]) async throws -> (output: String, status: Int32) {
    try await CommandRun.run(
      ["repl", "--state-dir", url.appendingPathComponent("state").path], input: lines.map(named), in: url)
  }

  /// The processes that run the program.
  var programs: [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }
      .filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/exe")) == program }
  }

  /// Whether no process of the program is left after some seconds, and none starts another.
  func isLeft(within seconds: Double) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if programs.isEmpty {
        try await Task.sleep(for: .milliseconds(100))
        if programs.isEmpty { return false }
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    return !programs.isEmpty
  }
}
