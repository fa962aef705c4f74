import Interface
import LuaRuntime

extension ScriptHost {
  /// Defines `ui.clipboard`.
  func defineClipboard() {
    let clipboard = ScriptModule("clipboard", prefix: "ui.clipboard.")
    clipboard.wait("read(): string|nil", Self.readSentence, needs: .environment) { [unowned self] _, wait in
      application.pasteboard.read { [weak self] text in
        self?.turn {
          wait.finish { stack in
            if let text { stack.push(text) } else { stack.pushNil() }
            return 1
          }
        }
      }
    }
    clipboard.function("write(text: string)", Self.writeSentence) { [unowned self] stack in
      application.pasteboard.string = try stack.checkString(1, "the text")
      return 0
    }
    module.table("Clipboard", "The clipboard of the user's machine, where the terminal gives access to it (OSC 52).")
      .field("read", "fun(): string|nil", Self.readSentence)
      .field("write", "fun(text: string)", Self.writeSentence)
    module.constant(
      "clipboard", type: "Clipboard",
      "The user's clipboard: `read()` in a task, and `write(text)`."
    ) { stack in
      stack.createTable()
      try clipboard.setMembers(on: stack)
      try stack.state.makeStrictModule("ui.clipboard", prefix: "ui.clipboard.", on: stack)
    }
  }

  private static let readSentence =
    "Waits, in a task, for the text of the clipboard. Returns nil if the terminal does not answer, as most do not by default, or shows another app."
  private static let writeSentence = "Copies a text, as the user's copying does."
}
