import ArchiveStore
import Glibc
import Interface
import Loop
import LuaScreens
import SystemCalls

/// Runs an app on a front end until it exits: its life cycle, signals, and the host's commands.
///
/// ``ProblemReports`` shows problems, and ``ScreenOutput`` has the text that was printed meanwhile.
@MainActor
public final class AppScreen: FrontEndHost {
  /// The result of a run.
  public struct Outcome: Sendable {
    /// The exit code requested by the script or a prompt; nil if the user or a signal quit the app.
    public var exitCode: Int32?
    /// Whether a callback of the app failed.
    public var hasFailed: Bool
    /// Whether a signal asked the process to exit.
    public var wasEndRequested: Bool
  }

  /// The app's session.
  public let session: AppSession
  /// The overlays.
  public let overlays: OverlayStack
  /// The text printed while the app uses the screen.
  public let output: ScreenOutput
  /// Commands besides the screen's own.
  public var commands: [KeyCommand] = []
  /// Whether the app is reloaded when its scripts change.
  public var reloadsOnChange = false
  /// The theme that the user chose for all apps; nil if a choice applies to this run alone.
  public var themePreference: ThemePreference?
  /// Called when the app is launched.
  public var didLaunch: () throws -> Void = {}

  let frontEnd: any FrontEnd
  private let composer: FrameComposer
  private let selection = SelectionByMouse()
  private lazy var router = InputRouter(self, selection)
  private lazy var problems = ProblemReports(self)
  private lazy var console = OutputConsole(output.view)
  private var exitCode: Int32?
  /// The requested size of the app; nil for the whole area available to it.
  private var requestedSize: Size?
  /// Whether the last frame was skipped because input was waiting.
  private var passesFrame = false

  /// Creates a screen for an app that is not running yet.
  public init(_ session: AppSession, on frontEnd: any FrontEnd) {
    self.session = session
    self.frontEnd = frontEnd
    overlays = OverlayStack(on: frontEnd.size)
    output = ScreenOutput(frontEnd)
    composer = FrameComposer(overlays, selection)
    overlays.onChange = { [weak self] in
      guard let self else { return }
      application?.coveringHints = overlays.keyHints
      fitApplication()
    }
  }

  // MARK: Life cycle

  /// Launches the app and runs it until it exits.
  ///
  /// - Throws: an error of the front end, of the script before the screen is loaded, or of the store at exit.
  public func run(isRestoring: Bool = true) throws -> Outcome {
    // Show the snapshot of the last save until the live screen can be drawn.
    let snapshot = isRestoring ? try session.snapshotBeforeLoading() : nil
    frontEnd.inlineRows = snapshot?.inlineRows
    // The screen replaces the standard streams, by which the terminal is known.
    _ = SessionHolder.terminalOfThisProcess
    // Only the output of a terminal is captured.
    let capturesErrors = isatty(STDERR_FILENO) == 1
    // Before the app can be seen and ended.
    try session.takeSignals(urgent: frontEnd.urgentInput)
    defer {
      // The watchdog still prevents a stream without a reader from blocking the exit.
      fflush(nil)
      session.loop.returnSignals()
    }
    try frontEnd.open(showing: snapshot.map(picture), for: self)
    // Close the screen before anything is printed.
    defer { close() }
    if frontEnd.hasTerminal { session.lendTerminal { [frontEnd] in frontEnd.lendTerminal(while: $0) } }
    session.onLoad = { [weak self] in self?.prepare($0.application) }
    session.onProblem = { [weak self] in self?.problems.show($0) }
    session.onWrite = { [weak self] bytes, isError in
      self?.frontEnd.scriptWillWrite()
      self?.output.willWrite(bytes, isError: isError, isCaptured: !isError || capturesErrors)
    }
    let sources = watchSignals()
    defer { sources.forEach { $0.cancel() } }
    try session.load()
    try session.launch(isRestoring: isRestoring)
    session.loop.fireDue()
    try didLaunch()
    let scripts = reloadsOnChange ? watchScripts() : nil
    defer { withExtendedLifetime(scripts) {} }
    if session.requestedExit == nil { session.loop.run { [unowned self] in turnWillEnd() } }
    let outcome = Outcome(
      exitCode: session.requestedExit ?? exitCode, hasFailed: problems.hasFailed,
      wasEndRequested: MainLoop.isEndPending)
    // The user is waiting, whereas an app that exits by itself may take its time.
    if session.requestedExit == nil, frontEnd.urgentInput != nil { MainLoop.requestEnd() }
    close()
    try session.terminate()
    return outcome
  }

