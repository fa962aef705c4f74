import Glibc
import Interface
import SystemCalls

/// A terminal that a program talks to: its descriptors, its name and what it can show.
public struct TerminalDevice: Sendable {
  /// Where keys come from.
  public let input: Int32
  /// Where output goes to.
  public let output: Int32
  /// What `TERM` says.
  public let name: String
  /// How many colours it shows.
  public let colors: ColorDepth
  /// Which characters it shows.
  public let glyphs: GlyphSet
  /// Whether it can scroll some of its rows (DECSTBM), as all do that follow the VT100.
  public let hasScrollRegions: Bool

  /// The terminal behind two descriptors.
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
  }

  static func hasScrollRegions(name: String) -> Bool {
    !withoutScrollRegions.contains { name.hasPrefix($0) }
  }

  /// How the names of terminals begin whose entries in terminfo have cursor addressing, but no `csr`.
  private static let withoutScrollRegions = [
    "ansi", "cons", "cygwin", "hp", "ibm", "mach", "minix", "pcansi", "pccon", "qnx", "scoansi", "sun", "vt50", "vt52",
    "wy",
  ]

  /// The terminal at standard input and output.
  ///
  /// - Throws: `TerminalError` if one of them is something else, or `TERM` names a terminal without a movable cursor.
  public static func standard() throws(TerminalError) -> TerminalDevice {
    try TerminalDevice(input: STDIN_FILENO, output: STDOUT_FILENO)
  }

  /// How many cells it has now. Where the terminal does not know (a serial line), `COLUMNS` and `LINES` say it, or it
  /// is taken for 80 by 24.
  public var size: Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    // Standard output may be captured, and no terminal just now.
    if terminal_get_size(input, &columns, &rows) == 0, columns > 0, rows > 0 {
      return Size(width: Int(columns), height: Int(rows)).asScreen
    }
    return Self.size(in: Self.processEnvironment)
  }

  /// The size that `COLUMNS` and `LINES` say; 80 and 24 for one that is no size.
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

  /// Whether the backspace key sends the byte 8, as on some older terminals, and not 127.
  var backspaceIsControlH: Bool {
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { return false }
    return withUnsafeBytes(of: settings.c_cc) { $0[Int(VERASE)] == 8 }
  }

  /// The line settings now.
  func attributes() throws(TerminalError) -> termios {
    var result = termios()
    guard tcgetattr(input, &result) == 0 else { throw .system(call: "tcgetattr", code: errno) }
    return result
  }

  /// The line settings to return to: those of now, or sane ones if a program that was killed has left the line as only a
  /// full-screen program sets it.
  func attributesToReturnTo() throws(TerminalError) -> termios {
    var line = try attributes()
    if line.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0 { line.makeSane() }
    return line
  }

  /// Sets the line so that every key is read as it is pressed, and none is turned into a signal.
  func makeRaw(from saved: termios) throws(TerminalError) {
    var raw = saved
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON | PARMRK)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
    raw.c_cflag &= ~tcflag_t(CSIZE | PARENB)
    raw.c_cflag |= tcflag_t(CS8)
    // Output processing stays as it is, so that a newline written by anything else still starts a row.
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    // Not after all output: a terminal that does not read would keep us.
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
  /// Lets the line echo, be edited and send signals, as a shell expects it.
  mutating func makeSane() {
    c_iflag |= tcflag_t(BRKINT | ICRNL | IXON)
    c_iflag &= ~tcflag_t(INLCR | IGNCR | ISTRIP)
    c_oflag |= tcflag_t(OPOST | ONLCR)
    c_lflag |= tcflag_t(ECHO | ECHOE | ECHOK | ICANON | IEXTEN | ISIG)
  }
}
