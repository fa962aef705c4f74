import Glibc
import Interface
import Loop
import SystemCalls

/// A line editor with the usual keys of a shell.
///
/// It does not read input itself: a ``KeyInput`` passes events to it, so timers run while the user types.
///
/// ```swift
/// let editor = LineEditor(device, history: LineHistory(path: path))
/// editor.isComplete = { text in host.isComplete(text) }
/// try editor.begin()
/// let keys = KeyInput(device, on: loop) { event in
///   switch editor.handle(event) {
///   case .line(let text):
///     print(host.evaluate(text))
///     try? editor.begin()
///   case .endOfInput: loop.stop()
///   case .suspend: editor.suspend()
///   case .interrupt, nil: break
///   }
/// } onClose: { loop.stop() }
/// loop.run {}
/// editor.end()
/// ```
@MainActor
public final class LineEditor {
  /// The result of a key.
  public enum Outcome: Hashable, Sendable {
    /// A text was entered. The terminal is released until the next `begin()`.
    case line(String)
    /// Control-D on an empty line, or Control-Q. The terminal is released.
    case endOfInput
    /// Control-C. The line is cleared, and editing continues.
    case interrupt
    /// Control-Z; see `suspend()`.
    case suspend
  }

  /// The style of the prompts.
  public var promptStyle = Style.plain
  /// Returns whether a text can be entered; if not, Enter starts another row.
  public var isComplete: (String) -> Bool = { _ in true }
  /// Returns the completions at the cursor, for Tab. The cursor is counted in characters.
  public var completions: ((_ text: String, _ cursor: Int) -> Completions)?
  /// Returns the ranges of characters with their own styles.
  public var highlight: ((_ text: String) -> [(range: Range<Int>, style: Style)])?
  /// The entered lines.
  public let history: LineHistory
  /// Whether a line is being edited.
  public private(set) var isActive = false

  let device: TerminalDevice
  var buffer = LineBuffer()
  var menu: CompletionMenu?
  var search: HistorySearch?
  /// The text removed last, for Control-Y.
  var removed = ""
  var lastAction = EditAction.other
  var undoStack: [LineBuffer] = []
  /// The index of the history line shown; the number of lines if it is the draft.
  var historyIndex = 0
  /// The text typed before browsing the history.
  var draft = ""
  var printer: LinePrinter
  private var saved = termios()
  private var watcher: TerminalWatcher?
  /// Whether the line is hidden for output by other code.
  private var isHidden = false
  /// Whether that output has not ended its line yet.
  private var endsInLine = false

  private static let restoring =
    Sequences.endUpdate + Sequences.pasteOff + Array("\u{1b}[0m".utf8) + Sequences.showCursor

  /// Creates a line editor.
  public init(_ device: TerminalDevice, history: LineHistory) {
    self.device = device
    self.history = history
    printer = LinePrinter(device)
  }

  /// Shows the prompt and handles keys, until a line is entered or `end()` is called.
  ///
  /// - Throws: `TerminalError.system` if the terminal's line settings cannot be changed.
  public func begin() throws(TerminalError) {
    guard !isActive else { return }
    buffer = LineBuffer()
    menu = nil
    search = nil
    undoStack = []
    lastAction = .other
    historyIndex = history.lines.count
    draft = ""
    try take()
  }

  /// Releases the terminal. The typed text stays visible.
  public func end() {
    guard isActive else { return }
    buffer.move(to: buffer.characters.count)
    menu = nil
    search = nil
    redraw()
    printer.finish()
    release()
  }

  /// Prints a text above the line being edited. The text should end with a newline.
  public func printAbove(_ text: String) { printAbove(Array(text.utf8)) }

  /// Prints bytes unchanged above the line being edited.
  public func printAbove(_ text: [UInt8]) {
    guard let last = text.last else { return }
    guard isActive else {
      writeAll(text, to: device.output)
      return
    }
    if isHidden {
      writeAll(text, to: device.output)
      endsInLine = last != 0x0a
      return
    }
    printer.replace(with: text)
    redraw()
  }

