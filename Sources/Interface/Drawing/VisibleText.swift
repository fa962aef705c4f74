import SystemCalls

extension String {
  /// The text with control characters and bidirectional controls made visible (`␛`, `\u{202E}`), so it is safe to print
  /// to a terminal. Keeps newlines and tabs.
  ///
  /// Use it for all text printed outside a screen; the cells of a screen never contain control characters.
  public var showingControls: String { VisibleText.shown(self, isLine: false) }

  /// Like ``showingControls``, but for text on one line: newlines are made visible, too.
  public var showingControlsInLine: String { VisibleText.shown(self, isLine: true) }
}

extension Unicode.Scalar {
  /// Whether a terminal may interpret the character as a command: C0 and C1 controls, DEL and bidirectional controls.
  public var isTerminalControl: Bool { visible_text_is_control(value) != 0 }
}

/// Makes control characters in bytes of text visible.
public enum VisibleText {
  /// Returns the bytes with control characters made visible. Invalid UTF-8 becomes U+FFFD. Keeps newlines and tabs.
  public static func shown(_ bytes: [UInt8]) -> [UInt8] { shown(bytes, isLine: false) }

  fileprivate static func shown(_ text: String, isLine: Bool) -> String {
    var text = text
    let isPlain = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { visible_text_is_plain($0.baseAddress, $0.count, isLine ? 1 : 0) != 0 }
    }
    return isPlain ? text : String(decoding: shown(Array(text.utf8), isLine: isLine), as: UTF8.self)
  }

  private static func shown(_ bytes: [UInt8], isLine: Bool) -> [UInt8] {
    var text = visible_text()
    text.is_line = isLine ? 1 : 0
    let growth = Int(VISIBLE_TEXT_GROWTH)
    return [UInt8](unsafeUninitializedCapacity: (bytes.count + 2 * growth) * growth) { buffer, count in
      buffer.withMemoryRebound(to: CChar.self) { output in
        bytes.withUnsafeBytes { input in
          guard let output = output.baseAddress else { return }
          if let start = input.bindMemory(to: CChar.self).baseAddress {
            count = visible_text_take(&text, start, input.count, output)
          }
          count += visible_text_end(&text, output + count)
        }
      }
    }
  }
}
