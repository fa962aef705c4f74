import Testing

@testable import luahost

@Suite("Options in the environment")
struct HostOptionsTests {
  @Test(
    "words are split as by a shell, and nothing is expanded",
    arguments: [
      ("", []), ("  ", []), ("a b", ["a", "b"]), (" a\tb\n", ["a", "b"]), ("'a b' \"c d\"", ["a b", "c d"]),
      ("a'b c'd", ["ab cd"]), ("a\\ b", ["a b"]), ("''", [""]), ("\"\"x", ["x"]), ("'\\'", ["\\"]),
      ("\"\\\"\\\\\\$\\a\"", ["\"\\$\\a"]), ("$HOME *", ["$HOME", "*"]), ("\"it's\"", ["it's"]), ("a\\\nb", ["ab"]),
      ("\"a\\\nb\"", ["ab"]), ("'ä ö'", ["ä ö"]), ("#x", ["#x"]),
    ])
  func words(_ text: String, _ words: [String]) throws {
    #expect(try HostOptions.words(of: text) == words)
  }

  @Test(
    "an unclosed quote and a trailing backslash are errors that name the variable",
    arguments: ["'a", "\"a", "a\\", "\"a\\"])
  func open(_ text: String) {
    #expect { try HostOptions.words(of: text) } throws: { "\($0)".contains("LUAHOST_OPTIONS") }
  }
}