  /// Hides the line until ``reveal()``, for bytes that other code is about to write to the terminal.
  public func hide(before bytes: [UInt8]) {
    guard isActive, let last = bytes.last else { return }
    if !isHidden { printer.replace(with: []) }
    isHidden = true
    endsInLine = last != 0x0a
  }

  /// Shows the line again below other output; has no effect if the line is not hidden.
  public func reveal() {
    guard isHidden else { return }
    isHidden = false
    if endsInLine { writeAll(Array("\r\n".utf8), to: device.output) }
    if isActive { redraw() }
  }

  /// Releases the terminal and stops the process, as for Control-Z. Returns when the process continues, with the prompt
  /// shown again.
  public func suspend() {
    let wasActive = isActive
    if wasActive {
      printer.finish()
      release()
    }
    system_signal_raise_default(SIGTSTP)
    // A process that is to end in the background would be stopped by the terminal.
    if wasActive, MainLoop.pendingEnd == nil { try? take() }
  }

  /// Shows the prompt again after another program may have used the terminal (SIGCONT).
  public func reclaim() {
    guard isActive, MainLoop.pendingEnd == nil else { return }
    try? device.makeRaw(from: saved)
    writeAll(Sequences.pasteOn, to: device.output)
    redraw()
  }

  /// Handles an event.
  ///
  /// - Returns: the result; nil if editing continues.
  public func handle(_ event: InputEvent) -> Outcome? {
    guard isActive else { return nil }
    switch event {
    case .key(let key): return handle(key)
    case .paste(let text):
      closeSearch(accepting: true)
      menu = nil
      edit(.other) { $0.insert(text) }
      redraw()
    case .resize:
      // The terminal has rewrapped its lines.
      printer.cursorRow = layout().cursor.y
      redraw()
    case .mouse: break
    }
    return nil
  }

  // MARK: The terminal

  private func take() throws(TerminalError) {
    saved = try device.attributes()
    TerminalRescue.arm(
      terminal: device.output, line: device.input, saved: saved, restoring: Self.restoring, keepsTypeAhead: true)
    do throws(TerminalError) {
      try device.makeRaw(from: saved)
    } catch {
      TerminalRescue.restore()
      throw error
    }
    isActive = true
    // One watcher for all lines: it only resets raw mode, and does nothing if the mode is not set.
    if watcher == nil {
      watcher = TerminalWatcher(device, output: device.output, saved: saved, restoring: Self.restoring)
    }
    writeAll(Sequences.pasteOn, to: device.output)
    redraw()
  }

  private func release() {
    isActive = false
    TerminalRescue.restore()
  }

  // MARK: End of a line

  /// Enters the text.
  func accept() -> Outcome {
    let text = buffer.text
    end()
    history.append(text)
    return .line(text)
  }

  /// Handles Control-C: the text stays visible, and a new line begins.
  func clearLine() -> Outcome {
    closeSearch(accepting: false)
    menu = nil
    buffer.move(to: buffer.characters.count)
    redraw()
    writeAll(Array("^C".utf8), to: device.output)
    printer.finish()
    buffer = LineBuffer()
    undoStack = []
    historyIndex = history.lines.count
    draft = ""
    redraw()
    return .interrupt
  }

  // MARK: Drawing

  func redraw() {
    if isHidden { return reveal() }
    let size = device.size
    let layout = layout()
    // Half of the screen is kept for earlier output.
    let room = max(1, min(size.height - layout.rows.count - 1, size.height / 2))
    printer.draw(layout, below: menu?.rows(width: size.width, height: room) ?? [])
  }

  private func layout() -> LineLayout {
    LineLayout(
      prompt: search?.prompt ?? "> ", continuationPrompt: ">> ",
      promptStyle: search == nil ? promptStyle : Style(attributes: .dim), buffer: buffer, styles: styles(),
      width: device.size.width)
  }

  private func styles() -> [Style] {
    guard let highlight, !buffer.isEmpty else { return [] }
    var styles = Array(repeating: Style.plain, count: buffer.characters.count)
    for span in highlight(buffer.text) {
      for index in span.range.clamped(to: styles.indices) { styles[index] = span.style }
    }
    return styles
  }
}
