import AppSession
import ArchiveStore
import FoundationEssentials
import Glibc
import Interface
import Loop
import LuaRuntime
import Terminal

/// Runs an app at a prompt: reads lines from a terminal or a pipe while the app's timers run.
@MainActor
final class Repl {
  private let session: AppSession
  private let device: TerminalDevice?
  private var editor: LineEditor?
  private var hasFailed = false
  /// The lines of an incomplete statement.
  private var unfinished = ""
  /// Statements that were entered together and are still to run.
  private var following: [String] = []
  private var keys: KeyInput?
  private var lines: LineInput?
  private var hasBegun = false
  /// Input received before the app was ready, or while a line was waiting.
  private var held: [(Repl) -> Void] = []
  private var code: Int32 = 0

  private let reloadsOnChange: Bool

  /// - Parameter reloadsOnChange: whether the app is reloaded when its scripts change.
  init(_ session: AppSession, reloadsOnChange: Bool) {
    self.session = session
    self.reloadsOnChange = reloadsOnChange
    device = try? TerminalDevice.standard()
  }

  private lazy var prompt = Prompt(
    session, output: { [weak self] in self?.write($0 + "\n") }, errorOutput: { [weak self] in self?.writeError($0) })

  /// Runs until the input ends or the user quits. Returns the exit code.
  func run(isRestoring: Bool) throws -> Int32 {
    if let device {
      editor = LineEditor(device, history: .ofPrompts())
      prompt.width = device.size.width
    }
    prompt.onEnd = { [weak self] in self?.lineDidRun($0) }
    session.onPrint = { [weak self] in self?.write(printed: $0) }
    if device != nil { session.onWrite = { [weak self] bytes, _ in self?.editor?.hide(before: bytes) } }
    session.onProblem = { [weak self] in self?.report($0) }
    if device != nil { session.lendTerminal { [weak self] in self?.lendTerminal($0) } }
    try session.takeSignals(byInterrupt: device == nil)
    session.loop.stopsAtOnce = true
    let sources = watchSignals()
    defer { sources.forEach { $0.cancel() } }
    // Interrupting a line also interrupts a launch.
    session.isInterruptible = true
    try session.load()
    try session.launch(isRestoring: isRestoring)
    session.loop.fireDue()
    session.isInterruptible = false
    let scripts =
      reloadsOnChange
      ? session.reloadOnChange {
      } didReload: { [weak self] hasErrors in
        self?.write(hasErrors ? "reloaded; the launch reported an error\n" : "reloaded\n")
      } : nil
    defer { withExtendedLifetime(scripts) {} }
    readInput()
    if isExtended { complain("The app is still being restored; your input will run when it is done.") }
    session.loop.run { [unowned self] in
      if !hasBegun, !isExtended { begin() }
      if let code = session.requestedExit { end(code) }
      fflush(nil)
      editor?.reveal()
    }
    endEditing()
    try session.terminate()
    fflush(nil)
    return code == 0 && hasFailed && device == nil && !MainLoop.isEndPending ? ExitStatus.scriptFailed.rawValue : code
  }

  private func watchSignals() -> [EventSource] {
    let loop = session.loop
    return [
      loop.watch(.terminate) { [weak self] in self?.end(0) },
      loop.watch(.hangup) { [weak self] in self?.end(0) },
      loop.watch(.interrupt) { [weak self] in self?.interrupt() },
      loop.watch(.suspend) { [weak self] in self?.editor?.suspend() },
      loop.watch(.resume) { [weak self] in self?.editor?.reclaim() },
    ]
  }

  /// Interrupts a waiting line. If nothing runs and no line is being edited, the process exits.
  private func interrupt() {
    let hasStopped = session.takeInterruption()
    if device != nil, prompt.isRunning { return prompt.interrupt() }
    if !hasStopped, editor?.isActive != true { end(130) }
  }

  private func end(_ code: Int32) {
    self.code = code
    session.loop.stop()
  }

  // MARK: Input

  private func readInput() {
    if let device {
      keys = KeyInput(
        device, on: session.loop, onEvent: { [weak self] event in self?.take { $0.handle(event) } },
        onClose: { [weak self] in self?.end(0) })
      keys?.onDiscardedPaste = { [weak self] in self?.writeError(KeyInput.discardedPaste) }
    } else {
      lines = LineInput(
        descriptor: STDIN_FILENO, on: session.loop,
        onLine: { [weak self] line in self?.take { $0.enter(line) } },
        onEnd: { [weak self] in self?.take { $0.finish() } })
    }
  }

  private var isExtended: Bool { session.host?.application.isRestorationExtended == true }

