import Testing

@testable import Interface

@Suite("What the host does, said once")
@MainActor
struct HostCommandTests {
  private static let all: [HostCommand] = [.help, .commands, .quit, .suspend, .interrupt]

  @Test("no key, name or word is taken twice")
  func distinct() {
    let keys = Self.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    let words = Self.all.compactMap(\.line?.word)
    #expect(Set(words).count == words.count && words.contains("quit"))
  }

  @Test("the keys of the definitions are those that do it, that the help names and that the palette shows")
  func definitions() throws {
    for key in HostCommand.help.keys {
      let shown = Shown(view: Switch(), width: 70, height: 24)
      #expect(shown.application.handle(.key(key)))
      #expect(shown.application.keyWindow?.overlay is HelpController)
      let text = shown.text.joined(separator: "\n")
      for command in [HostCommand.help, .commands] {
        #expect(text.contains(command.keyNames) && text.contains(command.keyTitle))
      }
      // The same key puts it away.
      shown.application.handle(.key(key))
      #expect(shown.application.keyWindow?.overlay == nil)
    }
    for key in HostCommand.commands.keys {
      let shown = Shown(view: Switch(), width: 70, height: 24)
      var hasQuit = false
      shown.application.hostCommands = [KeyCommand(HostCommand.quit) { hasQuit = true }]
      shown.application.handle(.key(key))
      let text = shown.text.joined(separator: "\n")
      #expect(text.contains(HostCommand.quit.title) && text.contains(HostCommand.quit.keyNames))
      #expect(text.contains(HostCommand.help.title))
      shown.application.handle(.key(key))
      #expect(shown.application.keyWindow?.overlay == nil && !hasQuit)
    }
  }

  @Test("what everybody knows is said after the commands: the focus, the commands, the help")
  func everywhere() {
    let shown = Shown(view: Switch())
    #expect(
      shown.application.keyWindow?.keyHelp == [
        KeyHelp("Tab Shift+Tab", "Next, previous control"), KeyHelp("Ctrl+P", "Commands"),
        KeyHelp("? F1", "This help"),
      ])
  }
}
