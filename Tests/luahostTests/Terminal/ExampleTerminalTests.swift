import Foundation
import Seeded
import Testing

/// Uses example apps in a real terminal and kills them at random moments while they work: a git log being read,
/// downloads in progress, a note being written.
///
/// LUAHOST_KILLS is the number of kills for each app, LUAHOST_KILLS_SEED their seed.
@Suite("Example apps that are killed at work")
struct ExampleTerminalTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let kills = environment["LUAHOST_KILLS"].flatMap(Int.init) ?? 6
  private static let seed = environment["LUAHOST_KILLS_SEED"].flatMap(UInt64.init) ?? 1

  /// Runs an example in a terminal of its own, with its state in the folder.
  private func start(_ app: String, _ arguments: [String] = [], in folder: URL) throws -> TerminalProcess {
    try TerminalProcess(
      running: [
        CommandRun.command(), CommandRun.source("scripts/apps/\(app).lua"), "--state-dir",
        folder.appendingPathComponent("state").path, "--",
      ] + arguments, columns: 100, rows: 28, folder: folder, isGuest: true)
  }

  /// Kills an app with SIGKILL, and waits for the process that then restores the terminal.
  private func cutOff(_ terminal: TerminalProcess) async throws {
    let watchers = TerminalProcess.watchers(of: terminal.process)
    terminal.signal(SIGKILL)
    #expect(try await terminal.ended()?.end == .signal(SIGKILL))
    try await terminal.expect("the watcher has ended") { !watchers.contains(where: RunningProcesses.isRunning) }
  }

  private func expectNoErrors(_ terminal: TerminalProcess) {
    let screen = terminal.screen
    #expect(
      !screen.contains("Error in the app") && !screen.contains("was not restored"), "seed \(Self.seed):\n\(screen)")
  }

  private func pause(_ generator: inout SeededGenerator) async throws {
    try await Task.sleep(for: .milliseconds(Int.random(in: 50..<950, using: &generator)))
  }

  @Test("a log killed while it is being read is read again, and an open commit is restored above its position")
  func log() async throws {
    var generator = SeededGenerator(state: Self.seed)
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let repository = folder.appendingPathComponent("repository").path
    func git(_ arguments: String..., input: [String] = []) async throws -> String {
      let (output, status) = try await CommandRun.run(arguments, input: input, in: folder, program: "/usr/bin/git")
      #expect(status == 0, "\(output)")
      return output
    }
    _ = try await git("init", "-q", "-b", "main", repository)
    let commits = (1...3000).map { number in
      """
      commit refs/heads/main
      committer A <a@b> \(1_700_000_000 + number) +0000
      data \(7 + "\(number)".count)
      Change \(number)
      M 100644 inline file
      data 5
      \(String(format: "%04d", number))

      """
    }
    _ = try await git("-C", repository, "fast-import", "--quiet", input: commits)

    let keys: [Key] = [
      .down, .up, .end, .home, .pageDown, .pageUp, .enter, .escape, .alt("1"), .alt("2"), .character("y"),
      .character("r"),
    ]
    for _ in 0..<Self.kills {
      let log = try start("gitlog", [repository], in: folder)
      try await log.expect("the log is shown") { log.emulator.isOnAlternateScreen }
      try await pause(&generator)
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        log.press(keys.randomElement(using: &generator) ?? .down)
        try await Task.sleep(for: .milliseconds(50))
      }
      try await pause(&generator)
      expectNoErrors(log)
      try await cutOff(log)
    }

    let hashes = try await git("-C", repository, "rev-parse", "main", "main~1", "main~2").split(separator: "\n")
    let rows = hashes.map { "› \($0.prefix(8))" }
    let log = try start("gitlog", [repository], in: folder)
    try await log.expect("the log is shown") { log.emulator.isOnAlternateScreen }
    // The snapshot shows commits too, before a commit can be selected; but it has no help.
    log.press(.function(1))
    try await log.wait(for: "─ Keys ─")
    log.press(.escape)
    try await log.waitUntilGone("─ Keys ─")
    log.press(.alt("1"), .escape)
    try await log.expect("a log killed while it is being read is read again", shows: "3000 commits")
    try await log.waitUntilGone("commits ...")
    try await log.expect("the first commit can be selected") {
      // The tabs may be focused.
      log.press(.down, .home)
      try await Task.sleep(for: .milliseconds(100))
      return log.screen.contains(rows[0])
    }
    for row in rows.dropFirst() {
      log.press(.down)
      try await log.wait(for: row)
    }
    log.press(.enter)
    try await log.expect("Enter opens a commit", shows: "+2998")
    #expect(try await log.saves("CommitViewController", folder.appendingPathComponent("state").path))
    try await cutOff(log)
    let again = try start("gitlog", [repository], in: folder)
    try await again.expect("the commit is open again", shows: "+2998")
    again.press(.escape)
    try await again.expect(
      "the log below it keeps its position and choice", shows: rows[2].replacing("›", with: "●"))
    try await again.quit()
  }

  @Test("interrupted downloads are complete in the end and leave no other files")
  func downloads() async throws {
    var generator = SeededGenerator(state: Self.seed)
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let portFile = folder.appendingPathComponent("port")
    let server = try ChildProcess(
      running: ["/usr/bin/python3", CommandRun.source("Tests/Scripts/slow-server.py"), portFile.path],
      home: folder.path, streams: [.file("/dev/null"), .file("/dev/null", writes: true), .descriptor(1)])
    defer { server.kill() }
    let files = folder.appendingPathComponent("files")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: false)
    #expect(try await eventually { FileManager.default.fileExists(atPath: portFile.path) })
    let address = "http://127.0.0.1:\(try String(contentsOf: portFile, encoding: .utf8))"
    let arguments = ["--into", files.path, "\(address)/one.bin", "\(address)/two.bin"]
    for _ in 0..<Self.kills {
      let downloads = try start("downloads", arguments, in: folder)
      try await pause(&generator)
      try await cutOff(downloads)
    }
    let downloads = try start("downloads", arguments, in: folder)
    try await downloads.expect("both downloads are done") { downloads.screen.ranges(of: " done").count == 2 }
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.path).sorted() == ["one.bin", "two.bin"])
    // What the server sends.
    let expected = Data((0..<600_000).map { (place: Int) -> UInt8 in UInt8((place * 7 + place / 251) % 256) })
    for name in ["one.bin", "two.bin"] {
      #expect(try Data(contentsOf: files.appendingPathComponent(name)) == expected, "seed \(Self.seed): \(name)")
    }
    try await downloads.quit()
  }

  @Test("a note is saved while it is being written, and no saved word is lost")
  func note() async throws {
    var generator = SeededGenerator(state: Self.seed)
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = folder.appendingPathComponent("state")
    var notes = try start("notes", in: folder)
    try await notes.wait(for: "No notes yet")
    notes.press(.character("n"))
    notes.type("Diary")
    notes.press(.enter)
    try await notes.wait(for: "Diary")
    notes.press(.tab, .tab)
    var written = 0
    for _ in 0..<Self.kills {
      for _ in 0..<Int.random(in: 5..<25, using: &generator) {
        written += 1
        notes.type("w\(written) ")
        try await Task.sleep(for: .milliseconds(20))
      }
      // In the note's file, or in the state.
      let isWritten = try await notes.eventually {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: state.path + "/main.files")) ?? []
        let texts = names.filter { $0.hasSuffix(".md") }.compactMap {
          try? String(contentsOfFile: "\(state.path)/main.files/\($0)", encoding: .utf8)
        }
        if texts.contains(where: { $0.contains("w\(written)") }) { return true }
        let export = try await CommandRun(["archive", "export", state.path, "-o", "-"], home: folder.path)
        return export.output.contains("w\(written)")
      }
      #expect(isWritten, "a note is saved while it is being written")
      notes.type("lost?")
      try await cutOff(notes)
      notes = try start("notes", in: folder)
      try await notes.expect("no saved word is lost", shows: "w\(written)")
      expectNoErrors(notes)
      // It is unknown how much of the last word was received.
      notes.type(" ")
    }
    try await notes.quit()
  }
}
