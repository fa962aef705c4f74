import Seeded

@testable import Interface

extension SeededGenerator {
  private static let characters: [String] =
    [
      "a", "b", "word", "long-word", " ", " ", " ", "  ", "\n", "\t", "\r\n", "日", "本語", "é", "e\u{301}", "\u{301}",
      "👩‍👩‍👧", "🇩🇪",
    ]
    + ["\u{7}", "\u{200b}", "…", "ﬁ"]

  /// Returns a text of letters, spaces, newlines, wide characters and combining marks.
  mutating func text(of count: Int) -> String {
    (0..<count).map { _ in Self.characters.randomElement(using: &self) ?? "" }.joined()
  }

  /// Returns a text with random styles; about every tenth part is a link.
  @MainActor
  mutating func attributedText(of count: Int) -> AttributedString {
    let styles: [AttributedString.Look] = [
      .style(Style(attributes: .bold)), .style(Style(foreground: .palette(1))), .role(.accent), .role(.header),
    ]
    return AttributedString(
      parts: (0..<count).map { _ in
        var attributes = AttributedString.Attributes()
        if Bool.random(using: &self) { attributes.looks = [styles.randomElement(using: &self) ?? styles[0]] }
        if Int.random(in: 0..<10, using: &self) == 0 { attributes.link = TextLink() }
        return (text(of: Int.random(in: 0..<4, using: &self)), attributes)
      })
  }
}
