import Glibc
import Interface
import SystemCalls

/// A terminal: its descriptors, name and capabilities.
public struct TerminalDevice: Sendable {
  /// The descriptor for input.
  public private(set) var input: Int32
  /// The descriptor for output.
  public let output: Int32
  /// The value of `TERM`.
  public let name: String
  /// The supported colours.
  public let colors: ColorDepth
  /// The supported characters.
  public let glyphs: GlyphSet
  /// Whether the terminal can scroll a range of rows (DECSTBM), as all terminals since the VT100 do.
  public let hasScrollRegions: Bool
  /// Whether erased cells get the current background (terminfo's `bce`), as in most terminals with 256 colours.
  public let erasesWithBackground: Bool
  /// Whether tmux or GNU screen is the terminal. They show an unknown application command (APC) as a title.
  let isMultiplexer: Bool

  /// Creates a device for two descriptors.
  public init(
    input: Int32, output: Int32, environment: [String: String] = TerminalDevice.processEnvironment
  ) throws(TerminalError) {
    guard isatty(input) == 1 else { throw .notATerminal(stream: Self.streamName(input)) }
    guard isatty(output) == 1 else { throw .notATerminal(stream: Self.streamName(output)) }
    let name = environment["TERM"] ?? ""
    guard !name.isEmpty, name != "dumb", name != "unknown" else { throw .incapable(name: name) }
    self.input = input
    self.output = output
    self.name = name
    colors = ColorDepth(environment: environment)
    glyphs = GlyphSet(environment: environment)
    hasScrollRegions = Self.hasScrollRegions(name: name)
    // GNU screen erases with the default background by default. tmux may use its name.
    erasesWithBackground = !name.hasPrefix("screen") || environment["TMUX"] != nil
    // The variables are also set in a terminal that was started from there, but most of these have names of their own.
    isMultiplexer =
      ["screen", "tmux"].contains { name.hasPrefix($0) }
      || ["xterm", "xterm-256color"].contains(name) && ["TMUX", "STY"].contains { environment[$0]?.isEmpty == false }
  }

  /// Whether the terminal can be asked for what it supports. Others would show a query as text.
  var answersQueries: Bool { hasScrollRegions && !["linux", "vt"].contains { name.hasPrefix($0) } }

  static func hasScrollRegions(name: String) -> Bool {
    !withoutScrollRegions.contains { name.hasPrefix($0) }
  }

  /// Prefixes of terminal names whose terminfo entries have cursor addressing but no `csr`.
  private static let withoutScrollRegions = [
    "ansi", "cons", "cygwin", "hp", "ibm", "mach", "minix", "pcansi", "pccon", "qnx", "scoansi", "sun", "vt50", "vt52",
    "wy",
  ]

  /// Returns the terminal at standard input and output. It has a descriptor of its own for input, which stays open, as
  /// standard input is withheld from scripts while an app has the screen.
  ///
  /// - Throws: `TerminalError` if one of them is not a terminal, or `TERM` names a terminal without cursor addressing.
  public static func standard() throws(TerminalError) -> TerminalDevice {
    var device = try TerminalDevice(input: STDIN_FILENO, output: STDOUT_FILENO)
    device.input = terminal_duplicate(STDIN_FILENO)
    guard device.input >= 0 else { throw .system(call: "fcntl", code: errno) }
    return device
  }

  /// The current size in cells. If the terminal does not report one, as on a serial line, uses `COLUMNS` and `LINES`,
  /// or 80 × 24.
  public var size: Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    // Standard output may be captured and then is not a terminal.
    if terminal_get_size(input, &columns, &rows) == 0, columns > 0, rows > 0 {
      return Size(width: Int(columns), height: Int(rows)).asScreen
    }
    return Self.size(in: Self.processEnvironment)
  }

  /// The size of a cell in pixels; nil if the terminal does not report its size in pixels to the system.
  var cellSize: Size? {
    var width: Int32 = 0
    var height: Int32 = 0
    guard terminal_get_cell_size(input, &width, &height) == 0, width > 0, height > 0 else { return nil }
    return Size(width: Int(width), height: Int(height))
  }

  /// Returns the size given by `COLUMNS` and `LINES`; 80 or 24 for an invalid value.
  static func size(in environment: [String: String]) -> Size {
    func cells(_ name: String) -> Int? { environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
    return Size(width: cells("COLUMNS") ?? 80, height: cells("LINES") ?? 24).asScreen
  }

  /// The environment of this process.
  public static var processEnvironment: [String: String] {
    var result: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let equals = text.firstIndex(of: "=") {
        result[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      next += 1
    }
    return result
  }

  /// Whether the backspace key sends the byte 8, as on some older terminals, instead of 127.
  var backspaceIsControlH: Bool {
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { return false }
    return withUnsafeBytes(of: settings.c_cc) { $0[Int(VERASE)] == 8 }
  }

  /// Returns the current line settings.
  func attributes() throws(TerminalError) -> termios {
    var result = termios()
    guard tcgetattr(input, &result) == 0 else { throw .system(call: "tcgetattr", code: errno) }
    return result
  }

  /// Returns the line settings to restore: the current ones, or sane ones if a killed program has left the line in raw
  /// mode.
  func attributesToReturnTo() throws(TerminalError) -> termios {
    var line = try attributes()
    if line.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0 { line.makeSane() }
    return line
  }

  /// Sets raw mode, in which every key is read as it is pressed and none becomes a signal.
  func makeRaw(from saved: termios) throws(TerminalError) {
    var raw = saved
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON | PARMRK)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
    raw.c_cflag &= ~tcflag_t(CSIZE | PARENB)
    raw.c_cflag |= tcflag_t(CS8)
    // Output processing is kept, so that newlines written by other code still start a row.
    raw.readByByte()
    // TCSANOW does not wait for pending output, which a terminal that does not read would block.
    guard tcsetattr(input, TCSANOW, &raw) == 0 else { throw .system(call: "tcsetattr", code: errno) }
  }

  private static func streamName(_ descriptor: Int32) -> String {
    switch descriptor {
    case STDIN_FILENO: "Standard input"
    case STDOUT_FILENO: "Standard output"
    default: "Descriptor \(descriptor)"
    }
  }
}

extension termios {
  /// Makes a read without line editing return as soon as there is a byte.
  mutating func readByByte() {
    withUnsafeMutableBytes(of: &c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
  }

  /// Enables echo, line editing and signals, as a shell expects.
  mutating func makeSane() {
    c_iflag |= tcflag_t(BRKINT | ICRNL | IXON)
    c_iflag &= ~tcflag_t(INLCR | IGNCR | ISTRIP)
    c_oflag |= tcflag_t(OPOST | ONLCR)
    c_lflag |= tcflag_t(ECHO | ECHOE | ECHOK | ICANON | IEXTEN | ISIG)
  }
}
