import FoundationEssentials
import Glibc
import Loop
import LuaRuntime
import LuaScreens
import Processes

/// An app in a separate process, driven by a test in this one.
///
/// Each launch starts a new process. After a process has exited, the next call starts one that reads the app's saves
/// and launches it again.
@MainActor
final class IsolatedApp {
  private let command: Command
  private let library: TestLibrary
  private let errors: AppErrors
  private let terminal: ((Command) throws -> ProcessEnd)?
  /// The temporary state folder; nil if the test specified a folder, and after the case has ended.
  private var folder: TemporaryFolder?
  private var settings: TestedApp.Settings
  private var current: Life?
  /// The results of `events()` when the test killed the process.
  private var eventsBeforeKill: [AppValue]?
  private var hasEnded = false
  /// The descriptions of the app's objects, by handle.
  private var objects: [Int: String] = [:]
  /// The arguments of the calls in progress.
  private var frames: [LuaStack] = []
  /// Errors of functions of the test that the app has called.
  private var failures: [any Error] = []

  /// A process of the app.
  @MainActor
  private final class Life {
    let process: ConnectedProcess
    let connection: AppConnection
    /// The reason for the end of the process, if it announced one.
    var lastError: (any Error)?

    init(_ command: Command) throws {
      process = try ConnectedProcess(command)
      connection = AppConnection(MessageSocket(process.socket))
    }
  }

  /// Creates an app without launching it.
  ///
  /// - Parameters:
  ///   - command: the program that runs ``TestRunner/runIsolatedApp()``.
  ///   - errors: receives the errors of the app.
  ///   - terminal: replaces programs in the terminal.
  init(
    _ command: Command, _ settings: TestedApp.Settings, _ library: TestLibrary, errors: AppErrors,
    terminal: ((Command) throws -> ProcessEnd)?
  ) throws {
    self.command = command
    self.library = library
    self.errors = errors
    self.terminal = terminal
    self.settings = settings
    self.settings.hasTerminal = terminal != nil
    guard settings.stateDirectory == nil else { return }
    let folder = try TemporaryFolder(prefix: "luahost-state-")
    self.settings.stateDirectory = folder.path
    self.folder = folder
  }

  isolated deinit { end() }

  /// Launches the app in a new process.
  func launch() throws {
    endProcess()
    eventsBeforeKill = nil
    _ = try request(.launch)
  }

  /// Kills the process with `SIGKILL`. Its life-cycle events can still be read.
  func kill() {
    // While the app waits for a function of the test, it answers nothing else.
    if frames.isEmpty { eventsBeforeKill = events(within: .seconds(1)) ?? eventsBeforeKill }
    endProcess()
  }

  private func events(within time: Duration) -> [AppValue]? {
    let deadline = ContinuousClock.now + time
    guard current != nil,
      case .returned(let values)? = try? request(.call("events", []), until: { ContinuousClock.now > deadline })
    else { return nil }
    return values
  }

  private func endProcess() {
    current?.process.kill()
    current = nil
  }

  /// Kills the process, and removes a temporary state. The app can no longer be used.
  func end() {
    endProcess()
    folder = nil
    hasEnded = true
  }

  /// The names of running programs that the app has started; see ``TestedApp/runningPrograms``.
  var runningPrograms: [String] {
    // A process without a call answers at once, unless it was stopped.
    let deadline = ContinuousClock.now + .seconds(5)
    guard current != nil,
      case .programs(let programs)? = try? request(.listPrograms, until: { ContinuousClock.now > deadline })
    else { return [] }
    return programs
  }

  func description(of handle: Int) -> String { objects[handle] ?? "object" }

  // MARK: Calls

  /// Calls a function on the app, with the arguments of the running host function. Pushes the results, and returns their
  /// number.
  func call(_ name: String, _ stack: LuaStack) throws -> Int32 {
    let last = stack.top
    var arguments: [AppValue] = []
    for index in stride(from: 2, through: last, by: 1) { arguments.append(try AppValue(argument: index, on: stack)) }
    frames.append(stack)
    defer { frames.removeLast() }
    var results: [AppValue] = []
    do {
      if name == "events", current == nil, let eventsBeforeKill {
        results = eventsBeforeKill
      } else if case .returned(let values) = try request(.call(name, arguments)) {
        results = values
      }
    } catch AppFailure.needsNewProcess {
      try launch()
    }
    try stack.reserve(Int32(clamping: results.count) + 10)
    for result in results { try push(result, on: stack) }
    return stack.top - last
  }

