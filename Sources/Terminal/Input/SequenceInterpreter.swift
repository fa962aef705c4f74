import CTickit
import Glibc
import Interface

/// Interprets control sequences with libtickit: the terminal's key sequences (terminfo), those introduced by xterm, CSI
/// u, and SGR mouse reports.
@MainActor
final class SequenceInterpreter {
  private let terminalName: String
  private let sink = EventSink()
  private var parser: OpaquePointer?

  /// Creates an interpreter for a terminal name. A name unknown to terminfo is treated as an xterm, with which nearly
  /// all terminals are compatible.
  init(terminalName: String) {
    self.terminalName = terminalName
    parser = makeParser()
  }

  isolated deinit {
    if let parser { tickit_term_destroy(parser) }
  }

  /// Returns the events of one complete sequence; empty if it is unknown.
  func events(of sequence: [UInt8]) -> [InputEvent] {
    guard let sequence = Self.normalized(sequence), let parser else { return [] }
    sequence.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { tickit_term_input_push_bytes(parser, $0.baseAddress, $0.count) }
    }
    if tickit_term_input_check_timeout_msec(parser) >= 0 {
      // The parser waits for more although the sequence is complete; its held-back bytes would corrupt the next one.
      tickit_term_destroy(parser)
      self.parser = makeParser()
    }
    defer { sink.events = [] }
    return sink.events
  }

  private func makeParser() -> OpaquePointer? {
    guard let parser = Self.build(terminalName) ?? Self.build("xterm") else { return nil }
    tickit_term_set_utf8(parser, true)
    // The sink lives as long as the parser.
    let user = Unmanaged.passUnretained(sink).toOpaque()
    tickit_term_bind_event(
      parser, TICKIT_TERM_ON_KEY, TickitBindFlags(0),
      { _, _, info, user in
        guard let info, let user else { return 0 }
        Unmanaged<EventSink>.fromOpaque(user).takeUnretainedValue()
          .receive(info.assumingMemoryBound(to: TickitKeyEventInfo.self).pointee)
        return 1
      }, user)
    tickit_term_bind_event(
      parser, TICKIT_TERM_ON_MOUSE, TickitBindFlags(0),
      { _, _, info, user in
        guard let info, let user else { return 0 }
        Unmanaged<EventSink>.fromOpaque(user).takeUnretainedValue()
          .receive(info.assumingMemoryBound(to: TickitMouseEventInfo.self).pointee)
        return 1
      }, user)
    return parser
  }

  /// Creates a parser without input and output descriptors; bytes are pushed into it. Returns nil for an unknown type.
  private static func build(_ terminalName: String) -> OpaquePointer? {
    terminalName.withCString { name in
      var builder = TickitTermBuilder()
      builder.termtype = name
      builder.input_fd = -1
      builder.output_fd = -1
      builder.output_func = { _, _, _, _ in }
      builder.ti_hook = UnsafePointer(terminfoHook)
      return tickit_term_build(&builder)
    }
  }

  /// Adjusts terminfo for libtickit and libtermkey, for as long as there are parsers:
  /// - newer databases give `ESC [ <` for the mouse, which libtermkey would take for the prefix of X10 reports;
  /// - function keys above 12 are shifted ones, which should be reported with their modifiers;
  /// - a missing string makes libtickit write to standard error and fail, although only keys are read.
  private static let terminfoHook = {
    let hook = UnsafeMutablePointer<TickitTerminfoHook>.allocate(capacity: 1)
    hook.initialize(
      to: TickitTerminfoHook(
        getstr: { name, value, _ in
          guard let name else { return value }
          if strcmp(name, "key_mouse") == 0 { return constant("\u{1b}[M") }
          if strncmp(name, "key_f", 5) == 0, atoi(name + 5) > 12 { return nil }
          if strncmp(name, "key_", 4) == 0 { return value }
          return value ?? constant("")
        }, data: nil))
    return hook
  }()

  nonisolated private static func constant(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  /// Whether the parameters are in the range that terminals send. The library uses them as table indexes without a
  /// check.
  private static func isWellFormed(_ body: String, final: UInt8) -> Bool {
    let parameters = (body.hasPrefix("<") ? body.dropFirst() : body[...])
      .split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.prefix { $0 != ":" } }
    guard parameters.count <= 8,
      parameters.allSatisfy({ $0.utf8.count <= 7 && $0.utf8.allSatisfy { (48...57).contains($0) } })
    else { return false }
    // A function key without a number is invalid.
    return (0x41...0x5a).contains(final) || parameters.first?.isEmpty == false
  }

  /// Removes parts that libtickit misreads. Nil means that the sequence is ignored.
  private static func normalized(_ sequence: [UInt8]) -> [UInt8]? {
    // Alt and a key with its own sequence.
    if sequence.starts(with: [0x1b, 0x1b]) { return normalized(Array(sequence.dropFirst())).map { [0x1b] + $0 } }
    guard sequence.count > 3, sequence[0] == 0x1b, sequence[1] == UInt8(ascii: "["), let final = sequence.last else {
      return sequence
    }
    if sequence[2] == UInt8(ascii: "M") || sequence[2] == UInt8(ascii: "[") { return sequence }
    let body = String(decoding: sequence[2..<(sequence.count - 1)], as: UTF8.self)
    guard isWellFormed(body, final: final) else { return nil }
    if body.hasPrefix("<") {
      // The library looks up any other final byte beyond the end of its table.
      guard final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
      // Movement without a button is reported by terminals in which another program has enabled it.
      let code = Int(body.dropFirst().prefix { $0.isNumber }) ?? 0
      return code & 0b0110_0011 == 0b0010_0011 ? nil : sequence
    }
    // Subparameters of the kitty keyboard protocol: other codes of the key, and whether it was released.
    let parameters = body.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.split(separator: ":", omittingEmptySubsequences: false) }
    if parameters.count > 1, parameters[1].count > 1, parameters[1][1] == "3" { return nil }
    let plain = parameters.map { $0.first.flatMap { Int($0) } }
    guard body.contains(":") || !plain.contains(nil) else { return sequence }
    var numbers = (body.contains(":") ? Array(plain.prefix(2)) : plain).map { $0 ?? 1 }
    if final == UInt8(ascii: "u"), let codes = parameters.first,
      let code = KittyKeys.code(codes.map { Int($0) }, modifiers: plain.dropFirst().first ?? nil)
    {
      numbers[0] = code
    }
    return KittyKeys.translated(numbers, final: final)
  }
}

