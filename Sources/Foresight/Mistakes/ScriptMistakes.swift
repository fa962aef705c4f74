import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// Detects mistakes in a script that raise no error but prevent it from working as intended, such as a misspelt
/// callback or an unknown identifier. Checks run at the end of the launch and of later turns, whether or not the code
/// in question is used. Each mistake is reported once as a note, with the line to fix.
///
/// It observes an app that is in use, so it wants no details, whose places cost time.
@MainActor
public final class ScriptMistakes: ScriptObserver {
  unowned let host: ScriptHost
  public override var wantsDetails: Bool { false }
  /// The names of the functions that the host calls.
  private(set) lazy var callbackNames = CallbackNames(of: host.lua)
  /// Checks to run when the turn ends, because names may be defined later in the script.
  private var checks: [@MainActor () -> Void] = []
  /// New objects of script classes, and objects whose fields were written.
  private var writtenObjects: [WeakObject] = []
  private var hasNewClasses = true
  /// Controllers that were added to a tree with their descendants.
  private var newControllers: [WeakObject] = []
  private var hasShownScreen = false
  /// The checked methods, by class and name.
  var checkedMethods: Set<String> = []
  /// The number of checked objects, by class.
  var checkedObjects: [String: Int] = [:]
  /// The number of classes at the last check of handlers.
  var checkedClassCount = 0
  /// The classes of views with at least one identified instance.
  var classesOfNamedViews: Set<String> = []
  /// The classes of views with at least one instance whose ancestors are all identified, too.
  var classesOfSavedViews: Set<String> = []
  /// Unidentified containers that were reported, by place and class.
  var notedGaps: Set<String> = []
  /// The restored root controllers of windows, until the user does something.
  private var restoredRoots: [ObjectIdentifier: WeakObject] = [:]
  /// The time of the restoration on the app's timers.
  private var rootsRestoredAt = 0.0
  /// The places where the launch set the root controllers.
  private var rootPlaces: [ObjectIdentifier: String] = [:]

  /// Creates an observer of an app that has not been launched.
  public init(of host: ScriptHost) {
    self.host = host
  }

  /// The texts of the scripts, read on first use in a turn.
  var sources: ScriptSources {
    if let readSources { return readSources }
    let read = ScriptSources(of: host)
    readSources = read
    return read
  }
  private var readSources: ScriptSources?

  // MARK: Events in a turn

  /// Runs a check at the end of the turn, or of the launch.
  func atEndOfTurn(_ check: @escaping @MainActor () -> Void) { checks.append(check) }

  public override func scriptWillRun() { listCopies = try? host.lua.noticeListCopies() }

  public override func classWasCreated(_ hostClass: HostClass) { hasNewClasses = true }

  /// A line can add methods to classes.
  public override func lineWillRun() { hasNewClasses = true }

  public override func fieldsWereWritten(of object: AnyObject) {
    if writtenObjects.count < 100 { writtenObjects.append(WeakObject(object: object)) }
  }

  public override func responder(_ responder: Responder, wasCreatedOf hostClass: HostClass) {
    if hostClass.allowsFields { fieldsWereWritten(of: responder) }
    if hostClass.isScript, let view = responder as? View { viewWasCreated(view) }
  }

  public override func responder(_ responder: Responder, wasNamedAt place: String?) {
    if let view = responder as? View { viewWasNamed(view) }
  }

  public override func owner(_ owner: Responder, didTake owned: Responder) {
    // The view may be removed again before the turn ends.
    if owner is View, let controller = (owned as? View)?.viewController { viewWasAdded(of: controller) }
    if let controller = owned as? ViewController { newControllers.append(WeakObject(object: controller)) }
  }

  public override func problemWasReported(_ problem: Problem) { if problem.error != nil { hasFailedInTurn = true } }

  public override func advice(_ message: String, at place: String?) {
    atEndOfTurn { [weak self] in self?.report(message, at: place) }
  }

