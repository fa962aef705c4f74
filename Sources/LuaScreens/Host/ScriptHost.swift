import Foundation
import Interface
import Loop
import LuaRuntime
import Processes
import StateRestoration

/// Runs one app whose screens are Lua scripts: its Lua state, its application, and the way between the two.
///
/// Everything that can change the app goes through ``turn(_:)``, after which what changed is saved.
@MainActor
public final class ScriptHost {
  /// How an app is run.
  public struct Configuration {
    /// The script's path, as it is shown in messages.
    public var script: String
    /// What the script gets as `...` and in `arg`.
    public var arguments: [LuaBytes]
    /// Limits of its Lua state.
    public var lua: LuaState.Options
    /// The size of the screen in cells.
    public var screenSize: Size
    /// The script's text; nil for the file of its path.
    public var source: String?
    /// The bundle that the app is run from; nil for the file of the script's path, which may be one.
    public var bundle: AppBundle?
    /// Told what the app is called, as soon as the script says it; the script runs no further then. Nil runs it whole.
    public var onIdentifier: ((String) -> Void)?
    /// Told what the app says of itself, each time that its script says more.
    public var onIdentity: ((AppIdentity) -> Void)?
    /// A version that counts instead of the script's own; nil for the script's own.
    public var version: String?
    /// Gives the folder that the app of an identifier has for files of its own, and makes it; nil: it has none.
    public var filesDirectory: (@MainActor (_ identifier: String) throws -> String)?
    /// Lets other programs have the terminal that the app is shown in; nil: it is shown in none.
    public var terminal: TerminalLending?
    /// Told of each file that the script and what it loads are read from, or looked for, before that, and of those that it reads
    /// as resources; nil: nobody is.
    public var onScriptFile: ((_ path: String) -> Void)?
    /// How many life-cycle events are kept, the last ones; nil keeps all.
    public var eventCapacity: Int? = 100_000

    /// A configuration of these values.
    public init(
      script: String, arguments: [LuaBytes] = [], lua: LuaState.Options = .init(),
      screenSize: Size = Size(width: 80, height: 24), version: String? = nil
    ) {
      self.script = script
      self.arguments = arguments
      self.lua = lua
      self.screenSize = screenSize
      self.version = version
    }
  }

  /// The app's Lua state.
  public let lua: LuaState
  /// What scripts get by `require "luahost"`, beside its classes.
  public let module = ScriptModule("luahost", prefix: "ui.")
  /// How the app is run.
  public let configuration: Configuration
  /// The bundle that the app is run from; nil if its files stand in the script's folder.
  public private(set) var bundle: AppBundle?
  /// What the app lends to all that its script makes.
  public let context: ApplicationContext
  /// The life-cycle events so far.
  public var log: EventLog { context.log }
  /// What waits for its time.
  public var timers: TimerQueue { context.timers }
  /// Takes the bytes that the script prints, with its newlines.
  public var onPrint: ([UInt8]) -> Void = StandardOutput.write
  /// Told about what went wrong.
  public var onProblem: (Problem) -> Void = { _ in }
  /// Told that the script called `os.exit`: the app is to end in order.
  public var onExit: ((Int32) -> Void)?

  /// The lists that scripts have read from properties, to notice what is changed and not assigned.
  private(set) var listCopies: ListCopies?
  private var made: ScriptApplication?
  /// The calls into the script's functions.
  let calls: ScriptCalls
  /// Whether another program has the terminal now.
  var isTerminalLent = false
  /// Nil before it has something there.
  private var outsideIfMade: ExternalResources?
  /// What it has outside of itself.
  var outside: ExternalResources {
    if let outsideIfMade { return outsideIfMade }
    let made = ExternalResources(self)
    outsideIfMade = made
    return made
  }
  /// The processes of the script that have not ended.
  public var runningProcesses: [ChildProcess] { outsideIfMade?.processes.running ?? [] }
  /// Nil before a line was typed at a prompt.
  var promptNamesIfMade: LuaEnvironment?
  private var memoryWarning = MemoryWarning()
  /// What is wrong in the script, and raises no error.
  private(set) lazy var mistakes = ScriptMistakes(of: self)
  /// What tables and outlines ask.
  private(set) lazy var rowAnswers = RowAnswers(calls, mistakes)
  private(set) lazy var tableAnswers = TableViewAnswers(rowAnswers)
  private(set) lazy var pageAnswers = PageViewAnswers(calls)
  private lazy var overrides = ScriptOverrides(calls, mistakes)
  private var reportedWaits: Set<String> = []
  private var applicationReference: LuaReference?
  /// Where the script makes its application: `file:line`.
  private(set) var applicationPlace: String?
  /// Script tables that take part in restoration, by what tells tables apart.
  var objectsByIdentity: [UnsafeRawPointer: ScriptObject] = [:]
  /// Plain tables that make objects again.
  var plainClasses: [UnsafeRawPointer: ScriptRestorationClass] = [:]
  /// Restoration classes that Swift programs registered.
  private var restorationClasses: [String: any RestorationClass] = [:]

