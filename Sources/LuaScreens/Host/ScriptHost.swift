import FoundationEssentials
import Glibc
import Interface
import Loop
import LuaRuntime
import Processes
import StateRestoration

/// Runs one app whose screens are Lua scripts: owns its Lua state and its application, and connects the two.
///
/// Everything that can change the app goes through ``turn(_:)``, after which changes are saved.
@MainActor
public final class ScriptHost {
  /// The app's Lua state.
  public let lua: LuaState
  /// The module that scripts get by `require "luahost"`.
  public let module = ScriptModule("luahost", prefix: "ui.")
  /// The options of the run.
  public let configuration: Configuration
  /// The app's bundle; nil if its files are in the script's folder.
  public internal(set) var bundle: AppBundle?
  /// The context of all objects that the script creates.
  public let context: ApplicationContext
  /// The life-cycle events so far.
  public var log: EventLog { context.log }
  /// The app's timers.
  public var timers: TimerQueue { context.timers }
  /// Receives the bytes that the script prints, with newlines.
  public var onPrint: ([UInt8]) -> Void = StandardOutput.write
  /// Receives problems to report to the user.
  public var onProblem: (Problem) -> Void = { _ in }
  /// Called with the exit code when the script calls `os.exit`; the owner then terminates the app in order.
  public var onExit: ((Int32) -> Void)?

  /// The names of the classes that a Swift program has registered.
  package private(set) var registeredClasses: Set<String> = []
  private(set) var scriptApplication: ScriptApplication?
  /// The values of `ui.json` that a coder keeps.
  var json: JSONValues?
  /// The observers of the app.
  public let observers = ScriptObservers()
  /// Calls the script's functions.
  let calls: ScriptCalls
  /// Whether another program has the terminal.
  var isTerminalLent = false
  /// The app's processes and requests.
  package private(set) lazy var processes = {
    let processes = ProcessTable(loop: context.loop)
    processes.answers = configuration.answers
    processes.around = { [weak self] in self?.turn($0) }
    return processes
  }()
  /// The files that the app watches.
  private(set) lazy var watchedFiles = {
    let files = FileWatcher(loop: context.loop)
    files.answers = configuration.answers
    files.around = { [weak self] in self?.turn($0) }
    return files
  }()
  /// The script's processes that are running.
  public var runningProcesses: [ChildProcess] { processes.running }
  /// Nil until the script first creates a worker.
  private(set) var workersIfUsed: ScriptWorkers?
  /// The script's workers.
  var workers: ScriptWorkers {
    get throws {
      if let workersIfUsed { return workersIfUsed }
      let created = try ScriptWorkers(self)
      workersIfUsed = created
      return created
    }
  }
  /// Whether a worker of the script is running.
  public var hasRunningWorkers: Bool { workersIfUsed?.isEmpty == false }
  /// Whether a worker of the script is running and does not wait for a message of the app.
  package var hasBusyWorkers: Bool { workersIfUsed?.areIdle == false }

  /// Whether a command, request or computation of a worker is under way. A command is, until its exit is reported.
  package var isBusy: Bool { !processes.unfinished.isEmpty || hasBusyWorkers }
  /// The names defined at a prompt; nil before the first line.
  var promptNamesIfCreated: LuaEnvironment?
  private var memoryWarning = MemoryWarning()
  /// The answers of data sources to tables and outlines.
  private(set) lazy var rowAnswers = RowAnswers(calls, observers)
  private(set) lazy var tableAnswers = TableViewAnswers(rowAnswers)
  private(set) lazy var pageAnswers = PageViewAnswers(calls)
  private lazy var overrides = ScriptOverrides(calls, observers, encoding)
  private(set) lazy var encoding = ScriptEncoding(self)
  var applicationReference: LuaReference?
  /// The place where the script creates its application, as `file:line`.
  package private(set) var applicationPlace: String?
  /// The objects of the script that take part in restoration, and the classes that re-create them.
  private(set) lazy var restoration = ScriptRestoration(of: self)

