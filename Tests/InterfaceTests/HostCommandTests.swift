import Testing

@testable import Interface

@Suite("Host commands")
@MainActor
struct HostCommandTests {
  @Test("no key, name or line is used twice")
  func distinct() {
    let keys = HostCommand.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(Set(HostCommand.all.map(\.name)).count == HostCommand.all.count)
    let words = HostCommand.all.compactMap(\.line?.word)
    #expect(Set(words).count == words.count && words.contains("quit"))
  }

  @Test("each key finds its command")
  func lookup() {
    for command in HostCommand.all {
      for key in command.keys { #expect(HostCommand(key) == command) }
    }
    #expect(HostCommand(KeyPress(.character("q"))) == nil)
  }
}