  public override func keyCommand(
    _ title: String, ofMethod method: String, wasSetOn object: Responder, at place: String?
  ) {
    atEndOfTurn { [weak self, weak object] in
      guard let self, let object, !host.hasMethod(method, of: object) else { return }
      report(host.missingMethod(method, ofKeyCommand: title, on: object), at: place)
    }
  }

  /// Runs the checks and reports mistakes.
  public override func turnDidEnd() {
    guard host.lua.isOpen, !host.isExitRequested,
      [.active, .inactive, .background].contains(host.application.phase)
    else { return }
    defer { readSources = nil }
    checkLists()
    while !checks.isEmpty {
      let now = checks
      checks = []
      for check in now { check() }
    }
    if hasNewClasses {
      hasNewClasses = false
      checkMethods()
      checkHandlers()
    }
    if !writtenObjects.isEmpty {
      let objects = writtenObjects.compactMap(\.object)
      writtenObjects = []
      checkFields(of: objects)
    }
    if !newControllers.isEmpty {
      let controllers = newControllers.compactMap { $0.object as? ViewController }
      newControllers = []
      checkNames(of: controllers)
    }
    if !hasShownScreen { checkScreen() }
  }

  /// The lists that the script has read from properties, to find those that are changed and not assigned.
  private var listCopies: ListCopies?
  /// Whether an error was reported in this turn, so that the script stopped early.
  private var hasFailedInTurn = false

  /// Reports lists that were read from a property and changed, but not assigned.
  private func checkLists() {
    let copies = listCopies?.takeDropped(isWanted: !hasFailedInTurn) ?? []
    hasFailedInTurn = false
    // A script may change its own copy of a point to compute with it.
    for copy in copies where copy.isList || sources.assignsField(of: copy.property, at: copy.place) {
      let (kind, name) = copy.isList ? ("list", "list") : ("table", "value")
      let property = "\(sources.owner(of: copy.property, at: copy.place) ?? "object").\(copy.property)"
      report(
        "the \(kind) read from \(property) is a copy; changes to it have no effect unless it is assigned: local \(name) = \(property); …; \(property) = \(name)",
        at: copy.place)
    }
  }

  /// Whether neither errors nor mistakes have been reported yet.
  var isQuiet: Bool { host.context.reported.isQuiet }

  /// Reports a mistake, unless it was reported before or is the consequence of a reported error.
  ///
  /// - Parameter place: the place to fix, as `file:line`.
  func report(_ message: String, at place: String?) {
    guard !host.context.reported.hasError(containing: message) else { return }
    host.context.report(Problem(.advice, summary: place.map { "\($0): \(message)" } ?? message))
  }

  // MARK: The screen

  /// Reports that there is no root controller after the launch, unless a reported problem explains it or the app is
  /// still waiting.
  private func checkScreen() {
    let application = host.application
    let isWaiting =
      host.lua.tasks.count > 0 || host.lua.luv != nil || !host.runningProcesses.isEmpty
      || host.hasRunningWorkers
      || application.timers.nextDeadline != nil
    if application.windows.contains(where: { $0.rootViewController != nil }) || !isQuiet {
      hasShownScreen = true
    } else if !isWaiting {
      hasShownScreen = true
      let place = host.lua.definition(ofMethod: ApplicationCallbacks.didFinishLaunching.name, of: application)
      let message =
        application.windows.isEmpty
        ? "the launch finished without a window, so nothing is shown; in didFinishLaunching: self.window = ui.Window { rootViewController = … }; self.window:makeKeyAndVisible()"
        : "the launch finished, but no window has a rootViewController, so nothing is shown; in didFinishLaunching: self.window.rootViewController = …"
      report(message, at: place ?? host.applicationPlace ?? host.configuration.script)
    }
  }

  /// The time after the restoration in which a new root controller counts as part of the launch, in seconds.
  private static let launchSeconds = 10.0

