import Glibc
import Loop
import StateRestoration

/// An app: its windows, its life cycle, and the preservation and restoration of its state (UIKit's `UIApplication` and
/// its delegate in one).
///
/// Subclass it and override the delegate's methods. ``launch(options:)`` then runs the whole launch in UIKit's order.
@MainActor
open class Application: Responder, RestorableApplication {
  /// The name of the app's stored state, in reverse domain notation.
  public var identifier: String
  /// The app's own version, recorded in every save.
  public var version: String { didSet { heldBytesDidChange() } }
  /// The size of the screen in cells.
  public private(set) var screenSize: Size
  /// The size of the whole screen, of which an inline app uses a part.
  private var availableSize: Size
  /// The log, timers and event loop that the app's objects share.
  public let context: ApplicationContext
  /// The events so far.
  public var log: EventLog { context.log }
  /// The app's timers.
  public var timers: TimerQueue { context.timers }
  /// The text copied last.
  public let pasteboard = Pasteboard()
  /// The current theme, as shown by the terminal (``Theme/resolved(for:on:)``). Setting it sets that of the app.
  public var theme: Theme {
    get { shownTheme }
    set { ownTheme = newValue }
  }
  /// The current theme as it was set.
  public var requestedTheme: Theme { previewedTheme ?? requiredTheme ?? chosenTheme ?? ownTheme }
  private lazy var shownTheme = requestedTheme.resolved(for: colorDepth, on: terminalBackground)
  private var ownTheme = Theme.auto { didSet { themeDidChange() } }
  var themeNames: Snapshot.ThemeNames { .init(own: ownTheme.name, shown: theme.name) }
  /// The theme that the user chose, which overrides that of the app.
  public var chosenTheme: Theme? { didSet { themeDidChange() } }
  /// The theme that the user is trying out.
  public var previewedTheme: Theme? { didSet { themeDidChange() } }
  /// The theme that the terminal requires, which overrides those of the app and the user.
  public var requiredTheme: Theme? { didSet { themeDidChange() } }
  /// The colours that the terminal supports.
  public var colorDepth = ColorDepth.full { didSet { themeDidChange() } }
  /// The terminal's background, which the theme ``Theme/auto`` follows.
  public var terminalBackground = TerminalBackground.unknown { didSet { themeDidChange() } }
  /// The size of a cell in pixels, if the front end can show pictures; nil draws them in block characters.
  public var pictureCellSize: Size? {
    didSet { if pictureCellSize != oldValue { setNeedsDisplay() } }
  }
  /// The number of rows below the prompt in which the app runs, without the terminal's alternate screen; nil for the
  /// whole screen.
  public var inlineRows: Int? { didSet { if inlineRows != oldValue { resize(to: availableSize) } } }
  /// Shows a notification outside of the screen, if the host can.
  public var onSystemNotification: (String) -> Void = { _ in }

  private func themeDidChange() {
    let theme = requestedTheme.resolved(for: colorDepth, on: terminalBackground)
    guard theme != shownTheme else { return }
    shownTheme = theme
    setNeedsDisplay()
  }
  /// Named actions for the command palette and for keys, available everywhere in the app.
  public var keyCommands: [KeyCommand] = [] {
    didSet {
      heldBytesDidChange()
      setNeedsDisplay()
    }
  }

  open override var heldBytes: Int {
    keyCommands.reduce(version.utf8.count + pasteboard.string.utf8.count) { $0 + $1.heldBytes }
      + forgets.reduce(0) { $0 + 16 + $1.utf8.count }
  }
  /// Short messages shown over the screen.
  public private(set) lazy var messages: Messages = {
    let messages = Messages(timers: timers)
    messages.onChange = { [weak self] in self?.setNeedsDisplay() }
    return messages
  }()
  /// Whether the last line of the screen shows key hints, if the screen is high enough.
  public var showsKeyHints = true { didSet { keyHintsDidChange() } }
  /// The host commands that the key hints include, help first. If empty, no key hints are shown.
  public var hintedCommands: [HostCommand] = [] { didSet { keyHintsDidChange() } }
  /// Named actions of the host.
  public var hostCommands: [KeyCommand] = []
  /// The host's actions for keys that the app does not handle. An action returns false if it did nothing.
  public var hostActions: [HostCommand: () -> Bool] = [:]
  /// Whether an overlay of the host covers the app and takes its input.
  public var isCoveredByHost: Bool { coveringHints != nil }
  /// The key hints of the host's overlay; nil if there is no overlay.
  public var coveringHints: [KeyHint]? {
    didSet {
      guard coveringHints != oldValue else { return }
      if isCoveredByHost != (oldValue != nil) { finishUpdatingAppearance() }
      keyHintsDidChange()
    }
  }
  /// The keys of the host that are not commands, for the help.
  public var hostKeyHelp: [KeyHelp] = []
  /// Whether changes are saved automatically.
  public var autosave = true
  /// The identifiers and identifier paths of parts of the app whose state may be lost, for tools that compare runs. A name
  /// covers all nodes below it.
  public var forgets: [String] = [] { didSet { heldBytesDidChange() } }
  /// The main storyboard. Its initial controller is instantiated before `willFinishLaunching`.
  public var mainStoryboard: Storyboard?
  /// Returns the seconds since 1970, which each save records. Tests replace it.
  public var wallClock: () -> Double = { Double(time(nil)) }

