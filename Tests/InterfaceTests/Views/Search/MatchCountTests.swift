import Seeded
import TestApplication
import Testing

@testable import Interface

@Suite("The number of matches in a text")
@MainActor
struct MatchCountTests {
  private let view = TextView()
  private let shown: TestApplication

  init() {
    view.isEditable = false
    view.restorationIdentifier = "pager"
    shown = TestApplication(view: view, width: 40, height: 6)
  }

  /// The note at the right of the search bar.
  private var note: String {
    let bar = shown.application.render().lines.last ?? ""
    return String(bar.dropFirst(2 + (view.search?.text.count ?? 0)).drop { $0 == " " }).trimmed
  }

  private func search(_ text: String) throws {
    try shown.key("/")
    for letter in text { try shown.key(letter == " " ? "space" : String(letter)) }
  }

  /// Runs the turns that are left, and returns the notes after each.
  private func notes() -> [String] {
    var notes = [note]
    while notes.last?.hasSuffix("…") == true, notes.count < 1_000 {
      shown.application.timers.advance(to: shown.application.timers.now + 0.001)
      notes.append(note)
    }
    return notes
  }

  @Test("the bar shows the number of the current match, which n and N change, wrapping around")
  func moving() throws {
    view.text = (1...200).map { $0 % 50 == 0 ? "Needle \($0) needle" : "line \($0)" }.joined(separator: "\n")
    try search("need")
    #expect(note == "1/8")
    var seen: [String] = []
    for key in ["enter", "n", "n", "N", "N", "N", "n"] {
      try shown.key(key)
      // A busy machine can divide the count.
      seen += notes().suffix(1)
    }
    #expect(seen == ["1/8", "2/8", "3/8", "2/8", "1/8", "8/8", "1/8"])
    try shown.key("escape")
    #expect(shown.application.render().lines.last?.contains("8") == false)
    try shown.key("home")
    try search("l")
    #expect(note == "1/204")
    try search("nowhere")
    #expect(note == "not found")
  }

  @Test("the count of a short text is complete at once, and that of a long one is divided, also without newlines")
  func slices() throws {
    view.text = String(repeating: "a needle in a line of text\n", count: 2_000)
    try search("needle")
    #expect(note == "1/2000")
    for text in ["a needle in a line\n", "a needle without newlines "] {
      view.text = String(repeating: text, count: 1_000_000 / text.utf8.count)
      try shown.key("escape")
      try search("needle")
      let notes = notes()
      #expect(notes.last == "1/\(1_000_000 / text.utf8.count)" && (3...20).contains(notes.count), "\(notes)")
      #expect(notes.dropLast().allSatisfy { $0.hasPrefix("1/") && $0.hasSuffix("…") })
    }
    // The last match is numbered once all lines before it are counted.
    try shown.key("escape")
    view.text += "end"
    try search("needle")
    try shown.key("enter", "N")
    let all = notes()
    #expect(all.first == "…" && all.last == "38461/38461")
  }

  @Test("keys typed while matches are counted have their effect at once")
  func typing() throws {
    view.text = String(repeating: "a needle in a line of text\n", count: 40_000)
    try search("needle")
    #expect(note.hasSuffix("…"))
    try shown.key("enter", "n", "n")
    #expect(note.hasPrefix("3/"))
    try shown.key("/")
    try search("in")
    #expect(notes().last == "not found")
    try shown.key("backspace", "backspace", "backspace", "t", "e")
    #expect(notes().last == "1/40000")
  }

  @Test("the count follows a text that grows, loses its first lines, or is replaced")
  func changes() throws {
    view.maximumLines = 100
    for number in 1...90 { view.append(Text("line \(number)\n")) }
    try shown.key("home")
    try search("line 9")
    #expect(note == "1/2")
    try shown.key("enter")
    #expect(note == "1/2")
    view.append("line 9")
    view.append("1\nline 9\nline 90 line 9")
    #expect(note == "1/6")
    // The first lines, among them the current match, are removed.
    for _ in 1...20 { view.append("\nmore") }
    #expect(note == "0/5")
    try shown.key("n")
    #expect(note == "1/5")
    view.text = "another line 9"
    #expect(note == "0/1")
    view.text = "nothing"
    #expect(note == "not found")
    view.append("\nline 9")
    #expect(note == "0/1")
  }

  @Test("the bar has a place for the count only beside the text")
  func narrow() throws {
    view.text = String(repeating: "x", count: 12)
    try search(String(repeating: "x", count: 6))
    for (width, isShown) in [(13, false), (14, true)] {
      shown.application.resize(to: Size(width: width, height: 6))
      #expect(shown.application.render().lines.last?.contains("1/2") == isShown, "\(width)")
    }
  }

  @Test("counts equal those of the whole text after any changes", arguments: 0..<15)
  func anyChanges(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let long = String(repeating: "needle long ", count: 1_500)
    let pieces = ["needle", "nee", "dle", "\n", "\r", "\n", "é", "x ", long, "\n\n"]
    view.maximumLines = 30
    try search("needle")
    try shown.key("enter")
    for _ in 0..<60 {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: view.text = (0..<9).compactMap { _ in pieces.randomElement(using: &random) }.joined()
      case 1: try shown.key("n")
      case 2: try shown.key("N")
      default: view.append(Text(pieces.randomElement(using: &random) ?? ""))
      }
      guard Int.random(in: 0..<3, using: &random) == 0 else { continue }
      let got = notes().last ?? ""
      let expected = view.text.components(of: "needle")
      #expect(got == "not found" && expected == 0 || got.hasSuffix("/\(expected)"), "seed \(seed): \(got), \(expected)")
      guard let pager = view.pager, let match = pager.match, !got.hasPrefix("0") else { continue }
      let start = pager.lines.offset(ofLine: match.line) + match.bytes.lowerBound
      let before = String(decoding: view.text.utf8.prefix(start), as: UTF8.self)
      #expect(got == "\(before.components(of: "needle") + 1)/\(expected)", "seed \(seed)")
    }
  }
}

extension String {
  /// Returns the number of occurrences of a text.
  fileprivate func components(of text: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
