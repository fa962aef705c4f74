import Glibc
import Interface
import Loop
import SystemCalls

/// A terminal in full-screen mode: it shows grids on the alternate screen, in raw mode, with mouse reports and
/// bracketed paste, until `close()`.
///
/// However the process ends, the terminal is restored, and output written to standard output and error in the meantime
/// is shown.
///
/// Only one screen can be open at a time, as a process has one terminal.
@MainActor
public final class TerminalScreen {
  /// The terminal.
  public let device: TerminalDevice
  /// Called with captured output of the app and its libraries, if a loop watches ``outputDescriptor``. All of it is
  /// also written to the terminal after `close()`.
  public var onOutput: (([UInt8]) -> Void)?
  /// Whether the mouse is reported to the app. In most terminals this disables the terminal's own selection.
  public var isMouseCaptured = true {
    didSet {
      if isOpen, isMouseCaptured != oldValue { write(isMouseCaptured ? Sequences.mouseOn : Sequences.mouseOff) }
    }
  }
  /// Whether the screen is open.
  public private(set) var isOpen = false
  /// The number of bytes written.
  public private(set) var bytesWritten = 0

  private let encoder: FrameEncoder
  private let output: Int32
  private let loop: any EventLoop
  /// Continues writing when the terminal accepts more.
  private var writing: DescriptorWatch?
  private var shown: Grid?
  /// Bytes that the terminal has not accepted yet.
  private var unwritten: [UInt8] = [] {
    didSet { if unwritten.isEmpty { writing?.pause() } else { writing?.resume() } }
  }
  /// The maximum number of bytes that wait for a terminal that does not read: a frame or two.
  private static let unwrittenLimit = 4 << 20
  private var saved = termios()
  private var capture: OutputCapture?
  /// Reads captured output. The pipe changes whenever the screen takes over the terminal.
  private var capturing: DescriptorWatch?
  private var watcher: TerminalWatcher?

  /// Opens the screen.
  ///
  /// - Parameters:
  ///   - grid: the first grid, shown before anything else is done; nil for none.
  ///   - loop: the loop that waits for the terminal and for captured output.
  /// - Throws: `TerminalError.system` if the line settings cannot be changed.
  public init(
    _ device: TerminalDevice, showing grid: Grid? = nil, on loop: any EventLoop
  ) throws(TerminalError) {
    self.device = device
    self.loop = loop
    encoder = FrameEncoder(
      colors: device.colors, glyphs: device.glyphs, hasScrollRegions: device.hasScrollRegions,
      erasesWithBackground: device.erasesWithBackground)
    // Standard output itself may be captured, and a terminal that does not read must not block the app.
    let copy = terminal_open_again(device.output)
    guard copy >= 0 else { throw .system(call: "fcntl", code: errno) }
    output = copy
    do throws(TerminalError) {
      try open(showing: grid)
    } catch {
      Glibc.close(copy)
      throw error
    }
    writing = loop.watch(copy, for: .writable) { [weak self] in self?.writeOn() }
    if unwritten.isEmpty { writing?.pause() }
  }

  /// The current size in cells.
  public var size: Size { device.size }

  /// Shows a grid by writing its differences from the one shown before. Never waits for a terminal that does not read:
  /// further grids are skipped until earlier bytes have been accepted.
  public func present(_ grid: Grid) {
    guard isOpen else { return }
    writeOn()
    guard unwritten.isEmpty else { return }
    write(encoder.encode(grid, after: shown))
    shown = grid
  }

  /// Makes the next grid be drawn completely.
  public func invalidate() { shown = nil }

  /// Rings the terminal's bell.
  public func bell() { if isOpen { write([0x07]) } }

  /// Copies text to the clipboard of the user's machine (OSC 52), if the terminal allows it.
  public func copyToClipboard(_ text: String) {
    if isOpen { write(Array("\u{1b}]52;c;\(Base64.encode(text.utf8))\u{7}".utf8)) }
  }

  /// Restores the terminal and stops the process, as for Control-Z. Returns when the process continues (`fg`), with the
  /// screen open again and the next grid to be drawn completely.
  ///
  /// Without a shell to return to, the system does not stop the process, and this method returns at once.
  public func suspend() {
    close()
    system_signal_raise_default(SIGTSTP)
    reclaim()
  }