  /// Creates an application.
  public init(
    identifier: String, version: String = "", screenSize: Size = Size(width: 80, height: 24),
    context: ApplicationContext = ApplicationContext()
  ) {
    self.identifier = identifier
    self.version = version
    self.screenSize = screenSize.asScreen
    availableSize = self.screenSize
    self.context = context
    super.init()
    context.application = self
    enter(context)
    pasteboard.application = self
  }

  // MARK: Windows

  /// The windows, in the order of creation.
  public private(set) var windows: [Window] = []

  /// The app's main window, like the delegate's `window` in UIKit; by default the first one.
  open var window: Window? {
    get { mainWindow ?? windows.first }
    set {
      mainWindow = newValue
      if let newValue { addWindow(newValue) }
    }
  }
  private var mainWindow: Window?
  /// The index of the window that was key when the state was saved. It becomes key again in whatever order the launch
  /// shows the windows.
  var restoredKeyWindow: Int?

  /// The visible window, which receives keyboard input.
  public internal(set) var keyWindow: Window? {
    didSet {
      guard keyWindow !== oldValue else { return }
      if let keyWindow { addWindow(keyWindow) }
      oldValue?.updateAppearance()
      keyWindow?.updateAppearance()
      applicationStateDidChange()
      preservation?.invalidateEverything()
    }
  }

  /// The window that is drawn: the key window, or the first one before the launch shows one.
  package var frontWindow: Window? { keyWindow ?? windows.first }

  /// Adds a window to the application.
  public func addWindow(_ window: Window) {
    guard window.application !== self else { return }
    windows.append(window)
    window.application = self
    window.size = screenSize
    didTakeOwnership(of: window)
  }

  open override var ownedResponders: [Responder] { windows }

  /// Resizes the screen.
  public func resize(to size: Size) {
    availableSize = size.asScreen
    screenSize = availableSize.limited(toRows: inlineRows)
    for window in windows { window.size = screenSize }
  }

  private func setNeedsDisplay() {
    for window in windows { window.setNeedsDisplay() }
  }

  private func keyHintsDidChange() {
    for window in windows { window.content.setNeedsLayout() }
  }

  /// Sends the appearance callbacks that are still pending from this turn of the event loop.
  public func finishUpdatingAppearance() {
    for window in windows { window.finishUpdatingAppearance() }
  }

  /// Observes the events; see ``handle(_:)``.
  public weak var inputObserver: (any InputObserver)?

  /// Dispatches an event to the key window. Returns whether the event was handled. While restoration is extended, keys
  /// and pasted text wait for the restored screen.
  @discardableResult
  open func handle(_ event: InputEvent) -> Bool {
    guard let inputObserver else { return dispatch(event) }
    inputObserver.application(self, willHandle: event)
    let isHandled = dispatch(event)
    inputObserver.application(self, didHandle: event, isHandled: isHandled)
    return isHandled
  }

  private func dispatch(_ event: InputEvent) -> Bool {
    if case .resize(let size) = event {
      resize(to: size)
      return true
    }
    if isRestorationExtended { return extendedRestoration?.hold(event, on: screenSize) ?? false }
    guard phase == .active else { return false }
    return keyWindow?.handle(event) ?? false
  }

  /// Called after an action for the user that no input event triggered.
  open func eventWasHandled() {}

  // MARK: The delegate

  /// Creates the windows and everything else that must exist before restoration.
  open func willFinishLaunching(options: LaunchOptions) throws {}
  /// Builds the interface, if the window has no root controller.
  open func didFinishLaunching(options: LaunchOptions) throws {}
  /// Called when the app has become active.
  open func didBecomeActive() throws {}
  /// Called before the app becomes inactive.
  open func willResignActive() throws {}
  /// Called when the app has left the screen.
  open func didEnterBackground() throws {}
  /// Called before the app returns to the screen.
  open func willEnterForeground() throws {}
  /// Called before the app exits.
  open func willTerminate() throws {}
  /// Called when memory is low.
  open func didReceiveMemoryWarning() throws {}

  open func shouldSaveApplicationState(_ coder: StateCoder) throws -> Bool { false }
  open func shouldRestoreApplicationState(_ coder: StateCoder) throws -> Bool { false }
  open func willEncodeRestorableState(_ coder: StateCoder) throws {}
  open func didDecodeRestorableState(_ coder: StateCoder) throws {}
  /// Called before the nodes of a saved state are re-created.
  open func willRestore(nodeCount: Int) {}

  open var makesViewControllers: Bool { false }
  open func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?
  { nil }

  open func restorationClass(named name: String) -> (any RestorationClass)? { nil }
  /// Instantiates one of the app's subclasses of `AlertController`; nil if the app has no such class.
  open func makeAlert(ofClass name: String) throws -> AlertController? { nil }

