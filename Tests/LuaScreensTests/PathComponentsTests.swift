import Foundation
import LuaScreens
import Testing

/// The parts of paths and texts against those of Foundation.
@Suite("Parts of paths")
struct PathComponentsTests {
  @Test(
    "folder, name and extension are those of Foundation",
    arguments: [
      "", "/", "a", "a.lua", "./a.lua", "a/b.lua", "/a", "/a/b.test.lua", "a/b/", "a//b", "a/b//", "..", "../x.png",
      ".lua",
      "a/.lua", "日/本.svg", "a b/c d.txt",
    ])
  func parts(_ path: String) {
    let expected = path as NSString
    #expect(path.deletingLastPathComponent == expected.deletingLastPathComponent)
    #expect(path.lastPathComponent == expected.lastPathComponent)
    #expect(path.pathExtension == expected.pathExtension)
  }

  @Test(
    "whitespace at both ends is removed, and texts are padded", arguments: ["", " ", "a", " a b \n", "\t日 ", "aa  "])
  func texts(_ text: String) {
    #expect(text.trimming() == text.trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(text.padded(to: 8) == text.padding(toLength: 8, withPad: " ", startingAt: 0))
  }
}
