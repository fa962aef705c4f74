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
    session.onProblem = { [weak self] in self?.prompt.tell($0) }
    let loop = try EventLoop(input: device.map { .terminal($0) } ?? .lines(descriptor: STDIN_FILENO))
    try loop.observeEnd(byInterrupt: device == nil) { LuaState.requestEndOfAll() }
    try session.load()
    try session.launch(isRestoring: isRestoring)
    var code: Int32?
    let clock = LoopClock()
    let launch = try ExtendedLaunch(
      session, onWait: { complain("The app is still being restored. What you type waits for it.") },
      begin: { [unowned self] in try beginEditing() })
    try loop.run(untilNextTimer: { clock.untilNextTimer(of: self.session) }) { event in
      clock.tick(self.session)
      code = try launch.pass(event, to: self.handle)
      return code == nil ? .proceed : .stop
    }
    editor?.end()
    return try end(code ?? 0)
  }

  private func end(_ code: Int32) throws -> Int32 {
    try session.terminate()
    fflush(nil)
    return code == 0 && hasFailed && device == nil && !EventLoop.isEndPending ? ExitStatus.scriptFailed.rawValue : code
  }

  /// Returns the exit code if the prompt is to end.
  private func handle(_ event: LoopEvent) -> Int32? {
    switch event {
    case .input(let input): return handle(input)
    case .line(let bytes): return enter(String(decoding: bytes, as: UTF8.self))
    case .endOfInput: return unfinished.isEmpty ? 0 : run(unfinished) ?? 0
    case .terminate, .hangup: return 0
    case .interrupt: return editor?.isActive == true ? nil : 130
    case .suspend: editor?.suspend()
    case .continue: editor?.reclaim()
    case .timersDue: session.host?.timers.fireDue()
    case .turnEnded: fflush(nil)
    }
    return nil
  }

  private func handle(_ input: InputEvent) -> Int32? {
    switch editor?.handle(input) {
    case .line(let text):
      if let code = run(text) { return code }
      try? beginEditing()
    case .endOfInput: return 0
    case .suspend: editor?.suspend()
    case .interrupt, nil: break
    }
    return nil
  }

  /// A line from a pipe: several make one statement when the first is incomplete.
  private func enter(_ line: String) -> Int32? {
    let text = unfinished.isEmpty ? line : unfinished + "\n" + line
    if !prompt.isComplete(text) {
      unfinished = text
      return nil
    }
    unfinished = ""
    return run(text)
  }

  private func run(_ text: String) -> Int32? {
    switch prompt.run(text) {
    case .done: return nil
    case .failed:
      hasFailed = true
      return nil
    case .quit: return 0
    case .exit(let code): return code
    }
  }

  // MARK: The terminal

  private func beginEditing() throws {
    guard let editor else { return }
    editor.isComplete = { [weak self] in self?.prompt.isComplete($0) ?? true }
    editor.completions = { [weak self] in self?.prompt.completions($0, $1) ?? Completions(start: $1, candidates: []) }
    editor.promptStyle = Style(attributes: .bold)
    editor.highlight = LuaHighlight.spans
    try editor.begin()
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

/// The time of day for an app's timers.
@MainActor
final class LoopClock {
  private let clock = ContinuousClock()
  private var last = ContinuousClock.now

  /// Lets the app know the time, before anything is done with it.
  func tick(_ session: AppSession) {
    let now = clock.now
    let elapsed = (now - last).seconds
    last = now
    guard let timers = session.host?.timers else { return }
    timers.move(to: timers.now + elapsed)
  }

  /// How long until the app's next timer.
  func untilNextTimer(of session: AppSession) -> Duration? {
    guard let timers = session.host?.timers, let next = timers.nextDeadline else { return nil }
    return .seconds(max(0, next - timers.now - (clock.now - last).seconds))
  }
}
