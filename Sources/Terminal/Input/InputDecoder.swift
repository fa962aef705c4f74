import Interface

/// Decodes the bytes sent by a terminal into events.
///
/// Bytes may arrive in any pieces. Some prefixes are valid by themselves (Escape alone is a key), which is only known
/// when no further bytes follow. Such bytes are held back until ``limit`` has passed since the last byte, and are then
/// returned by ``flush()``.
///
/// Runs on the main actor because libtickit's tables are not thread-safe.
@MainActor
public final class InputDecoder {
  /// The number of rows per step of the mouse wheel.
  public nonisolated static let rowsPerWheelStep = 3

  /// The time to wait for more bytes before calling ``flush()``; nil if no bytes are held back.
  public private(set) var limit: Duration?

  /// Receives the terminal's answers and reports, which are no events.
  var onReply: (TerminalReply) -> Void = { _ in }
  /// Called when a paste was discarded because it is longer than ``pasteLimit``.
  var onDiscardedPaste: () -> Void = {}
  /// Whether answers to queries may arrive at any moment, so that unfinished sequences are waited for longer.
  var expectsAnswers = false
  /// Whether the position of the cursor was asked for.
  var expectsCursor = false

  private let interpreter: SequenceInterpreter
  private let backspaceIsControlH: Bool
  /// Undecided bytes: never more than the beginning of a sequence.
  private var buffer: [UInt8] = []
  /// The pasted bytes so far; nil outside of a paste.
  private var pasted: [UInt8]?
  /// Whether the paste exceeds ``pasteLimit``. Its text is discarded as a whole: a part would look complete.
  private var isPasteTooLong = false
  /// Whether no bytes of the paste have arrived for a while: its end may be lost.
  private var isPasteStalled = false
  /// The end of the sequence whose bytes are being skipped.
  private var dropping: InputToken.Ending?
  /// The string for programs that is being read, with its introducer.
  private var string: (introducer: UInt8, content: [UInt8]) = (0, [])
  /// The maximum size of a string that is a reply, in bytes. Only the clipboard's text is longer than 100.
  private static let stringLimit = 16 << 20
  /// The maximum size of a paste in bytes.
  public nonisolated static let pasteLimit = 16 << 20

  /// Creates a decoder for a terminal name.
  ///
  /// - Parameter backspaceIsControlH: whether the backspace key sends the byte 8 instead of 127, according to the line
  ///   settings.
  public init(terminalName: String = "xterm-256color", backspaceIsControlH: Bool = false) {
    interpreter = SequenceInterpreter(terminalName: terminalName)
    self.backspaceIsControlH = backspaceIsControlH
  }

