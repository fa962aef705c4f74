import Testing

@testable import Interface

@Suite("Host commands")
@MainActor
struct HostCommandTests {
  private static let all: [HostCommand] = [.help, .commands, .quit, .suspend, .interrupt]

  @Test("no key, name or line is used twice")
  func distinct() {
    let keys = Self.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    let words = Self.all.compactMap(\.line?.word)
    #expect(Set(words).count == words.count && words.contains("quit"))
  }
}
