import Foundation
import LuaScreens
import Testing

@Suite("Parts of paths")
struct PathComponentsTests {
  @Test(
    "a path has a folder, a name and an extension",
    arguments: [
      ("", "", "", ""), ("/", "/", "/", ""), ("a", "", "a", ""), ("a.lua", "", "a.lua", "lua"),
      ("./a.lua", ".", "a.lua", "lua"), ("a/b.lua", "a", "b.lua", "lua"), ("/a", "/", "a", ""),
      ("/a/b.test.lua", "/a", "b.test.lua", "lua"), ("a/b/", "a", "b", ""), ("a//b", "a", "b", ""),
      ("../x.png", "..", "x.png", "png"), (".lua", "", ".lua", ""), ("a/.lua", "a", ".lua", ""),
      ("日/本.svg", "日", "本.svg", "svg"), ("a b/c d.txt", "a b", "c d.txt", "txt"),
    ])
  func parts(_ path: String, _ folder: String, _ name: String, _ ending: String) {
    #expect(path.deletingLastPathComponent == folder)
    #expect(path.lastPathComponent == name)
    #expect(path.pathExtension == ending)
  }

  @Test(
    "a standardized path is absolute, without dots and repeated slashes",
    arguments: [
      ("/a/b", "/a/b"), ("/a//b/", "/a/b"), ("/a/./b/../c", "/a/c"), ("/../a", "/a"), ("/", "/"), ("/..", "/"),
      ("/a/...", "/a/..."), ("/a/.b", "/a/.b"), ("/ä/ö ü", "/ä/ö ü"), ("/a/../..//b", "/b"),
    ])
  func standardized(path: String, expected: String) {
    #expect(path.standardizedPath == expected)
  }

  @Test("a relative path begins at the current folder", arguments: ["a.lua", "./a.lua", "b/../a.lua"])
  func relative(path: String) {
    #expect(path.standardizedPath == FileManager.default.currentDirectoryPath + "/a.lua")
  }

  @Test(
    "whitespace at both ends is removed, and texts are padded", arguments: ["", " ", "a", " a b \n", "\t日 ", "aa  "])
  func texts(_ text: String) {
    #expect(text.trimming() == text.trimmingCharacters(in: .whitespacesAndNewlines))
    #expect(text.padded(to: 8) == text.padding(toLength: 8, withPad: " ", startingAt: 0))
  }
}