  /// Loads an app: runs its script, which creates and returns the application.
  ///
  /// - Parameters:
  ///   - loop: the loop to run the app in. By default, time is virtual and the caller advances the timers.
  ///   - onPrint: receives the bytes that the script prints.
  ///   - onWrite: receives the bytes that the script writes to standard output and error in other ways.
  ///   - reported: the memory of reported problems; by default a new one.
  /// - Throws: ``LuaError`` with file, line and traceback if the script fails.
  public init(
    _ configuration: Configuration, loop: any EventLoop = MainLoop(.virtual),
    onPrint: (([UInt8]) -> Void)? = nil, onWrite: ((_ bytes: [UInt8], _ isError: Bool) -> Void)? = nil,
    reported: ReportedProblems? = nil
  ) throws {
    self.configuration = configuration
    context = ApplicationContext(
      log: EventLog(capacity: configuration.eventCapacity, spans: configuration.spans), loop: loop, reported: reported)
    var options = configuration.lua
    options.alternatives = LuaState.Alternatives(task: "ui.task", run: "ui.run")
    lua = try LuaState(options: options)
    lua.profile = configuration.profile
    calls = ScriptCalls(lua, context, observers)
    if let onPrint { self.onPrint = onPrint }
    lua.onWrite = onWrite
    if let onScriptFile = configuration.onScriptFile { lua.onScriptFile = onScriptFile }
    context.onProblem = { [weak self] problem in
      self?.observers.notify { $0.problemWasReported(problem) }
      self?.onProblem(problem)
    }
    context.takeExitRequest = { [weak self] in self?.takeExitRequest($0) ?? false }
    context.isFailure = { ($0 as? LuaError)?.isFailure ?? true }
    lua.onLongWait = { [weak self] in self?.context.report(Problem($0)) }
    lua.onPrint = { [weak self] text in self?.onPrint(text) }
    lua.onExpose = { [weak self] object, hostClass, isInstantiated, stack in
      self?.expose(object, hostClass, isInstantiated, stack)
    }
    lua.onSubclass = { [weak self] hostClass in
      self?.observers.notify { $0.classWasCreated(hostClass) }
    }
    lua.onRefusedWait = { [weak self] message, place in
      self?.observers.notify { $0.advice(message, at: place) }
    }
    lua.sourceText = { [weak self] in self?.sourceText(of: $0) }
    lua.onLuv = { [weak self] luv in
      if let self { luvEvents = LuvEvents(luv, of: self) }
    }
    lua.onProcessStart = { [weak self] in self?.processes.otherProcessesWillStart() }
    lua.onProcessStarted = { Descendants.willWait(for: $0) }
    lua.onCallbackError = { [weak self] in self?.application.report($0, from: "luv callback") }
    lua.tasks.around = { [weak self] task, body in
      guard let self else { return body() }
      let span = log.spans?.begin(.callback, task.name, at: task.place)
      defer { log.end(span) }
      calls.running(for: (task.owner ?? task.creator) as? ViewController, body)
    }
    lua.tasks.onReady = { [weak self] in self?.tasksAreReady() }
    lua.tasks.onError = { [weak self] error, task in self?.application.report(error, from: task.name) }
    try defineModule()
    let builtIn = lua.hostClasses.count
    if let register = configuration.register {
      try register(self)
      try module.checkNames(besides: lua.hostClasses.filter { $0.factory != nil }.map(\.name))
    }
    registeredClasses = Set(lua.hostClasses.dropFirst(builtIn).map(\.name))
    setClock()
    observers.begin(self)
    try loadScript()
    lua.tracesTouchedObjects = true
  }

  /// The application that the script has created, or an empty one before.
  public var application: Application { scriptApplication ?? placeholder }
  private lazy var placeholder = ScriptApplication(host: self)

  /// Creates the application.
  ///
  /// - Throws: ``LuaError`` if the script has already created one.
  func makeApplication() throws -> ScriptApplication {
    if scriptApplication != nil {
      throw LuaError.usage("an app can have only one ui.Application, and this script has already created it")
    }
    let before = placeholder
    let application = ScriptApplication(host: self)
    scriptApplication = application
    calls.application = application
    // Windows and storyboards that the script created before the application.
    before.windows.forEach(application.addWindow)
    before.storyboards.values.forEach(application.register)
    return application
  }

  /// Requests the exit of the app if an error is the script's call of `os.exit`. Returns whether it is.
  private func takeExitRequest(_ error: any Error) -> Bool {
    guard case LuaError.exit(let code) = error else { return false }
    calls.exitWasRequested(isLaunching: application.phase == .launching)
    if application.phase == .launching { application.abandonLaunch() }
    onExit?(code)
    return true
  }

  // MARK: Turns

  /// Runs a closure that can change the app. Afterwards resumes the tasks that are ready, marks the objects that scripts
  /// have touched as changed, and lets autosave run.
  @discardableResult
  public func turn<Result>(_ body: () throws -> Result) rethrows -> Result {
    turnDepth += 1
    defer { endTurn() }
    return try body()
  }
  private(set) var turnDepth = 0
  /// Nil before the script requires luv.
  private var luvEvents: LuvEvents?
  /// The timer of a turn that resumes tasks, if no other turn begins before.
  var taskTurn: TimerQueue.Timer?
  /// Whether tasks have run for a whole turn of virtual time, and are ready again. Each turn of the step then runs one.
  package var areTasksEndless = false

