import Foundation

/// The command in its own terminal.
final class TerminalProcess {
  /// The way in which it exited.
  enum End: Equatable {
    case code(Int32)
    case signal(Int32)
  }

  /// The folder with a test's apps and their state.
  let folder: URL
  /// The output so far, unprocessed.
  private(set) var output = ""
  private(set) var process: pid_t = 0
  /// The name of its terminal.
  let terminal: String
  private let isGuest: Bool
  private let master: Int32
  private let slave: Int32
  private let settings: [tcflag_t]
  private var end: End?

  /// Runs a script with arguments for the command.
  ///
  /// - Parameter beside: a process whose folder and state are shared; it has to live as long.
  init(
    _ script: String, arguments: [String] = [], columns: UInt16 = 80, rows: UInt16 = 24,
    beside other: TerminalProcess? = nil
  ) throws {
    isGuest = other != nil
    folder =
      other?.folder
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("luahost-end-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("app.lua")
    try script.write(to: file, atomically: true, encoding: .utf8)
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 128)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ours, &theirs, &name, nil, &size) == 0 else { throw POSIXError(.EMFILE) }
    (master, slave) = (ours, theirs)
    terminal = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    settings = Self.settings(of: slave)
    _ = fcntl(master, F_SETFL, O_NONBLOCK)

    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // POSIX_SPAWN_SETSID: a session of its own with this terminal. The threads of tests block signals, and tests run in
    // the background ignore the interrupt.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var interrupts = sigset_t()
    sigemptyset(&interrupts)
    sigaddset(&interrupts, SIGINT)
    sigaddset(&interrupts, SIGQUIT)
    posix_spawnattr_setsigdefault(&attributes, &interrupts)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | 0x80)
    posix_spawn_file_actions_addopen(&actions, 0, &name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let command = try CommandRun.command()
    let words = [command] + arguments + ["--state-dir", folder.appendingPathComponent("state").path, file.path]
    let environment = ["TERM=xterm-256color", "LANG=C.UTF-8", "PATH=/usr/bin:/bin", "HOME=\(folder.path)"]
    var (argv, envp) = (words.map { strdup($0) }, environment.map { strdup($0) })
    defer { for pointer in argv + envp { free(pointer) } }
    argv.append(nil)
    envp.append(nil)
    let code = posix_spawn(&process, command, &actions, &attributes, argv, envp)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
  }

  deinit {
    if end == nil {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(master)
    close(slave)
    if !isGuest { try? FileManager.default.removeItem(at: folder) }
  }

  /// Whether the terminal settings are restored.
  var isLineAsBefore: Bool { Self.settings(of: slave) == settings }

  /// Whether the alternate screen is active.
  var isOnAlternateScreen: Bool {
    guard let on = output.range(of: "\u{1b}[?1049h", options: .backwards) else { return false }
    return output[on.upperBound...].range(of: "\u{1b}[?1049l") == nil
  }

  func type(_ text: String) { _ = text.withCString { write(master, $0, strlen($0)) } }

  /// Resizes the terminal.
  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Reads the output so far, and keeps only the end of it.
  func forget() {
    read()
    output = String(output.suffix(4096))
  }

  func signal(_ number: Int32) { kill(process, number) }

  /// Reads the output so far.
  func read() {
    var bytes = [UInt8](repeating: 0, count: 65536)
    var all: [UInt8] = []
    while true {
      let count = Glibc.read(master, &bytes, bytes.count)
      guard count > 0 else { break }
      all += bytes[..<count]
    }
    output += String(decoding: all, as: UTF8.self)
  }

  /// Reads until a text was shown, for at most ten seconds.
  func shows(_ text: String) async throws -> Bool {
    for _ in 1...1000 {
      read()
      if output.contains(text) { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return false
  }

  /// Waits for the end, and returns it and the time it took; nil if the time limit was exceeded.
  ///
  /// - Parameter reads: whether the terminal reads its output.
  func ended(reads: Bool = true, within limit: Duration = .seconds(30)) async throws -> (end: End, after: Duration)? {
    let clock = ContinuousClock()
    let start = clock.now
    var status: Int32 = 0
    while clock.now - start < limit {
      if reads { read() }
      if waitpid(process, &status, WNOHANG) == process {
        let number = status & 0x7f
        end = number == 0 ? .code(status >> 8 & 0xff) : .signal(number)
        if reads { read() }
        return end.map { ($0, clock.now - start) }
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    return nil
  }

  private static func settings(of terminal: Int32) -> [tcflag_t] {
    var line = termios()
    tcgetattr(terminal, &line)
    return [line.c_iflag, line.c_oflag, line.c_cflag, line.c_lflag]
  }
}
