import ArchiveStore
import Foundation
import Seeded
import Testing

/// The search in texts against that of Foundation, which finds "ä" in "aЖ", so the texts have no such letters.
@Suite("Search that ignores case")
struct CaseInsensitiveSearchTests {
  @Test("the first occurrence is the one that Foundation finds", arguments: 0..<40)
  func oracle(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    func text(_ count: Int) -> String {
      String((0..<count).map { _ in "abABäÄéE\u{301}xyz \n日".randomElement(using: &random) ?? "a" })
    }
    for _ in 0..<50 {
      let (whole, part) = (text(Int.random(in: 0...12, using: &random)), text(Int.random(in: 1...3, using: &random)))
      let expected = whole.range(of: part, options: .caseInsensitive)
      #expect(
        whole.firstRange(ignoringCaseOf: part) == expected, "\(part.debugDescription) in \(whole.debugDescription)")
    }
  }

  @Test("a character can equal several in the other case")
  func severalCharacters() {
    #expect("Die STRASSE".firstRange(ignoringCaseOf: "straße") != nil)
    #expect("Die Straße".firstRange(ignoringCaseOf: "STRASSE") != nil)
    #expect("text".firstRange(ignoringCaseOf: "") == nil)
  }
}
