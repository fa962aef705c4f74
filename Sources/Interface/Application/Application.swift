import StateRestoration

/// The app itself: its windows, its life cycle, and when its state is saved and restored (UIKit's `UIApplication` and its
/// delegate in one).
///
/// Subclass it and override the delegate's methods; ``launch(options:)`` then runs the whole launch in UIKit's order.
@MainActor
open class Application: Responder, RestorableApplication {
  /// Names the app's state on disk, in reverse domain notation.
  public var identifier: String
  /// The app's own version, recorded in every save.
  public var version: String { didSet { heldBytesDidChange() } }
  /// The size of the screen in cells.
  public private(set) var screenSize: Size
  /// What it lends to all that stands in it.
  public let context: ApplicationContext
  /// What happened so far.
  public var log: EventLog { context.log }
  /// What waits for its time.
  public var timers: TimerQueue { context.timers }
  /// What was copied.
  public let pasteboard = Pasteboard()
  /// How everything looks.
  public var theme: Theme {
    get { requiredTheme ?? chosenTheme ?? ownTheme }
    set { ownTheme = newValue }
  }
  private var ownTheme = Theme.terminal { didSet { setNeedsDisplay() } }
  /// How the user wants everything to look. It comes back with the state.
  public var chosenTheme: Theme? {
    didSet {
      setNeedsDisplay()
      applicationStateDidChange()
    }
  }
  /// How everything looks in this run, whatever the app and the user say: the terminal's limits.
  public var requiredTheme: Theme? { didSet { setNeedsDisplay() } }
  /// Named actions, for the command palette and for keys, wherever the user is.
  public var keyCommands: [KeyCommand] = [] {
    didSet {
      heldBytesDidChange()
      setNeedsDisplay()
    }
  }

  open override var heldBytes: Int {
    keyCommands.reduce(version.utf8.count + pasteboard.string.utf8.count) { $0 + $1.heldBytes }
  }
  /// What is said over the screen for a while.
  public private(set) lazy var notifications: Notifications = {
    let notifications = Notifications(timers: timers)
    notifications.onChange = { [weak self] in self?.setNeedsDisplay() }
    return notifications
  }()
  /// Whether the last line of a screen that is high enough names the keys that matter now.
  public var showsKeyHints = true { didSet { keyHintsDidChange() } }
  /// What of the host's own commands the key hints name, help first. Without any there are no key hints.
  public var hintedCommands: [HostCommand] = [] { didSet { keyHintsDidChange() } }
  /// Named actions of what runs the app.
  public var hostCommands: [KeyCommand] = []
  /// What whoever runs the app does for keys that nothing in the app has a use for; each returns false if it did nothing.
  public var hostActions: [HostCommand: () -> Bool] = [:]
  /// Whether whoever runs the app covers it with something that asks the user.
  public var isCoveredByHost: Bool { coveringHints != nil }
  /// The keys of what covers it so, for the line of key hints; nil: nothing does.
  public var coveringHints: [KeyHint]? {
    didSet {
      guard coveringHints != oldValue else { return }
      if isCoveredByHost != (oldValue != nil) { finishUpdatingAppearance() }
      keyHintsDidChange()
    }
  }
  /// What keys of what runs the app do that are no commands, for the help.
  public var hostKeyHelp: [KeyHelp] = []
  /// Whether changes are saved by themselves.
  public var autosave = true
  /// The main storyboard: its initial controller is made before `willFinishLaunching`.
  public var mainStoryboard: Storyboard?
  /// Seconds since 1970, for the time a save was made. Tests put their own.
  public var wallClock: () -> Double = { 0 }

  /// An application that keeps its state in this store; nil keeps none.
  public init(
    identifier: String, version: String = "", screenSize: Size = Size(width: 80, height: 24),
    context: ApplicationContext = ApplicationContext()
  ) {
    self.identifier = identifier
    self.version = version
    self.screenSize = screenSize.asScreen
    self.context = context
    super.init()
    context.application = self
    enter(context)
    pasteboard.application = self
  }

  // MARK: Windows

  /// The windows, in the order they were made.
  public private(set) var windows: [Window] = []

  /// The window that the app shows, as its delegate's `window` is in UIKit. The first one, unless another was set.
  open var window: Window? {
    get { mainWindow ?? windows.first }
    set {
      mainWindow = newValue
      if let newValue { addWindow(newValue) }
    }
  }
  private var mainWindow: Window?
  /// The place among the windows of the one that was key when the state was saved. It is key again however the launch
  /// makes the windows visible.
  var restoredKeyWindow: Int?

