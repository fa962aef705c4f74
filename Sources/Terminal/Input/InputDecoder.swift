import Interface

/// Turns the bytes that a terminal sends into events.
///
/// Bytes may arrive in any pieces. Some beginnings mean something by themselves (Escape alone is a key); whether they do is
/// known only when nothing follows. They are held back until ``limit`` has passed since the last byte was read, and are then
/// given by ``flush()``.
///
/// On the main actor: the library that knows the terminals' sequences keeps tables that threads must not share.
@MainActor
public final class InputDecoder {
  /// How many rows one step of the mouse wheel turns by.
  public nonisolated static let rowsPerWheelStep = 3

  /// How long the bytes that are held back may stay unfinished after the last one was read. Then ``flush()`` gives them.
  /// Nil if none are held back, and in a paste, which has no limit.
  public private(set) var limit: Duration?

  private let interpreter: SequenceInterpreter
  private let backspaceIsControlH: Bool
  /// What is not decided yet: never more than the beginning of a sequence.
  private var buffer: [UInt8] = []
  /// What was pasted so far; nil outside of a paste.
  private var pasted: [UInt8]?
  /// How the sequence ends whose bytes are passed over.
  private var dropping: InputToken.Ending?
  /// How much of one paste is taken, in bytes. What comes after that is passed over.
  nonisolated static let pasteLimit = 16 << 20

  /// A decoder for the terminal of this name.
  ///
  /// - Parameter backspaceIsControlH: whether the backspace key sends the byte 8, as the line settings say, and not 127.
  public init(terminalName: String = "xterm-256color", backspaceIsControlH: Bool = false) {
    interpreter = SequenceInterpreter(terminalName: terminalName)
    self.backspaceIsControlH = backspaceIsControlH
  }

  /// The events of these bytes and of what was held back before them.
  public func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] {
    buffer += bytes
    return scan(isFinal: false)
  }

  /// Gives up on what is held back: an unfinished escape sequence is the Escape key. A paste goes on.
  public func flush() -> [InputEvent] { pasted == nil ? scan(isFinal: true) : [] }

  /// Ends the input: returns the events of all that is held back, the paste that has not ended included.
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

  /// Takes what belongs to the paste from some bytes. Returns the whole text when the paste ends in them.
  private func paste(from rest: inout ArraySlice<UInt8>, isFinal: Bool) -> String? {
    let end = Sequences.pasteEnds
    var index = rest.startIndex
    while let escape = rest[index...].firstIndex(of: 0x1b) {
      if rest[escape...].starts(with: end) { return endPaste(with: &rest, upTo: escape, passingOver: end.count) }
      index = escape + 1
    }
    if isFinal { return endPaste(with: &rest, upTo: rest.endIndex, passingOver: 0) }
    // The last bytes may begin the end.
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

  /// Newlines as `\n`, and no other control characters than tabs: what is pasted is text, and cannot press keys.
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

  // MARK: What is held back

  /// A sequence of a terminal arrives in one piece or almost; nobody presses keys so fast.
  private static let sequenceLimit = Duration.milliseconds(25)
  /// A character is never a key by itself before it is finished.
  private static let characterLimit = Duration.milliseconds(100)
  /// A string that is passed over has no key in it that somebody waits for.
  private static let droppingLimit = Duration.milliseconds(250)

  private var currentLimit: Duration? {
    if pasted != nil { return nil }
    if dropping != nil { return Self.droppingLimit }
    guard let first = buffer.first else { return nil }
    guard first == 0x1b else { return Self.characterLimit }
    // Alt and a character that is not finished.
    return buffer.count > 1 && buffer[1] >= 0x80 ? Self.characterLimit : Self.sequenceLimit
  }
}
