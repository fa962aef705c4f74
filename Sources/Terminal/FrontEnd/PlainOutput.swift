import Glibc
import Interface

/// Prints lines, and a prompt below them. A line that is printed while the user is at the prompt ends it, and the prompt
/// is printed again when nothing more follows.
@MainActor
final class PlainOutput {
  private let isInteractive: Bool
  private var isAtPrompt = false
  private let glyphs = GlyphSet(environment: TerminalDevice.processEnvironment)

  /// - Parameter isInteractive: whether a user types at a terminal. Otherwise there is no prompt.
  init(isInteractive: Bool) {
    self.isInteractive = isInteractive
  }

  /// Prints a text. A tab becomes a space, as on a screen.
  func write(_ text: String) {
    endPrompt()
    print(shown(text))
  }

  /// Prints the prompt, unless the user is at it.
  func ask(_ prompt: String) {
    if isInteractive, !isAtPrompt {
      print(shown(prompt), terminator: " ")
      isAtPrompt = true
    }
    fflush(nil)
  }

  /// Ends the line of the prompt before something else is printed.
  func endPrompt() {
    guard isAtPrompt else { return }
    isAtPrompt = false
    print("")
    fflush(nil)
  }

  /// Called when the user has entered a line, which has ended that of the prompt if it was shown.
  func wasAnswered(isShown: Bool) {
    if !isShown { return endPrompt() }
    isAtPrompt = false
  }

  private func shown(_ text: String) -> String { glyphs.shown(text.replacing("\t", with: " ").showingControls) }
}
