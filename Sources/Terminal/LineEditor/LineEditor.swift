import Glibc
import Interface
import SystemCalls

/// A part of a line in a style of its own.
public struct StyledSpan: Hashable, Sendable {
  /// Which characters.
  public var range: Range<Int>
  /// How they look.
  public var style: Style

  /// These characters in this style.
  public init(_ range: Range<Int>, style: Style) {
    self.range = range
    self.style = style
  }
}

/// A prompt at a terminal, with the keys that people know from their shell.
///
/// It does not read by itself: a ``KeyInput`` gives it events, so that timers run while a person types.
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
  /// What came of a key.
  public enum Outcome: Hashable, Sendable {
    /// A text was entered. The terminal is given back until the next `begin()`.
    case line(String)
    /// Control-D on an empty line. The terminal is given back.
    case endOfInput
    /// Control-C. The line is cleared, and editing goes on.
    case interrupt
    /// Control-Z: see `suspend()`.
    case suspend
  }

  /// What stands before the text.
  public var prompt = "> "
  /// What stands before its further lines.
  public var continuationPrompt = ">> "
  /// How prompts look.
  public var promptStyle = Style.plain
  /// Whether the text may be entered; otherwise enter starts another line.
  public var isComplete: (String) -> Bool = { _ in true }
  /// What may stand at the cursor (in characters) of a text: for tab.
  public var completions: ((_ text: String, _ cursor: Int) -> Completions)?
  /// How the text looks.
  public var highlight: ((_ text: String) -> [StyledSpan])?
  /// The lines that were entered.
  public let history: LineHistory
  /// Whether a text is being edited.
  public private(set) var isActive = false

  let device: TerminalDevice
  var buffer = LineBuffer()
  var menu: CompletionMenu?
  var search: HistorySearch?
  /// What was removed last, for control-Y.
  var removed = ""
  var lastAction = EditAction.other
  var undoStack: [LineBuffer] = []
  /// Which line of the history is shown; its count: none, but what was typed.
  var historyIndex = 0
  /// What was typed before going through the history.
  var draft = ""
  var printer: LinePrinter
  private var saved = termios()
  private var watcher: TerminalWatcher?
  /// Whether the line was taken away for what others write.
  private var isAway = false
  /// Whether that has not ended its line yet.
  private var endsInLine = false

  private static let restoring =
    Sequences.endUpdate + Sequences.pasteOff + Array("\u{1b}[0m".utf8) + Sequences.showCursor

  /// A prompt at a terminal.
  public init(_ device: TerminalDevice, history: LineHistory = LineHistory()) {
    self.device = device
    self.history = history
    printer = LinePrinter(device)
  }

  /// Shows the prompt and takes the keys, until a line is entered or `end()`.
  ///
  /// - Parameter text: what stands there already.
  /// - Throws: `TerminalError.system` if the terminal's line cannot be set.
  public func begin(_ text: String = "") throws(TerminalError) {
    guard !isActive else { return }
    buffer = LineBuffer(text)
    menu = nil
    search = nil
    undoStack = []
    lastAction = .other
    historyIndex = history.lines.count
    draft = ""
    try take()
  }

  /// Gives the terminal back. What is typed stays on it.
  public func end() {
    guard isActive else { return }
    buffer.move(to: buffer.characters.count)
    menu = nil
    search = nil
    redraw()
    printer.finish()
    release()
  }

  /// Prints a text, ended by a newline, above the line that is being edited.
  public func printAbove(_ text: String) { printAbove(Array(text.utf8)) }

  /// The same for bytes, as they are.
  public func printAbove(_ text: [UInt8]) {
    guard let last = text.last else { return }
    guard isActive else {
      writeAll(text, to: device.output)
      return
    }
    if isAway {
      writeAll(text, to: device.output)
      endsInLine = last != 0x0a
      return
    }
    printer.replace(with: text)
    redraw()
  }

  /// Takes the line away for bytes that are written to the terminal next, by somebody else, until ``comeBack()``.
  public func giveWay(to bytes: [UInt8]) {
    guard isActive, let last = bytes.last else { return }
    if !isAway { printer.replace(with: []) }
    isAway = true
    endsInLine = last != 0x0a
  }

  /// Shows the line again below what was written; does nothing where it was not taken away.
  public func comeBack() {
    guard isAway else { return }
    isAway = false
    if endsInLine { writeAll(Array("\r\n".utf8), to: device.output) }
    if isActive { redraw() }
  }

  /// Gives the terminal back and stops the process, as control-Z does. Returns when the process goes on, with the
  /// prompt shown again.
  public func suspend() {
    let wasActive = isActive
    if wasActive {
      printer.finish()
      release()
    }
    system_signal_raise_default(SIGTSTP)
    if wasActive { try? take() }
  }

  /// Shows the prompt again after something else may have used the terminal: after `SIGCONT`.
  public func reclaim() {
    guard isActive else { return }
    try? device.makeRaw(from: saved)
    writeAll(Sequences.pasteOn, to: device.output)
    redraw()
  }

  /// Takes one event.
  ///
  /// - Returns: what came of it; nil if the line is edited further.
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
      printer.reflow(cursorRow: layout().cursor.y)
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
    // One for all lines: it only undoes the settings of raw mode, and does nothing where they are not set.
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

  // MARK: Ends of a line

  /// Enters the text.
  func accept() -> Outcome {
    let text = buffer.text
    end()
    history.append(text)
    return .line(text)
  }

  func acceptEnd() -> Outcome {
    end()
    return .endOfInput
  }

  /// Control-C: what was typed stays visible, and a new line begins.
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
    if isAway { return comeBack() }
    let size = device.size
    let layout = layout()
    // Half of the screen is left for what was printed before.
    let room = max(1, min(size.height - layout.rows.count - 1, size.height / 2))
    printer.draw(layout, below: menu?.rows(width: size.width, height: room) ?? [])
  }

  private func layout() -> LineLayout {
    let width = device.size.width
    if let search {
      return LineLayout(
        prompt: search.prompt, continuationPrompt: continuationPrompt, promptStyle: Style(attributes: .dim),
        buffer: buffer, styles: styles(), width: width)
    }
    return LineLayout(
      prompt: prompt, continuationPrompt: continuationPrompt, promptStyle: promptStyle, buffer: buffer,
      styles: styles(), width: width)
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
