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
      if isOpen, mode != nil, isMouseCaptured != oldValue {
        write(isMouseCaptured ? Sequences.mouseOn : Sequences.mouseOff)
      }
    }
  }
  /// The maximum number of rows of the screen below the prompt; nil for the whole screen. Takes effect with the next
  /// grid.
  public var inlineRows: Int?
  /// Whether the screen is open.
  public private(set) var isOpen = false
  /// Whether a grid has been shown since the screen was opened.
  var isShowing: Bool { mode != nil }

  /// The protocols that the terminal supports.
  let capabilities: TerminalCapabilities
  /// Whether the terminal's window has keyboard focus; the cursor is dimmed otherwise.
  private(set) var isFocused = true
  /// The size that the terminal has reported, valid for as long as the system's size is the same as then.
  private var reportedSize: (size: Size, systemSize: Size)?
  /// The size of the last grid that was drawn completely.
  private var drawnSize = Size.zero
  /// The size when the system last notified of a change.
  private var notifiedSize = Size.zero
  private var shownProgress: Progress?
  private let pictures = PictureLayer()
  let clipboard = ClipboardReading()
  /// The part of the terminal that the screen uses; nil before the first grid.
  private var mode: Mode?
  /// The cursor's row in an area that is to be drawn again.
  private var erasedRow: Int?

  private enum Mode {
    case wholeScreen
    case inline(InlineArea)

    var isInline: Bool { if case .inline = self { true } else { false } }
  }

  private var encoder: FrameEncoder
  private let output: Int32
  let loop: any EventLoop
  /// Continues writing when the terminal accepts more.
  private var writing: DescriptorWatch?
  private var shown: Grid?
  /// Bytes that the terminal has not accepted yet.
  private var unwritten = OutputQueue() {
    didSet { if unwritten.isEmpty { writing?.pause() } else { writing?.resume() } }
  }
  /// The maximum number of bytes that wait for a terminal that does not read: a frame or two.
  private static let unwrittenLimit = 4 << 20
  private var saved = termios()
  private var capture: OutputCapture?
  /// Reads captured output. The pipe changes whenever the screen takes over the terminal.
  private var capturing: DescriptorWatch?
  private var watcher: TerminalWatcher?
  /// The bytes with which the rescue and the watcher restore the terminal.
  private var lastRestoring: [UInt8] = []

  /// Opens the screen.
  ///
  /// - Parameters:
  ///   - grid: the first grid, shown before anything else is done; nil for none.
  ///   - inlineRows: the maximum number of rows below the prompt; nil for the whole screen.
  ///   - loop: the loop that waits for the terminal and for captured output.
  /// - Throws: `TerminalError.system` if the line settings cannot be changed.
  public init(
    _ device: TerminalDevice, showing grid: Grid?, inlineRows: Int?, on loop: any EventLoop
  ) throws(TerminalError) {
    self.device = device
    self.inlineRows = inlineRows
    self.loop = loop
    capabilities = TerminalCapabilities(isMultiplexer: device.isMultiplexer)
    encoder = FrameEncoder(
      colors: device.colors, glyphs: device.glyphs, hasScrollRegions: device.hasScrollRegions,
      erasesWithBackground: device.erasesWithBackground)
    // Standard output itself may be captured, and a terminal that does not read must not block the app.
    let copy = terminal_open_again(device.output)
    guard copy >= 0 else { throw .system(call: "fcntl", code: errno) }
    output = copy
    notifiedSize = size
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
  public var size: Size {
    var size = device.size
    if let reportedSize, reportedSize.systemSize == size { size = reportedSize.size }
    return size.limited(toRows: inlineRows)
  }

  /// The row of the terminal that is the screen's first; nil if the terminal has not reported it yet.
  var top: Int? { if case .inline(let area)? = mode { area.top } else { 0 } }

  /// Shows a grid by writing its differences from the one shown before. Never waits for a terminal that does not read:
  /// further grids are skipped until earlier bytes have been accepted.
  ///
  /// The first grid opens the alternate screen, or the area below the prompt.
  public func present(_ grid: Grid) {
    guard isOpen else { return }
    writeOn()
    guard unwritten.isEmpty else { return }
    let grid = isFocused ? grid : grid.withDimmedCursor
    if let shown, shown.size != grid.size { invalidate() }
    let preparation = prepare(for: grid)
    let change =
      grid.pictures.isEmpty && pictures.isEmpty
      ? PictureLayer.Change(grid: grid, previous: shown)
      : pictures.change(to: grid, from: shown, form: pictureForm, cellSize: cellSize)
    write(
      preparation + encoder.encode(change.grid, after: change.previous, pictures: change.commands)
        + progress(of: grid))
    shown = change.grid
  }

  /// Returns the bytes that prepare the terminal for a frame: queries go with the first one, which erases what a terminal
  /// might show of them.
  private func prepare(for grid: Grid) -> [UInt8] {
    let isInline = inlineRows != nil
    if let mode, mode.isInline != isInline { leave() }
    let isNew = mode == nil
    guard isNew || shown == nil else { return [] }
    var bytes = isNew ? entering(isInline: isInline) : []
    if !isNew, let erasedRow { bytes = InlineArea.erasing(fromRow: erasedRow) }
    erasedRow = nil
    encoder.isInline = isInline
    mode = isInline ? .inline(InlineArea(rows: max(1, grid.size.height))) : .wholeScreen
    drawnSize = grid.size
    if isNew { updateRescue() }
    let queries = device.answersQueries ? capabilities.query(at: loop.timers.now, includesCursor: isInline) : []
    TerminalRescue.awaitsAnswer = capabilities.isAwaited
    if case .inline(let area) = mode { return bytes + area.making(queries: queries) }
    return bytes + queries
  }

  /// Switches off what the current mode has set, before another one.
  private func leave() {
    write(restoring)
    (mode, shown, shownProgress, erasedRow) = (nil, nil, nil, nil)
    pictures.forget()
  }

  /// Returns the bytes that show the progress of a grid beside the terminal's title, if it has changed.
  private func progress(of grid: Grid) -> [UInt8] {
    guard grid.progress != shownProgress, capabilities.has(.progress) else { return [] }
    shownProgress = grid.progress
    return Progress.encoded(grid.progress)
  }

  /// Takes a reply of the terminal, and uses what it makes available from now on.
  ///
  /// - Returns: whether the size has changed.
  func receive(_ reply: TerminalReply) -> Bool {
    guard isOpen else { return false }
    let bytes = capabilities.receive(reply)
    if !capabilities.isAwaited || reply.isClipboard { clipboard.receive(reply) }
    TerminalRescue.awaitsAnswer = capabilities.isAwaited
    if restoring != lastRestoring { updateRescue() }
    // Without a frame on the screen, the next one switches it on.
    if !bytes.isEmpty, isShowing { write(bytes) }
    if capabilities.has(.hyperlinks), !encoder.hasHyperlinks {
      encoder.hasHyperlinks = true
      if shown?.cells.contains(where: { $0.style.link != .none }) == true { invalidate() }
    }
    switch reply {
    case .focus(let isFocused): self.isFocused = isFocused
    case .cursor(let place):
      if case .inline(var area)? = mode {
        area.cursorWasReported(inRow: place.y)
        mode = .inline(area)
      }
    case .size(let size) where size.width > 0 && size.height > 0:
      let old = self.size
      reportedSize = (size.asScreen, device.size)
      return self.size != old
    default: break
    }
    return false
  }

  /// Handles the system's notification that the size has changed. Cells outside of a smaller size are lost, also if this is
  /// the same size again, so the next grid is drawn completely, unless one of the new size already was.
  func sizeDidChange() {
    if size == notifiedSize || size != drawnSize { invalidate() }
    notifiedSize = size
  }

  /// Makes the next grid be drawn completely.
  public func invalidate() {
    if mode?.isInline == true, let shown { erasedRow = shown.cursorRow }
    shown = nil
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
    // What the program writes replaces the area, which is drawn again below.
    if case .inline? = mode, let row = erasedRow ?? shown?.cursorRow {
      write(pictures.removing() + InlineArea.erasing(fromRow: row))
      TerminalRescue.setSequences(Sequences.endUpdate + capabilities.resetting + Sequences.leaveInlineModes)
    }
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
  /// completely. A process that is to end stays without a screen: in the background, the system would stop it again.
  public func reclaim() {
    guard MainLoop.pendingEnd == nil else { return }
    if isOpen {
      // The saved settings stay those from before the screen was opened, not those of a shell.
      try? device.makeRaw(from: saved)
      // Left first, as many terminals save only one cursor: entering twice would lose that of the shell.
      if mode?.isInline == true {
        // The place of the cursor is unknown after other output; usually it is still in the area.
        write(capabilities.resetting + entering(isInline: true))
        invalidate()
        shownProgress = nil
      } else {
        write(resettingOfWholeScreen + Sequences.leaveAlternateScreen)
        (mode, shown, shownProgress, erasedRow) = (nil, nil, nil, nil)
        pictures.forget()
      }
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
    unwritten.removeAll()
    // A terminal that has not answered in time does not answer now.
    TerminalRescue.awaitsAnswer = capabilities.expectsAnswers(at: loop.timers.now)
    TerminalRescue.restore()
    capabilities.forgetQueries()
    pictures.forget()
    clipboard.finish(nil)
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

  // MARK: Captured output

  func drainOutput() {
    guard let bytes = capture?.drain(), !bytes.isEmpty else { return }
    onOutput?(bytes)
  }

  // MARK: Writing

  func write(_ bytes: [UInt8]) { write { $0.append(bytes) } }

  /// Adds bytes and begins to write them.
  func write(_ append: (inout OutputQueue) -> Void) {
    let before = unwritten.count
    var longer = unwritten
    append(&longer)
    // A frame with pictures or a text may be longer, but then nothing else waits.
    guard before == 0 || longer.count <= Self.unwrittenLimit else { return }
    unwritten = longer
    writeOn()
  }

  /// Writes as many bytes as the terminal accepts now.
  func writeOn() { unwritten.write(to: output) }

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
    TerminalRescue.arm(terminal: output, line: device.input, saved: saved, restoring: restoring)
    do throws(TerminalError) {
      try device.makeRaw(from: saved)
    } catch {
      TerminalRescue.restore()
      throw error
    }
    isOpen = true
    (mode, shown, shownProgress, erasedRow, isFocused) = (nil, nil, nil, nil, true)
    // The watcher's descriptor may block.
    let blocking = terminal_duplicate(device.output)
    defer { Glibc.close(blocking) }
    lastRestoring = restoring
    // Started before the first frame, which sets modes that a kill would leave on the terminal.
    watcher = TerminalWatcher(device, output: blocking, saved: saved, restoring: lastRestoring)
    watcher?.endWithRescue()
    if let grid { present(grid) }
    // The app's script may run for a while before the loop writes the rest.
    writeOn(within: .milliseconds(50))
    TerminalRescue.withholdInput()
    capture = OutputCapture()
    capturing = capture.map { capture in
      loop.watch(capture.descriptor, for: .readable) { [weak self] in self?.drainOutput() }
    }
  }

  /// Returns the bytes that open the screen.
  private func entering(isInline: Bool) -> [UInt8] {
    (isInline ? Sequences.enterInline : Sequences.enterScreen) + (isMouseCaptured ? Sequences.mouseOn : [])
      + capabilities.setting
  }

  /// The bytes that restore the terminal. Protocols are reset on the screen for which they were set.
  private var restoring: [UInt8] {
    switch mode {
    case .wholeScreen: resettingOfWholeScreen + Sequences.leaveScreen
    case .inline: Sequences.endUpdate + capabilities.resetting + Sequences.leaveInline
    case nil: []
    }
  }

  private var resettingOfWholeScreen: [UInt8] {
    // Below the prompt, pictures remain with the last frame.
    let pictures = capabilities.has(.kittyPictures) ? Sequences.endString + KittyPictures.forgettingAll : []
    return pictures + Sequences.endUpdate + capabilities.resetting
  }

  /// Makes the rescue and the watcher undo what will be set now.
  private func updateRescue() {
    lastRestoring = restoring
    TerminalRescue.setSequences(lastRestoring)
    watcher?.setSequences(lastRestoring)
  }
}