  /// The window that is shown and gets keyboard focus.
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

  /// Makes a window one of this application's.
  public func addWindow(_ window: Window) {
    guard window.application !== self else { return }
    windows.append(window)
    window.application = self
    window.size = screenSize
    didTakeOwnership(of: window)
  }

  open override var ownedResponders: [Responder] { windows }

  /// Takes another size of the screen.
  public func resize(to size: Size) {
    screenSize = size.asScreen
    for window in windows { window.size = screenSize }
  }

  private func setNeedsDisplay() {
    for window in windows { window.needsDisplay = true }
  }

  private func keyHintsDidChange() {
    for window in windows { window.content.setNeedsLayout() }
  }

  /// Sends the appearance callbacks that a turn still owes, as it changed too much to send each at once.
  public func finishUpdatingAppearance() {
    for window in windows { window.finishUpdatingAppearance() }
  }

  /// Draws the key window; while restoration is extended, the picture of the last save.
  ///
  /// - Parameter withNotifications: whether what is said for a while is drawn over it; no part of the app's state.
  public func render(withNotifications: Bool = true) -> Grid {
    if let extendedRestoration { return extendedRestoration.screen(of: screenSize) }
    return (keyWindow ?? windows.first)?.render(withNotifications: withNotifications) ?? Grid(size: screenSize)
  }

  /// Leads an event to the key window. Returns whether anything handled it. While restoration is extended, keys and
  /// pasted text wait for the restored screen.
  @discardableResult
  open func handle(_ event: InputEvent) -> Bool {
    if case .resize(let size) = event {
      resize(to: size)
      return true
    }
    if isRestorationExtended { return extendedRestoration?.hold(event, on: screenSize) ?? false }
    guard phase == .active else { return false }
    return keyWindow?.handle(event) ?? false
  }

  /// Something was done for the user that no event led to.
  open func eventWasHandled() {}

  // MARK: The delegate

  /// Windows, and anything that must exist before restoration, are made here.
  open func willFinishLaunching(options: LaunchOptions) throws {}
  /// The interface is built here, if the window has no root controller.
  open func didFinishLaunching(options: LaunchOptions) throws {}
  /// The app is in front.
  open func didBecomeActive() throws {}
  /// The app is about to leave the front.
  open func willResignActive() throws {}
  /// The app is no longer seen.
  open func didEnterBackground() throws {}
  /// The app is about to be seen again.
  open func willEnterForeground() throws {}
  /// The app ends.
  open func willTerminate() throws {}
  /// Memory is short.
  open func didReceiveMemoryWarning() throws {}

  open func shouldSaveApplicationState(_ coder: StateCoder) throws -> Bool { false }
  open func shouldRestoreApplicationState(_ coder: StateCoder) throws -> Bool { false }
  open func willEncodeRestorableState(_ coder: StateCoder) throws {}
  open func didDecodeRestorableState(_ coder: StateCoder) throws {}

  open var makesViewControllers: Bool { false }
  open func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?
  { nil }

  open func restorationClass(named name: String) -> (any RestorationClass)? { nil }
  /// Instantiates a class of the app's that comes from `AlertController`; nil if the app has no such class.
  open func makeAlert(ofClass name: String) throws -> AlertController? { nil }

  /// Storyboards that were made, by name.
  public private(set) var storyboards: [String: Storyboard] = [:]

  /// Makes a storyboard known, so that controllers that came from it can be made again.
  public func register(_ storyboard: Storyboard) {
    storyboards[storyboard.name] = storyboard
  }

  // MARK: Launch

  /// What a launch is given, for the app's own use.
  public typealias LaunchOptions = AnyObject?

  /// Where the application is in its life.
  public enum Phase: Sendable {
    case notLaunched, launching, active, inactive, background, terminated
  }

  /// Where the application is in its life.
  public internal(set) var phase = Phase.notLaunched
  /// Whether the appearance callbacks are sent: from the end of the launch on.
  var isShowingInterface = false
  /// Whether the tree was made from a saved state at this launch.
  public internal(set) var didRestoreState = false

