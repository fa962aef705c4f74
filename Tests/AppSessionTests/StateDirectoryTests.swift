import ArchiveStore
import Foundation
import Testing

@testable import AppSession

@Suite("State directory")
struct StateDirectoryTests {
  @Test("XDG_STATE_HOME comes first; a relative one is ignored, as its specification says")
  func precedence() {
    #expect(
      StateDirectory.standard(forIdentifier: "org.x", environment: ["XDG_STATE_HOME": "/state", "HOME": "/home/me"])
        == "/state/luahost/org.x")
    #expect(
      StateDirectory.standard(forIdentifier: "org.x", environment: ["HOME": "/home/me"])
        == "/home/me/.local/state/luahost/org.x")
    #expect(
      StateDirectory.standard(forIdentifier: "org.x", environment: ["XDG_STATE_HOME": "state", "HOME": "/home/me"])
        == "/home/me/.local/state/luahost/org.x")
  }
  @Test("what a script was called is not waited for where a FIFO, a folder or a device took its place")
  func knownScripts() throws {
    let home = NSTemporaryDirectory() + "luahost-known-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: home) }
    KnownScripts.remember("org.example.known", ofScript: #filePath, home: home)
    #expect(KnownScripts.identifier(ofScript: #filePath, home: home) == "org.example.known")
    let folder = home + "/luahost/.scripts"
    let file = folder + "/" + (try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first))
    for make in [{ mkfifo(file, 0o600) }, { mknod(file, S_IFSOCK | 0o600, 0) }, { symlink("/dev/zero", file) }] {
      try FileManager.default.removeItem(atPath: file)
      _ = make()
      #expect(KnownScripts.identifier(ofScript: #filePath, home: home) == nil)
      KnownScripts.remember("org.example.known", ofScript: #filePath, home: home)
      #expect(KnownScripts.identifier(ofScript: #filePath, home: home) == "org.example.known")
    }
  }

  @Test("what is written for a person is whole, or not there: a pipe gets it, a link stays, and nothing else is left")
  func outputs() throws {
    let folder = NSTemporaryDirectory() + "luahost-output-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // What an earlier death left is replaced.
    _ = FileManager.default.createFile(atPath: folder + "/.screen.txt.luahost.new", contents: Data("half".utf8))
    try FileContents.writeOutput([1, 2, 3], to: folder + "/screen.txt", mode: 0o600)
    symlink("screen.txt", folder + "/link")
    try FileContents.writeOutput([4], to: folder + "/link", mode: 0o600)
    #expect(FileContents.read(folder + "/screen.txt") == [4])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["link", "screen.txt"])
    try FileContents.writeOutput([1], to: "/dev/null", mode: 0o600)
    #expect(FileManager.default.contents(atPath: "/dev/null")?.isEmpty != false)
    #expect(throws: POSIXError.self) { try FileContents.writeOutput([1], to: folder, mode: 0o600) }
    #expect(throws: POSIXError.self) { try FileContents.writeOutput([1], to: folder + "/none/file", mode: 0o600) }
  }

  @Test("a file to import is no device, no FIFO that nobody writes to, and not larger than what is in one")
  func inputs() throws {
    let folder = NSTemporaryDirectory() + "luahost-input-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    mkfifo(folder + "/fifo", 0o600)
    _ = FileManager.default.createFile(atPath: folder + "/sparse", contents: Data())
    truncate(folder + "/sparse", 8 << 30)
    #expect(FileContents.readInput(folder + "/fifo")?.isEmpty != false)
    for path in ["/dev/zero", folder, folder + "/sparse", folder + "/none"] {
      #expect(FileContents.readInput(path) == nil)
    }
  }
}