  private func endTurn() {
    if turnDepth == 1 { runTasks() }
    turnDepth -= 1
    application.finishUpdatingAppearance()
    if scriptApplication?.phase == .active || scriptApplication?.phase == .background, memoryWarning.isDue(in: lua) {
      scriptApplication?.receiveMemoryWarning()
    }
    for object in lua.takeTouchedObjects() {
      touched(object)
      observers.notify { $0.fieldsWereWritten(of: object) }
    }
    if lua.takeDidRunScript() { application.unobservedStateMayHaveChanged() }
    if calls.takeDidCallBack() {
      // Changes of plain tables cannot be observed; each save asks the few that are registered.
      for object in scriptApplication?.registeredObjects ?? [] { scriptApplication?.objectStateDidChange(object) }
    }
    if turnDepth == 0 { observers.notify { $0.turnDidEnd() } }
    application.turnDidEnd()
    countEncodedBytes()
  }

  /// Counts the state that nodes have encoded as memory of the script while the host holds it.
  func countEncodedBytes() {
    let bytes = scriptApplication?.encodedBytes ?? 0
    if lua.isOpen, bytes != lua.heldBesideObjects { lua.heldBesideObjects = bytes }
  }

  private func touched(_ object: AnyObject) {
    switch object {
    case is ScriptApplication: scriptApplication?.applicationStateDidChange()
    case let controller as ViewController: application.stateDidChange(of: controller)
    case let view as View:
      view.invalidateRestorableState()
      view.scriptFieldsDidChange()
    default: break
    }
  }

  /// Runs a closure that only reads: the objects that it touches do not count as changed, and lines are not observed.
  public func withoutTracing<Result>(_ body: () throws -> Result) rethrows -> Result {
    let (traces, observes) = (lua.tracesTouchedObjects, lua.observesLines)
    (lua.tracesTouchedObjects, lua.observesLines) = (false, false)
    defer { (lua.tracesTouchedObjects, lua.observesLines) = (traces, observes) }
    return try body()
  }

  /// Calls a closure that only reads with the stack of the main thread, and restores the stack afterwards.
  ///
  /// - Throws: ``LuaError/closed``; what the body throws.
  package func withUntracedStack<Result>(
    reserving count: Int32 = 12, _ body: (LuaStack) throws -> Result
  ) throws -> Result {
    try withoutTracing { try lua.withStack(reserving: count, body) }
  }

  /// Launches the app.
  ///
  /// - Parameters:
  ///   - options: the argument of `willFinishLaunching` and `didFinishLaunching`, a table as CBOR.
  public func launch(store: (any ArchiveStore)?, isRestoring: Bool = true, options: [UInt8] = []) {
    turn {
      application.launch(store: store, isRestoring: isRestoring, options: LaunchOptionsBox(options))
      lua.resumeCollector()
    }
  }

  /// Closes the app's Lua state. The app must not be used afterwards.
  ///
  /// - Parameter runningFinalizers: false runs no callback, as if the process were killed.
  public func close(runningFinalizers: Bool) {
    luvEvents?.cancel()
    luvEvents = nil
    applicationReference = nil
    restoration.removeAll()
    promptNamesIfCreated = nil
    workersIfUsed?.end()
    workersIfUsed = nil
    lua.close(runningFinalizers: runningFinalizers)
    processes.end()
    watchedFiles.end()
  }

  // MARK: Swift types

  /// Registers a Swift restoration class under its name.
  public func register(_ restorationClass: any RestorationClass) {
    restoration.register(restorationClass)
  }

  private func expose(_ object: AnyObject, _ hostClass: HostClass, _ isInstantiated: Bool, _ stack: LuaStack) {
    if let text = object as? Interface.AttributedString {
      // The actions of its links live as long as the text.
      for link in text.links { lua.link(text, link) }
    }
    guard let responder = object as? Responder else { return }
    responder.overrides = overrides
    responder.enter(context)
    if observers.wantDetails {
      let place = stack.callerPlace
      observers.notifyInDetail { $0.responder(responder, wasCreatedAt: place) }
    }
    switch responder {
    case let controller as ViewController:
      controller.scriptClassName = hostClass.name
      controller.createdAt = stack.callerPlace
    case let view as View:
      // A view of the host keeps its name, which saved states contain.
      view.scriptClassName = isInstantiated ? hostClass.name : view.className
      overrides.viewBecameKnown(view)
    case is ScriptApplication: applicationPlace = stack.callerPlace
    default: break
    }
    responder.ownershipObserver = overrides
    observers.notify { $0.responder(responder, wasCreatedOf: hostClass) }
  }
}

extension LuaError: TracedError {}

extension Problem {
  /// Creates the problem for a call that blocked the app. It is reported once for each place, however long the calls take.
  fileprivate init(_ wait: LuaWait) {
    self.init(.warning, summary: wait.description, source: "\(wait.place) \(wait.function)")
  }
}