  /// Loads an app: runs its script, which makes and returns the application.
  ///
  /// - Parameters:
  ///   - loop: runs the app, which gets timers of its own. By default nothing does, and the caller moves the timers.
  ///   - register: lets a Swift program define its own types before the script runs.
  ///   - onPrint: takes what the script prints.
  ///   - onWrite: told what the script writes to standard output and error in another way.
  /// - Throws: ``LuaError`` with file, line and traceback if the script fails.
  public init(
    _ configuration: Configuration, loop: any EventLoop = MainLoop(.virtual),
    register: (ScriptHost) throws -> Void = { _ in }, onPrint: (([UInt8]) -> Void)? = nil,
    onWrite: ((_ bytes: [UInt8], _ isError: Bool) -> Void)? = nil
  ) throws {
    self.configuration = configuration
    context = ApplicationContext(log: EventLog(capacity: configuration.eventCapacity), loop: loop)
    lua = try LuaState(options: configuration.lua)
    calls = ScriptCalls(lua, context)
    if let onPrint { self.onPrint = onPrint }
    lua.onWrite = onWrite
    if let onScriptFile = configuration.onScriptFile { lua.onScriptFile = onScriptFile }
    context.onProblem = { [weak self] in self?.report($0) }
    context.takeExitRequest = { [weak self] in self?.takeExitRequest($0) ?? false }
    context.isFailure = { ($0 as? LuaError)?.isFailure ?? true }
    lua.onLongWait = { [weak self] in self?.report($0) }
    lua.onPrint = { [weak self] text in self?.onPrint(text) }
    lua.onExpose = { [weak self] object, hostClass, stack in self?.expose(object, hostClass, stack) }
    lua.onSubclass = { [weak self] _ in self?.mistakes.classesDidChange() }
    lua.onRefusedWait = { [weak self] message, place in
      self?.mistakes.atEndOfTurn { self?.mistakes.report(message, at: place) }
    }
    lua.sourceText = { [weak self] in self?.sourceText(of: $0) }
    lua.onLuv = { [weak self] luv in
      if let self { luvEvents = LuvEvents(luv, of: self) }
    }
    lua.onProcessStart = { [weak self] in self?.outside.processes.othersWillStart() }
    lua.onProcessStarted = { Descendants.willWait(for: $0) }
    lua.onCallbackError = { [weak self] in self?.application.report($0, from: "luv callback") }
    lua.tasks.around = { [weak self] task, body in
      guard let self else { return body() }
      calls.running(for: (task.owner ?? task.creator) as? ViewController, body)
    }
    lua.tasks.onReady = { [weak self] in self?.tasksAreReady() }
    lua.tasks.onError = { [weak self] error, task in self?.application.report(error, from: task.name) }
    try defineModule()
    try register(self)
    listCopies = try lua.noticeListCopies()
    try loadScript()
    lua.tracesTouchedObjects = true
  }

  /// What a script's app is called, or what its bundle says that it is. The script is not trusted with more than that: it
  /// runs in the sandbox, and no further than to where it says so.
  ///
  /// - Throws: ``LuaError`` if the script fails before.
  public static func identifier(ofScript script: String, memoryLimit: Int? = nil) throws -> String {
    let bundle = try AppBundle(contentsOf: script)
    if let identifier = bundle?.identity.identifier { return identifier }
    var configuration = Configuration(script: script)
    configuration.bundle = bundle
    configuration.lua.capabilities = []
    configuration.lua.memoryLimit = memoryLimit ?? 64 << 20
    var identifier: String?
    configuration.onIdentifier = { identifier = $0 }
    do {
      return try ScriptHost(configuration, onPrint: { _ in }).application.identifier
    } catch {
      guard let identifier else { throw error }
      return identifier
    }
  }

