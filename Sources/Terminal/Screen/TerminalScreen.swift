import Glibc
import Interface
import SystemCalls

/// A terminal that is taken over: it shows grids on the alternate screen, in raw mode, with the mouse and bracketed
/// paste reported, until `close()`.
///
/// However the process ends, the terminal is given back as it was; what was written to standard output and error in
/// the meantime appears then.
///
/// One at a time: a process has one terminal.
@MainActor
public final class TerminalScreen {
  /// The terminal.
  public let device: TerminalDevice
  /// What is given of the text that the app and its libraries wrote to standard output and error, while a loop watches
  /// for it. All of it appears on the terminal after `close()`, too.
  public var onOutput: (([UInt8]) -> Void)?
  /// Whether the mouse is reported. While it is, the terminal's own selection is out of reach in most terminals.
  public var isMouseCaptured = true {
    didSet {
      if isOpen, isMouseCaptured != oldValue { write(isMouseCaptured ? Sequences.mouseOn : Sequences.mouseOff) }
    }
  }
  /// Whether the terminal is taken.
  public private(set) var isOpen = false
  /// How many bytes were written.
  public private(set) var bytesWritten = 0

  private let encoder: FrameEncoder
  private let output: Int32
  private var shown: Grid?
  /// What the terminal has not taken yet.
  private var unwritten: [UInt8] = []
  /// How much may wait for a terminal that does not read: a frame or two.
  private static let unwrittenLimit = 4 << 20
  private var saved = termios()
  private var capture: OutputCapture?
  private var watcher: TerminalWatcher?

  /// Takes a terminal over.
  ///
  /// - Parameter grid: what is shown first, before anything else is done; nil for nothing.
  /// - Throws: `TerminalError.system` if its line cannot be set.
  public init(_ device: TerminalDevice, showing grid: Grid? = nil) throws(TerminalError) {
    self.device = device
    encoder = FrameEncoder(
      colors: device.colors, glyphs: device.glyphs, hasScrollRegions: device.hasScrollRegions)
    // Standard output itself may be captured. A terminal that does not read must not stop the app.
    let copy = terminal_open_again(device.output)
    guard copy >= 0 else { throw .system(call: "fcntl", code: errno) }
    output = copy
    do throws(TerminalError) {
      try open(showing: grid)
    } catch {
      Glibc.close(copy)
      throw error
    }
  }

  /// How many cells it has now.
  public var size: Size { device.size }

  /// Shows a grid, by writing only what differs from the one shown before, at once. Nothing waits for a terminal that does
  /// not read: it gets the grid that is presented when it has taken what it was given before.
  public func present(_ grid: Grid) {
    guard isOpen else { return }
    writeOn()
    guard unwritten.isEmpty else { return }
    write(encoder.encode(grid, after: shown))
    shown = grid
  }

  /// Forgets what is shown: the next grid is drawn from scratch.
  public func invalidate() { shown = nil }

  /// Rings.
  public func bell() { if isOpen { write([0x07]) } }

  /// Puts text on the clipboard of the user's machine (OSC 52), where the terminal allows it.
  public func copyToClipboard(_ text: String) {
    if isOpen { write(Array("\u{1b}]52;c;\(Base64.encode(text.utf8))\u{7}".utf8)) }
  }

  /// Gives the terminal back and stops the process, as control-Z does. Returns when the process goes on (`fg`), with
  /// the terminal taken over again and all to be drawn.
  ///
  /// Where no shell is there to return to, the system does not stop the process, and this returns at once.
  public func suspend() {
    close()
    system_signal_raise_default(SIGTSTP)
    reclaim()
  }

  /// Gives the terminal back while a closure runs, for another program, and takes it over again. Whatever that program has
  /// left, the line is as it was when the closure began; the next grid is drawn from scratch.
  public func lend(while body: () -> Void) {
    let (wasOpen, line) = (isOpen, saved)
    close()
    do {
      // That program may be killed, and this process, too.
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

  /// Takes the terminal over again after something else may have used it: after `SIGCONT`. The next grid is drawn from
  /// scratch.
  public func reclaim() {
    if isOpen {
      // The settings to return to are those from before, not what a shell has set for itself.
      try? device.makeRaw(from: saved)
      write(Sequences.enterScreen + (isMouseCaptured ? Sequences.mouseOn : []))
      shown = nil
    } else {
      try? open()
    }
  }

  /// Gives the terminal back. What was written to standard output and error appears.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    drainOutput()
    writeOn(within: .milliseconds(200))
    unwritten = []
    TerminalRescue.restore()
    watcher = nil
    capture = nil
    shown = nil
  }

  isolated deinit {
    close()
    Glibc.close(output)
  }

  /// Repairs a terminal that a program left unusable: ends modes, leaves the alternate screen, makes the line echo.
  ///
  /// - Throws: `TerminalError` if standard output is no terminal.
  public static func reset() throws(TerminalError) {
    guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal(stream: "Standard output") }
    writeAll(Sequences.reset, to: STDOUT_FILENO)
    var line = termios()
    guard tcgetattr(STDOUT_FILENO, &line) == 0 else { throw .system(call: "tcgetattr", code: errno) }
    line.makeSane()
    guard tcsetattr(STDOUT_FILENO, TCSANOW, &line) == 0 else { throw .system(call: "tcsetattr", code: errno) }
  }

  // MARK: Captured output

  /// What to poll for output that was kept off the screen; nil if none is.
  var outputDescriptor: Int32? { capture?.descriptor }

  func drainOutput() {
    guard let bytes = capture?.drain(), !bytes.isEmpty else { return }
    onOutput?(bytes)
  }

  // MARK: Writing

  /// What to poll when the terminal has not taken all yet; nil if it has.
  var unwrittenDescriptor: Int32? { unwritten.isEmpty ? nil : output }

  private func write(_ bytes: [UInt8]) {
    guard unwritten.count + bytes.count <= Self.unwrittenLimit else { return }
    bytesWritten += bytes.count
    unwritten += bytes
    writeOn()
  }

  /// Writes as much as the terminal takes now.
  func writeOn() {
    while !unwritten.isEmpty {
      let count = unwritten.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count >= 0 {
        unwritten.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        // The event loop reports a terminal that is gone.
        unwritten = []
      }
    }
  }

  /// The same, for a terminal that may need some time.
  private func writeOn(within time: Duration) {
    let deadline = ContinuousClock.now + time
    while !unwritten.isEmpty, ContinuousClock.now < deadline {
      var descriptor = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      poll(&descriptor, 1, 50)
      writeOn()
    }
  }

  // MARK: Taking

  private func open(showing grid: Grid? = nil) throws(TerminalError) {
    saved = try device.attributesToReturnTo()
    // Armed first: whatever happens from here on, the terminal is given back.
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
    // The app's script may take its time before the loop writes the rest.
    writeOn(within: .milliseconds(50))
    // The watcher may wait for the terminal.
    let blocking = terminal_duplicate(device.output)
    defer { Glibc.close(blocking) }
    capture = OutputCapture()
    watcher = TerminalWatcher(device, output: blocking, saved: saved, restoring: Sequences.leaveScreen)
    watcher?.endWithRescue()
  }
}