  /// Restores the terminal while a closure runs another program, and opens the screen again afterwards. Line settings
  /// changed by the program are reset, and the next grid is drawn completely.
  public func lend(while body: () -> Void) {
    let (wasOpen, line) = (isOpen, saved)
    close()
    do {
      // Both that program and this process may be killed.
      let watcher = TerminalWatcher(
        device, output: device.output, saved: line, restoring: Sequences.reset, isOurs: false)
      defer { withExtendedLifetime(watcher) {} }
      body()
    }
    guard wasOpen else { return }
    var again = line
    tcsetattr(device.input, TCSANOW, &again)
    try? open()
  }

  /// Opens the screen again after another program may have used the terminal (SIGCONT). The next grid is drawn
  /// completely.
  public func reclaim() {
    if isOpen {
      // The saved settings stay those from before the screen was opened, not those of a shell.
      try? device.makeRaw(from: saved)
      // Left first, as many terminals save only one cursor: entering twice would lose that of the shell.
      write(Sequences.leaveAlternateScreen + Sequences.enterScreen + (isMouseCaptured ? Sequences.mouseOn : []))
      shown = nil
    } else {
      try? open()
    }
  }

  /// Closes the screen and restores the terminal. Captured output is shown.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    drainOutput()
    writeOn(within: .milliseconds(200))
    unwritten = []
    TerminalRescue.restore()
    watcher = nil
    capturing?.cancel()
    capture = nil
    shown = nil
  }

  isolated deinit {
    close()
    writing?.cancel()
    Glibc.close(output)
  }

  /// Repairs a terminal that was left in a bad state: resets modes, leaves the alternate screen and enables echo.
  ///
  /// - Throws: `TerminalError` if standard output is not a terminal.
  public static func reset() throws(TerminalError) {
    guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal(stream: "Standard output") }
    writeAll(Sequences.reset, to: STDOUT_FILENO)
    var line = termios()
    guard tcgetattr(STDOUT_FILENO, &line) == 0 else { throw .system(call: "tcgetattr", code: errno) }
    line.makeSane()
    guard tcsetattr(STDOUT_FILENO, TCSANOW, &line) == 0 else { throw .system(call: "tcsetattr", code: errno) }
  }

  // MARK: Captured output

  func drainOutput() {
    guard let bytes = capture?.drain(), !bytes.isEmpty else { return }
    onOutput?(bytes)
  }

  // MARK: Writing

  private func write(_ bytes: [UInt8]) {
    guard unwritten.count + bytes.count <= Self.unwrittenLimit else { return }
    bytesWritten += bytes.count
    unwritten += bytes
    writeOn()
  }

  /// Writes as many bytes as the terminal accepts now.
  func writeOn() {
    while !unwritten.isEmpty {
      let count = unwritten.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count >= 0 {
        unwritten.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        // The event loop reports a closed terminal.
        unwritten = []
      }
    }
  }

  /// Writes pending bytes, waiting a limited time for the terminal.
  private func writeOn(within time: Duration) {
    let deadline = ContinuousClock.now + time
    while !unwritten.isEmpty, ContinuousClock.now < deadline {
      var descriptor = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      poll(&descriptor, 1, 50)
      writeOn()
    }
  }

  // MARK: Opening

  private func open(showing grid: Grid? = nil) throws(TerminalError) {
    saved = try device.attributesToReturnTo()
    // Armed first, so that the terminal is restored whatever happens next.
    TerminalRescue.arm(terminal: output, line: device.input, saved: saved, restoring: Sequences.leaveScreen)
    do throws(TerminalError) {
      try device.makeRaw(from: saved)
    } catch {
      TerminalRescue.restore()
      throw error
    }
    isOpen = true
    shown = nil
    write(Sequences.enterScreen + (isMouseCaptured ? Sequences.mouseOn : []))
    if let grid { present(grid) }
    // The app's script may run for a while before the loop writes the rest.
    writeOn(within: .milliseconds(50))
    // The watcher's descriptor may block.
    let blocking = terminal_duplicate(device.output)
    defer { Glibc.close(blocking) }
    capture = OutputCapture()
    capturing = capture.map { capture in
      loop.watch(capture.descriptor, for: .readable) { [weak self] in self?.drainOutput() }
    }
    watcher = TerminalWatcher(device, output: blocking, saved: saved, restoring: Sequences.leaveScreen)
    watcher?.endWithRescue()
  }
}
