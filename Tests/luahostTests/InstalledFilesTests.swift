import Foundation
import Testing

@testable import luahost

@Suite("Installed files")
struct InstalledFilesTests {
  /// Runs a body in a new folder with these files in it.
  private func inFolder(with files: [String], _ body: (String) throws -> Void) throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in files {
      let url = folder.appendingPathComponent(file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
    }
    try body(folder.path)
  }

  @Test("an installed program's files are in share/luahost of its prefix")
  func installed() throws {
    try inFolder(with: ["bin/luahost", "share/luahost/meta/luahost.lua"]) { prefix in
      let files = InstalledFiles(executable: "\(prefix)/bin/luahost")
      #expect(files.folder == "\(prefix)/share/luahost")
      #expect(files.annotations == "\(prefix)/share/luahost/meta")
    }
  }

  @Test("a checkout's program uses the checkout's files")
  func checkout() throws {
    try inFolder(with: [".build/triple/debug/luahost", "scripts/meta/luahost.lua"]) { root in
      #expect(InstalledFiles(executable: "\(root)/.build/triple/debug/luahost").folder == "\(root)/scripts")
      #expect(InstalledFiles(executable: "\(root)/.build/luahost").folder == "\(root)/scripts")
    }
  }

  @Test("a prefix inside a checkout has its own files")
  func prefixInCheckout() throws {
    try inFolder(with: ["out/share/luahost/meta/luahost.lua", "scripts/meta/luahost.lua"]) { root in
      #expect(InstalledFiles(executable: "\(root)/out/bin/luahost").folder == "\(root)/out/share/luahost")
    }
  }

  @Test(
    "a program that was copied alone has no files", arguments: ["", "luahost", "/luahost", "/nonexistent/bin/luahost"])
  func alone(path: String) {
    #expect(InstalledFiles(executable: path).folder == nil)
    #expect(InstalledFiles(executable: path).annotations == nil)
  }

  @Test("the program under test uses this checkout's files")
  func current() throws {
    let folder = try #require(InstalledFiles.current.annotations)
    #expect(FileManager.default.fileExists(atPath: "\(folder)/luahost.test.lua"))
  }
}