  public override func stateWasRestored() {
    rootsRestoredAt = host.application.timers.now
    for window in host.application.windows {
      restoredRoots[ObjectIdentifier(window)] = window.rootViewController.map { WeakObject(object: $0) }
    }
  }

  /// A new root controller is intended from now on.
  public override func userDidAct() { restoredRoots = [:] }

  public override func window(_ window: Window, willShow root: ViewController?, at place: String?) {
    let id = ObjectIdentifier(window)
    if host.application.phase == .launching {
      rootPlaces[id] = place
    } else if let root, let restored = restoredRoots[id]?.object as? ViewController, root !== restored,
      window.rootViewController === restored, let identifier = restored.restorationIdentifier,
      root.restorationIdentifier == identifier, root.className == restored.className,
      host.application.timers.now - rootsRestoredAt <= Self.launchSeconds
    {
      // A root of another class, such as after a login, is intended. A later change is part of the app's operation.
      report(
        "this replaces the restored root with a new \(root.className), so the restored state is lost; set it only if there is none: if not self.window.rootViewController then … end",
        at: place)
    }
  }

  public override func restoredRootWasReplaced(in window: Window) {
    report(
      "didFinishLaunching replaces the restored root, so the restored state is lost; set it only if there is none: if not self.window.rootViewController then … end",
      at: rootPlaces[ObjectIdentifier(window)]
        ?? host.lua.definition(ofMethod: ApplicationCallbacks.didFinishLaunching.name, of: host.application))
  }

  public override func restoredWindowWasReplaced(by window: Window) {
    report(
      "didFinishLaunching creates a second window beside the restored one; create the window in willFinishLaunching, and set its root only if it has none",
      at: rootPlaces[ObjectIdentifier(window)]
        ?? host.lua.definition(ofMethod: ApplicationCallbacks.didFinishLaunching.name, of: host.application))
  }

  // MARK: Controllers

  public override func viewIsMissing(of controller: ViewController) {
    let place = host.lua.definition(ofMethod: ViewControllerCallbacks.loadView.name, of: controller)
    atEndOfTurn { [weak self, name = controller.className] in
      self?.report("\(name):loadView sets no view; create one and set it: self.view = …", at: place)
    }
  }

  /// Called when the view of a controller was added to another view.
  private func viewWasAdded(of controller: ViewController) {
    atEndOfTurn { [weak self, weak controller] in
      guard let self, let controller, controller.window == nil, controller.viewIfLoaded?.window != nil else { return }
      report(
        "the view of this \(controller.className) is shown, but the controller has no parent, so it receives no callbacks, and is saved only if another object encodes it; call addChild on the controller whose view contains it",
        at: controller.createdAt)
    }
  }

  public override func dataSource(of asker: Responder, wasSetAt place: String?) {
    atEndOfTurn { [weak self, weak asker] in
      guard let self, let asker else { return }
      if let list = asker as? RowList { host.reportMissingMethod(ofDataSourceOf: list) }
      if let pages = asker as? PageViewController {
        guard pages.dataSource != nil else { return }
        if !PageViewCallbacks.all.contains(where: { self.host.dataSource(of: pages, has: $0) }) {
          let names = PageViewCallbacks.all.map { "'\($0.name)'" }.joined(separator: " nor ")
          report("the data source of the \(pages.className) has neither a method \(names)", at: place)
        }
      }
      checkFunctions(ofDelegatesOf: asker)
    }
  }

  // MARK: Saving and restoring

  public override func objectWasRegistered(_ object: any RestorableObject) {
    checkEncoding(of: object, isSaving: false)
  }

  public override func objectIsNotEncoded(_ object: any RestorableObject) {
    checkEncoding(of: object, isSaving: true)
  }

  public override func restorationClass(_ name: String, wasSetAt place: String?) {
    atEndOfTurn { [weak self] in
      if let self, let objection = host.objection(toRestorationClass: name) { report(objection, at: place) }
    }
  }
}

/// A weak reference to an object.
private struct WeakObject {
  weak var object: AnyObject?
}
