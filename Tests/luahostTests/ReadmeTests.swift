import Foundation
import Interface
import LuaScreens
import Testing

@testable import luahost

@Suite("README")
@MainActor
struct ReadmeTests {
  /// The blocks of Lua in the README, in order.
  private static func blocks() throws -> [String] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    return text.components(separatedBy: "```lua\n").dropFirst().compactMap { $0.components(separatedBy: "\n```").first }
  }

  @Test("the first screen's script works, and its test passes")
  func example() throws {
    let blocks = try Self.blocks()
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-readme-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try blocks[0].write(to: folder.appendingPathComponent("notes.lua"), atomically: true, encoding: .utf8)
    let test = folder.appendingPathComponent("notes.test.lua")
    try blocks[1].write(to: test, atomically: true, encoding: .utf8)
    let result = try TestRunner(test.path).run()
    #expect(result.passed == 1)
    #expect(result.failed == 0)
    #expect(blocks[0].split(separator: "\n", omittingEmptySubsequences: true).count <= 25)
  }
}
