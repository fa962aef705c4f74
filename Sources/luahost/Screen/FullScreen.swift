import AppSession
import ArchiveStore
import Foundation
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration
import Terminal

/// Runs an app full screen in a terminal: keys and mouse in, the screen out, until it ends.
@MainActor
final class FullScreen {
  private let session: AppSession
  private let device: TerminalDevice
  private let clock = LoopClock()
  /// The looks that the person, or the terminal, asks for; nil leaves it to the app.
  private let requiredTheme: Theme?
  private let capturesMouse: Bool
  private var screen: TerminalScreen?
  /// The exit code, once the person wants to leave.
  private var requestedExit: Int32?
  /// What the mouse selects on the screen.
  private var selection: ScreenSelection?
  /// What covers the app; the last one has the keys.
  private var overlays: [any ScreenOverlay] = []
  private var prompt: PromptOverlay?
  private var interrupt = InterruptRule()
  private let notice = ScreenNotice()

  init(_ session: AppSession, device: TerminalDevice, theme: Theme?, capturesMouse: Bool) {
    self.session = session
    self.device = device
    requiredTheme = device.colors == .none ? .monochrome : theme
    self.capturesMouse = capturesMouse
  }

  /// Runs until the app ends. Returns the exit code.
  ///
  /// - Throws: what the script failed with before there was a screen, and what the store threw at the end.
  func run(isRestoring: Bool) throws -> Int32 {
    // The picture of the last save is there until the live screen is; one of another size would mislead.
    let snapshot = isRestoring ? try session.snapshotBeforeLoading() : nil
    let screen = try TerminalScreen(device, showing: snapshot.flatMap { $0.grid.size == device.size ? $0.grid : nil })
    self.screen = screen
    // However this ends, the terminal is given back before anything is said.
    defer { screen.close() }
    screen.isMouseCaptured = capturesMouse
    session.onPrint = { text in
      print(text, terminator: "")
      fflush(nil)
    }
    session.onLoad = { [weak self] in self?.prepare($0.application, screen) }
    session.onProblem = { [weak self] in self?.show($0) }
    screen.onOutput = { [weak self] in self?.prompt?.print(String(decoding: $0, as: UTF8.self)) }
    let loop = try EventLoop(screen: screen)
    try loop.observeEnd(key: Self.quitCharacter) { LuaState.requestEndOfAll() }
    try session.load()
    try session.launch(isRestoring: isRestoring)
    var code: Int32?
    loop.run(untilNextTimer: { clock.untilNextTimer(of: self.session) }) { event in
      clock.tick(self.session)
      code = self.handle(event, screen)
      if let requested = self.session.requestedExit ?? self.requestedExit { code = requested }
      return code == nil ? .proceed : .stop
    }
    // The person waits; an app that ends by itself may take its time.
    if session.requestedExit == nil { loop.requestEnd() }
    screen.close()
    // Until the end, signals are the loop's.
    try withExtendedLifetime(loop) { try session.terminate() }
    return code ?? 0
  }