  /// The registered storyboards, by name.
  public private(set) var storyboards: [String: Storyboard] = [:]

  /// Registers a storyboard, so that controllers instantiated from it can be restored.
  public func register(_ storyboard: Storyboard) {
    storyboards[storyboard.name] = storyboard
  }

  // MARK: Launch

  /// Options of a launch, for the app's own use.
  public typealias LaunchOptions = AnyObject?

  /// A phase of the application's life cycle.
  public enum Phase: Sendable {
    case notLaunched, launching, active, inactive, background, terminated
  }

  /// The current phase of the application's life cycle.
  public internal(set) var phase = Phase.notLaunched
  /// Whether appearance callbacks are sent; true from the end of the launch on.
  var isShowingInterface = false
  /// Whether this launch restored a saved state.
  public internal(set) var didRestoreState = false

  var preservation: Preservation?
  /// The size in bytes of the encoded state in memory, for the last save and the next one.
  public var encodedBytes: Int { preservation?.encodedBytes ?? 0 }
  var restoration: Restoration?
  /// The restoration of this launch, while stored state waits for views.
  var lateRestoration: Restoration?
  var restorationGuard: RestorationGuard?
  /// The store of the app's state; nil before the launch, and if the state is not stored.
  var store: (any ArchiveStore)?
  /// The save that this launch restored.
  var saveToPin: SaveNumber?
  /// An already pinned save with the same contents as the one that this launch restores.
  public var pinnedSave: SaveNumber?
  var isLaunchAbandoned = false
  var restorationExtensions = 0
  var extensionLimit: TimerQueue.Timer?
  var extendedRestoration: ExtendedRestoration? { didSet { setNeedsDisplay() } }
  var launchOptions: LaunchOptions = nil
  /// Whether `willFinishLaunching` failed, so that failures in `didFinishLaunching` are consequences.
  var hasFailedToLaunch = false
  /// Whether the launch created a window besides the restored one.
  var hasTwoWindowsForOne = false

  /// The time limit for the matching ``completeStateRestoration()``, in seconds.
  public static let extensionLimitSeconds = 10.0

  /// Called when `didFinishLaunching` has replaced the restored root controller, which discards everything in it.
  open func restoredRootWasReplaced(in window: Window) {}
  /// Called when `didFinishLaunching` has created a window besides the restored one.
  open func restoredWindowWasReplaced(by window: Window) {}

  // MARK: Saving

  var lastSaveTime = -Double.infinity
  var autosaveTimer: TimerQueue.Timer?
  /// Ends the wait for the automatic save that is being written.
  var writingTimer: TimerQueue.Timer?
  /// The start time of the last review, the timer that starts the next one, and the timer that continues the current
  /// one.
  var lastReviewTime = -Double.infinity
  var reviewTimer: TimerQueue.Timer?
  var reviewSliceTimer: TimerQueue.Timer?
  var saveSliceTimer: TimerQueue.Timer?
  /// The time at which the current save was found to need slices.
  var slicingBegan: Double?
  var isSnapshotIgnored = false
  /// Encodes the pictures for saves.
  let snapshotEncoder = SnapshotEncoder()
  /// Whether the user has been notified that the state cannot be saved.
  var isSaveFailureKnown = false
  /// The wait before the next retry; nil if the last save succeeded.
  var retryInterval: Double?

  /// The objects registered for restoration.
  let objects = RegisteredObjects()

  // MARK: Problems

  /// Reports a problem in preservation or restoration to the user, once.
  open func report(_ problem: RestorationProblem) {
    // Two windows with the same identifier explain this problem, and they were reported.
    if hasTwoWindowsForOne, case .duplicateIdentifier(let path, _, _) = problem, path.components.count == 1 { return }
    context.report(problem, at: place(toFix: problem))
  }

  /// Returns the place in the app's source that concerns a problem, as `file:line`; nil if it is unknown.
  open func place(toFix problem: RestorationProblem) -> String? { nil }

  /// Reports an error in a callback to the user.
  public func report(_ error: any Error, from source: String) {
    context.report(error, from: source)
  }

  /// Performs one of the host's commands. Returns false if the host does not offer it, or it did nothing.
  @discardableResult
  public func perform(_ command: HostCommand) -> Bool { hostActions[command]?() ?? false }

  /// Runs a command and reports its error, if any.
  public func run(_ command: KeyCommand) {
    do {
      try command.action()
    } catch {
      report(error, from: "command \"\(command.title)\"")
    }
  }

  /// Calls a delegate method. Returns whether it succeeded.
  ///
  /// - Parameter reportsError: whether its error is reported.
  @discardableResult
  func call(_ callback: String, reportsError: Bool = true, _ body: () throws -> Void) -> Bool {
    let span = log.record(.application, callback)
    defer { log.end(span) }
    do {
      try body()
      return true
    } catch {
      if reportsError { context.report(error, from: "app \(callback)", in: callback, of: self) }
      return false
    }
  }
}
