import ArchiveStore
import Foundation
import LuaRuntime
import Testing

@testable import AppSession

@Suite("State directory")
struct StateDirectoryTests {
  @Test("XDG_STATE_HOME takes precedence; a relative one is ignored, as its specification says")
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
  @Test("sandboxed state is stored in a folder of its script, identified by the script's real path")
  func sandbox() throws {
    let folder = NSTemporaryDirectory() + "luahost-sandbox-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["one.lua", "two.lua"] { try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    symlink("one.lua", folder + "/link.lua")
    func directory(_ name: String) -> String {
      StateDirectory.standard(
        forIdentifier: "org.x", sandboxedScript: "\(folder)/\(name)", environment: ["XDG_STATE_HOME": "/state"])
    }
    let one = directory("one.lua")
    #expect(one.hasPrefix("/state/luahost/sandbox/") && one.hasSuffix("/org.x"))
    #expect(one.split(separator: "/").count == 5)
    #expect(directory("link.lua") == one && directory("../\((folder as NSString).lastPathComponent)/one.lua") == one)
    #expect(directory("two.lua") != one)
    try Data("changed".utf8).write(to: URL(fileURLWithPath: folder + "/one.lua"))
    #expect(directory("one.lua") == one)
  }

  @Test(
    "the hash is SHA-256",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000),
        "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
      ),
    ])
  func hash(message: String, expected: String) {
    let digest = SHA256.digest(Array(message.utf8))
    #expect(digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
  }

  @Test("a script's app is known with the arguments of its last run only")
  @MainActor func knownArguments() {
    let home = NSTemporaryDirectory() + "luahost-known-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: home) }
    let runs: [[[UInt8]]] = [[], [[111]], [[111], [255]], [[111, 32]], [[111, 0, 255]], [[111, 0, 49, 32, 255]]]
    for (number, run) in runs.enumerated() {
      KnownScripts.remember(
        "org.example.known\(number)", ofScript: #filePath, arguments: run.map { LuaBytes($0) }, home: home)
      for other in runs {
        let known = KnownScripts.identifier(ofScript: #filePath, arguments: other.map { LuaBytes($0) }, home: home)
        #expect(known == (other == run ? "org.example.known\(number)" : nil))
      }
    }
  }

  @Test("a FIFO, folder or device in place of the script's name file does not block")
  @MainActor func knownScripts() throws {
    let home = NSTemporaryDirectory() + "luahost-known-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: home) }
    KnownScripts.remember("org.example.known", ofScript: #filePath, arguments: [], home: home)
    #expect(KnownScripts.identifier(ofScript: #filePath, arguments: [], home: home) == "org.example.known")
    let folder = home + "/luahost/.scripts"
    let file = folder + "/" + (try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first))
    for make in [{ mkfifo(file, 0o600) }, { mknod(file, S_IFSOCK | 0o600, 0) }, { symlink("/dev/zero", file) }] {
      try FileManager.default.removeItem(atPath: file)
      _ = make()
      #expect(KnownScripts.identifier(ofScript: #filePath, arguments: [], home: home) == nil)
      KnownScripts.remember("org.example.known", ofScript: #filePath, arguments: [], home: home)
      #expect(KnownScripts.identifier(ofScript: #filePath, arguments: [], home: home) == "org.example.known")
    }
  }

  @Test("output files are written completely or not at all; pipes and links work, and nothing else is left")
  func outputs() throws {
    let folder = NSTemporaryDirectory() + "luahost-output-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A file left behind by an earlier crash is replaced.
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

  @Test("an import file is no device, no FIFO without a writer, and within the size limit")
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
