import ArchiveStore
import Foundation
import Interface
import Loop
import LuaRuntime
import LuaScreens
import Processes
import StateRestoration

/// An app driven by a test. Time is virtual, and pending saves are written at the end of each step.
@MainActor
final class TestedApp: LuaObject {
  let session: AppSession
  private let folder: String
  private var objects: [Int: Weak] = [:]
  private var handlesByObject: [ObjectIdentifier: Int] = [:]

  /// The errors of the app.
  let errors = AppErrors()
  /// The simulated crash.
  let crash = StagedCrash()
  let areErrorsAllowed: Bool

  private struct Weak {
    weak var object: AnyObject?
    let description: String
  }

  /// The options of a launch.
  struct Options {
    var size = Size(width: 80, height: 24)
    var stateDirectory: String?
    var lua = LuaState.Options()
    var launchOptions: [UInt8] = []
    /// Stands in for programs in the terminal; nil if there is no terminal.
    var terminal: ((Command) throws -> ProcessEnd)?
    /// Whether errors of the app do not fail the case.
    var areErrorsAllowed = false
  }

  init(
    script: String, folder: String, _ options: Options, onPrint: @escaping ([UInt8]) -> Void,
    advise: @escaping (Problem) -> Problem, willLaunch: (AppSession) -> Void, onNote: @escaping (Problem) -> Void
  ) throws {
    self.folder = folder
    areErrorsAllowed = options.areErrorsAllowed
    var configuration = ScriptHost.Configuration(
      script: Self.path(script, in: folder), lua: options.lua, screenSize: options.size)
    configuration.eventCapacity = nil
    session = AppSession(
      configuration,
      storage: options.stateDirectory.map { .files(directory: Self.path($0, in: folder), session: "main") } ?? .memory,
      loop: MainLoop(.virtual))
    session.configuration.terminal = options.terminal.map { TerminalLending(lend: { $0() }, run: $0) }
    session.launchOptions = options.launchOptions
    session.onPrint = { [isTrusted = configuration.lua.isTrusted] in
      onPrint(ScriptOutput.output.shown($0, isTrusted: isTrusted))
    }
    session.advise = advise
    session.onProblem = { [errors, crash] problem in
      // Failures of a crashed app are not errors.
      guard crash.death == nil else { return }
      if problem.isError { errors.add(problem) } else { onNote(problem) }
    }
    session.lendStore = { [crash] in crash.store(over: $0) }
    session.onEvent = { [weak self] in self?.notice($0) }
    crash.onDeath = { [weak self] in self?.die() }
    willLaunch(session)
    try start()
  }

  isolated deinit { session.kill() }

  private static func path(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
  }

  private func start() throws {
    let known = errors.entries.count
    try session.load()
    try session.launch()
    endStep()
    try bury()
    guard let failure = errors.entries.dropFirst(known).first, let application = session.host?.application,
      application.phase != .launching, application.windows.allSatisfy({ $0.rootViewController == nil })
    else { return }
    // The errors are reported to the test now.
    errors.expect(known..<errors.entries.count)
    throw LaunchFailure(description: failure.text)
  }

  // MARK: Steps

  /// Runs one step, handles due events and writes pending saves.
  @discardableResult
  func step<Result>(_ body: (ScriptHost) throws -> Result) throws -> Result {
    let host = try session.running
    let result = Swift.Result { try host.turn { try body(host) } }
    endStep()
    try bury()
    return try result.get()
  }

  private func endStep() {
    if crash.death != nil { return }
    session.endStep()
    if session.requestedExit != nil { try? session.terminate() }
  }

  /// Runs one user action.
  func drive(_ body: (Automation) throws -> Void) throws {
    try step { try body(Automation($0.application)) }
  }

  func advance(by seconds: Double) throws {
    defer { if session.requestedExit != nil { try? session.terminate() } }
    let result = Swift.Result { try session.advance(by: seconds) }
    try bury()
    try result.get()
  }

