import ArgumentParser
import Terminal

/// `luahost reset`: mends a terminal that a program left unusable.
struct ResetCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Mend this terminal after a program left it unusable: modes off, the cursor on, the line echoing.")

  func perform() throws { try TerminalScreen.reset() }
}
