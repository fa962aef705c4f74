import Foundation
import Interface
import Loop
import LuaRuntime
import LuaScreens
import SystemCalls

/// Runs an app on a front end until it ends: input in, frames out, and over the app what the host has to say.
@MainActor
public final class AppScreen: FrontEndHost {
  /// How a run ended.
  public struct Outcome: Sendable {
    /// The exit code that the script, or a prompt, asked for; nil if the user left, or a signal came.
    public var exitCode: Int32?
    /// Whether a callback of the app failed.
    public var hasFailed: Bool
    /// Whether a signal asked the process to end.
    public var wasEndRequested: Bool
  }

  /// The app's session.
  public let session: AppSession
  /// Takes what the user has to read when the screen is gone.
  public var onComplaint: (String) -> Void = { _ in }
  /// Takes what was written to standard output and error while the screen was the app's.
  public var onOutput: (ConsoleText) -> Void = { _ in }
  /// Commands of whoever runs the screen, beside its own.
  public var commands: [KeyCommand] = []

  let frontEnd: any FrontEnd
  private var outcome = Outcome(exitCode: nil, hasFailed: false, wasEndRequested: false)
  /// What the mouse selects on the screen.
  private var selection: ScreenSelection?
  /// What covers the app; the last one has keyboard focus.
  private var overlays: [any ScreenOverlay] = [] {
    didSet { application?.coveringHints = overlays.last?.keyHints }
  }
  let console = ConsolePane()
  /// Whether an overlay has shown already what is captured now.
  var isCaptureShown = false
  /// The size that somebody asked for, instead of what the screen has room for.
  private var requestedSize: Size?
  private var interrupt = InterruptRule()
  private let notice = ScreenNotice()
  private var repeatedErrors = RepeatedErrors()
  /// Whether the app handles input now: an error is then the answer to it.
  private var isHandlingInput = false
  /// Whether the app is reloaded when its scripts change.
  public var reloadsOnChange = false

  /// A screen for an app that is not running yet.
  public init(_ session: AppSession, on frontEnd: any FrontEnd) {
    self.session = session
    self.frontEnd = frontEnd
  }

  /// Launches the app and runs it until it ends.
  ///
  /// - Throws: what the front end, or the script before there was a screen, failed with, and what the store threw at the end.
  public func run(isRestoring: Bool = true) throws -> Outcome {
    // The picture of the last save is there until the live screen is.
    let picture = isRestoring ? try session.snapshotBeforeLoading()?.grid : nil
    // What is no terminal is not captured.
    let capturesErrors = isatty(STDERR_FILENO) == 1
    try frontEnd.open(showing: picture, for: self)
    // However this ends, the screen is given back before anything is said.
    defer { frontEnd.close() }
    if frontEnd.hasTerminal { session.lendTerminal { [frontEnd] in frontEnd.lendTerminal(while: $0) } }
    session.onLoad = { [weak self] in self?.prepare($0.application) }
    session.onProblem = { [weak self] in self?.show($0) }
    session.onWrite = { [weak self] bytes, isError in
      if isError, capturesErrors { self?.willCapture(error: bytes.count) }
    }
    try session.takeSignals(urgent: frontEnd.urgentInput)
    defer {
      // While somebody sees to it that a stream that nobody reads holds nothing up.
      fflush(nil)
      session.loop.returnSignals()
    }
    let sources = watchSignals()
    defer { sources.forEach { $0.cancel() } }
    try session.load()
    try session.launch(isRestoring: isRestoring)
    session.loop.fireDue()
    let scripts = reloadsOnChange ? watchScripts() : nil
    defer { withExtendedLifetime(scripts) {} }
    if session.requestedExit == nil {
      session.loop.run { [unowned self] in
        // What scripts wrote by `io.write` is shown, too.
        system_flush_output()
        if session.requestedExit != nil { return session.loop.stop() }
        // Who types waits for what comes of it; but something is always drawn between.
        passesFrame = !passesFrame && session.loop.hasInput
        if !passesFrame { draw() }
      }
    }
    outcome.exitCode = session.requestedExit ?? outcome.exitCode
    outcome.wasEndRequested = MainLoop.isEndPending
    // The user waits; an app that ends by itself may take its time.
    if session.requestedExit == nil, frontEnd.urgentInput != nil { MainLoop.requestEnd() }
    frontEnd.close()
    try session.terminate()
    return outcome
  }

  private func watchSignals() -> [EventSource] {
    let ends: [ProcessSignal] = [.terminate, .hangup, .interrupt]
    return ends.map { session.loop.watch($0) { [weak self] in self?.end() } } + [
      session.loop.watch(.suspend) { [weak self] in self?.suspend() },
      session.loop.watch(.resume) { [weak self] in self?.resume() },
    ]
  }

