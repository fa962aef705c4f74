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

  /// The time to wait for more bytes before calling ``flush()``; nil if no bytes are held back, and during a paste.
  public private(set) var limit: Duration?

  private let interpreter: SequenceInterpreter
  private let backspaceIsControlH: Bool
  /// Undecided bytes: never more than the beginning of a sequence.
  private var buffer: [UInt8] = []
  /// The pasted bytes so far; nil outside of a paste.
  private var pasted: [UInt8]?
  /// The end of the sequence whose bytes are being skipped.
  private var dropping: InputToken.Ending?
  /// The maximum size of a paste in bytes; the rest is skipped.
  nonisolated static let pasteLimit = 16 << 20

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
    buffer += bytes
    return scan(isFinal: false)
  }

  /// Decodes held-back bytes as they are: an unfinished escape sequence is the Escape key. A paste continues.
  public func flush() -> [InputEvent] { pasted == nil ? scan(isFinal: true) : [] }

  /// Ends the input: returns the events of all held-back bytes, including an unfinished paste.
  public func finish() -> [InputEvent] { scan(isFinal: true) }

  private func scan(isFinal: Bool) -> [InputEvent] {
    var events: [InputEvent] = []
    var rest = buffer[...]
    while !rest.isEmpty || (isFinal && pasted != nil) {
      if pasted != nil {
        guard let text = paste(from: &rest, isFinal: isFinal) else { break }
        events.append(.paste(text))
        continue
      }
      if let ending = dropping {
        guard ending.drop(from: &rest) || isFinal else { break }
        dropping = nil
        continue
      }
      guard let (token, length) = InputToken.next(in: rest, isFinal: isFinal) else { break }
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

  private func append(_ token: InputToken, to events: inout [InputEvent]) {
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

  /// Consumes the bytes that belong to the paste. Returns the whole text if the paste ends in them.
  private func paste(from rest: inout ArraySlice<UInt8>, isFinal: Bool) -> String? {
    let end = Sequences.pasteEnds
    var index = rest.startIndex
    while let escape = rest[index...].firstIndex(of: 0x1b) {
      if rest[escape...].starts(with: end) { return endPaste(with: &rest, upTo: escape, passingOver: end.count) }
      index = escape + 1
    }
    if isFinal { return endPaste(with: &rest, upTo: rest.endIndex, passingOver: 0) }
    // The last bytes may be the beginning of the end marker.
    let undecided = rest.suffix(end.count - 1).firstIndex(of: 0x1b) ?? rest.endIndex
    keepPasted(rest[..<undecided])
    rest = rest[undecided...]
    return nil
  }

  private func endPaste(with rest: inout ArraySlice<UInt8>, upTo end: Int, passingOver count: Int) -> String {
    keepPasted(rest[..<end])
    rest = rest[(end + count)...]
    defer { pasted = nil }
    return Self.cleaned(pasted ?? [])
  }

  private func keepPasted(_ bytes: ArraySlice<UInt8>) {
    let room = Self.pasteLimit - (pasted?.count ?? 0)
    pasted?.append(contentsOf: bytes.prefix(room))
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

  private var currentLimit: Duration? {
    if pasted != nil { return nil }
    if dropping != nil { return Self.droppingLimit }
    guard let first = buffer.first else { return nil }
    guard first == 0x1b else { return Self.characterLimit }
    // Alt and an unfinished character.
    return buffer.count > 1 && buffer[1] >= 0x80 ? Self.characterLimit : Self.sequenceLimit
  }
}
