import Foundation
import Testing

/// Standard output that cannot be written.
@Suite("Lost output")
struct LostOutputTests {
  private func run(_ line: String) async throws -> (output: String, status: Int32) {
    let command = try CommandRun.command()
    return try await CommandRun.run(
      ["-c", "'\(command)' \(line)"], in: FileManager.default.temporaryDirectory, program: "/bin/sh")
  }

  @Test("a command fails and says why if its output could not be written")
  func fullDisk() async throws {
    let full = try await run("doc TableView 2>&1 >/dev/full")
    #expect(full.status == 1, "\(full)")
    #expect(full.output == "luahost: cannot write standard output: No space left on device\n", "\(full)")
  }

  @Test("the tools that look for losses fail, too, if their output could not be written")
  func tools() async throws {
    let folder = try BundleFolder(BundleFolder.bundledFiles)
    defer { folder.remove() }
    for line in ["doctor", "explore --steps 5"] {
      let full = try await run("\(line) \(folder.path("src/app.lua")) 2>&1 >/dev/full")
      #expect(full.status == 1 && full.output.contains("cannot write standard output: No space left"), "\(full)")
    }
  }

  @Test("a reader that ends early is no failure")
  func readerEnds() async throws {
    let read = try await run("doc TableView 2>&1 | head -1")
    #expect(read.status == 0 && !read.output.contains("cannot write"), "\(read)")
  }
}
