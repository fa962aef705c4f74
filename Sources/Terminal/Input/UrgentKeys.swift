import Glibc
import Interface
import Loop
import Synchronization

/// Watches a terminal's keys from another thread, to quit or interrupt an app whose main thread is busy.
public final class UrgentKeys: UrgentInput {
  private struct Keys {
    var isMainThreadWaiting = false
    /// The bytes read for the main thread.
    var ahead: [UInt8] = []
    var isInterruptReported = false
  }

  /// The maximum number of bytes read while the main thread is busy.
  private static let aheadLimit = 1 << 16

  public let descriptor: Int32
  private let endCharacters: [UInt8]
  private let interruptCharacters: [UInt8]
  private let keys = Mutex(Keys())

  /// - Parameters:
  ///   - device: the terminal, whose keys are watched while it is in use.
  ///   - endKeys: the keys that quit; letters with Control, which a terminal sends as one character.
  ///   - interruptKeys: the keys that interrupt a running script, of the same kind.
  public init(_ device: TerminalDevice, endKeys: [KeyPress], interruptKeys: [KeyPress]) {
    descriptor = device.input
    endCharacters = endKeys.compactMap(\.controlCharacter)
    interruptCharacters = interruptKeys.compactMap(\.controlCharacter)
  }

  public func mainThreadWillWait() { keys.withLock { $0.isMainThreadWaiting = true } }
  public func mainThreadDidWait() { keys.withLock { $0.isMainThreadWaiting = false } }

  /// Returns the bytes read for the main thread, which is about to wait.
  func takeAhead() -> [UInt8] {
    keys.withLock { keys in
      defer {
        keys.ahead = []
        keys.isInterruptReported = false
      }
      return keys.ahead
    }
  }

  public func urgentRequest() -> UrgentRequest? {
    keys.withLock { keys in
      guard !keys.isMainThreadWaiting, TerminalRescue.isArmed, keys.ahead.count < Self.aheadLimit else { return nil }
      guard isReadable(descriptor), case .bytes(let bytes) = readOnce(descriptor) else { return nil }
      keys.ahead += bytes
      if endCharacters.contains(where: { Self.isTyped($0, in: keys.ahead) }) { return .end }
      guard !keys.isInterruptReported, interruptCharacters.contains(where: { Self.isTyped($0, in: keys.ahead) })
      else { return nil }
      keys.isInterruptReported = true
      return .interrupt
    }
  }

  /// Whether a character was typed rather than pasted.
  static func isTyped(_ key: UInt8, in bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if let end = rest.firstRange(of: Sequences.pasteEnds), !rest[..<end.lowerBound].contains(Sequences.pasteBegins) {
      // The paste began before.
      rest = rest[end.upperBound...]
    }
    while let start = rest.firstRange(of: Sequences.pasteBegins) {
      if contains(key, rest[..<start.lowerBound]) { return true }
      guard let end = rest[start.upperBound...].firstRange(of: Sequences.pasteEnds) else { return false }
      rest = rest[end.upperBound...]
    }
    return contains(key, rest)
  }

  /// Whether bytes contain a key: its character, or the code of its letter with Control in the kitty keyboard protocol.
  private static func contains(_ key: UInt8, _ bytes: ArraySlice<UInt8>) -> Bool {
    if bytes.contains(key) { return true }
    var rest = bytes
    while let found = rest.firstRange(of: [0x1b, UInt8(ascii: "[")]) {
      rest = rest[found.upperBound...]
      let body = rest.prefix { (0x30...0x3b).contains($0) }
      guard rest.dropFirst(body.count).first == UInt8(ascii: "u") else { continue }
      let parameters = body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
        $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
          .map { Int(String(decoding: $0, as: UTF8.self)) }
      }
      guard parameters.count == 2, parameters[1].count == 1, let modifiers = parameters[1][0] else { continue }
      if KittyKeys.withoutLocks(modifiers) == 5, KittyKeys.code(parameters[0], modifiers: modifiers) == Int(key | 0x60)
      {
        return true
      }
    }
    return false
  }
}

extension KeyPress {
  /// The character that a terminal sends for a letter with Control; nil for other keys.
  fileprivate var controlCharacter: UInt8? {
    guard modifiers == .control, case .character(let letter) = key, letter.isLetter else { return nil }
    return letter.asciiValue.map { $0 & 0x1f }
  }
}
