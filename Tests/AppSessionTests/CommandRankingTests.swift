import Testing

@testable import AppSession

@Suite("Ranking of commands")
struct CommandRankingTests {
  /// The titles that fit, the best first.
  private func ranked(_ typed: String, _ titles: String...) -> [String] {
    titles.compactMap { title in CommandRanking(title, for: typed).map { (title, $0) } }
      .enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
  }

  @Test("the beginning counts most, then that of a word, initials, a piece, letters in order")
  func order() {
    #expect(
      ranked("op", "Scope", "Only page", "Stop", "Reopen", "Copy path", "Open", "Overlap", "File: open", "Op")
        == ["Op", "Open", "File: open", "Only page", "Scope", "Stop", "Reopen", "Copy path", "Overlap"])
  }

  @Test("letters that stand closer together fit better, wherever the first of them is")
  func closeness() {
    #expect(ranked("sv", "Say it very loud", "Surveys", "Save") == ["Save", "Surveys", "Say it very loud"])
  }

  @Test("every word has to be found, in any order; case does not matter; nothing typed fits all as they are")
  func words() {
    #expect(ranked("LINE del", "Underline", "Delete word", "Delete line") == ["Delete line", "Underline"])
    #expect(ranked("", "b", "a") == ["b", "a"])
    #expect(ranked("xyz", "Delete line").isEmpty)
  }
}
