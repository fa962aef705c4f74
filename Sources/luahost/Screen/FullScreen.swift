import ArchiveStore
import Foundation
import Interface
import LuaScreens
import StateRestoration
import Terminal

/// Runs an app full screen in a terminal: keys and mouse in, the screen out, until it ends.
@MainActor
final class FullScreen {
  private let session: AppSession
  private let device: TerminalDevice
  private let clock = LoopClock()
  private var screen: TerminalScreen?
  /// What covers the app; the last one has the keys.
  private var overlays: [any ScreenOverlay] = []
  private var prompt: PromptOverlay?

  init(_ session: AppSession, device: TerminalDevice) {
    self.session = session
    self.device = device
  }

  /// Runs until the app ends. Returns the exit code.
  ///
  /// - Throws: what the script failed with before there was a screen, and what the store threw at the end.
  func run(isRestoring: Bool) throws -> Int32 {
    var problems: [Problem] = []
    session.onProblem = { problems.append($0) }
    try session.load()
    let screen = try TerminalScreen(device)
    self.screen = screen
    // However this ends, the terminal is given back before anything is said.
    defer { screen.close() }
    session.onProblem = { [weak self] in self?.show($0) }
    screen.onOutput = { [weak self] in self?.prompt?.print(String(decoding: $0, as: UTF8.self)) }
    session.onPrint = { text in
      print(text, terminator: "")
      fflush(nil)
    }
    let loop = try EventLoop(screen: screen)
    if isRestoring { showSnapshot(on: screen) }
    try session.launch(isRestoring: isRestoring)
    problems.forEach(show)
    var code: Int32?
    loop.run(untilNextTimer: { clock.untilNextTimer(of: self.session) }) { event in
      clock.advance(self.session)
      code = self.handle(event, screen)
      if let requested = self.session.requestedExit { code = requested }
      return code == nil ? .proceed : .stop
    }
    screen.close()
    try session.terminate()
    return code ?? 0
  }

  /// The picture of the last save, until the live screen is there. One of another size would mislead.
  private func showSnapshot(on screen: TerminalScreen) {
    guard let bytes = try? session.store?.currentSnapshot(), let snapshot = Snapshot(decoding: bytes),
      snapshot.grid.size == screen.size
    else { return }
    screen.present(snapshot.grid)
  }

  // MARK: Events

  /// Returns the exit code if the app is to end.
  private func handle(_ event: LoopEvent, _ screen: TerminalScreen) -> Int32? {
    switch event {
    case .input(let input): return handle(input, screen)
    case .terminate, .hangup, .interrupt: return 0
    case .suspend: suspend(screen)
    case .continue:
      screen.reclaim()
      if let application = session.host?.application { session.host?.turn { application.enterForeground() } }
    case .turnEnded: draw(on: screen)
    case .timersDue, .line, .endOfInput: break
    }
    return nil
  }

  private func handle(_ input: InputEvent, _ screen: TerminalScreen) -> Int32? {
    if case .key(let key) = input {
      switch (key.key, key.modifiers) {
      case (.character("q"), .control): return 0
      case (.character("z"), .control):
        suspend(screen)
        return nil
      case (.function(12), []):
        togglePrompt(screen)
        return nil
      default: break
      }
    }
    if case .resize(let size) = input {
      for overlay in overlays { overlay.resize(to: size) }
    } else if let overlay = overlays.last {
      if overlay.handle(input) { close(overlay) }
      return prompt?.exitCode
    }
    guard let host = session.host else { return 0 }
    let isHandled = host.turn { host.application.handle(input) }
    // Nothing is lost by leaving, so the key that everybody knows does it.
    if !isHandled, input == .key(KeyPress(.character("c"), modifiers: .control)) { return 0 }
    return nil
  }

  /// Leaves the terminal to the shell; goes on when the shell lets it.
  private func suspend(_ screen: TerminalScreen) {
    guard let host = session.host else { return }
    do {
      try host.turn { try host.application.enterBackground() }
    } catch {
      complain("\(error)")
    }
    screen.suspend()
    host.turn { host.application.enterForeground() }
  }

  // MARK: Drawing

  private func draw(on screen: TerminalScreen) {
    guard let application = session.host?.application else { return }
    if application.screenSize != screen.size { application.resize(to: screen.size) }
    var grid = application.render()
    for overlay in overlays { overlay.draw(over: &grid) }
    screen.present(grid)
  }

  // MARK: Overlays

  /// Shows what went wrong, over the app; the app goes on.
  private func show(_ problem: Problem) {
    // Kept for the end, when the terminal is given back.
    complain("\(problem)")
    if let prompt, overlays.last === prompt {
      prompt.print("\(problem)\n")
    } else if let screen, problem.isError || !problem.isToldOnce {
      overlays.append(ProblemSheet(problem, size: screen.size))
    }
  }

  private func close(_ overlay: any ScreenOverlay) {
    overlays.removeAll { $0 === overlay }
  }

  private func togglePrompt(_ screen: TerminalScreen) {
    if let prompt, overlays.contains(where: { $0 === prompt }) { return close(prompt) }
    let opened = prompt ?? PromptOverlay(session, size: screen.size)
    prompt = opened
    opened.resize(to: screen.size)
    overlays.append(opened)
  }
}