  /// The application that the script made.
  public var application: Application { made ?? placeholder }
  private lazy var placeholder = ScriptApplication(host: self)

  var scriptApplication: ScriptApplication? { made }

  /// Makes the application, once.
  func makeApplication() throws -> ScriptApplication {
    if made != nil {
      throw LuaError.usage("an app can have only one ui.Application, and this script has already created it")
    }
    let before = placeholder
    let application = ScriptApplication(host: self)
    made = application
    calls.application = application
    // What the script made before it made the application.
    before.windows.forEach(application.addWindow)
    before.storyboards.values.forEach(application.register)
    return application
  }

  /// Ends the app in order if the script has called `os.exit`. Returns whether it has.
  private func takeExitRequest(_ error: any Error) -> Bool {
    guard case LuaError.exit(let code) = error else { return false }
    calls.exitWasRequested(isLaunching: application.phase == .launching)
    if application.phase == .launching { application.abandonLaunch() }
    onExit?(code)
    return true
  }

  private func report(_ problem: Problem) {
    if let error = problem.error { mistakes.errorWasReported(error) }
    onProblem(problem)
  }

  /// A wait is reported once for each place.
  private func report(_ wait: LuaWait) {
    guard reportedWaits.insert(wait.place + wait.function).inserted else { return }
    onProblem(Problem(summary: wait.description))
  }

  private func loadScript() throws {
    let stack = try lua.stack
    let outer = lua.willCall(LuaCallback(configuration.script))
    defer { lua.willCall(outer) }
    if configuration.source == nil {
      // A bundle is read here, and not loaded as a script.
      if configuration.bundle == nil { configuration.onScriptFile?(configuration.script) }
      bundle = try configuration.bundle ?? AppBundle(contentsOf: configuration.script)
    }
    if let bundle {
      lua.moduleFiles = bundle.files
    } else {
      let folder = (configuration.script as NSString).deletingLastPathComponent
      lua.moduleFolders = [folder.isEmpty ? "." : folder]
    }
    stack.createTable()
    stack.push(configuration.script)
    stack.rawSet(-2, 0)
    for (index, argument) in configuration.arguments.enumerated() {
      argument.push(on: stack)
      stack.rawSet(-2, Int64(index + 1))
    }
    stack.setGlobal("arg")
    if let source = configuration.source {
      try lua.load(Array(source.utf8), name: configuration.script, on: stack)
    } else if let bundle {
      try lua.load(bundle.file(bundle.script) ?? [], name: bundle.script, on: stack)
    } else {
      try lua.load(file: configuration.script, on: stack)
    }
    for argument in configuration.arguments { argument.push(on: stack) }
    try stack.call(arguments: Int32(configuration.arguments.count), results: 1)
    defer { stack.pop() }
    guard let made, stack.object(-1) === made || stack.isNil(-1) else {
      throw LuaError.usage(
        "\(configuration.script): expected a script that returns ui.Application { identifier = … }; this one returned \(stack.describeKind(-1))"
      )
    }
    applicationReference = try lua.reference(to: made)
    if let version = configuration.version { made.version = version }
    guard !made.identifier.isEmpty else {
      stack.push(object: made)
      defer { stack.pop() }
      let near = nearestName(to: "identifier", among: stack.memberNames(-1).filter { $0 != "identifier" })
      throw LuaError.usage(
        "\(applicationPlace ?? configuration.script): the application needs an identifier\(near.map { ", but has '\($0)'" } ?? ""): ui.Application { identifier = \"org.example.app\" }"
      )
    }
    // For the prompt and for tests; a script's own global of this name is its own.
    if stack.pushGlobal("app") == .nil {
      stack.push(object: made)
      stack.setGlobal("app")
    }
    stack.pop()
  }

  // MARK: Turns

  /// Does something that can change the app: then tasks go on that are ready, what scripts touched is marked, and autosave is
  /// given its chance.
  @discardableResult
  public func turn<Result>(_ body: () throws -> Result) rethrows -> Result {
    turnDepth += 1
    defer { endTurn() }
    return try body()
  }
  private(set) var turnDepth = 0
  /// Nil before the script has required luv.
  private var luvEvents: LuvEvents?
  /// The turn in which tasks go on for which nothing else begins one.
  var taskTurn: TimerQueue.Timer?

