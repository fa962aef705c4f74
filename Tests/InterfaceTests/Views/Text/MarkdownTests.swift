import Seeded
import Testing

@testable import Interface

@Suite("Markdown")
@MainActor
struct MarkdownTests {
  private func converted(
    _ markdown: String, tableWidth: Int = 76, link: ((String) -> TextLink)? = nil
  ) -> AttributedString {
    do { return try .markdown(markdown, tableWidth: tableWidth, link: link) } catch {
      Issue.record(error)
      return ""
    }
  }

  private func lines(_ markdown: String, width: Int = 40) -> [String] {
    TextLayout(Text(converted(markdown)), width: width).lines.map { $0.pieces.map(\.text).joined().trimmed }
  }

  private func looks(of text: String, in markdown: String) -> Style? {
    converted(markdown).parts.first { $0.text == text }?.attributes.style(in: .monochrome)
  }

  @Test("blocks are separated by a blank line, and a paragraph's lines are joined")
  func blocks() {
    #expect(
      lines("# Title\n\nsome\ntext\n\n---\n\nSecond\n------\nmore", width: 12)
        == ["Title", "", "some text", "", "────────────", "", "Second", "", "more"])
    #expect(lines("a  \nb\\\nc") == ["a", "b", "c"])
    #expect(lines("") == [""] && lines("\u{feff}# Title") == ["Title"])
  }

  @Test("emphasis, strong, code and strikethrough have styles, also nested")
  func spans() {
    let text = "*em* **strong** `code` ~~out~~ ***both***"
    #expect(lines(text) == ["em strong code out both"])
    #expect(looks(of: "em", in: text)?.attributes == .italic && looks(of: "strong", in: text)?.attributes == .bold)
    #expect(looks(of: "out", in: text)?.attributes == .strikethrough)
    #expect(looks(of: "both", in: text)?.attributes == [.bold, .italic])
    #expect(looks(of: "H", in: "# H")?.attributes.contains(.bold) == true)
  }

  @Test("a delimiter row below titles makes a table, except in code; wide tables fit the given width")
  func tableRules() {
    #expect(lines("|a|b|\n|-|:-:|\n| - | -- |\n|1|2|") == ["a  b", "─────", "-  --", "1  2"])
    #expect(lines("> a | b\n> --|-\n> 1 | 2") == ["│ a  b", "│ ────", "│ 1  2"])
    #expect(lines("```\na|b\n-|-\n```") == ["  a|b", "  -|-"])
    #expect(lines("a\n\n|-|-|") == ["a", "", "|-|-|"])
    let wide = "|some words in a cell|b|\n|-|-|\n|c|d|"
    let narrow = converted(wide, tableWidth: 14).string.split(separator: "\n")
    #expect(narrow.allSatisfy { String($0).cellWidth <= 14 } && narrow.count == 4)
  }

  @Test("blank lines before and after a quote have no bar, those inside do")
  func quotes() {
    #expect(lines("a\n\n> b\n>\n> c\n\nd") == ["a", "", "│ b", "│", "│ c", "", "d"])
    #expect(lines("> a\n>\n> > b\n>\n> c") == ["│ a", "│", "│ │ b", "│", "│ c"])
  }

  @Test("lists nest, are numbered, and wrap below their text; tasks have boxes")
  func lists() {
    #expect(lines("- one\n- two\n  - in\n- three") == ["• one", "• two", "  • in", "• three"])
    #expect(lines("3. c\n4. d\n\n   more\n") == ["3. c", "", "4. d", "", "   more"])
    #expect(lines("- [ ] open\n- [x] done") == ["☐ open", "☑ done"])
    #expect(lines("- some words that wrap", width: 12) == ["• some words", "  that wrap"])
    #expect(lines("a\n\n- b\n\nc") == ["a", "", "• b", "", "c"])
    #expect(lines("-\n- x") == ["•", "• x"])
  }

  @Test("quotes have a bar on each line, code keeps its lines and spaces")
  func quotesAndCode() {
    #expect(lines("> some words that wrap\n>\n> more", width: 12) == ["│ some words", "│ that wrap", "│", "│ more"])
    #expect(lines("> > deep") == ["│ │ deep"])
    #expect(lines("a\n\n> b\n>\n> > c\n\nd") == ["a", "", "│ b", "│", "│ │ c", "", "d"])
    #expect(lines("> a\n\nb\n\n> c") == ["│ a", "", "b", "", "│ c"])
    #expect(
      lines("```lua\nlocal x = 1\n\n  return *x*\n```\nafter") == ["  local x = 1", "", "    return *x*", "", "after"])
    #expect(lines("    indented &amp; *raw*") == ["  indented &amp; *raw*"])
    #expect(
      lines("- a\n\n  ```\n  code that wraps\n  ```", width: 10) == ["• a", "", "    code", "    that", "    wraps"])
    #expect(lines("- item\n\n  ```\n  code\n  ```") == ["• item", "", "    code"])
  }

  @Test("tables are aligned, and wide cells wrap in their column")
  func tables() {
    #expect(
      lines("| a | bb | c |\n|:--|--:|:-:|\n| long | 1 | x |\n| 日本 | **22** | yyy |")
        == ["a     bb   c", "─────────────", "long   1   x", "日本  22  yyy"])
    let wide = lines("| a | b |\n|---|---|\n| \(String(repeating: "word ", count: 30)) | end |", width: 80)
    #expect(wide.count > 3 && wide.allSatisfy { $0.cellWidth <= 76 } && wide[2].hasSuffix("  end"))
    #expect(wide.dropFirst(2).joined(separator: " ").split(separator: " ").filter { $0 == "word" }.count == 30)
    #expect(lines("|a|\n|---|\n|x &amp; y\\|z|") == ["a", "───────", "x & y|z"])
    #expect(lines("|a|\n|---|\n|x `y\\|z`|") == ["a", "─────", "x y|z"])
  }

  @Test("a table has a line below its titles, and keeps its columns as its cells wrap in 40 columns")
  func tableLook() throws {
    let trees = "| Kind | Height |\n|---|--:|\n| Common oak | 40 m |\n| Holm oak | 25 m |"
    #expect(lines(trees) == ["Kind        Height", "──────────────────", "Common oak    40 m", "Holm oak      25 m"])
    let roles = converted(trees).parts.map { ($0.text, $0.attributes.looks) }
    #expect(roles.first { $0.0 == "Height" }?.1 == [.role(.columnTitle)])
    #expect(roles.first { $0.0.hasPrefix("──") }?.1 == [.role(.border)])
    var chosen: [String] = []
    let narrow = converted(
      "| 名前 | What it does | Size |\n|:--|:-:|--:|\n"
        + "| 日本語の名前 | opens [the page with *everything* on it](https://x.org) | 12 |\n| b | c | 1234 |",
      tableWidth: 40
    ) { address in TextLink { _ in chosen.append(address) } }
    #expect(
      TextLayout(Text(narrow), width: 40).lines.map { $0.pieces.map(\.text).joined().trimmed } == [
        "名前              What it does      Size",
        "────────────────────────────────────────",
        "日本語の名前  opens the page with     12",
        "                everything on it",
        "b                      c            1234",
      ])
    // The parts of the wrapped link lead to the same page.
    #expect(narrow.linkParts.map(\.text).joined(separator: "|") == "the page with|everything on it")
    #expect(Set(narrow.links).count == 1)
    try narrow.links.forEach { try $0.action?(Label()) }
    #expect(chosen == ["https://x.org", "https://x.org"])
  }

  @Test("addresses follow links, unless they are the link's text or links have actions")
  func links() throws {
    #expect(
      lines("[the *site*](https://x.org \"t\") <https://y.org> me@z.org www.w.org")
        == ["the site (https://x.org) https://y.org", "me@z.org www.w.org"])
    var chosen: [String] = []
    let text = converted("a [link](to?a&amp;b) and https://y.org") { address in
      let link = TextLink { _ in chosen.append(address) }
      return link
    }
    #expect(text.string == "a link and https://y.org" && text.linkParts.map(\.text) == ["link", "https://y.org"])
    try text.links.forEach { try $0.action?(Label()) }
    #expect(chosen == ["to?a&b", "https://y.org"])
  }

  @Test("images are their description, HTML is literal, entities are characters")
  func rest() {
    #expect(lines("![a *cat*](cat.png) here") == ["a cat here"])
    #expect(lines("<b>bold</b>\n\n<div>\nx\n</div>", width: 60) == ["<b>bold</b>", "", "<div> x </div>"])
    #expect(lines("&amp; &copy; &#8230; &#x41; &nosuch; &#0; &ngE;") == ["& © … A &nosuch; \u{fffd} ≧̸"])
  }

  @Test("any bytes are converted quickly", arguments: 0..<60)
  func anything(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let signs = [
      "*", "_", "`", "#", "> ", "- ", "1. ", "|", "---", "\n", "\n\n", "[", "](", ")", "![", "<", "&", ";", "\\",
      "    ", "~~", "[x] ", "\0",
    ]
    var text = ""
    for _ in 0..<60 {
      text += Bool.random(using: &random) ? signs.randomElement(using: &random) ?? "" : random.text(of: 1)
    }
    for width in [1, 5, 40] { #expect(!TextLayout(Text(converted(text)), width: width).lines.isEmpty) }
  }

  @Test(
    "deeply nested and very long text is converted",
    arguments: [
      String(repeating: ">", count: 20_000) + " x", String(repeating: "- ", count: 5_000) + "x",
      String(repeating: "[", count: 50_000), String(repeating: "*a **b ", count: 20_000),
      String(repeating: "`", count: 50_000) + "x", String(repeating: "&amp;", count: 50_000),
      "|" + String(repeating: "a|", count: 500) + "\n|" + String(repeating: "-|", count: 500) + "\n",
      String(repeating: "word ", count: 100_000),
      String(repeating: "*a **b ", count: 20_000) + String(repeating: "** *", count: 20_000),
      // A cell of many pieces that wraps, more columns than fit, and bullets inside each other.
      "|a|\n|-|\n|" + String(repeating: "*a*b ", count: 20_000) + "|\n",
      String(repeating: "|aaaaaaa", count: 10_000) + "\n" + String(repeating: "|-", count: 10_000) + "\n",
      String(repeating: "- ", count: 200_000) + "x", String(repeating: "- ", count: 100_000) + "* x",
    ])
  func hostile(text: String) {
    #expect(ContinuousClock().measure { _ = converted(text) } < .seconds(4))
  }

  @Test("bullets beyond 100 in a line are text, and a long line of them is still a thematic break")
  func bullets() {
    let text = converted(String(repeating: "- ", count: 102) + "x").string
    #expect(text.contains("• - - x\n"), "\(text)")
    #expect(lines(String(repeating: "- ", count: 300), width: 5) == ["─────"])
    let rule = "a|b\n" + String(repeating: "-", count: 300) + "|-\n1|2"
    #expect(lines(rule) == ["a  b", "────", "1  2"])
    #expect(lines(String(repeating: "*", count: 300) + "x", width: 400) == [String(repeating: "*", count: 300) + "x"])
  }

  @Test("a column is reduced only as far as the table needs, the widest ones first")
  func columnWidths() {
    let table = "|\(String(repeating: "a", count: 20))|\(String(repeating: "b", count: 9))|ccc|\n|-|-|-|\n"
    func widths(_ width: Int) -> [Int] {
      let line = converted(table, tableWidth: width).string.split(separator: "\n")[0]
      return "abc".map { letter in line.count { $0 == letter } }
    }
    #expect(widths(36) == [20, 9, 3] && widths(30) == [14, 9, 3])
    #expect(widths(21) == [7, 7, 3] && widths(20) == [6, 7, 3] && widths(1) == [6, 6, 3])
  }

  @Test(
    "a short document that expands without bound is an error",
    arguments: [
      "[x]: " + String(repeating: "a", count: 50_000) + "\n\n" + String(repeating: "[x]", count: 40_000),
      "[x]: y '" + String(repeating: "\\a", count: 50_000) + "'\n\n" + String(repeating: "[x]", count: 40_000),
      "[x]: y '" + String(repeating: "\\a", count: 50_000) + "'\n\n" + String(repeating: "![x]", count: 40_000),
      String(repeating: "|a", count: 2000) + "\n" + String(repeating: "|-", count: 2000) + "\n"
        + String(repeating: "x\n", count: 20_000),
      "|" + String(repeating: "a|", count: 20_000) + "\n|" + String(repeating: "-|", count: 20_000) + "\n|"
        + String(repeating: "a", count: 200_000) + "|\n",
    ])
  func expansion(text: String) {
    for link in [nil, { _ in TextLink() }] as [((String) -> TextLink)?] {
      #expect(throws: MarkdownError.tooLarge) { try AttributedString.markdown(text, link: link) }
    }
  }

  @Test("the memory of a conversion is reserved before it is used, and an error of the reservation stops it")
  func reservation() throws {
    struct Full: Error {}
    var reserved = 0
    let text = try AttributedString.markdown(
      String(repeating: "*a* b\n\n", count: 10_000), reserve: { reserved = max(reserved, $0) })
    #expect(reserved > text.heldBytes && reserved < 10 * text.heldBytes, "\(reserved) of \(text.heldBytes)")
    var calls = 0
    #expect(throws: Full.self) {
      try AttributedString.markdown(
        String(repeating: "*a* b\n\n", count: 10_000),
        reserve: {
          calls += 1
          if $0 > 1 << 20 { throw Full() }
        })
    }
    #expect(calls < 20)
    #expect(throws: MarkdownError.tooLong(bytes: 9 << 20)) {
      try AttributedString.markdown(String(repeating: "x", count: 9 << 20))
    }
  }
}
