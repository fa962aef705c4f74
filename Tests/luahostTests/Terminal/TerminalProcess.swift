import Emulator
import Foundation

/// The command, or another program, in its own terminal: a pseudoterminal whose screen is libvterm's.
///
/// It can stop reading, and knows the bytes that were written and the settings of the line.
final class TerminalProcess {
  typealias End = ChildProcess.End

  /// The folder with a test's apps and their state; also the user's home.
  let folder: URL
  /// The output so far, unprocessed.
  private(set) var bytes: [UInt8] = []
  /// The name of its terminal.
  let terminal: String
  private let child: ChildProcess
  private let isGuest: Bool
  private let master: Int32
  private let slave: Int32
  private let settings: [tcflag_t]
  private var size: (columns: UInt16, rows: UInt16)
  private var startedEmulator: TerminalEmulator?

  /// Runs a script with arguments for the command.
  ///
  /// - Parameter beside: a process whose folder and state are shared; it has to live as long.
  convenience init(
    _ script: String, arguments: [String] = [], columns: UInt16 = 80, rows: UInt16 = 24,
    beside other: TerminalProcess? = nil
  ) throws {
    let folder = try other?.folder ?? CommandRun.makeFolder()
    let file = folder.appendingPathComponent("app.lua")
    try script.write(to: file, atomically: true, encoding: .utf8)
    try self.init(
      running: [CommandRun.command()] + arguments
        + ["--state-dir", folder.appendingPathComponent("state").path, file.path],
      columns: columns, rows: rows, folder: folder, isGuest: other != nil)
  }

  /// Runs a program.
  ///
  /// - Parameters:
  ///   - words: its path and its arguments.
  ///   - environment: variables beside those that every program has.
  ///   - folder: the folder of the test, which is removed afterwards unless the process is a guest in it.
  init(
    running words: [String], environment: [String: String] = [:], columns: UInt16, rows: UInt16, folder: URL,
    isGuest: Bool = false
  ) throws {
    (self.folder, self.isGuest, size) = (folder, isGuest, (columns, rows))
    // Other tests may start processes at any time, which must not inherit these descriptors.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var (number, locked): (Int32, Int32) = (0, 0)
    // TIOCGPTN and TIOCSPTLCK, which Glibc's module omits.
    guard master >= 0, ioctl(master, 0x8004_5430, &number) == 0, ioctl(master, 0x4004_5431, &locked) == 0 else {
      throw POSIXError(.EMFILE)
    }
    terminal = "/dev/pts/\(number)"
    slave = open(terminal, O_RDWR | O_NOCTTY | O_CLOEXEC)
    settings = Self.settings(of: slave)
    Self.setSize(of: master, columns: columns, rows: rows)
    child = try ChildProcess(
      running: words, environment: environment, home: folder.path,
      streams: Array(repeating: .terminal(terminal), count: 3))
  }

  deinit {
    child.kill()
    close(master)
    close(slave)
    if !isGuest { try? FileManager.default.removeItem(at: folder) }
  }

  var process: pid_t { child.number }

  /// The output so far, as text.
  var output: String { String(decoding: bytes, as: UTF8.self) }

  /// The screen, which processes the output from its first use on, and answers the program's questions.
  var emulator: TerminalEmulator {
    if let startedEmulator { return startedEmulator }
    let new = TerminalEmulator(columns: Int(size.columns), rows: Int(size.rows))
    startedEmulator = new
    show(bytes)
    return new
  }

  /// Whether the terminal settings are restored.
  var isLineAsBefore: Bool { Self.settings(of: slave) == settings }

  /// Whether Control-C and Control-Z send signals, instead of being keys.
  var sendsSignals: Bool { Self.settings(of: slave)[3] & tcflag_t(ISIG) != 0 }

  /// The input that no program has read; empty if there is none. A line that is being typed is not included.
  var pendingInput: String {
    var line = termios()
    tcgetattr(slave, &line)
    let before = line
    line.c_lflag &= ~tcflag_t(ICANON)
    tcsetattr(slave, TCSANOW, &line)
    defer {
      var before = before
      tcsetattr(slave, TCSANOW, &before)
    }
    var readable = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
    guard poll(&readable, 1, 100) > 0 else { return "" }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(slave, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Whether the alternate screen is active.
  var isOnAlternateScreen: Bool { emulator.isOnAlternateScreen }

  func type(_ text: String) { _ = text.withCString { Glibc.write(master, $0, strlen($0)) } }

  /// Types a text that is longer than the terminal holds, as fast as the program reads it.
  func typeAll(_ text: String) async throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty, !isEnded {
      let count = rest.withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else { try await Task.sleep(for: .milliseconds(1)) }
      read()
    }
  }

  /// Writes output as another program at the same terminal does.
  func writeFromElsewhere(_ text: String) { _ = text.withCString { Glibc.write(slave, $0, strlen($0)) } }

  /// Resizes the terminal.
  func resize(columns: UInt16, rows: UInt16) {
    read()
    size = (columns, rows)
    startedEmulator?.resize(columns: Int(columns), rows: Int(rows))
    Self.setSize(of: master, columns: columns, rows: rows)
  }

  /// Writes a file in the folder.
  func write(_ text: String, to name: String) throws {
    try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
  }

  /// Reads the output so far, and keeps only the end of it.
  func forget() {
    read()
    bytes = bytes.suffix(4096)
  }

  func signal(_ number: Int32) { child.signal(number) }

  var isEnded: Bool { child.ended() != nil }

  /// Reads the output so far.
  func read() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = Glibc.read(master, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
      if startedEmulator != nil { show(Array(buffer[..<count])) }
    }
  }

  /// Reads until the output contains a text, control sequences included, for at most ten seconds.
  func outputs(_ text: String) async throws -> Bool {
    let wanted = Data(text.utf8)
    var searched = -1
    return try await eventually(within: .seconds(10)) {
      defer { searched = bytes.count }
      return bytes.count != searched && Data(bytes).range(of: wanted) != nil
    }
  }

  /// Waits for the end, and returns it and the time it took; nil if the time limit was exceeded.
  ///
  /// - Parameter reads: whether the terminal reads its output.
  func ended(reads: Bool = true, within limit: Duration = .seconds(30)) async throws -> (end: End, after: Duration)? {
    let start = ContinuousClock.now
    let isEnded = try await eventually(within: limit, reads: reads) { child.ended() != nil }
    let duration = ContinuousClock.now - start
    if reads { read() }
    return isEnded ? child.ended().map { ($0, duration) } : nil
  }

  private func show(_ bytes: [UInt8]) {
    guard let startedEmulator else { return }
    startedEmulator.write(bytes)
    let replies = startedEmulator.takeReplies()
    if !replies.isEmpty { _ = Glibc.write(master, replies, replies.count) }
  }

  private static func setSize(of terminal: Int32, columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  private static func settings(of terminal: Int32) -> [tcflag_t] {
    var line = termios()
    tcgetattr(terminal, &line)
    return [line.c_iflag, line.c_oflag, line.c_cflag, line.c_lflag]
  }
}
