import Interface
import LuaRuntime

/// Mistakes of a script that raise no error, and yet keep it from doing what it says: a method that nobody calls, a name that
/// leads nowhere. They are looked for at the end of the launch and of later turns, whether or not anybody uses what is wrong.
/// Each is reported once, as a note, with the line to fix.
@MainActor
final class ScriptMistakes {
  unowned let host: ScriptHost
  private var told: Set<String> = []
  /// The messages of reported errors: their consequences are not reported again.
  private var errors: [String] = []
  /// What was set since, and is looked at when the turn ends: what it names may be defined below it.
  private var checks: [@MainActor () -> Void] = []
  /// Objects of the script's classes that are new, or of which fields were written.
  private var writtenObjects: [WeakObject] = []
  private var hasNewClasses = true
  /// Controllers that have come into a tree, with what is below them.
  private var newControllers: [WeakObject] = []
  private var hasShownScreen = false
  /// The methods that were looked at, by class and name.
  var checkedMethods: Set<String> = []
  /// How many objects were looked at, by class.
  var checkedObjects: [String: Int] = [:]
  /// How many classes there were when handlers were looked at.
  var checkedClassCount = 0
  /// The classes of views of which one has a restoration identifier.
  var classesOfNamedViews: Set<String> = []
  /// Those of them of which one has identifiers in all that is above it, too.
  var classesOfSavedViews: Set<String> = []
  /// Containers without an identifier that were noted, by place and class.
  var notedGaps: Set<String> = []
  /// The methods that the message about another one names, by name and place.
  var explainedMethods: Set<String> = []
  /// The roots of windows that were restored, until the user does something.
  private var restoredRoots: [ObjectIdentifier: WeakObject] = [:]
  /// When they were restored, by the clock of the app's timers.
  private var rootsRestoredAt = 0.0
  /// Where the launch has put the roots of windows in place.
  private var rootPlaces: [ObjectIdentifier: String] = [:]

  init(of host: ScriptHost) {
    self.host = host
  }

  /// The texts of the scripts, read when they are first asked for in a turn.
  var sources: ScriptSources {
    if let readSources { return readSources }
    let read = ScriptSources(of: host)
    readSources = read
    return read
  }
  private var readSources: ScriptSources?

  // MARK: What happens in a turn

  /// Looks at something when the turn ends, or the launch, while which it was set.
  func atEndOfTurn(_ check: @escaping @MainActor () -> Void) { checks.append(check) }

  /// A script has made a class, or may have given one a method.
  func classesDidChange() { hasNewClasses = true }

  /// An object of a script's class is new, or fields of it were written.
  func fieldsWereWritten(of object: AnyObject) {
    if writtenObjects.count < 100 { writtenObjects.append(WeakObject(object: object)) }
  }

  /// A controller has come into a tree, with what is below it.
  func controllerDidAppear(_ controller: ViewController) { newControllers.append(WeakObject(object: controller)) }

  /// An error of the script was reported.
  func errorWasTold(_ error: any Error) {
    hasFailedInTurn = true
    errors.append((error as? LuaError)?.message ?? "\(error)")
    if errors.count > 100 { errors.removeFirst() }
  }

