import Interface
import Loop

/// The clipboard and notifications.
extension TerminalScreen {
  /// Copies text to the clipboard of the user's machine (OSC 52), if the terminal allows it.
  public func copyToClipboard(_ text: String) {
    if isOpen { write { $0.append(clipboard: text) } }
  }

  /// Reads the clipboard of the user's machine (OSC 52), and passes on its text; nil if the terminal does not answer.
  func readClipboard(_ receive: @escaping @MainActor (String?) -> Void) {
    guard isOpen, isShowing, device.answersQueries else { return receive(nil) }
    guard clipboard.add(receive, on: loop) else { return }
    write(capabilities.clipboardQuery(at: loop.timers.now))
    TerminalRescue.awaitsAnswer = capabilities.isAwaited
  }

  /// Shows a notification outside of the screen, if the terminal can.
  func notify(_ text: String, title: String) {
    if isOpen { write(capabilities.notification(title: title, text: text)) }
  }
}
