import Foundation
import Testing

@Suite("Wording")
struct WordingTests {
  /// Phrases with a plain standard term.
  private static let phrases = [
    (#"\bthe person\b"#, "the user"),
    (#"\b(?:has|have|had|having|get|gets|got|getting) the keys\b"#, "is focused, has keyboard focus"),
    (#"\bthe keys (?:is|are|was|were) on\b"#, "is focused"),
    (#"\b(?:is|are|was|were|be|been|being) told\b"#, "is reported, is notified"),
    (#"\bit(?: is| was|'s) said\b"#, "is reported"),
    (#"\banew\b"#, "again"),
    (#"\bmend(?:s|ed|ing)?\b"#, "fix"),
    (#"\b(?:put|puts|putting) away\b"#, "close, dismiss"),
    (#"\bfor ever\b"#, "forever"),
    (#"\bfinalis"#, "finalizer, as in Lua's manual"),
    (#"\bcom(?:e|es|ing) to an end\b"#, "exit, terminate"),
    (#"\bgiv(?:e|es|en|ing) way\b"#, "is replaced, is omitted"),
    (#"\b(?:come|comes|came|coming) back\b"#, "is restored, returns"),
    (#"\b(?:take|takes|taken|taking|took) back\b"#, "undo"),
    (#"\blet(?:s|ting)? go of\b"#, "release"),
    (#"\bif nothing is said\b"#, "by default"),
    (#"\blook(?:s|ed|ing)? whether\b"#, "check whether"),
    (#"\bin earnest\b"#, "actually"),
    (#"(?-i:/// (?:Told|What|Who|Whom|How|Where) )"#, "a noun or a verb: The…, Returns…"),
    (#"\bwhether what\b"#, "whether the…"),
    (#"\b(?:some|every)body\b|\bsomeone\b|\bwhoever\b"#, "the user, code, another process"),
    (#"(?<!-)\bnobody\b(?!-)"#, "no user, no code"),
    (#"\bgoes on\b"#, "continues"),
    (#"\b(?:leav(?:e|es|ing)|left) out\b"#, "omit, ignore"),
    (#"\bbr(?:ing|ings|inging|ought) back\b"#, "restore"),
    (#"\bso many\b"#, "a number of"),
    (#"\b(?:is|are|was|were|be) heard\b"#, "is received, is handled"),
    (#"\bin sight\b"#, "visible"),
    (#"\bstands? (?:there|before|behind|beside|below|in)\b"#, "is before, is after"),
    (#"\bin one go\b"#, "at once"),
    (#"\bha(?:s|ve) no use for\b"#, "ignore, does not handle"),
    (#"\b(?:has|have|had) come to be\b"#, "is met, has happened"),
    (#"\bthat (?:is|are) none\b"#, "is invalid, is not a…"),
  ]

  /// Lines that keep a phrase, each with the reason; at most twenty.
  private static let exceptions: [(line: String, reason: String)] = []

  private static let texts: [String] = {
    let roots = ["Sources", "Tests/Scripts", "scripts"]
    let below = roots.flatMap { folder in
      let names = FileManager.default.subpaths(atPath: Guide.root.path + "/" + folder) ?? []
      return names.filter { name in [".swift", ".lua", ".md", ".c", ".h", ".sh", ".py"].contains { name.hasSuffix($0) }
      }
      .map { "\(folder)/\($0)" }
    }
    return ["README.md"] + below.sorted()
  }()

  @Test("sources, guides and apps use the standard terms", arguments: texts)
  func standardTerms(path: String) throws {
    let text = try String(contentsOf: Guide.root.appendingPathComponent(path), encoding: .utf8)
    for (phrase, term) in Self.phrases {
      let expression = try NSRegularExpression(pattern: "(?m)^.*\(phrase).*$", options: .caseInsensitive)
      for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
        let line = (text as NSString).substring(with: match.range)
        guard !Self.exceptions.contains(where: { line.contains($0.line) }) else { continue }
        Issue.record("\(path): write \"\(term)\": \(line)")
      }
    }
  }

  @Test("there are at most twenty exceptions")
  func exceptions() {
    #expect(Self.exceptions.count <= 20)
    #expect(Self.texts.count > 400)
  }
}