  /// Handles input, or queues it while the app is being restored or a line is waiting.
  private func take(_ entry: @escaping (Repl) -> Void) {
    if hasBegun, !prompt.isRunning { entry(self) } else { held.append(entry) }
  }

  private func takeHeld() {
    for entry in held {
      session.loop.post { [weak self] in self?.take(entry) }
    }
    held = []
  }

  private func begin() {
    hasBegun = true
    beginEditing()
    takeHeld()
  }

  private func handle(_ event: InputEvent) {
    let outcome = editor?.handle(event)
    session.loop.stopsAtOnce = editor?.isActive != true
    switch outcome {
    case .line(let text): run(text)
    case .endOfInput: end(0)
    case .suspend: editor?.suspend()
    case .interrupt, nil: break
    }
  }

  /// Handles a line from a pipe. Incomplete lines are joined into one statement.
  private func enter(_ line: [UInt8]) {
    guard let line = String(validating: line, as: UTF8.self) else {
      unfinished = ""
      hasFailed = true
      return writeError("error: the line is not UTF-8; write its other bytes as \\xXX in a string")
    }
    if let text = prompt.statement(adding: line, to: &unfinished) { run(text) }
  }

  /// Handles the end of the pipe. An incomplete statement is run, which reports the error.
  private func finish() {
    if !unfinished.isEmpty { run(unfinished) }
    session.loop.stop()
  }

  /// Counts and prints a problem, whether a line, the launch or a timer caused it.
  private func report(_ problem: Problem) {
    if problem.severity == .error { hasFailed = true }
    prompt.report(problem)
  }

  private func run(_ text: String) {
    following += prompt.statements(of: text)
    runNext()
  }

  private func runNext() {
    // The app may have exited in the previous statement.
    if !following.isEmpty { lineDidRun(prompt.run(following.removeFirst())) }
  }

  /// Handles the result of a line.
  private func lineDidRun(_ outcome: Prompt.Outcome) {
    keys?.isPaused = outcome == .waits
    lines?.isPaused = outcome == .waits
    switch outcome {
    case .waits: return
    case .done: break
    case .failed: hasFailed = true
    case .quit:
      following = []
      end(0)
    case .exit(let code):
      following = []
      end(code)
    }
    if session.wasInterrupted { following = [] }
    if !following.isEmpty { return runNext() }
    beginEditing()
    // Input may have arrived while the line was waiting.
    takeHeld()
  }

  // MARK: The terminal

  private func beginEditing() {
    guard let editor, !editor.isActive else { return }
    editor.isComplete = { [weak self] in self?.prompt.isComplete($0) ?? true }
    editor.completions = { [weak self] in self?.prompt.completions($0, $1) ?? Completions(start: $1, candidates: []) }
    editor.promptStyle = Style(attributes: .bold)
    editor.highlight = LuaHighlight.spans
    // The line settings must be restored before the process stops.
    session.loop.stopsAtOnce = false
    do {
      try editor.begin()
    } catch {
      complain(Advice.message(of: error))
      end(ExitStatus(error).rawValue)
    }
  }

  private func endEditing() {
    editor?.end()
    session.loop.stopsAtOnce = true
  }

  /// Releases the terminal for another program, even while a line is being edited.
  private func lendTerminal(_ body: () -> Void) {
    let wasEditing = editor?.isActive == true
    endEditing()
    fflush(nil)
    body()
    if wasEditing { beginEditing() }
  }

  private func write(_ text: String) { write(Array(text.showingControls.utf8)) }

  /// Writes output of the script.
  private func write(printed bytes: [UInt8]) {
    write(ScriptOutput.output.shown(bytes, isTrusted: session.configuration.lua.isTrusted))
  }

  private func write(_ bytes: [UInt8]) {
    if let editor, editor.isActive {
      // Earlier output of `io.write` is flushed first.
      fflush(nil)
      editor.printAbove(bytes)
    } else {
      ScriptOutput.output.write(bytes, isTrusted: true)
      if device != nil { fflush(nil) }
    }
  }

  private func writeError(_ text: String) {
    let text = text.showingControls
    let hasColors = device.map { $0.colors != .none } ?? false
    let colored = (hasColors ? "\u{1b}[31m\(text)\u{1b}[0m" : text) + "\n"
    if let editor, editor.isActive { return editor.printAbove(colored) }
    fflush(nil)
    // The colours are added after control characters have been made visible.
    let line = isatty(STDERR_FILENO) == 1 ? colored : text + "\n"
    FileContents.write(Array(line.utf8), to: STDERR_FILENO)
  }
}
