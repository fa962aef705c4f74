import ArgumentParser
import Terminal

/// `luahost reset`: restores a terminal that a program left in a bad state.
struct ResetCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Restore a terminal that was left in a bad state: reset modes, show the cursor, enable echo.")

  func perform() throws {
    do {
      try TerminalScreen.reset()
    } catch .notATerminal(let stream) {
      throw UsageError(
        "\(stream) is not a terminal, so there is nothing to restore; run `luahost reset` without redirection")
    }
  }
}
