import Foundation
import Interface
import Testing

@testable import luahost

@Suite("Build commit")
struct BuildCommitTests {
  /// Returns a copy of the command with a text in its commit section.
  private func stamped(_ text: String, in folder: URL) throws -> URL {
    let (copy, note) = (folder.appendingPathComponent("luahost"), folder.appendingPathComponent("commit"))
    try text.write(to: note, atomically: true, encoding: .utf8)
    let objcopy = try Process.run(
      URL(fileURLWithPath: "/usr/bin/objcopy"),
      arguments: [
        "--strip-all", "--remove-section", BuildCommit.section, "--add-section", "\(BuildCommit.section)=\(note.path)",
        try CommandRun.command(), copy.path,
      ])
    objcopy.waitUntilExit()
    #expect(objcopy.terminationStatus == 0)
    return copy
  }

  @Test("the commit is read from the section that the build scripts write, and `--version` prints it")
  func section() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = try stamped("6e24c19-dirty\n", in: folder)
    #expect(BuildCommit.read(copy.path) == "6e24c19-dirty")
    let output = Pipe()
    let run = Process()
    run.executableURL = copy
    run.arguments = ["--version"]
    run.standardOutput = output
    try run.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    run.waitUntilExit()
    #expect(text == "luahost \(Luahost.version) (6e24c19-dirty)\n")
  }

  @Test("a plain build reports an unknown commit")
  func plain() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try await CommandRun.run(["--version"], in: folder, program: CommandRun.builtCommand())
    #expect(run == ("luahost \(Luahost.version) (commit unknown)\n", 0))
  }

  @Test("an invalid or truncated executable has no commit, and reading it does not fail")
  func damaged() throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(BuildCommit.read("/nonexistent") == nil)
    #expect(BuildCommit.read(folder.path) == nil)
    let file = folder.appendingPathComponent("program")
    let whole = try Data(contentsOf: try stamped("6e24c19", in: folder))
    for count in [0, 1, 5, 63, 64, 4096, whole.count - 1] {
      try whole.prefix(count).write(to: file)
      #expect(BuildCommit.read(file.path) == nil)
    }
    for index in 0..<64 {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var damaged = whole.prefix(64)
        damaged[index] = value
        try damaged.write(to: file)
        #expect(BuildCommit.read(file.path) == nil)
      }
    }
  }
}