  var preservation: Preservation?
  /// How many bytes of what the application and its nodes encoded are held, for the last save and for the next.
  public var encodedBytes: Int { preservation?.encodedBytes ?? 0 }
  var restoration: Restoration?
  /// The restoration that this launch made, while stored state waits for views.
  var lateRestoration: Restoration?
  var restorationGuard: RestorationGuard?
  /// Where the state is kept; nil before the launch, and if it is kept nowhere.
  var store: (any ArchiveStore)?
  /// The save that this launch read.
  var saveToPin: SaveNumber?
  /// The save with the same contents as the one that this launch reads, if it is pinned already.
  public var pinnedSave: SaveNumber?
  var isLaunchAbandoned = false
  var restorationExtensions = 0
  var extensionLimit: TimerQueue.Timer?
  var extendedRestoration: ExtendedRestoration? { didSet { setNeedsDisplay() } }
  var launchOptions: LaunchOptions = nil
  /// Whether `willFinishLaunching` failed: what fails in `didFinishLaunching` then follows from it.
  var hasFailedToLaunch = false
  /// Whether the launch made a window beside the one that was restored.
  var hasTwoWindowsForOne = false

  /// How long the matching ``completeStateRestoration()`` may take, in seconds.
  public static let extensionLimitSeconds = 10.0

  /// `didFinishLaunching` has put another controller in the place of the root that was restored, which is gone with all in
  /// it.
  open func restoredRootWasReplaced(in window: Window) {}
  /// `didFinishLaunching` has made another window the app's than the one that was restored.
  open func restoredWindowWasReplaced(by window: Window) {}

  // MARK: Saving

  var lastSaveTime = -Double.infinity
  var autosaveTimer: TimerQueue.Timer?
  /// When a review was begun last, what begins the next one, and what continues the one that goes on.
  var lastReviewTime = -Double.infinity
  var reviewTimer: TimerQueue.Timer?
  var reviewSliceTimer: TimerQueue.Timer?
  var isSnapshotIgnored = false
  /// Whether the user knows that the state cannot be saved now.
  var isSaveFailureKnown = false
  /// How long to wait after a save that failed; nil if the last one did not.
  var retryInterval: Double?

  // MARK: Objects

  /// The objects registered for restoration, in the order of registration.
  public var registeredObjects: [any RestorableObject] { objects.all }
  private let objects = RegisteredObjects()

  /// Lets an object that is no view or controller take part in preservation and restoration.
  ///
  /// - Throws: ``RegistrationError`` if it is registered, or another object has this identifier below the same parent.
  public func registerObjectForStateRestoration(_ object: any RestorableObject) throws {
    try objects.register(object)
    preservation?.invalidateEverything()
  }

  /// An object's state, or its identifier, may have changed.
  public func objectStateDidChange(_ object: any RestorableObject) {
    objects.nameMayHaveChanged(of: object)
    preservation?.invalidate(object)
  }

  open func registerRestoredObject(_ object: any RestorableObject, identifier: String) {
    try? registerObjectForStateRestoration(object)
  }

  // MARK: Problems

  /// Tells the user, once, about something that went wrong in preservation or restoration.
  public func report(_ problem: RestorationProblem) {
    // A missing identifier in two windows follows from that, which was reported.
    if hasTwoWindowsForOne, case .duplicateIdentifier(let path, _, _) = problem, path.components.count == 1 { return }
    context.report(Problem(problem, at: place(toMend: problem)))
  }

  /// Where the app says what a problem is about: `file:line`; nil where nobody knows.
  open func place(toMend problem: RestorationProblem) -> String? { nil }

  /// Tells the user about an error in a callback of the app, as ``ApplicationContext/report(_:from:isToldOnce:)``.
  public func report(_ error: any Error, from source: String, isToldOnce: Bool = false) {
    context.report(error, from: source, isToldOnce: isToldOnce)
  }

  /// Lets whoever runs the app do what it offers. Returns false if it does not offer that, or did nothing.
  @discardableResult
  public func perform(_ command: HostCommand) -> Bool { hostActions[command]?() ?? false }

  /// Does what a command says; an error in it is reported.
  public func run(_ command: KeyCommand) {
    do {
      try command.action()
    } catch {
      report(error, from: "command \"\(command.title)\"")
    }
  }

  /// Calls a method of the delegate. Returns whether it did not fail.
  ///
  /// - Parameter isErrorTold: whether an error in it is reported.
  @discardableResult
  func call(_ callback: String, isErrorTold: Bool = true, _ body: () throws -> Void) -> Bool {
    log.record(.application, callback)
    do {
      try body()
      return true
    } catch {
      if isErrorTold { report(error, from: "app \(callback)") }
      return false
    }
  }
}
