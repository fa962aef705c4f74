import Interface

extension TerminalCapabilities {
  /// Returns the bytes that show a desktop notification, without control characters; empty if the terminal shows none.
  func notification(title: String, text: String) -> [UInt8] {
    let (title, text) = (Self.cleaned(title), Self.cleaned(text))
    if has(.kittyNotifications) {
      // Both parts are Base64 (`e=1`), so that no text ends them.
      let parts = [("title", title, 0), ("body", text, 1)].map { part, text, isLast in
        "\u{1b}]99;i=luahost:d=\(isLast):e=1:p=\(part);\(Base64.encode(text.utf8))\u{1b}\\"
      }
      return Array(parts.joined().utf8)
    }
    if has(.titledNotifications) {
      return Array("\u{1b}]777;notify;\(title.replacing(";", with: ","));\(text)\u{1b}\\".utf8)
    }
    if has(.plainNotifications) {
      // A number at the start would be one of the other commands with this code.
      let text = text.first?.isNumber == true ? " \(text)" : text
      return Array("\u{1b}]9;\(text)\u{1b}\\".utf8)
    }
    return []
  }

  private static func cleaned(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isTerminalControl }))
  }
}

extension Progress {
  /// The bytes that show a progress beside the terminal's title (OSC 9;4); nil removes it.
  static func encoded(_ progress: Progress?) -> [UInt8] {
    switch progress {
    case .percent(let percent): Array("\u{1b}]9;4;1;\(percent)\u{1b}\\".utf8)
    case .indeterminate: Array("\u{1b}]9;4;3\u{1b}\\".utf8)
    case nil: Array(TerminalProtocol.progress.reset.utf8)
    }
  }
}