  /// Waits in real time, advancing the app's time with it, until a condition is met.
  ///
  /// - Returns: whether the condition was met within these seconds.
  /// - Throws: ``SessionError/notRunning`` if the app exits meanwhile.
  func wait(_ seconds: Double, until isMet: () throws -> Bool) throws -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    var last = start
    while true {
      _ = try session.running
      if try isMet() { return true }
      guard (clock.now - start).seconds < seconds else { return false }
      session.loop.look(waitingAtMost: .milliseconds(10))
      let now = clock.now
      session.loop.advance(by: (now - last).seconds, firingAtMost: AppSession.mostTimers)
      last = now
      endStep()
      try bury()
    }
  }

  // MARK: Life cycle

  func background() throws { try step { try $0.application.enterBackground() } }
  func foreground() throws { try step { $0.application.enterForeground() } }
  func resize(to size: Size) throws {
    try step { _ in session.resize(to: size) }
  }
  func preserve() throws -> SaveNumber? { try step { try $0.application.preserve(isDurable: true) } }
  func kill() { session.kill() }

  /// The names of running programs that the app has started, except those that may outlive it or were asked to exit.
  var runningPrograms: [String] {
    session.host?.runningProcesses.filter { !$0.outlivesApp && !$0.wasAskedToEnd }.map {
      "\($0.name) (process \($0.identifier))"
    } ?? []
  }

  func terminate() throws {
    _ = try session.running
    let result = Swift.Result { try session.terminate() }
    try bury()
    try result.get()
  }

  // MARK: Crashes

  /// A restoration is under way: the nodes exist and start to decode their state.
  private func notice(_ event: LifeCycleEvent) {
    guard ["decodeRestorableState", "didDecodeRestorableState"].contains(event.callback),
      session.host?.application.phase == .launching
    else { return }
    crash.comes(.restoring)
  }

  /// Ends the script here, without a callback.
  private func die() {
    guard let host = session.host else { return }
    host.application.abandonLaunch()
    // If the script's own call led here, it ends with the step.
    if !host.lua.isInCall { host.close(runningFinalizers: false) }
  }

  /// Ends an app that has crashed in this step.
  ///
  /// - Throws: ``StagedDeath``, for the test.
  private func bury() throws {
    guard crash.death != nil else { return }
    session.kill()
    if let death = crash.takeDeath() { throw death }
  }

  func relaunch(script: String?, version: String?, launchOptions: [UInt8]?, size: Size?) throws {
    kill()
    if let size { session.configuration.screenSize = size }
    if let script { session.configuration.script = Self.path(script, in: folder) }
    if let version { session.configuration.version = version }
    if let launchOptions { session.launchOptions = launchOptions }
    try start()
  }

  func rollBack(to number: SaveNumber) throws {
    guard let store = session.store else { throw SessionError.hasNoState }
    _ = try store.rollBack(to: number)
    kill()
    try start()
  }

  // MARK: Inspection

  var application: Application { get throws { try session.running.application } }

  func screen() throws -> Grid { try step { $0.application.render() } }

  func tree() throws -> StateValue {
    let roots = Automation(try application).tree
    return roots.first.map(ArchiveTable.table) ?? .map([])
  }

  func events() throws -> [String] { try session.running.log.events.map(\.description) }

  func archive() throws -> StateValue? {
    try session.store?.currentArchive().map { ArchiveTable.table(ArchiveOutline($0)) }
  }

  func saves() throws -> StateValue { .list(try session.store?.saves().map(ArchiveTable.table) ?? []) }

  // MARK: Objects of the app in the test

  func find(_ identifier: String) throws -> Int? { try Automation(application).find(identifier).map(handle) }

  /// Returns a handle for an object of the app, which does not keep the object alive.
  private func handle(of object: AnyObject) -> Int {
    if let known = handlesByObject[ObjectIdentifier(object)], objects[known]?.object === object { return known }
    let name = (object as? ViewController)?.className ?? (object as? View)?.className ?? "object"
    let identifier = (object as? any StateRestoring)?.restorationIdentifier
    let handle = objects.count
    objects[handle] = Weak(object: object, description: name + (identifier.map { " \"\($0)\"" } ?? ""))
    handlesByObject[ObjectIdentifier(object)] = handle
    return handle
  }

  func description(of handle: Int) -> String { objects[handle]?.description ?? "object" }

  private func object(_ handle: Int) throws -> AnyObject {
    guard let object = objects[handle]?.object, session.host != nil else {
      throw LuaError.usage(
        "\(description(of: handle)) no longer exists: the app exited or released it; call app:find again")
    }
    return object
  }

  /// Reads a property or field of an object and pushes it with `push`. A function is read as nil.
  func read(_ handle: Int, _ name: String, push: (LuaStack, Int32) throws -> Void) throws -> Bool {
    let object = try object(handle)
    let host = try session.running
    return try host.withoutTracing {
      let stack = try host.lua.stack
      let base = stack.top
      defer { stack.top = base }
      stack.push(object: object)
      if try stack.getField(-1, name) == .function { return false }
      try push(stack, stack.top)
      return true
    }
  }

  /// Calls a method of an object, as a step.
  func call(
    _ handle: Int, _ name: String, arguments: (LuaStack) throws -> Int32, take: (LuaStack, Int32) throws -> Void
  ) throws {
    let object = try object(handle)
    try step { host in
      let stack = try host.lua.stack
      let base = stack.top
      defer { if host.lua.isOpen { stack.top = base } }
      stack.push(object: object)
      let owner = stack.top
      try stack.getField(owner, name)
      stack.pushValue(owner)
      let function = stack.top - 2
      try stack.call(arguments: try arguments(stack) + 1, results: LuaStack.allResults)
      try take(stack, stack.top - function)
    }
  }

  /// Transfers a value from the app to the test: objects as handles, lists of objects as lists of handles, other values
  /// as plain values.
  func push(_ index: Int32, of stack: LuaStack, on test: LuaStack, pushObject: (Int) throws -> Void) throws {
    if let object = stack.object(index), object is Responder {
      try pushObject(handle(of: object))
      return
    }
    let count = stack.kind(index) == .table ? stack.rawLength(index) : 0
    if count > 0 {
      stack.rawGet(index, 1)
      let holdsObjects = stack.object(-1) is Responder
      stack.pop()
      if holdsObjects {
        test.createTable(array: count)
        for item in 1...count {
          stack.rawGet(index, Int64(item))
          try push(stack.top, of: stack, on: test, pushObject: pushObject)
          stack.pop()
          test.rawSet(-2, Int64(item))
        }
        return
      }
    }
    try PlainValue(stack, index).push(on: test)
  }
}
