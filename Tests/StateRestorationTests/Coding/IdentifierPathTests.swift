import StateRestoration
import Testing

@Suite("Identifier paths as text")
struct IdentifierPathTests {
  @Test(
    "a path has one text form, and is parsed back unchanged",
    arguments: [
      (["a"], "a"), (["tabs", "nav", "third"], "tabs/nav/third"), (["r", "a/b"], #"r/a\/b"#),
      (["r", "a", "b"], "r/a/b"),
      ([#"a\b"#], #"a\\b"#), ([#"a\"#, "b"], #"a\\/b"#), ([#"a\/b"#], #"a\\\/b"#), (["a", ""], "a/"),
      (["", "a"], "/a"),
      (["a", "", "b"], "a//b"), (["/"], #"\/"#), (["e\u{301}/", "\u{301}"], "e\u{301}\\//\u{301}"), ([], ""),
      (["/\u{301}", "a"], "\\/\u{301}/a"),
    ])
  func roundTrip(_ components: [String], _ text: String) {
    #expect(IdentifierPath(components).description == text)
    #expect(IdentifierPath(parsing: text).components == components)
  }

  @Test("a backslash before any other character is literal")
  func otherBackslashes() {
    #expect(IdentifierPath(parsing: #"a\b/c\"#) == [#"a\b"#, #"c\"#])
  }
}
