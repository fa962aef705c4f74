import Testing

@testable import AppSession

@Suite("Command ranking")
struct CommandRankingTests {
  /// Returns the matching titles, best first.
  private func ranked(_ typed: String, _ titles: String...) -> [String] {
    titles.compactMap { title in CommandRanking(title, for: typed).map { (title, $0) } }
      .enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }.map(\.element.0)
  }

  @Test("prefixes rank first, then word prefixes, initials, substrings and letters in order")
  func order() {
    #expect(
      ranked("op", "Scope", "Only page", "Stop", "Reopen", "Copy path", "Open", "Overlap", "File: open", "Op")
        == ["Op", "Open", "File: open", "Only page", "Scope", "Stop", "Reopen", "Copy path", "Overlap"])
  }

  @Test("letters that are closer together rank higher, wherever they begin")
  func closeness() {
    #expect(ranked("sv", "Say it very loud", "Surveys", "Save") == ["Save", "Surveys", "Say it very loud"])
  }

  @Test("every word must match, in any order and case; an empty query matches all commands in their order")
  func words() {
    #expect(ranked("LINE del", "Underline", "Delete word", "Delete line") == ["Delete line", "Underline"])
    #expect(ranked("", "b", "a") == ["b", "a"])
    #expect(ranked("xyz", "Delete line").isEmpty)
  }
}