  /// Returns the events of these bytes and of earlier held-back ones.
  public func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    let bytes = Array(bytes)
    var events: [InputEvent] = []
    if isPasteStalled {
      isPasteStalled = false
      // Other bytes must not end the paste: what follows after a slow connection would press keys.
      if Self.endsStalledPaste(bytes) { events = finish() }
    }
    buffer += bytes
    return events + scan(isFinal: false)
  }

  /// Decodes held-back bytes as they are: an unfinished escape sequence is the Escape key. A paste continues, until
  /// Control-C or Control-Q arrives by itself.
  public func flush() -> [InputEvent] {
    guard pasted != nil else { return scan(isFinal: true) }
    isPasteStalled = true
    limit = nil
    return []
  }

  /// Whether bytes are Control-C or Control-Q alone, which a user presses if nothing else has an effect.
  private static func endsStalledPaste(_ bytes: [UInt8]) -> Bool {
    let isKey = bytes.count == 1 || bytes.first == 0x1b && bytes.last == UInt8(ascii: "u")
    return isKey && [0x03, 0x11].contains { UrgentKeys.isTyped($0, in: bytes) }
  }

  /// Ends the input: returns the events of all held-back bytes, including an unfinished paste.
  public func finish() -> [InputEvent] { scan(isFinal: true) }

  private func scan(isFinal: Bool) -> [InputEvent] {
    var events: [InputEvent] = []
    var rest = buffer[...]
    while !rest.isEmpty || (isFinal && pasted != nil) {
      if pasted != nil {
        guard takePaste(from: &rest, isFinal: isFinal, to: &events) else { break }
        continue
      }
      if let ending = dropping {
        guard drop(upTo: ending, from: &rest) || isFinal else { break }
        dropping = nil
        continue
      }
      guard let (next, length) = InputToken.next(in: rest, isFinal: isFinal) else { break }
      // It is not the Escape key if the rest of a reply has not arrived.
      let token = next == .escape && TerminalReply.isBegun(by: rest.prefix(length)) ? .garbage : next
      if case .endless = token { string = (rest[rest.startIndex + 1], []) }
      rest = rest.dropFirst(length)
      switch token {
      case .pasteStart: pasted = []
      case .endless(let ending): dropping = ending
      default: append(token, to: &events)
      }
    }
    if isFinal { dropping = nil }
    buffer = Array(rest)
    limit = currentLimit
    return events
  }

  /// Skips bytes up to the end of a sequence, and reads a string that ends there. Returns whether it ends.
  private func drop(upTo ending: InputToken.Ending, from rest: inout ArraySlice<UInt8>) -> Bool {
    let before = rest
    let isEnded = ending.drop(from: &rest)
    guard ending == .string else { return isEnded }
    string.content += before[..<rest.startIndex].prefix(Self.stringLimit - string.content.count)
    if isEnded, let reply = Self.reply(introducer: string.introducer, string.content) { onReply(reply) }
    return isEnded
  }

  /// Returns the reply in a string with its terminator; nil if it is none, or was interrupted.
  private static func reply(introducer: UInt8, _ bytes: [UInt8]) -> TerminalReply? {
    if bytes.last == 0x07 { return TerminalReply(introducer: introducer, content: bytes.dropLast()) }
    guard bytes.suffix(2) == [0x1b, UInt8(ascii: "\\")] else { return nil }
    return TerminalReply(introducer: introducer, content: bytes.dropLast(2))
  }

  private func append(_ token: InputToken, to events: inout [InputEvent]) {
    if case .sequence(let bytes) = token,
      let reply = TerminalReply(controlSequence: bytes, expectsCursor: expectsCursor)
    {
      return onReply(reply)
    }
    switch token {
    case .text(let text): for character in text { events.append(.key(KeyPress(.character(character)))) }
    case .alt(let character): events.append(.key(KeyPress(.character(character), modifiers: .alt)))
    case .escape: events.append(.key(KeyPress(.escape)))
    case .sequence([0x08]) where backspaceIsControlH: events.append(.key(KeyPress(.backspace)))
    case .sequence(let sequence): events += interpreter.events(of: sequence)
    case .pasteStart, .endless, .garbage: break
    }
  }

  // MARK: Bracketed paste

  /// Consumes the bytes that belong to the paste. Returns whether the paste ends in them.
  private func takePaste(from rest: inout ArraySlice<UInt8>, isFinal: Bool, to events: inout [InputEvent]) -> Bool {
    let end = Sequences.pasteEnds
    var index = rest.startIndex
    while let escape = rest[index...].firstIndex(of: 0x1b) {
      if rest[escape...].starts(with: end) {
        endPaste(with: &rest, upTo: escape, passingOver: end.count, to: &events)
        return true
      }
      index = escape + 1
    }
    if isFinal {
      endPaste(with: &rest, upTo: rest.endIndex, passingOver: 0, to: &events)
      return true
    }
    // The last bytes may be the beginning of the end marker.
    let undecided = rest.suffix(end.count - 1).firstIndex(of: 0x1b) ?? rest.endIndex
    keepPasted(rest[..<undecided])
    rest = rest[undecided...]
    return false
  }

  private func endPaste(
    with rest: inout ArraySlice<UInt8>, upTo end: Int, passingOver count: Int, to events: inout [InputEvent]
  ) {
    keepPasted(rest[..<end])
    rest = rest[(end + count)...]
    if isPasteTooLong {
      onDiscardedPaste()
    } else {
      events.append(.paste(Self.cleaned(takingReplies(from: pasted ?? []))))
    }
    (pasted, isPasteTooLong) = (nil, false)
  }

  /// Removes replies that the terminal sent in the middle of a paste.
  private func takingReplies(from bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(0x1b) else { return bytes }
    var text: [UInt8] = []
    var rest = bytes[...]
    while let escape = rest.firstIndex(of: 0x1b) {
      text += rest[..<escape]
      rest = rest[escape...]
      guard let (token, length) = InputToken.next(in: rest, isFinal: true) else { break }
      var after = rest.dropFirst(length)
      let reply: TerminalReply?
      switch token {
      case .sequence(let sequence): reply = TerminalReply(controlSequence: sequence, expectsCursor: expectsCursor)
      case .endless(let ending) where ending == .string && ending.drop(from: &after):
        let content = Array(rest[(rest.startIndex + length)..<after.startIndex].prefix(Self.stringLimit))
        reply = Self.reply(introducer: rest[rest.startIndex + 1], content)
      default: reply = nil
      }
      if let reply {
        onReply(reply)
        rest = after
      } else {
        text.append(0x1b)
        rest = rest.dropFirst()
      }
    }
    return text + rest
  }

  private func keepPasted(_ bytes: ArraySlice<UInt8>) {
    if (pasted?.count ?? 0) + bytes.count > Self.pasteLimit { isPasteTooLong = true }
    if isPasteTooLong { pasted = [] } else { pasted?.append(contentsOf: bytes) }
  }

  /// Returns the text with `\n` for newlines and without control characters other than tabs, because pasted text must
  /// not press keys.
  private static func cleaned(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0x0d: result.append(0x0a)
      case 0x0a: if previous != 0x0d { result.append(0x0a) }
      case 0x09, 0x20...0x7e, 0x80...: result.append(byte)
      default: break
      }
      previous = byte
    }
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: Held-back bytes

  /// A terminal sends a sequence almost in one piece, faster than keys can be typed.
  private static let sequenceLimit = Duration.milliseconds(25)
  /// An unfinished character is never a key by itself.
  private static let characterLimit = Duration.milliseconds(100)
  /// A skipped string contains no keys that a user waits for.
  private static let droppingLimit = Duration.milliseconds(250)
  /// While answers are expected, the Escape key is more likely the beginning of one.
  private static let answerLimit = Duration.milliseconds(150)
  /// The end of a paste that has paused for so long may have been lost.
  private static let pauseLimit = Duration.seconds(1)
  /// The beginning of a reply is never a key, so the rest is awaited on slow connections, too.
  private static let replyLimit = Duration.seconds(1)

  private var currentLimit: Duration? {
    if pasted != nil { return Self.pauseLimit }
    if dropping != nil { return expectsAnswers ? Self.replyLimit : Self.droppingLimit }
    guard let first = buffer.first else { return nil }
    guard first == 0x1b else { return Self.characterLimit }
    if TerminalReply.isBegun(by: buffer) { return Self.replyLimit }
    if expectsAnswers { return Self.answerLimit }
    // Alt and an unfinished character.
    return buffer.count > 1 && buffer[1] >= 0x80 ? Self.characterLimit : Self.sequenceLimit
  }
}
