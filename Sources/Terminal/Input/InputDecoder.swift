import Interface

/// Turns the bytes that a terminal sends into events.
///
/// Bytes may arrive in any pieces. Some beginnings mean something by themselves (escape alone is a key); whether they
/// do is known only when nothing follows: until `deadline` they are held back, then `flush()` gives them.
///
/// On the main actor: the library that knows the terminals' sequences keeps tables that threads must not share.
@MainActor
public final class InputDecoder {
  /// How many rows one step of the mouse wheel turns by.
  public nonisolated static let rowsPerWheelStep = 3

  /// When what is held back is to be given by `flush()`; nil if nothing is held back.
  public private(set) var deadline: ContinuousClock.Instant?

  private let interpreter: SequenceInterpreter
  private let backspaceIsControlH: Bool
  private var buffer: [UInt8] = []
  private var isPasting = false

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

  /// The events of what was held back, taken as all there is.
  public func flush() -> [InputEvent] { scan(isFinal: true) }

  private func scan(isFinal: Bool) -> [InputEvent] {
    var events: [InputEvent] = []
    var rest = buffer[...]
    while !rest.isEmpty || (isPasting && isFinal) {
      if isPasting {
        guard let (text, length) = paste(in: rest, isFinal: isFinal) else { break }
        isPasting = false
        rest = rest.dropFirst(length)
        events.append(.paste(text))
        continue
      }
      guard let (token, length) = InputToken.next(in: rest, isFinal: isFinal) else { break }
      rest = rest.dropFirst(length)
      if token == .pasteStart {
        isPasting = true
      } else {
        append(token, to: &events)
      }
    }
    buffer = Array(rest)
    updateDeadline()
    return events
  }

  private func append(_ token: InputToken, to events: inout [InputEvent]) {
    switch token {
    case .text(let text): for character in text { events.append(.key(KeyPress(.character(character)))) }
    case .alt(let character): events.append(.key(KeyPress(.character(character), modifiers: .alt)))
    case .escape: events.append(.key(KeyPress(.escape)))
    case .sequence([0x08]) where backspaceIsControlH: events.append(.key(KeyPress(.backspace)))
    case .sequence(let sequence): events += interpreter.events(of: sequence)
    case .pasteStart, .garbage: break
    }
  }

  // MARK: Bracketed paste

  private static let pasteEnd = Array("\u{1b}[201~".utf8)

  private func paste(in bytes: ArraySlice<UInt8>, isFinal: Bool) -> (text: String, length: Int)? {
    let end = Self.pasteEnd
    var index = bytes.startIndex
    while let escape = bytes[index...].firstIndex(of: 0x1b) {
      if bytes[escape...].starts(with: end) {
        return (Self.cleaned(bytes[..<escape]), escape - bytes.startIndex + end.count)
      }
      index = escape + 1
    }
    return isFinal ? (Self.cleaned(bytes), bytes.count) : nil
  }

  /// Newlines as `\n`, and no other control characters than tabs: what is pasted is text, and cannot press keys.
  private static func cleaned(_ bytes: ArraySlice<UInt8>) -> String {
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

  private func updateDeadline() {
    let wait: Duration
    if isPasting {
      // A terminal that vanishes in the middle of a paste must not swallow all keys that come after.
      wait = .seconds(5)
    } else if buffer.isEmpty {
      deadline = nil
      return
    } else {
      // Nobody types the parameters of a sequence: these are only late.
      wait = buffer.first == 0x1b && buffer.count > 2 ? .milliseconds(250) : .milliseconds(25)
    }
    deadline = .now + wait
  }
}
