import Interface
import Testing

@testable import Terminal

@Suite("Lines that say what to do")
@MainActor
struct LineCommandTests {
  @Test("the help has two columns: how a line is written, and what it does; what has no usage is left out")
  func help() {
    let commands = [
      LineCommand("NUMBER", "use it"), LineCommand("find", "TEXT", "look for it") { _ in true },
      LineCommand(words: ["?"], usage: nil, "") { _ in false },
    ]
    #expect(LineCommand.help(commands) == "NUMBER    use it\nfind TEXT look for it")
    #expect(commands[1].words == ["find"] && commands[0].words.isEmpty)
  }

  @Test("what the host does has a line where its definition has one")
  func host() {
    let quit = LineCommand(HostCommand.quit) { _ in false }
    #expect(quit?.words == ["quit"] && quit?.usage == "quit")
    #expect(LineCommand(HostCommand.mouse) { _ in false } == nil)
  }
}
