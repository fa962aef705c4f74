import Glibc
import Interface
import Synchronization

/// The keys of a terminal, as another thread looks at them for one that ends an app which does not listen.
public final class UrgentKeys: UrgentInput {
  private struct Keys {
    var isMainThreadWaiting = false
    /// What was read for the main thread.
    var ahead: [UInt8] = []
    var isInterruptTold = false
  }

  /// What may be read for a main thread that does not come.
  private static let aheadLimit = 1 << 16

  public let descriptor: Int32
  private let endCharacters: [UInt8]
  private let interruptCharacters: [UInt8]
  private let keys = Mutex(Keys())

  /// - Parameters:
  ///   - device: the terminal. Its keys are looked at while it is taken.
  ///   - endKeys: the keys that end: letters with control, which a terminal sends as one character.
  ///   - interruptKeys: the keys that interrupt what runs, of the same kind.
  public init(_ device: TerminalDevice, endKeys: [KeyPress], interruptKeys: [KeyPress] = []) {
    descriptor = device.input
    endCharacters = endKeys.compactMap(\.controlCharacter)
    interruptCharacters = interruptKeys.compactMap(\.controlCharacter)
  }

  public func mainThreadWillWait() { keys.withLock { $0.isMainThreadWaiting = true } }
  public func mainThreadDidWait() { keys.withLock { $0.isMainThreadWaiting = false } }

  /// What was read for the main thread, which is going to wait.
  func takeAhead() -> [UInt8] {
    keys.withLock { keys in
      defer {
        keys.ahead = []
        keys.isInterruptTold = false
      }
      return keys.ahead
    }
  }

  public func urgentRequest() -> UrgentRequest? {
    keys.withLock { keys in
      guard !keys.isMainThreadWaiting, TerminalRescue.isArmed, keys.ahead.count < Self.aheadLimit else { return nil }
      var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&readable, 1, 0) > 0, case .bytes(let bytes) = readOnce(descriptor) else { return nil }
      keys.ahead += bytes
      if endCharacters.contains(where: { Self.isTyped($0, in: keys.ahead) }) { return .end }
      guard !keys.isInterruptTold, interruptCharacters.contains(where: { Self.isTyped($0, in: keys.ahead) })
      else { return nil }
      keys.isInterruptTold = true
      return .interrupt
    }
  }

  /// Whether a character is among what was typed, not pasted.
  static func isTyped(_ key: UInt8, in bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if let end = rest.firstRange(of: Sequences.pasteEnds), !rest[..<end.lowerBound].contains(Sequences.pasteBegins) {
      // It began before.
      rest = rest[end.upperBound...]
    }
    while let start = rest.firstRange(of: Sequences.pasteBegins) {
      if rest[..<start.lowerBound].contains(key) { return true }
      guard let end = rest[start.upperBound...].firstRange(of: Sequences.pasteEnds) else { return false }
      rest = rest[end.upperBound...]
    }
    return rest.contains(key)
  }
}

extension KeyPress {
  /// The character that a terminal sends for a letter with control; nil for another key.
  fileprivate var controlCharacter: UInt8? {
    guard modifiers == .control, case .character(let letter) = key, letter.isLetter else { return nil }
    return letter.asciiValue.map { $0 & 0x1f }
  }
}