  private func request(_ message: AppMessage) throws -> AppMessage {
    try request(message) { library.lua.isCallOver }
  }

  /// - Parameter isOver: whether to kill the process instead of waiting longer.
  private func request(_ message: AppMessage, until isOver: () -> Bool) throws -> AppMessage {
    let known = errors.entries.count
    let life = try life()
    do {
      // The output of both processes stays in order.
      fflush(nil)
      return try life.connection.request(message, until: isOver)
    } catch AppFailure.message(let message, let hasPlace) {
      throw AppFailure.error(message, hasPlace: hasPlace)
    } catch AppFailure.launch(let message) {
      // The errors are reported to the test now.
      errors.expect(known..<errors.entries.count)
      throw LaunchFailure(description: message)
    } catch AppFailure.ofTest(let number, _, _) where failures.indices.contains(number) {
      throw failures[number]
    } catch is MessageSocket.Closed {
      // A function of the test, called by the app, may have killed it.
      guard current === life else { throw SessionError.notRunning }
      throw endError(of: life, isKilled: isOver())
    }
  }

  /// The running process, or a new one.
  private func life() throws -> Life {
    if let current { return current }
    guard !hasEnded else { throw LuaError.usage("the case that launched the app has ended") }
    // Apps in this process must not kill that process when they exit.
    Descendants.hold()
    let life = try Life(command)
    life.connection.onMessage = { [unowned self, unowned life] in handle($0, from: life) }
    current = life
    do { try life.connection.send(.begin(settings, objects: objects)) } catch {
      throw endError(of: life, isKilled: false)
    }
    return life
  }

  /// Returns why a process has closed its connection.
  private func endError(of life: Life, isKilled: Bool) -> any Error {
    // After the socket is closed, only the exit of the process remains.
    let end = isKilled ? nil : life.process.end(within: 1000)
    endProcess()
    if let error = life.lastError { return error }
    let how =
      switch (end?.status, end?.signal) {
      case (_, let signal?): "was terminated by signal \(signal) (\(String(cString: strsignal(signal))))"
      case (let status?, _): "exited with code \(status)"
      default: "did not answer and was killed"
      }
    return LuaError.usage("the app's process \(how); app:relaunch() starts it again")
  }

  // MARK: Messages of the app

  private func handle(_ message: AppMessage, from life: Life) -> AppMessage? {
    switch message {
    case .callArgument(let index): return answer { .returned([try callArgument(Int32(clamping: index))]) }
    case .runInTerminal(let command):
      return answer { .programEnded(try terminal?(command) ?? ProcessEnd(status: nil, signal: nil)) }
    case .printed(let bytes): library.runner.onPrint(Array(bytes))
    case .note(let text): library.runner.note(text)
    case .error(let entry): errors.add(entry)
    case .changed(let settings): self.settings = settings
    case .crashes(let moment): life.lastError = StagedCrashError(moment: moment)
    case .isOverdue(let text): life.lastError = LuaError.usage(text)
    default: break
    }
    return nil
  }

  private func answer(_ body: () throws -> AppMessage) -> AppMessage {
    do { return try body() } catch {
      failures.append(error)
      return .failed(AppFailure(ofTest: failures.count - 1, error))
    }
  }

  private func callArgument(_ index: Int32) throws -> AppValue {
    guard let stack = frames.last else { return .list([]) }
    try stack.reserve(4)
    stack.pushValue(index)
    try library.ask { try stack.call(arguments: 0, results: 1) }
    defer { stack.pop() }
    return .plain(Data(try PlainValue(stack, -1).bytes))
  }

  private func push(_ value: AppValue, on stack: LuaStack) throws {
    switch value {
    case .plain(let bytes): PlainValue(encoded: Array(bytes)).push(on: stack)
    case .object(let handle, let description):
      objects[handle] = description
      try library.pushObject(handle, description, stack)
    case .list(let items):
      stack.createTable(array: items.count)
      for (index, item) in items.enumerated() {
        try push(item, on: stack)
        stack.rawSet(-2, Int64(index + 1))
      }
    case .app, .function: stack.pushNil()
    }
  }
}