  /// Closes the screen, which has captured what scripts have written so far.
  private func close() {
    system_flush_output()
    frontEnd.close()
  }

  /// Returns the picture of a snapshot in the theme that the app is going to have.
  private func picture(of snapshot: Snapshot) -> Grid {
    let theme = frontEnd.requiredTheme ?? themePreference?.theme ?? snapshot.theme.flatMap { Theme.named($0.own) }
    guard let theme else { return snapshot.grid }
    return snapshot.grid(in: theme.resolved(for: frontEnd.colorDepth, on: frontEnd.background))
  }

  /// Draws unless more input is waiting, but never skips two frames in a row.
  private func turnWillEnd() {
    // Flush output of `io.write` as well.
    system_flush_output()
    if session.requestedExit != nil { return session.loop.stop() }
    passesFrame = !passesFrame && session.loop.hasInput
    if !passesFrame { draw() }
  }

  private func draw() {
    fitApplication()
    if let application, application.terminalBackground != frontEnd.background {
      application.terminalBackground = frontEnd.background
    }
    application?.pictureCellSize = frontEnd.pictureCellSize
    if application?.isRestorationExtended == false { application?.messages.remove(about: .restoration) }
    frontEnd.present(
      Frame(of: application) { [unowned self] in
        composer.frame(
          of: application, on: frontEnd.size,
          theme: (frontEnd.requiredTheme ?? .auto).resolved(for: frontEnd.colorDepth, on: frontEnd.background))
      })
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
      // The problems of the previous scripts are obsolete.
      self?.overlays.dismiss(where: { $0 is ProblemSheet })
    } didReload: { [weak self] hasErrors in
      let text = hasErrors ? "Reloaded; the launch reported an error." : "Reloaded."
      self?.application?.messages.show(text, for: .seconds(InterruptRule.delay), about: .reload)
    }
  }

  /// Stops the process and returns the terminal to the shell. Continues when the shell resumes the process.
  private func suspend() {
    do {
      try session.recorded(.background) { try turn { try $0.enterBackground() } }
    } catch {
      output.complain("\(error)")
    }
    frontEnd.suspend()
    session.recorded(.foreground) { turn { $0.enterForeground() } }
  }

  private func resume() {
    frontEnd.resume()
    turn { $0.enterForeground() }
  }

  // MARK: Called by the front end

  public var loop: any EventLoop { session.loop }
  public var application: Application? { session.host?.application }
  public func end() { session.loop.stop() }
  public func didCapture(_ bytes: [UInt8]) { output.didCapture(bytes) }

  /// Exits the app with an exit code.
  public func end(withCode code: Int32) {
    exitCode = code
    end()
  }

  public func turn(_ body: (Application) throws -> Void) rethrows {
    session.noteInput()
    guard let host = session.host else { return }
    try host.turn { try body(host.application) }
    if session.requestedExit != nil { session.loop.stop() }
  }

  public func handle(_ event: InputEvent) {
    if session.requestedExit != nil { return end() }
    router.handle(event)
    if session.requestedExit != nil { session.loop.stop() }
  }

  /// Whether the app handles input now.
  var isHandlingInput: Bool { router.isInApp }

  // MARK: Commands

  /// Adds the host's actions and commands to a new application.
  private func prepare(_ application: Application) {
    application.pasteboard.onChange = { [weak self, weak application] in
      self?.frontEnd.copy($0)
      if let application { self?.router.didCopy(in: application) }
    }
    application.pasteboard.read = { [weak self] receive in
      if let self { frontEnd.readClipboard(receive) } else { receive(nil) }
    }
    if frontEnd.hasTerminal {
      application.hostActions[.redraw] = { [weak self] in
        self?.frontEnd.redraw()
        return self != nil
      }
    }
    frontEnd.inlineRows = application.inlineRows
    application.onSystemNotification = { [weak self, weak application] in
      self?.frontEnd.notify($0, title: application?.identifier ?? "")
    }
    application.requiredTheme = frontEnd.requiredTheme
    application.chosenTheme = themePreference?.theme
    application.colorDepth = frontEnd.colorDepth
    application.terminalBackground = frontEnd.background
    application.hostCommands = ownCommands
    // With fewer colours, the terminal's own are the only choice.
    if frontEnd.colorDepth > .basic {
      application.hostCommands += Theme.names.map { name in
        var command = KeyCommand(HostCommand.theme(named: name)) { [weak self, weak application] in
          guard let theme = Theme.named(name) else { return }
          application?.requiredTheme = nil
          application?.chosenTheme = theme
          self?.remember(theme)
        }
        command.preview = { [weak application] isShown in
          application?.previewedTheme = isShown ? Theme.named(name) : nil
        }
        return command
      }
    }
    application.hostKeyHelp = frontEnd.keyHelp
    application.coveringHints = overlays.keyHints
    problems.prepare(application)
  }

  /// Stores the theme that the user has chosen, or reports that it is for this run only.
  private func remember(_ theme: Theme) {
    guard let themePreference else { return }
    do {
      try themePreference.remember(theme)
    } catch {
      application?.messages.show(
        "Could not save the theme: \(FileContents.reason(of: error)) (\(themePreference.path))",
        for: .seconds(8), status: .warning, about: .theme)
    }
  }

  /// The host's commands, with or without an app.
  var hostCommands: [KeyCommand] { application?.hostCommands ?? ownCommands }

  private var ownCommands: [KeyCommand] {
    commands + frontEnd.commands + (frontEnd.showsOutput ? [consoleCommand] : []) + [
      KeyCommand(HostCommand.suspend) { [weak self] in self?.suspend() },
      KeyCommand(HostCommand.quit) { [weak self] in self?.end() },
    ]
  }

  private var consoleCommand: KeyCommand {
    KeyCommand(HostCommand.console) { [weak self] in
      guard let self else { return }
      let wasShown = overlays.isPresented(console)
      if let overlay = overlays.top, overlay.coversOutput {
        overlays.dismiss(overlay)
        if wasShown { return }
      }
      if wasShown { overlays.dismiss(console) } else { overlays.present(console) }
    }
  }

  /// Runs a command and reports its error, if any.
  func run(_ command: KeyCommand) {
    if let application { return application.run(command) }
    do {
      try command.action()
    } catch {
      output.complain("\(error)")
    }
  }

  // MARK: The app's part of the screen

  /// Resizes the screen.
  func resize(to size: Size) {
    overlays.resize(to: size)
    fitApplication()
  }

  /// Resizes the app to its part of the screen.
  func fitApplication() {
    if let application, application.inlineRows != frontEnd.inlineRows { frontEnd.inlineRows = application.inlineRows }
    if overlays.screen != frontEnd.size { overlays.resize(to: frontEnd.size) }
    let size = requestedSize ?? overlays.room
    if session.configuration.screenSize != size
      || application.map({ $0.screenSize != size.limited(toRows: $0.inlineRows) }) == true
    {
      session.resize(to: size)
    }
  }

  /// Sets the size of the app's screen, which may be larger than its visible part; nil for the whole area available to
  /// it.
  public func resizeApplication(to size: Size?) {
    requestedSize = size
    fitApplication()
  }
}
