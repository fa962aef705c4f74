import Glibc
import SystemCalls

/// Reads an answer to a question from a terminal that no app uses: a key, or a line.
public enum KeyQuestion {
  /// A key that is a valid answer.
  public enum Key: Equatable, Sendable {
    case enter
    /// A lower-case ASCII letter; the upper-case one is equivalent.
    case letter(Character)
  }

  /// The time in which an Enter after a letter belongs to it, in milliseconds.
  private static let pause: Int32 = 50

  /// Waits until the user presses one of the keys. Returns nil if the user cancels with Escape, Control-C or Control-D,
  /// or the terminal is closed.
  ///
  /// - Parameter isCancelled: polled while waiting; true ends the wait.
  public static func answer(_ keys: [Key], isCancelled: () -> Bool = { false }) -> Key? {
    var saved = termios()
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return nil }
    var line = saved
    line.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    line.c_iflag |= tcflag_t(ICRNL)
    line.readByByte()
    // If signals are not handled yet, one that terminates the process must restore the line settings.
    let isRescued = system_signal_is_default(SIGTERM) == 1 && !TerminalRescue.isArmed
    if isRescued {
      TerminalRescue.arm(
        terminal: STDOUT_FILENO, line: STDIN_FILENO, saved: saved, restoring: [], keepsTypeAhead: true)
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &line)
    defer {
      if isRescued { TerminalRescue.restore() }
      tcsetattr(STDIN_FILENO, TCSANOW, &saved)
    }
    while !isCancelled() {
      guard let bytes = read(waitingAtMost: 200) else { return nil }
      // Escape alone cancels; at the start of a sequence it is part of another key.
      if bytes.first == 27 {
        if bytes.count == 1 { return nil }
        continue
      }
      for (index, byte) in bytes.enumerated() {
        if byte == 3 || byte == 4 { return nil }
        if byte == 10 || byte == 13, keys.contains(.enter) { return .enter }
        let letter = Key.letter(Character(Unicode.Scalar(byte | 0x20)))
        guard keys.contains(letter) else { continue }
        if index == bytes.count - 1 { _ = read(waitingAtMost: pause, atMost: 1) }
        return letter
      }
    }
    return nil
  }

  /// Waits until the user enters one of the keys as a line; Enter is an empty one. Returns nil if the terminal is closed.
  ///
  /// - Parameters:
  ///   - isCancelled: polled while waiting; true ends the wait.
  ///   - onOther: called for each other line.
  public static func line(_ keys: [Key], isCancelled: () -> Bool, onOther: () -> Void) -> Key? {
    var line: [UInt8] = []
    while !isCancelled() {
      guard let bytes = read(waitingAtMost: 200) else { return nil }
      line += bytes
      guard line.last == 10 else { continue }
      let text = line.filter { $0 > 0x20 }
      line = []
      let key = text.isEmpty ? Key.enter : .letter(Character(Unicode.Scalar(text[0] | 0x20)))
      if text.count <= 1, keys.contains(key) { return key }
      onOther()
    }
    return nil
  }

  /// Returns the typed bytes; empty after the timeout, nil if the terminal is closed.
  private static func read(waitingAtMost milliseconds: Int32, atMost limit: Int = 64) -> [UInt8]? {
    guard isReadable(STDIN_FILENO, within: milliseconds) else { return [] }
    return switch readOnce(STDIN_FILENO, atMost: limit) {
    case .bytes(let bytes): bytes
    case .nothing: []
    case .closed: nil
    }
  }
}
