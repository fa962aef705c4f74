import Foundation
import Testing

/// The core is for any app, in any language, on any screen. Code that needs one of these words is in the wrong module.
@Suite("Vocabulary of the core")
struct WordsTests {
  private static let forbidden = ["lua", "script", "terminal"]

  private func forbiddenWords(in text: String) -> [String] {
    // Splits `camelCase` and `snake_case` into words.
    var words: [String] = []
    var word = ""
    for letter in text {
      if !letter.isLetter || (letter.isUppercase && word.last?.isLowercase == true) {
        words.append(word)
        word = ""
      }
      if letter.isLetter { word.append(letter) }
    }
    words.append(word)
    return words.filter { word in Self.forbidden.contains { word.lowercased().hasPrefix($0) } }
  }

  @Test("a word is found as a part of any identifier, but not inside another word")
  func words() {
    #expect(
      forbiddenWords(in: "case luaString, myLuaValue, LUA_TNIL; the terminal's scripts") == [
        "lua", "Lua", "LUA", "terminal", "scripts",
      ])
    #expect(forbiddenWords(in: "subscript, description, evaluated") == [])
  }

  @Test("no file mentions the language of apps, or where they are shown")
  func sources() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appendingPathComponent("Sources/StateRestoration")
    let files = try #require(FileManager.default.subpaths(atPath: folder.path)).filter {
      $0.hasSuffix(".swift") || $0.hasSuffix(".md")
    }
    #expect(files.count > 20)
    for file in files {
      let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let found = forbiddenWords(in: "\(file) \(line)")
        #expect(found.isEmpty, "\(file):\(index + 1): \(found)")
      }
    }
  }
}