  private func watchScripts() -> ScriptWatch {
    session.reloadOnChange { [weak self] in
      // What was wrong with the scripts before is past.
      self?.overlays.removeAll { $0 is ProblemSheet }
      self?.notice.pinned = nil
    } didReload: { [weak self] in
      guard let self, let application else { return }
      notice.show("Reloaded.", for: InterruptRule.delay, in: application)
    }
  }

  // MARK: What the front end tells

  public var loop: any EventLoop { session.loop }
  public var application: Application? { session.host?.application }
  public func end() { session.loop.stop() }

  public func turn(_ body: (Application) throws -> Void) rethrows {
    session.noteInput()
    guard let host = session.host else { return }
    try host.turn { try body(host.application) }
    if session.requestedExit != nil { session.loop.stop() }
  }

  public func handle(_ event: InputEvent) {
    if session.requestedExit != nil { return end() }
    defer { if session.requestedExit != nil { session.loop.stop() } }
    if case .key(let key) = event,
      let command = (application?.hostCommands ?? ownCommands).first(where: { $0.input == key })
    {
      // These are heard before the app has its say, whatever is shown, and after it was killed.
      return run(command)
    }
    if case .resize(let size) = event {
      for overlay in overlays { overlay.resize(to: size) }
      console.resize(to: size)
      return resizeApplication()
    }
    if case .key(let key) = event, HostCommand.redraw.keys.contains(key), !overlays.isEmpty || session.host == nil {
      return frontEnd.redraw()
    }
    if let overlay = overlays.last {
      let isDismissed = overlay.isDismissed(by: event)
      if isDismissed || overlay.handle(event) { dismiss(overlay) }
      if !isDismissed { return }
    }
    if console.handle(event) { return }
    if notice.closes(on: event) { return }
    guard let host = session.host else {
      // Nobody is there any more who could take a key.
      if case .key = event { end() }
      return
    }
    let isInterrupt = Self.isInterrupt(event)
    if case .key = event, !isInterrupt {
      interrupt.otherKeyPressed()
      notice.hide()
    }
    if select(event) { return }
    isHandlingInput = true
    let isHandled = host.turn { host.application.handle(event) }
    isHandlingInput = false
    if !isInterrupt { reportPendingInput(event, isHandled, host.application) }
    if !isHandled, case .mouse(let mouse) = event, mouse.action == .press(button: 1) {
      selection = ScreenSelection(at: mouse.location)
    }
    if !isHandled, isInterrupt { interrupted(host.application) }
  }

  /// Ends the run with this exit code.
  public func end(withCode code: Int32) {
    outcome.exitCode = code
    end()
  }

  // MARK: What the host adds to the app

  /// The clipboard of the user's machine, and commands.
  private func prepare(_ application: Application) {
    repeatedErrors = RepeatedErrors()
    application.pasteboard.onChange = { [weak self, weak application] in
      self?.frontEnd.copy($0)
      if let application { self?.interrupt.didCopy(at: application.timers.now) }
    }
    if frontEnd.hasTerminal {
      application.hostActions[.redraw] = { [weak self] in
        self?.frontEnd.redraw()
        return self != nil
      }
    }
    application.requiredTheme = frontEnd.requiredTheme
    application.hostCommands = ownCommands
    if frontEnd.showsColors {
      application.hostCommands += Theme.all.map { theme in
        KeyCommand(HostCommand.theme(theme)) { [weak application] in
          application?.requiredTheme = nil
          application?.chosenTheme = theme
        }
      }
    }
    application.hostKeyHelp = [HostCommand.interrupt.help]
  }

  /// What the user can do whatever the app is.
  private var ownCommands: [KeyCommand] {
    commands + frontEnd.commands + (frontEnd.hasTerminal ? [consoleCommand] : []) + [
      KeyCommand(HostCommand.suspend) { [weak self] in self?.suspend() },
      KeyCommand(HostCommand.quit) { [weak self] in self?.end() },
    ]
  }

  private var consoleCommand: KeyCommand {
    KeyCommand(HostCommand.console) { [weak self] in
      guard let self else { return }
      if let overlay = overlays.last, overlay.coversConsole {
        dismiss(overlay)
        if console.isShown { return }
      }
      console.toggle(on: frontEnd.size)
      resizeApplication()
    }
  }

  private func run(_ command: KeyCommand) {
    if let application { return application.run(command) }
    do {
      try command.action()
    } catch {
      complain("\(error)")
    }
  }

  /// Whether the notice is about the restoration that is not complete yet.
  private var saysWhatWaits = false

  /// Nothing that is typed while the picture of the last save is shown is lost or refused without a word.
  private func reportPendingInput(_ event: InputEvent, _ isHandled: Bool, _ application: Application) {
    guard application.isRestorationExtended else { return }
    switch event {
    case .key, .paste: break
    case .mouse(let mouse) where mouse.action == .press(button: 1): break
    default: return
    }
    saysWhatWaits = true
    notice.show(
      isHandled ? "Restoring; your input will be processed afterwards." : "Restoring; this is not available yet.",
      for: Application.extensionLimitSeconds, in: application)
  }

