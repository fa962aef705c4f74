import Interface
import Testing

@testable import Terminal

@Suite("Line commands")
@MainActor
struct LineCommandTests {
  @Test("the help has two columns, usage and effect; commands without a usage are omitted")
  func help() {
    let commands = [
      LineCommand("NUMBER", "use it"), LineCommand("find TEXT", "look for it") { _ in true },
      LineCommand(nil, "", words: ["?"]) { _ in false },
    ]
    #expect(LineCommand.help(commands) == "NUMBER    use it\nfind TEXT look for it")
    #expect(commands[1].words == ["find"] && commands[0].words.isEmpty)
  }

  @Test("host commands have a line if their definition has one")
  func host() {
    let quit = LineCommand(HostCommand.quit) { _ in false }
    #expect(quit?.words == ["quit"] && quit?.usage == "quit")
    #expect(LineCommand(HostCommand.mouse) { _ in false } == nil)
  }
}
