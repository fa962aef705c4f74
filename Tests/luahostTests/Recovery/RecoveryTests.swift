import Foundation
import Testing

/// Apps that crash, hang, fail and exit while they are restored, in real processes.
@Suite("Recovery from failed restorations")
struct RecoveryTests {
  /// Starts an app that signals with a file, and returns it after it did.
  private func start(_ name: String, of note: SavedNote, mode: String = "--headless") async throws -> BackgroundRun {
    let run = try BackgroundRun([mode, "--state-dir", note.state, note.path(name)], in: note.folder)
    let begun = note.folder.appendingPathComponent("begun").path
    let hasBegun = try await eventually { FileManager.default.fileExists(atPath: begun) }
    try #require(hasBegun, "the app begins: \(run.output)")
    try FileManager.default.removeItem(atPath: begun)
    return run
  }

  private func begin(_ note: SavedNote) -> String { "io.open('\(note.folder.path)/begun', 'w'):close()" }

  @Test(
    "a save whose restoration crashed twice is skipped, reported once and listed as refused; a rollback restores it",
    arguments: [SIGSEGV, SIGKILL])
  func crash(signal: Int32) async throws {
    let note = try await SavedNote()
    try note.add("waits", decode: "\(begin(note)) for i = 1, 1e10 do end")
    func crash() async throws {
      let app = try await start("waits", of: note)
      app.signal(signal)
      #expect(try await app.ended() == .signal(signal), "\(app.output)")
    }
    let first = try await note.lastSave()
    try await crash()
    #expect(try await note.archive("show", "--save", first, note.state).status == 0, "the save is in the history")
    try await note.expectRestored("after one crash the state is restored")
    let save = try await note.lastSave()
    try await crash()
    try await crash()
    let skipped = try await note.run()
    #expect(
      skipped.output.contains("while it restored save \(save)") && !skipped.output.contains("precious"),
      "the next launch starts without that state and reports it: \(skipped)")
    let again = try await note.run()
    #expect(!again.output.contains("while it restored"), "it is reported once: \(again)")
    let list = try await note.archive("list", note.state)
    #expect(
      list.output.split(separator: "\n").contains { $0.hasPrefix("\(save) ") && $0.contains("refused") }, "\(list)")
    #expect(try await note.archive("rollback", note.state, save).status == 0)
    try await note.expectRestored("a rollback restores it")
  }

  @Test("os.exit during the restoration exits with its code, and never counts as a crash")
  func exit() async throws {
    let note = try await SavedNote()
    try note.add("exits", decode: "os.exit(3)")
    for _ in 1...3 { #expect(try await note.run("exits").status == 3) }
    try await note.expectRestored("no save is refused")
  }

  @Test(
    "a signal ends the app in order while restoration is extended, and never counts as a crash",
    arguments: ["--plain", "--headless"], [SIGTERM, SIGHUP])
  func extended(mode: String, signal: Int32) async throws {
    let note = try await SavedNote()
    try note.add("extends", decode: "app:extendStateRestoration() ui.after(0, function() \(begin(note)) end)")
    // A save is refused after two crashes.
    for _ in 1...2 {
      let app = try await start("extends", of: note, mode: mode)
      app.signal(signal)
      #expect(try await app.ended() == .code(0), "\(app.output)")
    }
    try await note.expectRestored("no save is refused")
  }

  @Test(
    "an app whose decode fails starts with an error that names it, and the saved state is kept",
    arguments: [
      "error 'cannot decode'", "while true do end",
      "local t = {} while true do t[#t + 1] = ('x'):rep(1000000) .. #t end",
    ])
  func failing(decode: String) async throws {
    let note = try await SavedNote()
    try note.add("fails", decode: decode)
    let run = try await note.run("fails", "--memory-limit", "50000000")
    #expect(run.status == 1 && run.output.contains("note decodeRestorableState: "), "\(run)")
    try await note.expectRestored("the saved state is kept")
  }
}