  private func endTurn() {
    if turnDepth == 1 { runTasks() }
    turnDepth -= 1
    application.finishUpdatingAppearance()
    if made?.phase == .active || made?.phase == .background, memoryWarning.isDue(in: lua) {
      made?.receiveMemoryWarning()
    }
    for object in lua.takeTouchedObjects() {
      touched(object)
      mistakes.fieldsWereWritten(of: object)
    }
    if lua.takeHasRunScript() { application.unobservedStateMayHaveChanged() }
    if calls.takeHasCalledBack() {
      // What is done to a plain table is not seen; there are few that are registered, and a save asks them.
      for object in made?.registeredObjects ?? [] { made?.objectStateDidChange(object) }
    }
    if turnDepth == 0 { mistakes.turnDidEnd() }
    application.turnDidEnd()
    countEncodedBytes()
  }

  /// What nodes have encoded counts as memory of the script's, as long as the host holds it.
  func countEncodedBytes() {
    let bytes = made?.encodedBytes ?? 0
    if lua.isOpen, bytes != lua.heldBesideObjects { lua.heldBesideObjects = bytes }
  }

  private func touched(_ object: AnyObject) {
    switch object {
    case is ScriptApplication: made?.applicationStateDidChange()
    case let controller as ViewController: controller.invalidateRestorableState()
    case let view as View: view.invalidateRestorableState()
    default: break
    }
  }

  /// Calls a script's code that only looks: what it reads does not count as changed.
  public func withoutTracing<Result>(_ body: () throws -> Result) rethrows -> Result {
    let traces = lua.tracesTouchedObjects
    lua.tracesTouchedObjects = false
    defer { lua.tracesTouchedObjects = traces }
    return try body()
  }

  /// Launches the app.
  ///
  /// - Parameters:
  ///   - options: the table that `willFinishLaunching` and `didFinishLaunching` get, as CBOR.
  public func launch(store: (any ArchiveStore)?, isRestoring: Bool = true, options: [UInt8] = []) {
    turn {
      application.launch(store: store, isRestoring: isRestoring, options: LaunchOptionsBox(options))
    }
  }

  /// Ends the app's Lua state. The app must not be used afterwards.
  ///
  /// - Parameter runningFinalizers: false as if the process were killed: no callback runs.
  public func close(runningFinalizers: Bool) {
    luvEvents?.cancel()
    luvEvents = nil
    applicationReference = nil
    objectsByIdentity = [:]
    plainClasses = [:]
    promptNamesIfMade = nil
    lua.close(runningFinalizers: runningFinalizers)
    outsideIfMade?.end()
  }

  // MARK: Swift types

  /// Registers a Swift object that makes controllers again, under its name.
  public func register(_ restorationClass: any RestorationClass) {
    restorationClasses[restorationClass.name] = restorationClass
  }

  /// The restoration class of a name: one that Swift registered, or a class of the script.
  func restorationClass(named name: String) -> (any RestorationClass)? {
    if let registered = restorationClasses[name] { return registered }
    guard lua.hostClass(named: name) != nil else { return plainRestorationClass(named: name) }
    let made = ScriptRestorationClass(name: name, host: self)
    restorationClasses[name] = made
    return made
  }

  private func expose(_ object: AnyObject, _ hostClass: HostClass, _ stack: LuaStack) {
    if let text = object as? Interface.AttributedString {
      // What its links do lives as long as it does.
      for link in text.links { lua.link(text, link) }
    }
    guard let responder = object as? Responder else { return }
    responder.overrides = overrides
    responder.enter(context)
    if hostClass.allowsFields { mistakes.fieldsWereWritten(of: responder) }
    switch responder {
    case let controller as ViewController:
      controller.scriptClassName = hostClass.name
      controller.madeAt = stack.callerPlace
    case let view as View:
      view.scriptClassName = hostClass.name
      if hostClass.isScript { mistakes.viewWasMade(view, at: stack) }
    case is ScriptApplication: applicationPlace = stack.callerPlace
    default: break
    }
    responder.ownershipObserver = overrides
  }
}

/// The launch options on their way to the script.
final class LaunchOptionsBox: LuaPushable {
  let encoded: [UInt8]

  init(_ encoded: [UInt8]) {
    self.encoded = encoded
  }

  func push(on stack: LuaStack) {
    guard !encoded.isEmpty else { return stack.pushNil() }
    var reader = CBORReader(encoded)
    LuaValueReader().read(&reader, on: stack)
  }
}
