import Foundation
import Testing

@Suite("Archive commands with --json")
struct ArchiveJSONTests {
  /// Returns the standard output of `luahost archive`, without spaces.
  private func json(_ arguments: String...) async throws -> String {
    try await CommandRun(["archive"] + arguments + ["--json"]).output.filter { !$0.isWhitespace }
  }

  @Test("on wrong usage, such as a missing node, save or session, standard output is empty")
  func missing() async throws {
    let note = try await SavedNote()
    for arguments in [
      ["show", note.state, "--path", "nope"], ["show", note.state, "--save", "99"], ["diff", note.state, "99"],
      ["list", note.state, "--session", "other"], ["verify", note.state, "--session", "other"],
      ["rollback", note.state, "99"], ["export", note.state, "--save", "99"],
    ] {
      let run = try await CommandRun(["archive"] + arguments + ["--json"])
      #expect(run.output.isEmpty && run.status == 2, "\(arguments): \(run)")
    }
    #expect(try await json("search", note.state, "nowhere") == "[]")
  }

  @Test("an export without a file is written to standard output")
  func export() async throws {
    let note = try await SavedNote()
    let file = try await json("export", note.state)
    let named = try await json("export", "-o", "-", note.state)
    #expect(!file.isEmpty && file == named)
  }

  @Test("an import and a rollback print their save")
  func saves() async throws {
    let note = try await SavedNote()
    let number = try #require(Int(try await note.lastSave()))
    let file = note.folder.appendingPathComponent("export").path
    #expect(try await note.archive("export", note.state, "-o", file).status == 0)
    #expect(try await json("import", note.state, file) == #"{"nodes":1,"number":\#(number + 1)}"#)
    #expect(
      try await json("rollback", note.state, "\(number)")
        == #"{"number":\#(number + 2),"rolledBackTo":\#(number)}"#)
  }
}
