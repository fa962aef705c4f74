import Foundation
import Testing

/// Files, streams, limits and names that an app does not expect at its launch or while it runs.
@Suite("Unusual files, streams and limits")
struct UnusualSystemTests {
  @Test("a folder in place of a file of the database is set aside and reported, and the typed text is saved")
  func folderForFile() async throws {
    let note = try await SavedNote()
    let log = note.state + "/main.sqlite-wal"
    try? FileManager.default.removeItem(atPath: log)
    try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: false)
    let typed = try await CommandRun.run(
      ["repl", "--state-dir", note.state, note.path("good")], input: [":type and"], in: note.folder)
    #expect(typed.output.contains("it was set aside"), "\(typed)")
    let run = try await note.run()
    #expect(run.output.contains("and"), "\(run)")
  }

  @Test("with a file size limit, the exit code and a message report that the state was not saved")
  func fileSizeLimit() async throws {
    let note = try await SavedNote()
    let run = try await note.bash("ulimit -f 4; printf ':type and\\n' | \"$1\" repl --state-dir small \"$2\"")
    #expect(run.status == 3 && run.output.contains("file size limit"), "\(run)")
  }

  @Test("without standard streams, an app runs and saves its state")
  func noStreams() async throws {
    let note = try await SavedNote()
    let app = try ChildProcess(
      running: [CommandRun.command(), "--headless", "--state-dir", note.state, note.path("good")],
      home: note.folder.path, streams: [.closed, .closed, .closed])
    #expect(try await app.ended(within: .seconds(30)) == .code(0))
    let verified = try await note.archive("verify", note.state)
    #expect(verified.status == 0, "the database contains no printed output: \(verified)")
    try await note.expectRestored("the state is restored")
  }

  @Test("with too few file descriptors, the launch fails with a message that contains the remedy; 40 are enough")
  func descriptors() async throws {
    let note = try await SavedNote()
    let launch = "&& exec \"$1\" --headless --state-dir \"$3\" \"$2\""
    let few = try await note.bash("ulimit -n 10 \(launch)")
    #expect(few.status == 2 && few.output.contains("ulimit -n"), "\(few)")
    let enough = try await note.bash("ulimit -n 40 \(launch)")
    #expect(enough.status == 0 && enough.output.contains("precious"), "\(enough)")
  }

  @Test("inspecting the saves of a script never runs it outside of the sandbox, and the message asks for the folder")
  func inspection() async throws {
    let note = try await SavedNote()
    let ran = note.folder.appendingPathComponent("ran").path
    let script = try String(contentsOfFile: note.path("good"), encoding: .utf8)
    try note.write("os.execute 'touch \(ran)'\n" + script, to: "evil.lua")
    let list = try await CommandRun.run(
      ["archive", "list", note.path("evil")],
      environment: ["XDG_STATE_HOME": note.folder.appendingPathComponent("xdg").path], in: note.folder)
    #expect(!FileManager.default.fileExists(atPath: ran))
    #expect(list.output.contains("Name the folder"), "\(list)")
  }

  @Test("a path that is not UTF-8 is rejected with a message, and a working directory with such a name can be used")
  func notUTF8() async throws {
    let note = try await SavedNote()
    let run = try await note.bash(
      """
      bad=$(printf 'bad\\377')
      mkdir "$bad" && cp "$2" "$bad" || exit
      "$1" --headless "$bad/good.lua"
      echo "by its path: $?"
      (cd "$bad" && "$1" --headless --state-dir state good.lua)
      echo "as the working directory: $?"
      # Foundation removes no folder with such a name.
      rm -r "$bad"
      """)
    #expect(run.output.contains("UTF-8") && run.output.contains("by its path: 2"), "\(run)")
    #expect(run.output.contains("as the working directory: 0"), "\(run)")
  }

  @Test("another process can start a session whose folder was removed, and the first one reports it once")
  func removedFolder() async throws {
    let note = try await SavedNote()
    let state = note.folder.appendingPathComponent("gone").path
    func prompt(_ name: String) throws -> BackgroundRun {
      try BackgroundRun(["repl", "--state-dir", state, note.path("good")], in: note.folder, output: name)
    }
    func saves(_ text: String) async throws -> Bool {
      try await eventually { try await note.archive("export", state, "-o", "-").output.contains(text) }
    }
    let first = try prompt("first")
    first.enter(":type first")
    #expect(try await saves("first"))
    try FileManager.default.removeItem(atPath: state)
    let second = try prompt("second")
    second.enter(":type second")
    #expect(try await saves("second"))
    first.enter(":type later")
    #expect(try await eventually { first.output.contains("holds this session") }, "\(first.output)")
    second.closeInput()
    #expect(try await second.ended() == .code(0))
    #expect(try await eventually { first.output.contains("is saved again") }, "\(first.output)")
    first.closeInput()
    // That of a prompt that has printed an error.
    #expect(try await first.ended() == .code(1))
    #expect(first.output.ranges(of: "holds this session").count == 1, "\(first.output)")
    #expect(second.output.isEmpty, "the second one is unaffected: \(second.output)")
  }
}
