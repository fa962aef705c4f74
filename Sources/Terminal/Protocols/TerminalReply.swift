import Interface

/// Input from the terminal itself: an answer to a query, or a report of a mode that is on.
enum TerminalReply: Equatable {
  /// The primary device attributes (DA1), which every terminal answers.
  case deviceAttributes([Int])
  /// Whether the terminal knows a private mode (DECRPM), and whether it is set.
  case mode(Int, ModeSetting)
  /// The flags of the kitty keyboard protocol.
  case keyboardFlags(Int)
  /// The background color (OSC 11).
  case background(TerminalBackground)
  /// The terminal's appearance has changed (mode 2031).
  case appearance(TerminalBackground)
  /// The terminal's name and version (XTVERSION).
  case version(TerminalVersion)
  /// The size in cells (mode 2048).
  case size(Size)
  /// The size of a cell in pixels.
  case cellSize(Size)
  /// Whether the terminal knows kitty's graphics protocol.
  case kittyGraphics(Bool)
  /// The text of the clipboard (OSC 52).
  case clipboard(String)
  /// Whether the terminal's window has keyboard focus (mode 1004).
  case focus(Bool)
  /// The position of the cursor (CPR). Its form is also that of a function key, so it is only read when expected.
  case cursor(Point)

  /// Whether this is the text of the clipboard.
  var isClipboard: Bool { if case .clipboard = self { true } else { false } }

  /// The setting of a private mode.
  enum ModeSetting: Int {
    case unknown, set, reset, alwaysSet, alwaysReset
  }

  /// Whether a sequence begins as no key does. The rest may arrive late.
  static func isBegun(by bytes: some Collection<UInt8>) -> Bool {
    [Array("\u{1b}[?".utf8), Array("\u{1b}[48;".utf8)].contains { bytes.starts(with: $0) }
  }

  /// Reads a control sequence (`ESC [ …`); nil if it is no reply.
  ///
  /// - Parameter expectsCursor: whether a position of the cursor was asked for.
  init?(controlSequence bytes: [UInt8], expectsCursor: Bool) {
    guard bytes.count > 2, bytes.starts(with: [0x1b, UInt8(ascii: "[")]), let final = bytes.last else { return nil }
    let body = String(decoding: bytes.dropFirst(2).dropLast(), as: UTF8.self)
    let isPrivate = body.hasPrefix("?")
    let numbers = (isPrivate ? body.dropFirst() : body[...]).prefix { $0.isNumber || $0 == ";" }
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    switch (isPrivate, Character(Unicode.Scalar(final))) {
    case (true, "c"): self = .deviceAttributes(numbers)
    case (true, "y") where body.hasSuffix("$") && numbers.count == 2:
      self = .mode(numbers[0], ModeSetting(rawValue: numbers[1]) ?? .unknown)
    case (true, "u"): self = .keyboardFlags(numbers.first ?? 0)
    case (true, "n") where numbers.count == 2 && numbers[0] == 997: self = .appearance(numbers[1] == 2 ? .light : .dark)
    case (false, "t") where numbers.count >= 3 && numbers[0] == 48:
      self = .size(Size(width: numbers[2], height: numbers[1]))
    case (false, "t") where numbers.count == 3 && numbers[0] == 6:
      self = .cellSize(Size(width: numbers[2], height: numbers[1]))
    case (false, "I") where body.isEmpty: self = .focus(true)
    case (false, "O") where body.isEmpty: self = .focus(false)
    case (false, "R") where expectsCursor && numbers.count == 2:
      self = .cursor(Point(x: max(0, numbers[1] - 1), y: max(0, numbers[0] - 1)))
    default: return nil
    }
  }

  /// Reads a string for programs; nil if it is no reply.
  ///
  /// - Parameters:
  ///   - introducer: the character after the escape: `]` for OSC, `P` for DCS, `_` for APC.
  ///   - content: the bytes between the introducer and the end.
  init?(introducer: UInt8, content: [UInt8]) {
    let text = String(decoding: content, as: UTF8.self)
    switch introducer {
    case UInt8(ascii: "]") where text.hasPrefix("11;"):
      guard let background = TerminalBackground(specification: text.dropFirst(3)) else { return nil }
      self = .background(background)
    case UInt8(ascii: "P") where text.hasPrefix(">|"): self = .version(TerminalVersion(String(text.dropFirst(2))))
    case UInt8(ascii: "]") where text.hasPrefix("52;"):
      // The names of the clipboard's selections precede the text.
      guard let names = text.utf8.dropFirst(3).firstIndex(of: UInt8(ascii: ";")),
        let bytes = Base64.decode(text.utf8[names...].dropFirst())
      else { return nil }
      self = .clipboard(String(decoding: bytes, as: UTF8.self))
    case UInt8(ascii: "_") where text.hasPrefix("Gi=\(TerminalProtocol.kittyQueryNumber);"):
      self = .kittyGraphics(text.hasSuffix(";OK"))
    default: return nil
    }
  }
}

extension TerminalBackground {
  /// Reads a color of X11, `rgb:RRRR/GGGG/BBBB` with one to four digits each or `#RRGGBB`, and classifies it by its
  /// perceived lightness.
  init?(specification text: some StringProtocol) {
    let digits: [Substring]
    if text.hasPrefix("rgb:") || text.hasPrefix("rgba:") {
      digits = text.drop { $0 != ":" }.dropFirst().split(separator: "/").prefix(3).map { Substring($0) }
    } else if text.hasPrefix("#"), text.count % 3 == 1, text.count > 3 {
      let letters = Array(text.dropFirst())
      let length = letters.count / 3
      digits = (0..<3).map { Substring(String(letters[($0 * length)..<(($0 + 1) * length)])) }
    } else {
      return nil
    }
    let parts = digits.compactMap { part -> Double? in
      guard (1...4).contains(part.count), let value = UInt32(part, radix: 16) else { return nil }
      return Double(value) / Double((1 << (4 * UInt32(part.count))) - 1)
    }
    guard parts.count == 3 else { return nil }
    self = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2] > 0.5 ? .light : .dark
  }
}
