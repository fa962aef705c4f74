import ArgumentParser
import Interface

/// The options for the screen of a running app. At a prompt, which has none, only the theme has an effect.
struct ScreenOptions: ParsableArguments {
  @Flag(help: "Without a terminal: launch, settle, print the screen as text, save, exit.")
  var headless = false

  @Flag(help: "Run without a screen, as lines of text, for a screen reader or a log.")
  var plain = false

  @Option(
    help: ArgumentHelp(
      "Set the colours: terminal (its own colours), dark, light or monochrome.",
      discussion: "Default: set by the app. The environment variable LUAHOST_THEME does the same.", valueName: "theme"),
    completion: ThemeOption.completion)
  var theme: String?

  @Flag(
    help:
      "Leave the mouse to the terminal, for its own selection. \(HostCommand.mouse.keyNames) toggles this in a running app."
  )
  var noMouse = false
}