/// Collects events from libtickit's callbacks.
private final class EventSink {
  var events: [InputEvent] = []

  func receive(_ info: TickitKeyEventInfo) {
    let modifiers = Self.modifiers(info.mod)
    var name = info.str.map { String(cString: $0) }.map { Substring($0) } ?? ""
    while let first = name.first, "MCS".contains(first), name.dropFirst().first == "-", name.count > 2 {
      name = name.dropFirst(2)
    }
    if let key = Self.namedKeys[String(name)] {
      events.append(.key(KeyPress(key, modifiers: modifiers)))
    } else if name.first == "F", let number = Int(name.dropFirst()), name.count > 1 {
      events.append(.key(KeyPress(.function(number), modifiers: modifiers)))
    } else if name.count == 1, let character = name.first, !Self.isPrivate(character) {
      // Shift is already included in the character.
      let shifted = modifiers.contains(.shift) ? Character(String(character).uppercased()) : character
      events.append(.key(KeyPress(.character(shifted), modifiers: modifiers.subtracting(.shift))))
    }
  }

  func receive(_ info: TickitMouseEventInfo) {
    let action: MouseEvent.Action
    let button = Int(info.button)
    switch info.type {
    case TICKIT_MOUSEEV_PRESS: action = .press(button: button)
    case TICKIT_MOUSEEV_DRAG: action = .drag(button: button)
    case TICKIT_MOUSEEV_RELEASE: action = .release(button: button)
    case TICKIT_MOUSEEV_WHEEL where button == TICKIT_MOUSEWHEEL_UP:
      action = .wheel(rows: -InputDecoder.rowsPerWheelStep)
    case TICKIT_MOUSEEV_WHEEL where button == TICKIT_MOUSEWHEEL_DOWN:
      action = .wheel(rows: InputDecoder.rowsPerWheelStep)
    default: return
    }
    let location = Point(x: max(0, Int(info.col)), y: max(0, Int(info.line)))
    events.append(.mouse(MouseEvent(action, at: location, modifiers: Self.modifiers(info.mod))))
  }

  private static func modifiers(_ bits: Int32) -> Modifiers {
    var result: Modifiers = []
    if bits & 1 != 0 { result.insert(.shift) }
    // 8 is Meta, another name for Alt; Super and Hyper are ignored.
    if bits & (2 | 8) != 0 { result.insert(.alt) }
    if bits & 4 != 0 { result.insert(.control) }
    return result
  }

  /// In CSI u, keys without a character (such as media keys) have codes of the private use area.
  private static func isPrivate(_ character: Character) -> Bool {
    character.unicodeScalars.contains { (0xe000...0xf8ff).contains($0.value) || $0.value < 0x20 }
  }

  private static let namedKeys: [String: Key] = {
    var keys: [String: Key] = [
      "Enter": .enter, "Tab": .tab, "Escape": .escape, "Backspace": .backspace, "DEL": .backspace, "Delete": .delete,
      "Insert": .insert, "Up": .up, "Down": .down, "Left": .left, "Right": .right, "Home": .home, "Find": .home,
      "End": .end, "Select": .end, "PageUp": .pageUp, "PageDown": .pageDown, "Space": .character(" "),
      "KPEnter": .enter, "KPPlus": .character("+"), "KPMinus": .character("-"), "KPMult": .character("*"),
      "KPDiv": .character("/"), "KPComma": .character(","), "KPPeriod": .character("."), "KPEquals": .character("="),
    ]
    for digit in 0...9 { keys["KP\(digit)"] = .character(Character("\(digit)")) }
    return keys
  }()
}