  /// Looks for what is wrong, and tells it.
  func turnDidEnd() {
    guard host.lua.isOpen, !host.isExitRequested, [.active, .inactive, .background].contains(host.application.phase)
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

  /// Whether an error was reported in this turn: the script was not executed further.
  private var hasFailedInTurn = false

  /// Lists that were read from a property, changed and not assigned.
  private func checkLists() {
    let copies = host.listCopies?.takeDropped(isWanted: !hasFailedInTurn) ?? []
    hasFailedInTurn = false
    for copy in copies {
      let property = "\(sources.owner(of: copy.property, at: copy.place) ?? "object").\(copy.property)"
      tell(
        "the list read from \(property) is a copy; it was changed and not assigned, so nothing changes. Write: local list = \(property); …; \(property) = list",
        at: copy.place)
    }
  }

  /// Whether nothing was reported yet.
  var isQuiet: Bool { told.isEmpty && errors.isEmpty }

  /// Tells a mistake, if it is a new one.
  ///
  /// - Parameter place: `file:line` of the place to fix.
  func tell(_ message: String, at place: String?) {
    guard told.insert("\(place ?? "") \(message)").inserted, !errors.contains(where: { $0.contains(message) }) else {
      return
    }
    host.onProblem(Problem(mistake: place.map { "\($0): \(message)" } ?? message))
  }

  // MARK: The screen

  /// After the launch a window has a root, unless a reported problem prevented that, or it still waits.
  private func checkScreen() {
    let application = host.application
    let isWaiting =
      host.lua.tasks.count > 0 || host.lua.luv != nil || !host.runningProcesses.isEmpty
      || application.timers.nextDeadline != nil
    if application.windows.contains(where: { $0.rootViewController != nil }) || !isQuiet {
      hasShownScreen = true
    } else if !isWaiting {
      hasShownScreen = true
      let place = host.lua.definition(ofMethod: "didFinishLaunching", of: application)
      let message =
        application.windows.isEmpty
        ? "the launch is over and there is no window, so nothing is shown; in didFinishLaunching: self.window = ui.Window { rootViewController = … }; self.window:makeKeyAndVisible()"
        : "the launch is over and no window has a rootViewController, so nothing is shown; in didFinishLaunching: self.window.rootViewController = …"
      tell(message, at: place ?? host.applicationPlace ?? host.configuration.script)
    }
  }

  /// How long after the restoration a new root still belongs to how the app begins.
  private static let launchSeconds = 10.0

  /// The state was restored, and `didFinishLaunching` is about to be called.
  func rootsWereRestored() {
    rootsRestoredAt = host.application.timers.now
    for window in host.application.windows {
      restoredRoots[ObjectIdentifier(window)] = window.rootViewController.map { WeakObject(object: $0) }
    }
  }

  /// What the app shows from now on can be what the user wants to see.
  func personDidSomething() { restoredRoots = [:] }

  /// The script puts a controller at the root of a window.
  func rootWillBeSet(_ root: ViewController?, of window: Window, at place: String?) {
    let id = ObjectIdentifier(window)
    if host.application.phase == .launching {
      rootPlaces[id] = place
    } else if let root, let restored = restoredRoots[id]?.object as? ViewController, root !== restored,
      window.rootViewController === restored, let identifier = restored.restorationIdentifier,
      root.restorationIdentifier == identifier, root.className == restored.className,
      host.application.timers.now - rootsRestoredAt <= Self.launchSeconds
    {
      // Another screen, as after a log-in, is what the app means to show. Later, it is what the app does, not how it begins.
      tell(
        "this sets a new \(root.className) over the one that was restored, so what was restored is gone; set it only if there is none: if not self.window.rootViewController then … end",
        at: place)
    }
  }

  /// `didFinishLaunching` has put another root in the place of what was restored.
  func restoredRootWasReplaced(in window: Window) {
    tell(
      "didFinishLaunching sets a root over the one that was restored, so what was restored is gone; set it only if there is none: if not self.window.rootViewController then … end",
      at: rootPlaces[ObjectIdentifier(window)]
        ?? host.lua.definition(ofMethod: "didFinishLaunching", of: host.application))
  }

  /// `didFinishLaunching` has made another window than the one that was restored.
  func restoredWindowWasReplaced(by window: Window) {
    tell(
      "didFinishLaunching makes a window beside the restored one, so what was restored is not shown; make the window in willFinishLaunching, and set its root only if it has none",
      at: rootPlaces[ObjectIdentifier(window)]
        ?? host.lua.definition(ofMethod: "didFinishLaunching", of: host.application))
  }

  // MARK: Controllers

  /// `loadView` was called, and the controller has no view.
  func viewIsMissing(of controller: ViewController) {
    let place = host.lua.definition(ofMethod: "loadView", of: controller)
    atEndOfTurn { [weak self, name = controller.className] in
      self?.tell("\(name):loadView sets no view; make one and set it: self.view = …", at: place)
    }
  }

  /// The view of a controller was put into another view.
  func viewWasAdded(of controller: ViewController) {
    atEndOfTurn { [weak self, weak controller] in
      guard let self, let controller, controller.window == nil, controller.viewIfLoaded?.window != nil else { return }
      tell(
        "the view of this \(controller.className) is shown, but the controller stands in none, so it hears nothing and is not saved; call addChild of the controller whose view it is in",
        at: controller.madeAt)
    }
  }

  /// A page view controller asks an object for the pages beside the one that shows.
  func pageDataSourceWasSet(of pages: PageViewController, at place: String?) {
    atEndOfTurn { [weak self, weak pages] in
      guard let self, let pages, pages.dataSource != nil else { return }
      if !["viewControllerBefore", "viewControllerAfter"].contains(where: {
        host.hasMethod($0, of: pages, handlers: ["dataSource"])
      }) {
        tell(
          "the data source of the \(pages.className) has no method 'viewControllerBefore' and none 'viewControllerAfter'",
          at: place)
      }
      host.checkFunctions(of: pages)
    }
  }

  /// A class is to make a controller again.
  func restorationClassWasSet(_ name: String, at place: String?) {
    atEndOfTurn { [weak self] in
      guard let self, let restorationClass = host.restorationClass(named: name) as? ScriptRestorationClass,
        !restorationClass.hasMethod("viewControllerWithRestorationIdentifierPath")
      else { return }
      tell(restorationClass.missing("viewControllerWithRestorationIdentifierPath"), at: place)
    }
  }
}

/// An object, as long as somebody else holds it.
private struct WeakObject {
  weak var object: AnyObject?
}
