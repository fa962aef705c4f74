import AppSession
import ArchiveStore
import Foundation
import Interface
import LuaRuntime
import Terminal

/// An app at a prompt: reads lines from a terminal or a pipe, while the app's timers run.
@MainActor
final class Repl {
  private let session: AppSession
  private let device: TerminalDevice?
  private var editor: LineEditor?
  private var hasFailed = false
  /// Lines of a statement that is not complete yet.
  private var unfinished = ""
  private var keys: KeyInput?
  private var lines: LineInput?
  private var hasBegun = false
  /// What was typed before the app was there.
  private var held: [(Repl) -> Void] = []
  private var code: Int32 = 0

  init(_ session: AppSession) {
    self.session = session
    device = try? TerminalDevice.standard()
  }

  private lazy var prompt = Prompt(
    session, output: { [weak self] in self?.write($0 + "\n") }, errorOutput: { [weak self] in self?.writeError($0) })

  /// Runs until the input ends or the person quits. Returns the exit code.
  func run(isRestoring: Bool) throws -> Int32 {
    if let device {
      editor = LineEditor(device, history: LineHistory(path: historyPath()))
      prompt.width = device.size.width
    }
    session.onPrint = { [weak self] in self?.write($0) }
    session.onProblem = { [weak self] in self?.tell($0) }
    if device != nil { session.lendTerminal { [weak self] in self?.lendTerminal($0) } }
    try session.takeSignals(byInterrupt: device == nil)
    let sources = watchSignals()
    defer { sources.forEach { $0.cancel() } }
    try session.load()
    try session.launch(isRestoring: isRestoring)
    session.loop.fireDue()
    readInput()
    if isExtended { complain("The app is still being restored. What you type waits for it.") }
    session.loop.run { [unowned self] in
      if !hasBegun, !isExtended { begin() }
      if let code = session.requestedExit { end(code) }
      fflush(nil)
    }
    editor?.end()
    try session.terminate()
    fflush(nil)
    return code == 0 && hasFailed && device == nil && !MainLoop.isEndPending ? ExitStatus.scriptFailed.rawValue : code
  }

  private func watchSignals() -> [EventSource] {
    let loop = session.loop
    return [
      loop.watch(.terminate) { [weak self] in self?.end(0) },
      loop.watch(.hangup) { [weak self] in self?.end(0) },
      loop.watch(.interrupt) { [weak self] in if self?.editor?.isActive != true { self?.end(130) } },
      loop.watch(.suspend) { [weak self] in self?.editor?.suspend() },
      loop.watch(.resume) { [weak self] in self?.editor?.reclaim() },
    ]
  }

  private func end(_ code: Int32) {
    self.code = code
    session.loop.stop()
  }

  // MARK: What is typed

  private func readInput() {
    if let device {
      keys = KeyInput(
        device, on: session.loop, onEvent: { [weak self] event in self?.take { $0.handle(event) } },
        onClose: { [weak self] in self?.end(0) })
    } else {
      lines = LineInput(
        descriptor: STDIN_FILENO, on: session.loop,
        onLine: { [weak self] line in self?.take { $0.enter(String(decoding: line, as: UTF8.self)) } },
        onEnd: { [weak self] in self?.take { $0.finish() } })
    }
  }

  private var isExtended: Bool { session.host?.application.isRestorationExtended == true }

  /// What is typed while the app is still being restored is for the restored app, and waits in its order.
  private func take(_ entry: @escaping (Repl) -> Void) {
    if hasBegun { entry(self) } else { held.append(entry) }
  }

  private func begin() {
    hasBegun = true
    beginEditing()
    for entry in held {
      session.loop.post { [weak self] in self.map(entry) }
    }
    held = []
  }

  private func handle(_ event: InputEvent) {
    switch editor?.handle(event) {
    case .line(let text):
      run(text)
      beginEditing()
    case .endOfInput: end(0)
    case .suspend: editor?.suspend()
    case .interrupt, nil: break
    }
  }

  /// A line from a pipe: several make one statement when the first is incomplete.
  private func enter(_ line: String) {
    let text = unfinished.isEmpty ? line : unfinished + "\n" + line
    guard prompt.isComplete(text) else {
      unfinished = text
      return
    }
    unfinished = ""
    run(text)
  }

  /// The pipe has ended. What is not complete is said to be.
  private func finish() {
    if !unfinished.isEmpty { run(unfinished) }
    session.loop.stop()
  }

  /// An error in a callback counts, whether a line, the launch or a timer led to it.
  private func tell(_ problem: Problem) {
    if problem.isError { hasFailed = true }
    prompt.tell(problem)
  }

  private func run(_ text: String) {
    switch prompt.run(text) {
    case .done: break
    case .failed: hasFailed = true
    case .quit: end(0)
    case .exit(let code): end(code)
    }
  }

  // MARK: The terminal

  private func beginEditing() {
    guard let editor, !editor.isActive else { return }
    editor.isComplete = { [weak self] in self?.prompt.isComplete($0) ?? true }
    editor.completions = { [weak self] in self?.prompt.completions($0, $1) ?? Completions(start: $1, candidates: []) }
    editor.promptStyle = Style(attributes: .bold)
    editor.highlight = LuaHighlight.spans
    do {
      try editor.begin()
    } catch {
      complain(Advice.message(of: error))
      end(ExitStatus(error).rawValue)
    }
  }

  /// Another program has the terminal, whether a line led to it, or a timer while one was typed.
  private func lendTerminal(_ body: () -> Void) {
    let wasEditing = editor?.isActive == true
    editor?.end()
    fflush(nil)
    body()
    if wasEditing { beginEditing() }
  }

  private func write(_ text: String) {
    if let editor, editor.isActive {
      editor.printAbove(text)
    } else {
      print(text, terminator: "")
      if device != nil { fflush(nil) }
    }
  }

  private func writeError(_ text: String) {
    if let editor, editor.isActive {
      editor.printAbove(text + "\n")
    } else {
      fflush(nil)
      let colored = device == nil ? text : "\u{1b}[31m\(text)\u{1b}[0m"
      try? FileHandle.standardError.write(contentsOf: Data((colored + "\n").utf8))
    }
  }

  /// Lines are remembered from one prompt to the next, of all apps.
  private func historyPath() -> String {
    let folder = StateDirectory.home() + "/luahost"
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder + "/history"
  }
}
