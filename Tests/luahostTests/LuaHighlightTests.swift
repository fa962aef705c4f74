import Interface
import Testing

@testable import luahost

@Suite("Syntax highlighting at the prompt")
struct LuaHighlightTests {
  /// Returns the highlighted parts of a line.
  private func parts(_ text: String) -> [String] {
    let characters = Array(text)
    return LuaHighlight.spans(text).map { String(characters[$0.range]) }
  }

  @Test(
    "keywords, strings, numbers, comments and commands look different",
    arguments: [
      ("local name = 'a\\'b' -- why", ["local", "'a\\'b'", "-- why"]),
      ("return [[no end -- here]] .. 0x1F", ["return", "[[no end -- here]]", "0x1F"]),
      ("--[[ a ]] x = 1e-3", ["--[[ a ]]", "1e-3"]),
      ("#app.windows", []), ("#t > 3", ["3"]), ("x -- #t", ["-- #t"]),
      ("'漢字', 👩‍👩‍👧, 'é'", ["'漢字'", "'é'"]), ("'e\u{301}' .. \"\u{301}\"", ["'e\u{301}'", "\"\u{301}\""]),
      ("\"open", ["\"open"]), ("[==[ open", ["[==[ open"]), (":tap 'x'", [":tap"]), (":screen", [":screen"]), ("", []),
      ("anders or_not ending", []),
    ])
  func looks(_ text: String, _ expected: [String]) {
    #expect(parts(text) == expected)
  }
}
