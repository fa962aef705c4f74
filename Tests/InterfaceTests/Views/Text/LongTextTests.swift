import Seeded
import Testing

@testable import Interface

@Suite("Long texts")
@MainActor
struct LongTextTests {
  @Test("a long text has the same lines as when it is wrapped at once", arguments: [1, 7, 80])
  func wrapping(width: Int) {
    var random = SeededGenerator(state: UInt64(width))
    let parts = ["a", "word ", "\n", " ", "日本", "👩‍👩‍👧 ", String(repeating: "long", count: 50), "\n\n", "é"]
    for _ in 0..<5 {
      var text = ""
      while text.count < 40_000 { text += parts[Int.random(in: 0..<parts.count, using: &random)] }
      let characters = Array(text)
      let whole = WrappedText.lines(of: characters, width: width)
      let lines = text.wrapped(to: width)
      #expect(lines.map(\.start) == whole.map(\.start))
      #expect(lines.map(\.line) == whole.map { String(characters[$0.range]) })
    }
  }

  @Test("the number of lines is limited")
  func maximumLines() {
    #expect(String(repeating: "x\n", count: 60_000).wrapped(to: 10).count == String.maximumWrappedLines)
    #expect(Label().sizeThatFits(Size(width: 10, height: 10)).height == 1)
  }

  @Test("button titles stay distinguishable from all others")
  func titles() {
    var random = SeededGenerator(state: 3)
    for _ in 0..<300 {
      let titles = Set(
        (0..<Int.random(in: 0..<8, using: &random)).map { _ in
          String((0..<Int.random(in: 0..<5, using: &random)).map { _ in "aé日".randomElement(using: &random) ?? "a" })
        })
      let widths = Button.commonWidths(ofTitles: titles)
      for title in titles {
        let alike = titles.subtracting([title]).map { other in
          zip(title, other).prefix { $0 == $1 }.reduce(0) { $0 + $1.0.cellWidth }
        }
        #expect(widths[title] ?? 0 == alike.max() ?? 0, "\(title) in \(titles)")
      }
    }
  }
}