  private static func isInterrupt(_ event: InputEvent) -> Bool {
    if case .key(let key) = event { HostCommand.interrupt.keys.contains(key) } else { false }
  }

  /// The key that everybody knows for leaving.
  private func interrupted(_ application: Application) {
    switch interrupt.pressed(at: application.timers.now) {
    case .quit: end()
    case .ask:
      notice.show(
        "Press \(HostCommand.interrupt.keyNames) again to quit; the state is saved.", for: InterruptRule.delay,
        in: application)
    case .copied:
      notice.show("Copied. \(HostCommand.quit.keyNames) quits.", for: InterruptRule.delay, in: application)
    }
  }

  /// Lets the mouse select what is on the screen, from where the app had no use for it on; what is selected is copied.
  private func select(_ event: InputEvent) -> Bool {
    guard var current = selection else { return false }
    guard current.isDragging, case .mouse(let mouse) = event else {
      // What is selected was copied when the button was let go; who copies by hand gets the same.
      if Self.isInterrupt(event) {
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
    guard !selection.isEmpty, let application else { return }
    application.pasteboard.string = selection.text(of: application.render())
  }

  /// Leaves the screen to the shell; goes on when the shell lets it.
  private func suspend() {
    do {
      try turn { try $0.enterBackground() }
    } catch {
      complain("\(error)")
    }
    frontEnd.suspend()
    turn { $0.enterForeground() }
  }

  private func resume() {
    frontEnd.resume()
    turn { $0.enterForeground() }
  }

  // MARK: Drawing

  /// Whether the last frame was not drawn, as input waited.
  private var passesFrame = false
  /// What the app showed last: a killed one can be seen no other way.
  private var lastPicture: Grid?

  private func draw() {
    if let application, application.screenSize != applicationSize { resizeApplication() }
    if saysWhatWaits, application?.isRestorationExtended != true {
      saysWhatWaits = false
      notice.hide()
    }
    frontEnd.present(Frame(of: application) { [unowned self] in frame() })
  }

  private func frame() -> Grid {
    let size = frontEnd.size
    let picture = application?.render() ?? lastPicture
    lastPicture = picture
    var grid = picture.map { $0.resized(to: size) } ?? Grid(size: size)
    let theme = application?.theme ?? frontEnd.requiredTheme ?? .terminal
    selection?.draw(over: &grid)
    console.draw(over: &grid, theme: theme)
    for overlay in overlays { overlay.draw(over: &grid, theme: theme) }
    notice.draw(over: &grid, theme: theme)
    return grid
  }

  // MARK: The app's part of the screen

  private var applicationSize: Size { requestedSize ?? console.room(on: frontEnd.size) }

  private func resizeApplication() {
    session.resize(to: applicationSize)
  }

  /// Gives the app a screen of another size, which it is seen on as far as there is room; nil: what there is room for.
  public func resizeApplication(to size: Size?) {
    requestedSize = size
    resizeApplication()
  }

  // MARK: Overlays

  /// Shows something of the host's own over the app; it takes keyboard focus.
  public func present(_ overlay: any ScreenOverlay) {
    overlay.resize(to: frontEnd.size)
    overlays.append(overlay)
  }

  /// Takes an overlay away.
  public func dismiss(_ overlay: any ScreenOverlay) { overlays.removeAll { $0 === overlay } }

  /// Whether an overlay is shown.
  public func isPresented(_ overlay: any ScreenOverlay) -> Bool { overlays.contains { $0 === overlay } }

  private var problemSheets: [ProblemSheet] { overlays.compactMap { $0 as? ProblemSheet } }

  /// Whether the state can be saved is said without taking the keys from who types.
  private func report(_ saving: Problem.Saving) {
    switch saving {
    case .fails(let reason): notice.lasting = "Could not save: \(reason) (retrying)."
    case .goesOn:
      notice.lasting = nil
      if let application { notice.show("The state is saved again.", for: InterruptRule.delay, in: application) }
    }
  }

  /// Shows what went wrong, over the app; the app goes on.
  private func show(_ problem: Problem) {
    if problem.isError { outcome.hasFailed = true }
    if frontEnd.report(problem) { return }
    let isTaken = overlays.last?.take(problem) == true || problemSheets.contains { $0.take(problem) }
    let isRepeat =
      problem.isError && repeatedErrors.isRepeat(problem, at: application?.timers.now ?? 0) && !isHandlingInput
    complain("\(problem)", isError: problem.isError, isShown: isTaken)
    if let saving = problem.saving { report(saving) }
    if isTaken || isRepeat { return }
    guard problem.saving == nil else { return }
    if problem.pinnedSave != nil {
      notice.pinned = [problem.summary, problem.detail].filter { !$0.isEmpty }.joined(separator: ". ")
      return
    }
    if problem.isError || !problem.isReportedOnce { overlays.append(ProblemSheet(problem, size: frontEnd.size)) }
  }
}