  /// What the host adds to the app: the clipboard of the person's terminal, and commands.
  private func prepare(_ application: Application, _ screen: TerminalScreen) {
    application.pasteboard.onChange = { [weak self, unowned application] in
      screen.copyToClipboard($0)
      self?.interrupt.didCopy(at: application.timers.now)
    }
    application.requiredTheme = requiredTheme
    var commands = [
      KeyCommand(title: "Lua prompt", input: KeyPress(.function(12))) { [weak self] in self?.togglePrompt(screen) },
      KeyCommand(title: "Mouse for the app or the terminal", input: KeyPress(.function(9))) {
        screen.isMouseCaptured.toggle()
      },
      KeyCommand(title: "Leave for the shell", input: KeyPress(.character("z"), modifiers: .control)) { [weak self] in
        self?.suspend(screen)
      },
      KeyCommand(title: "Quit", input: Self.quitKey) { [weak self] in
        self?.requestedExit = 0
      },
    ]
    // Without colours, every theme but one would lose what it says by colour.
    if device.colors != .none {
      commands += Theme.all.map { theme in
        KeyCommand(title: "Theme: \(theme.name)") { [weak application] in
          application?.requiredTheme = nil
          application?.chosenTheme = theme
        }
      }
    }
    application.hostCommands = commands
    application.hostKeyHelp = [KeyHelp("Ctrl+C", "Copy what is selected; nothing: twice quits")]
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
    case .timersDue: session.host?.timers.fireDue()
    case .line, .endOfInput: break
    }
    return nil
  }

  private func handle(_ input: InputEvent, _ screen: TerminalScreen) -> Int32? {
    if case .key(let key) = input {
      // These are heard before the app has its say, whatever is shown.
      if let application = session.host?.application,
        let command = application.hostCommands.first(where: { $0.input == key })
      {
        application.run(command)
        return nil
      }
    }
    if case .resize(let size) = input {
      for overlay in overlays { overlay.resize(to: size) }
    } else if let overlay = overlays.last {
      if overlay.handle(input) { close(overlay) }
      return prompt?.exitCode
    }
    guard let host = session.host else { return 0 }
    if case .key(let key) = input, key != Self.interruptKey {
      interrupt.otherKeyPressed()
      notice.hide()
    }
    if select(input, screen) { return nil }
    let isHandled = host.turn { host.application.handle(input) }
    if input != .key(Self.interruptKey) { tellWhatWaits(input, isHandled, host.application) }
    if !isHandled, case .mouse(let mouse) = input, mouse.action == .press(button: 1) {
      selection = ScreenSelection(at: mouse.location)
    }
    return !isHandled && input == .key(Self.interruptKey) ? interrupted(host.application) : nil
  }

  /// Whether the notice is about the restoration that is not complete yet.
  private var saysWhatWaits = false

  /// Nothing that is typed while the picture of the last save is shown is lost or refused without a word.
  private func tellWhatWaits(_ input: InputEvent, _ isHandled: Bool, _ application: Application) {
    guard application.isRestorationExtended else { return }
    switch input {
    case .key, .paste: break
    case .mouse(let mouse) where mouse.action == .press(button: 1): break
    default: return
    }
    saysWhatWaits = true
    notice.show(
      isHandled ? "Restoring: what you type will arrive." : "Restoring: this does nothing yet.",
      for: Application.extensionLimitSeconds, in: application)
  }

  private static let quitKey = KeyPress(.character("q"), modifiers: .control)
  /// The same as terminals send it.
  private static let quitCharacter = UInt8(ascii: "q") & 0x1f
  private static let interruptKey = KeyPress(.character("c"), modifiers: .control)

  /// The key that everybody knows for leaving. Returns the exit code if the app is to end.
  private func interrupted(_ application: Application) -> Int32? {
    switch interrupt.pressed(at: application.timers.now) {
    case .quit: return 0
    case .ask: notice.show("Ctrl+C again quits; all is kept.", for: InterruptRule.delay, in: application)
    case .copied: notice.show("Copied. Ctrl+Q quits.", for: InterruptRule.delay, in: application)
    }
    return nil
  }

  /// Lets the mouse select what is on the screen, from where the app had no use for it on; what is selected is copied.
  private func select(_ input: InputEvent, _ screen: TerminalScreen) -> Bool {
    guard var current = selection else { return false }
    guard current.isDragging, case .mouse(let mouse) = input else {
      // What is selected was copied when the button was let go; who copies by hand gets the same.
      if input == .key(Self.interruptKey) {
        copy(current)
        return true
      }
      selection = nil
      return false
    }
    switch mouse.action {
    case .drag: current.extend(to: mouse.location)
    case .release:
      current.finish()
      copy(current)
    default: return false
    }
    selection = current.isEmpty && !current.isDragging ? nil : current
    return true
  }

  private func copy(_ selection: ScreenSelection) {
    guard !selection.isEmpty, let application = session.host?.application else { return }
    application.pasteboard.string = selection.text(of: application.render())
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
    if saysWhatWaits, !application.isRestorationExtended {
      saysWhatWaits = false
      notice.hide()
    }
    var grid = application.render()
    selection?.draw(over: &grid)
    for overlay in overlays { overlay.draw(over: &grid, theme: application.theme) }
    notice.draw(over: &grid, theme: application.theme)
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
